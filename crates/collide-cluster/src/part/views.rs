//! Who sees whom, across borders.

use collide_core::{Circle, Shape, Touching, Vec2};
use collide_world::{
    Entity, Handle, Hits, Interest, InterestError, Mode, Observer, ObserverId, Query, Viewpoint, World,
};

use crate::wire::Told;
use crate::{ClusterError, TileMap};

/// The observers of a worker, and a world of all that they may see.
#[derive(Debug, Default)]
pub(crate) struct Views {
    pub(crate) interest: Interest,
    /// By slot.
    observers: Vec<Option<(ObserverId, Observer)>>,
    /// Everyone in an outer circle, and whoever is followed.
    scenery: World,
    /// Whom observers follow, as they are in this tick.
    followed: Vec<(Handle, Entity)>,
}

impl Views {
    pub(crate) fn insert(&mut self, observer: Observer) -> Result<ObserverId, InterestError> {
        let id = self.interest.insert(observer)?;
        let slot = id.slot() as usize;
        if slot >= self.observers.len() {
            self.observers.resize(slot + 1, None);
        }
        self.observers[slot] = Some((id, observer));
        Ok(id)
    }

    pub(crate) fn set(&mut self, id: ObserverId, observer: Observer) -> Result<(), InterestError> {
        self.interest.set(id, observer)?;
        self.observers[id.slot() as usize] = Some((id, observer));
        Ok(())
    }

    pub(crate) fn remove(&mut self, id: ObserverId) -> Result<Observer, InterestError> {
        let observer = self.interest.remove(id)?;
        self.observers[id.slot() as usize] = None;
        Ok(observer)
    }

    /// Whom observers follow.
    pub(crate) fn followed(&self) -> impl Iterator<Item = Handle> {
        self.observers.iter().flatten().filter_map(|(_, observer)| match observer.at {
            Viewpoint::Entity(handle) => Some(handle),
            Viewpoint::Point(_) => None,
        })
    }

    /// Learns where those are.
    pub(crate) fn follow(&mut self, followed: Vec<(Handle, Entity)>) {
        self.followed.extend(followed);
    }

    /// Sends what observers look at to whose tiles it touches.
    pub(crate) fn look(&mut self, map: &TileMap, out: &mut [Told]) {
        self.followed.sort_unstable_by_key(|(handle, _)| *handle);
        self.followed.dedup_by_key(|(handle, _)| *handle);
        for (_, observer) in self.observers.iter().flatten() {
            let Some(circle) = self.eye(observer).and_then(|at| Circle::new(at, observer.outer).ok()) else { continue };
            let (shape, filter) = (Shape::from(circle), observer.filter);
            for worker in map.workers_touched(&shape.aabb()).iter() {
                out[worker as usize].eyes.push(Query { what: shape, filter });
            }
        }
    }

    /// Where an observer stands, if anywhere.
    fn eye(&self, observer: &Observer) -> Option<Vec2> {
        match observer.at {
            Viewpoint::Point(point) => Some(point),
            Viewpoint::Entity(handle) => {
                let place = self.followed.binary_search_by_key(&handle, |(handle, _)| *handle).ok()?;
                Some(self.followed[place].1.shape.center())
            }
        }
    }

    /// Looks at all that may be seen.
    pub(crate) fn update(&mut self, mut seen: Vec<(Handle, Entity)>) -> Result<(), ClusterError> {
        seen.append(&mut self.followed);
        seen.sort_unstable_by_key(|(handle, _)| *handle);
        seen.dedup_by_key(|(handle, _)| *handle);
        let known: Vec<Handle> = self.scenery.iter().map(|(handle, _)| handle).collect();
        for handle in known {
            if seen.binary_search_by_key(&handle, |(handle, _)| *handle).is_err() {
                self.scenery.take_out(handle)?;
            }
        }
        for (handle, entity) in seen {
            match self.scenery.entity(handle) {
                Some(before) if before == entity => {}
                Some(_) => self.scenery.set_entity(handle, entity)?,
                None => self.scenery.insert_as(handle, entity)?,
            }
        }
        self.scenery.refresh();
        self.interest.update(&self.scenery)?;
        Ok(())
    }
}

/// Who overlaps or touches any of these.
pub(super) fn show(world: &World, eyes: &[Query<Shape>], seen: &mut Vec<(Handle, Entity)>) {
    if eyes.is_empty() {
        return;
    }
    // Who is seen may only touch, whatever the world's rule.
    let is_open = world.settings().touching == Touching::Open;
    let wider = |query: &Query<Shape>| {
        let mut query = *query;
        // An observer looks around in a circle.
        if is_open && let Shape::Circle(circle) = query.what {
            let radius = circle.radius().next_up().min(f32::MAX);
            query.what = Circle::new(circle.center(), radius).map_or(query.what, Shape::from);
        }
        query
    };
    let eyes: Vec<_> = eyes.iter().map(wider).collect();
    let mut hits = Hits::default();
    // There is no budget.
    _ = world.queries().overlap_batch_into(&eyes, Mode::All, &mut hits);
    let mut handles: Vec<Handle> = hits.iter().flatten().copied().collect();
    handles.sort_unstable();
    handles.dedup();
    seen.extend(handles.into_iter().filter_map(|handle| Some((handle, world.entity(handle)?))));
}
