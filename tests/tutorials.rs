//! The classic collision tutorials: their examples and common mistakes. Each flawed version is written out here and
//! shown to be wrong on a concrete input, and `collide2d` to be right. See docs/tutorials.md.

use collide_scenes::SceneKind;
use collide2d::{
    Batch, Circle, OrientedRect, Polygon, Rect, Relation, Rotor, Settings, Shape, Strategy, Threads, Vec2, contact,
    overlaps, region_of_rect, relation,
};

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle::new(Vec2::new(x, y), radius).unwrap()
}

/// A rectangle from its lower corner and size.
fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::new(Vec2::new(x, y), Vec2::new(x + width, y + height)).unwrap()
}

/// The lesson by distances between centers, with integer halves as in most copies, and its variations as parameters.
/// The shapes are `[x, y, radius]` and `[x, y, width, height]`.
fn by_centers(
    [x, y, r]: [i32; 3],
    [left, low, w, h]: [i32; 4],
    reach_in_accept: i32,
    touching_edge_counts: bool,
) -> bool {
    let (dx, dy) = ((x - (left + w / 2)).abs(), (y - (low + h / 2)).abs());
    let beyond = |d: i32, half: i32| if touching_edge_counts { d > half + r } else { d >= half + r };
    if beyond(dx, w / 2) || beyond(dy, h / 2) {
        return false;
    }
    if dx <= w / 2 + reach_in_accept || dy <= h / 2 + reach_in_accept {
        return true;
    }
    (dx - w / 2).pow(2) + (dy - h / 2).pow(2) <= r * r
}

#[test]
fn centre_distance_worked_example() {
    let board = rect(0.0, 0.0, 4.0, 2.0);
    assert_eq!(relation(board, circle(5.0, 1.0, 1.0)), Relation::Touching);
    assert_eq!(relation(board, circle(5.0, 3.0, 1.0)), Relation::Apart);
    assert_eq!(relation(board, circle(5.0, 3.0, 1.5)), Relation::Interior);
    assert_eq!(relation(board, circle(1.0, 1.0, 0.1)), Relation::Interior);
}

#[test]
fn integer_halves_lose_the_far_side() {
    assert!(!by_centers([4, 1, 1], [0, 0, 3, 3], 0, true), "the flawed version misses");
    assert_eq!(relation(circle(4.0, 1.0, 1.0), rect(0.0, 0.0, 3.0, 3.0)), Relation::Touching);
}

#[test]
fn odd_bounding_boxes_lose_half_a_unit() {
    // A ball in the box from (3, 0) to (6, 3) has its center at 4.5 and its left end at 3, where the wall ends.
    let (left, size) = (3, 3);
    let flawed = [left + size / 2, size / 2, size / 2];
    assert_eq!(flawed[0] - flawed[2], 3, "by luck the near side is right");
    assert_eq!(flawed[0] + flawed[2], 5, "the far side is one short");
    let ball = circle(left as f32 + size as f32 / 2.0, size as f32 / 2.0, size as f32 / 2.0);
    assert_eq!(relation(ball, rect(0.0, 0.0, 3.0, 3.0)), Relation::Touching);
    assert_eq!(relation(ball, rect(6.0, 0.0, 3.0, 3.0)), Relation::Touching);
}

#[test]
fn radius_in_the_early_accept_rounds_no_corner() {
    // From the corner (4, 4) to the center (6, 6) it is 2.83, more than the radius.
    assert!(by_centers([6, 6, 2], [0, 0, 4, 4], 2, true), "the flawed version hits");
    assert!(!by_centers([6, 6, 2], [0, 0, 4, 4], 0, true));
    assert_eq!(relation(circle(6.0, 6.0, 2.0), rect(0.0, 0.0, 4.0, 4.0)), Relation::Apart);
}

#[test]
fn one_function_two_touching_rules() {
    let board = [0, 0, 4, 4];
    assert!(!by_centers([6, 2, 2], board, 0, false), "the edge is touched, no hit");
    assert!(by_centers([7, 8, 5], board, 0, false), "the corner is touched, a hit");
    let board = rect(0.0, 0.0, 4.0, 4.0);
    for touching in [circle(6.0, 2.0, 2.0), circle(7.0, 8.0, 5.0)] {
        assert_eq!(relation(board, touching), Relation::Touching);
    }
}

#[test]
fn squares_overflow() {
    let (dx, dy, r) = (50_000_i32, 0_i32, 10_i32);
    assert!(dx.wrapping_mul(dx).wrapping_add(dy * dy) <= r * r, "the flawed version hits");
    assert_eq!(relation(circle(0.0, 0.0, 5.0), circle(50_000.0, 0.0, 5.0)), Relation::Apart);
    // It does not happen at the end of the range of f32 either.
    assert_eq!(relation(circle(f32::MIN, 0.0, 1.0), circle(f32::MAX, 0.0, 1.0)), Relation::Apart);
}

/// The correct formula of the lesson: everything doubled, in 64 bits.
fn by_centers_doubled([x, y, r]: [i64; 3], [left, low, w, h]: [i64; 4]) -> bool {
    let beyond = |at: i64, low: i64, size: i64| ((2 * at - (2 * low + size)).abs() - size).max(0);
    let (dx, dy) = (beyond(x, left, w), beyond(y, low, h));
    dx * dx + dy * dy <= 4 * r * r
}

#[test]
fn whole_numbers_agree_with_exact_integers() {
    for place in 0..9 * 9 * 4_i64 {
        let ball = [place % 9 - 2, place / 9 % 9 - 2, place / 81];
        for size in 0..5 * 5_i64 {
            let board = [0, 1, size % 5, size / 5];
            let [x, y, r] = ball.map(|v| v as f32);
            let [left, low, w, h] = board.map(|v| v as f32);
            let exact = overlaps(circle(x, y, r), rect(left, low, w, h));
            assert_eq!(exact, by_centers_doubled(ball, board), "{ball:?} and {board:?}");
        }
    }
}

#[test]
fn nine_regions_by_contact_normal() {
    let board = rect(-2.0, -1.0, 4.0, 2.0);
    for (column, x) in [-1.0_f32, 0.0, 1.0].into_iter().zip([-2.5, 0.0, 2.5]) {
        for (row, y) in [-1.0_f32, 0.0, 1.0].into_iter().zip([-1.5, 0.0, 1.5]) {
            let normal = contact(board, circle(x, y, 1.0)).unwrap().normal;
            let sides = region_of_rect(&board, Vec2::new(x, y)).unwrap().sides();
            assert_eq!(sides.map(f32::from), [column, row]);
            if (column, row) == (0.0, 0.0) {
                assert_eq!(normal.abs(), Vec2::Y, "inside, the nearest edges are above and below");
            } else {
                assert_eq!(normal, Vec2::new(column, row).normalize(), "region {column}, {row}");
            }
        }
    }
}

type Corners = [(f32, f32); 4];

/// The side of each edge on which a point is: the sign of the cross product of the edge and the vector to the point.
fn sides(corners: Corners, (x, y): (f32, f32)) -> [f32; 4] {
    std::array::from_fn(|i| {
        let ((ax, ay), (bx, by)) = (corners[i], corners[(i + 1) % 4]);
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    })
}

fn inside_by_sides(corners: Corners, point: (f32, f32)) -> bool {
    sides(corners, point).into_iter().all(|side| side > 0.0)
}

#[test]
fn cross_products_depend_on_the_turning_sense() {
    let mut corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)];
    assert!(inside_by_sides(corners, (1.0, 1.0)));
    corners.reverse();
    assert!(!inside_by_sides(corners, (1.0, 1.0)), "the same rectangle, the other way round");
    assert_eq!(relation(rect(0.0, 0.0, 4.0, 2.0), circle(1.0, 1.0, 0.0)), Relation::Interior);
}

#[test]
fn cross_products_leave_out_the_border() {
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)];
    assert!(!inside_by_sides(corners, (4.0, 1.0)), "on the border, yet outside");
    assert_eq!(relation(rect(0.0, 0.0, 4.0, 2.0), circle(4.0, 1.0, 0.0)), Relation::Touching);
}

#[test]
fn cross_products_of_a_flat_rectangle() {
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (0.0, 0.0)];
    // Relaxing the test to >= 0 corrects the border, but accepts a point far along the line.
    assert!(sides(corners, (100.0, 0.0)).into_iter().all(|side| side >= 0.0), "far away, yet on every edge");
    let wall = rect(0.0, 0.0, 4.0, 0.0);
    assert_eq!(relation(wall, circle(100.0, 0.0, 0.0)), Relation::Apart);
    assert_eq!(relation(wall, circle(4.0, 0.0, 0.0)), Relation::Touching);
    assert_eq!(relation(wall, circle(2.0, 1.0, 1.0)), Relation::Touching);
}

fn beam(degrees: f32) -> OrientedRect {
    OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.5), Rotor::from_degrees(degrees).unwrap()).unwrap()
}

/// A small circle at this distance from the origin, in this direction.
fn pebble(degrees: f32, distance: f32) -> Circle {
    let angle = degrees.to_radians();
    circle(angle.cos() * distance, angle.sin() * distance, 0.1)
}

#[test]
fn turned_beam_worked_example() {
    assert!(overlaps(beam(30.0), pebble(30.0, 1.9)));
    assert!(!overlaps(beam(30.0), pebble(-30.0, 1.9)));
    assert!(!overlaps(beam(30.0), pebble(30.0, 2.2)));
}

/// Rotates the circle by an angle and tests it against the horizontal beam.
fn hits_after_turning(ball: Circle, degrees: f32) -> bool {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let at = ball.center();
    let turned = Vec2::new(cos * at.x - sin * at.y, sin * at.x + cos * at.y);
    overlaps(rect(-2.0, -0.5, 4.0, 1.0), Circle::new(turned, ball.radius()).unwrap())
}

#[test]
fn turning_the_wrong_way_tests_the_mirror_image() {
    let (hit, mirrored) = (pebble(30.0, 1.9), pebble(-30.0, 1.9));
    assert!(hits_after_turning(hit, -30.0) && !hits_after_turning(mirrored, -30.0));
    assert!(!hits_after_turning(hit, 30.0) && hits_after_turning(mirrored, 30.0), "the flawed version");
    // Simple tests do not show the mistake.
    for (angle, ball) in [(0.0, pebble(0.0, 1.9)), (90.0, pebble(90.0, 1.9)), (30.0, pebble(0.0, 0.5))] {
        assert_eq!(hits_after_turning(ball, angle), hits_after_turning(ball, -angle));
    }
}

#[test]
fn y_down_turns_the_other_way() {
    // A beam drawn rising to the right on a screen whose y points down: its end is at negative y.
    let on_screen = circle(1.9 * 30_f32.to_radians().cos(), -1.9 * 30_f32.to_radians().sin(), 0.1);
    assert!(!overlaps(beam(30.0), on_screen), "a counter-clockwise angle in y-down coordinates");
    assert!(overlaps(beam(-30.0), on_screen), "the angle in the sense of the coordinates");
}

#[test]
fn right_angles_are_exact() {
    assert_ne!(90_f32.to_radians().cos(), 0.0);
    // The rounded cosine tilts the beam, and the wall that touched its upper end is apart.
    let leaning = Rotor::from_raw(-4.371_139e-8, 1.0).unwrap();
    let leaning = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.5), leaning).unwrap();
    assert_eq!(relation(leaning, rect(0.5, 1.0, 1.0, 1.0)), Relation::Apart, "the flawed version");
    assert_eq!(relation(leaning, rect(0.5, -2.0, 1.0, 1.0)), Relation::Interior, "and at its lower end overlaps");
    assert_eq!(relation(beam(90.0), rect(0.5, 1.0, 1.0, 1.0)), Relation::Touching);
    assert_eq!(relation(beam(90.0), rect(0.5, -2.0, 1.0, 1.0)), Relation::Touching);
    // Standing up, the beam reaches from -0.5 to 0.5 in x, and the wall begins there.
    assert_eq!(relation(beam(90.0), rect(0.5, 0.0, 1.0, 1.0)), Relation::Touching);
    assert_eq!(relation(beam(-270.0), circle(1.5, 1.0, 1.0)), Relation::Touching);
}

#[test]
fn three_four_five_touches() {
    assert_eq!(relation(circle(0.0, 0.0, 2.0), circle(3.0, 4.0, 3.0)), Relation::Touching);
    assert_eq!(relation(circle(0.0, 0.0, 2.0), circle(3.0, 4.0, 3.0_f32.next_up())), Relation::Interior);
    assert_eq!(relation(circle(0.0, 0.0, 2.0), circle(3.0, 4.0_f32.next_up(), 3.0)), Relation::Apart);
}

#[test]
fn rounded_distances_invent_a_touch() {
    let (dx, dy) = (1.0_f32, 1.0 / 8192.0_f32);
    let distance_sq = dx * dx + dy * dy; // 1 + 2^-26, rounded to 1
    assert!(distance_sq <= 1.0 && distance_sq.sqrt() <= 1.0, "the flawed versions hit");
    assert_eq!(relation(circle(0.0, 0.0, 0.5), circle(dx, dy, 0.5)), Relation::Apart);
}

#[test]
fn roots_lose_what_exact_squares_keep() {
    // Truncated to an integer, the distance sqrt 2 is 1.
    assert!(f64::from(1 + 1).sqrt() as i32 <= 1, "the flawed version hits");
    assert_eq!(relation(circle(0.0, 0.0, 0.5), circle(1.0, 1.0, 0.5)), Relation::Apart);
    // 2^24 + 1 is an integer and more than 4096^2; its root in f32 is 4096.
    let (distance_sq, reach) = (4096 * 4096 + 1, 4096);
    assert!(distance_sq > reach * reach, "the squares are exact");
    assert!((distance_sq as f32).sqrt() <= reach as f32, "the flawed version hits");
    assert_eq!(relation(circle(0.0, 0.0, 2048.0), circle(4096.0, 1.0, 2048.0)), Relation::Apart);
}

#[test]
fn a_grid_tests_hardly_more_than_it_finds() {
    let scene = SceneKind::Uniform.generate(10_000, 4);
    let shapes: &[Shape] = scene.shapes();
    let settings = Settings { strategy: Strategy::UniformGrid, threads: Threads::Serial, ..Settings::default() };
    let report = Batch::new(settings).count_pairs(shapes).unwrap();
    let all = 10_000 * 9_999 / 2;
    assert!(report.pair_count > 9_000, "{report:?}");
    assert!(report.candidate_count < 2 * report.pair_count && report.candidate_count < all / 1_000, "{report:?}");
}

/// The corners of the triangle of the lesson about convex shapes, counter-clockwise. Its sides are 4, 5 and 3 long.
const TRIANGLE: [Vec2; 3] = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(0.0, 3.0)];

fn triangle(radius: f32) -> Polygon {
    Polygon::new(&TRIANGLE, radius).unwrap()
}

/// The outward unit normal of each edge.
fn normals(corners: [Vec2; 3]) -> [Vec2; 3] {
    [0, 1, 2].map(|index| -(corners[(index + 1) % 3] - corners[index]).perp().normalize())
}

/// The largest gap between the line of an edge and a point: the tutorial's test beside an edge.
fn largest_gap(corners: [Vec2; 3], normals: [Vec2; 3], point: Vec2) -> f32 {
    let gaps = [0, 1, 2].map(|index| normals[index].dot(point - corners[index]));
    gaps.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn beside_an_edge_and_at_a_corner_worked_example() {
    // Five away from the long side, which leads from (4, 0) to (0, 3); and five away from its end.
    assert_eq!(relation(circle(5.0, 5.5, 5.0), triangle(0.0)), Relation::Touching);
    assert_eq!(relation(circle(8.0, -3.0, 5.0), triangle(0.0)), Relation::Touching);
    assert_eq!(relation(circle(5.0, 5.5, 3.0), triangle(2.0)), Relation::Touching);
    assert_eq!(relation(circle(8.0, -3.0, 3.0), triangle(2.0)), Relation::Touching);
    assert_eq!(relation(circle(1.0, 1.0, 0.0), triangle(0.0)), Relation::Interior);
}

#[test]
fn gaps_alone_make_square_corners() {
    let ball = circle(8.0, -3.0, 4.0);
    let gap = largest_gap(TRIANGLE, normals(TRIANGLE), ball.center());
    assert!(gap <= ball.radius(), "the flawed version hits: {gap}");
    assert!(!overlaps(ball, triangle(0.0)), "the corner is five away");
}

#[test]
fn nearest_corners_miss_edges() {
    let ball = circle(5.0, 5.5, 5.0);
    assert!(TRIANGLE.iter().all(|corner| corner.distance(ball.center()) > ball.radius()), "the flawed version misses");
    assert!(overlaps(ball, triangle(0.0)));
}

#[test]
fn normals_turn_with_the_body() {
    let quarter = Rotor::from_degrees(90.0).unwrap();
    let turned = TRIANGLE.map(|corner| quarter.rotate(corner));
    let ball = circle(2.0, 2.0, 0.5);
    assert!(largest_gap(turned, normals(TRIANGLE), ball.center()) < 0.0, "the flawed version: deep inside");
    assert!(largest_gap(turned, normals(turned), ball.center()) > ball.radius());
    assert!(!overlaps(ball, triangle(0.0).turned(quarter).unwrap()));
}

#[test]
fn the_axes_of_one_polygon_do_not_part_two() {
    let (square, corners) = (rect(0.0, 0.0, 2.0, 2.0), [[1.5, 4.0], [4.0, 1.5], [4.0, 4.0]].map(Vec2::from));
    // On both axes of the square the shadows overlap.
    for axis in [Vec2::X, Vec2::Y] {
        let least = corners.iter().map(|corner| corner.dot(axis)).fold(f32::INFINITY, f32::min);
        assert!(least < 2.0, "the flawed version does not part them: {least}");
    }
    assert!(!overlaps(square, Polygon::new(&corners, 0.0).unwrap()));
}
