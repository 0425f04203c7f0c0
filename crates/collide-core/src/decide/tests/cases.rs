//! Hard cases by name.

use super::super::{moving_relation, ray_shape, relation};
use super::{general, swept_general};
use crate::convex::Pair;
use crate::shape::outline::{Motion, Outline};
use crate::swept::SweptShape;
use crate::{Circle, OrientedRect, Polygon, Ray, Rect, Relation, Rotor, Shape, Vec2};

fn circle(x: f32, y: f32, radius: f32) -> Shape {
    Circle::new([x, y], radius).unwrap().into()
}

fn rect(min: [f32; 2], max: [f32; 2]) -> Shape {
    Rect::new(min, max).unwrap().into()
}

fn oriented(center: [f32; 2], half: [f32; 2], (cos, sin): (f32, f32)) -> Shape {
    OrientedRect::new(center, half, Rotor::from_raw(cos, sin).unwrap()).unwrap().into()
}

/// The relation of a swept shape, which the general decision must share.
fn swept(from: Shape, to: Shape, other: Shape) -> Relation {
    let swept = SweptShape::between(from, to).unwrap();
    let relation = swept.relation_to(other);
    assert_eq!(relation, swept_general(&swept.outline(), &other));
    relation
}

#[test]
fn an_extremely_long_motion_beside_and_into_walls() {
    let far = 1e30;
    for (radius, top) in [(0.5, 0.5), (0.0, 0.0)] {
        let ball = |x: f32| circle(x, 0.0, radius);
        let wall = |bottom: f32| rect([1.0, bottom], [2.0, 9.0]);
        assert_eq!(swept(ball(0.0), ball(far), wall(top)), Relation::Touching);
        assert_eq!(swept(ball(0.0), ball(far), wall(top.next_up())), Relation::Apart);
        assert_eq!(swept(ball(0.0), ball(far), wall(top.next_down())), Relation::Interior);
        assert_eq!(swept(ball(0.0), ball(-far), wall(-1.0)), Relation::Apart);
    }
    let bar = |x: f32, y: f32| oriented([x, y], [5.0, 0.0], (3.0, 4.0));
    // The motion is parallel to the bar, so both are one segment, through the corner of a rect.
    let corner = |x: f32| rect([x, -9.0], [x + 1.0, 40.0]);
    assert_eq!(swept(bar(0.0, 0.0), bar(3.0 * far, 4.0 * far), corner(30.0)), Relation::Interior);
    assert_eq!(swept(bar(0.0, 0.0), bar(-far, 0.0), corner(15.0)), Relation::Touching);
    assert_eq!(swept(bar(0.0, 0.0), bar(-far, 0.0), corner(15.0_f32.next_up())), Relation::Apart);
}

#[test]
fn endless_rays_that_touch() {
    let endless = |x: f32, y: f32, direction: [f32; 2]| Ray::new([x, y], direction, f32::INFINITY).unwrap();
    let tiny = f32::from_bits(1);
    // The corner (3, 4), from near and far, with the shortest and the longest direction.
    let shapes = [rect([3.0, 3.0], [9.0, 4.0]), oriented([9.0, 4.0], [3.0, 0.0], (2.0, 0.0)), circle(3.0, 4.0, 0.0)];
    for shape in shapes {
        for unit in [tiny, 1.0, libm::exp2f(125.0)] {
            let ray = endless(0.0, 0.0, [3.0 * unit, 4.0 * unit]);
            assert_eq!(ray_shape(&ray, shape), Relation::Touching, "{ray:?} and {shape:?}");
            assert_eq!(ray_shape(&endless(0.0, 0.0, [-3.0 * unit, -4.0 * unit]), shape), Relation::Apart);
        }
        assert_eq!(ray_shape(&endless(0.0, tiny, [3.0, 4.0]), shape), Relation::Apart);
    }
    // A graze at the end of the range, and the disc that the ray leaves by the smallest number.
    let max = f32::MAX;
    assert_eq!(ray_shape(&endless(-max, 1.0, [tiny, 0.0]), circle(max, 0.0, 1.0)), Relation::Touching);
    assert_eq!(ray_shape(&endless(-max, 1.0, [tiny, 0.0]), circle(max, -tiny, 1.0)), Relation::Apart);
    assert_eq!(ray_shape(&endless(-max, 1.0, [tiny, 0.0]), circle(max, tiny, 1.0)), Relation::Interior);
}

#[test]
fn rects_that_change_their_size_on_the_way() {
    // The upper left corner moves along (4, 3), the lower right one along (2, 5).
    let (from, to) = (rect([0.0, 0.0], [4.0, 4.0]), rect([4.0, 5.0], [6.0, 7.0]));
    let above = |bottom: f32| swept(from, to, rect([0.0, bottom], [2.0, 9.0]));
    assert_eq!(above(5.5_f32.next_down()), Relation::Interior);
    assert_eq!(above(5.5), Relation::Touching);
    assert_eq!(above(5.5_f32.next_up()), Relation::Apart);
    assert_eq!(swept(from, to, rect([5.0, 0.0], [9.0, 2.5])), Relation::Touching);
    let disc = |radius: f32| swept(from, to, circle(-1.0, 9.5, radius));
    assert_eq!(disc(5.0_f32.next_up()), Relation::Interior);
    assert_eq!(disc(5.0), Relation::Touching);
    assert_eq!(disc(5.0_f32.next_down()), Relation::Apart);
    let beside = |half: f32| swept(from, to, oriented([-1.0, 9.5], [half, 0.0], (3.0, -4.0)));
    assert_eq!(beside(1.0_f32.next_up()), Relation::Interior);
    assert_eq!(beside(1.0), Relation::Touching);
    assert_eq!(beside(1.0_f32.next_down()), Relation::Apart);
    assert_eq!(swept(from, rect([8.0, 0.0], [8.0, 0.0]), rect([6.0, 2.0], [9.0, 3.0])), Relation::Touching);
    assert_eq!(swept(from, rect([8.0, 0.0], [8.0, 2.0]), rect([6.0, 3.0], [9.0, 4.0])), Relation::Touching);
}

#[test]
fn zero_area_shapes_that_cross_or_lie_end_to_end() {
    let along = |x: f32, half: f32| oriented([3.0 * x, 4.0 * x], [half, 0.0], (3.0, 4.0));
    let across = |x: f32, half: f32| oriented([3.0 * x, 4.0 * x], [0.0, half], (3.0, 4.0));
    let point = |x: f32| circle(3.0 * x, 4.0 * x, 0.0);
    let relation = |a: Shape, b: Shape| {
        let outlines = (a.outline(), b.outline());
        let result = relation(a, b);
        assert_eq!(result, general::relation(&Pair::new(&outlines.0, &outlines.1)), "{a:?} and {b:?}");
        assert_eq!(result, relation(b, a));
        result
    };
    assert_eq!(relation(along(0.0, 1.0), across(0.5, 1.0)), Relation::Interior); // crossing
    assert_eq!(relation(along(0.0, 1.0), across(1.0, 1.0)), Relation::Touching); // a T
    assert_eq!(relation(along(0.0, 1.0), along(2.0, 1.0)), Relation::Touching); // end to end
    assert_eq!(relation(along(0.0, 1.0), along(2.0, 1.0_f32.next_down())), Relation::Apart);
    assert_eq!(relation(along(0.0, 1.0), along(0.5, 1.0)), Relation::Touching); // collinear, one over the other
    assert_eq!(relation(along(0.0, 1.0), point(1.0)), Relation::Touching);
    assert_eq!(relation(rect([0.0, 0.0], [6.0, 0.0]), along(0.5, 0.5)), Relation::Touching);
    assert_eq!(relation(rect([-1.0, 1.0], [6.0, 1.0]), along(0.5, 0.5)), Relation::Interior);
    assert_eq!(swept(point(-2.0), point(-1.0), along(0.0, 1.0)), Relation::Touching);
    assert_eq!(swept(point(-3.0), point(-2.0), along(0.0, 1.0)), Relation::Apart);
}

#[test]
fn a_separating_motion_below_the_smallest_normal_number() {
    let a = circle(0.148_895_26, -0.150_146_48, 0.211_456_3);
    let b = oriented([-8.899_216, 8.973_999], [0.074_783_325, 0.0], (-119.0, 120.0));
    assert_eq!(relation(a, b), Relation::Touching);
    let a = crate::Moving::new(a, [-0.018_310_547, -0.018_157_959]).unwrap();
    let b = crate::Moving::new(b, [1e-45, 0.0]).unwrap();
    assert_eq!(crate::sweep_entering(a, b).map(|impact| impact.time), Some(0.0));
}

/// The path is so nearly parallel to the long side of the rect that the fast test takes them for parallel. The disc is
/// beside the end of the side that is off the line of the path.
#[test]
fn a_path_nearly_parallel_to_a_side() {
    let disc = Circle::new([7.516_042_4e-6, 6.599_06e-6], 1.961_387_1e-7).unwrap();
    let bar = oriented([15_988_999.0, 14_603_488.0], [1.0, 0.0], (15_988_999.0, 14_603_488.0));
    let motion = Motion::between(Vec2::ZERO, Vec2::new(-9_707_663.0, -8_866_455.0));
    let (set, other) = (Outline { motion, ..disc.outline() }, bar.outline());
    assert_eq!(general::relation(&Pair::new(&set, &other)), Relation::Apart);
    assert_eq!(moving_relation(&set, &other), Relation::Apart);
}

fn polygon(position: [f32; 2], points: &[[f32; 2]], radius: f32) -> Shape {
    Polygon::new(points, radius).unwrap().at(position).unwrap().into()
}

/// The disc is past the end of the long side by less than the rounding error of its place along the side.
#[test]
fn a_disc_at_the_end_of_a_long_side() {
    let bar = |y: f32| polygon([-0.003_906_25, y], &[[0.0, 0.0], [35_184_372e6, -7.193_326]], 0.0);
    let disc = circle(35_184_372e6, 0.0, 7.193_327);
    assert_eq!(swept(bar(0.0), bar(-f32::from_bits(1)), disc), Relation::Apart);
    assert_eq!(relation(bar(0.0), disc), general::relation(&Pair::new(&bar(0.0).outline(), &disc.outline())));
}

/// A needle that moves along itself: rounding leaves open for all of its sides whether they face forward.
#[test]
fn a_needle_that_moves_along_itself() {
    let far = 1.0 + f32::EPSILON;
    let needle = |[x, y]: [f32; 2]| polygon([x, y], &[[-far, -1.0], [1.0, far], [1e-9, -1e-9]], 0.0);
    for times in [1.0_f32, -1.0, 3.0] {
        let to = [times * (1.0 + far), times * (1.0 + far)];
        let end = circle(to[0] + times.signum(), to[1] + times.signum(), 0.5);
        assert_eq!(swept(needle([0.0; 2]), needle(to), end), Relation::Interior);
    }
}

#[test]
fn round_and_sharp_corners_that_touch() {
    let triangle = |radius: f32| polygon([4.0, -2.0], &[[0.0, 0.0], [8.0, 0.0], [4.0, 3.0]], radius);
    // Beyond the tip of the triangle and beside its slanted side, whose normal is (3, 4) / 5.
    for (at, distance) in [([8.0, 6.0], 5.0), ([13.0, 3.5], 5.0)] {
        for radius in [0.0, 1.0, 5.0] {
            let disc = |radius: f32| circle(at[0], at[1], radius);
            assert_eq!(relation(triangle(radius), disc(distance - radius)), Relation::Touching);
            assert_eq!(relation(triangle(radius.next_up()), disc(distance - radius)), Relation::Interior);
            let less = if radius == distance { continue } else { (distance - radius).next_down() };
            assert_eq!(relation(triangle(radius), disc(less)), Relation::Apart);
        }
    }
}

/// The difference of the centers is rounded, or the sum of the radii, or both: what rounding drops decides.
#[test]
fn circles_that_touch_but_for_what_rounding_drops() {
    let far = libm::exp2f(60.0);
    for rest in [f32::from_bits(1), 0.5, 1.0, 3.0] {
        for turn in [|x, radius| circle(x, 0.0, radius), |x, radius| circle(0.0, x, radius)] {
            let check = |x: f32, radius: f32, expected: Relation| {
                for (a, b) in [(turn(far, far), turn(x, radius)), (turn(-far, far), turn(-x, radius))] {
                    assert_eq!((relation(a, b), relation(b, a)), (expected, expected), "{a:?} and {b:?}");
                }
            };
            check(0.0, 0.0, Relation::Touching);
            check(-rest, 0.0, Relation::Apart);
            check(rest, 0.0, Relation::Interior);
            check(0.0, rest, Relation::Interior);
            check(-rest, rest, Relation::Touching);
            check(-2.0 * rest, rest, Relation::Apart);
        }
    }
}
