//! Rays and sweeps: cases computed by hand.

use collide_core::{Capsule, Circle, Moving, OrientedRect, Polygon, Ray, Rect, Rotor, Shape, Vec2, cast_ray, sweep};

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn circle(x: f32, y: f32, radius: f32) -> Shape {
    Circle::new(v(x, y), radius).unwrap().into()
}

fn rect(min: Vec2, max: Vec2) -> Shape {
    Rect::new(min, max).unwrap().into()
}

/// A rectangle rotated and scaled by the rotor `(3, 4)`, of length 5.
fn pythagorean(center: Vec2, half: Vec2) -> Shape {
    OrientedRect::new(center, half, Rotor::from_raw(3.0, 4.0).unwrap()).unwrap().into()
}

fn time(a: Shape, a_way: Vec2, b: Shape, b_way: Vec2) -> Option<f32> {
    let there = sweep(Moving::new(a, a_way).unwrap(), Moving::new(b, b_way).unwrap());
    let back = sweep(Moving::new(b, b_way).unwrap(), Moving::new(a, a_way).unwrap());
    assert_eq!(there.map(|impact| impact.time), back.map(|impact| impact.time), "swapped: {a:?}, {b:?}");
    there.map(|impact| impact.time)
}

#[test]
fn a_bullet_does_not_pass_through_a_thin_wall() {
    let wall = rect(v(10.0, -50.0), v(10.001, 50.0));
    assert_eq!(time(circle(0.0, 0.0, 0.0), v(40.0, 0.0), wall, Vec2::ZERO), Some(0.25));
    assert_eq!(time(circle(0.0, 0.0, 0.5), v(-40.0, 0.0), wall, Vec2::ZERO), None);
    let flat = rect(v(10.0, -50.0), v(10.0, 50.0));
    assert_eq!(time(circle(0.0, 0.0, 2.0), v(64.0, 0.0), flat, Vec2::ZERO), Some(0.125));
    assert_eq!(time(circle(0.0, 0.0, 2.0), v(7.5, 0.0), flat, Vec2::ZERO), None);
    // Both move: only the difference of the motions counts.
    assert_eq!(time(circle(0.0, 0.0, 2.0), v(132.0, 7.0), flat, v(100.0, 7.0)), Some(0.25));
}

#[test]
fn every_pair_of_shapes_meets() {
    let right = v(8.0, 0.0);
    let still = Vec2::ZERO;
    let square = |x: f32| rect(v(x - 1.0, -1.0), v(x + 1.0, 1.0));
    assert_eq!(time(circle(0.0, 0.0, 1.0), right, circle(6.0, 0.0, 1.0), still), Some(0.5));
    assert_eq!(time(circle(0.0, 0.0, 1.0), right, square(6.0), still), Some(0.5));
    assert_eq!(time(square(0.0), right, square(6.0), still), Some(0.5));
    // The rotated square has its outermost corners at (7, 1) and (-7, -1) from its center.
    assert_eq!(time(square(0.0), right, pythagorean(v(12.0, 0.0), Vec2::ONE), still), Some(0.5));
    assert_eq!(
        time(pythagorean(v(0.0, 0.0), Vec2::ONE), right, pythagorean(v(18.0, 2.0), Vec2::ONE), still),
        Some(0.5)
    );
    // Towards the edge of normal (3, 4) / 5, half extent 5: from (12, 16), 20 away, by (-6, -8), 10, to touch at 10.
    let met = time(circle(12.0, 16.0, 5.0), v(-12.0, -16.0), pythagorean(v(0.0, 0.0), Vec2::ONE), still).unwrap();
    assert!((met - 0.5).abs() < 1e-6, "{met}");
}

#[test]
fn corners_are_rounded_for_circles() {
    // Past the corner (1, 1) at a distance of 5: 3 up and 4 before it.
    let impact = sweep(
        Moving::new(circle(-13.0, 4.0, 5.0), v(16.0, 0.0)).unwrap(),
        Moving::from(rect(v(1.0, -9.0), v(9.0, 1.0))),
    )
    .unwrap();
    assert_eq!(impact.time, 0.625);
    assert!((impact.normal - v(0.8, -0.6)).length() < 1e-6, "{impact:?}");
    assert!((impact.points.as_slice()[0] - v(1.0, 1.0)).length() < 1e-5, "{impact:?}");
}

/// A motion straight at a corner does not pass between the edge and the disc of the corner.
#[test]
fn points_aimed_at_a_corner_do_not_slip_through() {
    let still = Vec2::ZERO;
    let box_at_origin = rect(v(-64.0, -64.0), still);
    assert!(time(circle(1.0, 3.0, 0.0), v(-49.0, -147.0), box_at_origin, still).is_some());
    let turned = OrientedRect::new(v(-13.0, 2.0), v(3.0, 6.0), Rotor::from_raw(1.0, 2.0).unwrap()).unwrap();
    assert!(time(circle(-66.0, 76.0, 0.0), v(53.496094, -75.38086), turned.into(), still).is_some());
}

/// Along a thin wall, end on: the whole wall counts, rotated or not.
#[test]
fn rays_along_a_wall_see_all_of_it() {
    for degrees in 0..360_u16 {
        let rotor = Rotor::from_degrees(degrees.into()).unwrap();
        let along = v(rotor.cos(), rotor.sin());
        let wall = OrientedRect::new(Vec2::ZERO, v(0.25, 0.0), rotor).unwrap();
        let hit = cast_ray(&Ray::new(along * -2.0, along, f32::INFINITY).unwrap(), wall).unwrap();
        assert!((hit.entry - 1.75).abs() < 1e-6 && (hit.exit - 2.25).abs() < 1e-6, "{degrees} degrees: {hit:?}");
        let longer = OrientedRect::new(Vec2::ZERO, v(3.0, 0.0), rotor).unwrap();
        let hit = cast_ray(&Ray::new(along * -2.0, along, f32::INFINITY).unwrap(), longer).unwrap();
        assert!(hit.entry == 0.0 && (hit.exit - 5.0).abs() < 1e-5, "{degrees} degrees: {hit:?}");
    }
    // On the line of an edge, far from it.
    let tower = OrientedRect::new(v(-15.0, -20.0), v(1.0, 7.0), Rotor::from_raw(3.0, 4.0).unwrap()).unwrap();
    let hit = cast_ray(&Ray::new(v(-97.0, -71.0), v(18.0, 24.0), f32::INFINITY).unwrap(), tower);
    assert!(
        hit.is_none_or(|hit| collide_core::distance(tower, Circle::new(hit.point, 0.0).unwrap()) < 1e-4),
        "{hit:?}"
    );
}

/// A point that lands on the far end of an edge hits the edge, not the near corner.
#[test]
fn a_point_at_the_end_of_an_edge_meets_the_edge() {
    let board = rect(v(-3.0, 0.0), v(1.0, 3.0));
    let impact = sweep(Moving::new(circle(6.0, 4.0, 0.0), v(-9.0, -1.0)).unwrap(), board).unwrap();
    assert!(impact.time > 0.999_999 && impact.normal == Vec2::NEG_Y, "{impact:?}");
    let impact = sweep(Moving::new(circle(-5.0, 5.0, 0.0), v(4.0, -4.0)).unwrap(), board).unwrap();
    assert_eq!(impact.normal, Vec2::NEG_Y); // at a corner, the first one counter-clockwise from the y axis
}

#[test]
fn what_overlaps_meets_at_once_wherever_it_goes() {
    for way in [Vec2::ZERO, v(100.0, 0.0), v(-1.0, 3.0)] {
        assert_eq!(time(circle(0.0, 0.0, 1.0), way, circle(1.0, 0.0, 1.0), Vec2::ZERO), Some(0.0));
        assert_eq!(time(circle(0.0, 0.0, 1.0), way, rect(v(0.0, 0.0), v(4.0, 4.0)), Vec2::ZERO), Some(0.0));
    }
}

/// Pressing and sliding motions hit; a separating motion does not, even by the smallest number.
#[test]
fn what_touches_meets_unless_it_parts() {
    let tiny = f32::from_bits(1);
    let floor = rect(v(-10.0, -1.0), v(10.0, 0.0));
    let still = Vec2::ZERO;
    for shape in [circle(0.0, 2.0, 2.0), rect(v(-1.0, 0.0), v(1.0, 3.0)), circle(3.0, 0.0, 0.0)] {
        assert_eq!(time(shape, v(0.0, -tiny), floor, still), Some(0.0));
        assert_eq!(time(shape, still, floor, still), Some(0.0));
        assert_eq!(time(shape, v(5.0, 0.0), floor, still), Some(0.0));
        assert_eq!(time(shape, v(5.0, tiny), floor, still), None);
        assert_eq!(time(shape, v(5.0, 1.0), floor, v(0.0, 1.0)), Some(0.0), "relative to the floor it slides");
    }
    // A corner and a circle have no sliding motion.
    assert_eq!(time(circle(10.0, 2.0, 2.0), v(1.0, 0.0), floor, still), None);
    assert_eq!(time(circle(10.0, 2.0, 2.0), v(-1.0, 0.0), floor, still), Some(0.0));
    assert_eq!(time(circle(0.0, 0.0, 1.0), v(1.0, 0.0), circle(0.0, 2.0, 1.0), still), None);
    // On the slope of normal (3, 4), along (-4, 3).
    let slope = pythagorean(still, Vec2::ONE);
    for shape in [circle(6.0, 8.0, 5.0), pythagorean(v(6.0, 8.0), Vec2::ONE)] {
        assert_eq!(time(shape, v(-4.0, 3.0), slope, still), Some(0.0));
        assert_eq!(time(shape, v(-4.0, 3.0_f32.next_up()), slope, still), None);
        assert_eq!(time(shape, v(-4.0, 3.0_f32.next_down()), slope, still), Some(0.0));
    }
}

#[test]
fn rays_enter_and_leave() {
    let ray = |x: f32, y: f32, way: Vec2| Ray::new(v(x, y), way, f32::INFINITY).unwrap();
    let square = rect(v(2.0, -1.0), v(4.0, 1.0));
    let hit = cast_ray(&ray(0.0, 0.0, v(0.5, 0.0)), square).unwrap();
    assert_eq!((hit.entry, hit.exit, hit.point, hit.normal), (4.0, 8.0, v(2.0, 0.0), Some(Vec2::NEG_X)));
    // From inside: at once, without a normal. From the border: with the normal of the border.
    let hit = cast_ray(&ray(3.0, 0.0, Vec2::X), square).unwrap();
    assert_eq!((hit.entry, hit.exit, hit.normal), (0.0, 1.0, None));
    for way in [Vec2::X, Vec2::NEG_X, Vec2::Y] {
        let hit = cast_ray(&ray(2.0, 0.0, way), square).unwrap();
        assert_eq!((hit.entry, hit.normal), (0.0, Some(Vec2::NEG_X)), "{way}");
    }
    // Grazes: a corner, an edge, a circle.
    let hit = cast_ray(&ray(1.0, 0.0, v(1.0, 1.0)), square).unwrap();
    assert_eq!((hit.entry, hit.exit), (1.0, 1.0));
    let hit = cast_ray(&ray(0.0, 1.0, Vec2::X), square).unwrap();
    assert_eq!((hit.entry, hit.exit, hit.normal), (2.0, 4.0, Some(Vec2::NEG_X)));
    let hit = cast_ray(&ray(0.0, 0.0, v(4.0, 3.0)), circle(1.0, 7.0, 5.0)).unwrap();
    assert_eq!((hit.entry, hit.exit, hit.point), (1.0, 1.0, v(4.0, 3.0)));
    assert!(cast_ray(&ray(0.0, 0.0, v(4.0, 3.0_f32.next_down())), circle(1.0, 7.0, 5.0)).is_none());
    let hit = cast_ray(&ray(-9.0, 0.0, Vec2::X), pythagorean(Vec2::ZERO, Vec2::ONE)).unwrap();
    assert!((hit.entry - 2.75).abs() < 1e-6 && hit.normal.unwrap().dot(v(-0.8, 0.6)) > 0.999_999, "{hit:?}");
}

/// The errors of measures are in proportion to the points, not to a position that the offsets cancel.
#[test]
fn positions_that_offsets_cancel_do_not_blur_a_sweep() {
    let far = 1e30;
    let corners = [v(0.0, 0.0), v(0.0, 5.0), v(-2.0, 0.0)];
    let wall = Capsule::new(corners[0] - v(far, 0.0), corners[1] - v(far, 0.0), 1.0).unwrap().at([far, 0.0]).unwrap();
    let rock = Polygon::new(&corners[..2], 1.0).unwrap();
    let far_rock = Polygon::new(&[v(0.0, -far), v(5.0, -far), v(5.0, 0.0)], 0.0).unwrap().at([0.0, far]).unwrap();
    let ball = Moving::new(circle(30.0, 2.0, 0.5), v(-40.0, 0.0)).unwrap();
    let expected = sweep(ball, rock).unwrap();
    assert_eq!((expected.time, sweep(ball, wall)), (28.5 / 40.0, Some(expected)));
    assert_eq!(cast_ray(&Ray::new(v(30.0, 2.0), v(-1.0, 0.0), 99.0).unwrap(), wall).unwrap().entry, 29.0);
    // One corner is far away, where the position is.
    assert!(sweep(Moving::new(circle(2.0, -30.0, 1.0), v(0.0, 40.0)).unwrap(), far_rock).is_some());
    assert!(sweep(Moving::new(circle(-30.0, -3.0, 1.0), v(20.0, 0.0)).unwrap(), far_rock).is_none());
}

#[test]
fn what_is_no_ray_or_motion_is_refused_with_its_field() {
    let message = |result: Result<Ray, collide_core::ShapeError>| result.unwrap_err().to_string();
    assert_eq!(message(Ray::new(v(0.0, f32::NAN), Vec2::X, 1.0)), "origin.y: must be a finite number, is NaN");
    assert_eq!(message(Ray::new(Vec2::ZERO, Vec2::ZERO, 1.0)), "direction: x and y must not both be zero");
    assert_eq!(message(Ray::new(Vec2::ZERO, Vec2::X, f32::NAN)), "max_t: must be a number, is NaN");
    let motion = Moving::new(circle(0.0, 0.0, 1.0), v(f32::INFINITY, 0.0)).unwrap_err();
    assert_eq!(
        (motion.field(), motion.to_string().as_str()),
        ("motion.x", "motion.x: must be a finite number, is inf")
    );
}
