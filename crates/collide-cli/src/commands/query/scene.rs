//! The shapes that are queried, at a tick or between two.

use collide2d::error::PastError;
use collide2d::{Handle, History, Layers, OrientedRect, Queries, Rect, Rotor, Settings, Shape, Vec2};

use crate::failure::Failure;
use crate::input::{Frame, InputError, Recording, Time};
use crate::player::Player;

/// Layers without pairs, so that the steps of a world are cheap. Queries still find these entities.
const NO_PAIRS: Layers = Layers { category: 0, mask: 0, group: 0 };

/// The shapes to query.
pub(super) struct Scene {
    player: Player,
    shape_count: usize,
    /// For a time between two ticks: this time in ticks of the world.
    between: Option<f64>,
}

impl Scene {
    /// The shapes of a recording at a time. `teleport_distance` is [`History::teleport_distance`], or `None` for no
    /// limit.
    pub(super) fn new(
        recording: &Recording,
        at: Option<Time>,
        teleport_distance: Option<f32>,
        settings: Settings,
    ) -> Result<Self, Failure> {
        let id_count = recording.ids.len();
        let (from, to, fraction) = match find_moment(recording, at)? {
            Moment::At(frame) => {
                let mut player = Player::new(settings);
                player.show(frame)?;
                player.world.refresh();
                return Ok(Self { player, shape_count: frame.rows.len(), between: None });
            }
            Moment::Between { from, to, fraction } => (from, to, fraction),
        };
        let shape_count = from.rows.len();
        let ([from, to], longest) = unify_kinds(from, to, id_count);
        let history = History { ticks: 2, teleport_distance: teleport_distance.unwrap_or(longest) };
        let mut player = Player::new(Settings { history, ..settings }).with_layers(NO_PAIRS);
        for frame in [from, to] {
            player.show(&frame)?;
            player.world.step();
        }
        // At tick 2 itself the shapes are those of `to`.
        Ok(Self { player, shape_count, between: Some(1.0 + fraction.min(1.0 - f64::EPSILON)) })
    }

    pub(super) fn queries(&self) -> Result<Queries<'_>, PastError> {
        self.between.map_or(Ok(self.player.world.queries()), |time| self.player.world.at(time))
    }

    pub(super) fn shape_count(&self) -> usize {
        self.shape_count
    }

    /// The number of the id of a shape.
    pub(super) fn number(&self, handle: Handle) -> u32 {
        self.player.number(handle)
    }
}

/// The frames of a recording for a time.
enum Moment<'a> {
    At(&'a Frame),
    Between { from: &'a Frame, to: &'a Frame, fraction: f64 },
}

fn find_moment(recording: &Recording, at: Option<Time>) -> Result<Moment<'_>, InputError> {
    let ticks = recording.ticks.as_slice();
    let (file, list) = (recording.file.clone(), recording.tick_list());
    let Some(time) = at else {
        return match ticks {
            [only] => Ok(Moment::At(only)),
            _ => Err(InputError::ManyTicks { file, ticks: list, option: "--at TICK" }),
        };
    };
    // A file without ticks has the same shapes at any tick.
    if let [only] = ticks
        && only.tick == 0
    {
        return Ok(Moment::At(only));
    }
    let next = ticks.partition_point(|frame| frame.tick <= time.tick);
    match (next.checked_sub(1).map(|last| &ticks[last]), ticks.get(next)) {
        (Some(from), _) if from.tick == time.tick && time.fraction == 0.0 => Ok(Moment::At(from)),
        (Some(from), Some(to)) => {
            let fraction = ((time.tick - from.tick) as f64 + time.fraction) / (to.tick - from.tick) as f64;
            Ok(Moment::Between { from, to, fraction })
        }
        _ => Err(InputError::NoTime { file, time, ticks: list }),
    }
}

/// The shapes of both frames, and the longest move of any shape. If a rectangle is a `Rect` in only one of the frames, it
/// becomes an `OrientedRect` in both, so that it is interpolated.
fn unify_kinds(from: &Frame, to: &Frame, id_count: usize) -> ([Frame; 2], f32) {
    let mut next: Vec<Option<usize>> = vec![None; id_count];
    to.rows.iter().enumerate().for_each(|(index, (number, _))| next[*number as usize] = Some(index));
    let [mut from, mut to] = [from, to].map(|frame| Frame { tick: frame.tick, rows: frame.rows.clone() });
    let mut longest = 0.0_f64;
    for (number, a) in &mut from.rows {
        let Some(index) = next[*number as usize] else { continue };
        let b = &mut to.rows[index].1;
        if let (Shape::Rect(rect), Shape::OrientedRect(_)) = (*a, *b) {
            *a = centered(&rect);
        } else if let (Shape::OrientedRect(_), Shape::Rect(rect)) = (*a, *b) {
            *b = centered(&rect);
        }
        longest = longest.max(way(a, b));
    }
    // The factor is larger than the error of rounding.
    ([from, to], (longest * 1.000_001).min(f32::MAX.into()) as f32)
}

/// The rectangle given by its center, rounded to the nearest `f32` like every interpolated position.
fn centered(rect: &Rect) -> Shape {
    let (min, max) = (rect.min().as_dvec2(), rect.max().as_dvec2());
    let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
    OrientedRect::new(center.as_vec2(), half.as_vec2(), Rotor::IDENTITY).map_or((*rect).into(), Shape::from)
}

/// An upper bound of the distance that a shape moves or grows between two ticks; 0 if its kind changes.
fn way(from: &Shape, to: &Shape) -> f64 {
    match (from, to) {
        (Shape::Capsule(a), Shape::Capsule(b)) => {
            convex_way([a.position(), b.position()], [&a.offsets(), &b.offsets()], [a.radius(), b.radius()])
        }
        (Shape::Polygon(a), Shape::Polygon(b)) => {
            convex_way([a.position(), b.position()], [a.offsets(), b.offsets()], [a.radius(), b.radius()])
        }
        (Shape::Circle(_), Shape::Circle(_))
        | (Shape::Rect(_), Shape::Rect(_))
        | (Shape::OrientedRect(_), Shape::OrientedRect(_)) => {
            // The length of the change of its numbers.
            let numbers = from.to_numbers().into_iter().zip(to.to_numbers());
            numbers.map(|(a, b)| (f64::from(b) - f64::from(a)).powi(2)).sum::<f64>().sqrt()
        }
        (Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_), _) => 0.0,
    }
}

/// The distance of the positions, the largest change of an offset, and the change of the radius. If the numbers of
/// offsets differ, the last offset stands for the missing ones.
fn convex_way([from, to]: [Vec2; 2], [a, b]: [&[Vec2]; 2], radii: [f32; 2]) -> f64 {
    let distance = |a: Vec2, b: Vec2| a.as_dvec2().distance(b.as_dvec2());
    let offset = |offsets: &[Vec2], index: usize| offsets[index.min(offsets.len() - 1)];
    let changes = (0..a.len().max(b.len())).map(|index| distance(offset(a, index), offset(b, index)));
    let [r, s] = radii.map(f64::from);
    distance(from, to) + changes.fold(0.0, f64::max) + (s - r).abs()
}
