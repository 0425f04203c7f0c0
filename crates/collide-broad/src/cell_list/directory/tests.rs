use collide_core::columns::Simd;
use collide_core::{Circle, Touching, overlaps};

use super::{FEW_SHARED_ROWS, SHARED_CELLS, SHARED_ROWS};
use crate::cell_list::{CellList, RowIds};
use crate::workers::Serial;

type List = CellList<Circle, (), 3>;

/// A fixed sequence of numbers below 1.
fn numbers() -> impl FnMut() -> f64 {
    let mut index = 0.0_f64;
    move || {
        index += 1.0;
        (index * 0.618_033_988_749_894_9).fract()
    }
}

/// Circles in a square, and more circles far away, in cells that share `targets` indices. Of two
/// circles each that touch, the second is in the same cell or in the next one.
fn lattice(near: usize, far: usize, targets: usize) -> (List, Vec<[f32; 3]>) {
    let (mut number, side) = (numbers(), (near as f64 * 3.0).sqrt());
    let spread = (0..near).map(|_| [number() * side, number() * side].map(|number| number as f32));
    let mut rows: Vec<[f32; 3]> = spread.map(|[x, y]| [x, y, 0.5]).collect();
    rows.extend((0..far).map(|index| [index as f32 * 40.0, 1e4, 0.5]));
    let mut list = List::default();
    (0..).zip(&rows).for_each(|(id, row)| list.push(*row, id, ()));
    // Cells are fitted to the rows: some rounds until each suits the other.
    for _ in 0..4 {
        list.sort(&Serial);
        let (len, stride) = (list.cells.len() as i64, list.cells.stride() as i64);
        for index in 0..far {
            let (cell, line) = (index / 2, 20 + index as i64 / 8);
            // Also at the end of the indices, where a run goes on with the first ones.
            let target = (cell % targets) as i64 - targets as i64 / 2;
            let first = (target - line * stride).rem_euclid(len) + (cell as i64 % 4 - 2) * len;
            // In the middle of a cell or near its border.
            let column = first as f64 + if cell % 2 == 0 { 0.0 } else { 0.49 };
            let place = |number: f64, axis| (number - list.cells.scaled(0.0, axis)) / list.cells.per_unit();
            let beside = if index % 2 == 0 { 0.0 } else { 0.75 };
            rows[near + index] = [(place(column, 0) + beside) as f32, place(line as f64, 1) as f32, 0.5];
        }
        list.set_each(|id| rows[id as usize]);
    }
    list.sort(&Serial);
    list.validate().unwrap();
    (list, rows)
}

fn circle([x, y, radius]: [f32; 3]) -> Circle {
    Circle::new([x, y], radius).unwrap()
}

fn scenes() -> [(List, Vec<[f32; 3]>); 4] {
    [(200, 1_000, 1), (200, 1_000, 9), (300, 2_000, 60), (0, 400, 1)]
        .map(|(near, far, targets)| lattice(near, far, targets))
}

#[test]
fn joins_find_each_pair_once() {
    for (list, rows) in scenes() {
        assert!(!list.directory.is_empty());
        let mut found = Vec::new();
        let mut sink = |pairs: &[[u32; 2]], count: usize| {
            found.extend(pairs[..count].iter().map(|[a, b]| [*a.min(b), *a.max(b)]));
        };
        list.join_self(Simd::best(), 0..list.len(), RowIds::Stored, Touching::Closed, None, &mut sink);
        found.sort_unstable();
        let all = (0..rows.len()).flat_map(|a| (a + 1..rows.len()).map(move |b| [a, b]));
        let pairs = all.filter(|[a, b]| overlaps(circle(rows[*a]), circle(rows[*b])));
        let expected: Vec<[u32; 2]> = pairs.map(|pair| pair.map(|id| id as u32)).collect();
        assert!(expected.len() > 100 && found == expected, "{} of {} pairs", found.len(), expected.len());

        let mut probe = List::default();
        (0..).zip(rows.iter().step_by(3)).for_each(|(id, row)| probe.push(*row, id, ()));
        probe.sort(&Serial);
        found.clear();
        let mut sink = |pairs: &[[u32; 2]], count: usize| found.extend_from_slice(&pairs[..count]);
        probe.join(&list, Simd::best(), 0..probe.len(), RowIds::Stored, Touching::Closed, None, &mut sink);
        found.sort_unstable();
        let all = (0..rows.len().div_ceil(3)).flat_map(|a| (0..rows.len()).map(move |b| [a, b]));
        let pairs = all.filter(|[a, b]| overlaps(circle(rows[*a * 3]), circle(rows[*b])));
        assert_eq!(found, pairs.map(|pair| pair.map(|id| id as u32)).collect::<Vec<_>>());
    }
}

/// What is looked up after a search is over would be work that is not counted.
#[test]
fn a_split_ends_with_its_search() {
    let mut max = 0;
    for (list, _) in scenes() {
        let starts = (list.sort.starts.as_slice(), list.cells.len());
        let visits = |max: usize| {
            let mut count = 0;
            list.directory.split(starts, [0, list.cells.len() - 1], [20, 0], |_, _| {
                count += 1;
                count < max
            });
            count
        };
        let all = visits(usize::MAX);
        for max in 1..=all + 1 {
            assert_eq!(visits(max), max.min(all));
        }
        max = all.max(max);
    }
    assert!(max > 50, "{max}");
}

/// All that a search or a join reads beyond its cells: at max [`SHARED_ROWS`] rows of each index.
#[test]
fn searches_read_few_rows_of_other_cells() {
    for (list, rows) in scenes() {
        let occupied = *list.occupied().unwrap();
        let cell = |row: [f32; 3]| list.cells.coordinates([f64::from(row[0]), f64::from(row[1])], 0.0);
        for row in rows.iter().step_by(7) {
            let (column, line) = cell(*row);
            let here = rows.iter().filter(|row| cell(**row) == (column, line)).count();
            let counted = list.count(line, [column; 2], &occupied);
            assert!((here..=here + SHARED_ROWS).contains(&counted), "{here} rows, {counted} counted");
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            list.line(line, [column - 1, column + 1], &occupied, &mut |run| {
                found.extend_from_slice(&list.ids()[run]);
                0.0
            });
            expected.extend((0..).zip(&rows).filter(|(_, row)| {
                let (x, y) = cell(**row);
                y == line && x.abs_diff(column) <= 1
            }));
            found.sort_unstable();
            assert_eq!(found, expected.into_iter().map(|(id, _)| id).collect::<Vec<u32>>());
        }
        let mut places: Vec<Vec<_>> = vec![Vec::new(); list.cells.len()];
        rows.iter().map(|row| cell(*row)).for_each(|(x, y)| places[list.cells.cell(x, y) as usize].push((x, y)));
        let sizes: Vec<[usize; 2]> = places
            .into_iter()
            .map(|mut places| {
                let size = places.len();
                places.sort_unstable();
                places.dedup();
                [size, places.len()]
            })
            .collect();
        let min_cells = if sizes.iter().any(|[_, cells]| *cells > SHARED_CELLS) { 1 } else { 2 };
        for (index, [size, cells]) in sizes.into_iter().enumerate() {
            let is_listed = list.directory.has_any([index; 2], list.cells.len());
            let is_large = size > SHARED_ROWS && cells >= min_cells;
            let has_many = size > FEW_SHARED_ROWS && cells > SHARED_CELLS;
            assert_eq!(is_listed, is_large || has_many, "index {index}");
        }
    }
}
