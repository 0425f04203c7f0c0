//! Who sees whom.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Handle, Interest, InterestReport, Observer, ObserverId, ObserverStatus, Vec2, Viewpoint};

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded, value};
use crate::hits::start;
use crate::query::CollideFilter;
use crate::shape::read_all;
use crate::tick::enough;
use crate::world::{CollideHandle, CollideWorld};

/// Names an observer of one interest until it is removed, as `CollideHandle` names an entity.
pub type CollideObserverId = u64;

/// Keeps observers, and says at each tick what has come into view of each and what has left it.
#[derive(Debug, Default)]
pub struct CollideInterest {
    interest: Interest,
    observers: Vec<Observer>,
    views: Views,
}

/// What all observers see, as flat arrays.
#[derive(Debug, Default)]
struct Views {
    ids: Vec<CollideObserverId>,
    lost: Vec<u8>,
    visible: List,
    entered: List,
    left: List,
}

#[derive(Debug, Default)]
struct List {
    starts: Vec<usize>,
    handles: Vec<CollideHandle>,
}

impl List {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.handles.clear();
    }

    fn push(&mut self, handles: &[Handle]) {
        self.handles.extend(handles.iter().map(|handle| handle.to_bits()));
        self.starts.push(self.handles.len());
    }
}

/// Someone who is to be told of what is near. Begin with `collide_observer_at` or `collide_observer_of`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideObserver {
    /// Not zero if it looks from the center of the entity `entity`, wherever that goes; else it looks from `x, y`.
    pub follows: u8,
    /// Whom it follows.
    pub entity: CollideHandle,
    /// Where it stands.
    pub x: f32,
    /// Where it stands.
    pub y: f32,
    /// How near one must come to be seen, in world units: to the shape, not its center.
    pub inner: f32,
    /// How far one must go to be seen no longer, in world units; at least `inner`.
    pub outer: f32,
    /// How many it sees at most: the nearest. `SIZE_MAX` for all.
    pub max_visible: usize,
    /// Whom it sees.
    pub filter: CollideFilter,
}

impl CollideObserver {
    fn read(&self) -> Result<Observer, Failure> {
        let Self { follows, entity, x, y, inner, outer, max_visible, filter } = *self;
        let at = match follows {
            0 => Viewpoint::Point(Vec2::new(x, y)),
            _ => Viewpoint::Entity(Handle::from_bits(entity)),
        };
        Ok(Observer { at, inner, outer, filter: filter.read()?, max_visible })
    }
}

/// One who stands at a point and sees all that is near.
#[unsafe(no_mangle)]
pub extern "C" fn collide_observer_at(x: f32, y: f32, inner: f32, outer: f32) -> CollideObserver {
    CollideObserver { x, y, inner, outer, max_visible: usize::MAX, ..CollideObserver::default() }
}

/// One who follows an entity and sees all that is near, that entity too unless its filter says otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn collide_observer_of(entity: CollideHandle, inner: f32, outer: f32) -> CollideObserver {
    CollideObserver { follows: 1, entity, inner, outer, max_visible: usize::MAX, ..CollideObserver::default() }
}

/// What an update found.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideInterestReport {
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

/// What all observers saw at the last update, in order of their slots, as flat arrays: observer `i` is `ids[i]`, and whom it sees is
/// `visible` from `visible_starts[i]` up to, but not including, `visible_starts[i + 1]`; so for the others. They stay until the next call that
/// the interest is given to without `const`. Lists without items are null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideViews {
    /// How many observers.
    pub count: usize,
    /// Who they are.
    pub ids: *const CollideObserverId,
    /// A 1 for each that follows an entity that is gone: it sees nothing.
    pub lost: *const u8,
    /// `count + 1` numbers.
    pub visible_starts: *const usize,
    /// Who is in view.
    pub visible: *const CollideHandle,
    /// `count + 1` numbers.
    pub entered_starts: *const usize,
    /// Who is in view and was not before.
    pub entered: *const CollideHandle,
    /// `count + 1` numbers.
    pub left_starts: *const usize,
    /// Who was in view before and is not. Those that are gone have stale handles.
    pub left: *const CollideHandle,
}

/// A new interest without observers, to be freed by `collide_interest_free`. At each update the outer circles together may hold `max_candidates`
/// entities; `UINT64_MAX` where nothing need be bounded.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_new(max_candidates: u64, interest: Out<*mut CollideInterest>) -> CollideStatus {
    guarded(|| {
        let mut new =
            CollideInterest { interest: Interest::with_max_candidates(max_candidates), ..CollideInterest::default() };
        new.views.clear();
        interest.put_object(new, "interest")
    })
}

/// Frees an interest. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_free(interest: Mut<CollideInterest>) {
    value((), || {
        interest.free();
        Ok(())
    });
}

/// Adds `count` observers and writes their ids to `ids`. They see nothing before the next update, at which all they see has entered.
///
/// `COLLIDE_INVALID` with the index of one that is none. None is added then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_insert(
    interest: Mut<CollideInterest>,
    observers: In<CollideObserver>,
    count: usize,
    ids: Out<CollideObserverId>,
) -> CollideStatus {
    guarded(|| {
        let CollideInterest { interest, observers: read, .. } = interest.get("interest")?;
        ids.check(count, "ids")?;
        read_all(observers.slice(count, "observers")?, "observers", read, CollideObserver::read)?;
        let mut new = Vec::with_capacity(count);
        for (index, observer) in read.iter().enumerate() {
            match interest.insert(*observer) {
                Ok(id) => new.push(id),
                Err(error) => {
                    new.into_iter().for_each(|id| _ = interest.remove(id));
                    return Err(Failure::from(error).at("observers", index));
                }
            }
        }
        ids.put_all(count, new.iter().map(|id| id.to_bits()), "ids")
    })
}

/// Puts other observers in the place of `count`, which keep their ids and what they have in view.
///
/// `COLLIDE_STALE` and `COLLIDE_INVALID` with the index of the first that is gone or none. Those before it are changed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_set(
    interest: Mut<CollideInterest>,
    ids: In<CollideObserverId>,
    observers: In<CollideObserver>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let CollideInterest { interest, observers: read, .. } = interest.get("interest")?;
        let ids = ids.slice(count, "ids")?;
        read_all(observers.slice(count, "observers")?, "observers", read, CollideObserver::read)?;
        for (index, (id, observer)) in ids.iter().zip(read).enumerate() {
            let set = interest.set(ObserverId::from_bits(*id), *observer);
            set.map_err(|error| Failure::from(error).at("observers", index))?;
        }
        Ok(())
    })
}

/// Removes `count` observers. What they saw is forgotten, and not told to have left.
///
/// `COLLIDE_STALE` with the index of the first that is gone. Those before it are removed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_remove(
    interest: Mut<CollideInterest>,
    ids: In<CollideObserverId>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let CollideInterest { interest, .. } = interest.get("interest")?;
        for (index, id) in ids.slice(count, "ids")?.iter().enumerate() {
            let removed = interest.remove(ObserverId::from_bits(*id));
            removed.map_err(|error| Failure::from(error).at("ids", index))?;
        }
        Ok(())
    })
}

/// Finds who is in view now, once per tick: fastest right after a step. `report` may be null.
///
/// Who is in view stays as long as its shape overlaps the outer circle, and who is not comes into view when it overlaps the inner one.
/// Touching counts, whatever the world's rule.
///
/// `COLLIDE_OVER_BUDGET` when the outer circles hold more than there is room for: nothing has happened then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_update(
    interest: Mut<CollideInterest>,
    world: In<CollideWorld>,
    report: Out<CollideInterestReport>,
) -> CollideStatus {
    guarded(|| {
        let CollideInterest { interest, views, .. } = interest.get("interest")?;
        let found = *interest.update(&world.get("world")?.world)?;
        views.take(interest);
        let InterestReport { observer_count, lost_count, candidate_count, visible_count, entered_count, left_count } =
            found;
        let found = CollideInterestReport {
            observer_count,
            lost_count,
            candidate_count,
            visible_count,
            entered_count,
            left_count,
        };
        report.put_if_wanted(found, "report")
    })
}

impl Views {
    fn clear(&mut self) {
        self.ids.clear();
        self.lost.clear();
        [&mut self.visible, &mut self.entered, &mut self.left].into_iter().for_each(List::clear);
    }

    fn take(&mut self, interest: &Interest) {
        self.clear();
        for (id, view) in interest.views() {
            self.ids.push(id.to_bits());
            self.lost.push(matches!(interest.status(id), Some(ObserverStatus::Lost { .. })).into());
            self.visible.push(view.visible);
            self.entered.push(view.entered);
            self.left.push(view.left);
        }
    }
}

/// What all observers saw at the last update.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_views(interest: In<CollideInterest>, views: Out<CollideViews>) -> CollideStatus {
    guarded(|| {
        let Views { ids, lost, visible, entered, left } = &interest.get("interest")?.views;
        let view = CollideViews {
            count: ids.len(),
            ids: start(ids),
            lost: start(lost),
            visible_starts: start(&visible.starts),
            visible: start(&visible.handles),
            entered_starts: start(&entered.starts),
            entered: start(&entered.handles),
            left_starts: start(&left.starts),
            left: start(&left.handles),
        };
        views.put(view, "views")
    })
}

/// Writes who saw an entity at the last update, in order of their slots, into an array with room for `room`, and how many to `count`.
///
/// `COLLIDE_TOO_SMALL` where there is not room for all: `count` says how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_observers_of(
    interest: In<CollideInterest>,
    entity: CollideHandle,
    ids: Out<CollideObserverId>,
    room: usize,
    count: Out<usize>,
) -> CollideStatus {
    guarded(|| {
        let found = interest.get("interest")?.interest.observers_of(Handle::from_bits(entity));
        count.put(found.len(), "count")?;
        let count = enough("ids", room, found.len())?;
        ids.put_all(count, found.iter().map(|id| id.to_bits()), "ids")
    })
}
