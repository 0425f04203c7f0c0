//! `collide info`: a description of a file of shapes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::PathBuf;

use collide2d::{Aabb, Batch, Settings, Shape, Threads};

use crate::extent::{Extent, center, describe_crowding, longer_side};
use crate::failure::Failure;
use crate::input::{self, Recording, RowOptions, Ticks};
use crate::messages::{choice, counted, grouped, number, print_message};
use crate::options::processor_count;
use crate::statistics::{quantile, sorted};

/// Summarise a file of shapes: counts, sizes, density, number of pairs, recommended strategy
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct InfoArgs {
    /// CSV, JSON lines (.jsonl or .ndjson) or a trace; `-` is standard input
    file: PathBuf,

    /// The tick to describe, if the file has several [default: the first]
    #[arg(long, value_name = "N")]
    tick: Option<u64>,

    #[command(flatten)]
    rows: RowOptions,
}

const HELP: &str = "\
The summary goes to standard output. It ends with a density map: one character for each part of the map, darker where \
more shapes have their center. The map fits the middle 99% of the shapes on each axis, so that a few far away do not make \
the others small; the summary says how many are outside.

Examples:
  collide info units.csv
  collide gen towns -n 20000 | collide info -

Exit codes: 0 done, 1 the output could not be written, 2 the input or the arguments are not valid.";

/// The size of the picture in characters, which are about twice as high as wide.
const WIDTH: usize = 64;
const MAX_HEIGHT: usize = 24;

/// From no shapes to the highest count.
const SHADES: &[u8] = b" .:-=+*#%@";

/// Reads the shapes and prints their description.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let ticks = Ticks::Around(args.tick.unwrap_or(0));
    let recording = input::read_recording(&args.file, ticks, args.rows)?;
    let ignored = recording.ignored_tick(args.tick.map(|tick| format!("--tick {tick}")));
    recording.note.iter().chain(&ignored).for_each(print_message);
    let text = describe(&recording, args.tick)?;
    Ok(stdout().write_all(text.as_bytes())?)
}

fn describe(recording: &Recording, tick: Option<u64>) -> Result<String, Failure> {
    let frame = recording.frame(tick.or(recording.ticks.first().map(|frame| frame.tick)))?;
    let shapes: Vec<Shape> = frame.rows.iter().map(|(_, shape)| *shape).collect();
    let mut by_kind = BTreeMap::<_, Vec<&Shape>>::new();
    shapes.iter().for_each(|shape| by_kind.entry(shape.kind().name()).or_default().push(shape));
    let kinds: Vec<_> = by_kind.iter().map(|(kind, shapes)| counted(shapes.len() as u64, kind)).collect();
    let mut text = format!("{}: {}", recording.file, counted(shapes.len() as u64, "shape"));
    if !kinds.is_empty() {
        text += &format!(" ({})", kinds.join(", "));
    }
    text.push('\n');
    if recording.ticks.len() > 1 {
        let changing = recording.movers() * 100.0;
        let value = format!("{}; this is tick {}; {changing:.1}% change in a tick", recording.tick_list(), frame.tick);
        line(&mut text, "time", value);
    }
    let bounds: Vec<Aabb> = shapes.iter().map(Shape::aabb).collect();
    if let Some(extent) = Extent::around(bounds.iter().copied()) {
        describe_extent(&mut text, &extent, &bounds, &by_kind);
        line(&mut text, "crowding", crowding(&extent, &shapes));
        let threads = Threads::new(processor_count())?;
        let report = Batch::new(Settings { threads, ..Settings::default() }).count_pairs(&shapes)?;
        let each = report.pair_count as f64 / shapes.len() as f64;
        line(&mut text, "pairs", format!("{}, {each:.2} for each shape", grouped(report.pair_count)));
        line(&mut text, "strategy", choice(&report));
        text += &map(&extent, &shapes);
    }
    Ok(text)
}

/// The density of the middle of the shapes as a picture, and how many are outside; of the extent, if none are.
fn map(extent: &Extent, shapes: &[Shape]) -> String {
    let Some(middle) = Extent::middle(shapes) else {
        return String::new();
    };
    let inside: Vec<Shape> = shapes.iter().filter(|shape| middle.contains(center(shape))).copied().collect();
    if inside.len() == shapes.len() {
        return picture(extent, shapes);
    }
    let ([width, height], [x, y]) = (middle.size.map(number), middle.low.map(number));
    let outside = counted((shapes.len() - inside.len()) as u64, "shape");
    let mut text = String::new();
    let value = format!("the middle 99% on each axis, {width} by {height}, from {x}, {y}; {outside} outside");
    line(&mut text, "map", value);
    text + &picture(&middle, &inside)
}

fn line(text: &mut String, name: &str, value: String) {
    // Writing to a string never fails.
    let _ = writeln!(text, "  {name:<9} {value}");
}

fn describe_extent(text: &mut String, extent: &Extent, bounds: &[Aabb], by_kind: &BTreeMap<&str, Vec<&Shape>>) {
    let ([width, height], [x, y]) = (extent.size, extent.low);
    line(text, "extent", format!("{} by {}, from {}, {}", number(width), number(height), number(x), number(y)));
    line(text, "sizes", sizes(bounds));
    describe_kinds(text, by_kind);
    let area = width * height;
    if area > 0.0 {
        let covered: f64 =
            bounds.iter().map(|bound| (bound.max().as_dvec2() - bound.min().as_dvec2()).element_product()).sum();
        let density = bounds.len() as f64 / area;
        let (density, covered) = (number(density), number(covered / area));
        line(text, "density", format!("{density} shapes per unit of area, bounds cover {covered} times the extent"));
    }
}

/// The longer sides of bounds.
fn sizes(bounds: &[Aabb]) -> String {
    let sizes = sorted(bounds.iter().map(longer_side));
    let [min, median, p95, max] =
        [0.0, 0.5, 0.95, 1.0].map(|share| number(quantile(&sizes, share).unwrap_or_default()));
    format!("longer side {min} to {max}, median {median}, p95 {p95}")
}

/// The sizes of each kind of shape, if there are several kinds or one with more than a size.
fn describe_kinds(text: &mut String, by_kind: &BTreeMap<&str, Vec<&Shape>>) {
    for (kind, shapes) in by_kind {
        let (radii, corners) = radii_and_corners(shapes);
        if by_kind.len() == 1 && radii.is_empty() {
            continue;
        }
        let bounds: Vec<Aabb> = shapes.iter().map(|shape| shape.aabb()).collect();
        let mut value = format!("{kind}: {}", sizes(&bounds));
        let radii = sorted(radii);
        if let (Some(min), Some(max)) = (radii.first(), radii.last()) {
            value += &format!(", radius {} to {}", number(*min), number(*max));
        }
        if let (Some(min), Some(max)) = (corners.iter().min(), corners.iter().max()) {
            value += &format!(", {min} to {max} corners");
        }
        line(text, "", value);
    }
}

/// The radii of capsules and polygons, and the numbers of corners of polygons.
fn radii_and_corners(shapes: &[&Shape]) -> (Vec<f64>, Vec<usize>) {
    let (mut radii, mut corners) = (Vec::new(), Vec::new());
    for shape in shapes {
        match shape {
            Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => {}
            Shape::Capsule(capsule) => radii.push(capsule.radius().into()),
            Shape::Polygon(polygon) => {
                radii.push(polygon.radius().into());
                corners.push(polygon.offsets().len());
            }
        }
    }
    (radii, corners)
}

fn crowding(extent: &Extent, shapes: &[Shape]) -> String {
    match extent.density(shapes.iter(), extent.boxes(shapes.len())) {
        density if density.counts.len() == 1 => "too few shapes".to_owned(),
        density => {
            let ratio = density.crowding();
            format!("{} (variance-to-mean ratio {ratio:.1}, random is 1)", describe_crowding(ratio))
        }
    }
}

fn picture(extent: &Extent, shapes: &[Shape]) -> String {
    let [width, height] = extent.size;
    let rows = if width > 0.0 { (height / width * WIDTH as f64 * 0.5).round() as usize } else { MAX_HEIGHT };
    let density = extent.density(shapes.iter(), [WIDTH, rows.clamp(1, MAX_HEIGHT)]);
    let most = density.counts.iter().copied().max().unwrap_or(0).max(1) as usize;
    let shade = |count: &u32| {
        let shade = if *count == 0 { 0 } else { 1 + (*count as usize - 1) * (SHADES.len() - 1) / most };
        char::from(SHADES[shade])
    };
    let border = format!("  +{}+\n", "-".repeat(WIDTH));
    let mut picture = border.clone();
    // With y up.
    for row in density.counts.chunks(WIDTH).rev() {
        picture += &format!("  |{}|\n", row.iter().map(shade).collect::<String>());
    }
    picture + &border
}
