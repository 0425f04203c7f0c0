//! Colliders that follow Bevy's transforms through hierarchies.

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};
use collide_bevy::prelude::*;

#[derive(Component)]
struct Drive;

fn drive(mut ships: Query<'_, '_, &mut Transform, With<Drive>>) {
    ships.iter_mut().for_each(|mut ship| ship.translation.x += 1.0);
}

fn place(app: &App, entity: Entity) -> [f32; 2] {
    app.world().get::<Collider>(entity).unwrap().position()
}

#[test]
fn children_are_where_their_parents_are_in_the_same_tick() {
    for with_plugin in [false, true] {
        let mut app = App::new();
        app.add_plugins((CollidePlugin::new(Update), FollowPlugin::<GlobalTransform>::new(Update)));
        app.add_systems(Update, drive.before(CollideSystems::Follow));
        if with_plugin {
            app.add_plugins(TransformPlugin);
        }
        let world = app.world_mut();
        // Turned to the left, and twice as large.
        let left = Quat::from_xyzw(0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt());
        let hull = Transform::from_xyz(10.0, 0.0, 0.0).with_rotation(left).with_scale(Vec3::splat(2.0));
        let ship = world.spawn((hull, Drive, LocalShape::circle(1.0).unwrap())).id();
        let turret = (Transform::from_xyz(3.0, 0.0, 0.0), LocalShape::circle(0.5).unwrap(), ChildOf(ship));
        let turret = world.spawn(turret).id();
        let lamp = (Transform::from_xyz(0.0, 0.5, 0.0), LocalShape::circle(0.1).unwrap(), ChildOf(turret));
        let lamp = world.spawn(lamp).id();
        for tick in 1_u8..5 {
            app.update();
            let x = 10.0 + f32::from(tick);
            let near = |entity, [x, y]: [f32; 2]| {
                let [at_x, at_y] = place(&app, entity);
                assert!((at_x - x).abs() < 1e-4 && (at_y - y).abs() < 1e-4, "{tick}: {at_x}, {at_y}");
            };
            near(ship, [x, 0.0]);
            near(turret, [x, 6.0]);
            near(lamp, [x - 1.0, 6.0]);
        }
        // The scale moves a child, and leaves its size.
        let Shape::Circle(circle) = app.world().get::<Collider>(turret).unwrap().0 else { panic!("a circle") };
        assert_eq!(circle.radius(), 0.5);
        app.world_mut().entity_mut(turret).remove::<ChildOf>();
        app.update();
        assert_eq!(place(&app, turret), [3.0, 0.0]);
    }
}
