//! The plots of a file, each with a note and a table.

mod candidates;
mod cells;
mod phases;
mod rounds;
mod shared;
mod sizes;
mod ticks;

use super::figure::Figure;
use super::view::View;

/// All plots that the data is sufficient for.
pub(super) fn all(view: &View<'_>) -> Vec<Figure> {
    let figures = [rounds::figure, phases::figure, candidates::figure, ticks::figure, sizes::figure, cells::figure];
    figures.iter().filter_map(|figure| figure(view)).collect()
}
