use collide_core::Rect;

use crate::Handle;

/// How many entities of one place take part in the pairs of a tick: [`Settings::crowd`](crate::Settings::crowd). The
/// others in the place, the surplus, are in no pair of the tick. So a step ends in bounded time whatever players do,
/// and a crowd costs only itself: all other entities have exactly the pairs of a world without the surplus.
///
/// **The place of an entity** is a square whose side is a power of two, the smallest that is not below the longer side
/// of the entity's bound; the square is at a multiple of its side, and the center of the bound is in it. The corners of the
/// bound are rounded, the same on every machine: an entity whose center is on a border may be in the square on either
/// side. So a place has entities of one size, up to a factor of two. Far from the origin, squares are at least as large as the 33-millionth
/// part of the coordinate.
///
/// **The rule:** in a place with more than `max` dynamic entities, those with a category in `first` come before the
/// others, and then those with the smaller slot before those with the larger one; all after the first `max` are the
/// surplus. Static and sleeping entities are not counted and never left out. The rule depends on the entities alone:
/// not on the strategy, the threads, the ticks before or the language.
///
/// **The bound:** two entities can overlap only if the place of the larger one is the same as or next to the square of
/// that size around the smaller one. So each entity is in at most `9 * max` pairs with dynamic entities of each larger
/// or equal size, counted in powers of two. All entities of one size: at most `4.5 * max` pairs an entity. A static or
/// sleeping entity, too, is in at most `9 * max` pairs with dynamic entities of each larger or equal size. How many walls
/// a small entity overlaps is up to the map.
///
/// **What it costs others:** size is the longer side of the bound, whatever the shape. Of many long thin bars side by
/// side, at most `max` in a square of their length are in pairs, also if no two of them touch. Entities that collide
/// with nothing, such as bullets of one team, count like others. Choose `max` well above what an honest crowd needs: a
/// square has at most eight circles of its size that do not overlap, so 32 is four layers of them.
///
/// **Surplus entities** are moved, found by queries and visible to observers like all others. The limits of those calls
/// are separate. With [events](crate::World::events), a pair that loses an entity to the surplus is kept: it has no
/// event until both take part again, and then it has stayed or ended. A surplus entity keeps at most `4 * max` such
/// pairs; further ones end.
///
/// ```
/// use collide_core::Circle;
/// use collide_world::{CrowdLimit, Settings, World};
/// let limit = CrowdLimit::new(16);
/// let mut world = World::new(Settings { crowd: Some(limit), ..Settings::default() });
/// for _ in 0..1_000 {
///     world.insert(Circle::new([5.0, 5.0], 0.5)?)?;
/// }
/// let report = *world.step();
/// assert_eq!((report.pair_count, report.surplus_count), (16 * 15 / 2, 984));
/// let crowd = report.crowd.unwrap();
/// assert_eq!((crowd.count, crowd.surplus_count), (1_000, 984));
/// assert_eq!((crowd.area.min(), crowd.area.max()), ([4.5, 4.5].into(), [5.5, 5.5].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct CrowdLimit {
    /// The maximum number of dynamic entities of a place that take part.
    pub max: u32,
    /// The entities with one of these [categories](crate::Layers::category) come first: players before monsters, for
    /// example. None by default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub first: u64,
}

impl CrowdLimit {
    /// At most `max` entities of a place, those with the smallest slots.
    #[must_use]
    pub const fn new(max: u32) -> Self {
        Self { max, first: 0 }
    }

    /// The same limit where entities with one of these categories come first.
    #[must_use]
    pub const fn with_first(self, first: u64) -> Self {
        Self { first, ..self }
    }
}

/// A place with more dynamic entities than a [`CrowdLimit`]: from [`World::crowds`](crate::World::crowds) and
/// [`Report::crowd`](crate::Report::crowd).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Crowd {
    /// The bound of all entities of the place, in world units.
    pub area: Rect,
    /// The number of dynamic entities of the place.
    pub count: usize,
    /// The number of them that are the surplus.
    pub surplus_count: usize,
    /// The first of the surplus.
    pub entity: Handle,
}
