use bevy_app::{App, FixedPostUpdate, Plugin};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::world::DeferredWorld;
use collide2d::{Budget, Settings};

use crate::components::{ChangedEntities, note};
use crate::pose::MovablePoses;
use crate::{
    CollideFault, CollideSystems, Collider, CollisionEnded, CollisionStarted, Collisions, CrowdRules, MoveHit,
    MoveRules, crowd, motion, step, sync,
};

/// Collisions and spatial queries for all entities with a [`Collider`].
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide2d::{Circle, Vec2};
/// use collide_bevy::{Collider, CollidePlugin, CollideSystems, CollisionStarted};
///
/// fn fly(mut colliders: Query<'_, '_, &mut Collider>) {
///     for mut collider in &mut colliders {
///         collider.0 = collider.translated(Vec2::new(-1.0, 0.0)).unwrap_or(collider.0);
///     }
/// }
/// fn report(mut started: MessageReader<'_, '_, CollisionStarted>) {
///     for CollisionStarted { entity, other } in started.read() {
///         println!("{entity} hits {other}");
///     }
/// }
/// let mut app = App::new();
/// app.add_plugins(CollidePlugin::new(Update))
///     .add_systems(Update, fly.before(CollideSystems::Follow))
///     .add_systems(Update, report.after(CollideSystems::Emit));
/// app.world_mut().spawn(Collider::from(Circle::new(Vec2::ZERO, 1.0)?));
/// app.update();
/// # Ok::<(), collide2d::error::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CollidePlugin {
    schedule: Interned<dyn ScheduleLabel>,
    settings: Settings,
    budget: Budget,
}

impl Default for CollidePlugin {
    /// Runs in [`FixedPostUpdate`]. Only Bevy's `TimePlugin` runs this schedule.
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl CollidePlugin {
    /// Runs a tick each time that `schedule` runs. The setting `events` is on; all others have their defaults.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        let settings = Settings { events: true, ..Settings::default() };
        Self { schedule: schedule.intern(), settings, budget: Budget::UNLIMITED }
    }

    /// Uses these settings. Without [events](Settings::events) no [`CollisionStarted`] and [`CollisionEnded`] are
    /// emitted.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Limits the pairs and the candidates of a tick, as a protection against pile-ups. A tick that exceeds the budget
    /// fails: it emits [`CollideFault::Step`], and pairs, events and history stay unchanged. A number limits the pairs.
    #[must_use]
    pub fn with_budget(self, budget: impl Into<Budget>) -> Self {
        Self { budget: budget.into(), ..self }
    }
}

impl Plugin for CollidePlugin {
    fn build(&self, app: &mut App) {
        use CollideSystems::{Emit, Follow, Move, Step, Sync};
        app.insert_resource(Collisions::new(self.settings.clone(), self.budget))
            .init_resource::<ChangedEntities>()
            .init_resource::<MovablePoses>()
            .init_resource::<MoveRules>()
            .init_resource::<CrowdRules>()
            .add_message::<MoveHit>()
            .add_message::<CollisionStarted>()
            .add_message::<CollisionEnded>()
            .add_message::<CollideFault>()
            .add_observer(|on: On<'_, '_, Add<Disabled>>, world: DeferredWorld<'_>| switched(on.entity, world))
            .add_observer(|on: On<'_, '_, Remove<Disabled>>, world: DeferredWorld<'_>| switched(on.entity, world))
            .configure_sets(self.schedule, (Follow, Sync, Move, Step, Emit).chain())
            .add_systems(
                self.schedule,
                (sync::sync.in_set(Sync), (motion::move_entities, crowd::separate).chain().in_set(Move)),
            )
            .add_systems(self.schedule, (step::step.in_set(Step), step::emit.in_set(Emit)));
        #[cfg(feature = "bevy_reflect")]
        register(app);
        // Entities that exist already.
        let world = app.world_mut();
        let existing: Vec<Entity> = world.query_filtered::<Entity, With<Collider>>().iter(world).collect();
        world.resource_mut::<ChangedEntities>().0.extend(existing);
    }
}

/// Registers the components for reflection.
#[cfg(feature = "bevy_reflect")]
fn register(app: &mut App) {
    use crate::{CollisionEvents, Crowd, Layers, LocalShape, Mobility, Motion, OneWay, Sensor, StableId};
    app.register_type::<Collider>()
        .register_type::<CollisionEvents>()
        .register_type::<Crowd>()
        .register_type::<Layers>()
        .register_type::<LocalShape>()
        .register_type::<Mobility>()
        .register_type::<Motion>()
        .register_type::<OneWay>()
        .register_type::<Sensor>()
        .register_type::<StableId>();
}

/// A disabled entity is not in the engine.
fn switched(entity: Entity, mut world: DeferredWorld<'_>) {
    if world.get::<Collider>(entity).is_some() {
        note(&mut world, entity);
    }
}
