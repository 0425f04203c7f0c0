//! Move and slide: straight moves, along what blocks them.

mod batch;
mod candidates;
mod corner;
mod group;
mod overlapped;
mod placed;
mod reach;
mod slider;
mod slides;
mod step;
mod surroundings;
#[cfg(test)]
mod tests;
mod unblocked;

use collide_core::{IntoArg, Moving, Shape, Vec2};
use smallvec::SmallVec;

use crate::query::Words;
use crate::{Handle, Queries, Query, SlideOptions};
use surroundings::Surroundings;

pub use slides::Slides;

pub(super) use placed::PlacedMovers;
pub(super) use slides::SlideColumns;

/// What a sliding shape ran into.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideHit {
    /// The entity.
    pub handle: Handle,
    /// The unit vector from the moving shape to the entity, normal to the surfaces in contact.
    pub normal: Vec2,
    /// A contact point.
    pub point: Vec2,
    /// When, as a fraction of the motion from 0 to 1.
    pub time: f32,
}

/// The result of a [`slide`](Queries::slide).
#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// The shape at its end. Its interior overlaps that of no blocker, unless it did at the start.
    pub shape: Shape,
    /// The motion that is left where the shape stopped, because something blocks it there or because it is shorter than
    /// the spacing of positions. Zero if the shape used up its motion, also along what blocked it. The rounding of the
    /// new position is not part of it.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Rect, Vec2};
    /// use collide_world::{Entity, Settings, SlideOptions, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?))?; // a floor
    /// world.step();
    /// let slide = |motion| -> Result<_, collide_core::ShapeError> {
    ///     let ball = Moving::new(Circle::new(Vec2::new(0.0, 1.5), 0.5)?, motion)?;
    ///     Ok(world.queries().slide(ball, &SlideOptions::default()))
    /// };
    /// assert_eq!(slide(Vec2::new(0.0, -3.0))?.left, Vec2::new(0.0, -2.0)); // falls one, and stops
    /// assert_eq!(slide(Vec2::new(2.0, -2.0))?.left, Vec2::ZERO); // falls one, and goes on along the floor
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub left: Vec2,
    hits: SmallVec<[SlideHit; 2]>,
}

impl Slide {
    /// What the shape ran into, in order of time.
    #[must_use]
    pub fn hits(&self) -> &[SlideHit] {
        &self.hits
    }
}

impl Words for Slide {
    fn words(&self) -> impl Iterator<Item = u32> {
        let Self { shape, left, hits } = self;
        let of_hits = hits.iter().flat_map(|SlideHit { handle, normal, point, time }| {
            handle.words().chain(normal.words()).chain(point.words()).chain(time.words())
        });
        shape.words().chain(left.words()).chain([hits.len() as u32]).chain(of_hits)
    }
}

/// # Movement
impl Queries<'_> {
    /// Move and slide: moves a shape until its motion is used up, along the entities that block it.
    ///
    /// The shape makes straight moves. A move ends where an entity blocks it; the next one follows the surface with the
    /// remaining motion. There is no skin and no tolerance: the end is an `f32` position, chosen so that the
    /// guarantee holds.
    ///
    /// **Guarantee**, exact for every finite input:
    /// - The interior of the end shape overlaps that of no blocker, if that holds for the start.
    /// - No move passes a blocker, however thin: the swept shape, which is the area that the shape covers on a move,
    ///   overlaps the interior of no blocker.
    /// - Each move is at most as long as the remaining motion.
    /// - A [`Rect`](collide_core::Rect) keeps its size, as [`place`](collide_core::swept::place) does.
    ///
    /// **Progress.** Along a wall parallel to an axis the shape moves by that component of the motion, to the nearest
    /// position, also through a corridor that is exactly as wide as the shape. Along other walls each call loses at
    /// most a few times the spacing of `f32` positions. A seam between two tiles or a concave joint of two walls, where the
    /// second stands out by the rounding of its position, does not stop it. A constant motion into a corner comes to rest.
    ///
    /// **Blockers** are the entities that the query accepts. Sensors never block. Exclude the entity itself with
    /// [`Query::except`]. The entities stand still. A blocker that the shape overlaps at the start blocks only motions
    /// that lead deeper into it, within the error of [`penetration`](collide_core::penetration).
    ///
    /// **Cost:** what a [sweep](Self::sweep) along the moves costs, and for a motion of up to eight times the extent of the
    /// shape an overlap query with its box: so a long motion costs what is along it, up to where the shape gets. Besides,
    /// each move is tested against each entity near it, some tens of nanoseconds each and about ten times as much for
    /// polygons. There are at most [`max_bounces`](SlideOptions::max_bounces)` + 1` moves and 64 more over seams. Each
    /// takes usually one to three tests of each entity near it; at most 14 to find its end and 84 to find a position at
    /// an obstacle, but a test that finds the move blocked ends at the first entity. In the worst known case, a circle
    /// in a bow of overlapping chords, that is about a microsecond for each entity that the shape touches or nearly does,
    /// and move. What the shape overlaps at the start is decided once, and then costs about a nanosecond a move.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Rect, Shape, Vec2};
    /// use collide_world::{Entity, Query, Settings, SlideOptions, World};
    /// let mut world = World::new(Settings::default());
    /// let floor = world.insert(Entity::fixed(Rect::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?))?;
    /// world.step();
    /// let ball = Moving::new(Circle::new(Vec2::new(0.0, 1.5), 0.5)?, Vec2::new(2.0, -2.0))?;
    /// let slide = world.queries().slide(ball, &SlideOptions::default());
    /// assert_eq!(slide.shape, Circle::new(Vec2::new(2.0, 0.5), 0.5)?.into()); // falls one, then slides on the floor
    /// assert_eq!((slide.hits()[0].handle, slide.hits()[0].time), (floor, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn slide(&self, query: impl IntoArg<Query<Moving>>, options: &SlideOptions<'_>) -> Slide {
        let query = query.into();
        let slide = self.slide_in(&query, None, options, &mut Surroundings::default());
        self.log_slides(std::slice::from_ref(&query), options, std::slice::from_ref(&slide));
        slide
    }
}
