use collide_broad::internal::{counts_to_starts, sort_numbers};

use super::tuning::{TILES, WORTH_SPREADING};

/// The indices of the items in spatial order.
#[derive(Debug, Default)]
pub(super) struct Order {
    middles: Vec<[f64; 2]>,
    tiles: Vec<u16>,
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Order {
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Counting sort by square tiles of the area of all items, in Morton order: so those that follow each other are near
    /// each other in both directions. Few items are not sorted, as it would not pay off.
    pub(super) fn sort(&mut self, middles: impl ExactSizeIterator<Item = [f64; 2]>) {
        if middles.len() < WORTH_SPREADING {
            self.numbers.clear();
            self.numbers.extend(0..middles.len() as u32);
            return;
        }
        self.middles.clear();
        self.middles.extend(middles);
        self.sort_middles();
    }

    /// Apart from [`sort`](Self::sort), so that it is compiled once for all kinds of items.
    fn sort_middles(&mut self) {
        let whole = [0, 1].map(|axis| range_of_most(&self.middles, axis));
        let scale = whole.map(|(low, high)| TILES as f64 / (high - low));
        let tile = |middle: [f64; 2]| {
            // The cast turns NaN and negative numbers into zero.
            let [x, y] = [0, 1].map(|axis| ((middle[axis] - whole[axis].0) * scale[axis]) as usize);
            spread_bits(x.min(TILES - 1)) | spread_bits(y.min(TILES - 1)) << 1
        };
        self.tiles.clear();
        self.tiles.extend(self.middles.iter().map(|middle| tile(*middle)));
        self.starts.clear();
        self.starts.resize(TILES * TILES, 0);
        for tile in &self.tiles {
            self.starts[usize::from(*tile)] += 1;
        }
        counts_to_starts(&mut self.starts);
        self.numbers.resize(self.tiles.len(), 0);
        for (number, tile) in (0..).zip(&self.tiles) {
            let place = &mut self.starts[usize::from(*tile)];
            self.numbers[*place as usize] = number;
            *place += 1;
        }
    }
}

/// The number of items that are looked at for the range of most of them.
const SAMPLES: usize = 64;

/// The range of most positions on an axis. A few that are far away must not push all others into one tile.
fn range_of_most(middles: &[[f64; 2]], axis: usize) -> (f64, f64) {
    // By the golden ratio: spread evenly, and not in step with an order of the caller.
    let part = |number: usize| (number as f64 * 0.618_033_988_749_894_9).fract();
    let mut sample: [f64; SAMPLES] =
        std::array::from_fn(|number| middles[(part(number) * middles.len() as f64) as usize][axis]);
    sort_numbers(&mut sample);
    let (low, high) = (sample[SAMPLES / 8], sample[SAMPLES - 1 - SAMPLES / 8]);
    // An eighth is outside on each side.
    let margin = (high - low) * 0.25;
    (low - margin, high + margin)
}

/// The lower eight bits of a number, with a zero above each of them.
fn spread_bits(number: usize) -> u16 {
    let bits = number as u16 & 0xff;
    let bits = (bits | bits << 4) & 0x0f0f;
    let bits = (bits | bits << 2) & 0x3333;
    (bits | bits << 1) & 0x5555
}
