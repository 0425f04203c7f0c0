//! Counts the instructions of fixed programs with callgrind, and compares them with a table.
//!
//! Instructions do not depend on the load of the machine: two runs differ by less than 0.1 %. They depend on the compiler
//! and on the SIMD level, which the table names; not on the processor, because valgrind shows programs the same one.

mod table;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use clap::Args;

use self::table::Table;
use crate::callgrind::{build, callgrind, empty_folder, of_calls, prepare, total};
use crate::cargo::released;

/// The function of `benches/counts` whose calls are counted.
const COUNTED: &str = "counts::counter::counted";

/// The files that the command reads, in `examples/data`.
const FILES: [&str; 2] = ["airports.csv", "zipcodes.csv"];

/// The options of `cargo xtask counts`.
#[derive(Args, Default)]
pub(crate) struct Options {
    /// Write the counts to the table as those that later ones are compared with
    #[arg(long)]
    write: bool,
    /// Only rows whose names begin with one of these
    rows: Vec<String>,
}

/// Instructions by row, in the order of the programs.
#[derive(Default)]
pub(crate) struct Counts(Vec<(String, Count)>);

/// The instructions of a row and the units that they were for: entities, queries, or 1.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    instructions: u64,
    units: u64,
}

impl Counts {
    fn add(&mut self, row: &str, instructions: u64, units: u64) {
        match self.0.iter_mut().find(|(name, _)| name == row) {
            Some((_, count)) => {
                count.instructions += instructions;
                count.units += units;
            }
            None => self.0.push((row.to_owned(), Count { instructions, units })),
        }
    }
}

impl Count {
    /// Instructions of a unit.
    pub(crate) fn each(self) -> f64 {
        self.instructions as f64 / self.units.max(1) as f64
    }
}

/// Counts, prints what differs from the table, and fails if a row has more than 3 % above its last count.
///
/// On a machine with another compiler or SIMD level it only prints.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    prepare()?;
    build()?;
    let mut counts = Counts::default();
    let simd = programs(&options.rows, &mut counts)?;
    for file in FILES {
        let row = format!("command: pairs of {file}");
        if options.rows.is_empty() || options.rows.iter().any(|name| row.starts_with(name)) {
            counts.add(&row, command(file)?, 1);
        }
    }
    let mut table = Table::read()?;
    let report = table.compare(&counts, &machine(&simd)?, options.rows.is_empty());
    println!("{}", report.text);
    if options.write { table.write(&counts, &machine(&simd)?) } else { report.verdict }
}

/// What the counts depend on: the compiler and the SIMD level.
fn machine(simd: &str) -> Result<String, String> {
    let version = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc: {error}"))?;
    Ok(format!("{}, {simd}", String::from_utf8_lossy(&version.stdout).trim()))
}

/// Counts the programs of `benches/counts`. Returns the SIMD level.
fn programs(rows: &[String], counts: &mut Counts) -> Result<String, String> {
    let arguments = rows.iter().map(OsStr::new);
    let (printed, instructions) = of_calls("counts", COUNTED, &released("counts")?, arguments, "")?;
    let (simd, parts) = printed.split_once('\n').ok_or("`counts` printed nothing")?;
    for (part, instructions) in parts.lines().zip(instructions) {
        let fields: Vec<&str> = part.split('\t').collect();
        for field in fields.chunks_exact(2) {
            let units = field[0].parse().map_err(|error| format!("`counts` printed {part}: {error}"))?;
            counts.add(field[1], instructions, units);
        }
    }
    Ok(simd.to_owned())
}

/// Counts a whole run of `collide pairs`.
fn command(file: &str) -> Result<u64, String> {
    let folder = empty_folder("counts")?;
    let file = Path::new("examples/data").join(file);
    let arguments = [OsStr::new("pairs"), OsStr::new("--threads"), OsStr::new("1"), file.as_os_str()];
    callgrind(&folder, &[], &released("collide")?, arguments.into_iter(), "")?;
    total(&folder.join("out"))
}
