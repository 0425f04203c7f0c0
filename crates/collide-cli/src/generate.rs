//! `collide gen`: a scene as a file of shapes.

use std::io::{BufWriter, stdout};

use crate::args::GenArgs;
use crate::failure::Failure;
use crate::input::Id;
use crate::shapes::{Entry, Sink};

/// Seconds from one tick to the next.
pub(crate) const DT: f32 = 1.0 / 30.0;

/// Writes all shapes, tick by tick.
pub(crate) fn run(args: &GenArgs) -> Result<(), Failure> {
    let mut scene = args.scene.generate(args.n as usize, args.seed);
    let ids: Vec<String> = (0..args.n).map(|number| number.to_string()).collect();
    let mut sink = Sink::new(args.format, BufWriter::with_capacity(1 << 16, stdout()), args.ticks > 1)?;
    for tick in 0..args.ticks {
        if tick > 0 {
            scene.advance(DT);
        }
        let entries = (0..).zip(&ids).zip(scene.shapes());
        let entries =
            entries.map(|((number, id), shape)| Entry { number, id: Id { text: id, numeric: true }, shape: *shape });
        sink.tick(tick.into(), entries)?;
    }
    Ok(sink.finish()?)
}
