//! Movement: entities and shapes that slide along what blocks them, free places, and flights through the past.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::ffi::c_void;

use collide2d::{
    Handle, MoveOptions, Movers, Moves, Moving, Places, Queries, Separation, Shape, Slide, SlideHit, SlideOptions,
    Slides, Vec2,
};

use crate::ask::{CollideAsk, Memory, batch};
use crate::border::{In, Mut, Out, User, freed};
use crate::budget::CollideBudget;
use crate::failure::{CollideStatus, Failure, guarded};
use crate::hits::start;
use crate::query::CollideMoving;
use crate::settings::crowd_limit;
use crate::shape::{CollideLayers, CollideShape};
use crate::world::{CollideHandle, CollideWorld, at_handle};

/// A callback that decides whether a moving shape passes through an entity: non-zero to pass. `normal` is the unit
/// vector from the shape to the entity at the point where the entity would block; `user` is the pointer of the options.
/// It may be called from several threads at the same time, and its result must depend on its parameters alone. It must
/// return normally: no `longjmp`, no exception.
pub type CollidePass =
    Option<extern "C" fn(user: *mut c_void, handle: CollideHandle, normal_x: f32, normal_y: f32) -> u8>;

/// How shapes move. Create the options with `collide_move_options_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideMoveOptions {
    /// The maximum number of times that a shape changes its direction. With 0 it stops where it is blocked first.
    pub max_bounces: usize,
    /// Non-zero if a shape may leave an entity that it overlaps at the start; otherwise it does not move then.
    pub leave_overlapped: u8,
    /// For `collide_world_move`: non-zero if the movers block each other. They then move in the order of the array:
    /// each is blocked by those before it at their new places, and by those after it at their old ones.
    pub in_order: u8,
    /// For `collide_world_move`: non-zero if `layers` decide what blocks, instead of the layers of each mover.
    pub has_layers: u8,
    /// See `has_layers`.
    pub layers: CollideLayers,
    /// For `collide_world_move` with `in_order`, and for `collide_world_separate`: as in the settings, but of the movers of
    /// the call. The surplus neither blocks movers, nor do movers block it; if they move apart, it pushes no mover.
    pub crowd_max: u32,
    /// See `crowd_max`.
    pub crowd_first: u64,
    /// For `collide_world_move` and `collide_world_separate`: the limits of the call.
    pub budget: CollideBudget,
    /// Null, or the callback for one-way platforms and doors. A shape passes an entity until the end of its motion.
    pub pass: CollidePass,
    /// The first parameter of `pass`.
    pub user: *mut c_void,
}

impl Default for CollideMoveOptions {
    fn default() -> Self {
        let SlideOptions { max_bounces, leave_overlapped, .. } = SlideOptions::default();
        Self {
            max_bounces,
            leave_overlapped: leave_overlapped.into(),
            in_order: 0,
            has_layers: 0,
            layers: CollideLayers::default(),
            crowd_max: MoveOptions::default().crowd.map_or(0, |crowd| crowd.max),
            crowd_first: 0,
            budget: CollideBudget::default(),
            pass: None,
            user: std::ptr::null_mut(),
        }
    }
}

/// The default options: four bounces, a shape may leave what it overlaps, movers do not block each other, each mover
/// has its own layers, at most 16 movers of a place, no other limits, nothing is passed.
#[unsafe(no_mangle)]
pub extern "C" fn collide_move_options_default() -> CollideMoveOptions {
    CollideMoveOptions::default()
}

/// Options of a call, and the callback in them.
pub(crate) struct Options<'a> {
    given: CollideMoveOptions,
    pass: Option<Pass<'a>>,
}

type Pass<'a> = Box<dyn Fn(Handle, Vec2) -> bool + Sync + 'a>;

impl Options<'_> {
    fn read(options: In<CollideMoveOptions>) -> Result<Self, Failure> {
        Ok(Self::of(options.optional("options")?.copied().unwrap_or_default()))
    }

    pub(crate) fn of(given: CollideMoveOptions) -> Self {
        let user = User::new(given.user);
        let pass = given.pass.map(|pass| -> Pass<'_> {
            Box::new(move |handle, normal| pass(user.pointer(), handle.to_bits(), normal.x, normal.y) != 0)
        });
        Self { given, pass }
    }

    pub(crate) fn slide(&self) -> SlideOptions<'_> {
        SlideOptions {
            max_bounces: self.given.max_bounces,
            leave_overlapped: self.given.leave_overlapped != 0,
            pass: self.pass.as_deref(),
        }
    }

    pub(crate) fn movers(&self) -> MoveOptions<'_> {
        MoveOptions {
            slide: self.slide(),
            movers: if self.given.in_order == 0 { Movers::Ignore } else { Movers::InOrder },
            layers: (self.given.has_layers != 0).then(|| self.given.layers.into()),
            crowd: crowd_limit(self.given.crowd_max, self.given.crowd_first),
            budget: self.given.budget.read(),
        }
    }
}

/// Where shapes ended, what they ran into, and working memory. Reuse one object for many calls, from one thread at a
/// time.
#[derive(Debug, Default)]
pub struct CollideMoves {
    moving: Vec<(Handle, Vec2)>,
    moves: Moves,
    slide: Memory<Moving, Slides>,
    free: Memory<Shape, Places>,
    pub(crate) separation: Separation,
    pub(crate) answers: MoveColumns,
}

/// The slides as flat arrays.
#[derive(Debug, Default)]
pub(crate) struct MoveColumns {
    pub(crate) work: u64,
    handles: Vec<CollideHandle>,
    slides: Vec<CollideSlide>,
    starts: Vec<usize>,
    hits: Vec<CollideSlideHit>,
}

/// Where a shape ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSlide {
    /// The shape at its end. Its interior overlaps that of no blocker, unless it did at the start.
    pub shape: CollideShape,
    /// The x component of the motion that is left where the shape stopped, in world units; zero if it used up its motion.
    pub left_x: f32,
    /// The y component of that motion.
    pub left_y: f32,
}

/// What a shape ran into.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSlideHit {
    /// The entity.
    pub handle: CollideHandle,
    /// Unit vector from the moving shape to the entity.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// The x coordinate of a contact point.
    pub x: f32,
    /// The y coordinate of that point.
    pub y: f32,
    /// When, as a fraction of the motion from 0 to 1.
    pub time: f32,
}

/// The slides of the last call as flat arrays: what shape `i` ran into is `hits` from `starts[i]` up to, but not
/// including, `starts[i + 1]`, in order of time. The arrays are valid until the next call that takes the moves without
/// `const`. Empty lists are null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideMovesView {
    /// The number of shapes.
    pub count: usize,
    /// The work of the call, in the units of `CollideBudget`: with this limit, the same call succeeds.
    pub work: u64,
    /// After calls that move entities: the entities, each once, in the order of the call.
    ///
    /// After other calls null.
    pub handles: *const CollideHandle,
    /// Where each shape ended.
    pub slides: *const CollideSlide,
    /// `count + 1` indices into `hits`.
    pub starts: *const usize,
    /// What the shapes ran into, in order of time.
    pub hits: *const CollideSlideHit,
}

/// Empty moves.
///
/// Writes them to `moves`: free them with `collide_moves_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_moves_new(moves: Out<*mut CollideMoves>) -> CollideStatus {
    guarded(|| {
        let mut new = CollideMoves::default();
        new.answers.clear();
        moves.put_object(new, "moves")
    })
}

/// Frees moves. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_moves_free(moves: Mut<CollideMoves>) {
    freed(moves);
}

/// The slides of the last call; none if that call was rejected.
#[unsafe(no_mangle)]
pub extern "C" fn collide_moves_view(moves: In<CollideMoves>, view: Out<CollideMovesView>) -> CollideStatus {
    guarded(|| {
        let MoveColumns { work, handles, slides, starts, hits } = &moves.get("moves")?.answers;
        let found = CollideMovesView {
            count: slides.len(),
            work: *work,
            handles: start(handles),
            slides: start(slides),
            starts: starts.as_ptr(),
            hits: start(hits),
        };
        view.put(found, "view")
    })
}

impl MoveColumns {
    pub(crate) fn clear(&mut self) {
        let Self { work, handles, slides, starts, hits } = self;
        *work = 0;
        handles.clear();
        slides.clear();
        starts.clear();
        starts.push(0);
        hits.clear();
    }

    /// Lays out entities with their shapes, as slides without hits.
    pub(crate) fn take_ends(&mut self, ends: &[(Handle, Shape)]) {
        for (handle, shape) in ends {
            self.handles.push(handle.to_bits());
            self.slides.push(CollideSlide { shape: (*shape).into(), ..CollideSlide::default() });
            self.starts.push(0);
        }
    }

    /// Lays slides out as flat arrays.
    fn take(&mut self, slides: impl Iterator<Item = Slide>) {
        for slide in slides {
            let Slide { shape, left, .. } = slide;
            self.slides.push(CollideSlide { shape: shape.into(), left_x: left.x, left_y: left.y });
            self.hits.extend(slide.hits().iter().map(|SlideHit { handle, normal, point, time }| CollideSlideHit {
                handle: handle.to_bits(),
                normal_x: normal.x,
                normal_y: normal.y,
                x: point.x,
                y: point.y,
                time: *time,
            }));
            self.starts.push(self.hits.len());
        }
    }
}

/// Moves entities: each slides by its motion along what blocks it. `motions` has x and y of each motion, in world
/// units.
///
/// All other entities that meet the layers of a mover block it, at their current places. Sensors neither block nor are
/// they blocked. A shape that overlaps no blocker at the start overlaps none at the end, exactly, and passes none on
/// its way. If a handle occurs several times, it moves once, by its last motion.
///
/// `count` is the number of handles and of motions. `options` may be null for the defaults. Errors: `COLLIDE_STALE` or
/// `COLLIDE_INVALID` with the index of the first stale handle or motion that is not finite; `COLLIDE_OVER_BUDGET`.
/// Nothing is moved then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_move(
    world: Mut<CollideWorld>,
    handles: In<CollideHandle>,
    motions: In<f32>,
    count: usize,
    options: In<CollideMoveOptions>,
    moves: Mut<CollideMoves>,
) -> CollideStatus {
    guarded(|| {
        let CollideMoves { moving, moves, answers, .. } = moves.get("moves")?;
        answers.clear();
        let (CollideWorld { world, .. }, options) = (world.get("world")?, Options::read(options)?);
        let twice = count.checked_mul(2).ok_or(Failure::TooLong { what: "motions", count })?;
        let (handles, motions) = (handles.slice(count, "handles")?, motions.slice(twice, "motions")?.as_chunks().0);
        let rows = handles.iter().zip(motions).map(|(bits, [x, y])| (Handle::from_bits(*bits), Vec2::new(*x, *y)));
        moving.clear();
        moving.extend(rows);
        world.move_batch_into(moving, &options.movers(), moves).map_err(at_handle)?;
        answers.handles.extend(moves.handles().iter().map(|handle| handle.to_bits()));
        answers.work = moves.work();
        answers.take(moves.slides());
        Ok(())
    })
}

/// Move and slide of shapes that need not be entities: each moves by its motion along the entities that block it. The
/// shapes do not block each other, and the world does not change. Exclude an entity itself with a filter of `ask`; the
/// mode has no effect. Sensors never block.
///
/// `count` is the number of shapes. Errors: those of all queries. There are no slides then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_slide(
    world: In<CollideWorld>,
    moving: In<CollideMoving>,
    count: usize,
    ask: In<CollideAsk>,
    options: In<CollideMoveOptions>,
    moves: Mut<CollideMoves>,
) -> CollideStatus {
    guarded(|| {
        let CollideMoves { slide, answers, .. } = moves.get("moves")?;
        answers.clear();
        let options = Options::read(options)?;
        let answer = |queries: &Queries<'_>, asked: &[_], _, slides: &mut Slides| {
            queries.slide_batch_into(asked, &options.slide(), slides)
        };
        batch((world, ask), (moving, count), slide, answer, |slides| {
            answers.work = slides.work();
            answers.take(slides.iter());
            Ok(())
        })
    })
}

/// Free places: for each of the shapes the nearest place at most `max_distance` away where its interior overlaps that
/// of no entity; the shape itself if it is free already. The places are searched for one by one: they may overlap each other.
/// Sensors never count; the mode of `ask` has no effect. `moves` is working memory; it has no slides afterwards.
///
/// `max_candidates_each` of the budget of `ask` limits the number of entities among which a place is searched for, so that a
/// crowd costs little: where more are within a distance at which the search looks, there is no place.
///
/// Writes the places of `count` shapes to `places`, and to `found` a 1; a 0 and a shape of zeros if no place was found.
/// Errors: those of all queries.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_free_places(
    world: In<CollideWorld>,
    shapes: In<CollideShape>,
    count: usize,
    max_distance: f32,
    ask: In<CollideAsk>,
    moves: Mut<CollideMoves>,
    places: Out<CollideShape>,
    found: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let CollideMoves { free, answers, .. } = moves.get("moves")?;
        answers.clear();
        let answer =
            |queries: &Queries<'_>, asked: &[_], _, out: &mut Places| queries.free_batch_into(asked, max_distance, out);
        batch((world, ask), (shapes, count), free, answer, |list| {
            let list = list.list().iter();
            places.check(count, "places")?;
            found.put_all(count, list.clone().map(|place| place.is_some().into()), "found")?;
            places.put_all(count, list.map(|place| place.map(Into::into).unwrap_or_default()), "places")
        })
    })
}
