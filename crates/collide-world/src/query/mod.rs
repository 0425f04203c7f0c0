//! Questions about the entities of a world.

mod answers;
mod best;
mod few;
mod filter;
#[cfg(feature = "recording")]
mod fingerprint;
#[cfg(feature = "recording")]
mod listener;
mod nearest;
mod overlap;
mod probe;
mod question;
mod ranked;
mod ray;
mod relative;
mod sweep;
mod tuning;

use collide_core::batch::Simd;
use collide_core::{Shape, Touching};

use crate::history::{Between, Moment};
use crate::store::{FilterTable, Places, Set, Store};
use crate::{Handle, Settings, Threads};

pub use answers::{Answers, Hits, Mode, NearestHits, RayHits, SweepHits};
pub use filter::Query;
pub use nearest::Nearest;
pub use question::{Answer, Question};

pub(crate) use overlap::rect_of;
pub(crate) use tuning::{F32_ROUNDING, SWEEP_ROUNDING};

#[cfg(feature = "recording")]
pub(crate) use listener::{Listener, Notes, QueryNote};
pub(crate) use overlap::OverlapSearch;

/// A view of the entities of a [`World`](crate::World) that answers questions. Cheap to copy; many threads may ask at once.
///
/// All questions have a form for one and one for many. Answers are exact and in a promised order, whatever the threads.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    sets: [&'a Set; 2],
    generations: &'a [u32],
    filters: &'a FilterTable,
    places: &'a Places,
    /// Where the entities of these sets are on their way to, if not where the sets have them.
    between: Option<Between<'a>>,
    touching: Touching,
    simd: Simd,
    threads: &'a Threads,
    /// Who notes what is asked.
    #[cfg(feature = "recording")]
    pub(crate) listener: Option<Listener<'a>>,
}

impl<'a> Queries<'a> {
    pub(crate) fn now(store: &'a Store, settings: &'a Settings) -> Self {
        let [moving, fixed] = &store.sets;
        let Settings { touching, simd, ref threads, .. } = *settings;
        Self {
            sets: [moving, fixed],
            generations: store.generations(),
            filters: &store.filters,
            places: &store.places,
            between: None,
            touching,
            simd,
            threads,
            #[cfg(feature = "recording")]
            listener: None,
        }
    }

    pub(crate) fn then(moment: &'a Moment, between: Option<Between<'a>>, settings: &'a Settings) -> Self {
        let Settings { touching, simd, ref threads, .. } = *settings;
        let Moment { moving, fixed, generations, filters, places, .. } = moment;
        Self {
            sets: [moving, fixed],
            generations,
            filters,
            places,
            between,
            touching,
            simd,
            threads,
            #[cfg(feature = "recording")]
            listener: None,
        }
    }

    /// The shape of an entity at the time that is asked about, or `None` when it was not there.
    ///
    /// The first look costs a pass over all entities of that time, to note where each is stored: some nanoseconds for each.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 0.5);
    /// let history = History { ticks: 8, teleport_distance: 2.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let runner = world.insert(circle(0.0)?)?;
    /// world.step();
    /// world.update(runner, circle(2.0)?)?;
    /// world.step();
    /// world.remove(runner)?;
    /// assert_eq!(world.at(1.0)?.get(runner), Some(circle(0.0)?.into()));
    /// assert_eq!(world.at(1.5)?.get(runner), Some(circle(1.0)?.into()));
    /// assert_eq!(world.queries().get(runner), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, handle: Handle) -> Option<Shape> {
        if self.generations.get(handle.slot as usize) != Some(&handle.generation) {
            return None;
        }
        if let Some(between) = self.between {
            return between.shape(handle.slot);
        }
        let places = self.places.of(self.sets, self.generations.len());
        let (set, seat) = places.get(handle.slot as usize)?.get()?;
        Some(self.sets[set].shape(seat))
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
        // What rotates stays in the circle around it, whose radius is no more than the longer side of its bound.
        let rotated = self.sets.iter().map(|set| set.max_rotated_extent()).fold(0.0, f64::max);
        (between.reach() + rotated) * 1.01
    }
}
