//! Area of interest: observers and their visible entities.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Handle, Interest, Observer, ObserverId, ObserverStatus, Vec2, Viewpoint};

use crate::ask::CollideFilter;
use crate::border::{In, Mut, Out, freed};
use crate::budget::CollideBudget;
use crate::failure::{CollideStatus, Failure, enough, guarded};
use crate::hits::start;
use crate::shape::read_all;

use crate::world::{CollideHandle, CollideWorld};

/// The id of an observer of one CollideInterest until the observer is removed, as `CollideHandle` is for an entity.
pub type CollideObserverId = u64;

/// Area of interest management: keeps observers, and reports at each update which entities entered and left the view of
/// each.
#[derive(Debug, Default)]
pub struct CollideInterest {
    interest: Interest,
    observers: Vec<Observer>,
    views: Views,
}

/// The views of all observers, as flat arrays.
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

/// An observer with an area of interest. Create one with `collide_observer_at` or `collide_observer_of`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideObserver {
    /// Non-zero if its position is the center of `entity`, which it follows; otherwise its position is `x, y`.
    pub follows: u8,
    /// The entity that it follows.
    pub entity: CollideHandle,
    /// The x coordinate of a fixed position.
    pub x: f32,
    /// The y coordinate of a fixed position.
    pub y: f32,
    /// The radius of the inner circle, in world units. An entity becomes visible when its shape overlaps this circle.
    pub inner: f32,
    /// The radius of the outer circle, in world units; at least `inner`. A visible entity stays visible while its shape
    /// overlaps this circle. The gap between the circles is hysteresis: entities near the border do not flicker.
    pub outer: f32,
    /// The limit of visible entities; the nearest are visible. `SIZE_MAX` for no limit.
    pub max_visible: usize,
    /// Where there are more than `max_visible`, entities with one of these categories come before all others.
    pub first: u64,
    /// The filter of visible entities.
    pub filter: CollideFilter,
}

impl CollideObserver {
    fn read(&self) -> Result<Observer, Failure> {
        let Self { follows, entity, x, y, inner, outer, max_visible, first, filter } = *self;
        let at = match follows {
            0 => Viewpoint::Point(Vec2::new(x, y)),
            _ => Viewpoint::Entity(Handle::from_bits(entity)),
        };
        Ok(Observer { at, inner, outer, filter: filter.read()?, max_visible, first })
    }
}

/// An observer at a point, without a filter and without a limit.
#[unsafe(no_mangle)]
pub extern "C" fn collide_observer_at(x: f32, y: f32, inner: f32, outer: f32) -> CollideObserver {
    CollideObserver { x, y, inner, outer, max_visible: usize::MAX, ..CollideObserver::default() }
}

/// An observer that follows an entity, without a filter and without a limit. It sees that entity too, unless its filter
/// excludes it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_observer_of(entity: CollideHandle, inner: f32, outer: f32) -> CollideObserver {
    CollideObserver { follows: 1, entity, inner, outer, max_visible: usize::MAX, ..CollideObserver::default() }
}

/// The report of an update.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideInterestReport {
    /// The number of observers.
    pub observer_count: usize,
    /// The number of observers that follow a removed entity.
    pub lost_count: usize,
    /// The number of entities in the outer circles, summed over all observers.
    pub candidate_count: usize,
    /// The number of visible entities, summed over all observers.
    pub visible_count: usize,
    /// The number of entities that entered a view.
    pub entered_count: usize,
    /// The number of entities that left a view.
    pub left_count: usize,
    /// The work of the update, in units of which a million stand for about a millisecond.
    pub work: u64,
}

/// The views of all observers at the last update, in order of their slots, as flat arrays. Observer `i` has the id
/// `ids[i]`; its visible entities are `visible` from `visible_starts[i]` up to, but not including,
/// `visible_starts[i + 1]`. The same holds for `entered` and `left`. The arrays are valid until the next call that
/// takes the interest without `const`. Empty lists are null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideViews {
    /// The number of observers.
    pub count: usize,
    /// The ids of the observers.
    pub ids: *const CollideObserverId,
    /// Whether each observer follows a removed entity. It then sees nothing.
    ///
    /// 1 or 0.
    pub lost: *const u8,
    /// `count + 1` indices into `visible`.
    pub visible_starts: *const usize,
    /// The visible entities.
    pub visible: *const CollideHandle,
    /// `count + 1` indices into `entered`.
    pub entered_starts: *const usize,
    /// The entities that became visible with the last update.
    pub entered: *const CollideHandle,
    /// `count + 1` indices into `left`.
    pub left_starts: *const usize,
    /// The entities that are no longer visible since the last update. The handles of removed entities are stale.
    pub left: *const CollideHandle,
}

/// An interest without observers.
///
/// Writes it to `interest`: free it with `collide_interest_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_new(interest: Out<*mut CollideInterest>) -> CollideStatus {
    guarded(|| {
        let mut new = CollideInterest::default();
        new.views.clear();
        interest.put_object(new, "interest")
    })
}

/// Frees an interest. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_free(interest: Mut<CollideInterest>) {
    freed(interest);
}

/// Adds observers, and gives their ids. Their views are empty until the next update, at which all visible entities
/// enter.
///
/// Adds `count` observers and writes their ids to `ids`.
///
/// Errors: `COLLIDE_INVALID` with the index of an invalid observer. No observer is added then.
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

/// Replaces observers. They keep their ids and their visible entities.
///
/// `count` is the number of ids and of observers.
///
/// Errors: `COLLIDE_STALE` or `COLLIDE_INVALID` with the index of the first stale id or invalid observer. The observers
/// before it are replaced then.
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

/// Removes observers. Their visible entities are dropped, and not reported as left.
///
/// `count` is the number of ids.
///
/// Errors: `COLLIDE_STALE` with the index of the first stale id. The observers before it are removed then.
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

/// Updates the views of all observers. Call it once per tick, after the step; it is fastest right after a step.
///
/// `budget` may be null for no limits, and `report` too.
///
/// A visible entity stays visible while its shape overlaps the outer circle. Another entity becomes visible when its
/// shape overlaps the inner circle. Touching counts, whatever the world's touching rule.
///
/// Errors: `COLLIDE_OVER_BUDGET` if the update exceeds the budget. The views are then those of the last
/// successful update, and no entity entered or left.
#[unsafe(no_mangle)]
pub extern "C" fn collide_interest_update(
    interest: Mut<CollideInterest>,
    world: In<CollideWorld>,
    budget: In<CollideBudget>,
    report: Out<CollideInterestReport>,
) -> CollideStatus {
    guarded(|| {
        let CollideInterest { interest, views, .. } = interest.get("interest")?;
        let found = *interest.update_within(&world.get("world")?.world, CollideBudget::of(budget)?)?;
        views.take(interest);
        let found = CollideInterestReport {
            observer_count: found.observer_count,
            lost_count: found.lost_count,
            candidate_count: found.candidate_count,
            visible_count: found.visible_count,
            entered_count: found.entered_count,
            left_count: found.left_count,
            work: found.work,
        };
        report.put_optional(found, "report")
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

/// The views of all observers at the last update.
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

/// The ids of the observers that see an entity at the last update, in order of slots.
///
/// Writes the ids into an array with room for `room` ids, and their number to `count`.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is too small; `count` is then the required number.
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
