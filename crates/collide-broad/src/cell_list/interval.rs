//! Intervals along an axis, and the interval in which nearly all rows lie.

use smallvec::SmallVec;

use super::cells::number;
use super::{Anchored, CellList};
use crate::statistics::{SAMPLE, sample_indices};

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

    /// The first and the last cell of an interval that is given in cells.
    pub(super) fn numbers(self) -> [i32; 2] {
        [number(self.low), number(self.high)]
    }
}

/// For each axis, the interval that contains nearly all anchors of the rows of these lists, estimated from a sample.
pub(crate) fn intervals<S: Anchored<N>, P, const N: usize>(lists: &[CellList<S, P, N>]) -> [Interval; 2] {
    let [mut xs, mut ys] = [Sample::new(), Sample::new()];
    for number in sample_indices(lists.iter().map(|list| list.len).sum(), SAMPLE) {
        let mut row = number;
        let list = lists.iter().find(|list| {
            let inside = row < list.len;
            row -= if inside { 0 } else { list.len };
            inside
        });
        let [x, y] = anchor(&list.expect("a number below the sum").rows.row(row));
        xs.push(f64::from(x));
        ys.push(f64::from(y));
    }
    [xs, ys].map(central)
}

/// The same for some rows of a list. The sample is smaller if the rows are few, so that it takes less time than a pass
/// over them.
pub(super) fn intervals_of<S: Anchored<N>, P, const N: usize>(list: &CellList<S, P, N>, rows: &[u32]) -> [Interval; 2] {
    let limit = (rows.len() / 16).clamp(32, SAMPLE);
    let points = sample_indices(rows.len(), limit).map(|number| anchor(&list.rows.row(rows[number] as usize)));
    let [mut xs, mut ys] = [Sample::new(), Sample::new()];
    for [x, y] in points {
        xs.push(f64::from(x));
        ys.push(f64::from(y));
    }
    [xs, ys].map(central)
}

/// The point that decides the cell of a row.
pub(super) fn anchor<const N: usize>(row: &[f32; N]) -> [f32; 2] {
    [row[0], row[1]]
}

type Sample = SmallVec<[f64; SAMPLE]>;

/// The interval of the middle 90% of the values, extended to cover nearly all.
fn central(mut values: Sample) -> Interval {
    values.sort_unstable_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return Interval::default() };
    let at = |share: f64| values[(last as f64 * share).round() as usize];
    let margin = (at(0.95) - at(0.05)) * 0.06;
    let (low, high) = if margin > 0.0 { (at(0.05) - margin, at(0.95) + margin) } else { (values[0], values[last]) };
    Interval { low, high }
}
