//! The sides of a join, and the runs of rows that are tested.

use core::marker::PhantomData;
use core::ops::Range;

use super::lanes::LANES;
use super::{Columns, ColumnsError, Row};

/// The number of padding rows at the end of the columns of a [`Side`]. Runs must not reach into them; they exist
/// because eight rows are read at a time.
///
/// ```
/// use collide_core::columns::PADDING;
/// let mut x = vec![1.0, 2.0, 3.0];
/// x.resize(x.len() + PADDING, 0.0);
/// ```
pub const PADDING: usize = LANES;

/// One side of a join: shapes of one kind, with a label for each.
///
/// ```
/// use collide_core::columns::{Circles, Side};
/// let zeros = [0.0; 9];
/// let side = Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[7; 9])?; // one row, and padding
/// assert_eq!(side.len(), 1);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Side<'a, S, const COLUMNS: usize> {
    pub(super) columns: [&'a [f32]; COLUMNS],
    pub(super) labels: &'a [u32],
    pub(super) unit: f32,
    shapes: PhantomData<S>,
}

impl<'a, S: Row<COLUMNS>, const COLUMNS: usize> Side<'a, S, COLUMNS> {
    /// A side from columns that end in [`PADDING`] rows, and a label for each row. The labels of the padding are never
    /// emitted.
    ///
    /// # Errors
    /// [`ColumnsError::Length`] if the number of labels is not the number of rows, or if there are fewer rows than the
    /// padding.
    ///
    /// ```
    /// use collide_core::columns::{Circles, Side};
    /// let zeros = [0.0; 8];
    /// assert!(Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[0; 7]).is_err());
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    pub fn new(columns: Columns<'a, S, COLUMNS>, labels: &'a [u32]) -> Result<Self, ColumnsError> {
        let (found, rows) = (labels.len(), columns.len());
        if found != rows || found < PADDING {
            return Err(ColumnsError::Length { field: "labels", expected: rows.max(PADDING), found });
        }
        let columns = columns.parts().map(|column| &column[..found]);
        Ok(Self { columns, labels, unit: 1.0, shapes: PhantomData })
    }

    /// The same side, whose shapes and distances are tested in this unit: about the size of the shapes. The answers do
    /// not change, but those of very large or very small shapes are faster: their squares then do not overflow or
    /// become subnormal. By default 1. A join of circles uses the larger unit of its sides, a join of circles and
    /// rectangles that of the circles.
    ///
    /// ```
    /// use collide_core::columns::{Circles, Side};
    /// let (zeros, tiny) = ([0.0; 9], [1e-25; 9]);
    /// let side = Side::new(Circles::new([&zeros, &zeros, &tiny])?, &[7; 9])?.in_unit(1e-25);
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn in_unit(self, unit: f32) -> Self {
        Self { unit, ..self }
    }

    /// The number of rows, without the padding.
    ///
    /// ```
    /// # use collide_core::columns::{Circles, Side};
    /// # let zeros = [0.0; 10];
    /// assert_eq!(Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[0; 10])?.len(), 2);
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len() - PADDING
    }

    /// Whether there are no rows besides the padding.
    ///
    /// ```
    /// # use collide_core::columns::{Circles, Side};
    /// # let zeros = [0.0; 8];
    /// assert!(Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[0; 8])?.is_empty());
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> [f32; COLUMNS] {
        self.columns.map(|column| column[row])
    }
}

/// The runs of rows of the other side that each row is tested with.
///
/// ```
/// use collide_core::columns::Runs;
/// use std::ops::Range;
/// /// Every later row.
/// struct Later(usize);
/// impl Runs for Later {
///     fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
///         visit(row + 1..self.0);
///     }
/// }
/// ```
pub trait Runs {
    /// Calls `visit` with each run for a row. A run may be empty. It must not begin or end past the other side's
    /// [`len`](Side::len).
    fn for_each(&self, row: usize, visit: impl FnMut(Range<usize>));
}
