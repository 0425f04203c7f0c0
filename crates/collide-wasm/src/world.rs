use collide2d::report::Report;
use collide2d::{Contact, CrowdLimit, Entity, EventKind, Handle, Moves, Shape, SweptPairs, Vec2, World};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused, refused_item, wrong_length};
use crate::shapes::NO_ENTITY;
use crate::{Answer, RawColumns, RawSettings, RawTick, budget, entities, shapes};

/// A world, and the buffers of its calls.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawWorld {
    pub(crate) world: World,
    shapes: Vec<Shape>,
    entities: Vec<Entity>,
    handles: Vec<Handle>,
    updates: Vec<(Handle, Shape)>,
    contacts: Vec<Option<Contact>>,
    pub(crate) moving: Vec<(Handle, Vec2)>,
    pub(crate) moves: Moves,
    pub(crate) swept: SweptPairs,
}

/// The report of a step.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct RawReport {
    /// The number of shapes.
    pub shape_count: usize,
    /// The number of candidate pairs that reached the exact test.
    pub candidate_count: f64,
    /// The number of pairs.
    pub pair_count: f64,
    /// The work in units, of which a million stand for about a millisecond.
    pub work: f64,
    /// The number of places with more entities than the limit.
    pub crowd_count: usize,
    /// The number of entities that took no part in the pairs.
    pub surplus_count: usize,
    /// The strategy that ran.
    pub strategy: String,
    /// The reason for that strategy.
    pub reason: String,
    /// The milliseconds of each phase, in the order of the phases.
    pub times: Vec<f64>,
}

#[wasm_bindgen]
impl RawWorld {
    /// An empty world.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(settings: &RawSettings) -> Self {
        Self::of(World::new(settings.0.clone()))
    }

    /// Changes the settings.
    pub fn set_settings(&mut self, settings: &RawSettings) {
        self.world.set_settings(settings.0.clone());
    }

    /// The number of entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.world.len()
    }

    /// Whether there is no entity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.world.is_empty()
    }

    /// Inserts entities and writes their handles.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn insert(
        &mut self,
        kinds: &[u8],
        numbers: &[f32],
        data: &[u64],
        layers: &[u64],
        sensors: &[u8],
        mobility: &[u8],
        out: &mut Answer,
    ) -> Result<()> {
        shapes::read(kinds, numbers, &mut self.shapes)?;
        entities::Columns { data, layers, sensors, mobility }.read(&self.shapes, &mut self.entities)?;
        self.handles.clear();
        self.world.insert_batch(&self.entities, &mut self.handles).map_err(refused_item)?;
        out.clear();
        out.handles(self.handles.iter().copied());
        Ok(())
    }

    /// Replaces entities with all their properties.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn set_entities(
        &mut self,
        handles: &[u64],
        kinds: &[u8],
        numbers: &[f32],
        data: &[u64],
        layers: &[u64],
        sensors: &[u8],
        mobility: &[u8],
    ) -> Result<()> {
        shapes::read(kinds, numbers, &mut self.shapes)?;
        entities::Columns { data, layers, sensors, mobility }.read(&self.shapes, &mut self.entities)?;
        check_length(handles, kinds.len())?;
        let handles = handles.iter().map(|bits| Handle::from_bits(*bits));
        let updates: Vec<_> = handles.zip(self.entities.iter().copied()).collect();
        self.world.set_batch(&updates).map_err(refused_item)
    }

    /// Sets the shapes of entities.
    pub fn set_shapes(&mut self, handles: &[u64], kinds: &[u8], numbers: &[f32]) -> Result<()> {
        shapes::read(kinds, numbers, &mut self.shapes)?;
        check_length(handles, kinds.len())?;
        self.updates.clear();
        self.updates.extend(handles.iter().map(|bits| Handle::from_bits(*bits)).zip(self.shapes.iter().copied()));
        self.world.set_batch(&self.updates).map_err(refused_item)
    }

    /// Removes entities.
    pub fn remove(&mut self, handles: &[u64]) -> Result<()> {
        self.handles.clear();
        self.handles.extend(handles.iter().map(|bits| Handle::from_bits(*bits)));
        self.world.remove_batch(&self.handles).map_err(refused_item)
    }

    /// Writes entities. Removed entities have the kind 255, `NO_ENTITY` in JavaScript.
    pub fn get_entities(&self, handles: &[u64], out: &mut Answer) {
        out.clear();
        for handle in handles.iter().map(|bits| Handle::from_bits(*bits)) {
            entities::write(handle, self.world.entity(handle), out);
        }
    }

    /// Writes all entities, in order of slots.
    pub fn all(&self, out: &mut Answer) {
        out.clear();
        self.world.iter().for_each(|(handle, entity)| entities::write(handle, Some(entity), out));
    }

    /// Sets the dynamic circles from the columns, by slot.
    pub fn write_circles(&mut self, columns: &RawColumns) -> Result<()> {
        columns.write(&mut self.world)
    }

    /// Writes the dynamic circles into the columns, by slot.
    pub fn read_circles(&self, columns: &mut RawColumns) {
        columns.read(&self.world);
    }

    /// Runs a tick within a budget, and returns the number of pairs.
    pub fn step(&mut self, limits: &[f64]) -> Result<f64> {
        let report = self.world.step_within(budget::of_pairs(limits)).map_err(refused)?;
        Ok(report.pair_count as f64)
    }

    /// Re-indexes changed entities.
    pub fn refresh(&mut self) {
        self.world.refresh();
    }

    /// The number of pairs that a step would find now.
    pub fn count_pairs(&mut self) -> f64 {
        self.world.count_pairs() as f64
    }

    /// Writes the pairs: two handles for each.
    pub fn pairs(&self, out: &mut Answer) {
        out.clear();
        out.handles(self.world.pairs().iter().flat_map(|(a, b)| [a, b]));
    }

    /// Writes the pairs: two slots for each.
    pub fn pair_slots(&self, out: &mut Answer) {
        out.clear();
        let slots = self.world.pairs().slots();
        // Resized first: an iterator of twice the length would check the capacity for each number.
        out.words.resize(2 * slots.len(), 0);
        for (place, (a, b)) in out.words.as_chunks_mut().0.iter_mut().zip(slots) {
            *place = [*a, *b];
        }
    }

    /// Writes the events of pairs: a kind and two handles for each; with those that stayed only if `stayed`.
    pub fn events(&self, stayed: bool, out: &mut Answer) {
        out.clear();
        for event in self.world.events().iter().filter(|event| stayed || event.kind != EventKind::Stayed) {
            out.bytes.push(event.kind as u8);
            out.handles([event.a, event.b]);
        }
    }

    /// Writes the events of the pairs of an entity: a kind and two handles for each.
    pub fn events_of(&self, handle: u64, out: &mut Answer) {
        out.clear();
        for event in self.world.events_of(Handle::from_bits(handle)) {
            out.bytes.push(event.kind as u8);
            out.handles([event.a, event.b]);
        }
    }

    /// Writes the events between categories: a kind, two handles and two data for each; with those that stayed only if
    /// `stayed`.
    pub fn events_between(&self, first: u64, second: u64, stayed: bool, out: &mut Answer) {
        out.clear();
        let events = self.world.events_between(first, second);
        for event in events.filter(|event| stayed || event.kind != EventKind::Stayed) {
            out.bytes.push(event.kind as u8);
            out.handles([event.a, event.b]);
            out.hits.extend([event.a_data, event.b_data]);
        }
    }

    /// Writes the handles of the entities whose last change was at a tick or later.
    pub fn changed_since(&self, tick: f64, out: &mut Answer) {
        out.clear();
        out.handles(self.world.changed_since(tick as u64));
    }

    /// Writes the contacts of pairs: depth, normal and two points, and the number of valid points.
    pub fn contacts(&mut self, out: &mut Answer) {
        out.clear();
        self.world.contacts_into(&mut self.contacts);
        for contact in &self.contacts {
            match contact {
                Some(Contact { normal, depth, points }) => out.meeting(*depth, *normal, *points),
                None => {
                    out.bytes.push(0);
                    out.numbers.extend([f32::NAN; 7]);
                }
            }
        }
    }

    /// The number of steps so far.
    #[must_use]
    pub fn tick(&self) -> f64 {
        self.world.tick() as f64
    }

    /// A hash of the tick and its pairs.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.world.fingerprint()
    }

    /// The report of the last step. Writes the most crowded place, if there is one, as `crowds` does.
    #[must_use]
    pub fn report(&self, out: &mut Answer) -> Option<RawReport> {
        self.world.report().map(|report| {
            let Report { shape_count, candidate_count, pair_count, work, strategy, reason, times, .. } = report;
            out.crowds(report.crowd.as_slice());
            RawReport {
                shape_count: *shape_count,
                candidate_count: *candidate_count as f64,
                pair_count: *pair_count as f64,
                work: *work as f64,
                crowd_count: report.crowd_count,
                surplus_count: report.surplus_count,
                strategy: strategy.name().to_owned(),
                reason: reason.to_string(),
                times: times.phases().map(|(_, time)| time.as_secs_f64() * 1e3).into(),
            }
        })
    }

    /// Writes the places with more dynamic entities than a limit, the most crowded first: a handle, two counts and an
    /// area for each.
    pub fn crowds(&self, max: u32, first: u64, out: &mut Answer) {
        out.crowds(&self.world.crowds(CrowdLimit::new(max).with_first(first)));
    }

    /// A readable explanation of the last step.
    #[must_use]
    pub fn explain(&self) -> Option<String> {
        self.world.explain().map(|explanation| explanation.to_string())
    }

    /// The p50 and p99 times of the last ticks, as a line for a log.
    #[must_use]
    pub fn recent(&self) -> String {
        self.world.recent().to_string()
    }

    /// The number of allocated bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.world.memory()
    }

    /// Checks the internal invariants.
    pub fn validate(&self) -> Result<()> {
        self.world.validate().map_err(refused)
    }

    /// Writes a snapshot of the world as bytes.
    pub fn save(&self, out: &mut Answer) {
        out.clear();
        self.world.save_into(&mut out.bytes);
    }

    /// Replaces the world by a snapshot.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.world.restore(bytes).map_err(refused)
    }

    /// An independent copy that evolves identically.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::of(self.world.clone())
    }

    /// Overwrites another world with such a copy.
    pub fn fork_into(&self, other: &mut Self) {
        other.world.clone_from(&self.world);
    }

    /// Starts a recording.
    pub fn start_recording(&mut self) {
        self.world.start_recording();
    }

    /// Stops the recording.
    pub fn stop_recording(&mut self) {
        self.world.stop_recording();
    }

    /// Whether the world is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.world.is_recording()
    }

    /// Writes the ticks that were recorded since the last call.
    pub fn recorded(&mut self, out: &mut Answer) {
        out.clear();
        let Ok(_) = self.world.write_recorded(&mut out.bytes) else { unreachable!("writing to memory never fails") };
    }

    /// Replays a recorded tick. Returns the numbers of batches of queries that were replayed, and that were skipped.
    pub fn replay(&mut self, tick: &RawTick) -> Result<Vec<u32>> {
        let replayed = tick.0.replay(&mut self.world).map_err(refused)?;
        Ok(vec![replayed.answered as u32, replayed.skipped as u32])
    }

    /// Applies the changes of a recorded tick, without a step.
    pub fn follow(&mut self, tick: &RawTick) -> Result<()> {
        tick.0.follow(&mut self.world).map_err(refused)
    }
}

impl RawWorld {
    fn of(world: World) -> Self {
        Self {
            world,
            shapes: Vec::new(),
            entities: Vec::new(),
            handles: Vec::new(),
            updates: Vec::new(),
            contacts: Vec::new(),
            moving: Vec::new(),
            moves: Moves::default(),
            swept: SweptPairs::default(),
        }
    }
}

/// Checks that there are `count` handles.
fn check_length(handles: &[u64], count: usize) -> Result<()> {
    if handles.len() == count { Ok(()) } else { Err(wrong_length("handles", &count.to_string(), handles.len())) }
}

/// The kind for a handle without an entity.
#[wasm_bindgen]
#[must_use]
pub fn no_entity() -> u8 {
    NO_ENTITY
}
