use std::path::PathBuf;

use clap::ValueEnum;

use crate::input::{RowOptions, Time};
use crate::options::{Format, OverlapOptions, count};

/// Run overlap, nearest, sector, raycast, line-of-sight, shapecast and slide queries from a file on the shapes of another
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct QueryArgs {
    /// The shapes: CSV, JSON lines (.jsonl or .ndjson) or a trace; `-` is standard input
    pub(super) file: PathBuf,

    /// The queries, in the same formats but no traces
    pub(super) queries: PathBuf,

    /// The tick to query, if FILE has several; 12.5 is halfway from tick 12 to the next
    #[arg(long, value_name = "TICK")]
    pub(super) at: Option<Time>,

    /// Treat moves longer than D between two ticks as teleports (not interpolated: the shape stays until the next tick)
    /// [default: none]
    #[arg(long, value_name = "D", requires = "at", value_parser = length)]
    pub(super) teleport_distance: Option<f32>,

    /// For shapes and points: find the K nearest shapes instead of those that overlap
    #[arg(long, value_name = "K", value_parser = count::<u32>(1..=u32::MAX.into()), allow_negative_numbers = true)]
    pub(super) nearest: Option<u32>,

    /// For shapes and points: find the shapes within distance D, nearest first, instead of those that overlap
    #[arg(long, value_name = "D", value_parser = length)]
    pub(super) within: Option<f32>,

    /// For moving shapes: slide along the shapes that block them, instead of listing the shapes that they hit
    #[arg(long)]
    pub(super) slide: bool,

    /// For shapes and points, find a free place at most this far away, in world units
    #[arg(long, value_name = "D", value_parser = length, conflicts_with_all = ["nearest", "within"])]
    pub(super) free: Option<f32>,

    /// What to print for each query
    #[arg(long, value_name = "MODE", default_value = "all")]
    pub(super) mode: ModeName,

    /// Stop with an error when all queries together have more than N hits
    #[arg(long, value_name = "N", value_parser = count::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) max_hits: Option<u64>,

    #[command(flatten)]
    pub(super) overlap: OverlapOptions,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    pub(super) format: Format,

    #[command(flatten)]
    pub(super) rows: RowOptions,
}

/// What is printed for each query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ModeName {
    /// All hits; for a segment, only the first
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
FILE has the columns of `collide pairs --help`. Each row of QUERIES is one of these queries; cells that it does not \
use stay empty:
  id                     any text, unique in its file, printed back as given; without the column,
                           the number of the row, from 0
  a shape, as in FILE    overlap: the shapes that overlap it; with --nearest or --within, the
                           nearest; with --free, the nearest place at which it overlaps none
  x,y                    the same for a point
  x,y,dx,dy,max          raycast: the shapes that a ray hits; max is its length as a multiple of
                           dx,dy, empty for no end
  x,y,to_x,to_y          line of sight: whether a shape blocks the segment, and the first that does
  a shape,move_x,move_y  shapecast: the shapes that a moving shape or point hits on its way, while
                           they stand still; with --slide, where it ends if they block it, moving
                           along them with what is left of the move
  x,y,width,height,angle,pivot_x,pivot_y,turn
                         door: how far a rectangle turns about a pivot until a shape is in the way;
                           turn is in degrees, counter-clockwise if positive; capsules and polygons
                           do not turn
  x,y,radius,angle,opening,inner
                         sector: the shapes that overlap a part of a disc, such as the arc of a
                           sword or a cone of sight. angle is the direction of its middle, opening
                           how wide it is, both in degrees; without the disc of the radius inner

Columns of the output, empty where they do not apply:
  query                  the id in QUERIES
  kind                   overlap, nearest, hit (by a ray), blocked or clear (a segment),
                           impact (of a moving shape), slide (along a shape), end (of a slide),
                           place (that is free), turn (of a door)
  entity                 the id in FILE
  distance               nearest: in world units; zero for a shape that overlaps or touches
  entry,exit             hit: where the ray enters and leaves the shape, as multiples of dx,dy;
                           blocked: the same as fractions of the segment, from 0 to 1
  time                   impact, slide: the time of impact as a fraction of the move, from 0 to 1;
                           turn: the fraction of the turn until the shape in the way
  normal_x,normal_y      hit, blocked: the outward normal of the border at the entry, empty
                           for a start inside; impact, slide: from the moving shape to the other
  x1,y1,x2,y2            the point of entry, or the contact points: two points if an edge lies
                           against an edge; end, place, turn: the center of the shape there,
                           or the position of a capsule or polygon
  left_x,left_y          only with --slide; end: the part of the move that was blocked
With --mode count the columns are query,kind,count, with a row for each query. Otherwise a query without hits has no \
row, but a segment and a door always have one, and the last row of a slide is its end.

Rows are in the order of QUERIES. The overlaps of a query are in the order of FILE. Other hits are sorted nearest \
first, and hits at the same distance are in the order of FILE.

--touching applies to overlaps, sectors and segments; these results are exact. Under both rules, a ray hits a shape that it \
only touches, and a moving shape hits a shape that it touches, unless it moves away from it at once. The end of a slide overlaps no shape, unless its start does; \
this is exact too.

Between two ticks, positions, sizes and angles are interpolated, angles the shorter way round. A rectangle may be given \
by its corners at one tick and turned at the next. A shape that becomes one of another kind, such as a circle that \
becomes a rectangle, or that is removed at the next tick, stays as it was; and so \
does a capsule or polygon whose radius or number of corners changes. Others move with the points of the earlier tick. A FILE without ticks has the same shapes at every tick. A summary goes to standard \
error.

Examples:
  collide query units.csv shots.csv
  collide query units.csv shots.csv --mode first --touching open
  collide query walls.csv players.csv --slide
  collide query units.csv towers.csv --nearest 3 --within 50 --format jsonl
  collide query match.csv shots.csv --at 12.5 --max-hits 1M

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid (nothing is written to standard output), or there are more hits than \
--max-hits (some may have been written).";
