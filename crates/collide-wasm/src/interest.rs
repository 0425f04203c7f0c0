use collide2d::report::InterestReport;
use collide2d::{Change, Handle, Interest, Observer, ObserverId, ObserverStatus, Vec2, Viewpoint};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused, wrong_length};
use crate::{Answer, RawTerms, RawWorld, budget};

/// Area of interest: observers and their visible entities.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct RawInterest(Interest);

#[wasm_bindgen]
impl RawInterest {
    /// Without observers.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of observers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no observer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an observer: at an entity or a point, with two radii, a limit of visible entities, and a filter.
    pub fn insert(
        &mut self,
        entity: Option<u64>,
        numbers: &[f32],
        max_visible: Option<u32>,
        first: u64,
        filter: &RawTerms,
    ) -> Result<u64> {
        Ok(self.0.insert(observer(entity, numbers, (max_visible, first), filter)?).map_err(refused)?.to_bits())
    }

    /// Changes an observer.
    pub fn set(
        &mut self,
        id: u64,
        entity: Option<u64>,
        numbers: &[f32],
        max_visible: Option<u32>,
        first: u64,
        filter: &RawTerms,
    ) -> Result<()> {
        self.0.set(ObserverId::from_bits(id), observer(entity, numbers, (max_visible, first), filter)?).map_err(refused)
    }

    /// Removes an observer.
    pub fn remove(&mut self, id: u64) -> Result<()> {
        self.0.remove(ObserverId::from_bits(id)).map(drop).map_err(refused)
    }

    /// Updates the views. Returns the numbers of observers, lost observers, candidates, visible, entered and left
    /// entities, and the work.
    pub fn update(&mut self, world: &RawWorld, limits: &[f64]) -> Result<Vec<f64>> {
        let report = self.0.update_within(&world.world, budget::read(limits)).map_err(refused)?;
        let InterestReport {
            observer_count,
            lost_count,
            candidate_count,
            visible_count,
            entered_count,
            left_count,
            work,
        } = *report;
        let counts = [observer_count, lost_count, candidate_count, visible_count, entered_count, left_count];
        Ok(counts.map(|count| count as f64).into_iter().chain([work as f64]).collect())
    }

    /// Writes the changes: 1 for an entity that entered, and the observer and the entity of each.
    pub fn changes(&self, out: &mut Answer) {
        out.clear();
        for (id, change) in self.0.changes() {
            let (entered, handle) = match change {
                Change::Left(handle) => (0, handle),
                Change::Entered(handle) => (1, handle),
            };
            out.bytes.push(entered);
            out.wide.extend([id.to_bits(), handle.to_bits()]);
        }
    }

    /// Writes the entities that are visible to an observer (0), that entered its view (1) or that left it (2).
    pub fn view(&self, id: u64, part: u8, out: &mut Answer) {
        let view = self.0.view(ObserverId::from_bits(id));
        let entities = match part {
            0 => view.visible,
            1 => view.entered,
            _ => view.left,
        };
        out.clear();
        out.handles(entities.iter().copied());
    }

    /// Writes the views of all observers: their ids, and 1 for one that lost its entity; and the three lists of
    /// entities with their starts.
    pub fn views(&self, observers: &mut Answer, visible: &mut Answer, entered: &mut Answer, left: &mut Answer) {
        observers.clear();
        for list in [&mut *visible, &mut *entered, &mut *left] {
            list.clear();
            list.words.push(0);
        }
        for (id, view) in self.0.views() {
            observers.wide.push(id.to_bits());
            observers.bytes.push(matches!(self.0.status(id), Some(ObserverStatus::Lost { .. })).into());
            for (list, entities) in
                [(&mut *visible, view.visible), (&mut *entered, view.entered), (&mut *left, view.left)]
            {
                list.handles(entities.iter().copied());
                list.words.push(list.wide.len() as u32);
            }
        }
    }

    /// Writes the observers that see an entity.
    pub fn observers_of(&self, handle: u64, out: &mut Answer) {
        out.clear();
        out.wide.extend(self.0.observers_of(Handle::from_bits(handle)).iter().map(|id| id.to_bits()));
    }

    /// Whether an observer has a position (true), has lost the entity that it follows (false), or was not updated yet
    /// (none).
    #[must_use]
    pub fn is_watching(&self, id: u64) -> Option<bool> {
        self.0.status(ObserverId::from_bits(id)).map(|status| status == ObserverStatus::Watching)
    }
}

/// `numbers` are the inner radius, the outer radius, and the point of an observer without `entity`.
fn observer(
    entity: Option<u64>,
    numbers: &[f32],
    (max_visible, first): (Option<u32>, u64),
    filter: &RawTerms,
) -> Result<Observer> {
    let &[inner, outer, x, y] = numbers else { return Err(wrong_length("numbers", "4", numbers.len())) };
    let at = entity.map_or(Viewpoint::Point(Vec2::new(x, y)), |bits| Viewpoint::Entity(Handle::from_bits(bits)));
    let max_visible = max_visible.map_or(usize::MAX, |max_visible| max_visible as usize);
    Ok(Observer { at, inner, outer, filter: filter.filters(1)?(0), max_visible, first })
}
