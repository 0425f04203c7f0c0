//! Moved colliders reach the engine, whatever happened to their entities before: each entity keeps its handle in a
//! component.

use bevy_app::{App, Update};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use collide_bevy::prelude::*;
use collide2d::{Circle, Rect, Vec2};

fn circle(x: f32) -> Collider {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap().into()
}

fn square(x: f32) -> Collider {
    Rect::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0)).unwrap().into()
}

/// An app with circles and squares in turn, far apart, after a tick.
fn app(count: u16) -> (App, Vec<Entity>) {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update));
    let collider = |index: u16| if index.is_multiple_of(2) { circle(index.into()) } else { square(index.into()) };
    let entities = (0..count).map(|index| app.world_mut().spawn(collider(index)).id()).collect();
    app.update();
    (app, entities)
}

/// Moves all colliders, runs a tick, and compares the engine with the components.
fn check_all_move(app: &mut App) {
    let world = app.world_mut();
    for mut collider in world.query::<&mut Collider>().iter_mut(world) {
        collider.0 = collider.translated(Vec2::new(0.25, 100.0)).unwrap();
    }
    app.update();
    let world = app.world_mut();
    let expected: Vec<_> = world.query::<(Entity, &Collider)>().iter(world).map(|(e, c)| (e, c.0)).collect();
    let collisions = world.resource::<Collisions>();
    assert_eq!(collisions.world().len(), expected.len());
    for (entity, shape) in expected {
        let handle = collisions.handle(entity).unwrap();
        assert_eq!(collisions.entity(handle), Some(entity));
        assert_eq!(collisions.world().shape(handle), Some(shape), "{entity}");
    }
    collisions.world().validate().unwrap();
}

#[test]
fn despawned_entities_leave_their_slots_and_indices_to_others() {
    let (mut app, entities) = app(400);
    // Bevy reuses indices in groups of 128, the engine reuses the slot that was freed last: the orders differ.
    for entity in entities.iter().skip(1).step_by(2) {
        app.world_mut().despawn(*entity);
    }
    let new: Vec<_> = (0_u8..250).map(|x| app.world_mut().spawn(circle(x.into())).id()).collect();
    let is_reused = |new: &Entity| entities.iter().any(|old| old.index() == new.index() && old != new);
    assert!(new.iter().any(is_reused));
    check_all_move(&mut app);
    app.world_mut().despawn(new[1]);
    check_all_move(&mut app);
}

#[test]
fn after_a_restore_entities_have_the_slots_of_the_snapshot() {
    let (mut app, entities) = app(8);
    app.world_mut().despawn(entities[0]);
    app.world_mut().despawn(entities[1]);
    app.update();
    let saved = app.world().resource::<Collisions>().world().save();
    // These get the free slots, and after the restore others.
    let [a, b] = [50.0, 60.0].map(|x| app.world_mut().spawn(circle(x)).id());
    app.update();
    let slots = |app: &App| [a, b].map(|entity| app.world().resource::<Collisions>().handle(entity).unwrap().slot());
    let before = slots(&app);
    app.world_mut().despawn(entities[2]);
    app.update();
    Collisions::restore(app.world_mut(), &saved).unwrap();
    check_all_move(&mut app);
    assert_ne!(slots(&app), before);
}

#[test]
fn replaced_colliders_keep_the_handle() {
    let (mut app, entities) = app(6);
    let handle = |app: &App| app.world().resource::<Collisions>().handle(entities[1]);
    let before = handle(&app);
    let mut entity = app.world_mut().entity_mut(entities[1]);
    entity.insert(circle(40.0));
    check_all_move(&mut app);
    app.world_mut().entity_mut(entities[1]).remove::<Collider>().insert(square(50.0));
    check_all_move(&mut app);
    // All components are new.
    app.world_mut().entity_mut(entities[1]).clear().insert(circle(60.0));
    check_all_move(&mut app);
    app.world_mut().entity_mut(entities[1]).remove_with_requires::<Collider>().insert(circle(70.0));
    check_all_move(&mut app);
    assert_eq!(handle(&app), before);
    app.world_mut().entity_mut(entities[1]).remove::<Collider>();
    app.update();
    let other = app.world_mut().spawn(circle(80.0)).id();
    app.update();
    // The slot has another entity now.
    app.world_mut().entity_mut(entities[1]).insert(circle(90.0));
    check_all_move(&mut app);
    assert_eq!(app.world().resource::<Collisions>().handle(other).unwrap().slot(), before.unwrap().slot());
}

#[test]
fn clones_have_handles_of_their_own() {
    let (mut app, entities) = app(4);
    for entity in entities {
        app.world_mut().entity_mut(entity).clone_and_spawn();
    }
    check_all_move(&mut app);
    check_all_move(&mut app);
}

#[test]
fn static_and_dynamic_entities_change_places() {
    let (mut app, entities) = app(6);
    for mobility in [Mobility::Static, Mobility::Sleeping, Mobility::Dynamic] {
        app.world_mut().entity_mut(entities[2]).insert(mobility);
        check_all_move(&mut app);
        check_all_move(&mut app);
    }
}

#[derive(Component)]
struct Hidden;

#[test]
fn disabled_entities_get_a_new_handle() {
    let (mut app, entities) = app(6);
    app.world_mut().entity_mut(entities[3]).insert(Disabled);
    app.update();
    app.world_mut().spawn(circle(70.0));
    app.update();
    app.world_mut().entity_mut(entities[3]).remove::<Disabled>();
    check_all_move(&mut app);
    check_all_move(&mut app);
}

/// An app whose component `Hidden` hides entities from queries, with circles at these coordinates.
fn app_with_hidden<const N: usize>(xs: [f32; N]) -> (App, [Entity; N]) {
    let mut app = App::new();
    app.world_mut().register_disabling_component::<Hidden>();
    app.add_plugins(CollidePlugin::new(Update));
    let entities = xs.map(|x| app.world_mut().spawn(circle(x)).id());
    app.update();
    (app, entities)
}

/// One entity is hidden and one shown in the same tick. The count of colliders stays the same, so the plugin notes
/// neither of them. The other entities still move.
#[test]
fn a_stale_handle_does_not_stop_other_entities() {
    for mobility in [Mobility::Dynamic, Mobility::Static] {
        let (mut app, [a, b, c, d]) = app_with_hidden([0.0, 10.0, 20.0, 30.0]);
        app.world_mut().entity_mut(a).insert((Hidden, mobility));
        app.update();
        app.world_mut().entity_mut(a).remove::<Hidden>();
        app.world_mut().entity_mut(b).insert(Hidden);
        for entity in [a, c, d] {
            *app.world_mut().get_mut::<Collider>(entity).unwrap() = circle(200.0);
        }
        app.update();
        let collisions = app.world().resource::<Collisions>();
        for entity in [c, d] {
            let handle = collisions.handle(entity).unwrap();
            assert_eq!(collisions.world().shape(handle), Some(circle(200.0).0));
        }
        assert!(app.world().resource::<Messages<CollideFault>>().is_empty());
    }
}

/// A restore resets generations, so another entity may get the handle of a hidden one. The hidden entity must not move
/// it when it is shown again.
#[test]
fn an_entity_that_is_hidden_during_a_restore_has_no_handle_afterwards() {
    let (mut app, [a, b]) = app_with_hidden([0.0, 10.0]);
    let saved = app.world().resource::<Collisions>().world().save();
    let c = app.world_mut().spawn(circle(20.0)).id();
    app.update();
    let handle = |app: &App, entity| app.world().resource::<Collisions>().handle(entity);
    let before = handle(&app, c);
    app.world_mut().entity_mut(c).insert(Hidden);
    Collisions::restore(app.world_mut(), &saved).unwrap();
    let d = app.world_mut().spawn(circle(30.0)).id();
    app.update();
    assert_eq!(handle(&app, d), before, "the snapshot is older than the handle");
    // The count of colliders stays the same, so the plugin does not note that `c` is shown.
    app.world_mut().entity_mut(c).remove::<Hidden>();
    app.world_mut().entity_mut(a).insert(Hidden);
    *app.world_mut().get_mut::<Collider>(c).unwrap() = circle(200.0);
    app.update();
    let shape = |app: &App, entity| app.world().resource::<Collisions>().world().shape(handle(app, entity)?);
    assert_eq!(shape(&app, d), Some(circle(30.0).0));
    app.world_mut().entity_mut(a).remove::<Hidden>();
    app.update();
    let expected = [(a, 0.0), (b, 10.0), (c, 200.0), (d, 30.0)];
    assert!(expected.iter().all(|(entity, x)| shape(&app, *entity) == Some(circle(*x).0)));
    app.world().resource::<Collisions>().world().validate().unwrap();
}

#[test]
fn an_entity_that_is_disabled_during_a_restore_gets_a_new_handle() {
    let (mut app, entities) = app(4);
    let saved = app.world().resource::<Collisions>().world().save();
    app.world_mut().entity_mut(entities[1]).insert(Disabled);
    Collisions::restore(app.world_mut(), &saved).unwrap();
    app.world_mut().spawn(circle(50.0));
    check_all_move(&mut app);
    app.world_mut().entity_mut(entities[1]).remove::<Disabled>();
    check_all_move(&mut app);
    check_all_move(&mut app);
}
