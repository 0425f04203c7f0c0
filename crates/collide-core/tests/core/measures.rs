//! Measures agree with the exact decisions: a contact's normal and depth separate the shapes, and no shorter motion
//! does; a distance is the length of the shortest motion that makes them touch.

use collide_core::segment_shape;
use collide_core::{
    Capsule, Circle, OrientedRect, Polygon, Ray, Rect, Relation, Rotor, Segment, Shape, Vec2, cast_ray, cast_segment,
    closest_points, contact, contact_normal, distance, overlaps,
};
use proptest::prelude::*;

fn shape() -> impl Strategy<Value = Shape> {
    let place = || (-4_f32..4.0, -4_f32..4.0).prop_map(Vec2::from);
    let half = || (0.05_f32..3.0, 0.05_f32..3.0).prop_map(Vec2::from);
    let circle = (place(), 0.05_f32..3.0).prop_map(|(at, radius)| Circle::new(at, radius).unwrap().into());
    let rect = (place(), half()).prop_map(|(at, half)| Rect::new(at - half, at + half).unwrap().into());
    let oriented = (place(), half(), -180_f32..180.0)
        .prop_map(|(at, half, angle)| OrientedRect::new(at, half, Rotor::from_degrees(angle).unwrap()).unwrap().into());
    let capsule = (place(), place(), place(), 0.05_f32..3.0).prop_map(|(at, a, b, radius)| {
        let capsule = Capsule::new(a * 0.5, b * 0.5, radius).unwrap();
        capsule.at(at).unwrap().into()
    });
    let points = proptest::collection::vec(place(), 1..=8);
    let round = (place(), points, 0.05_f32..3.0).prop_map(|(at, points, radius)| {
        let polygon = Polygon::new(&points, radius).unwrap();
        polygon.at(at).unwrap().into()
    });
    let sharp = (place(), 3..=8_usize, 0.1_f32..4.0, -180_f32..180.0).prop_map(|(at, corners, size, angle)| {
        let polygon = Polygon::regular(corners, size).unwrap().turned(Rotor::from_degrees(angle).unwrap());
        polygon.unwrap().at(at).unwrap().into()
    });
    prop_oneof![circle, rect, oriented, capsule, round, sharp]
}

fn moved(shape: &Shape, way: Vec2) -> Shape {
    match shape {
        Shape::Circle(c) => Circle::new(c.center() + way, c.radius()).unwrap().into(),
        Shape::Rect(r) => Rect::new(r.min() + way, r.max() + way).unwrap().into(),
        Shape::OrientedRect(r) => OrientedRect::new(r.center() + way, r.half_extents(), r.rotor()).unwrap().into(),
        Shape::Capsule(_) | Shape::Polygon(_) => shape.translated(way).unwrap(),
    }
}

fn grown(shape: &Shape, by: f32) -> Shape {
    match shape {
        Shape::Circle(c) => Circle::new(c.center(), c.radius() + by).unwrap().into(),
        Shape::Rect(r) => Rect::new(r.min() - by, r.max() + by).unwrap().into(),
        Shape::OrientedRect(r) => OrientedRect::new(r.center(), r.half_extents() + by, r.rotor()).unwrap().into(),
        Shape::Capsule(c) => {
            let [from, to] = c.offsets();
            Capsule::new(from, to, c.radius() + by).unwrap().at(c.position()).unwrap().into()
        }
        Shape::Polygon(p) => Polygon::new(p.offsets(), p.radius() + by).unwrap().at(p.position()).unwrap().into(),
    }
}

fn point(at: Vec2) -> Circle {
    Circle::new(at, 0.0).unwrap()
}

/// A bound on the rounding of coordinates of this size.
const SLACK: f32 = 1e-5;

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn normal_and_depth_part_the_shapes_and_nothing_shorter(a in shape(), b in shape(), other in 0_f32..360.0) {
        prop_assert_eq!(contact_normal(a, b), contact(a, b).map(|found| (found.normal, found.depth)));
        let Some(found) = contact(a, b) else { return Ok(()) };
        let parted = moved(&b, found.normal * (found.depth + SLACK));
        prop_assert!(!overlaps(a, parted), "{found:?} does not separate {a:?} and {b:?}");
        let (sin, cos) = other.to_radians().sin_cos();
        let elsewhere = moved(&b, Vec2::new(cos, sin) * (found.depth - SLACK).max(0.0));
        prop_assert!(overlaps(a, elsewhere), "{other} degrees separates {a:?} and {b:?} sooner than {found:?}");
    }

    #[test]
    fn a_distance_is_the_shortest_way_to_meet(a in shape(), b in shape(), other in 0_f32..360.0) {
        let Some(closest) = closest_points(a, b) else {
            prop_assert!(overlaps(a, b) && distance(a, b) == 0.0);
            return Ok(());
        };
        prop_assert!(!overlaps(a, b) && closest.distance > 0.0 && distance(a, b) == closest.distance);
        let there = (closest.on_a - closest.on_b).normalize_or(Vec2::X) * (closest.distance + SLACK);
        prop_assert!(overlaps(grown(&a, SLACK), moved(&b, there)), "{closest:?} does not join {a:?} and {b:?}");
        let (sin, cos) = other.to_radians().sin_cos();
        let elsewhere = moved(&b, Vec2::new(cos, sin) * (closest.distance - SLACK).max(0.0));
        prop_assert!(!overlaps(a, elsewhere), "{other} degrees joins {a:?} and {b:?} sooner than {closest:?}");
        prop_assert!(overlaps(grown(&a, SLACK), point(closest.on_a)) && overlaps(grown(&b, SLACK), point(closest.on_b)));
        prop_assert!((distance(b, a) - closest.distance).abs() <= SLACK);
    }

    #[test]
    fn points_lie_half_way_between_the_surfaces(a in shape(), b in shape()) {
        let Some(found) = contact(a, b) else { return Ok(()) };
        for at in found.points.as_slice() {
            let reach = found.depth * 0.5 + SLACK;
            prop_assert!(overlaps(grown(&a, reach), point(*at)), "{at} of {found:?} is far from {a:?}, {b:?}");
            prop_assert!(overlaps(grown(&b, reach), point(*at)), "{at} of {found:?} is far from {b:?}, {a:?}");
            let beyond_a = point(*at + found.normal * (reach + SLACK));
            let beyond_b = point(*at - found.normal * (reach + SLACK));
            prop_assert!(!overlaps(a, beyond_a) || !overlaps(b, beyond_b), "{at} of {found:?}: {a:?}, {b:?}");
        }
    }

    /// With directions that are not rounded: quarters of units.
    #[test]
    fn a_segment_meets_what_a_ray_of_its_length_meets(a in shape(), quarters in [-40_i8..40, -40..40, -40..40, -40..40]) {
        let [from_x, from_y, to_x, to_y] = quarters.map(|n| f32::from(n) * 0.25);
        let (from, to) = (Vec2::new(from_x, from_y), Vec2::new(to_x, to_y));
        let segment = Segment::new(from, to).unwrap();
        let found = cast_segment(&segment, a);
        prop_assert_eq!(found.is_some(), segment_shape(&segment, a) != Relation::Apart);
        match Ray::new(from, to - from, 1.0) {
            Ok(ray) => prop_assert_eq!(found, cast_ray(&ray, a)),
            Err(_) => prop_assert!(found.is_none_or(|at| (at.entry, at.exit, at.point) == (0.0, 0.0, from))),
        }
    }

    #[test]
    fn swapping_turns_the_normal_round(a in shape(), b in shape()) {
        let (Some(there), Some(back)) = (contact(a, b), contact(b, a)) else {
            prop_assert_eq!(contact(a, b), contact(b, a));
            return Ok(());
        };
        prop_assert!((there.depth - back.depth).abs() <= SLACK, "{there:?} and {back:?}");
        // Two directions may be equally short.
        let same = (there.normal + back.normal).length() <= 1e-3;
        let other_way = moved(&b, -back.normal * (there.depth + SLACK));
        prop_assert!(same || !overlaps(a, other_way), "{there:?} and {back:?}");
    }
}

#[test]
fn one_center_has_a_fixed_normal() {
    let ball = Circle::new(Vec2::new(3.0, 4.0), 2.0).unwrap();
    let found = contact(ball, ball).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::X, 4.0));
    assert_eq!(found.points.as_slice(), [Vec2::new(3.0, 4.0)]);
    let board = Rect::new(Vec2::ZERO, Vec2::new(6.0, 8.0)).unwrap();
    let found = contact(board, board).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::NEG_X, 6.0));
}

/// If all directions are equally short, the documented one is used, with positive zeros.
#[test]
fn ties_have_a_fixed_normal() {
    let bits = |normal: Vec2| [normal.x.to_bits(), normal.y.to_bits()];
    let ball: Shape = Circle::new(Vec2::ONE, 2.0).unwrap().into();
    let dot = Rect::new(Vec2::ONE, Vec2::ONE).unwrap();
    let square = Rect::new(Vec2::ZERO, Vec2::splat(2.0)).unwrap();
    // Points with a radius have no sides.
    let shapes: [(Shape, Vec2); 4] =
        [(ball, Vec2::X), (dot.into(), Vec2::X), (point(Vec2::ONE).into(), Vec2::X), (square.into(), Vec2::Y)];
    for (a, of_a) in shapes {
        for (b, of_b) in shapes {
            let Some(found) = contact(a, b) else { panic!("{a:?} and {b:?} have one center") };
            let normal = if of_a == Vec2::Y { of_a } else { of_b };
            assert_eq!(bits(found.normal), bits(normal), "{found:?} of {a:?} and {b:?}");
        }
    }
}

/// The order of the shapes does not matter: it is counter-clockwise from the y axis.
#[test]
fn ties_with_capsules_and_polygons_have_a_fixed_normal() {
    let way = |a: Shape, b: Shape, normal: Vec2| {
        let found = [contact(a, b), contact(b, a)].map(|found| found.map(|contact| contact.normal.to_array()));
        assert_eq!(found, [Some(normal.to_array()); 2], "{a:?} and {b:?}");
    };
    let capsule = |a, b| -> Shape { Capsule::new(a, b, 0.25).unwrap().into() };
    let [level, upright] = [capsule([-1.0, 0.0], [1.0, 0.0]), capsule([0.0, 1.0], [0.0, -1.0])];
    let square = Rect::new([-1.0, -1.0], [1.0, 1.0]).unwrap();
    let [square, polygon]: [Shape; 2] = [square.into(), Polygon::from(square).into()];
    let disc: Shape = Circle::new([0.0, 0.0], 0.5).unwrap().into();
    for other in [polygon, square, disc, level] {
        way(polygon, other, Vec2::Y);
        way(square, other, Vec2::Y);
        way(level, other, Vec2::Y);
    }
    for other in [polygon, square, disc, upright] {
        way(upright, other, Vec2::NEG_X);
    }
    way(level, upright, Vec2::Y);
    way(capsule([0.0, 0.0], [0.0, 0.0]), disc, Vec2::X);
    way(Polygon::new(&[[0.0, 0.0]], 1.0).unwrap().into(), disc, Vec2::X);
}

/// A small corner of a large box is not lost.
#[test]
fn corners_of_huge_boxes_keep_their_digits() {
    let a = Rect::new(Vec2::new(0.0, -1e30), Vec2::new(2.0, 1e-3)).unwrap();
    let b = Rect::new(Vec2::new(-1e9, 0.0), Vec2::new(1e9, 1e30)).unwrap();
    let found = contact(a, b).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::Y, 1e-3));
    let [a, b] = [a, b].map(|rect| Rect::new(swapped(rect.min()), swapped(rect.max())).unwrap());
    let found = contact(a, b).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::X, 1e-3));
    let inside = contact(point(Vec2::new(-2.0, -1.0)), Rect::new([-1e30, -1e30], [0.0, 0.0]).unwrap()).unwrap();
    assert_eq!((inside.normal, inside.depth), (Vec2::NEG_Y, 1.0));
}

/// With x as y.
fn swapped(at: Vec2) -> Vec2 {
    Vec2::new(at.y, at.x)
}

/// Very long boxes whose ends barely overlap: the small depth is not lost.
#[test]
fn long_boxes_part_the_short_way() {
    let a = Rect::new(Vec2::new(0.0, -1e9), Vec2::new(2.0, 0.5)).unwrap();
    let b = Rect::new(Vec2::new(0.5, 0.0), Vec2::new(2.5, 1e9)).unwrap();
    let found = contact(a, b).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::Y, 0.5));
}

#[test]
fn boxes_on_boxes_meet_at_two_points() {
    let board = |x, y, w, h| Rect::new(Vec2::new(x, y), Vec2::new(x + w, y + h)).unwrap();
    let found = contact(board(0.0, 0.0, 4.0, 1.0), board(1.0, 0.5, 1.0, 1.0)).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::Y, 0.5));
    let mut points = found.points.as_slice().to_vec();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert_eq!(points, [Vec2::new(1.0, 0.75), Vec2::new(2.0, 0.75)]);
    // Corner against corner: one point.
    let found = contact(board(0.0, 0.0, 1.0, 1.0), board(1.0, 1.0, 1.0, 1.0)).unwrap();
    assert_eq!((found.depth, found.points.as_slice()), (0.0, [Vec2::ONE].as_slice()));
    // A rotated box stands on its corner.
    let turned = OrientedRect::new(Vec2::new(2.0, 2.25), Vec2::splat(1.0), Rotor::from_degrees(45.0).unwrap()).unwrap();
    let found = contact(board(0.0, 0.0, 4.0, 1.0), turned).unwrap();
    assert_eq!((found.normal, found.points.as_slice().len()), (Vec2::Y, 1));
    assert!((found.depth - (2_f32.sqrt() - 1.25)).abs() < 1e-6);
}

/// A ray that leaves a rect where it starts, at zero. The sign of that zero would depend on the processor.
#[test]
fn zeros_of_hits_are_positive() {
    let rect = Rect::new(Vec2::new(0.5, 0.0), Vec2::new(1.5, 2.0)).unwrap();
    let ray = Ray::new(Vec2::new(0.5, 2.0), Vec2::new(-2.0, 1.0), 3.0).unwrap();
    let hit = cast_ray(&ray, rect).unwrap();
    assert_eq!([hit.entry.to_bits(), hit.exit.to_bits()], [0, 0]);
    let segment = Segment::new(Vec2::new(0.5, 2.0), Vec2::new(-5.5, 5.0)).unwrap();
    let hit = cast_segment(&segment, rect).unwrap();
    assert_eq!([hit.entry.to_bits(), hit.exit.to_bits()], [0, 0]);
}
