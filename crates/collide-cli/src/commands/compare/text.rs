//! A comparison as a table for the terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::case;
use super::measure::MIN_ROUNDS;
use super::report::{AutoChoice, Comparison, Data, FileComparison, Run, Spread};
use crate::extent::describe_crowding;
use crate::messages::{counted, digits, grouped, number};
use crate::statistics::spread;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const UNSURE: Style = AnsiColor::Yellow.on_default().bold();

const HEADS: [&str; 10] =
    ["strategy", "threads", "cell", "median ms", "p99 ms", "spread", "x fastest", "pairs", "cand/pair", "memory"];

const LEGEND: &str =
    "  spread: interquartile range of the rounds; x fastest: median over that of the fastest, auto apart;
  pairs: in a tick; cand/pair: candidates that are tested for each pair";

/// The whole comparison, with colours. The stream it is written to removes them where they are not supported.
pub(crate) fn table(comparison: &Comparison) -> String {
    let mut text = String::new();
    for (index, file) in comparison.files.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        // Writing to a string never fails.
        let _ = write_file(&mut text, file);
    }
    let machine = &comparison.machine;
    let processors = counted(machine.processors as u64, "processor");
    let _ = writeln!(
        text,
        "\n{DIM}collide {} on {}, {processors}, {}, {}{DIM:#}",
        comparison.engine, machine.cpu, machine.simd, machine.os
    );
    text
}

fn write_file(text: &mut String, file: &FileComparison) -> std::fmt::Result {
    let (ticks, rounds) = (counted(file.ticks as u64, "tick"), counted(file.rounds as u64, "round"));
    // Slow runs stop earlier.
    let up_to = if file.rounds > MIN_ROUNDS { "up to " } else { "" };
    writeln!(text, "{BOLD}{}{BOLD:#}: {ticks}, {up_to}{rounds} of each run", file.file)?;
    write_data(text, file.ticks, &file.data)?;
    write_runs(text, &file.runs, file.verdict.winner)?;
    let (style, sure) = if file.verdict.certain { (GOOD, "certain") } else { (UNSURE, "not certain") };
    writeln!(text, "\n{style}Verdict, {sure}{style:#}: {}", file.verdict.words)?;
    match &file.verdict.auto {
        Some(auto) => {
            let AutoChoice { chose, reason, regret } = auto;
            writeln!(text, "Auto: {chose} ({reason}); it takes {regret:.2} times as long as the best run (its regret)")
        }
        None => Ok(()),
    }
}

fn range<T: PartialEq>(Spread { least, median, most }: &Spread<T>, shown: impl Fn(&T) -> String) -> String {
    if least == most { shown(most) } else { format!("{} to {}, median {}", shown(least), shown(most), shown(median)) }
}

fn write_data(text: &mut String, ticks: usize, data: &Data) -> std::fmt::Result {
    let kinds: Vec<_> = data.kinds.iter().map(|(kind, count)| counted(*count as u64, kind)).collect();
    writeln!(text, "  shapes    {} ({})", range(&data.entities, |count| grouped(*count as u64)), kinds.join(", "))?;
    writeln!(text, "  sizes     {}", range(&data.size, |size| number(*size)))?;
    let [left, bottom, right, top] = data.extent;
    writeln!(text, "  extent    {} by {}", number(right - left), number(top - bottom))?;
    let crowding = describe_crowding(data.crowding);
    writeln!(text, "  crowding  {crowding} (variance-to-mean ratio {:.1}, random is 1)", data.crowding)?;
    if ticks > 1 {
        writeln!(text, "  movers    {:.1}% change in a tick{}", data.movers * 100.0, describe_still(data))?;
    }
    writeln!(text, "  pairs     {}\n", range(&data.pairs, |count| grouped(*count as u64)))
}

/// A clause about the shapes that never move, if there are any.
pub(crate) fn describe_still(data: &Data) -> String {
    match (data.still, data.still_is_static) {
        (0, _) => String::new(),
        (count, true) => format!("; {count} never move and are static"),
        (count, false) => format!("; {count} never move: --static makes these static"),
    }
}

fn write_runs(text: &mut String, runs: &[Run], winner: usize) -> std::fmt::Result {
    let best = runs.get(winner).map_or(1.0, |run| run.median_ms);
    let rows: Vec<_> = runs.iter().map(|run| cells(run, best)).collect();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).chain([HEADS[column].len()]).max().unwrap_or_default()
    };
    let widths: [usize; HEADS.len()] = std::array::from_fn(width);
    write_row(text, BOLD, &widths, &HEADS.map(str::to_owned))?;
    for (index, row) in rows.iter().enumerate() {
        write_row(text, if index == winner { GOOD } else { Style::new() }, &widths, row)?;
    }
    writeln!(text, "\n{DIM}{LEGEND}{DIM:#}")
}

/// The first column is aligned to the left, the others to the right.
fn write_row(text: &mut String, style: Style, widths: &[usize], row: &[String]) -> std::fmt::Result {
    write!(text, "  {style}")?;
    for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
        if column == 0 { write!(text, "{cell:<width$}")? } else { write!(text, "  {cell:>width$}")? }
    }
    writeln!(text, "{style:#}")
}

fn cells(run: &Run, best: f64) -> [String; HEADS.len()] {
    let ticks = run.tick_ms.len().max(1) as u64;
    let each = if run.pairs > 0 { format!("{:.2}", run.candidates as f64 / run.pairs as f64) } else { "-".to_owned() };
    [
        if run.ran == run.strategy { run.strategy.clone() } else { format!("{} ({})", run.strategy, run.ran) },
        run.threads.to_string(),
        run.cell.map_or("-".to_owned(), case::side),
        digits(run.median_ms),
        digits(run.p99_ms),
        spread(&run.round_ms).map_or("-".to_owned(), |spread| format!("{:.1}%", spread * 100.0)),
        if best > 0.0 { format!("{:.2}", run.median_ms / best) } else { "-".to_owned() },
        grouped(run.pairs / ticks),
        each,
        bytes(run.memory_bytes),
    ]
}

fn bytes(count: usize) -> String {
    match count as f64 {
        count if count < 1e6 => format!("{:.1} kB", count * 1e-3),
        count if count < 1e9 => format!("{:.1} MB", count * 1e-6),
        count => format!("{:.2} GB", count * 1e-9),
    }
}
