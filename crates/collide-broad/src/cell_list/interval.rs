//! Intervals along an axis, and the interval in which nearly all rows lie.

use smallvec::SmallVec;

use super::{Anchored, CellList};
use crate::statistics::{SAMPLE, sample_indices, sort_numbers};

/// A closed interval along an axis, in world units or in cells.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Interval {
    pub(crate) fn length(self) -> f64 {
        self.high - self.low
    }
}

/// For each axis, the interval that contains nearly all anchors of the rows of these lists, estimated from a sample.
pub(crate) fn intervals<S: Anchored<N>, P, const N: usize>(lists: &[CellList<S, P, N>]) -> [Interval; 2] {
    let numbers = sample_indices(lists.iter().map(|list| list.len).sum(), SAMPLE);
    central(numbers.map(|number| {
        let (list, row) = row_at(lists, number);
        anchor(&list.rows.row(row))
    }))
}

/// The list and the index within it of row `number`, counted over all lists.
pub(crate) fn row_at<S, P, const N: usize>(lists: &[CellList<S, P, N>], number: usize) -> (&CellList<S, P, N>, usize) {
    let mut row = number;
    for list in lists {
        if row < list.len {
            return (list, row);
        }
        row -= list.len;
    }
    panic!("row {number}: must be below the number of rows");
}

/// The same for some rows of a list. The sample is smaller if the rows are few, so that it takes less time than a pass
/// over them.
pub(super) fn intervals_of<S: Anchored<N>, P, const N: usize>(list: &CellList<S, P, N>, rows: &[u32]) -> [Interval; 2] {
    let limit = (rows.len() / 16).clamp(32, SAMPLE);
    central(sample_indices(rows.len(), limit).map(|number| anchor(&list.rows.row(rows[number] as usize))))
}

/// The point that decides the cell of a row.
pub(super) fn anchor<const N: usize>(row: &[f32; N]) -> [f32; 2] {
    [row[0], row[1]]
}

type Sample = SmallVec<[f64; SAMPLE]>;

/// For each axis, the interval that contains nearly all of these points.
fn central(points: impl Iterator<Item = [f32; 2]>) -> [Interval; 2] {
    let [mut xs, mut ys] = [Sample::new(), Sample::new()];
    for [x, y] in points {
        xs.push(f64::from(x));
        ys.push(f64::from(y));
    }
    [xs, ys].map(middle)
}

/// The interval of the middle 90% of the values, extended to cover nearly all. Where those are equal, that of the middle
/// 98%, which may be a point: a few far values do not count.
fn middle(mut values: Sample) -> Interval {
    sort_numbers(&mut values);
    let Some(last) = values.len().checked_sub(1) else { return Interval::default() };
    let at = |share: f64| values[(last as f64 * share).round() as usize];
    let cut = if at(0.95) > at(0.05) { 0.05 } else { 0.01 };
    let (low, high) = (at(cut), at(1.0 - cut));
    let margin = (high - low) * 0.06;
    Interval { low: low - margin, high: high + margin }
}
