use collide_core::batch::Row;
use collide_core::{Circle, Rect};

use super::rows::row_of;

/// A row of numbers that a [`Table`](super::Table) can sort by where it is: by its home, the point that its first two numbers
/// are.
pub trait Placed<const N: usize>: Row<N> {
    /// Of two rows that meet, the homes differ by no more than the larger one of these, on either axis.
    fn reach(row: &[f32; N]) -> f64;

    /// The largest reach of all rows; zero for none.
    fn largest_reach(columns: &[&[f32]; N]) -> f64 {
        (0..columns[0].len()).map(|row| Self::reach(&row_of(columns, row))).fold(0.0, f64::max)
    }

    /// Lower and upper corner of a box around it, to within the rounding of `f64`.
    fn corners(row: &[f32; N]) -> [[f64; 2]; 2];

    /// How far before and past a box the home of a row of some reach may lie that meets the box.
    fn around(reach: f64) -> [f64; 2];
}

/// By the center.
impl Placed<3> for Circle {
    #[inline(always)]
    fn reach(row: &[f32; 3]) -> f64 {
        2.0 * f64::from(row[2])
    }

    /// In `f32`, of which the compiler compares several at once.
    fn largest_reach(columns: &[&[f32]; 3]) -> f64 {
        2.0 * f64::from(
            columns[2].iter().fold(0.0, |largest, radius| if largest < *radius { *radius } else { largest }),
        )
    }

    #[inline(always)]
    fn corners(row: &[f32; 3]) -> [[f64; 2]; 2] {
        let (x, y, radius) = (f64::from(row[0]), f64::from(row[1]), f64::from(row[2]));
        [[x - radius, y - radius], [x + radius, y + radius]]
    }

    fn around(reach: f64) -> [f64; 2] {
        [reach * 0.5, reach * 0.5]
    }
}

/// By the lower corner.
impl Placed<4> for Rect {
    #[inline(always)]
    fn reach(row: &[f32; 4]) -> f64 {
        let [[min_x, min_y], [max_x, max_y]] = <Self as Placed<4>>::corners(row);
        let (width, height) = (max_x - min_x, max_y - min_y);
        if width < height { height } else { width }
    }

    #[inline(always)]
    fn corners(row: &[f32; 4]) -> [[f64; 2]; 2] {
        [[f64::from(row[0]), f64::from(row[1])], [f64::from(row[2]), f64::from(row[3])]]
    }

    fn around(reach: f64) -> [f64; 2] {
        [reach, 0.0]
    }
}
