//! Shares of about the same weight.

use super::TileMap;
use super::curve::COUNT;

/// Whether the heaviest of `shares` shares exceeds the mean by more than `max_percent` percent.
pub(crate) fn is_uneven(max: u64, total: u64, shares: usize, max_percent: u32) -> bool {
    let limit = u128::from(total) * (100 + u128::from(max_percent));
    u128::from(max) * shares as u128 * 100 > limit
}

impl TileMap {
    /// The same tiles with shares of about the same weight, as equal as whole tiles allow.
    ///
    /// `weights` are numbers of tiles, ascending, and their weights. All other tiles have weight 0. If the sum is 0,
    /// nothing changes.
    ///
    /// ```
    /// use collide_cluster::TileMap;
    /// use collide_core::Vec2;
    /// let map = TileMap::even(4, 2)?;
    /// let tile = |x| map.tile_at(Vec2::new(x, 1.0));
    /// let mut weights = [(tile(1.0), 10), (tile(17.0), 10), (tile(33.0), 10), (tile(49.0), 10)];
    /// weights.sort_unstable();
    /// let map = map.balanced(&weights);
    /// assert_eq!(weights.map(|(tile, _)| map.worker_of(tile)), [0, 0, 1, 1]);
    /// # Ok::<(), collide_cluster::TileMapError>(())
    /// ```
    #[must_use]
    pub fn balanced(&self, weights: &[(u32, u64)]) -> Self {
        let total: u128 = weights.iter().map(|(_, weight)| u128::from(*weight)).sum();
        if total == 0 {
            return self.clone();
        }
        let workers = self.workers() as u128;
        let mut ends = Vec::with_capacity(self.ends.len());
        let mut before = 0;
        for (tile, weight) in weights {
            let after = before + u128::from(*weight);
            // A cut is rounded to the nearest side of the tile.
            while let share = total * (ends.len() as u128 + 1)
                && share <= after * workers
                && ends.len() < self.ends.len()
            {
                let left = share - before * workers < after * workers - share;
                ends.push(u64::from(*tile) + u64::from(!left));
            }
            before = after;
        }
        ends.resize(self.ends.len(), COUNT);
        Self { ends, ..*self }
    }

    /// The [balanced](Self::balanced) map, if the heaviest share exceeds the mean by more than `max_percent` percent,
    /// and the change gains at least half of that. Otherwise `None`, as moving entities to other workers has a cost.
    ///
    /// ```
    /// use collide_cluster::TileMap;
    /// let map = TileMap::even(4, 2)?;
    /// let weights = [(1, 40), (2, 40), (3, 30), (4, 30)];
    /// let even = map.rebalanced(&weights, 10).expect("one worker had all tiles");
    /// assert_eq!(even.worker_of(2), 0);
    /// assert_eq!(even.worker_of(3), 1);
    /// // The shares differ by less than a seventh, and no cut is better.
    /// assert_eq!(even.rebalanced(&weights, 10), None);
    /// # Ok::<(), collide_cluster::TileMapError>(())
    /// ```
    #[must_use]
    pub fn rebalanced(&self, weights: &[(u32, u64)], max_percent: u32) -> Option<Self> {
        let total = weights.iter().map(|(_, weight)| weight).sum();
        let max = self.heaviest(weights);
        if !is_uneven(max, total, self.workers(), max_percent) {
            return None;
        }
        let even = self.balanced(weights);
        let gain = u128::from(max.saturating_sub(even.heaviest(weights)));
        let min_gain = u128::from(total) * u128::from(max_percent.max(1));
        (gain * self.workers() as u128 * 200 >= min_gain).then_some(even)
    }

    /// The weight of the heaviest share.
    fn heaviest(&self, weights: &[(u32, u64)]) -> u64 {
        let mut shares = vec![0; self.workers()];
        weights.iter().for_each(|(tile, weight)| shares[self.worker_of(*tile) as usize] += weight);
        shares.into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::TileMap;

    #[test]
    fn shares_are_even() {
        let map = TileMap::even(0, 4).unwrap();
        let weights: Vec<_> = (0..1000).map(|tile| (tile * 7, u64::from(tile % 10))).collect();
        let cut = map.balanced(&weights);
        let mut shares = [0; 4];
        weights.iter().for_each(|(tile, weight)| shares[cut.worker_of(*tile) as usize] += weight);
        assert!(shares.iter().all(|share| share.abs_diff(1125) <= 9), "{shares:?}");
        // A single tile cannot be cut; without weights nothing changes.
        let one = map.balanced(&[(5, 100)]);
        assert_eq!(one.workers(), 4);
        assert_eq!(map.balanced(&[]), map);
    }
}
