//! What a client may ask of the arena: a JSON object of one member.

use collide_scenes::SceneKind;
use collide2d::{CellSize, Rect, Strategy, Touching, Vec2};
use serde::Deserialize;
use thiserror::Error;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Ask {
    /// What of the plane is in sight: least x and y, greatest x and y; or nothing, while the page is hidden.
    View(Option<[f32; 4]>),
    /// So many frames have been drawn, and as many more may come.
    Drawn(u32),
    /// Shows a tick that is remembered instead of the present one, to this client alone; of a recording, to everyone.
    At(Option<u64>),
    /// Follows the entity nearest to this point, if it is within this distance: x, y, distance.
    Inspect(Option<[f32; 3]>),
    /// Changes the world, for everyone.
    Set(Change),
    Pause(bool),
    /// So many ticks while paused.
    Step(u16),
    /// How fast a recording is played: so many ticks for each sixtieth of a second.
    Speed(f32),
    /// Whether frames are to have the boxes of the R-tree, where there is one.
    Boxes(bool),
}

/// What is left out stays as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) scene: Option<String>,
    pub(crate) count: Option<u32>,
    pub(crate) strategy: Option<String>,
    pub(crate) touching: Option<String>,
    /// The side of the cells of a uniform grid; 0 leaves it to the engine.
    pub(crate) cell: Option<f32>,
}

/// Most and fewest entities.
pub(crate) const COUNTS: std::ops::RangeInclusive<u32> = 100..=100_000;

/// Everyone against everyone holds up the tick beyond this.
const MOST_BY_BRUTE_FORCE: u32 = 10_000;

/// A quarter of all pairs there could be are too many beyond this.
const MOST_PILED: u32 = 2_000;

/// What the arena shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Show {
    pub(crate) scene: SceneKind,
    pub(crate) count: u32,
    pub(crate) strategy: Strategy,
    pub(crate) touching: Touching,
    pub(crate) cell: Option<CellSize>,
}

impl Default for Show {
    fn default() -> Self {
        let (strategy, touching) = (Strategy::Auto, Touching::Closed);
        Self { scene: SceneKind::Mixed, count: 10_000, strategy, touching, cell: None }
    }
}

/// Why a wish cannot be met.
#[derive(Debug, Error)]
pub(crate) enum AskError {
    #[error(transparent)]
    Scene(#[from] collide_scenes::UnknownScene),
    #[error(transparent)]
    Strategy(#[from] collide2d::UnknownStrategy),
    #[error(transparent)]
    Cell(#[from] collide2d::CellSizeError),
    #[error(transparent)]
    Touching(#[from] collide2d::UnknownTouching),
    #[error("count: must be from {least} to {most}, is {count}", least = COUNTS.start(), most = COUNTS.end())]
    Count { count: u32 },
    #[error("brute force: every one against every other is for {MOST_BY_BRUTE_FORCE} entities at most, here are {0}")]
    BruteForce(u32),
    #[error("pile: everyone in one place is for {MOST_PILED} entities at most, here are {0}")]
    Pile(u32),
    #[error("view: must be a rectangle")]
    View,
}

impl Change {
    /// What is shown after the change.
    pub(crate) fn of(&self, show: &Show) -> Result<Show, AskError> {
        let mut next = *show;
        if let Some(scene) = &self.scene {
            next.scene = scene.parse::<SceneKind>()?;
        }
        if let Some(strategy) = &self.strategy {
            next.strategy = strategy.parse::<Strategy>()?;
        }
        if let Some(touching) = &self.touching {
            next.touching = touching.parse::<Touching>()?;
        }
        if let Some(cell) = self.cell {
            next.cell = if cell == 0.0 { None } else { Some(CellSize::new(cell)?) };
        }
        next.count = self.count.unwrap_or(next.count);
        match next {
            Show { count, .. } if !COUNTS.contains(&count) => Err(AskError::Count { count }),
            Show { strategy: Strategy::BruteForce, count, .. } if count > MOST_BY_BRUTE_FORCE => {
                Err(AskError::BruteForce(count))
            }
            Show { scene: SceneKind::Pile, count, .. } if count > MOST_PILED => Err(AskError::Pile(count)),
            _ => Ok(next),
        }
    }
}

/// The rectangle in sight.
pub(crate) fn viewport([left, low, right, high]: [f32; 4]) -> Result<Rect, AskError> {
    Rect::new(Vec2::new(left, low), Vec2::new(right, high)).map_err(|_| AskError::View)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(json: &str) -> Result<Show, AskError> {
        serde_json::from_str::<Change>(json).unwrap().of(&Show::default())
    }

    #[test]
    fn wishes_are_met_within_bounds() {
        let show =
            change(r#"{"scene": "towns", "count": 5000, "strategy": "rtree", "touching": "open", "cell": 2}"#).unwrap();
        let (strategy, touching, cell) = (Strategy::RTree, Touching::Open, CellSize::new(2.0).ok());
        let expected = Show { scene: SceneKind::Towns, count: 5_000, strategy, touching, cell };
        assert_eq!(show, expected);
        assert_eq!(change("{}").unwrap(), Show::default());
        assert_eq!(change(r#"{"cell": 0}"#).unwrap(), Show::default());
        for (refused, why) in [
            (r#"{"count": 99}"#, "count: must be from 100 to 100000, is 99"),
            (r#"{"count": 100001}"#, "count: must be from 100 to 100000, is 100001"),
            (r#"{"count": 10001, "strategy": "brute"}"#, "brute force: every one"),
            (r#"{"scene": "pile"}"#, "pile: everyone in one place"),
            (r#"{"scene": "none"}"#, "unknown scene `none`"),
            (r#"{"strategy": "none"}"#, "strategy: must be"),
            (r#"{"cell": -1}"#, "cell: must be a finite number above 0, is -1"),
            (r#"{"touching": "perhaps"}"#, "touching: must be"),
        ] {
            let error = change(refused).unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn a_viewport_is_a_rectangle() {
        assert!(viewport([0.0, 0.0, 1.0, 1.0]).is_ok());
        assert!(viewport([1.0, 0.0, 0.0, 1.0]).is_err());
        assert!(viewport([f32::NAN, 0.0, 1.0, 1.0]).is_err());
    }
}
