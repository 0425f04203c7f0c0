//! Capsules and polygons where other kinds were before them: cases by hand.

use collide2d::{
    Capsule, Circle, Entity, History, Interest, Moving, Observer, OrientedRect, Polygon, Query, Rect, Rotor, Settings,
    Shape, SlideOptions, Vec2, World, contact,
};

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn wall() -> Capsule {
    Capsule::new(v(0.0, 0.0), v(10.0, 0.0), 0.5).unwrap()
}

fn hexagon(at: Vec2) -> Polygon {
    Polygon::regular(6, 1.0).unwrap().at(at).unwrap()
}

fn oriented(at: Vec2) -> OrientedRect {
    OrientedRect::new(at, [1.0, 0.5], Rotor::from_degrees(30.0).unwrap()).unwrap()
}

/// A world with each kind, all on one point but for the wall.
fn of_all_kinds() -> World {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let circle = Circle::new([2.0, 1.0], 1.0).unwrap();
    let rect = Rect::new([1.0, 0.5], [3.0, 1.5]).unwrap();
    let shapes: [Shape; 5] =
        [circle.into(), rect.into(), oriented(v(2.0, 1.0)).into(), wall().into(), hexagon(v(2.0, 1.0)).into()];
    for (data, shape) in shapes.into_iter().enumerate() {
        world.insert(Entity { data: data as u64, ..Entity::new(shape) }).unwrap();
    }
    world.step();
    world
}

#[test]
fn each_kind_is_paired_with_each_other() {
    let world = of_all_kinds();
    assert_eq!(world.pairs().len(), 10);
    assert_eq!(world.validate(), Ok(()));
}

#[test]
fn a_snapshot_has_all_kinds() {
    let world = of_all_kinds();
    let bytes = world.save();
    let mut restored = World::new(world.settings().clone());
    restored.restore(&bytes).unwrap();
    assert!(restored.iter().eq(world.iter()));
    assert!(restored.pairs().iter().eq(world.pairs().iter()));
    assert_eq!(bytes, restored.save());
}

#[test]
fn kinds_of_one_list_replace_each_other() {
    let mut world = World::new(Settings::default());
    let [a, b] = [0.0, 9.0].map(|x| world.insert(oriented(v(x, 0.0))).unwrap());
    world.step();
    world.set(a, hexagon(v(8.0, 0.0))).unwrap();
    world.step();
    assert_eq!((world.shape(a), world.pairs().len()), (Some(hexagon(v(8.0, 0.0)).into()), 1));
    world.set_batch(&[(a, wall()), (b, wall())]).unwrap();
    world.set(b, v(0.0, 1.0)).unwrap();
    world.step();
    assert_eq!(world.shape(b), Some(wall().at(v(0.0, 1.0)).unwrap().into()));
    assert_eq!(world.pairs().len(), 1); // they touch
    world.set_by_slot(&[v(0.0, 0.0), v(0.0, 1.25)]).unwrap();
    world.step();
    assert_eq!((world.pairs().len(), world.validate()), (0, Ok(())));
}

#[test]
fn a_center_that_leaves_the_range_is_refused() {
    let mut world = World::new(Settings::default());
    let far = Capsule::new(v(3e38, 0.0), v(3e38, 1.0), 0.0).unwrap();
    let handle = world.insert(far).unwrap();
    world.step();
    for center in [v(9e37, 0.0), v(3e38, 0.0)] {
        let error = world.set(handle, center).unwrap_err().to_string();
        assert!(error.contains("position.x: must leave all points of the shape finite, is "), "{error}");
        assert!(world.set_batch(&[(handle, center)]).is_err());
        assert!(world.set_by_slot(&[center]).is_err());
        assert_eq!(world.shape(handle), Some(far.into()));
    }
    world.set_by_slot(&[v(-1e37, 0.0)]).unwrap();
    assert_eq!(world.shape(handle), Some(far.at(v(-1e37, 0.0)).unwrap().into()));
}

#[test]
fn between_two_ticks_the_position_moves_and_offsets_stay() {
    let history = History { ticks: 2, teleport_distance: 10.0 };
    let mut world = World::new(Settings { history, ..Settings::default() });
    let hexagons = [0.0, 9.0, 18.0].map(|y| hexagon(v(0.0, y)));
    let [moves, turns, changes] = hexagons.map(|shape| world.insert(shape).unwrap());
    world.step();
    world.set(moves, v(4.0, 0.0)).unwrap();
    let turned = hexagon(v(4.0, 9.0)).turned(Rotor::from_degrees(10.0).unwrap()).unwrap();
    world.set(turns, turned).unwrap();
    world.set(changes, Polygon::regular(5, 1.0).unwrap().at(v(4.0, 18.0)).unwrap()).unwrap();
    world.step();
    let then = world.at(1.25).unwrap();
    assert_eq!(then.shape(moves), Some(hexagon(v(1.0, 0.0)).into()));
    assert_eq!(then.shape(turns), Some(hexagon(v(1.0, 9.0)).into()));
    assert_eq!(then.shape(changes), Some(hexagon(v(0.0, 18.0)).into()));
    assert_eq!(world.at(2.0).unwrap().shape(turns), Some(turned.into()));
}

#[test]
fn bodies_slide_along_walls_of_both_kinds() {
    let mut world = World::new(Settings::default());
    world.insert(Entity::fixed(wall())).unwrap();
    world.step();
    let body = Capsule::new(v(0.0, 0.0), v(0.0, 1.0), 0.25).unwrap().at(v(2.0, 1.0)).unwrap();
    let pushed = Query::new(Moving::new(body, v(3.0, -2.0)).unwrap());
    let Shape::Capsule(end) = world.queries().slide(pushed, &SlideOptions::default()).shape else {
        panic!("a capsule")
    };
    assert_eq!(end.offsets(), body.offsets());
    assert!((end.position() - v(5.0, 0.75)).length() < 1e-5, "{end:?}");
    assert!(contact(end, wall()).is_none_or(|contact| contact.depth == 0.0));
}

#[test]
fn an_edge_on_an_edge_has_two_contact_points() {
    let floor = Polygon::from_rect(Rect::new([0.0, 0.0], [9.0, 1.0]).unwrap(), 0.0).unwrap();
    let crate_on_it = Polygon::from_rect(Rect::new([2.0, 1.0], [4.0, 3.0]).unwrap(), 0.0).unwrap();
    let points = contact(floor, crate_on_it).unwrap();
    assert_eq!((points.normal, points.points.as_slice()), (Vec2::Y, &[v(2.0, 1.0), v(4.0, 1.0)][..]));
    let rod = Capsule::new([2.0, 1.5], [5.0, 1.5], 0.5).unwrap();
    assert_eq!(contact(floor, rod).unwrap().points.as_slice().len(), 2);
}

#[test]
fn views_rank_walls_by_their_nearest_point() {
    let mut world = World::new(Settings::default());
    // Its position is far from its points.
    let near = world.insert(Capsule::new(v(100.0, 0.0), v(101.0, 0.0), 0.5).unwrap()).unwrap();
    let far = world.insert(Circle::new(v(105.0, 0.0), 0.5).unwrap()).unwrap();
    world.step();
    let mut interest = Interest::default();
    let id = interest.insert(Observer { max_visible: 1, ..Observer::new(v(98.0, 0.0), 50.0, 50.0) }).unwrap();
    interest.update(&world);
    assert_eq!(interest.visible(id), [near]);
    assert_ne!(near, far);
}
