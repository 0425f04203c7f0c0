use collide_core::columns::Row;
use collide_core::{Circle, Rect};

use super::rows::row_of;

/// A row of numbers that a [`CellList`](super::CellList) can sort by cell: the cell of its anchor. The anchor is the
/// point given by the first two numbers of the row.
pub trait Anchored<const N: usize>: Row<N> {
    /// The extent of a row. On either axis the anchors of two overlapping rows differ by at most the larger of their
    /// extents.
    fn extent(row: &[f32; N]) -> f64;

    /// The largest extent of all rows; zero without rows.
    fn max_extent(columns: &[&[f32]; N]) -> f64 {
        (0..columns[0].len()).map(|row| Self::extent(&row_of(columns, row))).fold(0.0, f64::max)
    }

    /// The lower and upper corner of the box around the row, up to the rounding of `f64`.
    fn corners(row: &[f32; N]) -> [[f64; 2]; 2];

    /// The margins of a search. If a row of at most this extent overlaps a box, its anchor is in the box expanded by
    /// the first margin at the lower corner and by the second at the upper corner.
    fn margin(extent: f64) -> [f64; 2];
}

/// The anchor is the center.
impl Anchored<3> for Circle {
    #[inline(always)]
    fn extent(row: &[f32; 3]) -> f64 {
        2.0 * f64::from(row[2])
    }

    /// Compares in `f32`, so that the compiler can compare several radii at once.
    fn max_extent(columns: &[&[f32]; 3]) -> f64 {
        2.0 * f64::from(
            columns[2].iter().fold(0.0, |largest, radius| if largest < *radius { *radius } else { largest }),
        )
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
    fn extent(row: &[f32; 4]) -> f64 {
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
