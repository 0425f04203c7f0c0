//! Shapes as a kind and numbers each: six, or nineteen if any of them may be a capsule or polygon.

use collide2d::{Shape, ShapeKind};
use wasm_bindgen::prelude::*;

use crate::Answer;
use crate::error::{CollideError, Result, refused, refused_at, wrong_length};

/// The number of numbers of a circle, rect or oriented rect, zeros included.
const NARROW: usize = 6;

/// The number of numbers of a shape of any kind.
const WIDE: usize = Shape::NUMBERS;

/// The kind for a handle without an entity.
pub(crate) const NO_ENTITY: u8 = u8::MAX;

/// The rows of an input: their number, and how one is read.
pub(crate) type Input<R> = (usize, R);

/// The numbers of shapes.
#[derive(Clone, Copy)]
enum Rows<'a> {
    Narrow(&'a [[f32; NARROW]]),
    Wide(&'a [[f32; WIDE]]),
}

impl<'a> Rows<'a> {
    fn of(numbers: &'a [f32], count: usize) -> Result<Self> {
        if numbers.len() == count * NARROW {
            Ok(Self::Narrow(numbers.as_chunks().0))
        } else if numbers.len() == count * WIDE {
            Ok(Self::Wide(numbers.as_chunks().0))
        } else {
            let expected = format!("{} or {} for {count} kinds", count * NARROW, count * WIDE);
            Err(wrong_length("numbers", &expected, numbers.len()))
        }
    }

    fn shape(self, kind: u8, index: usize) -> Result<Shape> {
        let kind = ShapeKind::try_from(kind).map_err(|error| refused_at(index, &error))?;
        let shape = match self {
            Self::Narrow(_) if is_wide(kind) => {
                let message = format!("index {index}: numbers: must be {WIDE} for a {kind}, are {NARROW}");
                return Err(CollideError::new("LENGTH", &message));
            }
            Self::Narrow(rows) => Shape::from_numbers(kind, rows[index]),
            Self::Wide(rows) => Shape::from_numbers(kind, rows[index]),
        };
        shape.map_err(|error| refused_at(index, &error))
    }
}

fn is_wide(kind: ShapeKind) -> bool {
    kind.columns().len() > NARROW
}

/// Checks one shape outside of a batch: its error has no index.
#[wasm_bindgen]
pub fn check_shape(kind: u8, numbers: &[f32]) -> Result<()> {
    let kind = ShapeKind::try_from(kind).map_err(refused)?;
    let mut row = [0.0; WIDE];
    row.iter_mut().zip(numbers).for_each(|(to, from)| *to = *from);
    Shape::from_numbers(kind, row).map(drop).map_err(refused)
}

/// The shapes of two columns: their number, and how one is read.
pub(crate) fn input(kinds: &[u8], numbers: &[f32]) -> Result<Input<impl Fn(usize) -> Result<Shape>>> {
    let rows = Rows::of(numbers, kinds.len())?;
    Ok((kinds.len(), move |index: usize| rows.shape(kinds[index], index)))
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

/// Appends kind and numbers of a shape; [`NO_ENTITY`] and zeros for `None`. The first capsule or polygon widens the
/// rows before it.
pub(crate) fn write(shape: Option<Shape>, out: &mut Answer) {
    let (kind, row) = shape.map_or((NO_ENTITY, [0.0; WIDE]), |shape| (shape.kind() as u8, shape.to_numbers()));
    if !out.wide_rows && shape.is_some_and(|shape| is_wide(shape.kind())) {
        widen(&mut out.numbers);
        out.wide_rows = true;
    }
    out.bytes.push(kind);
    out.numbers.extend_from_slice(&row[..if out.wide_rows { WIDE } else { NARROW }]);
}

/// Appends zeros to each row, in place.
fn widen(numbers: &mut Vec<f32>) {
    let count = numbers.len() / NARROW;
    numbers.resize(count * WIDE, 0.0);
    for index in (0..count).rev() {
        let (from, to) = (index * NARROW, index * WIDE);
        numbers.copy_within(from..from + NARROW, to);
        numbers[to + NARROW..to + WIDE].fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [[f32; NARROW]; 3] =
        [[1.0, 2.0, 3.0, 0.0, 0.0, 0.0], [-1.0, -2.0, 3.0, 4.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0, 0.6, 0.7]];

    /// Reads the shapes and writes them.
    fn again(kinds: &[u8], numbers: &[f32]) -> Answer {
        let (mut shapes, mut out) = (Vec::new(), Answer::default());
        read(kinds, numbers, &mut shapes).unwrap();
        shapes.iter().for_each(|shape| write(Some(*shape), &mut out));
        out
    }

    #[test]
    fn what_is_written_is_read_again() {
        let (kinds, numbers) = ([0, 1, 2], ROWS.as_flattened());
        let mut out = again(&kinds, numbers);
        assert_eq!((out.bytes.as_slice(), out.numbers.as_slice()), (kinds.as_slice(), numbers));
        write(None, &mut out);
        assert_eq!((out.bytes[3], &out.numbers[18..]), (NO_ENTITY, [0.0; NARROW].as_slice()));
    }

    #[test]
    fn the_first_capsule_or_polygon_widens_the_rows() {
        let mut rows = [[0.0; WIDE]; 5];
        for (wide, narrow) in rows.iter_mut().zip(ROWS) {
            wide[..NARROW].copy_from_slice(&narrow);
        }
        rows[3][..7].copy_from_slice(&[5.0, 6.0, -1.0, 0.0, 1.0, 0.5, 0.25]);
        let corners = [[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0]];
        rows[4][..3].copy_from_slice(&[7.0, 8.0, 0.5]);
        rows[4][3..].copy_from_slice(corners.as_flattened());
        let kinds = [0, 1, 2, 3, 4];
        let out = again(&kinds, rows.as_flattened());
        assert_eq!((out.bytes.as_slice(), out.numbers.as_slice()), (kinds.as_slice(), rows.as_flattened()));
        let narrow = again(&kinds[..3], rows[..3].as_flattened());
        assert_eq!(narrow.numbers, ROWS.as_flattened());
    }
}
