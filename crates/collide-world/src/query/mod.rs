//! Questions about the entities of a world.

mod few;
mod filter;
mod gather;
mod hits;
mod nearest;
mod overlap;
mod probe;
mod ranked;
mod ray;
mod sweep;

use collide_broad::Table;
use collide_core::Touching;
use collide_core::batch::Level;

use crate::history::{Between, Moment};
#[cfg(feature = "recording")]
use crate::record::Listener;
use crate::store::{Set, Store, TraitsOf};
use crate::{Handle, Settings, Threads};

pub use filter::{Filter, Query};
pub use hits::{Hits, Mode};
pub use nearest::Nearest;
pub use ranked::{NearestHits, Ranked, RayHits, SweepHits};

pub(crate) use filter::Resolved;

/// A view of the entities of a [`World`](crate::World) that answers questions. Cheap to copy; many threads may ask at once.
///
/// All questions have a form for one and one for many. Answers are exact and in a promised order, whatever the threads.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    sets: [&'a Set; 2],
    generations: &'a [u32],
    traits: &'a TraitsOf,
    /// Where the entities of these sets are on their way to, if not where the sets have them.
    between: Option<Between<'a>>,
    touching: Touching,
    level: Level,
    threads: &'a Threads,
    /// Who notes what is asked.
    #[cfg(feature = "recording")]
    pub(crate) listener: Option<Listener<'a>>,
}

impl<'a> Queries<'a> {
    pub(crate) fn now(store: &'a Store, settings: &'a Settings) -> Self {
        let [moving, fixed] = &store.sets;
        let Settings { touching, level, ref threads, .. } = *settings;
        let (sets, generations, traits) = ([moving, fixed], store.generations(), &store.traits);
        Self {
            sets,
            generations,
            traits,
            between: None,
            touching,
            level,
            threads,
            #[cfg(feature = "recording")]
            listener: None,
        }
    }

    pub(crate) fn then(moment: &'a Moment, between: Option<Between<'a>>, settings: &'a Settings) -> Self {
        let Settings { touching, level, ref threads, .. } = *settings;
        let Moment { moving, fixed, generations, traits, .. } = moment;
        Self {
            sets: [moving, fixed],
            generations,
            traits,
            between,
            touching,
            level,
            threads,
            #[cfg(feature = "recording")]
            listener: None,
        }
    }

    /// Those that count touching, whatever the world's rule.
    pub(crate) fn closed(self) -> Self {
        Self { touching: Touching::Closed, ..self }
    }

    /// How many entities there are.
    fn len(&self) -> usize {
        self.sets.iter().map(|set| set.len()).sum()
    }

    fn handle(&self, slot: u32) -> Handle {
        Handle { slot, generation: self.generations[slot as usize] }
    }

    /// How far outside of the bounds that the sets have an entity may reach.
    fn beyond(&self) -> f64 {
        let Some(between) = self.between else { return 0.0 };
        // A turned box stays in the circle around it, whose radius is no more than the longer side of its bound.
        let turned = self.sets.iter().flat_map(|set| set.turned.tables()).map(Table::reach).fold(0.0, f64::max);
        (between.reach() + turned) * 1.01
    }
}
