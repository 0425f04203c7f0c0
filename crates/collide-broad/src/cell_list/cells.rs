//! The cell of a point.

/// The largest cell number from the origin. The last cell contains everything beyond.
const MAX_CELL: f64 = (1 << 30) as f64;

/// Adding this to a number of at most 2^30 in magnitude leaves the nearest integer in the lowest bits.
const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;

/// The plane divided into square cells, which are mapped to a limited range of indices.
///
/// Cells are numbered row by row, and the index of a cell is its number modulo `len`. The next cell of a row of cells
/// has the next index, and the cell above, in the next row of cells, has the index that is `stride` larger. The number
/// of indices does not depend on the size of the world. Cells far apart can share an index; a join then compares their
/// rows and finds no overlap, or leaves them out if they [are many](super::directory).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    origin: [f64; 2],
    per_unit: f64,
    stride: u32,
    len: u32,
    /// Whether the fitted part of the plane has more than `len` cells; `len` is then a power of two.
    folded: bool,
}

impl Cells {
    /// Cells for anchors of which most lie between `low` and `high`, where the anchors of overlapping rows differ by at
    /// most `extent` on either axis.
    ///
    /// The cell is larger than the extent by a thousandth. In `f64` the relative error of a cell number before rounding
    /// is less than 2^-51, so the error is at most 2^-21. Therefore the numbers of anchors that are no farther apart
    /// than the extent differ by less than one before rounding, and by at most one after it.
    pub(crate) fn fit(extent: f64, low: [f64; 2], high: [f64; 2], count: usize) -> Self {
        let sides = [(high[0] - low[0]).max(0.0), (high[1] - low[1]).max(0.0)];
        let limit = (2 * count.clamp(32, 1 << 29)) as f64;
        // Larger than the extent only if there would be too many cells in a row otherwise, or if the extent is zero. Any
        // number of cells may share an index, as rows are in few of them: with fewer cells, those where rows are close
        // together would be crowded if other rows are far away.
        let narrow = sides[0].max(sides[1]) / MAX_CELL * 4.0;
        let size = (extent * (1.0 + 1.0 / 1024.0)).max(narrow);
        let size = if size > 0.0 { size.max(f64::MIN_POSITIVE) } else { 1.0 };
        let [columns, rows] = sides.map(|length| (length / size).floor() + 2.0);
        let needed = columns * rows + 2.0 * columns + 3.0;
        let folded = needed > limit;
        let len = if folded { (limit as u32).next_power_of_two() } else { (needed as u32).max(64) };
        let stride = columns.min((f64::from(len).sqrt() * 2.0).floor() - 3.0).max(3.0);
        Self { origin: low, per_unit: 1.0 / size, stride: stride as u32, len, folded }
    }

    /// The number of cell indices.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The difference of the indices of two cells of one column, in neighbouring rows of cells.
    pub(crate) fn stride(&self) -> usize {
        self.stride as usize
    }

    /// The column or row of a coordinate, plus `on` cells. It never decreases with the coordinate.
    #[inline(always)]
    pub(crate) fn coordinate(&self, value: f64, axis: usize, on: f64) -> i32 {
        self.whole(value, axis, on).to_bits() as i32
    }

    /// A coordinate in cells from the middle of the first cell, not rounded.
    pub(crate) fn scaled(&self, value: f64, axis: usize) -> f64 {
        (value - self.origin[axis]) * self.per_unit
    }

    /// Cells per unit of length.
    pub(crate) fn per_unit(&self) -> f64 {
        self.per_unit
    }

    /// The same as `coordinate`, added to `WHOLE`, so that it is in the last bits.
    #[inline(always)]
    fn whole(&self, value: f64, axis: usize, on: f64) -> f64 {
        limited((value - self.origin[axis]) * self.per_unit + on) + WHOLE
    }

    /// The column and row of a point, plus `on` cells.
    #[inline(always)]
    pub(crate) fn coordinates(&self, [x, y]: [f64; 2], on: f64) -> (i32, i32) {
        (self.coordinate(x, 0, on), self.coordinate(y, 1, on))
    }

    /// Writes the cell index of each anchor. Without branches and in `f64` only, so that the compiler can vectorise it.
    /// If some anchors are outside of the fitted part, all are computed again. False if some cells of them may share an
    /// index with each other, or with those of other anchors.
    pub(crate) fn of_all(&self, xs: &[f32], ys: &[f32], cells: &mut [u32]) -> bool {
        let (xs, ys) = (&xs[..cells.len()], &ys[..cells.len()]);
        let (stride, len, mask) = (f64::from(self.stride), f64::from(self.len), self.mask());
        let (mut all_inside, mut all_apart) = (true, true);
        for ((x, y), cell) in xs.iter().zip(ys).zip(&mut *cells) {
            let (column, row) = (self.whole(f64::from(*x), 0, 0.0) - WHOLE, self.whole(f64::from(*y), 1, 0.0) - WHOLE);
            // Exact: below 2^53.
            let number = row * stride + column;
            all_inside &= (number >= 0.0) & (number < len);
            all_apart &= (column >= 0.0) & (column < stride);
            *cell = (number + WHOLE).to_bits() as u32 & mask;
        }
        if !all_inside && !self.folded {
            for ((x, y), cell) in xs.iter().zip(ys).zip(cells) {
                let (column, row) = self.coordinates([f64::from(*x), f64::from(*y)], 0.0);
                *cell = self.cell(column, row);
            }
        }
        all_inside && all_apart
    }

    /// The bits of the number of a cell that are its index, if the cell is in the fitted part or cells are folded.
    fn mask(&self) -> u32 {
        if self.folded { self.len - 1 } else { u32::MAX }
    }

    #[inline(always)]
    pub(crate) fn cell(&self, column: i32, row: i32) -> u32 {
        let number = i64::from(row) * i64::from(self.stride) + i64::from(column);
        if self.folded {
            number as u32 & (self.len - 1)
        } else if (number as u64) < u64::from(self.len) {
            number as u32
        } else {
            number.rem_euclid(i64::from(self.len)) as u32
        }
    }
}

/// Clamps to the range of cell numbers. Without `clamp`, which checks its bounds each time.
#[inline(always)]
fn limited(cells: f64) -> f64 {
    let cells = if cells > -MAX_CELL { cells } else { -MAX_CELL };
    if cells < MAX_CELL { cells } else { MAX_CELL }
}

/// The column or row of a coordinate in cells from the middle of the first cell.
#[inline(always)]
pub(crate) fn number(cells: f64) -> i32 {
    (limited(cells) + WHOLE).to_bits() as i32
}

/// The lower and upper edge of a column or row, in cells. The last ones contain everything beyond.
#[inline(always)]
pub(crate) fn edges(number: i32) -> [f64; 2] {
    let (low, high) = (f64::from(number) - 0.5, f64::from(number) + 0.5);
    [if low > -MAX_CELL { low } else { f64::MIN }, if high < MAX_CELL { high } else { f64::MAX }]
}

impl Default for Cells {
    fn default() -> Self {
        Self::fit(1.0, [0.0; 2], [0.0; 2], 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Cells;

    #[test]
    fn neighbours_are_at_most_a_cell_apart() {
        let cells = Cells::fit(1.0, [-500.0; 2], [500.0; 2], 1000);
        for start in [-3e38_f32, -16_777_216.0, -500.0, -0.5, 0.0, 0.3, 499.5, 8_388_608.0, 3e38] {
            for step in 0..4000 {
                let a = start + step as f32 * 0.001;
                let (low, high) =
                    (cells.coordinate(f64::from(a), 0, 0.0), cells.coordinate(f64::from(a + 1.0), 0, 0.0));
                assert!(
                    (0..=1).contains(&(high - low)) || f64::from(a + 1.0) - f64::from(a) > 1.0,
                    "{a}: {low}, {high}"
                );
            }
        }
    }

    #[test]
    fn the_neighbours_of_a_cell_are_all_different() {
        for (extent, side, count) in
            [(1.0, 1e4, 10), (1.0, 0.0, 0), (1.0, 10.0, 1_000_000), (0.0, 1e30, 5), (1e30, 1.0, 5)]
        {
            let cells = Cells::fit(extent, [0.0, 0.0], [side, side], count);
            assert!(cells.stride() >= 3 && 2 * cells.stride() + 3 < cells.len(), "{cells:?}");
        }
        let thin = Cells::fit(1.0, [0.0, 0.0], [1e6, 0.0], 1_000_000);
        assert!(2 * thin.stride() + 3 < thin.len(), "{thin:?}");
    }
}
