//! The messages of a client: a JSON object with one member.

use collide_rules::Input;
use collide_scenes::{SceneKind, UnknownScene};
use collide2d::{CellSize, Rect, Strategy, Touching, Vec2};
use serde::Deserialize;
use thiserror::Error;

use super::probe::Probe;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// The viewport: min x and y, max x and y; `None` while the page is hidden.
    View(Option<[f32; 4]>),
    /// Acknowledges this number of drawn frames. More than were sent is an error.
    Drawn(u32),
    /// Shows a remembered tick instead of the present one, to this client only. For a recording, to all clients.
    At(Option<u64>),
    /// Follows the entity nearest to a point, within a distance: x, y, distance.
    Inspect(Option<[f32; 3]>),
    /// Changes the world, for all clients.
    Set(Change),
    Pause(bool),
    /// Runs this number of ticks while paused, in addition to those that are still to be run.
    Step(u16),
    /// The speed of a recording, in ticks per 1/60 s.
    Speed(f32),
    /// Whether frames have the boxes of the R-tree, if there is one.
    Boxes(bool),
    /// Gives the client an entity to steer, at a place, or takes it away.
    Player(Option<[f32; 2]>),
    /// The direction of the client's entity.
    Steer([f32; 2]),
    /// Adds an entity at a place.
    Spawn([f32; 2]),
    /// Moves the followed entity to a place.
    Drag([f32; 2]),
    /// What the client's actor does in the duel.
    Input(Input),
    /// Drops a crowd of attackers at a place of the duel, or removes it.
    Crowd(Option<[f32; 2]>),
    /// Starts a recording of the duel, or ends it and asks for it.
    Record(bool),
    /// A query to answer at each tick, until another one or none replaces it.
    Probe(Option<Probe>),
}

/// A change of the arena. A field that is left out stays the same.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) scene: Option<String>,
    pub(crate) count: Option<u32>,
    pub(crate) strategy: Option<String>,
    pub(crate) touching: Option<String>,
    /// The side of the cells of a uniform grid; 0 lets the engine choose.
    pub(crate) cell: Option<f32>,
}

/// The limit of entities in an arena.
pub const MAX_COUNT: u32 = 100_000;

/// The limits of the number of entities.
pub(crate) const COUNTS: std::ops::RangeInclusive<u32> = 100..=MAX_COUNT;

/// The limit of entities with brute force.
const MAX_BRUTE_FORCE: u32 = 10_000;

/// The limit of entities in the scene `pile`, where a quarter of all possible pairs overlap.
const MAX_PILE: u32 = 2_000;

/// A scene of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    /// The game of `collide-rules`.
    Duel,
    Generated(SceneKind),
}

impl Scene {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Duel => "duel",
            Self::Generated(kind) => kind.name(),
        }
    }

    fn parse(name: &str) -> Result<Self, UnknownScene> {
        if name == Self::Duel.name() { Ok(Self::Duel) } else { name.parse().map(Self::Generated) }
    }
}

/// What the arena shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Show {
    pub(crate) scene: Scene,
    pub(crate) count: u32,
    pub(crate) strategy: Strategy,
    pub(crate) touching: Touching,
    pub(crate) cell: Option<CellSize>,
}

impl Default for Show {
    fn default() -> Self {
        let (strategy, touching) = (Strategy::Auto, Touching::Closed);
        Self { scene: Scene::Generated(SceneKind::Mixed), count: 1_000, strategy, touching, cell: None }
    }
}

/// Why a client message is rejected.
#[derive(Debug, Error)]
pub(crate) enum ClientMessageError {
    #[error(transparent)]
    Scene(#[from] UnknownScene),
    #[error(transparent)]
    Strategy(#[from] collide2d::error::UnknownStrategy),
    #[error(transparent)]
    Cell(#[from] collide2d::error::CellSizeError),
    #[error(transparent)]
    Touching(#[from] collide2d::error::UnknownTouching),
    #[error("count: must be from {min} to {max}, is {count}", min = COUNTS.start(), max = COUNTS.end())]
    Count { count: u32 },
    /// The page shows an estimate of what it would take.
    #[error("brute force: limited to {MAX_BRUTE_FORCE} entities, now {0}")]
    BruteForce(u32),
    #[error("pile: limited to {MAX_PILE} entities, now {0}")]
    Pile(u32),
    #[error("view: must be a rectangle")]
    View,
}

impl ClientMessage {
    /// This message after an `older` one of the same kind, as one message. Numbers of ticks are added, changes are
    /// combined; otherwise only the newest message counts.
    pub(crate) fn after(self, older: Self) -> Self {
        match (older, self) {
            (Self::Step(older), Self::Step(newer)) => Self::Step(older.saturating_add(newer)),
            (Self::Set(older), Self::Set(newer)) => Self::Set(newer.after(older)),
            (Self::Input(older), Self::Input(newer)) => Self::Input(newer.after(&older)),
            (_, newer) => newer,
        }
    }
}

impl Change {
    /// This change after an `older` one, as one change.
    pub(crate) fn after(self, older: Self) -> Self {
        Self {
            scene: self.scene.or(older.scene),
            count: self.count.or(older.count),
            strategy: self.strategy.or(older.strategy),
            touching: self.touching.or(older.touching),
            cell: self.cell.or(older.cell),
        }
    }

    /// What is shown after the change.
    pub(crate) fn of(&self, show: &Show) -> Result<Show, ClientMessageError> {
        let mut next = *show;
        if let Some(scene) = &self.scene {
            next.scene = Scene::parse(scene)?;
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
            Show { count, .. } if !COUNTS.contains(&count) => Err(ClientMessageError::Count { count }),
            Show { strategy: Strategy::BruteForce, count, .. } if count > MAX_BRUTE_FORCE => {
                Err(ClientMessageError::BruteForce(count))
            }
            Show { scene: Scene::Generated(SceneKind::Pile), count, .. } if count > MAX_PILE => {
                Err(ClientMessageError::Pile(count))
            }
            _ => Ok(next),
        }
    }
}

/// The viewport as a rectangle.
pub(crate) fn viewport([left, low, right, high]: [f32; 4]) -> Result<Rect, ClientMessageError> {
    Rect::new(Vec2::new(left, low), Vec2::new(right, high)).map_err(|_| ClientMessageError::View)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(json: &str) -> Result<Show, ClientMessageError> {
        serde_json::from_str::<Change>(json).unwrap().of(&Show::default())
    }

    #[test]
    fn changes_are_accepted_within_limits() {
        let show =
            change(r#"{"scene": "towns", "count": 5000, "strategy": "rtree", "touching": "open", "cell": 2}"#).unwrap();
        let (strategy, touching, cell) = (Strategy::RTree, Touching::Open, CellSize::new(2.0).ok());
        let expected = Show { scene: Scene::Generated(SceneKind::Towns), count: 5_000, strategy, touching, cell };
        assert_eq!(show, expected);
        assert_eq!(change("{}").unwrap(), Show::default());
        assert_eq!(change(r#"{"cell": 0}"#).unwrap(), Show::default());
        for (refused, why) in [
            (r#"{"count": 99}"#, "count: must be from 100 to 100000, is 99"),
            (r#"{"count": 100001}"#, "count: must be from 100 to 100000, is 100001"),
            (r#"{"count": 10001, "strategy": "brute"}"#, "brute force: limited to 10000 entities, now 10001"),
            (r#"{"scene": "pile", "count": 2001}"#, "pile: limited to 2000 entities, now 2001"),
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
