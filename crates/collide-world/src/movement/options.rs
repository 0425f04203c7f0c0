use std::fmt;

use collide_core::Vec2;

use crate::{Handle, Layers};

/// How a shape slides.
///
/// ```
/// use collide_core::{Circle, Moving, Rect, Vec2};
/// use collide_world::{Entity, Settings, SlideOptions, World};
/// let mut world = World::new(Settings::default());
/// let platform = world.insert(Entity::fixed(Rect::new(Vec2::new(-9.0, 4.0), Vec2::new(9.0, 4.5))?))?;
/// world.step();
/// // The normal leads to the platform: from below it points up.
/// let from_below = |handle, normal: Vec2| handle == platform && normal.y > 0.0;
/// let options = SlideOptions { pass: Some(&from_below), ..SlideOptions::default() };
/// let jump = Moving::new(Circle::new(Vec2::ZERO, 1.0)?, Vec2::new(0.0, 8.0))?;
/// assert_eq!(world.queries().slide(jump, &options).shape.center(), Vec2::new(0.0, 8.0));
/// let fall = Moving::new(Circle::new(Vec2::new(0.0, 8.0), 1.0)?, Vec2::new(0.0, -8.0))?;
/// assert_eq!(world.queries().slide(fall, &options).shape.center(), Vec2::new(0.0, 5.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct SlideOptions<'a> {
    /// The maximum number of times that the shape changes its direction: 4 by default. With zero it stops where it is
    /// blocked first.
    pub max_bounces: usize,
    /// Whether the shape may leave an entity that it overlaps at the start: true by default. If false, it does not move
    /// then.
    pub leave_overlapped: bool,
    /// Whether to pass through an entity, given the normal at the point where it would block: for one-way platforms and
    /// doors. The shape passes through the entity until the end of its motion.
    ///
    /// In a batch it is called from several threads. Its result must depend on the two arguments alone.
    pub pass: Option<&'a (dyn Fn(Handle, Vec2) -> bool + Sync)>,
}

impl Default for SlideOptions<'_> {
    fn default() -> Self {
        Self { max_bounces: 4, leave_overlapped: true, pass: None }
    }
}

impl fmt::Debug for SlideOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("SlideOptions");
        fields.field("max_bounces", &self.max_bounces).field("leave_overlapped", &self.leave_overlapped);
        fields.finish_non_exhaustive()
    }
}

/// Whether the movers of one call block each other.
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Movers {
    /// They do not: each slides as if the others were not there. In parallel.
    #[default]
    Ignore,
    /// They do. They move one after the other, in the order of the slice: each is blocked by those before it at their
    /// new places, and by those after it at their old ones.
    InOrder,
}

/// How the entities of [`World::move_batch_into`](crate::World::move_batch_into) move.
///
/// ```
/// use collide_world::{MoveOptions, Movers};
/// let options = MoveOptions { movers: Movers::InOrder, ..MoveOptions::default() };
/// assert_eq!(options.slide.max_bounces, 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveOptions<'a> {
    /// How each of them slides.
    pub slide: SlideOptions<'a>,
    /// Whether they block each other: no by default.
    pub movers: Movers,
    /// The layers that decide what blocks, for all movers: so that players walk through others, but not through walls.
    /// `None`, the default, uses the layers of each mover.
    pub layers: Option<Layers>,
}

/// How the movers of some categories give way in [`World::separate_into`](crate::World::separate_into).
///
/// ```
/// use collide_world::PushRule;
/// const TANKS: u64 = 1 << 3;
/// // Ten times harder to push than others.
/// let rule = PushRule { category: TANKS, share: 0.1, ..PushRule::default() };
/// assert_eq!(rule.max_distance, f32::INFINITY);
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct PushRule {
    /// The categories of the movers to which the rule applies: all by default.
    pub category: u64,
    /// The weight of the mover in the way apart: two movers that overlap move in the ratio of their shares. A mover
    /// with share 0 does not move. 1 by default. Negative numbers and NaN count as 0.
    pub share: f32,
    /// The maximum distance between the places of the mover before and after a call, in world units. Infinite by
    /// default. Negative numbers and NaN count as 0.
    pub max_distance: f32,
}

impl Default for PushRule {
    fn default() -> Self {
        Self { category: u64::MAX, share: 1.0, max_distance: f32::INFINITY }
    }
}

/// How the entities of [`World::separate_into`](crate::World::separate_into) move apart.
///
/// ```
/// use collide_world::SeparateOptions;
/// let options = SeparateOptions { rounds: 8, ..SeparateOptions::default() };
/// assert_eq!(options.max_neighbors, 16);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SeparateOptions<'a> {
    /// The maximum number of rounds: 4 by default. A crowd that no longer overlaps needs no more.
    pub rounds: usize,
    /// The number of overlaps that are sought for each mover in each round: 16 by default. It bounds the cost if all
    /// stand on one point: there are at most this many pairs for each mover.
    pub max_neighbors: usize,
    /// How movers give way. The first rule that has a category in common with those of a mover applies to it; if there
    /// is none, the default rule.
    pub rules: &'a [PushRule],
    /// How they slide along what blocks them.
    pub slide: SlideOptions<'a>,
    /// The layers that decide what blocks, for all movers. `None`, the default, uses the layers of each mover.
    pub layers: Option<Layers>,
}

impl Default for SeparateOptions<'_> {
    fn default() -> Self {
        Self { rounds: 4, max_neighbors: 16, rules: &[], slide: SlideOptions::default(), layers: None }
    }
}
