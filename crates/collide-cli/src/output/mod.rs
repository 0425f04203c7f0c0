//! Writes rows to standard output, files of shapes, and files that replace others.

mod replace;
mod rows;
mod shapes;

#[cfg(feature = "cluster")]
pub(crate) use replace::replace_file;
pub(crate) use replace::write_file;
pub(crate) use rows::{Cells, Point, Row, RowWriter, plain};
pub(crate) use shapes::{Columns, Entry, ShapeWriter, write_recording};
