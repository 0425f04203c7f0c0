//! Turning about a pivot: doors, barriers and turrets.

mod passes;
mod path;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use collide_core::columns::Row;
use collide_core::{Aabb, Circle, DVec2, IntoArg, OrientedRect, Relation, Shape, overlaps, relation, rounding};

use super::measures::{rounding_unit, sort_by_slot};
use crate::base::{Meter, work};
use crate::query::Words;
use crate::{Filter, Handle, Outcomes, OverBudget, Queries, Query, Question, Turning};
use passes::Passes;
use path::Path;

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

/// The maximum number of angles at which the end is tried: each is twice as far back as the one before.
const MAX_ENDS: u32 = 40;

/// The buffers of a turn.
#[derive(Debug, Default)]
pub(super) struct Doorway {
    /// The entities around, by slot.
    blockers: Vec<(u32, Shape)>,
    passes: Passes,
    pub(super) meter: Meter,
}

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
    /// **Cost:** an overlap query with the box around the way, and some tests of half a microsecond for each entity that
    /// the rectangle may reach. Each of them has its own steps of at most `pi / 8`, shorter close to it: about 20 tests
    /// for one that is passed by a wide margin, about 100 by a few positions. At most 16,384 tests for one entity and
    /// 1,048,576 in all: a turn that needs more ends where the last one does.
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
        let turn = self.turn_in(&query, &mut Doorway::default());
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
        let turn = |query: &Query<Turning>, doorway: &mut Doorway, meter: &mut Meter| {
            doorway.meter = *meter;
            let turn = self.turn_in(query, doorway);
            *meter = doorway.meter;
            turn
        };
        out.fill(self, queries, |query| query.what.rect().center(), turn)?;
        self.record(Question::Turn(queries.into()), out.list());
        Ok(())
    }

    /// Turns with buffers.
    fn turn_in(&self, query: &Query<Turning>, doorway: &mut Doorway) -> Turn {
        let Doorway { blockers, passes, meter } = doorway;
        let (path, start) = (Path::new(&query.what), query.what.rect());
        let total = f64::from(query.what.angle().abs());
        // No point goes farther than along its circle, or to the other side of it.
        let reach = start.aabb().expanded(path.radius * total.min(2.0));
        let unit = rounding_unit(&reach);
        let (area, filter) = (reach.expanded(unit * 4.0), Filter { sensors: false, ..query.filter });
        blockers.clear();
        self.scope.near_each(&area, &filter, usize::MAX, (meter, |_| work::COPY), |slot, shape| {
            blockers.push((slot, shape));
            ControlFlow::Continue(())
        });
        // Only what no point of the rect passes by: far from a pivot the decisions below are rounded too coarsely.
        let radius = rounding::add_up(path.radius, unit * 4.0);
        if let Ok(reached) = Circle::new(query.what.pivot(), radius) {
            blockers.retain(|(_, shape)| {
                meter.add(work::turn::NEAR);
                !meter.is_over() && overlaps(reached, *shape)
            });
        }
        sort_by_slot(blockers);
        let ends = Ends { path: &path, blockers, unit };
        let (angle, blocker) = match ends.overlapped(&start, meter) {
            Some(index) => (0.0, Some(index)),
            None => passes.open(&path, blockers, total, unit, meter),
        };
        let (rect, angle, overlapped) = ends.nearest(&start, angle, meter);
        if angle == total {
            return Turn { rect, left: 0.0, hit: None };
        }
        let left = ((total - angle) as f32).copysign(query.what.angle()) + 0.0;
        let hit = blocker.or(overlapped).map(|index| self.scope.handle(blockers[index].0));
        Turn { rect, left, hit }
    }
}

/// The `f32` places at which a rectangle may end.
struct Ends<'a> {
    path: &'a Path,
    /// The entities around, by slot.
    blockers: &'a [(u32, Shape)],
    /// The spacing of positions.
    unit: f64,
}

impl Ends<'_> {
    /// The index of the first blocker whose interior overlaps that of the rectangle.
    fn overlapped(&self, rect: &OrientedRect, meter: &mut Meter) -> Option<usize> {
        let bound = rect.aabb();
        let index = self.blockers.iter().position(|(_, shape)| overlaps_interior(rect, &bound, shape));
        meter.add(index.map_or(self.blockers.len(), |index| index + 1) as u64 * work::turn::END);
        index
    }

    /// The rectangle at an angle, or as little before it as it is free, with its angle, and the index of what it would
    /// overlap at the angle itself. The start is free, or the only place.
    fn nearest(&self, start: &OrientedRect, angle: f64, meter: &mut Meter) -> (OrientedRect, f64, Option<usize>) {
        let (mut first, mut last) = (None, None);
        let steps = (0..MAX_ENDS).map(|number| (1_u64 << number) as f64 * self.unit / self.path.radius);
        let angles = std::iter::once(angle).chain(steps.map(|back| angle - back));
        for here in angles.take_while(|here| *here > 0.0) {
            if meter.is_over() {
                break;
            }
            for moved in AROUND {
                let Some(rect) = self.path.place(here, DVec2::from(moved) * self.unit) else { continue };
                // What the place before overlaps is often still there.
                let is_still = |index: &usize| overlaps_interior(&rect, &rect.aabb(), &self.blockers[*index].1);
                last = last.filter(is_still).or_else(|| self.overlapped(&rect, meter));
                if last.is_none() {
                    return (rect, here, first);
                }
                first = first.or(last);
            }
        }
        (*start, 0.0, first)
    }
}

/// Whether the interiors overlap. The bound is that of the rectangle.
fn overlaps_interior(rect: &OrientedRect, bound: &Aabb, shape: &Shape) -> bool {
    shape.aabb().intersects(bound) && relation(*rect, *shape) == Relation::Interior
}

/// A place and those around it, in positions.
const AROUND: [[f64; 2]; 9] =
    [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
