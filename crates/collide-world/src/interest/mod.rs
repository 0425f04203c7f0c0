//! Who sees whom, and what changes of it from tick to tick.

mod observer;
mod views;
mod watch;

use collide_core::{Circle, Shape, Vec2};

use crate::settings::WORTH_SPREADING;
use crate::workers::Pool;
use crate::{Handle, Hits, Layers, Mode, OverBudget, Query, World};
use views::{Lists, Seers};
use watch::{Piece, Watch};

pub use observer::{InterestError, Observer, ObserverId, Viewpoint};

/// Observers of a world, and whom each has in view: what a server tells each of its clients, and no more.
///
/// After each step of the world, [`update`](Self::update) says who came into whose view and who left it. Somebody comes into view at the
/// [inner](Observer::inner) radius and leaves it at the [outer](Observer::outer) one: exactly, as its shape overlaps these circles by the
/// world's rule for touching, and the same on any number of threads. Keeps its memory from tick to tick.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Interest, Observer, Settings, Viewpoint, World};
/// let at = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut world = World::new(Settings::default());
/// let (player, ghost) = (world.insert(at(0.0)?)?, world.insert(at(12.0)?)?);
///
/// let mut interest = Interest::default();
/// let eyes = interest.insert(Observer::new(Viewpoint::Entity(player), 10.0, 12.0))?;
/// world.step();
/// interest.update(&world)?;
/// assert_eq!(interest.entered(eyes), [player]);
///
/// world.update(ghost, at(11.0)?)?; // touches the inner circle
/// world.step();
/// interest.update(&world)?;
/// assert_eq!(interest.entered(eyes), [ghost]);
///
/// world.update(ghost, at(12.5)?)?; // outside the inner circle, but not yet of the outer one
/// world.step();
/// interest.update(&world)?;
/// assert_eq!(interest.visible(eyes), [player, ghost]);
///
/// world.remove(ghost)?;
/// world.step();
/// interest.update(&world)?;
/// assert_eq!(interest.left(eyes), [ghost]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Interest {
    seats: Vec<Seat>,
    free: Vec<u32>,
    /// Whom each sees now, and saw before.
    views: Lists,
    before: Lists,
    entered: Lists,
    left: Lists,
    seers: Seers,
    scratch: Scratch,
}

/// A place for an observer.
#[derive(Clone, Copy, Debug)]
struct Seat {
    generation: u32,
    observer: Option<Observer>,
    /// Where it is, if it is anywhere.
    point: Option<Vec2>,
    /// Whether it was not there at the last update: what the one before it saw does not count.
    fresh: bool,
}

/// What updates work with.
#[derive(Debug, Default)]
struct Scratch {
    inner: (Vec<Query<Shape>>, Hits),
    outer: (Vec<Query<Shape>>, Hits),
    pieces: Vec<Piece>,
}

/// What has changed for an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The entity has come into view.
    Entered(Handle),
    /// It has left it, or is gone; then the handle is stale.
    Left(Handle),
}

impl Interest {
    /// For so many sights at most, of all observers together, at any update: a crowd that all see costs its square.
    #[must_use]
    pub fn with_most(most: u64) -> Self {
        let scratch =
            Scratch { inner: (vec![], Hits::with_most(most)), outer: (vec![], Hits::with_most(most)), pieces: vec![] };
        Self { scratch, ..Self::default() }
    }

    /// How many observers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seats.len() - self.free.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an observer, who sees from the next [`update`](Self::update) on.
    ///
    /// # Errors
    /// [`InterestError`] naming a number that makes no sense.
    pub fn insert(&mut self, observer: Observer) -> Result<ObserverId, InterestError> {
        observer.check()?;
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.seats.len()).map_err(|_| InterestError::Full)?;
                self.seats.push(Seat { generation: 0, observer: None, point: None, fresh: true });
                slot
            }
        };
        let seat = &mut self.seats[slot as usize];
        *seat = Seat { observer: Some(observer), point: None, fresh: true, ..*seat };
        Ok(ObserverId { slot, generation: seat.generation })
    }

    /// Gives an observer other radii, another place, or other tastes. Whom it sees stays in view as far as these allow.
    ///
    /// # Errors
    /// [`InterestError`] when it was removed, or a number makes no sense.
    pub fn set(&mut self, id: ObserverId, observer: Observer) -> Result<(), InterestError> {
        observer.check()?;
        let seat = self.seats.get_mut(id.slot as usize).filter(|seat| seat.is(id));
        seat.ok_or(InterestError::Stale { id })?.observer = Some(observer);
        Ok(())
    }

    /// Removes an observer, and returns it. What it saw is forgotten and not told again.
    ///
    /// # Errors
    /// [`InterestError::Stale`] when it was removed before.
    pub fn remove(&mut self, id: ObserverId) -> Result<Observer, InterestError> {
        let seat = self.seats.get_mut(id.slot as usize).filter(|seat| seat.is(id));
        let seat = seat.ok_or(InterestError::Stale { id })?;
        let observer = seat.observer.take().ok_or(InterestError::Stale { id })?;
        // A slot whose generations are used up is not given out again.
        if let Some(next) = seat.generation.checked_add(1) {
            seat.generation = next;
            self.free.push(id.slot);
        }
        Ok(observer)
    }

    /// An observer, or `None` when it was removed.
    #[must_use]
    pub fn get(&self, id: ObserverId) -> Option<&Observer> {
        self.seats.get(id.slot as usize).filter(|seat| seat.is(id))?.observer.as_ref()
    }

    /// Looks at the world as it is now. Best after a step, when its entities are sorted.
    ///
    /// # Errors
    /// [`OverBudget`] when more is in sight than there is [room](Self::with_most) for; nothing has changed then.
    pub fn update(&mut self, world: &World) -> Result<(), OverBudget> {
        let point = |seat: &Seat| match seat.observer?.at {
            Viewpoint::Point(point) => Some(point),
            Viewpoint::Entity(handle) => world.get(handle).map(|shape| shape.center()),
        };
        let Scratch { inner, outer, pieces } = &mut self.scratch;
        let ask = |(queries, hits): &mut (Vec<Query<Shape>>, Hits), radius: fn(&Observer) -> f32| {
            queries.clear();
            queries.extend(self.seats.iter().map(|seat| seat.circle(point(seat), radius)));
            world.queries().overlap_batch_into(queries, Mode::All, hits)
        };
        ask(outer, |observer| observer.outer)?;
        ask(inner, |observer| observer.inner)?;
        for seat in &mut self.seats {
            seat.point = point(seat);
        }
        std::mem::swap(&mut self.views, &mut self.before);
        let watch = Watch { world, seats: &self.seats, before: &self.before, inner: &inner.1, outer: &outer.1 };
        let threads = &world.settings().threads;
        threads.run(self.seats.len(), WORTH_SPREADING, |threads| watch.run(pieces, &Pool { threads }));
        let lists = [&mut self.views, &mut self.entered, &mut self.left];
        for (number, list) in lists.into_iter().enumerate() {
            list.clear();
            pieces.iter().for_each(|piece| list.append(piece.list(number)));
        }
        for seat in &mut self.seats {
            seat.fresh = false;
        }
        self.seers.forget();
        Ok(())
    }

    /// Where an observer was at the last update, or `None` when it was not there, or its entity was gone: it then sees nobody.
    #[must_use]
    pub fn viewpoint(&self, id: ObserverId) -> Option<Vec2> {
        self.seen_by(id)?.point
    }

    /// Whom an observer saw at the last update, in order of slots.
    #[must_use]
    pub fn visible(&self, id: ObserverId) -> &[Handle] {
        self.list(&self.views, id)
    }

    /// Who came into view at the last update.
    #[must_use]
    pub fn entered(&self, id: ObserverId) -> &[Handle] {
        self.list(&self.entered, id)
    }

    /// Who left it, by the handles that they had.
    #[must_use]
    pub fn left(&self, id: ObserverId) -> &[Handle] {
        self.list(&self.left, id)
    }

    /// All changes of the last update: observers in order, for each who left and then who entered, in order.
    pub fn changes(&self) -> impl Iterator<Item = (ObserverId, Change)> {
        let there = (0..).zip(&self.seats).filter(|(_, seat)| seat.observer.is_some() && !seat.fresh);
        there.flat_map(|(slot, seat)| {
            let id = ObserverId { slot, generation: seat.generation };
            let left = self.left.of(slot as usize).iter().map(|handle| Change::Left(*handle));
            let entered = self.entered.of(slot as usize).iter().map(|handle| Change::Entered(*handle));
            left.chain(entered).map(move |change| (id, change))
        })
    }

    /// Who saw an entity at the last update, in order. The first call after an update costs a pass over all that is in view.
    pub fn observers_of(&self, handle: Handle) -> impl Iterator<Item = ObserverId> {
        let id = |slot: u32| ObserverId { slot, generation: self.seats[slot as usize].generation };
        self.seers.of(handle, &self.views, id).filter(|id| self.seen_by(*id).is_some())
    }

    /// The seat of an observer that took part in the last update.
    fn seen_by(&self, id: ObserverId) -> Option<&Seat> {
        self.seats.get(id.slot as usize).filter(|seat| seat.is(id) && !seat.fresh)
    }

    fn list<'a>(&self, lists: &'a Lists, id: ObserverId) -> &'a [Handle] {
        if self.seen_by(id).is_some() { lists.of(id.slot as usize) } else { &[] }
    }
}

impl Seat {
    fn is(&self, id: ObserverId) -> bool {
        self.observer.is_some() && self.generation == id.generation
    }

    /// The circle that is asked about. Of nobody, or from nowhere, nobody is asked.
    fn circle(&self, point: Option<Vec2>, radius: fn(&Observer) -> f32) -> Query<Shape> {
        let nobody = || {
            let point = Circle::new(Vec2::ZERO, 0.0).expect("a point");
            Query::from(point).on(Layers { category: 0, mask: 0, group: 0 })
        };
        let (Some(observer), Some(point)) = (&self.observer, point) else { return nobody() };
        // Both were checked when they came.
        let Ok(circle) = Circle::new(point, radius(observer)) else { return nobody() };
        Query { what: circle.into(), filter: observer.filter }
    }
}
