//! The plots of a file, each with what it says in words and figures.

mod candidates;
mod cells;
mod phases;
mod rounds;
mod sizes;
mod ticks;

use super::figure::Figure;
use super::rows::Row;
use super::text::{NONE, number};
use super::view::{View, class};
use crate::compare::report::Run;

/// More rows than that are not read.
const MOST_ROWS: usize = 24;

/// Runs that take longer than so many times the winner would press the others against the axis.
const FAR_BEHIND: f64 = 6.0;

/// What is said where some runs are not drawn.
const LEFT_OUT: &str = " Runs far behind are left to the table.";

/// All that there is something to say about.
pub(super) fn all(view: &View<'_>) -> Vec<Figure> {
    let figures = [rounds::figure, phases::figure, candidates::figure, ticks::figure, sizes::figure, cells::figure];
    figures.iter().filter_map(|figure| figure(view)).collect()
}

fn row<T>(view: &View<'_>, run: &Run, shown: T, text: String) -> Row<T> {
    Row { label: view.label(run), class: class(&run.strategy), shown, text }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// The least and the greatest, as text.
fn ends(values: &[f64]) -> [String; 2] {
    let sorted = sorted(values);
    [sorted.first(), sorted.last()].map(|end| end.map_or(NONE.to_owned(), |end| number(*end)))
}
