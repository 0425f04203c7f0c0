//! The components of a collider. Hooks note changes, so that the cost of a tick depends on the number of changes.

use std::ops::Deref;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
#[cfg(all(feature = "bevy_reflect", feature = "serde"))]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use collide2d::{Handle, Shape};

/// The shape of an entity in world space. Every entity with this component takes part in collisions and queries.
///
/// The coordinates are in your units and are used unchanged. To take positions from another component, use a
/// [`FollowPlugin`](crate::FollowPlugin). Change a collider in place: only changed colliders are sent to the engine,
/// and access without `&mut` is not a change. Changes take effect at the next
/// [`CollideSystems::Sync`](crate::CollideSystems).
///
/// ```
/// use bevy_ecs::prelude::*;
/// use collide2d::{Circle, Vec2};
/// use collide_bevy::Collider;
///
/// fn fall(mut colliders: Query<'_, '_, &mut Collider>) {
///     for mut collider in &mut colliders {
///         // A shape whose coordinates would overflow stays where it is.
///         if let Ok(moved) = collider.translated(Vec2::new(0.0, -1.0)) {
///             collider.0 = moved;
///         }
///     }
/// }
/// let mut world = World::new();
/// let drop = world.spawn(Collider::from(Circle::new(Vec2::new(2.0, 9.0), 0.5)?)).id();
/// world.run_system_cached(fall).unwrap();
/// assert_eq!(world.get::<Collider>(drop).unwrap().center(), Vec2::new(2.0, 8.0));
/// # Ok::<(), collide2d::error::ShapeError>(())
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(opaque, Component, Debug, PartialEq))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
#[component(on_add = mark_changed, on_remove = mark_changed)]
#[require(EngineHandle)]
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

/// The layers of an entity: which entities it pairs with. Without this component it pairs with all others.
///
/// The component is immutable: insert another one to replace it.
///
/// ```
/// use collide_bevy::Layers;
/// const BULLETS: u64 = 1 << 1;
/// let bullets = Layers::new(BULLETS, !BULLETS);
/// assert!(!bullets.meet(&bullets));
/// // Entities of the same negative group never pair.
/// assert!(!Layers::default().with_group(-1).meet(&Layers::default().with_group(-1)));
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(opaque, Component, Debug, PartialEq))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub struct Layers(pub collide2d::Layers);

impl Layers {
    /// Layers with these category bits, which pair with entities that have a category in `mask`.
    #[must_use]
    pub fn new(category: u64, mask: u64) -> Self {
        Self(collide2d::Layers { category, mask, group: 0 })
    }

    /// The same layers with a [group](collide2d::Layers::group).
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

/// Marks a sensor. It pairs like other entities, but with another sensor only if
/// [`Settings::sensor_pairs`](collide2d::Settings::sensor_pairs) is on.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub struct Sensor;

/// Whether an entity moves often. Without this component it is dynamic.
///
/// Static and sleeping entities cost nothing in a tick. They may move, but then the next tick sorts all of them again.
/// The component is immutable: insert another one to replace it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub enum Mobility {
    /// May move at every tick.
    #[default]
    Dynamic,
    /// Rarely moves: walls, trees. Two static entities are not a pair, unless
    /// [`Settings::static_pairs`](collide2d::Settings::static_pairs) is on.
    Static,
    /// Can move, but rests at present.
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

/// A number of your own that no other collider has, such as a network id or a database row.
///
/// It makes the order of pairs, events and answers deterministic; Bevy's ids never affect this order. Entities that are
/// inserted in the same tick get slots in the order of this number. Entities without it come first, in the order in
/// which they were spawned. Systems that may run in parallel spawn in an order that Bevy does not guarantee. If their
/// entities have a `StableId`, the same match still gives the same bytes.
///
/// Snapshots and recordings identify entities by this number.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
#[component(immutable, on_insert = mark_changed, on_remove = mark_changed)]
pub struct StableId(pub u64);

/// Triggers [`CollisionStarted`](crate::CollisionStarted) and [`CollisionEnded`](crate::CollisionEnded) on an entity,
/// for observers. Messages are written for all entities, with or without this component.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct CollisionEvents;

/// The handle of an entity, in the storage order of its collider: the sync of a tick in which many entities move reads
/// both columns in order, and looks up no entity. The sync writes it for each changed entity.
///
/// It may be stale if a disabling component hid the entity from queries.
/// [`EntityMap`](crate::entity_map::EntityMap) has no stale handles.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct EngineHandle(pub(crate) Option<Handle>);

/// Entities that may have changed, in the order of changes, with duplicates.
#[derive(Resource, Debug, Default)]
pub(crate) struct ChangedEntities(pub(crate) Vec<Entity>);

/// Hook: notes that an entity may have changed.
fn mark_changed(mut world: DeferredWorld<'_>, context: HookContext) {
    note(&mut world, context.entity);
}

pub(crate) fn note(world: &mut DeferredWorld<'_>, entity: Entity) {
    // Without the plugin there is no list. When it is added, it collects all colliders.
    if let Some(mut changed_entities) = world.get_resource_mut::<ChangedEntities>() {
        changed_entities.0.push(entity);
    }
}
