//! Options that several commands share.

mod count;

use std::error::Error;
use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use collide2d::error::ThreadsError;
use collide2d::{Settings, Strategy, Threads, Touching};

pub(crate) use count::count;

/// Seconds from one tick of a generated scene to the next.
pub(crate) const SCENE_TICK: f32 = 1.0 / 30.0;

/// The default limit of the pairs of a tick: a longer list might not fit into memory.
pub(crate) const MAX_PAIRS: u64 = 25_000_000;

/// A parser for a type that is read by name; clap lists the `names` in the help.
pub(crate) fn by_name<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// The touching rule, and how overlaps are found.
#[derive(Debug, clap::Args)]
pub(crate) struct OverlapOptions {
    /// Whether shapes that only touch overlap (closed) or not (open)
    #[arg(long, value_name = "RULE", default_value_t, value_parser = by_name::<Touching>(Touching::ALL.map(Touching::name)))]
    pub(crate) touching: Touching,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// How overlaps are found.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineOptions {
    /// The broad phase; changes the time, never the result
    #[arg(long, value_name = "NAME", default_value_t, value_parser = by_name::<Strategy>(Strategy::ALL.map(Strategy::name)))]
    pub(crate) strategy: Strategy,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

/// The limit of pairs.
#[derive(Debug, clap::Args)]
pub(crate) struct BudgetOptions {
    /// Stop with an error when a tick has more than N pairs, which take memory
    #[arg(long, value_name = "N", default_value = "25M", value_parser = count::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) max_pairs: u64,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values under a header
    Csv,
    /// A JSON object on each line
    Jsonl,
}

/// How files of shapes are written.
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

impl OverlapOptions {
    pub(crate) fn settings(&self) -> Result<Settings, ThreadsError> {
        Ok(Settings { touching: self.touching, ..self.engine.settings()? })
    }
}

impl EngineOptions {
    pub(crate) fn settings(&self) -> Result<Settings, ThreadsError> {
        // `Threads::new` returns an error when the system refuses to start threads; rayon's global pool panics.
        let threads = Threads::new(self.threads.unwrap_or_else(processor_count))?;
        Ok(Settings { strategy: self.strategy, threads, ..Settings::default() })
    }
}

/// The number of processors, at most 1024 (the limit of [`Threads`]); 1 if the system does not report it.
pub(crate) fn processor_count() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(1024))
}

impl FileFormat {
    /// The format for the extension of a file name.
    pub(crate) fn from_extension(file: &Path) -> Option<Self> {
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
