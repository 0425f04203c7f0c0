use super::super::figure::{Figure, Table};
use super::super::lines::{self, Axis, Line, Style, X_ENDS, Y_ENDS};
use super::super::scale::{Scale, thinned};
use super::super::text::{number, times};
use super::super::view::{View, class};
use super::shared::{FAR_BEHIND, LEFT_OUT, ends, sorted};
use crate::commands::compare::report::Run;

/// The limit of the points of a line: about the width of the plot in pixels.
const MOST_POINTS: usize = 240;

/// The time of each tick.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let winner = view.winner()?;
    let best = view.best_of_each();
    let runs: Vec<&Run> = best.iter().copied().filter(|run| run.median_ms <= winner.median_ms * FAR_BEHIND).collect();
    let last = runs.iter().map(|run| run.tick_ms.len()).max().filter(|ticks| *ticks > 1)? as f64 - 1.0;
    // The fastest is drawn last, over the others.
    let lines: Vec<Line> = runs
        .iter()
        .rev()
        .map(|run| Line {
            label: view.label(run),
            class: class(&run.strategy),
            style: Style::Dense,
            points: thinned(&run.tick_ms, MOST_POINTS),
            end: (last, run.median_ms),
        })
        .collect();
    let values = lines.iter().flat_map(|line| line.points.iter().map(|point| point.1));
    let x = Axis::new("tick", Scale::linear(last, X_ENDS));
    let y = Axis::new("ms per tick", Scale::fitting(values, Y_ENDS));
    let table = best.iter().map(|run| {
        let [least, most] = ends(&run.tick_ms);
        vec![view.label(run), least, number(run.median_ms), number(run.p99_ms), most]
    });
    Some(Figure {
        id: format!("{}-ticks", view.id),
        title: "Time of each tick".to_owned(),
        note: note(view, winner, runs.len() < best.len())?,
        drawing: Some(lines::drawing(&x, &y, &lines)),
        table: Some(Table::new(&["run", "min ms", "median ms", "p99 ms", "max ms"], table.collect())),
    })
}

fn note(view: &View<'_>, winner: &Run, left_out: bool) -> Option<String> {
    let slowest = sorted(&winner.tick_ms).last().copied()?;
    Some(format!(
        "The slowest tick of {} takes {} ms, {} its median. There is one line for each strategy: its fastest run.{}",
        view.label(winner),
        number(slowest),
        times(slowest / winner.median_ms),
        if left_out { LEFT_OUT } else { "" }
    ))
}
