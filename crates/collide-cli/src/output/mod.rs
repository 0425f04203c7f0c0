//! Writes rows to standard output, and files of shapes.

mod rows;
mod shapes;

pub(crate) use rows::{Cells, Point, Row, RowWriter, plain};
pub(crate) use shapes::{Entry, ShapeWriter, write_recording};
