use collide_core::{Aabb, Vec2};

use crate::Statistics;

/// Cells counted from the middle of the data; beyond it the last cell takes everything.
const FARTHEST: i64 = 1 << 30;

/// Cuts the plane into square cells.
///
/// All a grid needs of it is that a coordinate's cell never decreases as the coordinate grows. Subtraction,
/// multiplication by a positive number, floor and clamp all keep that, in rounded arithmetic too, so no rounding can
/// put two bounds that meet too many cells apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    origin: [f64; 2],
    per_unit: f64,
}

impl Cells {
    /// Cells that hold most of these bounds in one piece, and about one bound each where they are sparse.
    pub(crate) fn fit(statistics: &Statistics) -> Self {
        let size = statistics.large_size.max(statistics.spacing());
        // Nothing has any size and all is in one place: any cell will do.
        let size = if size > 0.0 { size } else { 1.0 };
        Self { origin: statistics.middle, per_unit: 1.0 / size }
    }

    /// Column and row of a point.
    pub(crate) fn of(&self, point: Vec2) -> [i64; 2] {
        [self.coordinate(point.x, 0), self.coordinate(point.y, 1)]
    }

    fn coordinate(&self, value: f32, axis: usize) -> i64 {
        let cells = (f64::from(value) - self.origin[axis]) * self.per_unit;
        // Floor by truncation: `f64::floor` is a library call where the target has no instruction for it.
        let truncated = cells as i64;
        let floor = truncated.saturating_sub(i64::from(truncated as f64 > cells));
        floor.clamp(-FARTHEST, FARTHEST)
    }

    /// The cell of the lower corner, if the bound reaches no farther than the next one on each axis.
    pub(crate) fn home(&self, bound: &Aabb) -> Option<[i64; 2]> {
        let low = self.of(bound.min());
        let high = self.of(bound.max());
        (high[0] - low[0] <= 1 && high[1] - low[1] <= 1).then_some(low)
    }
}

impl Default for Cells {
    fn default() -> Self {
        Self { origin: [0.0; 2], per_unit: 1.0 }
    }
}

/// Numbers the cells row by row over the occupied part, so that neighbours in a row have neighbouring keys.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    low: [i64; 2],
    high: [i64; 2],
}

impl Rows {
    /// The rows and columns that hold all of these cells.
    pub(crate) fn over(homes: impl Iterator<Item = [i64; 2]>) -> Self {
        let mut rows = Self { low: [i64::MAX; 2], high: [i64::MIN; 2] };
        let mut any = false;
        for home in homes {
            any = true;
            rows.low = [rows.low[0].min(home[0]), rows.low[1].min(home[1])];
            rows.high = [rows.high[0].max(home[0]), rows.high[1].max(home[1])];
        }
        if any { rows } else { Self::default() }
    }

    /// Keys from one row to the next. One column stays empty, so that no row runs on into the following one.
    pub(crate) fn stride(&self) -> u64 {
        self.high[0].abs_diff(self.low[0]) + 2
    }

    /// The key of an occupied cell: below `2^63`, since rows and columns are at most `2^31 + 1`.
    pub(crate) fn key(&self, [column, row]: [i64; 2]) -> u64 {
        row.abs_diff(self.low[1]) * self.stride() + column.abs_diff(self.low[0])
    }

    /// The keys of a span of columns in each row from `low` to `high`, cut to the occupied part.
    pub(crate) fn spans(&self, low: [i64; 2], high: [i64; 2]) -> Option<Spans> {
        let low = [low[0].max(self.low[0]), low[1].max(self.low[1])];
        let high = [high[0].min(self.high[0]), high[1].min(self.high[1])];
        (low[0] <= high[0] && low[1] <= high[1]).then(|| Spans {
            first: self.key(low),
            last: self.key(high),
            width: high[0].abs_diff(low[0]),
            stride: self.stride(),
        })
    }
}

/// A rectangle of cells as runs of keys.
pub(crate) struct Spans {
    /// Key of the lower corner.
    pub(crate) first: u64,
    /// Key of the upper corner.
    pub(crate) last: u64,
    /// Last less first key of a run.
    pub(crate) width: u64,
    stride: u64,
}

impl Spans {
    /// The start of the first run that does not end before `key`; `key` must not be below `first`.
    pub(crate) fn run_reaching(&self, key: u64) -> u64 {
        let rows = (key - self.first) / self.stride;
        let start = self.first + rows * self.stride;
        if key <= start + self.width { start } else { start + self.stride }
    }
}
