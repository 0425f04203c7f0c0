//! Movement of crowds and doors: entities that move apart, and rectangles that turn about a pivot.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Handle, PushRule, Queries, SeparateOptions, Shape, Turn, Turning, Turns, Vec2};

use crate::ask::{CollideAsk, Memory, batch};
use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded};
use crate::movement::{CollideMoveOptions, CollideMoves, Options};
use crate::shape::{CollideShape, Item};
use crate::world::{CollideHandle, CollideWorld, at_handle};

/// How the entities of some categories give way in `collide_world_separate`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollidePushRule {
    /// The categories of the entities to which the rule applies.
    pub category: u64,
    /// The weight of the entity in the way apart: two that overlap move in the ratio of their shares. An entity with
    /// share 0 does not move. Negative numbers and NaN count as 0.
    pub share: f32,
    /// The maximum distance between the places of the entity before and after a call, in world units; may be infinite.
    /// Negative numbers and NaN count as 0.
    pub max_distance: f32,
}

/// How entities move apart. Create the options with `collide_separate_options_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideSeparateOptions {
    /// The maximum number of rounds.
    pub rounds: usize,
    /// `rule_count` rules, or null. The first rule that has a category in common with those of an entity applies to it;
    /// if there is none, the share is 1 and the distance not limited.
    pub rules: In<CollidePushRule>,
    /// The number of rules.
    pub rule_count: usize,
    /// How the entities slide along what blocks them, and the limits of crowds and of the call. `in_order` has no effect.
    pub slide: CollideMoveOptions,
}

impl Default for CollideSeparateOptions {
    fn default() -> Self {
        let SeparateOptions { rounds, crowd, .. } = SeparateOptions::default();
        let crowd_max = crowd.map_or(0, |crowd| crowd.max);
        let slide = CollideMoveOptions { crowd_max, ..CollideMoveOptions::default() };
        Self { rounds, rules: In::NULL, rule_count: 0, slide }
    }
}

/// The default options: four rounds, no rules, at most 8 entities of a place, and the defaults of a move.
#[unsafe(no_mangle)]
pub extern "C" fn collide_separate_options_default() -> CollideSeparateOptions {
    CollideSeparateOptions::default()
}

/// Moves entities apart where they overlap, softly: in a fixed number of rounds, each along what blocks it. A dense
/// crowd needs several calls until it no longer overlaps. `moves` then has the shapes afterwards, as slides without
/// hits.
///
/// `count` is the number of handles. `options` may be null for the defaults.
///
/// All other entities that meet the layers of one of these block it. Sensors neither block nor do they move. Duplicate
/// handles are ignored. No entity is pushed into a blocker or through one, exactly.
///
/// Errors: `COLLIDE_STALE` with the index of the first stale handle; `COLLIDE_OVER_BUDGET`. Nothing is moved then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_separate(
    world: Mut<CollideWorld>,
    handles: In<CollideHandle>,
    count: usize,
    options: In<CollideSeparateOptions>,
    moves: Mut<CollideMoves>,
) -> CollideStatus {
    guarded(|| {
        let CollideMoves { separation, answers, .. } = moves.get("moves")?;
        answers.clear();
        let CollideWorld { world, .. } = world.get("world")?;
        let given = options.optional("options")?.copied().unwrap_or_default();
        let slide = Options::of(given.slide);
        let rules = given.rules.slice(given.rule_count, "rules")?.iter();
        let rules: Vec<PushRule> = rules
            .map(|rule| PushRule { category: rule.category, share: rule.share, max_distance: rule.max_distance })
            .collect();
        let options = SeparateOptions {
            rounds: given.rounds,
            crowd: slide.movers().crowd,
            rules: &rules,
            slide: slide.slide(),
            layers: slide.movers().layers,
            budget: slide.movers().budget,
        };
        let units: Vec<Handle> = handles.slice(count, "handles")?.iter().map(|bits| Handle::from_bits(*bits)).collect();
        world.separate_into(&units, &options, separation).map_err(at_handle)?;
        answers.work = separation.work();
        answers.take_ends(separation.ends());
        Ok(())
    })
}

/// An oriented rect that turns about a pivot, such as a door about its hinge.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideTurning {
    /// The oriented rect at its start.
    pub shape: CollideShape,
    /// The x coordinate of the pivot, which may be outside of the rect.
    pub pivot_x: f32,
    /// The y coordinate of the pivot.
    pub pivot_y: f32,
    /// The angle in radians: counter-clockwise, with y up, if it is positive.
    pub angle: f32,
}

impl Item for CollideTurning {
    type What = Turning;
    const ARRAY: &'static str = "turning";

    fn read(&self) -> Result<Turning, Failure> {
        match self.shape.read()? {
            Shape::OrientedRect(rect) => Ok(Turning::new(rect, Vec2::new(self.pivot_x, self.pivot_y), self.angle)?),
            Shape::Circle(_) | Shape::Rect(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
                Err(Failure::NotOriented { kind: self.shape.kind })
            }
        }
    }
}

/// Where a rect ended that turned.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideTurn {
    /// The oriented rect at its end. Its interior overlaps that of no blocker, unless it did at the start.
    pub shape: CollideShape,
    /// The part of the angle that was blocked, in radians; zero if it turned all the way.
    pub left: f32,
    /// Non-zero if an entity blocks it.
    pub is_blocked: u8,
    /// The entity that blocks it.
    pub handle: CollideHandle,
}

impl From<Turn> for CollideTurn {
    fn from(Turn { rect, left, hit }: Turn) -> Self {
        let (is_blocked, handle) = (hit.is_some().into(), hit.map_or(0, Handle::to_bits));
        Self { shape: Shape::from(rect).into(), left, is_blocked, handle }
    }
}

/// Turns oriented rects about their pivots, each until an entity blocks it: doors, barriers and turrets. It passes no
/// blocker on the way. The world does not change. Exclude an entity itself with a filter of `ask`; the mode has no
/// effect. Sensors never block.
///
/// Writes the ends of `count` rects to `turns`.
///
/// Errors: those of all queries, and `COLLIDE_INVALID` with the index of a shape that is no oriented rect.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_turn(
    world: In<CollideWorld>,
    turning: In<CollideTurning>,
    count: usize,
    ask: In<CollideAsk>,
    turns: Out<CollideTurn>,
) -> CollideStatus {
    guarded(|| {
        let answer = |queries: &Queries<'_>, asked: &[_], _, turns: &mut Turns| queries.turn_batch_into(asked, turns);
        batch((world, ask), (turning, count), &mut Memory::default(), answer, |found| {
            turns.put_all(count, found.list().iter().map(|turn| (*turn).into()), "turns")
        })
    })
}
