//! Overlap, containment and contacts of two shapes.

use collide2d::{
    Capsule, DVec2, OrientedRect, Polygon, Rect, Relation, Rotor, Settings, Shape, Touching, Vec2, World, contact,
    contains, contains_point, contains_point_strictly, contains_strictly, distance, overlaps, overlaps_interior,
    penetration, relation,
};

use super::exact::{relation_of, side};
use super::{capsule, circle, polygon, rect};

#[test]
fn libgdx_1635_a_crossed_outline_beside_a_triangle() {
    let crossed = [[100.0, 750.0], [200.0, 750.0], [100.0, 150.0], [200.0, 150.0]];
    let triangle = [[77.0, 695.0], [91.0, 695.0], [84.0, 681.0]];
    assert!(!Polygon::is_convex_outline(&crossed));
    // Any order of the points gives their hull, a rectangle.
    let hull = polygon(&crossed);
    assert_eq!(hull.offsets().len(), 4);
    assert_eq!(relation(hull, rect(100.0, 150.0, 100.0, 600.0)), Relation::Interior);
    assert!(contains(hull, rect(100.0, 150.0, 100.0, 600.0)));
    let corners = [[100.0, 150.0], [200.0, 150.0], [200.0, 750.0], [100.0, 750.0]];
    assert_eq!(relation_of(&corners, &triangle), Relation::Apart);
    assert_eq!(relation(hull, polygon(&triangle)), Relation::Apart);
    assert_eq!(distance(hull, polygon(&triangle)), 9.0);
}

#[test]
fn libgdx_1898_the_direction_of_a_push() {
    let slanted = [[0.0, 0.0], [1.0, 4.0], [2.0, 4.0], [1.0, 0.0]];
    for start in 0..4 {
        for reversed in [false, true] {
            let mut points: Vec<[f32; 2]> = slanted.iter().cycle().skip(start).take(4).copied().collect();
            if reversed {
                points.reverse();
            }
            let slanted = polygon(&points);
            for (at, sign) in [([0.0, 0.0], 1.0), ([1.0, 3.0], -1.0)] {
                let block = rect(at[0], at[1], 1.0, 1.0);
                let found = contact(block, slanted).unwrap();
                assert_eq!(found.normal, DVec2::new(4.0, -1.0).normalize().as_vec2() * sign, "{points:?}");
                // 4 / sqrt(17): the squares differ by the rounding of the depth.
                assert!((f64::from(found.depth).powi(2) - 16.0 / 17.0).abs() < 1e-7);
                let other = contact(slanted, block).unwrap();
                assert_eq!((other.normal, other.depth), (-found.normal, found.depth));
            }
        }
    }
}

#[test]
fn jsts_175_boxes_that_overlap_around_shapes_that_do_not() {
    let square = [[0.0, 7.0], [3.0, 7.0], [3.0, 10.0], [0.0, 10.0]];
    let triangle = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]];
    assert!(polygon(&square).aabb().intersects(&polygon(&triangle).aabb()));
    assert_eq!(relation_of(&square, &triangle), Relation::Apart);
    for square in [Shape::from(polygon(&square)), rect(0.0, 7.0, 3.0, 3.0).into()] {
        assert_eq!(relation(square, polygon(&triangle)), Relation::Apart);
        // From (3, 7) to the diagonal: 4 / sqrt(2).
        assert_eq!(distance(square, polygon(&triangle)), 8.0_f32.sqrt());
    }
}

#[test]
fn cute_headers_160_two_large_rectangles_overlap() {
    let a = [[-568.0, 928.0], [-568.0, 1056.0], [-848.0, 1056.0], [-848.0, 928.0]];
    let b = [[-688.0, 736.0], [-688.0, 1184.0], [-912.0, 1184.0], [-912.0, 736.0]];
    assert_eq!(relation_of(&a, &b), Relation::Interior);
    let (wide, tall) = (rect(-848.0, 928.0, 280.0, 128.0), rect(-912.0, 736.0, 224.0, 448.0));
    for a in [Shape::from(polygon(&a)), wide.into()] {
        for b in [Shape::from(polygon(&b)), tall.into()] {
            assert_eq!(relation(a, b), Relation::Interior);
            let found = contact(a, b).unwrap();
            assert_eq!((found.normal, found.depth), (Vec2::NEG_X, 160.0));
        }
    }
}

#[test]
fn geometric_1_rectangles_that_share_two_edge_lines() {
    let a = [[562.6875, 304.4375], [601.09375, 304.4375], [601.09375, 322.9375], [562.6875, 322.9375]];
    let b = [[562.6875, 298.4375], [601.09375, 298.4375], [601.09375, 316.9375], [562.6875, 316.9375]];
    assert_eq!(relation_of(&a, &b), Relation::Interior);
    let (a, b) = (polygon(&a), polygon(&b));
    assert_eq!(relation(a, b), Relation::Interior);
    let found = contact(a, b).unwrap();
    assert_eq!((found.normal, found.depth), (Vec2::NEG_Y, 12.5));
    let lower = b.translated(Vec2::new(0.0, -12.5)).unwrap();
    assert_eq!(relation(a, lower), Relation::Touching);
}

#[test]
fn check2d_95_a_square_in_a_polygon_with_two_shared_corners() {
    let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
    let around = [[-5.0, -5.0], [15.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
    // In exact arithmetic no corner of the square is on the outer side of an edge, and three are on one.
    let mut on_an_edge = 0;
    for (from, to) in around.into_iter().zip(around.into_iter().cycle().skip(1)) {
        let sides = square.map(|corner| side(from, to, corner));
        assert!(sides.iter().all(|side| *side >= 0));
        on_an_edge += sides.iter().filter(|side| **side == 0).count();
    }
    assert!(on_an_edge > 0);
    let (outer, inner) = (polygon(&around), polygon(&square));
    assert!(contains(outer, inner) && !contains_strictly(outer, inner) && !contains(inner, outer));
    assert!(overlaps_interior(outer, inner) && overlaps_interior(inner, outer));
}

#[test]
fn sat_js_41_a_point_in_a_hexagon() {
    let corners = [[2.0, 1.0], [2.0, 2.0], [1.0, 3.0], [0.0, 2.0], [0.0, 1.0], [1.0, 0.0]];
    let hexagon = polygon(&corners);
    let edges = || corners.into_iter().zip(corners.into_iter().cycle().skip(1));
    assert!(edges().all(|(from, to)| side(from, to, [1.0, 1.1]) > 0));
    assert!(contains_point(hexagon, Vec2::new(1.0, 1.1)) && contains_point_strictly(hexagon, Vec2::new(1.0, 1.1)));
    // All points of a fine grid.
    for index in 0..49 * 49 {
        let point = [(index % 49) as f32 / 16.0 - 0.5, (index / 49) as f32 / 16.0];
        let least = edges().map(|(from, to)| side(from, to, point)).min().unwrap();
        assert_eq!(contains_point(hexagon, Vec2::from(point)), least >= 0, "{point:?}");
        assert_eq!(contains_point_strictly(hexagon, Vec2::from(point)), least > 0, "{point:?}");
    }
}

#[test]
fn matter_js_1049_a_repeated_point() {
    let triangle = polygon(&[[0.0, 0.0], [80.0, 0.0], [80.0, 80.0]]);
    let repeated = [[0.0, 0.0], [80.0, 0.0], [80.0, 80.0], [80.0, 80.0]];
    let closed = [[0.0, 0.0], [80.0, 0.0], [80.0, 80.0], [0.0, 0.0]];
    for points in [repeated, closed] {
        assert!(Polygon::is_convex_outline(&points));
        let same = polygon(&points);
        assert_eq!(same, triangle);
        assert_eq!(relation(same, circle(60.0, 20.0, 5.0)), Relation::Interior);
        assert_eq!(relation(same, circle(85.0, 40.0, 5.0)), Relation::Touching);
        let mut world = World::new(Settings::default());
        let (a, b) = (world.insert(same).unwrap(), world.insert(circle(60.0, 20.0, 5.0)).unwrap());
        world.step();
        assert_eq!(world.pairs(), [(a, b)]);
    }
}

#[test]
fn pygame_2246_rectangles_without_width() {
    let (upright, flat) = (rect(50.0, 0.0, 0.0, 50.0), rect(0.0, 25.0, 50.0, 0.0));
    // They share the point (50, 25). Both answers of the thread exist, by name.
    assert_eq!(relation(upright, flat), Relation::Touching);
    assert!(overlaps(upright, flat) && !overlaps_interior(upright, flat));
    for (touching, expected) in [(Touching::Closed, 1), (Touching::Open, 0)] {
        let mut world = World::new(Settings { touching, ..Settings::default() });
        world.insert(upright).unwrap();
        world.insert(flat).unwrap();
        assert_eq!(world.step().pair_count, expected);
    }
    assert_eq!(relation(rect(50.5, 0.0, 0.0, 50.0), flat), Relation::Apart);
}

#[test]
fn shapely_1900_a_point_on_a_line() {
    // In whole numbers the point is on the line.
    assert_eq!(relation(capsule([10.0, 0.0], [0.0, 20.0], 0.0), circle(9.0, 2.0, 0.0)), Relation::Touching);
    // 0.9 and 0.2 are not numbers of binary fractions: the stored point is beside the line, by an exact sign.
    let line = capsule([1.0, 0.0], [0.0, 2.0], 0.0);
    let mut hits = 0;
    for tenth in 0..=10 {
        let point = [1.0 - tenth as f32 / 10.0, tenth as f32 / 5.0];
        let on_it = side([1.0, 0.0], [0.0, 2.0], point) == 0;
        let stored = circle(point[0], point[1], 0.0);
        assert_eq!(relation(line, stored) == Relation::Touching, on_it, "{point:?}");
        assert_eq!(distance(line, stored) == 0.0, on_it, "{point:?}");
        // A line with a width takes in all points near it.
        assert!(overlaps(capsule([1.0, 0.0], [0.0, 2.0], 1e-6), stored), "{point:?}");
        hits += usize::from(on_it);
    }
    assert!(hits > 2 && hits < 11, "{hits} of 11 points are exactly on it");
}

#[test]
fn shapely_938_circles_that_touch() {
    let (large, small) = (circle(0.0, 0.0, 4.0), circle(6.0, 0.0, 2.0));
    assert_eq!(relation(large, small), Relation::Touching);
    // Also where it does not show: 3, 4, 5, scaled and moved, and the neighbouring numbers on both sides.
    for scale in 1..=200 {
        let unit = scale as f32 / 8.0;
        let at = |radius: f32| circle(1000.0 + 6.0 * unit, 8.0 * unit - 500.0, radius);
        let large = circle(1000.0, -500.0, 4.0 * unit);
        assert_eq!(relation(large, at(6.0 * unit)), Relation::Touching);
        assert_eq!(relation(large, at((6.0 * unit).next_down())), Relation::Apart);
        assert_eq!(relation(large, at((6.0 * unit).next_up())), Relation::Interior);
    }
}

#[test]
fn parry_34_the_corner_of_a_box_at_the_center_of_a_ball() {
    let (ball, cuboid) = (circle(1.0, 1.0, 1.0), Rect::from_center([0.0, 0.0], [1.0, 1.0]).unwrap());
    let turned = OrientedRect::new([0.0, 0.0], [1.0, 1.0], Rotor::IDENTITY).unwrap();
    for cuboid in [Shape::from(cuboid), turned.into(), Polygon::from(cuboid).into()] {
        let found = contact(ball, cuboid).unwrap();
        assert_eq!(found.depth, 1.0);
        let moved = ball.translated(-found.normal * found.depth).unwrap();
        assert_eq!(relation(moved, cuboid), Relation::Touching);
        assert!((contact(cuboid, ball).unwrap().depth - 1.0).abs() < f32::EPSILON);
    }
}

#[test]
fn parry_70_a_capsule_moved_through_the_side_of_a_box() {
    let ground = Rect::from_center([0.0, -50.0], [50.0, 50.0]).unwrap();
    let turned = OrientedRect::new([0.0, -50.0], [50.0, 50.0], Rotor::IDENTITY).unwrap();
    let upright = capsule([0.0, -0.5], [0.0, 0.5], 0.5);
    let ball = capsule([0.0, 0.0], [0.0, 0.0], 0.5);
    for ground in [Shape::from(ground), turned.into(), Polygon::from(ground).into()] {
        for step in 0..200 {
            let y = -0.5 + step as f32 / 200.0;
            let at = |shape: &Capsule| shape.translated(Vec2::new(0.0, y)).unwrap();
            assert_eq!(relation(at(&upright), ground), Relation::Interior, "step {step}");
            assert_eq!(relation(at(&ball), ground), Relation::Interior, "step {step}");
        }
        assert_eq!(relation(upright.translated(Vec2::Y).unwrap(), ground), Relation::Touching);
        assert_eq!(relation(upright.translated(Vec2::new(0.0, 1.0_f32.next_up())).unwrap(), ground), Relation::Apart);
    }
}

#[test]
fn cute_headers_158_the_normal_of_a_deep_capsule() {
    let standing = capsule([0.0, 0.0], [0.0, 3.0], 0.4);
    let triangle = polygon(&[[0.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]);
    let mut deep = 0;
    for index in 0..41 * 61 {
        let mouse = [(index % 41) as f32 / 16.0 - 1.25, (index / 41) as f32 / 16.0 - 0.5];
        let triangle = triangle.at(mouse).unwrap();
        let Some(found) = contact(standing, triangle) else {
            assert_eq!(relation(standing, triangle), Relation::Apart);
            continue;
        };
        let moved = |by: Vec2| triangle.translated(by).unwrap();
        assert!(penetration(standing, moved(found.normal * found.depth)) < 1e-6, "{mouse:?}");
        // No other direction is shorter.
        for direction in 0..64 {
            let direction = Rotor::from_degrees(direction as f32 * 5.625).unwrap().rotate(Vec2::X);
            assert!(overlaps(standing, moved(direction * (found.depth * 0.999))), "{mouse:?}: {direction}");
        }
        deep += usize::from(found.depth > 0.4);
    }
    assert!(deep > 100, "in {deep} places the capsule's axis is in the triangle");
}
