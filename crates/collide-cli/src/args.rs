mod files;

#[cfg(feature = "serve")]
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use collide_scenes::SceneKind;
use collide2d::{Settings, Strategy, Threads, ThreadsError, Touching};

#[cfg(feature = "cluster")]
use crate::cluster::ClusterArgs;
use crate::compare::CompareArgs;
use crate::events::EventsArgs;
use crate::query::QueryArgs;
pub(crate) use files::{ConvertArgs, FileFormat, ReplayArgs};

/// Finds out which circles and rectangles overlap: exactly, fast, in a promised order.
#[derive(Debug, Parser)]
#[command(name = "collide", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Pairs(PairsArgs),
    Query(QueryArgs),
    Events(EventsArgs),
    Info(InfoArgs),
    Gen(GenArgs),
    Convert(ConvertArgs),
    Replay(ReplayArgs),
    Compare(CompareArgs),
    #[cfg(feature = "cluster")]
    Cluster(ClusterArgs),
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Print a script that completes commands and options in a shell
    Completions {
        /// For which shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// Describe a file of shapes: how many, how large, how crowded, and what suits them
#[derive(Debug, clap::Args)]
#[command(after_help = INFO_HELP)]
pub(crate) struct InfoArgs {
    /// CSV, JSON lines if it ends in .jsonl or .ndjson, or a trace; `-` is CSV or a trace on standard input
    pub(crate) file: PathBuf,

    /// Describe this tick, of a file of several [default: the first]
    #[arg(long, value_name = "N")]
    pub(crate) tick: Option<u64>,

    /// Leave out rows that are no valid shape, and all of a trace after damage, and say so, instead of stopping there
    #[arg(long)]
    pub(crate) skip_invalid: bool,
}

/// Write a made-up scene as a file of shapes: the same arguments give the same bytes on every machine
#[derive(Debug, clap::Args)]
#[command(after_help = GEN_HELP)]
pub(crate) struct GenArgs {
    /// What the shapes are like
    #[arg(value_parser = PossibleValuesParser::new(SceneKind::ALL.map(SceneKind::name)).try_map(|name| name.parse::<SceneKind>()))]
    pub(crate) scene: SceneKind,

    /// How many shapes
    #[arg(long, short, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub(crate) n: u32,

    /// How many ticks of movement, a thirtieth of a second each; with more than one, rows begin with their tick
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) ticks: u32,

    /// Another one gives another scene of the kind
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// How the shapes are written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    pub(crate) format: FileFormat,
}

/// See it in the browser: two shapes to play with, and an arena of many, or what a file has recorded
#[cfg(feature = "serve")]
#[derive(Debug, clap::Args)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct ServeArgs {
    /// A recording to show instead of the arena: a trace, or CSV or JSON lines, best with a column `tick`
    pub(crate) file: Option<PathBuf>,

    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7070")]
    pub(crate) listen: SocketAddr,

    /// Leave out rows that are no valid shape, and say how many, instead of stopping at the first
    #[arg(long, requires = "file")]
    pub(crate) skip_invalid: bool,
}

/// Print every overlapping pair of a file of shapes
#[derive(Debug, clap::Args)]
#[command(after_help = PAIRS_HELP)]
pub(crate) struct PairsArgs {
    /// CSV, JSON lines if it ends in .jsonl or .ndjson, or a trace; `-` is CSV or a trace on standard input
    pub(crate) file: PathBuf,

    /// Print the pairs of a shape in FILE and a shape in FILE2 instead
    #[arg(long, value_name = "FILE2")]
    pub(crate) against: Option<PathBuf>,

    /// The tick to look at, where a file has several; one without ticks holds at any
    #[arg(long, value_name = "N")]
    pub(crate) tick: Option<u64>,

    #[command(flatten)]
    pub(crate) work: Work,

    /// How the pairs are written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    pub(crate) format: Format,

    /// Print the number of pairs and nothing else
    #[arg(long)]
    pub(crate) count: bool,

    /// Print with each pair the normal from a to b, the depth, and one or two points where they meet
    #[arg(long, conflicts_with = "count")]
    pub(crate) contacts: bool,

    /// Leave out rows that are no valid shape, and all of a trace after damage, and say so, instead of stopping there
    #[arg(long)]
    pub(crate) skip_invalid: bool,
}

/// By which rule and how the work is done.
#[derive(Debug, clap::Args)]
pub(crate) struct Work {
    /// Whether shapes that only touch overlap (closed) or not (open)
    #[arg(long, value_name = "RULE", default_value = "closed",
        value_parser = PossibleValuesParser::new(["closed", "open"]).map(|name| touching(&name)))]
    pub(crate) touching: Touching,

    #[command(flatten)]
    pub(crate) means: Means,
}

/// How the work is done.
#[derive(Debug, clap::Args)]
pub(crate) struct Means {
    /// How candidate pairs are found; changes the time it takes, never the answer
    #[arg(long, value_name = "NAME", default_value = "auto",
        value_parser = PossibleValuesParser::new(Strategy::ALL.map(Strategy::name)).try_map(|name| name.parse::<Strategy>()))]
    pub(crate) strategy: Strategy,

    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

impl Work {
    /// The same for the engine.
    pub(crate) fn settings(&self) -> Result<Settings, ThreadsError> {
        Ok(Settings { touching: self.touching, ..self.means.settings()? })
    }
}

impl Means {
    /// The same for the engine.
    pub(crate) fn settings(&self) -> Result<Settings, ThreadsError> {
        // A pool of our own reports it when the system refuses to start threads; rayon's panics.
        let processors = || std::thread::available_parallelism().map_or(1, |count| count.get().min(1024));
        let threads = Threads::new(self.threads.unwrap_or_else(processors))?;
        Ok(Settings { strategy: self.strategy, threads, ..Settings::default() })
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values under a header
    Csv,
    /// A JSON object on each line
    Jsonl,
}

pub(crate) fn touching(name: &str) -> Touching {
    if name == "open" { Touching::Open } else { Touching::Closed }
}

const EXIT_CODES: &str = "\
Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid, 3 strategies differ in their answers, a fault of this program.";

const INFO_HELP: &str = "\
The description goes to standard output. The picture has a character for each part of the extent, darker where more \
shapes have their center.

Examples:
  collide info units.csv
  collide gen towns -n 20000 | collide info -

Exit codes: 0 done, 1 the output could not be written, 2 the input or the arguments are not valid.";

const GEN_HELP: &str = "\
  uniform        circles, evenly spread, about one pair each
  towns          circles, most of them in crowds
  power-law      circles of very unequal sizes
  mostly-static  uniform, but one in twenty moves
  pile           circles all in one place
  mixed          circles, rectangles and turned rectangles
  all-touching   circles and squares that touch their neighbours and no more

Examples:
  collide gen mixed -n 5000 > mixed.csv
  collide gen towns -n 100000 --seed 7 | collide pairs - --count

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the arguments are not valid.";

#[cfg(feature = "serve")]
const SERVE_HELP: &str = "\
Prints the address to open, and serves until it is interrupted. Whoever reaches an address other than a loopback one may \
use the page too: nobody is asked for a password.

A recording is played, paused, stepped through and gone back in; its ticks count from the number of the first. A trace is read again as it \
is shown, so the file must stay. Where its end is missing, what is whole is shown.

Examples:
  collide serve
  collide serve --listen 127.0.0.1:0
  collide serve match.ctrace

Exit codes: 1 the server broke off, 2 the address or the file cannot be had, or the arguments are not valid.";

const PAIRS_HELP: &str = "\
Columns, by name and in any order; others are ignored, cells not used by a row stay empty:
  id                          any text, unique in its file, printed back as given
  x,y,radius                  a circle
  min_x,min_y,max_x,max_y     a rectangle
  x,y,width,height            a rectangle around x,y, turned by
      angle                     degrees counter-clockwise (y up), or
      cos,sin                   a direction
  tick                        a whole number, where shapes are recorded over time: rows of a tick together, ticks \
ascending, an id once in each
Numbers are read to the nearest 32-bit float; the answer is exact for those. A trace, as `collide convert` and recorded \
worlds write it, has ticks from 1, and slots or handles for ids; layers and sensors do not count.

Pairs come in order of the input, a before b. A summary goes to standard error.

Examples:
  collide pairs units.csv
  collide pairs bullets.csv --against players.csv --contacts --format jsonl
  zcat units.csv.gz | collide pairs - --touching open --count

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid; then nothing is written to standard output.";
