use crate::{Budget, Layers, SlideOptions};

/// Whether the movers of one call block each other.
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Movers {
    /// They do not: each slides as if the others were not there. In parallel.
    #[default]
    Ignore,
    /// They do, except those in a [pile](MoveOptions::max_neighbors). They move one after the other, in the order of the
    /// slice: each is blocked by those before it at their new places, and by those after it at their old ones.
    InOrder,
}

/// How the entities of [`World::move_batch_into`](crate::World::move_batch_into) move.
///
/// ```
/// use collide_world::{MoveOptions, Movers};
/// let options = MoveOptions { movers: Movers::InOrder, ..MoveOptions::default() };
/// assert_eq!(options.slide.max_bounces, 4);
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveOptions<'a> {
    /// How each of them slides.
    pub slide: SlideOptions<'a>,
    /// Whether they block each other: no by default.
    pub movers: Movers,
    /// The layers that decide what blocks, for all movers: so that players walk through others, but not through walls.
    /// `None`, the default, uses the layers of each mover.
    pub layers: Option<Layers>,
    /// The maximum number of movers that a mover overlaps without being in a pile: 16 by default. It bounds the cost of
    /// [`Movers::InOrder`] wherever the movers are; without movers in order it has no effect.
    ///
    /// A mover is in a pile if its interior overlaps, at the start of the call, those of more than this number of other
    /// movers that block it and are not smaller. It is also in a pile if more than 32 times this number of other movers
    /// that are not smaller are around it, whatever they overlap and whatever their layers. A mover in a pile neither
    /// blocks other movers in this call, nor do they block it. `usize::MAX` means no limit.
    ///
    /// Sizes and places are those of squares: the side of a mover's square is the smallest power of two that is not below
    /// the longer side of its bound, and the center of the bound lies in the square. The corners of the bound are rounded,
    /// so a center on a border may be in the square on either side. A mover is smaller than another if its square is. It is
    /// around the other if its center is in the square of its size at the other's center, or in one of the eight squares
    /// next to that.
    pub max_neighbors: usize,
    /// The limit of the work: a call that exceeds it fails, and nothing has moved. No limit by default.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Budget, MoveOptions, Moves, World, WorldError};
    /// let mut world = World::default();
    /// let crowd: Vec<_> = (0..500).map(|_| world.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap()).collect();
    /// world.step();
    /// let moving: Vec<_> = crowd.iter().map(|handle| (*handle, Vec2::X)).collect();
    /// let budget = Budget::of_work(10_000);
    /// let options = MoveOptions { budget, ..MoveOptions::default() };
    /// let error = world.move_batch_into(&moving, &options, &mut Moves::default()).unwrap_err();
    /// assert!(matches!(error.error, WorldError::OverBudget(over) if over.limit == 10_000));
    /// assert_eq!(world.shape(crowd[0]).unwrap().center(), Vec2::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub budget: Budget,
}

impl Default for MoveOptions<'_> {
    fn default() -> Self {
        let (slide, movers, layers) = Default::default();
        Self { slide, movers, layers, max_neighbors: 16, budget: Budget::UNLIMITED }
    }
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
    /// stand on one point: there are at most this many pairs for each mover. A mover with more neighbors, by their
    /// bounds, is in a pile: it is then pushed out of an eighth of this number, but of at least two.
    pub max_neighbors: usize,
    /// How movers give way. The first rule that has a category in common with those of a mover applies to it; if there
    /// is none, the default rule.
    pub rules: &'a [PushRule],
    /// How they slide along what blocks them.
    pub slide: SlideOptions<'a>,
    /// The layers that decide what blocks, for all movers. `None`, the default, uses the layers of each mover.
    pub layers: Option<Layers>,
    /// The limit of the work: a call that exceeds it fails, and nothing has moved. No limit by default.
    pub budget: Budget,
}

impl Default for SeparateOptions<'_> {
    fn default() -> Self {
        let (slide, layers, budget) = Default::default();
        Self { rounds: 4, max_neighbors: 16, rules: &[], slide, layers, budget }
    }
}
