//! The plugin beside Bevy's own mathematics, whose vectors are those of another version of glam.

// Both, as every program for Bevy does: no name may be ambiguous.
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::prelude::*;
use collide_bevy::prelude::*;

#[derive(Component)]
struct Position(Vec2);

impl Pose for Position {
    fn position(&self) -> [f32; 2] {
        self.0.into()
    }
}

#[test]
fn shapes_positions_and_answers_are_of_bevys_types() -> Result<(), BevyError> {
    // This name is Bevy's.
    let area = Rect::new(0.0, 0.0, 4.0, 2.0);
    let mut app = App::new();
    app.add_plugins((CollidePlugin::new(Update), FollowPlugin::<Position>::new(Update)));
    let wall = Collider::rectangle(area.width(), area.height())?.at(area.center())?;
    let wall = app.world_mut().spawn((wall, Mobility::Static)).id();
    let ship = (LocalShape::circle(0.5)?, Position(Vec2::new(-3.0, 1.0)));
    let ship = app.world_mut().spawn(ship).id();
    app.update();
    let position: Vec2 = app.world().get::<Collider>(ship).unwrap().position();
    assert_eq!(position, Vec2::new(-3.0, 1.0));
    let found = app.world_mut().run_system_cached_with(
        |In(from): In<Vec2>, spatial: SpatialQuery<'_>| {
            let ray = Ray::new(from.to_array(), Vec2::X.to_array(), 100.0).unwrap();
            let (entity, hit) = spatial.now().ray(EntityQuery::new(ray).solid()).unwrap();
            (entity, collide_bevy::convert::<Vec2>(hit.point))
        },
        Vec2::new(-2.0, 1.0),
    )?;
    assert_eq!(found, (wall, Vec2::new(0.0, 1.0)));
    Ok(())
}

#[test]
fn constructors_reject_what_is_no_shape() {
    assert_eq!(Collider::circle(-1.0).unwrap_err().to_string(), "radius: must not be negative, is -1");
    assert!(Collider::rectangle(f32::NAN, 1.0).is_err() && LocalShape::rectangle(1.0, -1.0).is_err());
    assert!(Collider::circle(1.0).unwrap().at(Vec2::INFINITY).is_err());
    let plank = Collider::rectangle(4.0, 1.0).unwrap().rotated_about_origin(std::f32::consts::FRAC_PI_2).unwrap();
    assert!(plank.aabb().max().y >= 2.0 && plank.aabb().max().x < 0.51);
}

#[test]
fn a_position_is_set_however_often() {
    let bar = OrientedRect::new([9.0, 9.0], [2.0, 1.0], Rotor::from_degrees(30.0).unwrap()).unwrap();
    let wide = collide2d::Rect::new([1.0, 1.0], [4.0, 2.0]).unwrap();
    for collider in [Collider::circle(0.5).unwrap(), bar.into(), wide.into()] {
        let mut moving = collider;
        for x in [3.0, 3.0, -8.0] {
            let to = Vec2::new(x, 4.0);
            assert_eq!(moving.at(to).unwrap().position::<Vec2>(), to);
            moving.set_position(to).unwrap();
            assert_eq!(moving.position::<Vec2>(), to);
        }
        // Only its center has changed.
        assert_eq!(moving.at(collider.position::<Vec2>()).unwrap(), collider);
        let before = moving;
        assert!(moving.set_position(Vec2::NAN).is_err() && moving.set_position(Vec2::INFINITY).is_err());
        assert_eq!(moving, before);
    }
}

/// As in the README: what is written there for every tick must not accelerate.
fn fly(mut bullets: Query<'_, '_, &mut Collider>) {
    for mut bullet in &mut bullets {
        let next = bullet.position::<Vec2>() + Vec2::new(1.0, 0.5);
        bullet.set_position(next).unwrap();
    }
}

#[test]
fn colliders_move_by_their_position() {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update)).add_systems(Update, fly.before(CollideSystems::Follow));
    let bullet = app.world_mut().spawn(Collider::circle(0.5).unwrap().at(Vec2::new(3.0, 4.0)).unwrap()).id();
    (0..4).for_each(|_| app.update());
    assert_eq!(app.world().get::<Collider>(bullet).unwrap().position::<Vec2>(), Vec2::new(7.0, 6.0));
}

fn count<M: Message>(messages: MessageReader<'_, '_, M>) -> usize {
    messages.len()
}

#[test]
fn movers_stop_at_walls() -> Result<(), BevyError> {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update));
    let [player, other] = [0.0, 1.5].map(|x| {
        let collider = Collider::circle(0.5).unwrap().at(Vec2::new(x, 0.0)).unwrap();
        app.world_mut().spawn((collider, Motion::default())).id()
    });
    app.world_mut().spawn((Collider::rectangle(2.0, 20.0)?.at(Vec2::new(6.0, 0.0))?, Mobility::Static));
    let place = |app: &App, entity| app.world().get::<Collider>(entity).unwrap().position::<Vec2>();
    // Movers do not block each other.
    for entity in [player, other] {
        app.world_mut().get_mut::<Motion>(entity).unwrap().0 = Vec2::new(9.0, 1.0).into();
    }
    app.update();
    assert_eq!([place(&app, player), place(&app, other)], [Vec2::new(4.5, 1.0); 2]);
    assert_eq!(app.world().get::<Motion>(player), Some(&Motion([0.0; 2])));
    assert_eq!(app.world_mut().run_system_cached(count::<MoveHit>)?, 2);
    // Without a motion they rest, and they do with rules by which they block each other.
    app.update();
    assert_eq!(place(&app, player), Vec2::new(4.5, 1.0));
    app.world_mut().resource_mut::<MoveRules>().movers = collide2d::Movers::InOrder;
    for (entity, by) in [(player, -9.0), (other, -3.0)] {
        app.world_mut().get_mut::<Motion>(entity).unwrap().0 = [by, 0.0];
    }
    app.update();
    assert_eq!([place(&app, player).x, place(&app, other).x], [-4.5, 1.5]);
    // A motion that is no number is a fault of that entity alone.
    app.world_mut().get_mut::<Motion>(player).unwrap().0 = [f32::NAN, 0.0];
    app.world_mut().get_mut::<Motion>(other).unwrap().0 = [0.0, 1.0];
    app.update();
    assert_eq!(app.world_mut().run_system_cached(count::<CollideFault>)?, 1);
    assert_eq!([place(&app, player), place(&app, other)], [Vec2::new(-4.5, 1.0), Vec2::new(1.5, 2.0)]);
    Ok(())
}

#[test]
fn one_way_colliders_block_from_one_side() -> Result<(), BevyError> {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update));
    let spawn = |app: &mut App, x: f32, y: f32| {
        app.world_mut()
            .spawn((Collider::rectangle(2.0, 1.0).unwrap().at(Vec2::new(x, y)).unwrap(), Mobility::Static))
            .id()
    };
    let platforms = [0.0, 10.0, 20.0].map(|x| spawn(&mut app, x, 3.5));
    let jumpers = [0.0, 10.0, 20.0].map(|x| {
        app.world_mut().spawn((Collider::circle(0.5).unwrap().at(Vec2::new(x, 0.0)).unwrap(), Motion::default())).id()
    });
    // The last one passes nothing.
    app.world_mut().entity_mut(platforms[0]).insert(OneWay([0.0, 0.1]));
    app.world_mut().entity_mut(platforms[2]).insert(OneWay::default());
    let mut jump = |by: f32| {
        for jumper in jumpers {
            app.world_mut().get_mut::<Motion>(jumper).unwrap().0 = [0.0, by];
        }
        app.update();
        jumpers.map(|jumper| app.world().get::<Collider>(jumper).unwrap().position::<Vec2>().y)
    };
    assert_eq!(jump(6.0), [6.0, 2.5, 2.5]);
    assert_eq!(jump(-6.0), [4.5, -3.5, -3.5]);
    Ok(())
}
