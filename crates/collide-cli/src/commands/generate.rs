//! `collide gen`: a generated scene as a file of shapes.

use std::io::{BufWriter, stdout};

use collide_scenes::SceneKind;

use crate::failure::Failure;
use crate::input::{Id, has_points};
use crate::messages::{counted, print_message};
use crate::options::{FileFormat, SCENE_TICK, by_name, count};
use crate::output::{Columns, Entry, ShapeWriter};
use crate::progress::Progress;

/// Generate a scene as a file of shapes; the same arguments give the same bytes on every machine
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct GenArgs {
    /// The kind of scene
    #[arg(value_parser = by_name::<SceneKind>(SceneKind::ALL.map(SceneKind::name)))]
    scene: SceneKind,

    /// Number of shapes
    #[arg(long, short, value_name = "N", default_value = "1000", value_parser = count::<u32>(0..=10_000_000), allow_negative_numbers = true)]
    n: u32,

    /// Number of ticks of movement, 1/30 s each; with more than one, rows begin with their tick
    #[arg(long, value_name = "N", default_value = "1", value_parser = count::<u32>(1..=1_000_000), allow_negative_numbers = true)]
    ticks: u32,

    /// Random seed; another seed gives another scene of the same kind
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: FileFormat,
}

const HELP: &str = "\
  uniform        circles, evenly spread, about one pair each
  towns          circles, most of them in dense clusters
  power-law      circles of very unequal sizes
  mostly-static  as uniform, but only one in twenty moves
  pile           circles all in one place
  mixed          circles, rectangles and oriented rectangles
  all-touching   circles and squares that touch their neighbours without overlapping them
  capsules       short bodies and thin walls, all moving
  polygons       convex polygons with 3 to 8 corners, some of them rounded
  city           walls of capsules and polygons that never move, walkers and bullets

The file goes to standard output, a summary to standard error.

Examples:
  collide gen mixed -n 5000 > mixed.csv
  collide gen towns -n 100k --seed 7 | collide pairs - --count

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the arguments are not valid.";

/// Writes all shapes, tick by tick.
pub(crate) fn run(args: &GenArgs) -> Result<(), Failure> {
    let mut scene = args.scene.generate(args.n as usize, args.seed);
    let ids: Vec<String> = (0..args.n).map(|number| number.to_string()).collect();
    // The kinds of the shapes stay the same at all ticks.
    let columns = Columns { has_ticks: args.ticks > 1, has_points: scene.shapes().iter().any(has_points) };
    let mut writer = ShapeWriter::new(args.format, BufWriter::with_capacity(1 << 16, stdout()), columns)?;
    let progress = Progress::writing("writing rows".to_owned(), u64::from(args.n) * u64::from(args.ticks));
    for tick in 0..args.ticks {
        if tick > 0 {
            scene.advance(SCENE_TICK);
        }
        let entries = (0..).zip(&ids).zip(scene.shapes());
        let entries =
            entries.map(|((number, id), shape)| Entry { number, id: Id { text: id, numeric: true }, shape: *shape });
        let entries = entries.inspect(|_| progress.advance(1));
        writer.write_tick(tick.into(), entries)?;
    }
    writer.finish()?;
    drop(progress);
    let ticks = if args.ticks > 1 { format!(", {}", counted(args.ticks.into(), "tick")) } else { String::new() };
    print_message(&format!("{}{ticks}", counted(args.n.into(), "shape")));
    Ok(())
}
