//! The path of a box through cells.

use collide_broad::internal::Path;

use super::{MAX_CELLS, Range};

/// The path of a box, in units of the smallest cells. The box is wider by a margin for all that is rounded here: it is the
/// same everywhere, so the columns of lines that follow each other never go to one side and back.
#[derive(Debug)]
pub(super) struct Course {
    /// The corners of the box at the start.
    low: [f64; 2],
    high: [f64; 2],
    /// From the start to the end.
    motion: [f64; 2],
    /// The time of the end.
    until: f64,
}

/// Paths of a box that is not wider than a cell are looked up up to this extent.
const MAX_PATH: f64 = 16.0;

/// The minimum height of a path of which less is visited than the box around it.
const MIN_HEIGHT: f64 = 1.0 / 64.0;

/// The maximum sum of all numbers.
const LARGEST: f64 = (1 << 28) as f64;

/// More than the errors here, relative to the sum of all numbers: some of 2^-53, which a slope of at most
/// `MAX_PATH / MIN_HEIGHT` multiplies.
const ROUNDING: f64 = 1.0 / (1_u64 << 38) as f64;

impl Course {
    /// `None` if the path is not small.
    pub(super) fn new(Path { low, high, motion, until }: &Path, scale: f64) -> Option<Self> {
        let [low, high, motion] = [low, high, motion].map(|vector| vector.map(|number| number * scale));
        let motion = motion.map(|number| number * until);
        let sum: f64 = [low, high, motion].as_flattened().iter().map(|number| number.abs()).sum();
        let widest = |extra: [f64; 2]| (high[0] - low[0] + extra[0]).max(high[1] - low[1] + extra[1]);
        let max_extent = if widest([0.0; 2]) <= 1.0 { MAX_PATH } else { MAX_CELLS };
        if !(sum <= LARGEST && widest(motion.map(f64::abs)) <= max_extent) {
            return None;
        }
        let margin = (sum + 1.0) * ROUNDING;
        Some(Self { low: low.map(|side| side - margin), high: high.map(|side| side + margin), motion, until: *until })
    }

    /// The intervals of the box around the path.
    #[inline]
    pub(super) fn intervals(&self) -> [[f64; 2]; 2] {
        [0, 1].map(|axis| {
            let motion = self.motion[axis];
            [self.low[axis] + motion.min(0.0), self.high[axis] + motion.max(0.0)]
        })
    }

    /// Whether it goes to the left, and down.
    pub(super) fn back(&self) -> [bool; 2] {
        self.motion.map(|motion| motion < 0.0)
    }

    /// Whether the path enters what is between two edges, on an axis, after a time.
    #[inline]
    pub(super) fn is_beyond(&self, axis: usize, [low, high]: [f64; 2], time: f64) -> bool {
        let motion = self.motion[axis];
        let way = if motion < 0.0 { self.low[axis] - high } else { low - self.high[axis] };
        time < self.until && way * self.until > time * motion.abs()
    }

    /// Whether lines of these cells, those of the box around the path, have cells that are not on it.
    #[inline]
    pub(super) fn is_less_than(&self, Range([[left, right], [bottom, top]]): Range) -> bool {
        left < right && bottom < top && self.motion[1].abs() > MIN_HEIGHT
    }

    /// The interval along x in which the path is between two heights. Only if it is less than all.
    #[inline]
    pub(super) fn between(&self, [bottom, top]: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.motion;
        // How far it has moved when its top meets the lower height, and its bottom the upper one.
        let [enter, leave] = [bottom - self.high[1], top - self.low[1]].map(|height| x / y * height);
        let [left, right] = if (x < 0.0) == (y < 0.0) { [enter, leave] } else { [leave, enter] };
        let (least, most) = if x < 0.0 { (x, 0.0) } else { (0.0, x) };
        [self.low[0] + left.clamp(least, most), self.high[0] + right.clamp(least, most)]
    }
}
