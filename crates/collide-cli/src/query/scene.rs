//! The shapes that are asked, at a tick or between two.

use collide2d::{DVec2, Handle, History, Layers, OrientedRect, PastError, Queries, Rect, Rotor, Settings, Shape, Vec2};

use super::time::Time;
use crate::failure::Failure;
use crate::input::{Frame, InputError, Recording};
use crate::player::Player;

/// Nobody meets these, so that the steps of a world find no pairs; questions find them all the same.
const ALONE: Layers = Layers { category: 0, mask: 0, group: 0 };

/// Shapes to ask.
pub(crate) struct Scene {
    player: Player,
    shape_count: usize,
    /// The time in ticks of the world, if between two.
    between: Option<f64>,
}

impl Scene {
    /// The shapes of a recording at a time; `farthest` as [`History::farthest`], none for however far.
    pub(crate) fn new(
        recording: &Recording,
        at: Option<Time>,
        farthest: Option<f32>,
        settings: Settings,
    ) -> Result<Self, Failure> {
        let id_count = recording.ids.len();
        let (from, to, part) = match moment(recording, at)? {
            Moment::At(frame) => {
                let mut player = Player::new(settings);
                player.show(frame)?;
                player.world.refresh();
                return Ok(Self { player, shape_count: frame.rows.len(), between: None });
            }
            Moment::Between { from, to, part } => (from, to, part),
        };
        let shape_count = from.rows.len();
        let ([from, to], most) = alike(from, to, id_count);
        let history = History { ticks: 2, farthest: farthest.unwrap_or(most) };
        let mut player = Player::new(Settings { history, ..settings }).on(ALONE);
        for frame in [from, to] {
            player.show(&frame)?;
            player.world.step();
        }
        // Tick 2 itself is another place.
        Ok(Self { player, shape_count, between: Some(1.0 + part.min(1.0 - f64::EPSILON)) })
    }

    pub(crate) fn queries(&self) -> Result<Queries<'_>, PastError> {
        self.between.map_or(Ok(self.player.world.queries()), |time| self.player.world.at(time))
    }

    /// How many shapes there are.
    pub(crate) fn shape_count(&self) -> usize {
        self.shape_count
    }

    /// The number of the id of a shape.
    pub(crate) fn number(&self, handle: Handle) -> u32 {
        self.player.number(handle)
    }
}

/// Where a time is in a recording.
enum Moment<'a> {
    At(&'a Frame),
    Between { from: &'a Frame, to: &'a Frame, part: f64 },
}

fn moment(recording: &Recording, at: Option<Time>) -> Result<Moment<'_>, InputError> {
    let ticks = recording.ticks.as_slice();
    let (file, list) = (recording.file.clone(), recording.tick_list());
    let Some(time) = at else {
        return match ticks {
            [only] => Ok(Moment::At(only)),
            _ => Err(InputError::ManyTicks { file, ticks: list, option: "--at TICK" }),
        };
    };
    // As elsewhere, shapes without ticks are there at any.
    if let [only] = ticks
        && only.tick == 0
    {
        return Ok(Moment::At(only));
    }
    let next = ticks.partition_point(|frame| frame.tick <= time.tick);
    match (next.checked_sub(1).map(|last| &ticks[last]), ticks.get(next)) {
        (Some(from), _) if from.tick == time.tick && time.part == 0.0 => Ok(Moment::At(from)),
        (Some(from), Some(to)) => {
            let part = ((time.tick - from.tick) as f64 + time.part) / (to.tick - from.tick) as f64;
            Ok(Moment::Between { from, to, part })
        }
        _ => Err(InputError::NoTime { file, time, ticks: list }),
    }
}

/// The same shapes, with those alike in kind that can be, and how far any moves: a rectangle around its center is read as one with
/// corners wherever these need no rounding, which may be so at one tick and not at the next.
fn alike(from: &Frame, to: &Frame, id_count: usize) -> ([Frame; 2], f32) {
    let mut next: Vec<Option<usize>> = vec![None; id_count];
    to.rows.iter().enumerate().for_each(|(index, (number, _))| next[*number as usize] = Some(index));
    let [mut from, mut to] = [from, to].map(|frame| Frame { tick: frame.tick, rows: frame.rows.clone() });
    let mut most = 0.0_f64;
    for (number, a) in &mut from.rows {
        let Some(index) = next[*number as usize] else { continue };
        let b = &mut to.rows[index].1;
        match (*a, *b) {
            (Shape::Rect(rect), Shape::OrientedRect(_)) => *a = centered(&rect).unwrap_or(*a),
            (Shape::OrientedRect(_), Shape::Rect(rect)) => *b = centered(&rect).unwrap_or(*b),
            _ => {}
        }
        most = most.max(way(a, b));
    }
    // More than the rounding takes away.
    ([from, to], (most * 1.000_001).min(f32::MAX.into()) as f32)
}

/// The same rectangle by its center, if that needs no rounding.
fn centered(rect: &Rect) -> Option<Shape> {
    let (min, max) = (rect.min().as_dvec2(), rect.max().as_dvec2());
    let exact = |value: DVec2| (value.as_vec2().as_dvec2() == value).then(|| value.as_vec2());
    // Sums of two `f32` of a size are exact in `f64`; those of others do not come out as the corners again.
    let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
    if center - half != min || center + half != max {
        return None;
    }
    OrientedRect::new(exact(center)?, exact(half)?, Rotor::IDENTITY).ok().map(Shape::from)
}

/// How far a shape moves or grows from one tick to the next.
fn way(from: &Shape, to: &Shape) -> f64 {
    let far = |a: Vec2, b: Vec2| (b.as_dvec2() - a.as_dvec2()).length();
    match (from, to) {
        (Shape::Circle(a), Shape::Circle(b)) => {
            far(a.center(), b.center()).max((f64::from(b.radius()) - f64::from(a.radius())).abs())
        }
        (Shape::Rect(a), Shape::Rect(b)) => far(a.min(), b.min()).max(far(a.max(), b.max())),
        (Shape::OrientedRect(a), Shape::OrientedRect(b)) => {
            far(a.center(), b.center()).max(far(a.half_extents(), b.half_extents()))
        }
        _ => 0.0,
    }
}
