//! Exact, deterministic, parallel 2D collision and spatial queries for authoritative game servers.
//!
//! `collide2d` finds which circles, rectangles, oriented rectangles, capsules and convex polygons overlap, and answers
//! spatial queries about them.
//! Results have a documented order, and are the same for every strategy, number of threads and machine.
//!
//! Whether shapes overlap, touch or are hit by a ray is decided exactly, for every finite `f32`. Distances, depths,
//! times and contact points are rounded to `f32`. Whether a moving shape hits another one that it does not touch at the
//! start is decided in `f64`: a very near miss may count as a hit, or the reverse.
//!
//! # I want to ...
//!
//! | I want to | call |
//! |---|---|
//! | keep a world of entities on a server and get all pairs each tick | [`World::insert`], [`World::step`], [`World::pairs`] |
//! | know when two entities begin and end to overlap | [`Settings::events`], [`World::events`] |
//! | move entities | [`World::set`], [`World::translate`]; many: [`World::set_batch`], [`World::set_by_slot`], [`World::update_circles`], [`World::update_each`] |
//! | move and slide along walls (character controller) | [`World::move_batch_into`], [`Queries::slide`] |
//! | find a free place to spawn or to push out to | [`Queries::free`] |
//! | turn a door about its hinge | [`Queries::turn`] |
//! | keep a crowd from overlapping | [`World::separate_into`] |
//! | find the entities that overlap a shape, are within a radius, or at a point | [`Queries::overlap`] |
//! | find the entities in the arc of a sword or a cone of sight | [`Queries::sector`] |
//! | raycast: what does this shot hit | [`Queries::ray`] |
//! | shapecast: what does this moving shape hit, and when (time of impact) | [`Queries::sweep`] |
//! | check a line of sight | [`Queries::blocked`] |
//! | find the nearest entities | [`Queries::nearest`] |
//! | know which observer sees which entities (area of interest) | [`Interest`] |
//! | compensate lag (rewind): query the positions of 120 ms ago | [`World::at`] |
//! | respond to contacts: normals and depths of all pairs | [`World::contacts_into`] |
//! | stop fast bullets at walls | [`World::swept_pairs_into`] |
//! | fly a projectile through past ticks (lag compensation) | [`World::sweep_through`] |
//! | exclude entities: layers, sensors, the shooter, any rule | [`Layers`], [`Filter`], [`Queries::except`], [`Queries::filtered`] |
//! | roll back, save and load (rollback, snapshot) | [`World::clone`](World#impl-Clone-for-World), [`World::save`], [`World::restore`] |
#![cfg_attr(
    feature = "recording",
    doc = " | record a match and replay it | [`World::start_recording`], [`TraceTick::replay`] (feature `recording`) |"
)]
#![cfg_attr(not(feature = "recording"), doc = " | record a match and replay it | the feature `recording` |")]
//! | limit what a crowd in one place costs, without failing | [`CrowdLimit`]: [`Settings::crowd`], [`MoveOptions::crowd`], [`SeparateOptions::crowd`]; [`Observer::with_max_visible`], [`Budget::max_candidates_each`] |
//! | refuse a call that costs too much | [`Budget`]: [`Queries::within`], [`World::step_within`], [`MoveOptions::budget`], [`Interest::update_within`] |
//! | run many rooms on one server | a [`World`] for each, with [`Threads::Serial`], spread over a pool of threads |
//! | watch a world in the browser while it runs | `collide_viewer::attach`, of the crate `collide-viewer` |
//! | find pairs among shapes that are stored elsewhere | [`Batch`] |
//! | compare two shapes | [`overlaps`], [`contains`], [`distance`], [`contact`], [`sweep`], [`cast_ray`] |
//! | decide many overlaps over columns of numbers | [`columns`] |
//! | write a broad phase of my own | [`broad::BroadPhase`], [`Batch::pairs_with`] |
//!
//! # Example
//!
//! The examples on these pages import from the inner crates, `collide_core` and `collide_world`. In your program import
//! the same names from `collide2d`. [`Vec2`] and [`DVec2`] are those of glam 0.34.
//!
//! ```
//! use collide2d::{Circle, OrientedRect, Rotor, Settings, Vec2, World};
//!
//! let mut world = World::new(Settings::default());
//! let player = world.insert(Circle::new(Vec2::new(0.0, 1.0), 0.5)?)?;
//! let door = world.insert(OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.1), Rotor::from_degrees(30.0)?)?)?;
//! world.step();
//! assert!(world.pairs().is_empty());
//!
//! world.set(player, Circle::new(Vec2::new(0.0, 0.5), 0.5)?)?;
//! world.step();
//! assert_eq!(world.pairs(), [(player, door)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # General rules
//!
//! - Coordinates are `f32` in world units; `y` points up in the documentation. For larger worlds see [`Origin`].
//! - Shapes that only touch overlap, unless [`Settings::touching`] is [`Touching::Open`]. Raycasts, sweeps,
//!   swept pairs, nearest neighbours and [`Interest`] do not use this setting.
//! - Constructors reject NaN, infinity and negative sizes with an error that names the field. After that, an operation
//!   fails only if its result is too large for `f32`.
//! - Results are in order of [`Handle::slot`], of the index in a [`Batch`], or nearest first where hits have a
//!   distance. [`PairOrder::AsFound`] gives up the order of pairs for speed.
//!
//! # Modules
//!
//! The root has what most programs use, [`error`] all errors, [`report`] the results of a step in numbers. For advanced
//! uses: [`columns`] decides over columns of numbers, [`swept`] about moving shapes, [`int`] in integers; [`rounding`]
//! rounds sums up or down, [`broad`] has the broad phases, [`tools`] what shards and viewers need.
//!
//! # Features
//!
//! All are off by default.
//!
//! - `serde`: `Serialize` and `Deserialize` for shapes, entities, handles, layers, settings, events, queries,
//!   answers, budgets and snapshots.
//! - `recording`: traces of a world, and their replay.
//! - `mint`: constructors take the vectors of nalgebra, cgmath and other versions of glam.
//! - `tracing`: spans for each tick and its phases.
//! - `host-clock`: in WebAssembly without JavaScript, the clock of reports is a function that the host provides, the
//!   import `env.collide_now_ns`: nanoseconds since any moment, as an `i64`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub use collide_broad as broad;
pub use collide_core::{
    Aabb, Capsule, Circle, ClosestPoints, Contact, ContactPoints, Containment, DVec2, Impact, IntoArg, Moving,
    OrientedRect, Polygon, Ray, RayHit, Rect, Region, Relation, RelationTo, Rotor, Sector, Segment, Shape, ShapeKind,
    Simd, Touching, Vec2, cast_ray, cast_segment, closest_points, columns, contact, contact_normal, containment,
    contains, contains_point, contains_point_strictly, contains_strictly, distance, int, overlaps, overlaps_interior,
    penetration, ray_shape, region_of, region_of_oriented_rect, region_of_rect, relation, rounding, sector_shape,
    segment_shape, sweep, sweep_entering, swept,
};
#[cfg(feature = "serde")]
pub use collide_world::Snapshot;
pub use collide_world::{
    Answer, Answers, AnswersIter, Batch, Budget, CellSize, Change, CirclesMut, Crowd, CrowdLimit, Entities, Entity,
    EntityMut, Event, EventBetween, EventKind, Filter, Handle, History, Hits, Interest, Layers, Mobility, Mode,
    MoveOptions, Movers, Moves, Nearest, NearestHits, Observer, ObserverId, ObserverStatus, Origin, Outcomes,
    PairOrder, Pairs, PairsIter, PastHit, Places, PushRule, Queries, Query, Question, RayHits, SeparateOptions,
    Separation, Settable, Settings, Sights, Slide, SlideHit, SlideOptions, Slides, Strategy, SweepHits, SweptPair,
    SweptPairs, Threads, Turn, Turning, Turns, View, Viewpoint, World, compare_pairs, fingerprint,
};
#[cfg(feature = "recording")]
pub use collide_world::{Replayed, Trace, TraceTick};

/// The errors of shapes and worlds: each names what was wrong and the value. Those of [`columns`] and [`int`] are there.
pub mod error {
    pub use collide_core::{ShapeError, UnknownKindNumber, UnknownShapeKind, UnknownSimd, UnknownTouching};
    pub use collide_world::{
        BatchError, CellSizeError, Costliest, IndexedError, InterestError, Invalid, OriginError, OverBudget, PastError,
        SnapshotError, ThreadsError, UnknownEventKind, UnknownListKind, UnknownMobility, UnknownOrder, UnknownStrategy,
        WorldError,
    };
    #[cfg(feature = "recording")]
    pub use collide_world::{Divergence, Phase, ReplayMismatch, TraceError};
}

/// What a step did, how long it took, and why: the results of [`World::report`], [`World::recent`] and
/// [`World::explain`].
pub mod report {
    pub use collide_world::{
        CellListStats, Expected, Explanation, InterestReport, ListKind, Reason, Recent, Report, SearchReport, Times,
    };
}

/// For shards, viewers and monitors.
pub mod tools {
    pub use collide_broad::{TreeBox, Visits};
    pub use collide_world::WorldTools;
}
