//! Where in a table of cells a point belongs.

/// Cells counted from the origin; beyond it the last cell takes everything.
const FARTHEST: f64 = (1 << 30) as f64;

/// Added to a number of at most 2^30 in magnitude it leaves the nearest whole number in the last bits.
const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;

/// How many cells of the plane may share one of the table, on the average.
const MOST_SHARING: f64 = 32.0;

/// The plane cut into square cells, and these wound up on a table of limited size.
///
/// Row by row the cells are numbered on, and the numbers taken modulo the size of the table: right of a cell is always the
/// next one of the table, below it the one `stride` farther. However large the world, nothing is as large as it; where
/// cells far apart share one of the table, what is in them is compared and found apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    origin: [f64; 2],
    per_unit: f64,
    stride: u32,
    len: u32,
    /// Whether the fitted part of the plane is larger than the table, whose size is then a power of two.
    folded: bool,
}

impl Cells {
    /// Cells for homes of which most lie between `low` and `high`, where the homes of what meets differ by no more than
    /// `reach` on either axis.
    ///
    /// The cell is larger than the reach by a thousandth. In `f64` the number of a cell before rounding is off by less than
    /// 2^-51 of itself, and so by 2^-21 at most; therefore homes no farther apart than the reach never get numbers that
    /// differ by one or more before rounding, nor by more than one after it.
    pub(crate) fn fit(reach: f64, low: [f64; 2], high: [f64; 2], count: usize) -> Self {
        let extent = [(high[0] - low[0]).max(0.0), (high[1] - low[1]).max(0.0)];
        // Larger than the reach only where the table could not hold the plane otherwise, or there is no reach at all.
        let most = (2 * count.clamp(32, 1 << 29)) as f64;
        let crowded = (extent[0] / most / MOST_SHARING * extent[1]).sqrt();
        let narrow = extent[0].max(extent[1]) / FARTHEST * 4.0;
        let size = (reach * (1.0 + 1.0 / 1024.0)).max(crowded).max(narrow);
        let size = if size > 0.0 { size.max(f64::MIN_POSITIVE) } else { 1.0 };
        let [columns, rows] = extent.map(|length| (length / size).floor() + 2.0);
        let needed = columns * rows + 2.0 * columns + 3.0;
        let folded = needed > most;
        let len = if folded { (most as u32).next_power_of_two() } else { (needed as u32).max(64) };
        let stride = columns.min((f64::from(len).sqrt() * 2.0).floor() - 3.0).max(3.0);
        Self { origin: low, per_unit: 1.0 / size, stride: stride as u32, len, folded }
    }

    /// How many cells the table has.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// Cells of the table from one to the one below it.
    pub(crate) fn stride(&self) -> usize {
        self.stride as usize
    }

    /// Column or row of a coordinate, and so many cells on: never less for a larger one.
    #[inline(always)]
    pub(crate) fn coordinate(&self, value: f64, axis: usize, on: f64) -> i32 {
        self.whole(value, axis, on).to_bits() as i32
    }

    /// How many cells a coordinate is from the first one's middle, and a length is long: numbers of cells before rounding.
    pub(crate) fn scaled(&self, value: f64, axis: usize) -> f64 {
        (value - self.origin[axis]) * self.per_unit
    }

    /// Cells per unit of length.
    pub(crate) fn per_unit(&self) -> f64 {
        self.per_unit
    }

    /// The same, added to a large number that leaves it in the last bits.
    #[inline(always)]
    fn whole(&self, value: f64, axis: usize, on: f64) -> f64 {
        limited((value - self.origin[axis]) * self.per_unit + on) + WHOLE
    }

    /// Column and row of a point, and so many cells on.
    #[inline(always)]
    pub(crate) fn coordinates(&self, [x, y]: [f64; 2], on: f64) -> (i32, i32) {
        (self.coordinate(x, 0, on), self.coordinate(y, 1, on))
    }

    /// The cells of the table for homes. Without a branch and in `f64` alone, so that the compiler can work on several at once;
    /// the few that are beyond the fitted part are looked at again.
    pub(crate) fn of_all(&self, xs: &[f32], ys: &[f32], cells: &mut [u32]) {
        let (xs, ys) = (&xs[..cells.len()], &ys[..cells.len()]);
        let (stride, len, mask) = (f64::from(self.stride), f64::from(self.len), self.mask());
        let mut all_inside = true;
        for ((x, y), cell) in xs.iter().zip(ys).zip(&mut *cells) {
            let (column, row) = (self.whole(f64::from(*x), 0, 0.0) - WHOLE, self.whole(f64::from(*y), 1, 0.0) - WHOLE);
            // Exact: below 2^53.
            let number = row * stride + column;
            all_inside &= (number >= 0.0) & (number < len);
            *cell = (number + WHOLE).to_bits() as u32 & mask;
        }
        if !all_inside && !self.folded {
            for ((x, y), cell) in xs.iter().zip(ys).zip(cells) {
                let (column, row) = self.coordinates([f64::from(*x), f64::from(*y)], 0.0);
                *cell = self.cell(column, row);
            }
        }
    }

    /// What to keep of the number of a cell that is inside, or folded.
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

/// As many cells as are counted. Not `clamp`, which checks its bounds each time.
#[inline(always)]
fn limited(cells: f64) -> f64 {
    let cells = if cells > -FARTHEST { cells } else { -FARTHEST };
    if cells < FARTHEST { cells } else { FARTHEST }
}

/// Column or row of what is so many cells from the first one's middle.
#[inline(always)]
pub(crate) fn number(cells: f64) -> i32 {
    (limited(cells) + WHOLE).to_bits() as i32
}

/// From where to where a column or row reaches, in cells; the last ones take everything beyond.
#[inline(always)]
pub(crate) fn edges(number: i32) -> [f64; 2] {
    let (low, high) = (f64::from(number) - 0.5, f64::from(number) + 0.5);
    [if low > -FARTHEST { low } else { f64::MIN }, if high < FARTHEST { high } else { f64::MAX }]
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
        for (reach, side, count) in
            [(1.0, 1e4, 10), (1.0, 0.0, 0), (1.0, 10.0, 1_000_000), (0.0, 1e30, 5), (1e30, 1.0, 5)]
        {
            let cells = Cells::fit(reach, [0.0, 0.0], [side, side], count);
            assert!(cells.stride() >= 3 && 2 * cells.stride() + 3 < cells.len(), "{cells:?}");
        }
        let thin = Cells::fit(1.0, [0.0, 0.0], [1e6, 0.0], 1_000_000);
        assert!(2 * thin.stride() + 3 < thin.len(), "{thin:?}");
    }
}
