use core::marker::PhantomData;
use core::ops::Range;

use thiserror::Error;

use super::Row;
use crate::{Circle, OrientedRect, Rect, ShapeError};

/// The error of columns or a batch with invalid input.
///
/// ```
/// use collide_core::columns::{ColumnsError, Circles};
/// let error = Circles::new([&[0.0, 1.0], &[0.0, 1.0], &[1.0]]).unwrap_err();
/// assert_eq!(error, ColumnsError::Length { field: "radius", expected: 2, found: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ColumnsError {
    /// Columns differ in length, or they and their labels do.
    #[error("{field}: must have {expected} entries, has {found}")]
    Length {
        /// The column or parameter with the wrong length, such as `radius`.
        field: &'static str,
        /// The expected length.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// A row is not a valid shape.
    #[error("row {index}: {error}")]
    Shape {
        /// The index of the row.
        index: usize,
        /// What is wrong with it.
        error: ShapeError,
    },
    /// The output has too few words; a word holds 64 answers.
    #[error("hits: needs {needed} words of 64 bits, has {found}")]
    Hits {
        /// The number of words needed.
        needed: usize,
        /// The number of words given.
        found: usize,
    },
}

/// Shapes of one kind as a structure of arrays: one borrowed slice for each of their numbers, checked.
///
/// See [`Circles`], [`Rects`] and [`OrientedRects`].
///
/// ```
/// use collide_core::columns::{Columns, Row};
/// // Works for every kind of shape: rows in, columns for a batch out.
/// fn columns<S: Row<N>, const N: usize>(shapes: &[S]) -> [Vec<f32>; N] {
///     std::array::from_fn(|column| shapes.iter().map(|shape| shape.to_row()[column]).collect())
/// }
/// # use collide_core::{Circle, Vec2};
/// let table = columns(&[Circle::new(Vec2::new(1.0, 2.0), 3.0)?]);
/// let circles: Columns<'_, Circle, 3> = Columns::new(table.each_ref().map(Vec::as_slice))?;
/// assert_eq!(circles.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a, S, const COLUMNS: usize> {
    columns: [&'a [f32]; COLUMNS],
    is_quick: bool,
    shapes: PhantomData<S>,
}

/// Circles as `[x, y, radius]`.
///
/// ```
/// use collide_core::columns::Circles;
/// let (x, y, radius) = ([0.0, 1.0], [0.0, 1.0], [0.5, 0.5]);
/// assert_eq!(Circles::new([&x, &y, &radius])?.len(), 2);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
pub type Circles<'a> = Columns<'a, Circle, 3>;

/// Rectangles as `[min_x, min_y, max_x, max_y]`.
///
/// ```
/// use collide_core::columns::Rects;
/// let (min_x, min_y, max_x, max_y) = ([0.0, 1.0], [0.0, 1.0], [2.0, 2.0], [1.0, 3.0]);
/// assert_eq!(Rects::new([&min_x, &min_y, &max_x, &max_y])?.len(), 2);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
pub type Rects<'a> = Columns<'a, Rect, 4>;

/// Oriented rectangles as `[x, y, half_x, half_y, cos, sin]`. Rotors are not normalised.
///
/// ```
/// use collide_core::columns::OrientedRects;
/// let (x, y, half_x, half_y, cos, sin) = ([0.0], [0.0], [2.0], [1.0], [0.6], [0.8]);
/// assert_eq!(OrientedRects::new([&x, &y, &half_x, &half_y, &cos, &sin])?.len(), 1);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
pub type OrientedRects<'a> = Columns<'a, OrientedRect, 6>;

impl<'a, S: Row<COLUMNS>, const COLUMNS: usize> Columns<'a, S, COLUMNS> {
    /// Columns of equal length; each row has the numbers of a shape. Checks every row once.
    ///
    /// # Errors
    /// [`ColumnsError::Length`] if a column has another length, [`ColumnsError::Shape`] if a row is not a valid shape.
    /// The error names the column, or the row, field and value.
    ///
    /// ```
    /// use collide_core::columns::Circles;
    /// let error = Circles::new([&[0.0, 1.0], &[0.0, 1.0], &[1.0, -3.0]]).unwrap_err();
    /// assert_eq!(error.to_string(), "row 1: radius: must not be negative, is -3");
    /// let error = Circles::new([&[0.0, 1.0], &[0.0, 1.0], &[1.0]]).unwrap_err();
    /// assert_eq!(error.to_string(), "radius: must have 2 entries, has 1");
    /// ```
    pub fn new(columns: [&'a [f32]; COLUMNS]) -> Result<Self, ColumnsError> {
        let expected = Self::check_lengths(&columns)?;
        let mut is_quick = true;
        for index in 0..expected {
            let shape = S::from_row(columns.map(|column| column[index]));
            is_quick &= shape.map_err(|error| ColumnsError::Shape { index, error })?.is_quick();
        }
        Ok(Self { columns, is_quick, shapes: PhantomData })
    }

    /// Columns with numbers of valid shapes ([`Row::to_row`]), without checking them again. If a row is not a valid
    /// shape, answers are unspecified and calls may panic.
    ///
    /// # Errors
    /// [`ColumnsError::Length`] if a column has another length.
    ///
    /// ```
    /// use collide_core::columns::{Circles, Row};
    /// use collide_core::{Circle, Vec2};
    /// let [x, y, radius] = Circle::new(Vec2::ZERO, 1.0)?.to_row();
    /// assert_eq!(Circles::trusted([&[x], &[y], &[radius]])?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trusted(columns: [&'a [f32]; COLUMNS]) -> Result<Self, ColumnsError> {
        Self::check_lengths(&columns)?;
        Ok(Self { columns, is_quick: S::ALWAYS_QUICK, shapes: PhantomData })
    }

    fn check_lengths(columns: &[&[f32]; COLUMNS]) -> Result<usize, ColumnsError> {
        let expected = columns[0].len();
        for (column, field) in columns.iter().zip(S::COLUMNS) {
            if column.len() != expected {
                return Err(ColumnsError::Length { field, expected, found: column.len() });
            }
        }
        Ok(expected)
    }

    /// Whether the SIMD tests allow for the rounding of all rows.
    pub(super) fn is_quick(&self) -> bool {
        self.is_quick
    }

    pub(super) fn parts(&self) -> [&'a [f32]; COLUMNS] {
        self.columns
    }

    /// The number of shapes.
    ///
    /// ```
    /// # use collide_core::columns::Circles;
    /// assert_eq!(Circles::new([&[0.0, 1.0], &[0.0, 1.0], &[1.0, 1.0]])?.len(), 2);
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Whether there are no shapes.
    ///
    /// ```
    /// # use collide_core::columns::Circles;
    /// assert!(Circles::new([&[], &[], &[]])?.is_empty());
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A range of the rows, without checking them again; `None` if the range is out of bounds. Constant cost.
    ///
    /// ```
    /// # use collide_core::columns::Circles;
    /// let circles = Circles::new([&[0.0, 1.0], &[0.0, 1.0], &[1.0, 1.0]])?;
    /// assert_eq!(circles.slice(1..2).map(|some| some.len()), Some(1));
    /// assert!(circles.slice(1..3).is_none());
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Option<Self> {
        let mut some = *self;
        for column in &mut some.columns {
            *column = column.get(rows.clone())?;
        }
        Some(some)
    }
}
