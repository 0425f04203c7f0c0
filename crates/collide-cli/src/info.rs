//! `collide info`: what a file of shapes is like.

use std::fmt::Write as _;
use std::io::{Write, stdout};

use collide::{Aabb, Batch, Settings, Shape, Vec2};

use crate::args::InfoArgs;
use crate::failure::Failure;
use crate::input::{self, Recording};
use crate::output::{counted, say};

/// The picture, in characters. One is about twice as high as it is wide.
const WIDTH: usize = 64;
const MOST_HEIGHT: usize = 24;

/// From nobody to the most.
const SHADES: &[u8] = b" .:-=+*#%@";

/// Reads, describes.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let recording = input::read_recording(&args.file, args.skip_invalid)?;
    if let Some(message) = &recording.left_out {
        say(message);
    }
    let text = describe(&recording, args.tick)?;
    Ok(stdout().write_all(text.as_bytes())?)
}

fn describe(recording: &Recording, tick: Option<u64>) -> Result<String, Failure> {
    let frame = recording.frame(tick.or(recording.ticks.first().map(|frame| frame.tick)))?;
    let shapes: Vec<Shape> = frame.rows.iter().map(|(_, shape)| *shape).collect();
    let shapes = shapes.as_slice();
    let count = |is: fn(&Shape) -> bool| shapes.iter().filter(|shape| is(shape)).count();
    let kinds = [
        (count(|shape| matches!(shape, Shape::Circle(_))), "circle"),
        (count(|shape| matches!(shape, Shape::Rect(_))), "rectangle"),
        (count(|shape| matches!(shape, Shape::OrientedRect(_))), "turned rectangle"),
    ];
    let kinds: Vec<_> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| counted(*count as u64, kind)).collect();
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
    if let Some(extent) = Extent::of(&bounds) {
        extent.describe(&mut text, &bounds);
        let report = Batch::new(Settings::default()).count_pairs(shapes)?;
        let each = report.pair_count as f64 / shapes.len() as f64;
        line(&mut text, "pairs", format!("{}, {each:.2} for each shape", report.pair_count));
        line(&mut text, "suits", format!("strategy {}: {}", report.strategy, report.reason));
        text += &extent.picture(shapes);
    }
    Ok(text)
}

fn line(text: &mut String, what: &str, value: String) {
    // Writing to a string never fails.
    let _ = writeln!(text, "  {what:<9} {value}");
}

/// As many digits as tell something.
fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e7).contains(&size) => format!("{value:.3}"),
        _ => format!("{value:.3e}"),
    }
}

/// The box around everything, in `f64`: of finite `f32` numbers nothing overflows.
struct Extent {
    low: [f64; 2],
    size: [f64; 2],
}

impl Extent {
    fn of(bounds: &[Aabb]) -> Option<Self> {
        let first = bounds.first()?;
        let (low, high) = bounds
            .iter()
            .fold((first.min(), first.max()), |(low, high), bound| (low.min(bound.min()), high.max(bound.max())));
        let [low, high] = [low, high].map(|corner| corner.as_dvec2().to_array());
        Some(Self { low, size: [high[0] - low[0], high[1] - low[1]] })
    }

    fn describe(&self, text: &mut String, bounds: &[Aabb]) {
        let [width, height] = self.size;
        let [x, y] = self.low;
        line(text, "extent", format!("{} by {}, from {}, {}", number(width), number(height), number(x), number(y)));
        let side = |bound: &Aabb| {
            let size = bound.max().as_dvec2() - bound.min().as_dvec2();
            size.max_element()
        };
        let mut sizes: Vec<f64> = bounds.iter().map(side).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| sizes[((sizes.len() - 1) as f64 * share).round() as usize];
        let [least, half, most, all] = [0.0, 0.5, 0.95, 1.0].map(|share| number(at(share)));
        line(text, "sizes", format!("longer side {least} to {all}, half up to {half}, 95% up to {most}"));
        let area = width * height;
        if area > 0.0 {
            let covered: f64 =
                bounds.iter().map(|bound| (bound.max().as_dvec2() - bound.min().as_dvec2()).element_product()).sum();
            let density = bounds.len() as f64 / area;
            line(
                text,
                "density",
                format!(
                    "{} shapes for a unit of area, bounds cover {} times the extent",
                    number(density),
                    number(covered / area)
                ),
            );
        }
        line(text, "crowding", self.crowding(bounds));
    }

    /// The cell of a point among so many columns and rows.
    fn cell(&self, point: Vec2, columns: usize, rows: usize) -> usize {
        let along = |value: f64, axis: usize, count: usize| {
            let share = if self.size[axis] > 0.0 { (value - self.low[axis]) / self.size[axis] } else { 0.0 };
            ((share * count as f64) as usize).min(count - 1)
        };
        along(point.y.into(), 1, rows) * columns + along(point.x.into(), 0, columns)
    }

    /// How much the numbers of shapes in equal squares differ, against what chance alone would give: the variance over the mean.
    fn crowding(&self, bounds: &[Aabb]) -> String {
        let side = ((bounds.len() as f64 / 4.0).sqrt() as usize).clamp(1, 256);
        let mut counts = vec![0_u32; side * side];
        for bound in bounds {
            counts[self.cell(bound.min(), side, side)] += 1;
        }
        let mean = bounds.len() as f64 / counts.len() as f64;
        let variance = counts.iter().map(|count| (f64::from(*count) - mean).powi(2)).sum::<f64>() / counts.len() as f64;
        let ratio = variance / mean;
        let words = match ratio {
            _ if side == 1 => "too few to say",
            ratio if ratio < 0.5 => "more even than chance",
            ratio if ratio < 2.0 => "spread evenly, by chance",
            ratio if ratio < 20.0 => "in groups",
            _ => "in crowds",
        };
        if side == 1 { words.to_owned() } else { format!("{words} ({ratio:.1} times what chance gives)") }
    }

    fn picture(&self, shapes: &[Shape]) -> String {
        let [width, height] = self.size;
        let rows = if width > 0.0 { (height / width * WIDTH as f64 * 0.5).round() as usize } else { MOST_HEIGHT };
        let rows = rows.clamp(1, MOST_HEIGHT);
        let mut counts = vec![0_usize; WIDTH * rows];
        for shape in shapes {
            counts[self.cell(shape.center(), WIDTH, rows)] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let shade = |count: &usize| {
            let shade = if *count == 0 { 0 } else { 1 + (count - 1) * (SHADES.len() - 1) / most };
            char::from(SHADES[shade])
        };
        let border = format!("  +{}+\n", "-".repeat(WIDTH));
        let mut picture = border.clone();
        // With y up, as everywhere.
        for row in counts.chunks(WIDTH).rev() {
            picture += &format!("  |{}|\n", row.iter().map(shade).collect::<String>());
        }
        picture + &border
    }
}
