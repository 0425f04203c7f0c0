//! Views of observers across the borders of workers.

use collide_core::{Circle, Shape, Touching, Vec2};
use collide_world::{
    Entity, Handle, Hits, Interest, InterestError, Mode, Observer, ObserverId, Query, Viewpoint, World, WorldTools,
};

use crate::wire::StepMessage;
use crate::{ClusterError, TileMap};

/// The observers of a worker, and a world of all entities that may be visible to them.
#[derive(Debug, Default)]
pub(crate) struct Views {
    pub(crate) interest: Interest,
    /// By slot.
    observers: Vec<Option<(ObserverId, Observer)>>,
    /// All entities in an outer circle, and all that are followed.
    visible: World,
    /// The followed entities, as they are in this tick.
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

    /// The entities that observers follow.
    pub(crate) fn followed(&self) -> impl Iterator<Item = Handle> {
        self.observers.iter().flatten().filter_map(|(_, observer)| match observer.at {
            Viewpoint::Entity(handle) => Some(handle),
            Viewpoint::Point(_) => None,
        })
    }

    /// Adds followed entities, as they are in this tick.
    pub(crate) fn follow(&mut self, followed: Vec<(Handle, Entity)>) {
        self.followed.extend(followed);
    }

    /// Sends the outer circle of each observer to the workers whose tiles it touches.
    pub(crate) fn send_queries(&mut self, map: &TileMap, out: &mut [StepMessage]) {
        self.followed.sort_unstable_by_key(|(handle, _)| *handle);
        self.followed.dedup_by_key(|(handle, _)| *handle);
        for (_, observer) in self.observers.iter().flatten() {
            let Some(circle) = self.viewpoint(observer).and_then(|at| Circle::new(at, observer.outer).ok()) else {
                continue;
            };
            let (shape, filter) = (Shape::from(circle), observer.filter);
            for worker in map.workers_touched(&shape.aabb()).iter() {
                out[worker as usize].view_queries.push(Query { what: shape, filter });
            }
        }
    }

    /// The point of an observer, or `None` if the entity that it follows does not exist.
    fn viewpoint(&self, observer: &Observer) -> Option<Vec2> {
        match observer.at {
            Viewpoint::Point(point) => Some(point),
            Viewpoint::Entity(handle) => {
                let index = self.followed.binary_search_by_key(&handle, |(handle, _)| *handle).ok()?;
                Some(self.followed[index].1.shape.center())
            }
        }
    }

    /// Updates the views from all entities that may be visible.
    pub(crate) fn update(&mut self, mut entities: Vec<(Handle, Entity)>) -> Result<(), ClusterError> {
        entities.append(&mut self.followed);
        entities.sort_unstable_by_key(|(handle, _)| *handle);
        entities.dedup_by_key(|(handle, _)| *handle);
        let previous: Vec<Handle> = self.visible.iter().map(|(handle, _)| handle).collect();
        for handle in previous {
            if entities.binary_search_by_key(&handle, |(handle, _)| *handle).is_err() {
                self.visible.take(handle)?;
            }
        }
        for (handle, entity) in entities {
            match self.visible.entity(handle) {
                Some(before) if before == entity => {}
                Some(_) => self.visible.set(handle, entity)?,
                None => self.visible.insert_at(handle, entity)?,
            }
        }
        self.visible.refresh();
        self.interest.update(&self.visible);
        Ok(())
    }
}

/// Appends the entities that overlap or touch a shape of `queries`.
pub(super) fn collect_visible(world: &World, queries: &[Query<Shape>], visible: &mut Vec<(Handle, Entity)>) {
    if queries.is_empty() {
        return;
    }
    // An entity that only touches is visible under both touching rules.
    let is_open = world.settings().touching == Touching::Open;
    let wider = |query: &Query<Shape>| {
        let mut query = *query;
        // The range of an observer is a circle.
        if is_open && let Shape::Circle(circle) = query.what {
            let radius = circle.radius().next_up().min(f32::MAX);
            query.what = Circle::new(circle.center(), radius).map_or(query.what, Shape::from);
        }
        query
    };
    let queries: Vec<_> = queries.iter().map(wider).collect();
    let mut hits = Hits::default();
    // Cannot fail: there is no budget.
    _ = world.queries().overlap_batch_into(&queries, Mode::All, &mut hits);
    let mut handles: Vec<Handle> = hits.iter().flatten().copied().collect();
    handles.sort_unstable();
    handles.dedup();
    visible.extend(handles.into_iter().filter_map(|handle| Some((handle, world.entity(handle)?))));
}
