//! Files of shapes, written tick by tick.

#[cfg(feature = "parquet")]
mod parquet;
mod text;
mod trace;

use std::io::{self, Write};

use collide2d::Shape;

use crate::args::FileFormat;
use crate::input::Id;

/// A shape, whose it is, and the number of that, the same at all ticks.
pub(crate) struct Entry<'a> {
    pub(crate) number: u32,
    pub(crate) id: Id<'a>,
    pub(crate) shape: Shape,
}

/// What shapes are written to.
pub(crate) enum Sink<W: Write + Send> {
    Csv(Box<text::Csv<W>>),
    Jsonl(text::Jsonl<W>),
    Trace(Box<trace::Trace<W>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Parquet<W>>),
}

impl<W: Write + Send> Sink<W> {
    /// `ticked` says whether rows begin with their tick, where that can be left out.
    pub(crate) fn new(format: FileFormat, out: W, ticked: bool) -> io::Result<Self> {
        Ok(match format {
            FileFormat::Csv => Self::Csv(Box::new(text::Csv::new(out, ticked)?)),
            FileFormat::Jsonl => Self::Jsonl(text::Jsonl::new(out, ticked)),
            FileFormat::Ctrace => Self::Trace(Box::new(trace::Trace::new(out))),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => Self::Parquet(Box::new(parquet::Parquet::new(out)?)),
        })
    }

    /// All shapes of a tick. None has the number of another.
    pub(crate) fn tick<'a>(&mut self, tick: u64, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.tick(tick, entries),
            Self::Jsonl(jsonl) => jsonl.tick(tick, entries),
            Self::Trace(trace) => trace.tick(entries),
            #[cfg(feature = "parquet")]
            Self::Parquet(parquet) => parquet.tick(tick, entries),
        }
    }

    /// There is nothing more to come.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.finish(),
            Self::Jsonl(jsonl) => jsonl.finish(),
            Self::Trace(trace) => trace.finish(),
            #[cfg(feature = "parquet")]
            Self::Parquet(parquet) => parquet.finish(),
        }
    }
}
