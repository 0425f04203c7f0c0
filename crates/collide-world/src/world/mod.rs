// In the order in which rustdoc lists the methods of `World`; blank lines keep rustfmt from sorting them.
mod creation;

mod entities;

mod changes;

mod tick;

mod contacts;
mod movement;
mod separation;
mod swept;

mod queries;
mod through;

mod snapshots;

#[cfg(feature = "recording")]
mod recording;

#[cfg(feature = "recording")]
mod recorder;
#[cfg(feature = "recording")]
mod replay;

mod diagnostics;

mod tools;

mod batch;
mod copies;
mod observing;
mod settable;

use std::fmt;

use crate::Settings;
use crate::base::{Content, Pool, WORTH_SPREADING_SORTED};
use crate::store::Store;
use crate::tick::Ticker;

pub use batch::{Batch, BatchError};
pub use settable::Settable;
pub use tools::WorldTools;

/// Entities with shapes; each tick finds the pairs that overlap.
///
/// | I want to ... | call |
/// |---|---|
/// | add and remove entities | [`insert`](Self::insert), [`remove`](Self::remove); many: [`insert_batch`](Self::insert_batch), [`remove_batch`](Self::remove_batch), [`extend`](Extend::extend) |
/// | read entities | [`entity`](Self::entity), [`shape`](Self::shape), [`has`](Self::has), [`iter`](Self::iter) |
/// | move one entity | [`set`](Self::set), [`translate`](Self::translate) |
/// | move many entities | [`update_circles`](Self::update_circles), [`update_each`](Self::update_each), [`set_batch`](Self::set_batch), [`set_by_slot`](Self::set_by_slot) |
/// | run a tick and get all pairs | [`step`](Self::step), [`step_within`](Self::step_within), [`pairs`](Self::pairs) |
/// | know which pairs began and ended | [`events`](Self::events), [`events_of`](Self::events_of) |
/// | know which coins the players touch | [`events_between`](Self::events_between) |
/// | read how deep entities overlap, and where | [`contacts_into`](Self::contacts_into) |
/// | move and slide along walls | [`move_batch_into`](Self::move_batch_into), [`Queries::slide`](crate::Queries::slide) |
/// | keep a crowd from overlapping | [`separate_into`](Self::separate_into) |
/// | find a free place, turn a door | [`Queries::free`](crate::Queries::free), [`Queries::turn`](crate::Queries::turn) |
/// | stop bullets at walls | [`swept_pairs_into`](Self::swept_pairs_into), [`Queries::sweep`](crate::Queries::sweep) |
/// | raycast, shapecast, point query, line of sight, nearest | [`queries`](Self::queries) |
/// | compensate lag: query an earlier tick | [`at`](Self::at), [`sweep_through`](Self::sweep_through) |
/// | know what each observer sees (area of interest) | [`Interest`](crate::Interest) |
/// | roll back, save, load | [`clone`](Clone::clone), [`save`](Self::save), [`save_into`](Self::save_into), [`restore`](Self::restore) |
/// | record a match and replay it | `start_recording`, `TraceTick::replay` (feature `recording`) |
/// | send or save only what changed | [`changed_since`](Self::changed_since) |
/// | change settings | [`settings`](Self::settings), [`set_settings`](Self::set_settings) |
/// | find out why a tick is slow | [`explain`](Self::explain), [`recent`](Self::recent), [`report`](Self::report), [`crowds`](Self::crowds) |
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
///
/// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut world = World::new(Settings::default());
/// let a = world.insert(circle(0.0)?)?;
/// let b = world.insert(circle(5.0)?)?;
/// world.step();
/// assert!(world.pairs().is_empty());
///
/// world.set(b, circle(1.5)?)?;
/// world.step();
/// assert_eq!(world.pairs(), [(a, b)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) ticker: Ticker,
    pub(crate) content: Content,
    #[cfg(feature = "recording")]
    recorder: recorder::Recorder,
}

impl World {
    /// Changes the entities on the threads of the world.
    fn spread<R: Send>(&mut self, change: impl FnOnce(&mut Store, &Pool) -> R + Send) -> R {
        let Self { settings, store, .. } = self;
        settings.threads.run(store.len(), WORTH_SPREADING_SORTED, |workers| change(store, workers))
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("World");
        debug.field("settings", &self.settings).field("len", &self.len()).field("tick", &self.tick());
        debug.finish_non_exhaustive()
    }
}
