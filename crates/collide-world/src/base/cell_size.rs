use std::fmt;
use std::num::NonZeroU32;

use thiserror::Error;

/// The side of the square cells of a grid, in world units: a finite number above zero.
///
/// The grid makes its cells a thousandth larger, so that shapes of exactly this size fit in. If shapes are so far apart
/// that too many cells would be needed, it uses larger cells, so that its memory depends only on the number of shapes.
///
/// ```
/// use collide_world::{CellSize, Settings, Strategy};
/// let settings = Settings { strategy: Strategy::UniformGrid, cell: Some(CellSize::new(2.5)?), ..Settings::default() };
/// assert_eq!(settings.cell.map(CellSize::get), Some(2.5));
/// assert_eq!(CellSize::new(0.0).unwrap_err().to_string(), "cell: must be a finite number above 0, is 0");
/// # Ok::<(), collide_world::CellSizeError>(())
/// ```
// The bits of the side, which order positive numbers as the numbers themselves. `None` of an option is then zero: the
// compiler may convert the number before it knows that there is one, and other bytes could be a subnormal number.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "f32", into = "f32"))]
pub struct CellSize(NonZeroU32);

impl CellSize {
    /// Cells with this side.
    ///
    /// # Errors
    /// [`CellSizeError`] if `side` is not finite or not above zero.
    pub fn new(side: f32) -> Result<Self, CellSizeError> {
        let positive = side.is_finite() && side > 0.0;
        NonZeroU32::new(side.to_bits()).filter(|_| positive).map(Self).ok_or(CellSizeError { side })
    }

    /// The side.
    #[must_use]
    pub fn get(self) -> f32 {
        f32::from_bits(self.0.get())
    }
}

impl fmt::Debug for CellSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CellSize").field(&self.get()).finish()
    }
}

impl TryFrom<f32> for CellSize {
    type Error = CellSizeError;

    fn try_from(side: f32) -> Result<Self, CellSizeError> {
        Self::new(side)
    }
}

impl From<CellSize> for f32 {
    fn from(cell: CellSize) -> Self {
        cell.get()
    }
}

/// A number that is not a valid cell size.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("cell: must be a finite number above 0, is {side}")]
pub struct CellSizeError {
    /// The number given.
    pub side: f32,
}
