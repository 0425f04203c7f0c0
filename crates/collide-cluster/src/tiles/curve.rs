//! The curve through all tiles.

/// There are 2^16 tiles along each axis.
pub(super) const BITS: u32 = 16;

/// The number of tiles, which is one past the last tile number.
pub(super) const COUNT: u64 = 1 << (2 * BITS);

/// An inclusive range of columns or rows of tiles.
pub(super) type Span = [u32; 2];

/// A square of tiles whose side, in tiles, is a power of two, and whose corner is a multiple of that side: a run of the
/// curve.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) corner: [u32; 2],
    /// The side as a power of two.
    pub(super) level: u32,
}

impl Block {
    /// The smallest block that contains these columns and rows.
    pub(super) fn around([x0, x1]: Span, [y0, y1]: Span) -> Self {
        let level = u32::BITS - ((x0 ^ x1) | (y0 ^ y1)).leading_zeros();
        Self { corner: [x0, y0].map(|from| from >> level << level), level }
    }

    /// The first and the last number of its tiles.
    pub(super) fn run(self) -> [u64; 2] {
        let size = 1_u64 << (2 * self.level);
        let first = u64::from(number(self.corner)) / size * size;
        [first, first + size - 1]
    }

    /// The four quarters.
    pub(super) fn quarters(self) -> [Self; 4] {
        let Self { corner: [x, y], level } = self;
        let half = 1 << (level - 1);
        [[x, y], [x + half, y], [x, y + half], [x + half, y + half]].map(|corner| Self { corner, level: level - 1 })
    }

    /// Its range along an axis.
    pub(super) fn span(self, axis: usize) -> Span {
        let from = self.corner[axis];
        [from, from + ((1 << self.level) - 1)]
    }
}

/// The number of a tile along the curve.
pub(super) fn number([mut x, mut y]: [u32; 2]) -> u32 {
    let mut number = 0;
    for bit in (0..BITS).rev() {
        let (right, up) = (x >> bit & 1, y >> bit & 1);
        number = number << 2 | ((3 * right) ^ up);
        if up == 0 {
            if right == 1 {
                (x, y) = (!x, !y);
            }
            std::mem::swap(&mut x, &mut y);
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn the_curve_goes_from_tile_to_tile() {
        // Blocks are runs of the curve, and consecutive numbers are adjacent tiles.
        let mut tiles: Vec<(u32, [u32; 2])> =
            (0..64).flat_map(|x| (0..64).map(move |y| (number([x, y]), [x, y]))).collect();
        tiles.sort_unstable();
        for (place, pair) in (0..).zip(tiles.windows(2)) {
            let [(first, [x0, y0]), (second, [x1, y1])] = pair else { unreachable!() };
            assert_eq!((first - tiles[0].0, *second), (place, first + 1));
            assert_eq!(x0.abs_diff(*x1) + y0.abs_diff(*y1), 1);
        }
    }
}
