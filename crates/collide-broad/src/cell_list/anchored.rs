use collide_core::columns::Row;
use collide_core::{Circle, Rect};

use super::rows::row_of;

/// A row of numbers that a [`CellList`](super::CellList) can sort by cell: the cell of its anchor. The anchor is the
/// point given by the first two numbers of the row.
pub trait Anchored<const N: usize>: Row<N> {
    /// The size of a row. On either axis the anchors of two overlapping rows differ by at most the larger of their sizes.
    fn size(row: &[f32; N]) -> f64;

    /// The largest size of all rows; zero without rows.
    fn max_size(columns: &[&[f32]; N]) -> f64 {
        (0..columns[0].len()).map(|row| Self::size(&row_of(columns, row))).fold(0.0, f64::max)
    }

    /// The extent of a row: its size, but at least a 2^-28th of the distance of the anchor from the origin on
    /// either axis.
    #[inline(always)]
    fn extent(row: &[f32; N]) -> f64 {
        let (size, far) = (Self::size(row), far(row[0].abs().max(row[1].abs())));
        if size < far { far } else { size }
    }

    /// The largest extent of all rows; zero without rows.
    fn max_extent(columns: &[&[f32]; N]) -> f64 {
        Self::max_size(columns).max(far(largest(columns[0]).max(largest(columns[1]))))
    }

    /// The lower and upper corner of the box around the row, up to the rounding of `f64`.
    fn corners(row: &[f32; N]) -> [[f64; 2]; 2];

    /// The margins of a search. If a row of at most this extent overlaps a box, its anchor is in the box expanded by
    /// the first margin at the lower corner and by the second at the upper corner.
    fn margin(extent: f64) -> [f64; 2];
}

/// The last rows and columns of cells contain everything beyond. So no row may be more than 2^29 times its extent away
/// from the origin: thousands that jump far would all be in one cell. This is less than a sixteenth of the distance
/// between two `f32` there, so cells are not wider than necessary.
const FAR: f64 = 1.0 / (1 << 28) as f64;

#[inline(always)]
fn far(coordinate: f32) -> f64 {
    f64::from(coordinate) * FAR
}

/// The largest magnitude. Compares bits, which are ordered as the numbers are if these are not negative, so that the
/// compiler can compare several at once.
fn largest(numbers: &[f32]) -> f32 {
    let bits = numbers.iter().fold(0, |largest, number| largest.max(number.abs().to_bits() as i32));
    f32::from_bits(bits as u32)
}

/// The anchor is the center.
impl Anchored<3> for Circle {
    #[inline(always)]
    fn size(row: &[f32; 3]) -> f64 {
        2.0 * f64::from(row[2])
    }

    fn max_size(columns: &[&[f32]; 3]) -> f64 {
        2.0 * f64::from(largest(columns[2]))
    }

    #[inline(always)]
    fn corners(row: &[f32; 3]) -> [[f64; 2]; 2] {
        let (x, y, radius) = (f64::from(row[0]), f64::from(row[1]), f64::from(row[2]));
        [[x - radius, y - radius], [x + radius, y + radius]]
    }

    fn margin(extent: f64) -> [f64; 2] {
        [extent * 0.5, extent * 0.5]
    }
}

/// The anchor is the lower corner.
impl Anchored<4> for Rect {
    #[inline(always)]
    fn size(row: &[f32; 4]) -> f64 {
        let [[min_x, min_y], [max_x, max_y]] = <Self as Anchored<4>>::corners(row);
        let (width, height) = (max_x - min_x, max_y - min_y);
        if width < height { height } else { width }
    }

    #[inline(always)]
    fn corners(row: &[f32; 4]) -> [[f64; 2]; 2] {
        [[f64::from(row[0]), f64::from(row[1])], [f64::from(row[2]), f64::from(row[3])]]
    }

    fn margin(extent: f64) -> [f64; 2] {
        [extent, 0.0]
    }
}
