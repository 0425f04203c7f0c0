use collide_core::Rect;

use crate::Handle;

/// How many entities of one place take part. The others in the place are the surplus. So a call ends in bounded time
/// whatever players do, and a crowd costs only itself: all other entities have exactly the results of a world without the
/// surplus.
///
/// | limit | its entities | the surplus |
/// |---|---|---|
/// | [`Settings::crowd`](crate::Settings::crowd) | the dynamic entities of a world | is in no pair of the tick, and in no view of an [`Interest`](crate::Interest) |
/// | [`MoveOptions::crowd`](crate::MoveOptions::crowd) | the movers of a call | neither blocks other movers, nor do they block it |
/// | [`SeparateOptions::crowd`](crate::SeparateOptions::crowd) | the movers of a call, in each round | pushes no mover; those of its place that take part push it |
///
/// **The place of an entity** is a square whose side is a power of two, the smallest that is not below the longer side
/// of the entity's bound; the square is at a multiple of its side, and the center of the bound is in it. The corners of the
/// bound are rounded, the same on every machine: an entity whose center is on a border may be in the square on either
/// side. So a place has entities of one size, up to a factor of two. Far from the origin, squares are at least as large as the 33-millionth
/// part of the coordinate.
///
/// **The rule:** in a place with more than `max` entities, those with a category in `first` come before the
/// others, and then those with the smaller slot before those with the larger one; all after the first `max` are the
/// surplus. Static and sleeping entities of a world are not counted and never left out. The rule depends on the entities
/// alone: not on the strategy, the threads, the ticks before or the language.
///
/// **The bound:** two entities can overlap only if the place of the larger one is the same as or next to the square of
/// that size around the smaller one. So each entity is in at most `9 * max` pairs with dynamic entities of each larger
/// or equal size, counted in powers of two. All entities of one size: at most `4.5 * max` pairs an entity. A static or
/// sleeping entity, too, is in at most `9 * max` pairs with dynamic entities of each larger or equal size. How many walls
/// a small entity overlaps is up to the map.
///
/// **Many sizes** would multiply the pairs of a place. A step of a world limits them if it would have more than `9 * max`
/// times as many pairs as entities that take part, static ones too. Then each dynamic entity is in pairs with at most
/// `4 * max` larger dynamic entities, in powers of two: those of a category in `first` come before the others, smaller ones
/// before larger ones, and smaller slots before larger ones. It keeps its pairs with entities of its size. A pair that is
/// left out has ended.
///
/// **What it costs others:** size is the longer side of the bound, whatever the shape. Of many long thin bars side by
/// side, at most `max` in a square of their length are in pairs, also if no two of them touch. Entities that collide
/// with nothing, such as bullets of one team, count like others. Choose `max` well above what an honest crowd needs: a
/// square has at most eight circles of its size that do not overlap, so 32 is four layers of them.
///
/// **Surplus entities** of a world are moved and found by queries like all others. What was in a view and becomes surplus
/// has left it; an observer does not see the entity that it follows if that is surplus. With
/// [events](crate::World::events), a pair that loses an entity to the surplus is kept: it has no event until both take part
/// again, and then it has stayed or ended. A surplus entity keeps at most `4 * max` such pairs; further ones end.
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
    /// The maximum number of entities of a place that take part.
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

    /// Entities of a place come in the order of this number, of their slot and category.
    pub(crate) fn rank(&self, (slot, category): (u32, u64)) -> u64 {
        u64::from(category & self.first == 0) << u32::BITS | u64::from(slot)
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
