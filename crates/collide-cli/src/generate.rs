//! `collide gen`: a scene as a file of shapes.

use std::io::{self, BufWriter, Write, stdout};

use collide::Shape;
use collide::batch::Row;
use serde::Serializer as _;
use serde::ser::SerializeMap;

use crate::args::{Format, GenArgs};
use crate::failure::Failure;

/// Seconds from one tick to the next.
const DT: f32 = 1.0 / 30.0;

/// The columns of numbers, as they are read.
const COLUMNS: [&str; 11] = ["x", "y", "radius", "min_x", "min_y", "max_x", "max_y", "width", "height", "cos", "sin"];

/// Writes all shapes, tick by tick.
pub(crate) fn run(args: &GenArgs) -> Result<(), Failure> {
    let mut scene = args.scene.generate(args.n as usize, args.seed);
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    let with_tick = args.ticks > 1;
    if matches!(args.format, Format::Csv) {
        writeln!(out, "{}id,{}", if with_tick { "tick," } else { "" }, COLUMNS.join(","))?;
    }
    for tick in 0..args.ticks {
        if tick > 0 {
            scene.advance(DT);
        }
        for (id, shape) in scene.shapes().iter().enumerate() {
            let tick = with_tick.then_some(tick);
            match args.format {
                Format::Csv => write_csv(&mut out, tick, id, shape)?,
                Format::Jsonl => write_json(&mut out, tick, id, shape)?,
            }
        }
    }
    Ok(out.flush()?)
}

/// The numbers of a shape and the columns that they are for. Each is written so that the same one is read.
fn cells(shape: &Shape) -> Vec<(&'static str, f32)> {
    match shape {
        Shape::Circle(circle) => COLUMNS[..3].iter().copied().zip(circle.to_row()).collect(),
        Shape::Rect(rect) => COLUMNS[3..7].iter().copied().zip(rect.to_row()).collect(),
        Shape::OrientedRect(rect) => {
            let [x, y, half_x, half_y, cos, sin] = rect.to_row();
            let columns = COLUMNS[..2].iter().chain(&COLUMNS[7..]);
            columns.copied().zip([x, y, half_x * 2.0, half_y * 2.0, cos, sin]).collect()
        }
    }
}

fn write_csv(out: &mut impl Write, tick: Option<u32>, id: usize, shape: &Shape) -> io::Result<()> {
    if let Some(tick) = tick {
        write!(out, "{tick},")?;
    }
    write!(out, "{id}")?;
    let cells = cells(shape);
    for column in COLUMNS {
        match cells.iter().find(|(name, _)| *name == column) {
            Some((_, number)) => write!(out, ",{number}")?,
            None => write!(out, ",")?,
        }
    }
    writeln!(out)
}

fn write_json(out: &mut impl Write, tick: Option<u32>, id: usize, shape: &Shape) -> io::Result<()> {
    let mut json = serde_json::Serializer::new(&mut *out);
    let mut row = json.serialize_map(None)?;
    if let Some(tick) = tick {
        row.serialize_entry("tick", &tick)?;
    }
    row.serialize_entry("id", &id)?;
    for (column, number) in cells(shape) {
        row.serialize_entry(column, &number)?;
    }
    SerializeMap::end(row)?;
    out.write_all(b"\n")
}
