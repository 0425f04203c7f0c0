//! Shapes as a kind and six numbers each.

use collide2d::{Shape, ShapeKind};

use crate::Answer;
use crate::error::{CollideError, Result, refused_at, wrong_length};

/// The number of numbers of a shape.
const NUMBERS: usize = 6;

/// The kind for a handle without an entity.
pub(crate) const NO_ENTITY: u8 = u8::MAX;

/// The rows of an input: their number, and how one is read.
pub(crate) type Input<R> = (usize, R);

/// The shapes of two columns: their number, and how one is read.
pub(crate) fn input(kinds: &[u8], numbers: &[f32]) -> Result<Input<impl Fn(usize) -> Result<Shape>>> {
    let (rows, rest) = numbers.as_chunks::<NUMBERS>();
    if rows.len() != kinds.len() || !rest.is_empty() {
        let expected = format!("{} for {} kinds", kinds.len() * NUMBERS, kinds.len());
        return Err(wrong_length("numbers", &expected, numbers.len()));
    }
    Ok((kinds.len(), move |index: usize| shape(kinds[index], rows[index], index)))
}

/// Overwrites `out` with the shapes that are read.
pub(crate) fn read(kinds: &[u8], numbers: &[f32], out: &mut Vec<Shape>) -> Result<()> {
    let (count, read) = input(kinds, numbers)?;
    out.clear();
    out.reserve(count);
    for index in 0..count {
        out.push(read(index)?);
    }
    Ok(())
}

fn shape(kind: u8, row: [f32; NUMBERS], index: usize) -> Result<Shape> {
    let kind = ShapeKind::try_from(kind).map_err(|error| refused_at(index, &error))?;
    if kind.columns().len() > NUMBERS {
        let message = format!("index {index}: kind: must be a circle, rect or oriented rect here, is a {kind}");
        return Err(CollideError::new("KIND", &message));
    }
    Shape::from_numbers(kind, row).map_err(|error| refused_at(index, &error))
}

/// Appends kind and numbers of a shape; [`NO_ENTITY`] and zeros for `None`.
pub(crate) fn write(shape: Option<Shape>, out: &mut Answer) {
    let (kind, count) = shape.map_or((NO_ENTITY, 0), |shape| {
        // A capsule or a polygon, which only a world from Rust can have, becomes its kind and its position.
        (shape.kind() as u8, if shape.kind().columns().len() > NUMBERS { 2 } else { NUMBERS })
    });
    let mut row = [0.0; NUMBERS];
    if let Some(shape) = shape {
        row[..count].copy_from_slice(&shape.to_numbers()[..count]);
    }
    out.bytes.push(kind);
    out.numbers.extend(row);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let rows = [[1.0, 2.0, 3.0, 0.0, 0.0, 0.0], [-1.0, -2.0, 3.0, 4.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.6, 0.7]];
        let (kinds, numbers) = ([0, 1, 2], rows.as_flattened());
        let (mut shapes, mut out) = (Vec::new(), Answer::default());
        read(&kinds, numbers, &mut shapes).unwrap();
        shapes.iter().for_each(|shape| write(Some(*shape), &mut out));
        assert_eq!((out.bytes.as_slice(), out.numbers.as_slice()), (kinds.as_slice(), numbers));
        write(None, &mut out);
        assert_eq!(out.bytes[3], NO_ENTITY);
    }
}
