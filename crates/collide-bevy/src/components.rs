//! The components of a collider. Hooks note their changes, so that the cost of a tick depends on the number of changes.

use std::ops::Deref;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use collide2d::Shape;

/// The shape of an entity, where it is in the world: what makes it take part.
///
/// It is world space, in your units, taken at face value; to take positions from another component, let it
/// [follow](crate::FollowPlugin). Change it in place: only changed colliders are sent to the engine, and access without `&mut` is not a
/// change. It takes part from the next [`CollideSystems::Sync`](crate::CollideSystems) on.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use collide2d::{Circle, Vec2};
/// use collide_bevy::Collider;
///
/// fn fall(mut colliders: Query<'_, '_, &mut Collider>) {
///     for mut collider in &mut colliders {
///         // What would leave the finite numbers stays where it is.
///         if let Ok(moved) = collider.translated(Vec2::new(0.0, -1.0)) {
///             collider.0 = moved;
///         }
///     }
/// }
/// let mut world = World::new();
/// let drop = world.spawn(Collider::from(Circle::new(Vec2::new(2.0, 9.0), 0.5)?)).id();
/// world.run_system_cached(fall).unwrap();
/// assert_eq!(world.get::<Collider>(drop).unwrap().center(), Vec2::new(2.0, 8.0));
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(on_add = mark_changed, on_remove = mark_changed)]
pub struct Collider(pub Shape);

impl Deref for Collider {
    type Target = Shape;

    fn deref(&self) -> &Shape {
        &self.0
    }
}

impl<S: Into<Shape>> From<S> for Collider {
    fn from(shape: S) -> Self {
        Self(shape.into())
    }
}

/// The layers of an entity. Without this component it pairs with all others. Insert another one to replace it.
///
/// ```
/// use collide_bevy::Layers;
/// const BULLETS: u64 = 1 << 1;
/// let bullets = Layers::new(BULLETS, !BULLETS);
/// assert!(!bullets.meet(&bullets));
/// // Entities of the same group below zero never pair.
/// assert!(!Layers::default().with_group(-1).meet(&Layers::default().with_group(-1)));
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub struct Layers(pub collide2d::Layers);

impl Layers {
    /// Layers with these categories, which pair with entities that have a category of the mask.
    #[must_use]
    pub fn new(category: u64, mask: u64) -> Self {
        Self(collide2d::Layers { category, mask, group: 0 })
    }

    /// The same in a [group](collide2d::Layers::group).
    #[must_use]
    pub fn with_group(self, group: i64) -> Self {
        Self(collide2d::Layers { group, ..self.0 })
    }
}

impl Deref for Layers {
    type Target = collide2d::Layers;

    fn deref(&self) -> &collide2d::Layers {
        &self.0
    }
}

/// Marks a sensor: it pairs as others do, but never with another sensor.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub struct Sensor;

/// Whether an entity moves often; dynamic without this component. Insert another one to replace it.
///
/// Static and sleeping entities cost a tick nothing. They may be moved, which sorts all of them again.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub enum Mobility {
    /// Moves, perhaps at every tick.
    #[default]
    Dynamic,
    /// Stays where it is for long: walls, trees.
    Static,
    /// Could move, but rests.
    Sleeping,
}

impl From<Mobility> for collide2d::Mobility {
    fn from(mobility: Mobility) -> Self {
        match mobility {
            Mobility::Dynamic => Self::Dynamic,
            Mobility::Static => Self::Static,
            Mobility::Sleeping => Self::Sleeping,
        }
    }
}

/// A number of your own that no other collider has: the id on the network, the row in a database.
///
/// Pairs, events and answers come in an order that does not depend on Bevy's own ids. Those who come at the same tick are put in
/// order of this number; without it, in the order in which they were spawned, and before all that have one. Systems that may
/// run at the same time spawn in an order that Bevy does not promise: give this to what they spawn, and the same match
/// gives the same bytes all the same. It is also what saved worlds and recordings know an entity by.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub struct StableId(pub u64);

/// Asks that [`CollisionStarted`](crate::CollisionStarted) and [`CollisionEnded`](crate::CollisionEnded) be triggered on an entity,
/// for observers. Messages are written for all, with or without it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CollisionEvents;

/// Entities that may have changed, in the order of changes, with duplicates.
#[derive(Resource, Debug, Default)]
pub(crate) struct ChangedEntities(pub(crate) Vec<Entity>);

/// A hook: notes that an entity may have changed.
fn mark_changed(mut world: DeferredWorld<'_>, context: HookContext) {
    note(&mut world, context.entity);
}

pub(crate) fn note(world: &mut DeferredWorld<'_>, entity: Entity) {
    // Without the plugin there is no list. When it is added, it collects all colliders.
    if let Some(mut changed_entities) = world.get_resource_mut::<ChangedEntities>() {
        changed_entities.0.push(entity);
    }
}
