use crate::{Budget, CrowdLimit, Layers, SlideOptions};

/// Whether the movers of one call block each other.
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Movers {
    /// They do not: each slides as if the others were not there. In parallel.
    #[default]
    Ignore,
    /// They do, except the surplus of [crowds](MoveOptions::crowd). They move one after the other, in the order of the slice:
    /// each is blocked by those before it at their new places, and by those after it at their old ones.
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
    /// How many movers of one place block each other with [`Movers::InOrder`]: at most 16 by default. `None` is no limit.
    /// It bounds the cost wherever the movers are; without movers in order it has no effect.
    ///
    /// The surplus neither blocks other movers in this call, nor do they block it. The places are those of
    /// [`CrowdLimit`], of the movers alone at the start of the call; static movers and sensors count. A mover is surplus too
    /// if its bound intersects those of more than `max` larger movers, those in larger squares, without the surplus of
    /// places. For a mover of the categories that come first, only larger ones of these categories count.
    pub crowd: Option<CrowdLimit>,
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
        Self { slide, movers, layers, crowd: Some(CrowdLimit::new(16)), budget: Budget::UNLIMITED }
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
/// assert_eq!(options.crowd.unwrap().max, 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SeparateOptions<'a> {
    /// The maximum number of rounds: 4 by default. A crowd that no longer overlaps needs no more.
    pub rounds: usize,
    /// How many movers of one place take part in a round: at most 8 by default. `None` is no limit. It bounds the cost
    /// wherever the movers are.
    ///
    /// The surplus does not push in the round, and those of its place that take part push it. The places are those of
    /// [`CrowdLimit`], of the movers alone at the start of the round; static movers and sensors count. Any other mover is
    /// pushed apart from at most `max` larger movers, those in larger squares: smaller squares come before larger ones,
    /// squares of one size line by line, and the movers of a square by slot; those of the categories that come first are
    /// counted apart.
    pub crowd: Option<CrowdLimit>,
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
        Self { rounds: 4, crowd: Some(CrowdLimit::new(8)), rules: &[], slide, layers, budget }
    }
}
