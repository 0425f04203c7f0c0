use std::num::ParseFloatError;
use std::path::PathBuf;
use std::time::Duration;

use collide2d::error::CellSizeError;
use collide2d::{CellSize, Strategy, Touching};
use thiserror::Error;

use crate::input::RowOptions;
use crate::options::by_name;

/// Benchmark the strategies on files of shapes or recordings, and explain which is the fastest
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct CompareArgs {
    /// CSV, JSON lines (.jsonl or .ndjson) or a trace; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The strategies to compare [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values = Strategy::ALL.map(Strategy::name), hide_default_value = true,
        value_parser = by_name::<Strategy>(Strategy::ALL.map(Strategy::name)))]
    pub(crate) strategies: Vec<Strategy>,

    /// The numbers of threads to compare [default: one, and one for each processor]
    #[arg(long, value_name = "COUNTS", value_delimiter = ',')]
    pub(crate) threads: Vec<usize>,

    /// Values of a parameter to compare: `cell=auto,1,2,4` sets the cell size of the strategy grid
    #[arg(long, value_name = "NAME=VALUES", value_parser = parse_param)]
    pub(crate) param: Option<Param>,

    /// The time to measure each file
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_budget)]
    pub(crate) budget: Duration,

    /// Whether shapes that only touch are a pair (closed) or not (open)
    #[arg(long, value_name = "RULE", default_value_t, value_parser = by_name::<Touching>(Touching::ALL.map(Touching::name)))]
    pub(crate) touching: Touching,

    /// Insert shapes that are the same at all of several ticks, such as walls, as static
    #[arg(long = "static")]
    pub(crate) make_static: bool,

    /// With --static, also find the pairs of two static shapes
    #[arg(long, requires = "make_static")]
    pub(crate) static_pairs: bool,

    /// Print all measurements as JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,

    /// Also write an HTML page with plots; it needs no network
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rows: RowOptions,
}

/// A parameter and its values.
#[derive(Clone, Debug)]
pub(crate) enum Param {
    /// `None` for the size that the engine chooses.
    Cell(Vec<Option<CellSize>>),
}

/// The error for text that is not a parameter.
#[derive(Debug, Error)]
pub(crate) enum ParamError {
    #[error("must be cell=VALUES, such as cell=auto,1,2,4")]
    Unknown,
    #[error("cell: must be auto or a number, is {text:?} ({error})")]
    Number { text: String, error: ParseFloatError },
    #[error(transparent)]
    Cell(#[from] CellSizeError),
}

fn parse_param(text: &str) -> Result<Param, ParamError> {
    let values = text.trim().strip_prefix("cell=").ok_or(ParamError::Unknown)?;
    let value = |text: &str| match text.trim() {
        "auto" => Ok(None),
        text => {
            let side = text.parse().map_err(|error| ParamError::Number { text: text.to_owned(), error })?;
            Ok(Some(CellSize::new(side)?))
        }
    };
    values.split(',').map(value).collect::<Result<_, _>>().map(Param::Cell)
}

/// The error for text that is not a budget.
#[derive(Debug, Error)]
pub(crate) enum BudgetError {
    #[error("{0}; write a time such as 30s, 2m or 500ms")]
    Time(#[from] humantime::DurationError),
    #[error("must be above 0 and at most a day")]
    Length,
}

fn parse_budget(text: &str) -> Result<Duration, BudgetError> {
    let time = humantime::parse_duration(text)?;
    if time.is_zero() || time > Duration::from_secs(86_400) { Err(BudgetError::Length) } else { Ok(time) }
}

const HELP: &str = "\
Each strategy plays the ticks of each file in a world, once per number of threads. The first pass checks that all give \
the same results. Then the runs alternate in rounds until the time is used up. Only the step of the world is timed, \
not the updates of its shapes. A file without ticks is stepped repeatedly, with all its shapes updated to the same \
positions.

Times are medians over ticks and over rounds. A difference is significant if nine of ten rounds agree on which run is \
faster, and the medians differ by more than the interquartile range of the rounds of either. Brute force is left out \
if it would take more than its share of the time.

All shapes are dynamic unless --static is given. Grid and levels index static shapes once; the other strategies \
process all shapes at each tick. As in a world with the default settings, two static shapes are not a pair unless \
--static-pairs is given: then the pairs are the same as without --static.

Examples:
  collide compare units.csv
  collide gen towns -n 20000 --ticks 60 > towns.csv; collide compare towns.csv --budget 30s
  collide compare units.csv --strategies grid,levels --threads 1 --param cell=auto,1,2,4,8
  collide compare units.csv --html units.html
  collide compare match.ctrace --static
  collide compare monday.csv tuesday.csv --json > report.json

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output or the page could not be written, \
2 the input or the arguments are not valid, 3 strategies differ in their results (a bug in this program).";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Param, parse_budget, parse_param};

    #[test]
    fn budgets_are_times() {
        let good = [("30s", 30_000), ("2m", 120_000), ("500ms", 500), ("1m 30s", 90_000), ("1day", 86_400_000)];
        for (text, ms) in good {
            assert_eq!(parse_budget(text).unwrap(), Duration::from_millis(ms), "{text}");
        }
        for text in ["", "0s", "ten", "-1s", "30", "2days"] {
            assert!(parse_budget(text).is_err(), "{text}");
        }
    }

    #[test]
    fn cells_are_sizes() {
        let Param::Cell(cells) = parse_param("cell=auto, 1,2.5").unwrap();
        assert_eq!(
            cells.iter().map(|cell| cell.map(collide2d::CellSize::get)).collect::<Vec<_>>(),
            [None, Some(1.0), Some(2.5)]
        );
        for text in ["cell", "cell=", "cell=0", "cell=-1", "cell=NaN", "cell=inf", "cell=1,,2", "depth=1", "cell=x"] {
            assert!(parse_param(text).is_err(), "{text}");
        }
    }
}
