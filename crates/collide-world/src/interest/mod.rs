//! Who sees whom: what a server tells its clients.

mod nearest;
mod observer;
mod observers_of;
mod views;

use collide_core::{Circle, Shape, Vec2};

use crate::base::{Lazy, Pool, WORTH_SPREADING};
use crate::query::OverlapSearch;
use crate::store::Store;
use crate::{Handle, OverBudget, Queries, Query, Threads};

use observers_of::ObserversOf;
use views::{ActiveObserver, Scene, Sight, Views};

pub use observer::{InterestError, Observer, ObserverId, ObserverStatus, Viewpoint};
pub use views::View;

/// Interest management: keeps observers, and says at each tick what has come into view of each and what has left it.
///
/// Observers are not entities: one may [follow](Viewpoint::Entity) an entity, or stand at a point. All lists are those of the last
/// [`update`](Self::update), in order of slots, and the same bytes whatever the threads and the strategy of the world. It reads
/// the world and never changes it; one world may have several, one for each kind of news.
///
/// An update asks the world once for all observers, with an [overlap batch](crate::Queries::overlap_batch_into), and goes over the
/// answers on the world's threads: some twenty to thirty nanoseconds for each entity within an outer circle, and three times as many where only
/// the nearest of them are to be in view. Warm, it allocates nothing.
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
/// // Each tick: move what moves, step, update, tell the clients.
/// for (x, visible) in [(19.5, false), (19.0, true), (21.0, true), (21.5, false)] {
///     world.set_shape(orc, circle(x)?)?;
///     world.step();
///     interest.update(&world)?;
///     // The orc's shape reaches one unit towards the player.
///     assert_eq!(interest.visible(client) == [orc], visible);
///     for (observer, change) in interest.changes() {
///         println!("tell {observer}: {change:?}");
///     }
/// }
///
/// world.remove(player)?;
/// world.step();
/// assert_eq!(interest.update(&world)?.lost_count, 1);
/// assert_eq!(interest.status(client), Some(ObserverStatus::Lost { followed: player }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Interest {
    slots: Vec<Slot>,
    free: Vec<u32>,
    count: usize,
    /// The observers at the next update.
    observers: Vec<Option<ActiveObserver>>,
    /// What is seen since the last update, and what was before it.
    now: Views,
    before: Views,
    observers_of: Lazy<ObserversOf>,
    report: InterestReport,
    queries: Vec<Query<Shape>>,
    max_candidates: Option<u64>,
    search: OverlapSearch,
}

#[derive(Debug, Default)]
struct Slot {
    generation: u32,
    observer: Option<Observer>,
}

/// What has changed for an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// The entity has come into view.
    Entered(Handle),
    /// It has left it, or is gone; then the handle is stale.
    Left(Handle),
}

/// What an update found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InterestReport {
    /// How many observers there are.
    pub observer_count: usize,
    /// How many of them follow an entity that is gone.
    pub lost_count: usize,
    /// How many entities overlap the outer circles, those of all observers together.
    pub candidate_count: usize,
    /// How many are in view.
    pub visible_count: usize,
    /// How many have come into view.
    pub entered_count: usize,
    /// How many have left it.
    pub left_count: usize,
}

impl Interest {
    /// Without observers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Without observers; at each update their outer circles together may hold so many entities at most. A crowd of whom all see all
    /// costs its square: where users decide who stands where, this bounds memory and time.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Interest, Observer, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let ball = Circle::new(Vec2::ZERO, 1.0)?;
    /// let crowd = [ball; 100].map(|ball| world.insert(ball).unwrap());
    /// world.step();
    /// let mut interest = Interest::with_max_candidates(100);
    /// interest.insert(Observer::new(Vec2::ZERO, 8.0, 9.0).with_max_visible(10))?;
    /// assert_eq!(interest.update(&world)?.visible_count, 10);
    /// interest.insert(Observer::new(crowd[0], 8.0, 9.0).with_max_visible(10))?;
    /// assert!(interest.update(&world).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_max_candidates(max_candidates: u64) -> Self {
        Self { max_candidates: Some(max_candidates), ..Self::new() }
    }

    /// How many observers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an observer. It sees nothing before the next [`update`](Self::update), at which all it sees has entered.
    ///
    /// # Errors
    /// [`InterestError`] for a number that is not finite, a negative radius, or `inner` above `outer`. Whether the entity to follow
    /// is there is looked up at each update.
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

    /// Removes an observer and returns it. What it saw is forgotten, and not told to have left.
    ///
    /// # Errors
    /// [`InterestError::Stale`] when it is gone.
    pub fn remove(&mut self, id: ObserverId) -> Result<Observer, InterestError> {
        let slot = self.slot_mut(id)?;
        let observer = slot.observer.take().ok_or(InterestError::Stale { id })?;
        // A slot whose generations are used up is never given out again, so no old id can come to life.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(id.slot);
        }
        self.count -= 1;
        self.observers_of.forget();
        Ok(observer)
    }

    /// Puts another observer in the place of one, which keeps its id and what it has in view: to move it, to let it see farther,
    /// or to have it follow another entity.
    ///
    /// # Errors
    /// [`InterestError::Stale`] when it is gone, and what [`insert`](Self::insert) refuses.
    pub fn set(&mut self, id: ObserverId, observer: Observer) -> Result<(), InterestError> {
        observer.check()?;
        self.slot_mut(id)?.observer = Some(observer);
        Ok(())
    }

    /// An observer, or `None` when it is gone.
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

    /// Looks at the entities as they are now, and compares with what was in view before.
    pub(crate) fn look(
        &mut self,
        asked: Queries<'_>,
        store: &Store,
        threads: &Threads,
    ) -> Result<&InterestReport, OverBudget> {
        self.activate(store);
        let Self { observers, now, before, queries, max_candidates, search, .. } = self;
        asked.closed().overlap_pairs(queries, max_candidates.unwrap_or(u64::MAX), search)?;
        let found = search.found.as_slice();
        std::mem::swap(now, before);
        std::mem::swap(&mut now.observers, observers);
        let scene = Scene { shapes: store.shapes(), generations: store.generations(), found, before };
        let work = found.len() / 4 + now.observers.len();
        threads.run(work, WORTH_SPREADING, |threads| now.look(scene, &Pool { threads }));
        self.observers_of.forget();
        let [visible_count, entered_count, left_count] = now.counts();
        let (observer_count, candidate_count) = (self.count, found.len());
        let lost_count = observer_count - queries.len();
        self.report =
            InterestReport { observer_count, lost_count, candidate_count, visible_count, entered_count, left_count };
        Ok(&self.report)
    }

    /// Notes from where each observer looks, and what it asks.
    fn activate(&mut self, store: &Store) {
        self.observers.clear();
        self.queries.clear();
        for (number, Slot { generation, observer }) in (0..).zip(&self.slots) {
            let id = ObserverId { slot: number, generation: *generation };
            self.observers.push(observer.map(|observer| {
                let (at, status) = look_from(&observer, store);
                let sight = at.map(|at| {
                    let Observer { inner, outer, max_visible, filter, .. } = observer;
                    let [inner, outer] = [inner, outer].map(|radius| Circle::new(at, radius).expect("checked before"));
                    let query = self.queries.len() as u32;
                    self.queries.push(Query { what: outer.into(), filter });
                    Sight { query, inner, ring: inner != outer, max_visible }
                });
                ActiveObserver { id, status, sight }
            }));
        }
    }

    /// How an observer fared at the last update, or `None` if it was not there, or is no longer.
    #[must_use]
    pub fn status(&self, id: ObserverId) -> Option<ObserverStatus> {
        self.observer(id).map(|observer| observer.status)
    }

    /// Where an observer looked from at the last update, or `None` when it was not there or [lost](ObserverStatus::Lost).
    #[must_use]
    pub fn viewpoint(&self, id: ObserverId) -> Option<Vec2> {
        self.observer(id)?.sight.map(|sight| sight.inner.center())
    }

    fn observer(&self, id: ObserverId) -> Option<&ActiveObserver> {
        self.now.observer(id).filter(|_| self.get(id).is_some())
    }

    /// What the last update found, or zeros before the first.
    #[must_use]
    pub fn report(&self) -> &InterestReport {
        &self.report
    }

    /// What an observer sees; nothing if it was not there at the last update, or is no longer.
    #[must_use]
    pub fn view(&self, id: ObserverId) -> View<'_> {
        if self.get(id).is_some() { self.now.of(id) } else { View::default() }
    }

    /// Who is in view of an observer, in order of slots; nobody if it was not there at the last update.
    #[must_use]
    pub fn visible(&self, id: ObserverId) -> &[Handle] {
        self.view(id).visible
    }

    /// Who has come into view of an observer with the last update, in order of slots.
    #[must_use]
    pub fn entered(&self, id: ObserverId) -> &[Handle] {
        self.view(id).entered
    }

    /// Who has left the view of an observer with the last update, in order of slots; the handles of those that are gone are stale.
    #[must_use]
    pub fn left(&self, id: ObserverId) -> &[Handle] {
        self.view(id).left
    }

    /// What every observer sees that was there at the last update, in order of their slots: for a message to each.
    pub fn views(&self) -> impl Iterator<Item = (ObserverId, View<'_>)> {
        self.now.iter().filter(|(id, _)| self.get(*id).is_some())
    }

    /// All changes of the last update: observers in order of their slots, for each who left and then who entered, in order of slots.
    pub fn changes(&self) -> impl Iterator<Item = (ObserverId, Change)> {
        self.views().flat_map(|(id, view)| {
            let left = view.left.iter().map(|handle| Change::Left(*handle));
            let entered = view.entered.iter().map(|handle| Change::Entered(*handle));
            left.chain(entered).map(move |change| (id, change))
        })
    }

    /// Who sees an entity, in order of their slots: whom to tell what it does. The first call after an update costs a pass over
    /// all that is in view; who never asks does not pay for it.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Interest, Observer, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let fire = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// let mut interest = Interest::new();
    /// let [near, _far] = [3.0, 30.0].map(|x| interest.insert(Observer::new(Vec2::new(x, 0.0), 8.0, 9.0)).unwrap());
    /// interest.update(&world)?;
    /// assert_eq!(interest.observers_of(fire), [near]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observers_of(&self, handle: Handle) -> &[ObserverId] {
        self.observers_of.get(|observers_of| observers_of.fill(|| self.views())).by(handle)
    }
}

/// Where an observer stands, if anywhere.
fn look_from(observer: &Observer, store: &Store) -> (Option<Vec2>, ObserverStatus) {
    match observer.at {
        Viewpoint::Point(point) => (Some(point), ObserverStatus::Watching),
        Viewpoint::Entity(followed) => match store.shape(followed) {
            Some(shape) => (Some(shape.center()), ObserverStatus::Watching),
            None => (None, ObserverStatus::Lost { followed }),
        },
    }
}
