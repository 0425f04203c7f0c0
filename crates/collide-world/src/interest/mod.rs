//! Area of interest: which entities each client of a server sees.

mod nearest;
mod observer;
mod observers_of;
mod rank;
#[cfg(feature = "recording")]
mod recorded;
mod report;
mod sight;
mod update;
mod views;
mod work;

use collide_core::Vec2;

use crate::Handle;
use crate::base::{Content, Lazy, Reused};
use crate::store::{Set, Surplus};

use observers_of::ObserversOf;
use sight::ActiveObserver;
use update::ViewSearch;
use views::Views;

pub use observer::{InterestError, Observer, ObserverId, ObserverStatus, Viewpoint};
#[cfg(feature = "recording")]
pub(crate) use recorded::{KnownInterests, ReplayedInterests, Update};
pub use report::{Change, InterestReport};
pub use views::View;

/// Interest management (area of interest): which entities each observer sees, and which entered or left its view in a
/// tick.
///
/// | I want to ... | call |
/// |---|---|
/// | add, change and remove observers | [`insert`](Self::insert), [`set`](Self::set), [`remove`](Self::remove) |
/// | find out what changed after a step | [`update`](Self::update), [`changes`](Self::changes); of one observer: [`entered`](Self::entered), [`left`](Self::left) |
/// | know all that an observer sees | [`visible`](Self::visible), [`view`](Self::view); of all observers: [`views`](Self::views) |
/// | know who sees an entity | [`observers_of`](Self::observers_of) |
/// | know where an observer is, or that what it followed is gone | [`viewpoint`](Self::viewpoint), [`status`](Self::status) |
/// | limit the work, and measure it | [`update_within`](Self::update_within), [`Settings::crowd`](crate::Settings::crowd), [`report`](Self::report) |
///
/// Insert an [`Observer`] for each client, and call [`update`](Self::update) after each step. An observer is not an
/// entity: it [follows](Viewpoint::Entity) an entity or stays at a point. It sees the entity that it follows, unless
/// you write [`.except(player)`](Observer::except).
///
/// All results are those of the last update, in order of slots, and the same bytes whatever the threads and the
/// strategy of the world. After an update that [failed](Self::update_within), the views are those of the last successful
/// one, and no entity entered or left. A clone has the same observers and views. An `Interest` never changes the world;
/// one world may have several, for example one for each kind of message.
///
/// **Cost:** some twenty to thirty nanoseconds for each entity within an outer circle, from one [overlap
/// batch](crate::Queries::overlap_batch_into) for all observers. An observer that sees only the nearest `k`
/// ([`max_visible`](Observer::max_visible)) costs up to about three times that. If several times `k` entities are near
/// it, the update searches for the nearest instead: this costs about a hundred nanoseconds for each of the `k`,
/// whatever the number of entities in view. Entities at the same distance as the last of the `k`, as in a pile, are all
/// looked at, at some forty nanoseconds each, and so are entities that the filter of the observer rejects, at some ten. An
/// observer for which some categories come [first](Observer::first) then searches twice, once for these alone.
///
/// An update runs on the world's threads, and does not allocate once its buffers have grown, except where a search
/// [from far away](crate::Queries::nearest_batch_into) does.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Interest, Observer, ObserverStatus, Settings, World};
/// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut world = World::new(Settings::default());
/// let player = world.insert(circle(0.0)?)?;
/// let orc = world.insert(circle(30.0)?)?;
///
/// let mut interest = Interest::new();
/// let client = interest.insert(Observer::new(player, 18.0, 20.0).except(player))?;
/// // Each tick: move the entities, step, update, send the changes to the clients.
/// for (x, visible) in [(19.5, false), (19.0, true), (21.0, true), (21.5, false)] {
///     world.set(orc, circle(x)?)?;
///     world.step();
///     interest.update(&world);
///     // The orc's shape reaches one unit towards the player.
///     assert_eq!(interest.visible(client) == [orc], visible);
///     for (observer, change) in interest.changes() {
///         println!("send to {observer}: {change:?}");
///     }
/// }
///
/// world.remove(player)?;
/// world.step();
/// assert_eq!(interest.update(&world).lost_count, 1);
/// assert_eq!(interest.status(client), Some(ObserverStatus::Lost { followed: player }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interest {
    slots: Vec<Slot>,
    free: Vec<u32>,
    count: usize,
    /// The observers for the next update.
    observers: Vec<Option<ActiveObserver>>,
    /// A number for the views of the last update.
    content: Content,
    /// The views of the last update, and of the one before it.
    now: Views,
    before: Views,
    observers_of: Reused<Lazy<ObserversOf>>,
    report: InterestReport,
    surplus: Reused<Surplus>,
    search: Reused<ViewSearch>,
    /// Sorted copies of sets that have changed since they were sorted.
    copies: Reused<[Set; 2]>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    generation: u32,
    observer: Option<Observer>,
}

impl Interest {
    /// An `Interest` without observers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of observers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no observers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an observer and returns its id. It sees nothing before the next [`update`](Self::update). In that update
    /// all entities that it sees have entered.
    ///
    /// # Errors
    /// [`InterestError`] if a number is not finite, a radius is negative, or `inner` is above `outer`. The followed
    /// entity need not exist; each update looks it up.
    ///
    /// ```
    /// use collide_core::Vec2;
    /// use collide_world::{Interest, Observer};
    /// let error = Interest::new().insert(Observer::new(Vec2::ZERO, 20.0, 18.0)).unwrap_err();
    /// assert_eq!(error.to_string(), "inner: must not be above outer, 18, is 20");
    /// ```
    pub fn insert(&mut self, observer: Observer) -> Result<ObserverId, InterestError> {
        observer.check()?;
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.slots.len()).ok().filter(|slot| *slot < u32::MAX);
                let slot = slot.ok_or(InterestError::Full)?;
                self.slots.push(Slot::default());
                slot
            }
        };
        let place = &mut self.slots[slot as usize];
        place.observer = Some(observer);
        self.count += 1;
        Ok(ObserverId { slot, generation: place.generation })
    }

    /// Removes an observer and returns it. Its view is dropped: no entity is reported to have left.
    ///
    /// # Errors
    /// [`InterestError::Stale`] if the observer was already removed.
    pub fn remove(&mut self, id: ObserverId) -> Result<Observer, InterestError> {
        let slot = self.slot_mut(id)?;
        let observer = slot.observer.take().ok_or(InterestError::Stale { id })?;
        // A slot whose generations are used up is never reused, so no stale id becomes valid again.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(id.slot);
        }
        self.count -= 1;
        self.observers_of.forget();
        Ok(observer)
    }

    /// Replaces an observer: to move it, to change its radii, or to follow another entity. It keeps its id and its
    /// view.
    ///
    /// # Errors
    /// [`InterestError::Stale`] if the observer was removed, and those of [`insert`](Self::insert).
    pub fn set(&mut self, id: ObserverId, observer: Observer) -> Result<(), InterestError> {
        observer.check()?;
        self.slot_mut(id)?.observer = Some(observer);
        Ok(())
    }

    /// An observer, or `None` if it was removed.
    #[must_use]
    pub fn get(&self, id: ObserverId) -> Option<Observer> {
        let slot = self.slots.get(id.slot as usize)?;
        slot.observer.filter(|_| slot.generation == id.generation)
    }

    fn slot_mut(&mut self, id: ObserverId) -> Result<&mut Slot, InterestError> {
        let slot = self.slots.get_mut(id.slot as usize);
        let own = |slot: &&mut Slot| slot.generation == id.generation && slot.observer.is_some();
        slot.filter(own).ok_or(InterestError::Stale { id })
    }

    /// The status of an observer at the last update, or `None` if it was removed or inserted since.
    #[must_use]
    pub fn status(&self, id: ObserverId) -> Option<ObserverStatus> {
        self.observer(id).map(|observer| observer.status)
    }

    /// The position of an observer at the last update, or `None` if it was [lost](ObserverStatus::Lost), removed or
    /// inserted since.
    #[must_use]
    pub fn viewpoint(&self, id: ObserverId) -> Option<Vec2> {
        self.observer(id)?.sight.map(|sight| sight.inner.center())
    }

    fn observer(&self, id: ObserverId) -> Option<&ActiveObserver> {
        self.now.observer(id).filter(|_| self.get(id).is_some())
    }

    /// The counts of the last update, or zeros before the first one. After an update that failed, those of the last
    /// successful one, and no entity entered or left.
    #[must_use]
    pub fn report(&self) -> &InterestReport {
        &self.report
    }

    /// The view of an observer at the last update. Empty if the observer was removed or inserted since.
    #[must_use]
    pub fn view(&self, id: ObserverId) -> View<'_> {
        if self.get(id).is_some() { self.now.of(id) } else { View::default() }
    }

    /// The entities in view of an observer, in order of slots. Empty if the observer was removed or inserted since the
    /// last update.
    #[must_use]
    pub fn visible(&self, id: ObserverId) -> &[Handle] {
        self.view(id).visible
    }

    /// The entities that came into view of an observer in the last update, in order of slots.
    #[must_use]
    pub fn entered(&self, id: ObserverId) -> &[Handle] {
        self.view(id).entered
    }

    /// The entities that left the view of an observer in the last update, in order of slots. The handles of removed
    /// entities are stale.
    #[must_use]
    pub fn left(&self, id: ObserverId) -> &[Handle] {
        self.view(id).left
    }

    /// The views of all observers at the last update, in order of the observers' slots: for a message to each client.
    pub fn views(&self) -> impl Iterator<Item = (ObserverId, View<'_>)> {
        self.now.iter().filter(|(id, _)| self.get(*id).is_some())
    }

    /// All changes of the last update, in order of the observers' slots. For each observer, first the entities that
    /// left, then those that entered, each in order of slots.
    pub fn changes(&self) -> impl Iterator<Item = (ObserverId, Change)> {
        self.views().flat_map(|(id, view)| {
            let left = view.left.iter().map(|handle| Change::Left(*handle));
            let entered = view.entered.iter().map(|handle| Change::Entered(*handle));
            left.chain(entered).map(move |change| (id, change))
        })
    }

    /// The observers that see an entity, in order of their slots: the receivers of a message about the entity. The
    /// first call after an update builds an index with a pass over all views; without a call it costs nothing.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Interest, Observer, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let fire = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// let mut interest = Interest::new();
    /// let [near, _far] = [3.0, 30.0].map(|x| interest.insert(Observer::new(Vec2::new(x, 0.0), 8.0, 9.0)).unwrap());
    /// interest.update(&world);
    /// assert_eq!(interest.observers_of(fire), [near]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observers_of(&self, handle: Handle) -> &[ObserverId] {
        self.observers_of.get(|observers_of| observers_of.fill(|| self.views())).by(handle)
    }
}
