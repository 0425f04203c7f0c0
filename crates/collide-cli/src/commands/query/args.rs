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

    /// What is asked of them, in the same formats, but no trace
    pub(super) queries: PathBuf,

    /// The tick to ask about, where FILE has several; a fraction such as 12.5 is on the way to the next
    #[arg(long, value_name = "TICK")]
    pub(super) at: Option<Time>,

    /// What moves farther than that between two ticks has been put there, and stays until the next [default: nothing has]
    #[arg(long, value_name = "D", requires = "at", value_parser = length)]
    pub(super) farthest: Option<f32>,

    /// Ask shapes and points who is nearest, K at most, instead of who overlaps
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) nearest: Option<u32>,

    /// Ask shapes and points who is as near as D, the nearest first, instead of who overlaps
    #[arg(long, value_name = "D", value_parser = length)]
    pub(super) within: Option<f32>,

    /// How much of each answer is wanted
    #[arg(long, value_name = "MODE", default_value = "all")]
    pub(super) mode: ModeName,

    /// Give up when all queries together have more hits than that
    #[arg(long, value_name = "N")]
    pub(super) most: Option<u64>,

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
    /// All who are hit; of a segment, who is first in the way
    All,
    /// The first one
    First,
    /// How many; of a segment, how many are in the way
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
  a shape, as in FILE    who overlaps it; with --nearest or --within, who is near
  x,y                    a point: the same
  x,y,dx,dy,max          a ray: whom it hits; max is how many times dx,dy it goes,
                           empty for no end
  x,y,to_x,to_y          a segment: is anyone in the way, and who is first
  a shape,move_x,move_y  a moving shape, or point: whom it meets on its way,
                           while all others stand still

Columns of the output, empty where they say nothing:
  query                  the id in QUERIES
  kind                   overlap, nearest, hit (by a ray), blocked or clear (a segment),
                           impact (of a moving shape)
  entity                 the id in FILE
  distance               nearest: how far apart, in world units; zero for who overlaps
                           or touches
  entry,exit             hit: where the ray enters and leaves, in lengths of dx,dy;
                           blocked: the same as parts of the way, from 0 to 1
  time                   impact: the part of the move done when they meet, from 0 to 1
  normal_x,normal_y      hit, blocked: that of the border where it is entered, outward,
                           empty for a start inside; impact: from the moving shape
                           to the other
  x1,y1,x2,y2            where it is entered, or where they meet: two points where an
                           edge lies against an edge
With --mode count they are query,kind,count: a row for each query. Else who finds nobody has no row, but a segment \
always has one.

Rows come in the order of QUERIES. Of one query, overlaps come in the order of FILE; all else comes the nearest first, \
and in the order of FILE where that is equal.

--touching is the rule for overlaps and segments, and these are exact. By any rule, rays hit what they graze, and moving \
shapes meet what they touch, unless they part from it at once.

Between two ticks shapes are on the straight way, and turn by the shorter one; who is gone at the next stays where it was. \
A FILE without ticks holds at any. A summary goes to standard error.

Examples:
  collide query units.csv shots.csv
  collide query units.csv shots.csv --mode first --touching open
  collide query units.csv towers.csv --nearest 3 --within 50 --format jsonl
  collide query match.csv shots.csv --at 12.5 --most 1000000

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid, and nothing is written to standard output, or there are more hits than \
--most, and some may have been.";
