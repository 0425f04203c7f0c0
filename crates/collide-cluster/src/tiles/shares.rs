//! Shares that weigh about the same.

use super::TileMap;
use super::curve::COUNT;

/// Whether the heaviest of so many shares exceeds the mean by more than so many hundredths.
pub(crate) fn is_uneven(most: u64, all: u64, shares: usize, hundredths: u32) -> bool {
    let limit = u128::from(all) * (100 + u128::from(hundredths));
    u128::from(most) * shares as u128 * 100 > limit
}

impl TileMap {
    /// The same tiles cut so that the workers' shares weigh about the same: as near to it as whole tiles allow.
    ///
    /// `weights` are numbers of tiles, ascending, and what they weigh; others weigh nothing. Where all do, nothing changes.
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
            // A cut goes to that side of the tile which is nearer to it.
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

    /// The same tiles [cut anew](Self::balanced), if that is worth it: if the heaviest share exceeds the mean by more than so many
    /// hundredths, and would by half as many less. Moving entities to other workers has a price.
    ///
    /// ```
    /// use collide_cluster::TileMap;
    /// let map = TileMap::even(4, 2)?;
    /// let weights = [(1, 40), (2, 40), (3, 30), (4, 30)];
    /// let even = map.evened(&weights, 10).expect("all were one worker's");
    /// assert_eq!(even.worker_of(2), 0);
    /// assert_eq!(even.worker_of(3), 1);
    /// // By less than a seventh, no cut is better.
    /// assert_eq!(even.evened(&weights, 10), None);
    /// # Ok::<(), collide_cluster::TileMapError>(())
    /// ```
    #[must_use]
    pub fn evened(&self, weights: &[(u32, u64)], hundredths: u32) -> Option<Self> {
        let all = weights.iter().map(|(_, weight)| weight).sum();
        let most = self.heaviest(weights);
        if !is_uneven(most, all, self.workers(), hundredths) {
            return None;
        }
        let even = self.balanced(weights);
        let gain = u128::from(most.saturating_sub(even.heaviest(weights)));
        let least = u128::from(all) * u128::from(hundredths.max(1));
        (gain * self.workers() as u128 * 200 >= least).then_some(even)
    }

    /// What the heaviest share weighs.
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
        // One tile cannot be cut; none leaves all as it was.
        let one = map.balanced(&[(5, 100)]);
        assert_eq!(one.workers(), 4);
        assert_eq!(map.balanced(&[]), map);
    }
}
