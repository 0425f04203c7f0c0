use std::path::PathBuf;

use clap::ValueEnum;

use crate::input::Time;
use crate::options::{Format, OverlapOptions};

/// Print what a file of shapes, rays and segments meets among the shapes of another
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct QueryArgs {
    /// The shapes: CSV, JSON lines if it ends in .jsonl or .ndjson, or a trace; `-` is CSV or a trace on standard input
    pub(super) file: PathBuf,

    /// The queries, in the same formats except traces
    pub(super) queries: PathBuf,

    /// The tick to query, where FILE has several; 12.5 is halfway from tick 12 to the next
    #[arg(long, value_name = "TICK")]
    pub(super) at: Option<Time>,

    /// A shape that moves farther than D between two ticks is not interpolated: it stays until the next [default: no limit]
    #[arg(long, value_name = "D", requires = "at", value_parser = length)]
    pub(super) teleport_distance: Option<f32>,

    /// For shapes and points, find the nearest shapes, at most K, instead of those that overlap
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) nearest: Option<u32>,

    /// For shapes and points, find the shapes within distance D, the nearest first, instead of those that overlap
    #[arg(long, value_name = "D", value_parser = length)]
    pub(super) within: Option<f32>,

    /// What is written of each answer
    #[arg(long, value_name = "MODE", default_value = "all")]
    pub(super) mode: ModeName,

    /// Stop with an error when all queries together have more than N hits
    #[arg(long, value_name = "N")]
    pub(super) max_hits: Option<u64>,

    #[command(flatten)]
    pub(super) overlap: OverlapOptions,

    /// How the answers are written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    pub(super) format: Format,

    /// Leave out rows that are not valid, and all of a trace after damage, and say so, instead of stopping there
    #[arg(long)]
    pub(super) skip_invalid: bool,
}

/// How much of each answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ModeName {
    /// All hits; of a segment, the first
    All,
    /// The first hit
    First,
    /// The number of hits
    Count,
}

/// Parses a length in world units, rounded to the nearest `f32` as numbers in files are.
fn length(text: &str) -> Result<f32, &'static str> {
    match text.parse::<f32>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("must be a finite number, zero or more"),
    }
}

const HELP: &str = "\
FILE has the columns of `collide pairs --help`. A row of QUERIES is one of these, in any mixture; cells that it does not \
use stay empty:
  id                     any text, unique in its file, printed back as given
  a shape, as in FILE    the shapes that overlap it; with --nearest or --within, the nearest
  x,y                    a point: the same
  x,y,dx,dy,max          a ray: the shapes it hits; max is its length as a multiple of dx,dy,
                           empty for no end
  x,y,to_x,to_y          a segment: whether a shape blocks it, and the first that does
  a shape,move_x,move_y  a moving shape, or point: the shapes it meets on its way, while these
                           stand still

Columns of the output, empty where they do not apply:
  query                  the id in QUERIES
  kind                   overlap, nearest, hit (by a ray), blocked or clear (a segment),
                           impact (of a moving shape)
  entity                 the id in FILE
  distance               nearest: in world units; zero for a shape that overlaps or touches
  entry,exit             hit: where the ray enters and leaves the shape, as multiples of dx,dy;
                           blocked: the same as fractions of the segment, from 0 to 1
  time                   impact: the fraction of the move at which they meet, from 0 to 1
  normal_x,normal_y      hit, blocked: the outward normal of the border at the entry, empty
                           for a start inside; impact: from the moving shape to the other
  x1,y1,x2,y2            the point of entry, or where the shapes meet: two points where an
                           edge lies against an edge
With --mode count the columns are query,kind,count, with a row for each query. Otherwise a query without hits has no row, \
but a segment always has one.

Rows come in the order of QUERIES. The overlaps of a query come in the order of FILE; other hits come the nearest first, \
and in the order of FILE where they are equally near.

--touching is the rule for overlaps and segments, whose answers are exact. By either rule, a ray hits a shape that it only \
touches, and a moving shape meets a shape that it touches, unless it moves away from it at once.

Between two ticks, positions and angles are interpolated, angles the shorter way round; a shape that is gone at the next tick \
stays where it was. A FILE without ticks holds at any tick. A summary goes to standard error.

Examples:
  collide query units.csv shots.csv
  collide query units.csv shots.csv --mode first --touching open
  collide query units.csv towers.csv --nearest 3 --within 50 --format jsonl
  collide query match.csv shots.csv --at 12.5 --max-hits 1000000

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid, and nothing is written to standard output, or there are more hits than \
--max-hits, and some may have been.";
