//! A Bevy plugin for [`collide2d`]: collision pairs, raycasts, shapecasts and nearest neighbours, exact and in a
//! guaranteed order. No renderer, no physics.
//!
//! ```
//! use bevy_app::{App, Update};
//! use bevy_ecs::prelude::*;
//! use collide_bevy::prelude::*;
//!
//! #[derive(Component)]
//! struct Hull(u32);
//!
//! let mut app = App::new();
//! app.add_plugins(CollidePlugin::new(Update)).add_observer(
//!     |on: On<'_, '_, CollisionStarted>, mut hulls: Query<'_, '_, &mut Hull>| {
//!         if let Ok(mut hull) = hulls.get_mut(on.entity) {
//!             hull.0 -= 1;
//!         }
//!     },
//! );
//! let ship = app.world_mut().spawn((Collider::circle(1.0)?, CollisionEvents, Hull(9))).id();
//! app.world_mut().spawn((Collider::rectangle(3.0, 3.0)?.at([2.0, 2.0])?, Mobility::Static));
//! app.update();
//! assert_eq!(app.world().get::<Hull>(ship).unwrap().0, 8);
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! - **Input.** Every entity with a [`Collider`] takes part. [`Layers`], [`Sensor`] and [`Mobility`] are its options.
//!   [`FollowPlugin`] takes positions from another component. Only changes are sent to the engine, and despawned
//!   entities are removed from it.
//! - **Movement.** An entity with a [`Motion`] slides along what blocks it, before the step; those of a [`Crowd`] then
//!   move apart.
//! - **Output.** [`CollisionStarted`] and [`CollisionEnded`] as messages and for observers; [`Collisions`] for the
//!   pairs of the tick; [`SpatialQuery`] for queries, one by one or in batches, now or at an earlier tick.
//! - **Schedule.** [`CollidePlugin`] adds [`CollideSystems`] to the schedule that you choose. Each run of the schedule
//!   is one tick.
//! - **Determinism.** Results depend on the components and on the order in which entities were spawned; with
//!   [`StableId`] not even on that order. Threads, strategy and Bevy's own ids have no effect.
//!
//! # Features
//!
//! All are off by default.
//!
//! - `bevy_reflect`: `Reflect` on the components, and their registration.
//! - `serde`, `tracing`: those of [`collide2d`]. With `bevy_reflect`, `serde` is used for components with shapes, in
//!   scenes and remote calls.
//! - `transform`: colliders that follow Bevy's `Transform` or `GlobalTransform`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod answers;
mod collisions;
mod components;
mod crowd;
mod draw;
mod entity_map;
mod entity_query;
mod events;
mod follow;
mod motion;
mod phases;
mod plugin;
mod pose;
mod restore;
mod scratch;
mod spatial;
mod step;
mod sync;
#[cfg(feature = "transform")]
mod transform;
mod vectors;

pub use answers::*;
pub use collide2d;
pub use collisions::Collisions;
pub use components::{Collider, CollisionEvents, Layers, Mobility, Sensor, StableId};
pub use crowd::{Crowd, CrowdRules};
pub use draw::draw_outline;
pub use entity_query::EntityQuery;
pub use events::{CollideFault, CollisionEnded, CollisionStarted};
pub use follow::FollowPlugin;
pub use motion::{Motion, MoveHit, MoveRules, OneWay};
pub use phases::CollideSystems;
pub use plugin::CollidePlugin;
pub use pose::{LocalShape, Pose};
pub use spatial::{EntitySlide, EntitySlideHit, Spatial, SpatialQuery};
pub use vectors::convert;

/// The items that most systems need. Without `Vec2`, `Rect` and `Circle`, which are names of Bevy too: the engine's
/// are in `collide2d`.
pub mod prelude {
    pub use collide2d::error::ShapeError;
    pub use collide2d::{
        History, Mode, Moving, Nearest, OrientedRect, Ray, Rotor, Sector, Segment, Settings, Shape, Threads, Touching,
    };

    pub use crate::answers::*;
    pub use crate::{
        CollideFault, CollidePlugin, CollideSystems, Collider, CollisionEnded, CollisionEvents, CollisionStarted,
        Collisions, Crowd, CrowdRules, EntityQuery, FollowPlugin, Layers, LocalShape, Mobility, Motion, MoveHit,
        MoveRules, OneWay, Pose, Sensor, SpatialQuery, StableId,
    };
}

/// Compiles and runs the code in the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
