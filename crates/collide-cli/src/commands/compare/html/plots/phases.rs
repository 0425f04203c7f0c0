use super::super::figure::{Figure, Table};
use super::super::rows::{self, Part};
use super::super::text::{NONE, number, percent};
use super::super::view::View;
use super::shared::{FAR_BEHIND, LEFT_OUT, MOST_ROWS, row};
use crate::commands::compare::report::Run;

/// The share of a tick below which a phase is less than a pixel wide and is left out of the legend.
const SEEN: f64 = 0.004;

/// The time of each phase of a tick.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let names = names(view);
    let winner = view.winner()?;
    let near = |run: &&Run| total(run) <= total(winner) * FAR_BEHIND;
    let drawn: Vec<&Run> = view.file.runs.iter().filter(near).take(MOST_ROWS).collect();
    let rows: Vec<_> = drawn.iter().map(|run| row(view, run, parts(run, &names), number(total(run)))).collect();
    let (longest, share) = names
        .iter()
        .filter_map(|name| Some((name, time(winner, name)? / total(winner))))
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    let note = format!(
        "{} spends {} of its tick on {longest}.{}",
        view.label(winner),
        percent(share),
        if drawn.len() < view.file.runs.len() { LEFT_OUT } else { "" }
    );
    let seen = |name: &&String| drawn.iter().any(|run| time(run, name) > Some(total(run) * SEEN));
    let legend: Vec<_> = names.iter().filter(seen).map(|name| (class(name), name.clone())).collect();
    Some(Figure {
        id: format!("{}-phases", view.id),
        title: "Time of each phase".to_owned(),
        note,
        drawing: Some(rows::stacks("ms per tick", &legend, &rows)),
        table: Some(table(view, &names)),
    })
}

fn time(run: &Run, name: &str) -> Option<f64> {
    run.phases_ms.get(name).copied().filter(|time| time.is_finite())
}

fn total(run: &Run) -> f64 {
    run.phases_ms.values().filter(|time| time.is_finite()).sum()
}

fn parts(run: &Run, names: &[String]) -> Vec<Part> {
    let part = |name: &String| Some(Part { class: class(name), name: name.clone(), value: time(run, name)? });
    names.iter().filter_map(part).collect()
}

fn table(view: &View<'_>, names: &[String]) -> Table {
    let heads: Vec<&str> = ["run"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = view.file.runs.iter().map(|run| {
        let times = names.iter().map(|name| time(run, name).map_or(NONE.to_owned(), number));
        [view.label(run)].into_iter().chain(times).collect()
    });
    Table::new(&heads, rows.collect())
}

/// The phases in the order of a tick, then any others.
fn names(view: &View<'_>) -> Vec<String> {
    const KNOWN: [&str; 6] = ["bounds", "index", "pairs", "order", "events", "history"];
    let place = |name: &str| KNOWN.iter().position(|known| *known == name).unwrap_or(KNOWN.len());
    let mut names: Vec<String> = Vec::new();
    for (name, time) in view.file.runs.iter().flat_map(|run| &run.phases_ms) {
        if *time > 0.0 && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names.sort_by_key(|name| (place(name), name.clone()));
    names
}

fn class(name: &str) -> &'static str {
    match name {
        "bounds" => "p-bounds",
        "index" => "p-index",
        "pairs" => "p-pairs",
        "order" => "p-order",
        "events" => "p-events",
        "history" => "p-history",
        _ => "p-other",
    }
}
