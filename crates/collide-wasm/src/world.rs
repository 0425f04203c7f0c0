use collide2d::{Contact, Entity, EventKind, Handle, Report, Shape, World};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused, refused_item, wrong_length};
use crate::shapes::NOBODY;
use crate::{Answer, RawColumns, RawSettings, RawTick, entities, shapes};

/// A world, and what calls into it work with.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawWorld {
    pub(crate) world: World,
    shapes: Vec<Shape>,
    entities: Vec<Entity>,
    handles: Vec<Handle>,
    updates: Vec<(Handle, Shape)>,
    contacts: Vec<Option<Contact>>,
}

/// What a step did.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct RawReport {
    /// Shapes taken part.
    pub shape_count: usize,
    /// Pairs that the search let through to the exact test.
    pub candidate_count: f64,
    /// Pairs found.
    pub pair_count: f64,
    /// The strategy that ran.
    pub strategy: String,
    /// Why it ran.
    pub reason: String,
    /// Milliseconds of each phase, in the order in which they are gone through.
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

    /// Number of entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.world.len()
    }

    /// Whether there is no entity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.world.is_empty()
    }

    /// Adds entities and writes their handles.
    ///
    /// # Errors
    /// What is no entity, or too many.
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

    /// Gives entities all that they have anew.
    ///
    /// # Errors
    /// What is no entity, and stale handles. Nothing is changed then.
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
        self.world.set_entity_batch(&updates).map_err(refused_item)
    }

    /// Gives entities new shapes.
    ///
    /// # Errors
    /// What is no shape, and stale handles. Nothing is changed then.
    pub fn set_shapes(&mut self, handles: &[u64], kinds: &[u8], numbers: &[f32]) -> Result<()> {
        shapes::read(kinds, numbers, &mut self.shapes)?;
        check_length(handles, kinds.len())?;
        self.updates.clear();
        self.updates.extend(handles.iter().map(|bits| Handle::from_bits(*bits)).zip(self.shapes.iter().copied()));
        self.world.set_shape_batch(&self.updates).map_err(refused_item)
    }

    /// Removes entities.
    ///
    /// # Errors
    /// Stale handles. Nothing is removed then.
    pub fn remove(&mut self, handles: &[u64]) -> Result<()> {
        self.handles.clear();
        self.handles.extend(handles.iter().map(|bits| Handle::from_bits(*bits)));
        self.world.remove_batch(&self.handles).map_err(refused_item)
    }

    /// Writes entities, those that are gone as nobody.
    pub fn get_entities(&self, handles: &[u64], out: &mut Answer) {
        out.clear();
        for handle in handles.iter().map(|bits| Handle::from_bits(*bits)) {
            entities::write(handle, self.world.entity(handle), out);
        }
    }

    /// Writes all entities, by slot.
    pub fn all(&self, out: &mut Answer) {
        out.clear();
        self.world.iter().for_each(|(handle, entity)| entities::write(handle, Some(entity), out));
    }

    /// Puts the dynamic circles where the columns say, by slot.
    ///
    /// # Errors
    /// What is no circle. It stays as it was, all others are changed.
    pub fn write_circles(&mut self, columns: &RawColumns) -> Result<()> {
        columns.write(&mut self.world)
    }

    /// Writes where the circles are into the columns, by slot.
    pub fn read_circles(&self, columns: &mut RawColumns) {
        columns.read(&self.world);
    }

    /// Finds the pairs of the next tick, at most so many, and says how many they are.
    ///
    /// # Errors
    /// More pairs than that.
    pub fn step(&mut self, max_pairs: Option<f64>) -> Result<f64> {
        let report =
            self.world.step_within(max_pairs.map_or(u64::MAX, |max_pairs| max_pairs as u64)).map_err(refused)?;
        Ok(report.pair_count as f64)
    }

    /// Sorts what has changed.
    pub fn refresh(&mut self) {
        self.world.refresh();
    }

    /// How many pairs there would be.
    pub fn count_pairs(&mut self) -> f64 {
        self.world.count_pairs() as f64
    }

    /// Writes the pairs: handles two by two.
    pub fn pairs(&self, out: &mut Answer) {
        out.clear();
        out.handles(self.world.pairs().iter().flat_map(|(a, b)| [a, b]));
    }

    /// Writes the pairs: slots two by two.
    pub fn pair_slots(&self, out: &mut Answer) {
        out.clear();
        out.words.extend(self.world.pairs().slots().iter().flat_map(|(a, b)| [*a, *b]));
    }

    /// Writes what became of pairs: a kind, and two handles; without those that stayed, if so asked.
    pub fn events(&self, stayed: bool, out: &mut Answer) {
        out.clear();
        for event in self.world.events().iter().filter(|event| stayed || event.kind != EventKind::Stayed) {
            out.bytes.push(event.kind as u8);
            out.handles([event.a, event.b]);
        }
    }

    /// Writes how pairs meet: depth, normal and two points, and how many of the points count.
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

    /// How many steps there were.
    #[must_use]
    pub fn tick(&self) -> f64 {
        self.world.tick() as f64
    }

    /// Tick and pairs as one number.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.world.fingerprint()
    }

    /// What the last step did.
    #[must_use]
    pub fn report(&self) -> Option<RawReport> {
        self.world.report().map(|report| {
            let Report { shape_count, candidate_count, pair_count, strategy, reason, times, .. } = report;
            RawReport {
                shape_count: *shape_count,
                candidate_count: *candidate_count as f64,
                pair_count: *pair_count as f64,
                strategy: strategy.name().to_owned(),
                reason: reason.to_string(),
                times: times.phases().map(|(_, time)| time.as_secs_f64() * 1e3).into(),
            }
        })
    }

    /// Why the last step was done as it was.
    #[must_use]
    pub fn explain(&self) -> Option<String> {
        self.world.explain().map(|explanation| explanation.to_string())
    }

    /// What the last ticks took, as a line for a log.
    #[must_use]
    pub fn recent(&self) -> String {
        self.world.recent().to_string()
    }

    /// Bytes allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.world.memory()
    }

    /// Looks whether all that the world keeps agrees.
    ///
    /// # Errors
    /// A fault of the library.
    pub fn validate(&self) -> Result<()> {
        self.world.validate().map_err(refused)
    }

    /// The world as bytes.
    pub fn save(&self, out: &mut Answer) {
        out.clear();
        self.world.save_into(&mut out.bytes);
    }

    /// Becomes the world that was saved.
    ///
    /// # Errors
    /// Bytes that are not those of a world. Nothing is changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        self.world.restore(bytes).map_err(refused)
    }

    /// A copy that goes on alike.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::of(self.world.clone())
    }

    /// Makes another world such a copy.
    pub fn fork_into(&self, other: &mut Self) {
        other.world.clone_from(&self.world);
    }

    /// Writes down what happens from now on.
    pub fn start_recording(&mut self) {
        self.world.start_recording();
    }

    /// Writes nothing down any more.
    pub fn stop_recording(&mut self) {
        self.world.stop_recording();
    }

    /// Whether what happens is written down.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.world.is_recording()
    }

    /// Writes what was written down since the last time.
    pub fn recorded(&mut self, out: &mut Answer) {
        out.clear();
        let Ok(_) = self.world.write_recorded(&mut out.bytes) else { unreachable!("memory takes all that is written") };
    }

    /// Goes through a recorded tick again; how many batches of questions were asked again, and how many could not be.
    ///
    /// # Errors
    /// Where it comes out otherwise.
    pub fn replay(&mut self, tick: &RawTick) -> Result<Vec<u32>> {
        let replayed = self.world.replay(&tick.0).map_err(refused)?;
        Ok(vec![replayed.answered as u32, replayed.skipped as u32])
    }

    /// Makes the changes of a recorded tick, and no step.
    ///
    /// # Errors
    /// Changes that do not fit.
    pub fn follow(&mut self, tick: &RawTick) -> Result<()> {
        self.world.follow(&tick.0).map_err(refused)
    }
}

impl RawWorld {
    fn of(world: World) -> Self {
        let (shapes, entities, handles) = (Vec::new(), Vec::new(), Vec::new());
        Self { world, shapes, entities, handles, updates: Vec::new(), contacts: Vec::new() }
    }
}

/// Whether there are `count` handles.
fn check_length(handles: &[u64], count: usize) -> Result<()> {
    if handles.len() == count { Ok(()) } else { Err(wrong_length("handles", &count.to_string(), handles.len())) }
}

/// What JavaScript takes for the kind of nobody.
#[wasm_bindgen]
#[must_use]
pub fn nobody() -> u8 {
    NOBODY
}
