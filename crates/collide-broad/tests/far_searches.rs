//! Searches of sorted lists from anywhere visit each row that is near enough exactly once, and not many more.

use std::ops::Range;

use collide_broad::internal::{LevelLists, Path, Serial};
use collide_core::Circle;

/// The lists of some circles, searched one after the other. Rows are numbered over all lists.
#[derive(Default)]
struct List(LevelLists<Circle, (), 3>);

impl List {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn row(&self, row: usize) -> [f32; 3] {
        let (list, row) = self.0.row_at(row);
        list.row(row)
    }

    fn around(
        &self,
        corners: [[f64; 2]; 2],
        enough: usize,
        mut max_distance: f64,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        let mut before = 0;
        for list in self.0.lists() {
            list.around(corners, enough, max_distance, |rows| {
                max_distance = visit(before + rows.start..before + rows.end);
                max_distance
            });
            before += list.len();
        }
    }

    fn along(&self, path: &Path, mut visit: impl FnMut(Range<usize>) -> f64) {
        let (mut before, mut until) = (0, path.until);
        for list in self.0.lists() {
            list.along(&Path { until: until.min(path.until), ..*path }, |rows| {
                until = visit(before + rows.start..before + rows.end);
                until
            });
            before += list.len();
        }
    }
}

/// A point of a low-discrepancy sequence in the unit square.
fn spread(index: usize) -> [f64; 2] {
    [0.754_877_666_246_692_7, 0.569_840_290_998_053_2].map(|step| (index as f64 * step).fract())
}

fn list(rows: impl IntoIterator<Item = [f64; 3]>) -> List {
    let mut list = List::default();
    for (id, row) in (0..).zip(rows) {
        list.0.push(row.map(|number| number as f32), 0, id, ());
    }
    // Cells are fitted to what the first sort finds.
    list.0.sort(&Serial, None);
    list.0.sort(&Serial, None);
    list
}

/// A crowd, and outliers.
fn crowd(outliers: impl IntoIterator<Item = [f64; 2]>) -> List {
    let inside = (0..5_000).map(|index| spread(index).map(|part| part * 130.0));
    list(inside.chain(outliers).map(|[x, y]| [x, y, 0.5]))
}

fn lists() -> Vec<(&'static str, List)> {
    let anywhere = |scale: f64| (7..57).map(move |index| spread(index).map(|part| (part - 0.5) * scale));
    let lattice = (0..5_000).map(|index| [(index % 70) as f64, (index / 70) as f64, 0.25]);
    let towns = (0..5_000).map(|index| {
        let ([x, y], town) = (spread(index), (index % 7) as f64);
        [x * 3.0 + town * 5_000.0, y * 3.0 + (town * 3.0) % 7.0 * 4_000.0, 0.02]
    });
    vec![
        ("crowd", crowd([])),
        ("one far", crowd([[1e4, 0.0]])),
        ("one at the border of numbers", crowd([[3e38, -3e38]])),
        ("one past the border of numbers", crowd([[f64::from(f32::MAX), 0.0]])),
        ("some anywhere", crowd(anywhere(1e6))),
        ("lattice", list(lattice)),
        ("towns", list(towns)),
        ("all on one point", list((0..3_000).map(|_| [5.0, 5.0, 1.0]))),
        ("on a line", list((0..3_000).map(|index| [index as f64 * 1e5, 0.0, 0.1]))),
        ("all on the border of numbers", list((0..300).map(|index| [3e38, -3e38 + 1e35 * index as f64, 1e37]))),
        ("few", list([[0.0, 0.0, 1.0], [1e30, 1e-30, 0.0], [1.0, 2.0, 0.0]])),
    ]
}

/// The distance of a circle from a point.
fn distance(row: [f32; 3], [x, y]: [f64; 2]) -> f64 {
    let [center_x, center_y, radius] = row.map(f64::from);
    ((center_x - x).hypot(center_y - y) - radius).max(0.0)
}

const FROM: [[f64; 2]; 9] = [
    [60.0, 60.0],
    [-3.0, 60.0],
    [-30.0, 200.0],
    [-500.0, 70.0],
    [1e4, 1e4],
    [0.0, -1e6],
    [12_000.0, 3_000.0],
    [-1e20, 1e20],
    [3e38, 3e38],
];

#[test]
fn the_nearest_are_found_from_anywhere() {
    for (name, list) in lists() {
        for from in FROM {
            for count in [1, 7, 400] {
                let mut visited = vec![0; list.len()];
                let mut distances: Vec<f64> = Vec::new();
                list.around([from; 2], count, f64::INFINITY, |rows| {
                    for row in rows {
                        visited[row] += 1;
                        distances.push(distance(list.row(row), from));
                    }
                    distances.sort_unstable_by(f64::total_cmp);
                    distances.get(count - 1).copied().unwrap_or(f64::INFINITY)
                });
                assert!(visited.iter().all(|times| *times <= 1), "{name} from {from:?}: a row twice");
                let mut all: Vec<_> = (0..list.len()).map(|row| distance(list.row(row), from)).collect();
                all.sort_unstable_by(f64::total_cmp);
                let expected = &all[..count.min(all.len())];
                assert_eq!(&distances[..expected.len()], expected, "{name} from {from:?}, {count}");
            }
        }
    }
}

#[test]
fn all_within_a_distance_are_found_from_anywhere() {
    for (name, list) in lists() {
        for from in FROM {
            for within in [0.0, 1.0, 40.0, 600.0, 1e5, 1e30] {
                let mut visited = vec![0; list.len()];
                list.around([from; 2], usize::MAX, within, |rows| {
                    rows.for_each(|row| visited[row] += 1);
                    within
                });
                for (row, times) in visited.iter().enumerate() {
                    let near = distance(list.row(row), from) <= within;
                    assert!(*times == 1 || (!near && *times == 0), "{name} from {from:?} within {within}: row {row}");
                }
            }
        }
    }
}

#[test]
fn paths_visit_what_they_touch() {
    for (name, list) in lists() {
        for from in FROM {
            for (motion, until) in
                [([1.0, 0.25], f64::INFINITY), ([-3e30, 1e30], 1e8), ([0.0, -1e-40], 1e44), ([2.0, 2.0], 90.0)]
            {
                let path = Path { low: from.map(|at| at - 0.25), high: from.map(|at| at + 0.25), motion, until };
                let mut visited = vec![0; list.len()];
                list.along(&path, |rows| {
                    rows.for_each(|row| visited[row] += 1);
                    f64::INFINITY
                });
                assert!(visited.iter().all(|times| *times <= 1), "{name} from {from:?}: a row twice");
                for (row, times) in visited.iter().enumerate() {
                    // Where the box comes nearest to the row's center it may touch the box of the row.
                    let [x, y, radius] = list.row(row).map(f64::from);
                    let (along, length) =
                        ((x - from[0]) * motion[0] + (y - from[1]) * motion[1], motion[0].hypot(motion[1]));
                    let t = (along / length / length).clamp(0.0, until);
                    let touches = [x - from[0] - t * motion[0], y - from[1] - t * motion[1]].map(f64::abs);
                    let hit = touches.iter().all(|gap| *gap < (radius + 0.25) * 0.999);
                    assert!(*times == 1 || !hit, "{name} from {from:?} along {motion:?}: row {row}");
                }
            }
        }
    }
}

/// The number of rows visited has a bound that does not depend on the place of the query or of a few outliers.
#[test]
fn searches_visit_few_rows() {
    for (name, list) in lists() {
        let is_crowd =
            matches!(name, "crowd" | "one far" | "one at the border of numbers" | "some anywhere" | "lattice");
        for from in FROM.into_iter().filter(|[x, y]| is_crowd && x.abs().max(y.abs()) < 1e5) {
            let (mut nearest, mut count) = (f64::INFINITY, 0);
            list.around([from; 2], 1, f64::INFINITY, |rows| {
                count += rows.len();
                nearest = rows.map(|row| distance(list.row(row), from)).fold(nearest, f64::min);
                nearest
            });
            assert!(count <= 150, "{name} from {from:?}: {count} rows");
        }
        if is_crowd {
            for index in 0..50 {
                let (mut first, mut count) = (f64::INFINITY, 0);
                let from = spread(index).map(|part| part * 60.0);
                let motion = [1.0, -0.8 + 0.03 * index as f64];
                list.along(&Path { low: from, high: from, motion, until: f64::INFINITY }, |rows| {
                    count += rows.len();
                    for row in rows {
                        let [x, y, radius] = list.row(row).map(f64::from);
                        let (x, y, length) = (x - from[0], y - from[1], motion[0].hypot(motion[1]));
                        let (t, aside) =
                            ((x * motion[0] + y * motion[1]) / length, (x * motion[1] - y * motion[0]) / length);
                        if t > 0.0 && aside.abs() < radius {
                            first = first.min(t / length);
                        }
                    }
                    first
                });
                assert!(count <= 400, "{name} from {from:?}: {count} rows");
            }
        }
    }
}
