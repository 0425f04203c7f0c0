use super::super::figure::{Figure, Table};
use super::super::rows::{self, Dots};
use super::super::text::{NONE, counted, number};
use super::super::view::View;
use super::shared::{LEFT_OUT, MOST_ROWS, ends, row, sorted};
use crate::commands::compare::report::Run;

/// The ratio to the winner up to which runs are drawn. Slower runs would press the dots of the others together.
const NEAR: f64 = 2.0;

/// The limit of the dots in a row.
const MOST_DOTS: usize = 40;

/// The rounds of the runs that may be as fast as the winner. They show whether a difference is more than noise.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let winner = view.winner().filter(|winner| !winner.round_ms.is_empty())?;
    let contenders = contenders(view, winner);
    let rows: Vec<_> = contenders
        .iter()
        .map(|run| {
            let dots = Dots { values: sampled(&sorted(&run.round_ms)), middle: run.median_ms };
            row(view, run, dots, number(run.median_ms))
        })
        .collect();
    let table = view.file.runs.iter().map(|run| {
        let [least, most] = ends(&run.round_ms);
        vec![view.label(run), least, number(run.median_ms), most, slower(run, winner)]
    });
    let heads = ["run", "min ms", "median ms", "max ms", "slower than the fastest"];
    Some(Figure {
        id: format!("{}-rounds", view.id),
        title: "Rounds: is the difference more than noise?".to_owned(),
        note: note(view, &contenders),
        drawing: Some(rows::strips("ms per tick", &rows)),
        table: Some(Table::new(&heads, table.collect())),
    })
}

fn note(view: &View<'_>, contenders: &[&Run]) -> String {
    let mut note = format!(
        "A dot is the median tick time of a round, a line is the median of all {}. If the dots of two runs overlap, \
         the difference may be noise.",
        counted(view.file.rounds as u64, "round")
    );
    if contenders.iter().any(|run| run.round_ms.len() > MOST_DOTS) {
        note += &format!(" At most {MOST_DOTS} rounds of each run are drawn, including the extremes.");
    }
    if contenders.len() < view.file.runs.len() {
        note += LEFT_OUT;
    }
    note
}

/// The runs that may be as fast as the winner, and the one behind it.
fn contenders<'a>(view: &View<'a>, winner: &Run) -> Vec<&'a Run> {
    let near = |(place, run): &(usize, &Run)| *place < 2 || run.median_ms <= winner.median_ms * NEAR;
    view.file.runs.iter().take(MOST_ROWS).enumerate().filter(near).map(|(_, run)| run).collect()
}

/// At most [`MOST_DOTS`] of the sorted values at equal distances, with the first and the last.
fn sampled(sorted: &[f64]) -> Vec<f64> {
    if sorted.len() <= MOST_DOTS {
        return sorted.to_vec();
    }
    (0..MOST_DOTS).map(|index| sorted[index * (sorted.len() - 1) / (MOST_DOTS - 1)]).collect()
}

/// The number of common rounds in which `run` is slower than the winner.
fn slower(run: &Run, winner: &Run) -> String {
    if std::ptr::eq(run, winner) {
        return NONE.to_owned();
    }
    let both = || run.round_ms.iter().zip(&winner.round_ms);
    format!("in {} of {}", both().filter(|(time, best)| time > best).count(), both().count())
}
