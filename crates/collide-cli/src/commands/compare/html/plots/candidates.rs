use super::super::figure::{Figure, Table};
use super::super::rows::{self, Row};
use super::super::text::{NONE, count, short, times};
use super::super::view::{View, class, ratio};
use super::shared::MOST_ROWS;
use crate::commands::compare::report::Run;

/// The candidates per pair of each strategy.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let winner = view.winner()?;
    let distinct = distinct(&view.file.runs);
    let bar = |run: &&Run| {
        let ratio = ratio(run)?;
        Some(Row { label: label(run), class: class(&run.strategy), shown: ratio, text: short(ratio) })
    };
    let rows: Vec<_> = distinct.iter().filter_map(bar).take(MOST_ROWS).collect();
    let table = distinct.iter().map(|run| {
        vec![label(run), count(run.candidates), count(run.pairs), ratio(run).map_or(NONE.to_owned(), times)]
    });
    Some(Figure {
        id: format!("{}-candidates", view.id),
        title: "Candidates for each pair".to_owned(),
        note: note(winner),
        drawing: (!rows.is_empty()).then(|| rows::bars("candidates per pair", &rows)),
        table: Some(Table::new(&["strategy", "candidates", "pairs", "candidates per pair"], table.collect())),
    })
}

fn note(winner: &Run) -> String {
    match ratio(winner) {
        Some(ratio) => format!(
            "For each pair found, {} sends {} candidate{} to the exact test. The ratio is 1 if the search already does \
             the exact test, as for sorted circles.",
            winner.strategy,
            short(ratio),
            if ratio == 1.0 { "" } else { "s" }
        ),
        None => "The data has no pairs, so the ratio is not defined.".to_owned(),
    }
}

/// The first run of each strategy and cell size; candidates do not depend on threads.
fn distinct(runs: &[Run]) -> Vec<&Run> {
    let mut distinct: Vec<&Run> = Vec::new();
    for run in runs {
        if distinct.iter().all(|other| (&other.strategy, other.cell) != (&run.strategy, run.cell)) {
            distinct.push(run);
        }
    }
    distinct
}

fn label(run: &Run) -> String {
    let cell = run.cell.map_or_else(String::new, |cell| format!(" cell {}", short(cell.into())));
    format!("{}{cell}", run.strategy)
}
