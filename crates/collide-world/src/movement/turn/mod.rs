//! Turning about a pivot: doors, barriers and turrets.

mod path;

use collide_core::columns::Row;
use collide_core::{Circle, DVec2, IntoArg, OrientedRect, Relation, Shape, overlaps, relation, rounding};

use super::rounding_unit;
use crate::base::Meter;
use crate::query::Words;
use crate::{Filter, Handle, Outcomes, OverBudget, Queries, Query, Question, Turning};
use path::{MAX_STEP, Path};

/// The result of a [`turn`](Queries::turn).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    /// The rectangle at its end. Its interior overlaps that of no blocker, unless it did at the start.
    pub rect: OrientedRect,
    /// The part of the angle that was blocked, in radians: zero if it turned all the way.
    pub left: f32,
    /// The entity that blocks it.
    pub hit: Option<Handle>,
}

impl Words for Turn {
    fn words(&self) -> impl Iterator<Item = u32> {
        let Self { rect, left, ref hit } = *self;
        let numbers = rect.to_row().into_iter().chain([left]);
        numbers.map(f32::to_bits).chain(hit.words())
    }
}

/// The results of [`Queries::turn_batch_into`].
pub type Turns = Outcomes<Turn>;

/// The maximum number of steps of a turn.
const MAX_STEPS: usize = 1 << 14;

/// The maximum number of angles at which the end is tried: each is twice as far back as the one before.
const MAX_ENDS: u32 = 40;

/// # Turning
impl Queries<'_> {
    /// Turns a rectangle about a pivot until an entity blocks it: doors, barriers and turrets.
    ///
    /// **Guarantee**, for every finite input:
    /// - The interior of the end overlaps that of no blocker, if that holds for the start. This is exact.
    /// - It passes no blocker on the way, however thin. On each step there is a line between each part of the
    ///   rectangle and the blocker, and the part gets at most one position beyond it: the spacing of `f32` numbers at
    ///   the farthest coordinate around.
    ///
    /// The rectangle follows a circle in real arithmetic. Its end is rounded to `f32`: the center to at most two
    /// positions from the circle, and the rotor. So a door that turns tick after tick leaves its hinge slowly. Leave
    /// some room between the hinge and the wall, and place the door at its hinge again when it is closed.
    ///
    /// **Blockers** are the entities that the query accepts. Sensors never block. Exclude the entity itself with
    /// [`Query::except`]. The entities stand still. If the rectangle overlaps a blocker at the start, it does not turn.
    ///
    /// **Cost:** an overlap query with the box around the way, and for each entity there a test of some hundreds of
    /// nanoseconds in each step. A step is at most `pi / 8`, and shorter close to a blocker. A turn has at most 16,384
    /// steps, and ends where the last one does.
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    /// use collide_core::{Circle, OrientedRect, Rotor, Vec2};
    /// use collide_world::{Query, Settings, Turning, World};
    /// let mut world = World::new(Settings::default());
    /// let closed = OrientedRect::new(Vec2::new(1.0, 0.0), Vec2::new(1.0, 0.125), Rotor::IDENTITY)?;
    /// let door = world.insert(closed)?;
    /// let hinge = Vec2::new(0.0, 0.0);
    /// let turning = Turning::new(closed, hinge, FRAC_PI_2)?;
    /// let open = world.queries().turn(Query::new(turning).except(door));
    /// assert!(open.rect.center().distance(Vec2::new(0.0, 1.0)) < 1e-6);
    /// assert_eq!((open.left, open.hit), (0.0, None));
    ///
    /// let player = world.insert(Circle::new(Vec2::new(1.0, 1.5), 0.5)?)?;
    /// let half_open = world.queries().turn(Query::new(turning).except(door));
    /// assert_eq!(half_open.hit, Some(player));
    /// assert!(half_open.left > 0.5 && half_open.left < 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turn(&self, query: impl IntoArg<Query<Turning>>) -> Turn {
        let query = query.into();
        let turn = self.turn_in(&query, &mut Vec::new());
        self.record(Question::Turn(std::slice::from_ref(&query).into()), &[turn]);
        turn
    }

    /// [`turn`](Self::turn) for many rectangles. Each turns by itself: they do not block each other, unless they are
    /// entities of the world. The results are in the order of the queries.
    ///
    /// **Cost:** that of single turns, on the world's threads. Does not allocate once `out` has grown.
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    /// use collide_core::{OrientedRect, Rotor, Vec2};
    /// use collide_world::{Turning, Turns, World};
    /// let wing = |x: f32| OrientedRect::new(Vec2::new(x, 0.0), Vec2::new(1.0, 0.125), Rotor::IDENTITY);
    /// // Two wings of a gate, which open to the same side.
    /// let wings = [Turning::new(wing(1.0)?, Vec2::ZERO, FRAC_PI_2)?, Turning::new(wing(5.0)?, [6.0, 0.0], -FRAC_PI_2)?];
    /// let mut turns = Turns::default();
    /// World::default().queries().turn_batch_into(&wings.map(Into::into), &mut turns)?;
    /// assert!(turns.list().iter().all(|turn| turn.left == 0.0 && (turn.rect.center().y - 1.0).abs() < 1e-6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn_batch_into(&self, queries: &[Query<Turning>], out: &mut Turns) -> Result<(), OverBudget> {
        let turn = |query: &Query<Turning>, blockers: &mut _, _: &mut Meter| self.turn_in(query, blockers);
        out.fill(self, queries, |query| query.what.rect().center(), turn)?;
        self.record(Question::Turn(queries.into()), out.list());
        Ok(())
    }

    /// Turns with a buffer for the entities around.
    fn turn_in(&self, query: &Query<Turning>, blockers: &mut Vec<(u32, Shape)>) -> Turn {
        let (path, start) = (Path::new(&query.what), query.what.rect());
        let total = f64::from(query.what.angle().abs());
        // No point goes farther than along its circle, or to the other side of it.
        let reach = start.aabb().expanded(path.radius * total.min(2.0));
        let unit = rounding_unit(&reach);
        self.near(&reach.expanded(unit * 4.0), &Filter { sensors: false, ..query.filter }, blockers);
        // Only what no point of the rect passes by: far from a pivot the decisions below are rounded too coarsely.
        let radius = rounding::add_up(path.radius, unit * 4.0);
        if let Ok(reached) = Circle::new(query.what.pivot(), radius) {
            blockers.retain(|(_, shape)| overlaps(reached, *shape));
        }
        blockers.sort_unstable_by_key(|(slot, _)| *slot);
        let hinge = Hinge { path, blockers, unit };
        let (angle, blocker) = match hinge.overlapped(&start) {
            Some(slot) => (0.0, Some(slot)),
            None => hinge.open(total),
        };
        let (rect, angle, overlapped) = hinge.end(&start, angle);
        if angle == total {
            return Turn { rect, left: 0.0, hit: None };
        }
        let left = ((total - angle) as f32).copysign(query.what.angle()) + 0.0;
        Turn { rect, left, hit: blocker.or(overlapped).map(|slot| self.handle(slot)) }
    }
}

/// A rectangle on its path, and what is around.
struct Hinge<'a> {
    path: Path,
    /// The entities around, by slot.
    blockers: &'a [(u32, Shape)],
    /// The spacing of positions.
    unit: f64,
}

impl Hinge<'_> {
    /// The first entity whose interior overlaps that of the rectangle.
    fn overlapped(&self, rect: &OrientedRect) -> Option<u32> {
        let bound = rect.aabb();
        let overlaps = |blocker: &&(u32, Shape)| {
            blocker.1.aabb().intersects(&bound) && relation(*rect, blocker.1) == Relation::Interior
        };
        self.blockers.iter().find(overlaps).map(|(slot, _)| *slot)
    }

    /// The angle up to which nothing is in the way, and what is there.
    fn open(&self, total: f64) -> (f64, Option<u32>) {
        // Half of what the guarantee allows: the other half is far more than the rounding of `f64`.
        let tolerance = self.unit * 0.5;
        let (mut angle, mut step, mut blocker) = (0.0, MAX_STEP, None);
        for _ in 0..MAX_STEPS {
            if angle >= total {
                return (total, None);
            }
            let next = if step < total - angle { angle + step } else { total };
            let is_in_the_way = |blocker: &&(u32, Shape)| !self.path.is_beside([angle, next], &blocker.1, tolerance);
            if let Some((slot, _)) = self.blockers.iter().find(is_in_the_way) {
                blocker = Some(*slot);
                step = (next - angle) * 0.5;
                if step * self.path.radius <= self.unit * 0.25 {
                    break;
                }
            } else {
                (angle, step) = (next, (step * 2.0).min(MAX_STEP));
            }
        }
        (angle, blocker)
    }

    /// The rectangle at an angle, or as little before it as it is free, with its angle, and what it would overlap at the
    /// angle itself. The start is free, or the only place.
    fn end(&self, start: &OrientedRect, angle: f64) -> (OrientedRect, f64, Option<u32>) {
        let mut overlapped = None;
        let steps = (0..MAX_ENDS).map(|number| (1_u64 << number) as f64 * self.unit / self.path.radius);
        let angles = std::iter::once(angle).chain(steps.map(|back| angle - back));
        for here in angles.take_while(|here| *here > 0.0) {
            for moved in AROUND {
                let Some(rect) = self.path.place(here, DVec2::from(moved) * self.unit) else { continue };
                match self.overlapped(&rect) {
                    None => return (rect, here, overlapped),
                    slot => overlapped = overlapped.or(slot),
                }
            }
        }
        (*start, 0.0, overlapped)
    }
}

/// A place and those around it, in positions.
const AROUND: [[f64; 2]; 9] =
    [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
