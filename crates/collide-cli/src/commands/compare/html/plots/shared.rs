use super::super::rows::Row;
use super::super::text::{NONE, number};
use super::super::view::{View, class};
use crate::commands::compare::report::Run;

/// The limit of the rows of a plot.
pub(super) const MOST_ROWS: usize = 24;

/// The ratio to the winner above which runs are not drawn: the others would be too close to the axis.
pub(super) const FAR_BEHIND: f64 = 6.0;

/// The note where some runs are not drawn.
pub(super) const LEFT_OUT: &str = " Much slower runs are only in the table.";

/// The row of a run.
pub(super) fn row<T>(view: &View<'_>, run: &Run, shown: T, text: String) -> Row<T> {
    Row { label: view.label(run), class: class(&run.strategy), shown, text }
}

/// The finite values in ascending order.
pub(super) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// The smallest and the greatest value, as text.
pub(super) fn ends(values: &[f64]) -> [String; 2] {
    let sorted = sorted(values);
    [sorted.first(), sorted.last()].map(|end| end.map_or(NONE.to_owned(), |end| number(*end)))
}
