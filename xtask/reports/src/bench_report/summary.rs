//! The figures that the README names: all processors beside each other.

use std::fmt::{self, Write};

use super::page::grouped_digits;
use super::results::{Contender, Results, Table};

/// The scene and its number of entities that stand for a tick.
const SCENE: (&str, usize) = ("uniform", 100_000);

/// What the contenders that stand for a tick do.
const TICKS: [(&str, &str); 2] = [
    ("ours, by handle, events", "moved by handle, pairs in order, events"),
    ("ours", "moved in columns, pairs as found"),
];

/// The contender that stands for queries.
const QUERIES: &str = "ours, batched";

/// One of our figures, compared with the best peer of the same table.
struct Line {
    what: String,
    text: String,
}

/// The table of the README. A column for each processor: our time, and how many times as long the best peer takes.
pub(crate) fn readme(all: &[Results]) -> String {
    let mut text = String::new();
    write_table(&mut text, all).expect("a string takes all text");
    text
}

fn write_table(text: &mut String, all: &[Results]) -> fmt::Result {
    let columns: Vec<Vec<Line>> = all.iter().map(lines).collect();
    let mut rows: Vec<&str> = Vec::new();
    for line in columns.iter().flatten() {
        if !rows.contains(&line.what.as_str()) {
            rows.push(&line.what);
        }
    }
    let (name, count) = SCENE;
    write!(text, "| {} circles ({name}), one thread |", grouped_digits(count))?;
    all.iter().try_for_each(|results| write!(text, " {} |", results.setup.processor))?;
    writeln!(text, "\n|---|{}", "---|".repeat(all.len()))?;
    for what in rows {
        write!(text, "| {what} |")?;
        for column in &columns {
            let line = column.iter().find(|line| line.what == what);
            write!(text, " {} |", line.map_or("–", |line| &line.text))?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn lines(results: &Results) -> Vec<Line> {
    let scene = results.scenes.iter().find(|scene| (scene.name.as_str(), scene.entities) == SCENE);
    let ticks = TICKS.iter().filter_map(|(contender, what)| {
        let text = compared(&scene?.table, contender, "ns", 1)?;
        Some(Line { what: format!("tick: {what}"), text })
    });
    let usual = results.questions.iter().filter(|question| question.entities == SCENE.1);
    let questions = usual.filter_map(|question| {
        let text = compared(&question.table, QUERIES, "µs", 2)?;
        let queries = grouped_digits(question.queries);
        Some(Line { what: format!("{}: a query in a batch of {queries}", question.name), text })
    });
    ticks.chain(questions).collect()
}

/// Our time, and the best peer's ratio to it.
fn compared(table: &Table, ours: &str, unit: &str, digits: usize) -> Option<String> {
    let times = table.times(ours)?;
    let Contender { name, times: peer } = table.best_peer()?;
    let ratio = peer.as_ref()?.over(times).median();
    Some(format!("{:.digits$} {unit}, `{name}` {ratio:.1} times", times.median()))
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::SAMPLE;
    use super::*;

    #[test]
    fn processors_stand_beside_each_other() {
        let other = SAMPLE.replace("Some Processor", "Another");
        // Of the other processor there are no queries.
        let other: Vec<&str> = other.lines().filter(|line| !line.contains("queries")).collect();
        let all = [SAMPLE, &other.join("\n")].map(|lines| Results::parse(lines).unwrap());
        let tick = "44.0 ns, `broccoli` 2.5 times";
        let expected = format!(
            "| 100,000 circles (uniform), one thread | Some Processor | Another |\n\
             |---|---|---|\n\
             | tick: moved in columns, pairs as found | {tick} | {tick} |\n\
             | overlap: a query in a batch of 10,000 | 0.30 µs, `rstar` 3.0 times | – |\n"
        );
        assert_eq!(readme(&all), expected);
        assert_eq!(readme(&all[1..]).lines().count(), 3);
    }
}
