//! Arguments of what reads and writes whole files.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use collide2d::batch::Level;

use super::Means;

/// How shapes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// Comma-separated values under a header
    Csv,
    /// A JSON object on each line
    Jsonl,
    /// A recorded world, small and checksummed, for `collide replay`
    Ctrace,
    /// Apache Parquet, for data frames
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FileFormat {
    /// The one that a file of this name has.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "ctrace" => Some(Self::Ctrace),
            #[cfg(feature = "parquet")]
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// Write a file of shapes in another format, which the ending of OUT says: csv, jsonl or ctrace
#[derive(Debug, clap::Args)]
#[command(after_help = CONVERT_HELP)]
pub(crate) struct ConvertArgs {
    /// CSV, JSON lines if it ends in .jsonl or .ndjson, or a trace; `-` is CSV or a trace on standard input
    pub(crate) file: PathBuf,

    /// Where to write; what is there is replaced
    pub(crate) out: PathBuf,

    /// Leave out rows that are no valid shape, and all of a trace after damage, and say so, instead of stopping there
    #[arg(long)]
    pub(crate) skip_invalid: bool,
}

/// Go through a recorded world again, and stop at the first tick that is not as it was
#[derive(Debug, clap::Args)]
#[command(after_help = REPLAY_HELP)]
pub(crate) struct ReplayArgs {
    /// A trace, as `World::start_recording` and `collide convert` write it; `-` is standard input
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) means: Means,

    /// Instructions to use; must not change any answer
    #[arg(long, value_name = "LEVEL", default_value = "best")]
    pub(crate) level: LevelName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LevelName {
    /// The fastest that this processor has
    Best,
    /// What every processor of the kind has
    Portable,
    Avx2,
    Avx512,
}

impl LevelName {
    /// The level, if this processor has it.
    pub(crate) fn level(self) -> Option<Level> {
        let level = match self {
            Self::Best => Level::best(),
            Self::Portable => Level::Portable,
            Self::Avx2 => Level::Avx2,
            Self::Avx512 => Level::Avx512,
        };
        Some(level).filter(|level| level.is_available())
    }
}

const CONVERT_HELP: &str = "\
Numbers are written so that the same ones are read. A trace counts ticks from 1, and has no ids. Read from a trace, an \
entity is named by its slot, and by its handle (as 3v1) where others have had that slot before; of its entities only the \
shapes are written. A trace has what each tick found, so none may have more than 25 million pairs.

Examples:
  collide convert units.csv units.ctrace
  collide convert match.ctrace match.jsonl

Exit codes: 0 done, 1 the output could not be written, 2 the input or the arguments are not valid; then nothing is written.";

const REPLAY_HELP: &str = "\
Makes the recorded changes in a world, asks the recorded questions, and compares what each step finds. Prints how many ticks \
were as recorded and what they took. Of a file that was cut off or damaged, the whole ticks are replayed before that is said.

Examples:
  collide replay match.ctrace
  collide replay match.ctrace --strategy brute --threads 1 --level portable

Exit codes: 0 all is as recorded, 1 the output could not be written, 2 the input or the arguments are not valid, \
3 something is not as recorded.";
