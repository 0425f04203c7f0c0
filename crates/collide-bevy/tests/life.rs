//! Messages, events, and the plugin's behaviour in unusual cases.

use std::time::Duration;

use bevy_app::{App, FixedUpdate, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use collide_bevy::prelude::*;
use collide2d::error::OverBudget;
use collide2d::{Budget, Circle, EventKind, Rect, Vec2, World as Engine};

fn at(x: f32) -> Collider {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap().into()
}

fn app(plugin: CollidePlugin) -> App {
    let mut app = App::new();
    app.add_plugins(plugin);
    app
}

fn engine(app: &App) -> &Engine {
    app.world().resource::<Collisions>().world()
}

fn messages<M: Message + Clone>(app: &App) -> Vec<M> {
    app.world().resource::<Messages<M>>().iter_current_update_messages().cloned().collect()
}

#[derive(Resource, Default)]
struct Seen(Vec<(bool, Entity, Entity)>);

#[test]
fn observers_hear_of_those_who_ask_for_it() {
    let mut app = app(CollidePlugin::new(Update));
    app.init_resource::<Seen>();
    app.add_observer(|on: On<'_, '_, CollisionStarted>, mut seen: ResMut<'_, Seen>| {
        seen.0.push((true, on.entity, on.other));
    });
    let quiet = app.world_mut().spawn(at(0.0)).id();
    let loud = app.world_mut().spawn((at(1.0), CollisionEvents)).id();
    app.world_mut().entity_mut(loud).observe(|on: On<'_, '_, CollisionEnded>, mut seen: ResMut<'_, Seen>| {
        seen.0.push((false, on.entity, on.other));
    });
    app.update();
    assert_eq!(messages::<CollisionStarted>(&app), [CollisionStarted { entity: quiet, other: loud }]);
    app.update();
    assert_eq!(messages::<CollisionStarted>(&app), []);
    app.world_mut().despawn(quiet);
    // Takes the slot of the despawned entity, and does not touch the other one.
    let next = app.world_mut().spawn(at(50.0)).id();
    app.update();
    assert_eq!(app.world().resource::<Collisions>().handle(next).unwrap().slot(), 0);
    assert_eq!(messages::<CollisionEnded>(&app), [CollisionEnded { entity: quiet, other: loud }]);
    let collisions = app.world().resource::<Collisions>();
    assert!(collisions.events_between(1, u64::MAX).eq([(EventKind::Ended, quiet, loud)]));
    assert!(collisions.events_between(2, u64::MAX).eq([]));
    assert_eq!(app.world().resource::<Seen>().0, [(true, loud, quiet), (false, loud, quiet)]);
}

#[test]
fn unchanged_components_are_no_change() {
    let mut app = app(CollidePlugin::new(Update).with_settings(Settings { change_ticks: true, ..Settings::default() }));
    let [a, b] = [0.0, 5.0].map(|x| app.world_mut().spawn(at(x)).id());
    app.update();
    app.world_mut().entity_mut(a).get_mut::<Collider>().unwrap().set_changed();
    app.world_mut().entity_mut(b).insert(at(6.0));
    app.update();
    let handle = app.world().resource::<Collisions>().handle(b).unwrap();
    assert_eq!(engine(&app).changed_since(1).collect::<Vec<_>>(), [handle]);
    assert_eq!(engine(&app).changed_since(0).count(), 2);
}

#[derive(Component)]
struct Hidden;

/// Two cases without a hook of this plugin: entities spawned before it was added, and a disabling component of the app.
#[test]
fn those_who_were_there_before_and_those_others_disable() {
    let mut app = App::new();
    app.world_mut().register_disabling_component::<Hidden>();
    let early = app.world_mut().spawn(at(0.0)).id();
    app.add_plugins(CollidePlugin::new(Update));
    app.update();
    assert_eq!(engine(&app).len(), 1);
    for (hidden, count) in [(true, 0), (false, 1)] {
        let mut early = app.world_mut().entity_mut(early);
        if hidden {
            early.insert(Hidden)
        } else {
            early.remove::<Hidden>()
        };
        app.update();
        assert_eq!(engine(&app).len(), count);
    }
}

#[test]
fn a_pile_up_is_refused_and_told() {
    let mut app = app(CollidePlugin::new(Update).with_budget(3));
    let entities: Vec<Entity> = (0..4).map(|_| app.world_mut().spawn(at(0.0)).id()).collect();
    app.update();
    let [CollideFault::Step(OverBudget { what: "pairs", limit: 3, .. })] = messages::<CollideFault>(&app)[..] else {
        panic!("{:?}", messages::<CollideFault>(&app));
    };
    assert_eq!((engine(&app).tick(), messages::<CollisionStarted>(&app).len()), (0, 0));
    app.world_mut().despawn(entities[1]);
    app.update();
    assert_eq!((engine(&app).tick(), messages::<CollisionStarted>(&app).len()), (1, 3));
    app.world_mut().spawn(at(0.0));
    app.update();
    assert_eq!((engine(&app).tick(), messages::<CollisionStarted>(&app).len()), (1, 0));
    app.world_mut().resource_mut::<Collisions>().set_budget(Budget::UNLIMITED);
    app.update();
    assert_eq!((engine(&app).tick(), messages::<CollisionStarted>(&app).len()), (2, 3));
}

/// Each fixed step is one tick, whatever the frame rate. Changes in `FixedUpdate` take effect in the same step.
#[test]
fn the_fixed_schedule_makes_the_ticks() {
    let mut app = app(CollidePlugin::default());
    app.add_plugins(TimePlugin)
        .insert_resource(Time::<Fixed>::from_duration(Duration::from_millis(10)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(25)))
        .add_systems(FixedUpdate, |mut colliders: Query<'_, '_, &mut Collider>| {
            for mut collider in &mut colliders {
                collider.0 = collider.translated(Vec2::X).unwrap();
            }
        });
    let runner = app.world_mut().spawn(at(0.0)).id();
    app.update(); // no time has passed before the first update
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(engine(&app).tick(), 10);
    let collisions = app.world().resource::<Collisions>();
    let handle = collisions.handle(runner).unwrap();
    assert_eq!(collisions.world().shape(handle), Some(at(10.0).0));
}

#[derive(Component)]
struct Position(Vec2, f32);

impl Pose for Position {
    fn position(&self) -> [f32; 2] {
        self.0.into()
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        (self.1 != 0.0).then(|| Rotor::from_angle(self.1))
    }
}

#[test]
fn colliders_follow_positions() {
    let mut app = app(CollidePlugin::new(Update));
    app.add_plugins(FollowPlugin::<Position>::new(Update));
    let rect = Rect::new(Vec2::new(-0.1, -0.3), Vec2::new(0.1, 0.3)).unwrap();
    let ship = app.world_mut().spawn((LocalShape::from(rect), Position(Vec2::new(7.0, 0.0), 0.0))).id();
    // Far away and back: no rounding error remains.
    for place in [1e7, -3.3, 7.0] {
        app.world_mut().get_mut::<Position>(ship).unwrap().0.x = place;
        app.update();
    }
    let shape = |app: &App| app.world().get::<Collider>(ship).unwrap().0;
    assert_eq!(shape(&app), rect.translated(Vec2::new(7.0, 0.0)).unwrap().into());
    let turn = Rotor::from_angle(0.5).unwrap();
    app.world_mut().get_mut::<Position>(ship).unwrap().1 = 0.5;
    app.update();
    let turned = OrientedRect::new(Vec2::new(7.0, 0.0), Vec2::new(0.1, 0.3), turn).unwrap();
    assert_eq!(shape(&app), turned.into());
    app.world_mut().get_mut::<Position>(ship).unwrap().0.y = f32::NAN;
    app.update();
    assert_eq!(shape(&app), turned.into());
    let fault = messages::<CollideFault>(&app)[0].to_string();
    assert!(fault.contains("must be a finite number, is NaN"), "{fault}");
    // Without a change nothing is emitted again.
    app.update();
    assert_eq!(messages::<CollideFault>(&app), []);
}

#[test]
fn colliders_follow_transforms() {
    use bevy_transform::components::{GlobalTransform, Transform};
    let rect = LocalShape::from(Rect::new(Vec2::splat(-1.0), Vec2::splat(1.0)).unwrap());
    let place = Transform::from_xyz(3.0, 4.0, 5.0);
    let mut turned = place;
    turned.rotate_z(std::f32::consts::FRAC_PI_2);
    // A world for each pose: an entity with a `Transform` has a `GlobalTransform` too.
    let [mut local, mut global] = [app(CollidePlugin::new(Update)), app(CollidePlugin::new(Update))];
    local.add_plugins(FollowPlugin::<Transform>::new(Update));
    global.add_plugins(FollowPlugin::<GlobalTransform>::new(Update));
    let straight = local.world_mut().spawn((rect, place)).id();
    let entities = [
        local.world_mut().spawn((rect, turned)).id(),
        global.world_mut().spawn((rect, GlobalTransform::from(turned))).id(),
    ];
    [&mut local, &mut global].into_iter().for_each(App::update);
    let shape = |app: &App, entity| app.world().get::<Collider>(entity).unwrap().0;
    assert_eq!(shape(&local, straight), Rect::new(Vec2::new(2.0, 3.0), Vec2::new(4.0, 5.0)).unwrap().into());
    for shape in [shape(&local, entities[0]), shape(&global, entities[1])] {
        let Shape::OrientedRect(rect) = shape else { panic!("{shape:?}") };
        assert_eq!(rect.center(), Vec2::new(3.0, 4.0));
        assert!(rect.rotor().cos().abs() < 1e-6 && rect.rotor().sin() > 0.999);
    }
}

/// Rollback: with the same components, a restored world gives the same ticks again.
#[test]
fn a_restored_world_goes_on_alike() {
    let mut app = app(CollidePlugin::new(Update));
    let place = |tick: u8, id: u64| at(f32::from(tick) * (id as f32 - 3.0) * 0.3 + id as f32);
    let tick = |app: &mut App, number: u8| {
        let world = app.world_mut();
        for (id, mut collider) in world.query::<(&StableId, &mut Collider)>().iter_mut(world) {
            collider.set_if_neq(place(number, id.0));
        }
        app.update();
        (
            engine(app).tick(),
            engine(app).fingerprint(),
            messages::<CollisionStarted>(app),
            messages::<CollisionEnded>(app),
        )
    };
    let ids: Vec<Entity> = (0..8).map(|id| app.world_mut().spawn((place(0, id), StableId(id))).id()).collect();
    let mut before = Vec::new();
    let mut saved = Vec::new();
    for number in 0..10 {
        before.push(tick(&mut app, number));
        if number == 4 {
            saved = engine(&app).save();
        }
    }
    let stranger = app.world_mut().spawn((at(0.0), StableId(99))).id();
    app.update();
    assert!(app.world().resource::<Collisions>().handle(stranger).is_some());
    app.world_mut().despawn(stranger);
    assert!(Collisions::restore(app.world_mut(), &saved[1..]).is_err());
    Collisions::restore(app.world_mut(), &saved).unwrap();
    for number in 5..10 {
        assert_eq!(tick(&mut app, number), before[usize::from(number)]);
    }
    // An entity that does not exist any more is removed.
    app.world_mut().despawn(ids[3]);
    Collisions::restore(app.world_mut(), &saved).unwrap();
    app.update();
    assert_eq!(engine(&app).len(), 7);
    engine(&app).validate().unwrap();
}

#[test]
fn interest_is_asked_of_the_engine() {
    let mut app = app(CollidePlugin::new(Update));
    let [player, bot] = [0.0, 5.0].map(|x| app.world_mut().spawn(at(x)).id());
    app.update();
    let seen = app.world_mut().run_system_once(move |collisions: Res<'_, Collisions>| {
        let mut interest = collide2d::Interest::new();
        let eyes = collide2d::Observer::new(collisions.handle(player).unwrap(), 8.0, 9.0);
        let eyes = interest.insert(eyes).unwrap();
        interest.update(collisions.world());
        interest.visible(eyes).iter().map(|handle| collisions.entity(*handle).unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(seen.unwrap(), [player, bot]);
}

/// Queries in the past find, return and exclude entities that were despawned since then.
#[test]
fn the_dead_are_asked_about() {
    let history = History { ticks: 4, teleport_distance: 1.0 };
    let mut app = app(CollidePlugin::new(Update).with_settings(Settings { history, ..Settings::default() }));
    let [dead, back] = [0.0, 1.0].map(|x| app.world_mut().spawn(at(x)).id());
    app.update();
    app.world_mut().despawn(dead);
    app.world_mut().entity_mut(back).remove::<Collider>();
    app.update();
    app.world_mut().entity_mut(back).insert(at(9.0));
    app.update();
    let ask = move |spatial: SpatialQuery<'_>| {
        let (then, here) = (spatial.at(1.0).unwrap(), Circle::new(Vec2::ZERO, 5.0).unwrap());
        assert_eq!(then.overlap(here), [dead, back]);
        assert_eq!(then.overlap(EntityQuery::from(here).except(dead)), [back]);
        assert_eq!([dead, back].map(|entity| then.get(entity)), [Some(at(0.0).0), Some(at(1.0).0)]);
        assert_eq!([dead, back].map(|entity| spatial.now().get(entity)), [None, Some(at(9.0).0)]);
    };
    app.world_mut().run_system_once(ask).unwrap();
    // Dropped with the history.
    (0..6).for_each(|_| app.update());
    let handle = app.world().resource::<Collisions>().handle(dead);
    assert!(handle.is_none() && engine(&app).len() == 1);
}
