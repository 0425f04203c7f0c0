//! Entities that move by themselves, and whose poses follow.

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_transform::components::{GlobalTransform, Transform};
use collide_bevy::prelude::*;
use collide2d::{Movers, overlaps_interior};
use proptest::prelude::*;

#[derive(Component)]
struct Position(Vec2);

impl Pose for Position {
    const SET_POSITION: Option<fn(&mut Self, [f32; 2])> = Some(|pose, position| pose.0 = position.into());

    fn position(&self) -> [f32; 2] {
        self.0.into()
    }
}

/// A pose that only its owner sets.
#[derive(Component)]
struct Rail([f32; 2]);

impl Pose for Rail {
    fn position(&self) -> [f32; 2] {
        self.0
    }
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        CollidePlugin::new(Update),
        FollowPlugin::<Transform>::new(Update),
        FollowPlugin::<Position>::new(Update),
        FollowPlugin::<Rail>::new(Update),
    ));
    app
}

fn at(app: &App, entity: Entity) -> [f32; 2] {
    app.world().get::<Collider>(entity).unwrap().position()
}

fn push(app: &mut App, entity: Entity, motion: [f32; 2]) {
    app.world_mut().entity_mut(entity).insert(Motion(motion));
    app.update();
}

#[test]
fn a_transform_moves_with_its_collider_and_stops_at_a_wall() {
    let mut app = app();
    app.world_mut().spawn((Collider::rectangle(2.0, 20.0).unwrap().at([4.0, 0.0]).unwrap(), Mobility::Static));
    let place = Transform::from_xyz(0.0, 0.0, 7.0);
    let player = app.world_mut().spawn((LocalShape::circle(0.5).unwrap(), place)).id();
    app.update();
    push(&mut app, player, [1.0, 0.5]); // nothing is in the way
    assert_eq!(app.world().get::<Transform>(player).unwrap().translation.to_array(), [1.0, 0.5, 7.0]);
    push(&mut app, player, [9.0, 1.0]);
    assert_eq!(app.world().get::<Transform>(player).unwrap().translation.to_array(), [2.5, 1.5, 7.0]);
    app.update(); // follows the pose: the same place
    assert_eq!(at(&app, player), [2.5, 1.5]);
    // The pose decides where its owner sets it.
    app.world_mut().get_mut::<Transform>(player).unwrap().translation.x = -3.0;
    push(&mut app, player, [0.0, 1.0]);
    assert_eq!(at(&app, player), [-3.0, 2.5]);
}

#[test]
fn a_pose_of_your_own_moves_too_and_one_without_a_setter_does_not() {
    let mut app = app();
    let own = app.world_mut().spawn((LocalShape::circle(0.5).unwrap(), Position(Vec2::ZERO))).id();
    let cart = app.world_mut().spawn((LocalShape::circle(0.5).unwrap(), Rail([0.0, 9.0]), Crowd)).id();
    app.update();
    push(&mut app, own, [2.0, 0.0]);
    push(&mut app, cart, [2.0, 0.0]);
    assert_eq!(app.world().get::<Position>(own).unwrap().0, Vec2::new(2.0, 0.0));
    assert_eq!((at(&app, own), at(&app, cart)), ([2.0, 0.0], [0.0, 9.0]));
}

#[test]
fn a_crowd_of_transforms_moves_apart() {
    let mut app = app();
    let member = |x: f32| (LocalShape::circle(0.5).unwrap(), Transform::from_xyz(x, 0.0, 0.0), Crowd);
    let members = [0.0, 0.25].map(|x| app.world_mut().spawn(member(x)).id());
    for _ in 0..60 {
        app.update();
    }
    let [a, b] = members.map(|member| app.world().get::<Transform>(member).unwrap().translation.x);
    assert!(b - a > 0.98, "{a} {b}");
    assert_eq!(members.map(|member| at(&app, member)[0]), [a, b]);
}

#[test]
fn a_global_transform_alone_does_not_move() {
    let mut app = App::new();
    app.add_plugins((CollidePlugin::new(Update), FollowPlugin::<GlobalTransform>::new(Update)));
    let ship = app.world_mut().spawn((LocalShape::circle(0.5).unwrap(), Transform::from_xyz(3.0, 0.0, 0.0))).id();
    app.update();
    push(&mut app, ship, [1.0, 0.0]);
    assert_eq!(at(&app, ship), [3.0, 0.0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Turned shapes of all kinds press against a wall for some ticks: the collider that is computed from the pose in
    /// the next tick is the one that the slide ended with, and overlaps no wall.
    #[test]
    fn poses_lead_to_the_places_of_slides(
        kind in 0..4_u8,
        degrees in -180.0_f32..180.0,
        start in [-50.0_f32..50.0, -50.0..50.0],
        motion in [0.0_f32..3.0, -3.0..3.0],
        tilt in -40.0_f32..40.0,
    ) {
        let mut app = app();
        app.world_mut().resource_mut::<MoveRules>().movers = Movers::InOrder;
        let shape = match kind {
            0 => LocalShape::circle(0.6).unwrap(),
            1 => LocalShape::rectangle(1.3, 0.7).unwrap(),
            2 => LocalShape::capsule([-0.4, 0.1], [0.5, -0.2], 0.3).unwrap(),
            _ => LocalShape::polygon(&[[-0.5, -0.4], [0.6, -0.3], [0.1, 0.7]], 0.05).unwrap(),
        };
        let wall = Collider::rectangle(2.0, 200.0).unwrap().rotated_about_origin(tilt.to_radians()).unwrap();
        let wall = wall.at([start[0] + 6.0, start[1]]).unwrap();
        app.world_mut().spawn((wall, Mobility::Static));
        let place = Transform::from_xyz(start[0], start[1], 0.0).with_rotation(Quat::from_rotation_z(degrees.to_radians()));
        let mover = app.world_mut().spawn((shape, place)).id();
        app.update();
        for _ in 0..6 {
            push(&mut app, mover, motion);
            let ended = app.world().get::<Collider>(mover).unwrap().0;
            prop_assert!(!overlaps_interior(ended, wall.0));
            app.update();
            prop_assert_eq!(app.world().get::<Collider>(mover).unwrap().0, ended);
        }
    }
}
