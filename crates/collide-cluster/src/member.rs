use std::cell::{Ref, RefCell};
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use collide_core::{IntoArg, Vec2};
use collide_world::{Answer, Entity, Event, Handle, Interest, InterestError, Observer, ObserverId, Question};
use timely::worker::Worker;

use crate::events::Pair;
use crate::feed::Change;
use crate::flow::Flow;
use crate::report::TickReport;
use crate::settable::{Settable, sealed::Value};
use crate::state::WorkerState;
use crate::{ClusterError, Settings, TileMap, Workers};

/// The maximum sleep of a worker that waits for others.
const MAX_SLEEP: Duration = Duration::from_millis(1);

/// A worker of a cluster: its share of the world, and its dataflow.
///
/// All workers run the same ticks, with the same [`Settings`]. Between two ticks a front end feeds changes to its
/// worker; the entities may belong to any worker. A change costs no message if this worker [owns](Self::owns) the
/// entity, or [will own](Self::worker_at) it if it is new. In a tick all changes of a handle must be fed to the same
/// worker.
pub struct Member {
    state: Rc<RefCell<WorkerState>>,
    flow: Flow,
    failed: bool,
}

/// The results of a tick for a worker, emitted to the [sink](Member::tick) when the tick is complete on all workers.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// The tick.
    pub tick: u64,
    /// The pairs whose first entity this worker owns, in order of slots. The pairs of all workers together are those of
    /// a [`World`](collide_world::World), each once.
    pub pairs: &'a [Pair],
    /// The events of these pairs, in order of slots, if the world's settings have events. A pair of a removed entity
    /// ends at its last owner. [`World::events_between`](collide_world::World::events_between) has no counterpart: an
    /// entity that another worker removed has no data here.
    pub events: &'a [Event],
    /// The answers to the questions that this worker [asked](Member::ask), in order.
    pub answers: &'a [Answer],
    /// The views of this worker's observers, if the settings have interest.
    pub interest: &'a Interest,
    /// The report of the worker.
    pub report: &'a TickReport,
}

impl Member {
    /// Joins a cluster. Call it in the closure that timely runs for each worker.
    ///
    /// # Errors
    /// [`ClusterError::Tiles`] if there are more than 128 workers, or the size of a [tile](Settings::tile) is out of
    /// range.
    pub fn new(worker: &mut Worker, settings: Settings) -> Result<Self, ClusterError> {
        Self::with(worker, settings, |_| Ok(()))
    }

    /// [`new`](Self::new) with a state that `ready` prepares.
    pub(crate) fn with(
        worker: &mut Worker,
        settings: Settings,
        ready: impl FnOnce(&mut WorkerState) -> Result<(), ClusterError>,
    ) -> Result<Self, ClusterError> {
        let mut state = WorkerState::new(worker.index() as u32, worker.peers() as u32, settings)?;
        ready(&mut state)?;
        let state = Rc::new(RefCell::new(state));
        let flow = Flow::new(worker, &state);
        Ok(Self { state, flow, failed: false })
    }

    /// Runs a tick with all other workers, with all changes fed since the last tick, and emits its results to `sink`.
    /// Returns when the tick is complete on all workers.
    ///
    /// # Errors
    /// [`ClusterError::Stalled`] if other workers take longer than [`Settings::patience`]. Other [`ClusterError`]s for
    /// bugs and invalid messages. After an error the worker is no longer part of the cluster, and each further tick
    /// [fails](ClusterError::Failed).
    ///
    /// # Panics
    /// In timely, if the process of another worker is lost.
    pub fn tick(&mut self, worker: &mut Worker, sink: impl FnOnce(Outcome<'_>)) -> Result<TickReport, ClusterError> {
        if self.failed {
            return Err(ClusterError::Failed);
        }
        self.failed = true;
        let report = self.run(worker, sink)?;
        self.failed = false;
        Ok(report)
    }

    fn run(&mut self, worker: &mut Worker, sink: impl FnOnce(Outcome<'_>)) -> Result<TickReport, ClusterError> {
        let start = Instant::now();
        let envelopes = {
            let mut state = self.state.borrow_mut();
            state.begin();
            let envelopes = state.feed()?;
            state.record_time(0, start.elapsed());
            envelopes
        };
        let tick = *self.flow.input.time();
        envelopes.into_iter().for_each(|envelope| self.flow.input.send(envelope));
        self.flow.input.advance_to(tick + 1);
        self.wait(worker, tick, start)?;
        let mut state = self.state.borrow_mut();
        state.report.total = start.elapsed();
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        let WorkerState { pairs, events, answers, views, report, .. } = &*state;
        let interest = &views.interest;
        sink(Outcome { tick, pairs, events, answers, interest, report });
        Ok(state.report.clone())
    }

    /// Runs the dataflow until a tick is complete.
    fn wait(&self, worker: &mut Worker, tick: u64, start: Instant) -> Result<(), ClusterError> {
        let patience = self.state.borrow().settings.patience;
        while self.flow.probe.less_equal(&tick) {
            worker.step_or_park(Some(MAX_SLEEP));
            let waited = start.elapsed();
            if patience.is_some_and(|patience| waited > patience) && self.flow.probe.less_equal(&tick) {
                let next = self.state.borrow().stage + 1;
                let stage = crate::report::STAGE_NAMES.get(next).copied().unwrap_or("end");
                return Err(ClusterError::Stalled { tick, waited, stage });
            }
        }
        Ok(())
    }

    fn checked(&self, handle: Handle) -> Result<std::cell::RefMut<'_, WorkerState>, ClusterError> {
        let state = self.state.borrow_mut();
        let (slot, max_slots) = (handle.slot(), state.settings.max_slots);
        if slot < max_slots { Ok(state) } else { Err(ClusterError::Slot { slot, max_slots }) }
    }

    /// Adds an entity under a handle of a [`HandleAllocator`](crate::HandleAllocator), from the next tick on.
    ///
    /// # Errors
    /// [`ClusterError::Slot`] if the slot is not below [`Settings::max_slots`]. [`ClusterError::Twice`] if the handle
    /// was already inserted or removed in this tick.
    pub fn insert(&mut self, handle: Handle, entity: impl IntoArg<Entity>) -> Result<(), ClusterError> {
        self.checked(handle)?.feed.insert(handle, entity.into())
    }

    /// Sets the shape of an entity of any worker, or with an [`Entity`] also its data, mobility and filter, from the
    /// next tick on. If the entity does not exist, the report of one of the workers lists its handle in
    /// [`TickReport::refused`].
    ///
    /// # Errors
    /// [`ClusterError::Slot`] if the slot is not below [`Settings::max_slots`]. [`ClusterError::Twice`] if the entity
    /// was removed in this tick.
    pub fn set(&mut self, handle: Handle, value: impl Settable) -> Result<(), ClusterError> {
        match value.value() {
            Value::Shape(shape) => self.checked(handle)?.feed.reshape(handle, shape),
            Value::Entity(entity) => self.checked(handle)?.feed.change(handle, Change::Entity(entity)),
        }
    }

    /// Removes an entity of any worker, from the next tick on.
    ///
    /// # Errors
    /// The errors of [`set`](Self::set).
    pub fn remove(&mut self, handle: Handle) -> Result<(), ClusterError> {
        self.checked(handle)?.feed.change(handle, Change::Remove)
    }

    /// Queries the whole world. The answer is in the [outcome](Outcome::answers) of the next tick, at the returned
    /// index. Questions need no additional stage.
    ///
    /// The answer is about the world after the next tick, or at `time`, in ticks as for
    /// [`World::at`](collide_world::World::at).
    ///
    /// # Errors
    /// [`ClusterError::Past`] if `time` is not in the history after the next tick.
    pub fn ask(&mut self, time: Option<f64>, question: Question<'static>) -> Result<usize, ClusterError> {
        let mut state = self.state.borrow_mut();
        time.map_or(Ok(()), |time| state.check_time(time))?;
        state.questions.push((time, question));
        Ok(state.questions.len() - 1)
    }

    /// Adds an observer of this worker, as [`Interest::insert`] does. Its view includes entities of all workers.
    /// Requires [`Settings::interest`].
    ///
    /// # Errors
    /// The errors of [`Interest::insert`].
    pub fn observe(&mut self, observer: Observer) -> Result<ObserverId, InterestError> {
        self.state.borrow_mut().views.insert(observer)
    }

    /// Replaces an observer, as [`Interest::set`] does.
    ///
    /// # Errors
    /// The errors of [`Interest::set`].
    pub fn set_observer(&mut self, id: ObserverId, observer: Observer) -> Result<(), InterestError> {
        self.state.borrow_mut().views.set(id, observer)
    }

    /// Removes an observer, as [`Interest::remove`] does.
    ///
    /// # Errors
    /// The errors of [`Interest::remove`].
    pub fn remove_observer(&mut self, id: ObserverId) -> Result<Observer, InterestError> {
        self.state.borrow_mut().views.remove(id)
    }

    /// Asks all workers to stop after the next tick: its report says so on all of them
    /// ([`TickReport::stop`]). So all can save the same tick and end together. Costs no message of its own.
    pub fn request_stop(&mut self) {
        self.state.borrow_mut().stop = true;
    }

    /// The number of this worker.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.state.borrow().me
    }

    /// The last tick that is complete on all workers.
    #[must_use]
    pub fn tick_count(&self) -> u64 {
        self.flow.input.time() - 1
    }

    /// Whether this worker owns an entity.
    #[must_use]
    pub fn owns(&self, handle: Handle) -> bool {
        self.state.borrow().owns(handle)
    }

    /// An entity that this worker owns or holds as a [ghost](TickReport::ghosts), else `None`.
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        self.state.borrow().world.entity(handle)
    }

    /// Calls `each` for all entities that this worker owns, in no particular order.
    pub fn each_owned(&self, mut each: impl FnMut(Handle, &Entity)) {
        let state = self.state.borrow();
        for row in state.rows.list.iter().filter(|row| row.owner == state.me) {
            if let Some(entity) = state.world.entity(row.handle) {
                each(row.handle, &entity);
            }
        }
    }

    /// The worker that owns an entity with this [`middle`](collide_core::Shape::middle) from the next tick on.
    #[must_use]
    pub fn worker_at(&self, center: Vec2) -> u32 {
        let state = self.state.borrow();
        state.next_map.as_ref().unwrap_or(state.map()).worker_at(center)
    }

    /// The map of tiles at the last tick.
    #[must_use]
    pub fn map(&self) -> TileMap {
        TileMap::clone(self.state.borrow().map())
    }

    /// All workers.
    #[must_use]
    pub fn workers(&self) -> Workers {
        Workers::first(self.state.borrow().peers as usize)
    }

    /// The [fingerprint](collide_world::World::fingerprint) of the last tick, equal to that of a single world with all
    /// entities. `None` except on the first worker with [`Settings::fingerprint`].
    #[must_use]
    pub fn fingerprint(&self) -> Option<u64> {
        self.state.borrow().summary.map(|(fingerprint, _)| fingerprint)
    }

    /// The number of pairs of the whole world at the last tick. `None` if the [fingerprint](Self::fingerprint) is
    /// `None`.
    #[must_use]
    pub fn pair_count(&self) -> Option<usize> {
        self.state.borrow().summary.map(|(_, pairs)| pairs)
    }

    pub(crate) fn state(&self) -> Ref<'_, WorkerState> {
        self.state.borrow()
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state.borrow();
        let mut debug = f.debug_struct("Member");
        debug.field("index", &state.me).field("peers", &state.peers).field("tick", &state.tick);
        debug.field("held", &state.rows.list.len()).finish_non_exhaustive()
    }
}
