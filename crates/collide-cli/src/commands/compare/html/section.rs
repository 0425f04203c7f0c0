//! The section of a file: verdict, runs, data, plots.

use maud::{Markup, html};

use super::figure::Figure;
use super::text::{NONE, bytes, count, counted, number, percent, short, spread, times};
use super::view::{View, class, ratio};
use super::{heat, plots};
use crate::commands::compare::report::{Data, Run, Verdict};
use crate::commands::compare::text::describe_still;

pub(super) fn markup(view: &View<'_>) -> Markup {
    html! {
        section id=(view.id) {
            h2.path { (view.file.file) }
            (verdict(view))
            h3 { "All runs, fastest first" }
            (runs(view))
            h3 { "The data" }
            (data(view))
            h3 { "Details" }
            @if view.several_threads { p.soft { "In plots, ×2 means two threads." } }
            div.figures { @for figure in plots::all(view) { (figure.markup()) } }
        }
    }
}

/// The name of a strategy, with its colour.
pub(super) fn strategy(name: &str) -> Markup {
    html! { span class={ "key " (class(name)) } {} (name) }
}

/// The settings of a run besides its strategy.
pub(super) fn setting(run: &Run) -> String {
    let cell = run.cell.map_or_else(String::new, |cell| format!(", cells of {}", short(cell.into())));
    format!("{}{cell}", counted(run.threads as u64, "thread"))
}

fn verdict(view: &View<'_>) -> Markup {
    let verdict = &view.file.verdict;
    let (first, rest) = verdict.words.split_once(". ").unwrap_or((&verdict.words, ""));
    html! {
        p.verdict { (first) @if !rest.is_empty() { "." } }
        @if !rest.is_empty() { p.reasons { (rest) } }
        dl.cards {
            @if let Some(winner) = view.winner() {
                @let note = format!("{}: {} ms per tick", setting(winner), number(winner.median_ms));
                (card(if verdict.certain { "fastest" } else { "fastest, not certain" }, &strategy(&winner.strategy), &note))
            }
            @if view.is_race() {
                (card("ahead of the runner-up", &html! { (times(verdict.ahead)) }, certainty(verdict)))
                @let noise = verdict.noise.map_or(NONE.to_owned(), percent);
                (card("noise", &html! { (noise) }, "interquartile range of the rounds"))
            }
            @if let Some(auto) = &verdict.auto {
                @let note = format!("{}. It takes {} as long as the best.", auto.reason, times(auto.regret));
                (card("auto chose", &strategy(&auto.chose), &note))
            }
        }
    }
}

fn certainty(verdict: &Verdict) -> &'static str {
    if verdict.certain {
        "certain: the rounds agree, and the difference exceeds the noise"
    } else if verdict.noise.is_none_or(|noise| verdict.ahead - 1.0 > noise) {
        "not certain: too few rounds, or they disagree"
    } else {
        "not certain: the difference is within the noise"
    }
}

fn card(name: &str, value: &Markup, note: &str) -> Markup {
    html! { div { dt { (name) } dd.value { (value) } dd { (note) } } }
}

fn runs(view: &View<'_>) -> Markup {
    let best = view.winner().map_or(f64::NAN, |winner| winner.median_ms);
    let heads = [
        "run",
        "threads",
        "median ms",
        "× fastest",
        "p99 ms",
        "rounds, ms",
        "pairs a tick",
        "candidates per pair",
        "memory",
    ];
    html! {
        div.wide tabindex="0" {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { @for run in &view.file.runs { (run_row(run, best)) } }
            }
        }
    }
}

fn run_row(run: &Run, best: f64) -> Markup {
    let range = run.round_ms.iter().filter(|time| time.is_finite()).fold(None, |range, time| match range {
        None => Some((*time, *time)),
        Some((least, most)) => Some((time.min(least), time.max(most))),
    });
    html! {
        tr {
            th scope="row" {
                (strategy(&run.strategy))
                @if let Some(cell) = run.cell { " cell " (short(cell.into())) }
                @if run.ran != run.strategy { span.soft { " → " (run.ran) } }
            }
            td { (run.threads) }
            td.main { (number(run.median_ms)) }
            td { (times(run.median_ms / best)) }
            td { (number(run.p99_ms)) }
            td { @if let Some((least, most)) = range { (number(least)) " to " (number(most)) } @else { (NONE) } }
            td { (count(run.pairs / run.tick_ms.len().max(1) as u64)) }
            td { (ratio(run).map_or(NONE.to_owned(), number)) }
            td { (bytes(run.memory_bytes)) }
        }
    }
}

fn data(view: &View<'_>) -> Markup {
    let data = &view.file.data;
    let map = heat::drawing(&data.heat).map(|drawing| Figure {
        id: format!("{}-heat", view.id),
        title: "Heat map of the shapes".to_owned(),
        note: format!("The first tick, y up: {}", extent(data.extent)),
        drawing: Some(drawing),
        table: None,
    });
    html! {
        div.figures {
            @if let Some(map) = map { (map.markup()) }
            dl.facts {
                @for (name, value) in facts(view.file.ticks, data) { div { dt { (name) } dd { (value) } } }
            }
        }
    }
}

fn extent([left, bottom, right, top]: [f64; 4]) -> String {
    let [left, bottom, right, top] = [left, bottom, right, top].map(short);
    format!("x from {left} to {right}, y from {bottom} to {top}.")
}

fn facts(ticks: usize, data: &Data) -> Vec<(&'static str, String)> {
    let kinds: Vec<String> = data.kinds.iter().map(|(kind, number)| counted(*number as u64, kind)).collect();
    let [left, bottom, right, top] = data.extent;
    let entities = data.entities.median as f64;
    let mut facts = vec![
        ("ticks", count(ticks as u64)),
        ("entities in a tick", spread(&data.entities, |entities| count(entities as u64))),
        ("kinds", if kinds.is_empty() { NONE.to_owned() } else { kinds.join(", ") }),
        ("extent", format!("{} by {}", number(right - left), number(top - bottom))),
        ("longer side", spread(&data.size, number)),
        ("pairs in a tick", spread(&data.pairs, short)),
        ("pairs for an entity", number(data.pairs.median / entities)),
        ("crowding", format!("{} (variance-to-mean ratio, random is 1)", number(data.crowding))),
    ];
    if ticks > 1 {
        facts.push(("movers", format!("{} from one tick to the next{}", percent(data.movers), describe_still(data))));
    }
    facts
}
