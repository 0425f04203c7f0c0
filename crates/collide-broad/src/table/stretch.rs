//! Where nearly all rows are, judged by a sample.

use smallvec::SmallVec;

use super::{Placed, Table};
use crate::statistics::{SAMPLE, chosen};

/// Where nearly all homes of these tables' rows lie, along each axis.
pub(crate) fn stretches<S: Placed<N>, P, const N: usize>(tables: &[Table<S, P, N>]) -> [(f64, f64); 2] {
    let [mut xs, mut ys] = [Sample::new(), Sample::new()];
    for number in chosen(tables.iter().map(|table| table.len).sum(), SAMPLE) {
        let mut row = number;
        let table = tables.iter().find(|table| {
            let inside = row < table.len;
            row -= if inside { 0 } else { table.len };
            inside
        });
        let [x, y] = home(&table.expect("a number below the sum").rows.row(row));
        xs.push(f64::from(x));
        ys.push(f64::from(y));
    }
    [xs, ys].map(stretch)
}

/// The point a row is sorted by.
pub(super) fn home<const N: usize>(row: &[f32; N]) -> [f32; 2] {
    [row[0], row[1]]
}

type Sample = SmallVec<[f64; SAMPLE]>;

/// A stretch that holds nearly all of what the values are a sample of: the middle 90%, scaled up.
fn stretch(mut values: Sample) -> (f64, f64) {
    values.sort_unstable_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return (0.0, 0.0) };
    let at = |share: f64| values[(last as f64 * share).round() as usize];
    let margin = (at(0.95) - at(0.05)) * 0.06;
    if margin > 0.0 { (at(0.05) - margin, at(0.95) + margin) } else { (values[0], values[last]) }
}
