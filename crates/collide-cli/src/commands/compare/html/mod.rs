//! A comparison as a self-contained page: it loads no script, font or picture.

mod figure;
mod heat;
mod lines;
mod plots;
mod rows;
mod scale;
mod section;
#[cfg(test)]
mod tests;
mod text;
mod view;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::text::{NONE, count, counted, number, times};
use self::view::View;
use crate::commands::compare::report::{Comparison, FileComparison};

const STYLE: &str = include_str!("style.css");

/// The page may load no other files.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The whole page. The same comparison gives the same bytes.
pub(crate) fn page(comparison: &Comparison) -> String {
    let views: Vec<View<'_>> =
        comparison.files.iter().enumerate().map(|(index, file)| View::new(file, index)).collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title(&comparison.files)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header { h1 { "Which broad phase suits this data?" } p { (machine(comparison)) } }
                main {
                    @if views.len() > 1 { (summary(&views)) }
                    @for view in &views { (section::markup(view)) }
                }
                footer { (method()) }
            }
        }
    };
    page.into_string()
}

fn title(files: &[FileComparison]) -> String {
    match files {
        [file] => format!("{}: broad phases compared", file.file),
        _ => format!("{} files: broad phases compared", files.len()),
    }
}

fn machine(comparison: &Comparison) -> String {
    let machine = &comparison.machine;
    format!(
        "Measured by collide {} on {}, {}, {} {}, lanes: {}.",
        comparison.engine,
        machine.cpu,
        counted(machine.processors as u64, "processor"),
        machine.os,
        machine.arch,
        machine.simd
    )
}

/// The columns, and the class of the columns with words.
const SUMMARY: [(&str, &str); 8] = [
    ("file", "path"),
    ("entities", ""),
    ("winner", "words"),
    ("ms per tick", ""),
    ("ahead", ""),
    ("certain?", "words"),
    ("auto chose", "words"),
    ("auto's time / best", ""),
];

/// All files, a row each.
fn summary(views: &[View<'_>]) -> Markup {
    html! {
        section {
            h2 { "All files" }
            div.wide tabindex="0" {
                table {
                    thead { tr { @for (head, class) in SUMMARY { th class=(class) scope="col" { (head) } } } }
                    tbody { @for view in views { (summary_row(view)) } }
                }
            }
        }
    }
}

fn summary_row(view: &View<'_>) -> Markup {
    let (file, verdict) = (view.file, &view.file.verdict);
    let winner = view.winner();
    let auto = verdict.auto.as_ref();
    html! {
        tr {
            th.path scope="row" { a href={ "#" (view.id) } { (file.file) } }
            td { (count(file.data.entities.median as u64)) }
            td.words {
                @if let Some(run) = winner { (section::strategy(&run.strategy)) ", " (section::setting(run)) }
                @else { (NONE) }
            }
            td { (winner.map_or(NONE.to_owned(), |run| number(run.median_ms))) }
            td { @if view.is_race() { (times(verdict.ahead)) } @else { (NONE) } }
            td.words { @if !view.is_race() { (NONE) } @else if verdict.certain { "yes" } @else { "no" } }
            td.words { (auto.map_or(NONE, |auto| &auto.chose)) }
            td { (auto.map_or(NONE.to_owned(), |auto| times(auto.regret))) }
        }
    }
}

fn method() -> Markup {
    html! {
        h2 { "How it was measured" }
        p {
            "Before any timing, fingerprints were compared: every run gives the same answers. Then the runs \
             alternated, round by round, in warm worlds, so that a disturbance of the machine affects all of them \
             equally. A run's median and p99 are over all ticks of all rounds; the time of a single tick is the median \
             of its rounds. A difference is certain if nine of ten rounds agree on which run is faster, and the \
             medians differ by more than the interquartile range of the rounds of either run."
        }
        p { "Times are valid for this machine and this data. Axes start at zero unless marked as logarithmic." }
    }
}
