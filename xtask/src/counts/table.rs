//! The table of instructions, `docs/figures/counts.csv`.

use std::fmt::Write as _;
use std::fs;

use super::Counts;

const PATH: &str = "docs/figures/counts.csv";

/// The header, after the line that names the compiler and the SIMD level.
const HEADER: &str = "row,c935ef61,last";

/// How far a count may exceed the last one.
const TOLERANCE: f64 = 0.03;

/// Differences below it are not printed.
const SHOWN: f64 = 0.005;

/// The rows of the file.
pub(crate) struct Table {
    machine: String,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    /// Instructions of a unit in commit c935ef61. They never change; rows that are newer have none.
    first: Option<f64>,
    /// Those of the last time that the table was written.
    last: f64,
}

/// What a comparison found.
pub(crate) struct Report {
    pub(crate) text: String,
    pub(crate) verdict: Result<(), String>,
}

impl Table {
    pub(crate) fn read() -> Result<Self, String> {
        let text = fs::read_to_string(PATH).map_err(|error| format!("{PATH}: {error}"))?;
        let mut lines = text.lines();
        let machine = lines.next().and_then(|line| line.strip_prefix("# ")).ok_or(format!("{PATH}: no first line"))?;
        if lines.next() != Some(HEADER) {
            return Err(format!("{PATH}: the second line is not {HEADER}"));
        }
        let rows = lines.map(|line| Row::read(line).ok_or(format!("{PATH}: not a row: {line}")));
        Ok(Self { machine: machine.to_owned(), rows: rows.collect::<Result<_, _>>()? })
    }

    /// Compares counts with the table. If all rows were counted, the table must have no others.
    pub(crate) fn compare(&self, counts: &Counts, machine: &str, all: bool) -> Report {
        let mut text = format!("{:>60} {:>12} {:>8} {:>8}\n", "instructions of a unit", "now", "c935ef61", "last");
        let mut faults = Vec::new();
        for (name, count) in &counts.0 {
            let Some(row) = self.rows.iter().find(|row| row.name == *name) else {
                faults.push(format!("{name} is new"));
                continue;
            };
            let (now, change) = (count.each(), count.each() / row.last - 1.0);
            let since_first = row.first.map(|first| now / first - 1.0);
            if change > TOLERANCE {
                faults.push(format!("{name} has {now:.1} instructions; at most 3 % above {:.1} are allowed", row.last));
            }
            if change.abs() > SHOWN || since_first.is_some_and(|change| change.abs() > SHOWN) {
                let percent = |change: f64| format!("{:+.1} %", change * 100.0);
                let first = since_first.map_or_else(String::new, percent);
                writeln!(text, "{name:>60} {now:>12.1} {first:>8} {:>8}", percent(change)).expect("a string takes all");
            }
        }
        let counted = |row: &&Row| counts.0.iter().any(|(name, _)| *name == row.name);
        if all {
            faults.extend(self.rows.iter().filter(|row| !counted(row)).map(|row| format!("{} is gone", row.name)));
        }
        writeln!(text, "{} rows; those not shown differ by less than 0.5 %", counts.0.len()).expect("a string");
        if machine != self.machine {
            writeln!(text, "not compared: {PATH} is for {}, and this is {machine}", self.machine).expect("a string");
            faults.clear();
        }
        Report { text, verdict: verdict(&faults) }
    }

    /// Writes counts as the last ones. Rows that were not counted stay.
    pub(crate) fn write(&mut self, counts: &Counts, machine: &str) -> Result<(), String> {
        machine.clone_into(&mut self.machine);
        for (name, count) in &counts.0 {
            match self.rows.iter_mut().find(|row| row.name == *name) {
                Some(row) => row.last = count.each(),
                None => self.rows.push(Row { name: name.clone(), first: None, last: count.each() }),
            }
        }
        let mut text = format!("# {}\n{HEADER}\n", self.machine);
        for row in &self.rows {
            let first = row.first.map_or_else(String::new, |first| format!("{first:.1}"));
            writeln!(text, "\"{}\",{first},{:.1}", row.name, row.last).expect("a string takes all");
        }
        fs::write(PATH, text).map_err(|error| format!("{PATH}: {error}"))
    }
}

impl Row {
    /// Reads a line: the name in quotes, because it may have commas, and two numbers.
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.rsplitn(3, ',');
        let (last, first, name) = (fields.next()?, fields.next()?, fields.next()?);
        let first = if first.is_empty() { None } else { Some(first.parse().ok()?) };
        Some(Self { name: name.trim_matches('"').to_owned(), first, last: last.parse().ok()? })
    }
}

fn verdict(faults: &[String]) -> Result<(), String> {
    if faults.is_empty() {
        return Ok(());
    }
    let advice = "`cargo xtask counts --write` accepts them: give the reason in the commit message";
    Err(format!("{}\n{advice}", faults.join("\n")))
}
