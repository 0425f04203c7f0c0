//! Decisions about convex sets of points in integers, independent of the engine.

use collide2d::Relation;

type Point = [i128; 2];

/// A number as an integer, in units of `2^-32`.
fn exact(value: f32) -> i128 {
    let scaled = f64::from(value) * 2.0_f64.powi(32);
    assert!(scaled == scaled.trunc() && scaled.abs() < 2.0_f64.powi(60), "{value} needs another unit");
    scaled as i128
}

fn exactly(points: &[[f32; 2]]) -> Vec<Point> {
    points.iter().map(|point| point.map(exact)).collect()
}

fn dot(a: Point, b: Point) -> i128 {
    a[0] * b[0] + a[1] * b[1]
}

/// The sign of the area of a triangle: positive if the third point is on the left of the line through the others.
pub fn side(a: [f32; 2], b: [f32; 2], point: [f32; 2]) -> i128 {
    let [a, b, point] = [a, b, point].map(|point| point.map(exact));
    ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])).signum()
}

/// The relation of the hulls of two lists of points, each an outline in order, a segment or a point: the separating axis
/// test. Sets that overlap without a common interior touch.
pub fn relation_of(a: &[[f32; 2]], b: &[[f32; 2]]) -> Relation {
    let [a, b] = [exactly(a), exactly(b)];
    let edges = [&a, &b].into_iter().flat_map(|points| {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(from, to)| [to[0] - from[0], to[1] - from[1]])
    });
    // The normals of all edges, and their directions for sets that lie on one line.
    let axes = edges.flat_map(|[x, y]| [[-y, x], [x, y]]).chain([[1, 0], [0, 1]]);
    let range = |points: &[Point], axis: Point| {
        let ends = points.iter().map(|point| dot(*point, axis));
        (ends.clone().min().unwrap(), ends.max().unwrap())
    };
    let mut found = Relation::Interior;
    for axis in axes.filter(|axis| *axis != [0, 0]) {
        let ((a_low, a_high), (b_low, b_high)) = (range(&a, axis), range(&b, axis));
        let gap = (a_low - b_high).max(b_low - a_high);
        match gap.signum() {
            1 => return Relation::Apart,
            0 => found = Relation::Touching,
            _ => {}
        }
    }
    found
}
