use std::cell::{Ref, RefCell};
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use collide_core::{Shape, Vec2};
use collide_world::{Answer, Entity, Event, Handle, Interest, InterestError, Observer, ObserverId, Question};
use timely::worker::Worker;

use crate::events::Pair;
use crate::feed::Change;
use crate::flow::Flow;
use crate::part::Part;
use crate::report::TickReport;
use crate::{ClusterError, Settings, TileMap, Workers};

/// How long a worker sleeps at most when it waits for others.
const NAP: Duration = Duration::from_millis(1);

/// A worker of a cluster: its part of the world, and its end of the dataflow.
///
/// All workers make the same ticks, with the same [`Settings`]. Between two ticks each is fed whatever its front end knows of, about
/// entities of any worker; a change costs no message where the entity is [owned](Self::owns) or, if new, [will be](Self::worker_at). A
/// handle is fed to one worker in a tick.
pub struct Member {
    part: Rc<RefCell<Part>>,
    flow: Flow,
    failed: bool,
}

/// What a tick has brought a worker: the [sink](Member::tick) is given it when the tick is complete everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// The tick.
    pub tick: u64,
    /// The pairs whose first entity is owned here, in order of slots. Those of all workers together are those of a
    /// [`World`](collide_world::World), each once.
    pub pairs: &'a [Pair],
    /// What has become of these since the tick before, in order of slots, if the world's settings ask for events. Pairs of an entity that was
    /// removed end where it was owned.
    pub events: &'a [Event],
    /// The answers to what was [asked](Member::ask) here, in the order asked.
    pub answers: &'a [Answer],
    /// Who is seen by the observers of this worker, if the settings ask for it.
    pub interest: &'a Interest,
    /// What the worker did.
    pub report: &'a TickReport,
}

impl Member {
    /// Joins a cluster: in the closure that timely runs for each worker.
    ///
    /// # Errors
    /// [`ClusterError::Tiles`] for more workers than 128, or a [tile](Settings::tile) of an impossible size.
    pub fn new(worker: &mut Worker, settings: Settings) -> Result<Self, ClusterError> {
        Self::with(worker, settings, |_| Ok(()))
    }

    /// The same with a part that is made ready before.
    pub(crate) fn with(
        worker: &mut Worker,
        settings: Settings,
        ready: impl FnOnce(&mut Part) -> Result<(), ClusterError>,
    ) -> Result<Self, ClusterError> {
        let mut part = Part::new(worker.index() as u32, worker.peers() as u32, settings)?;
        ready(&mut part)?;
        let part = Rc::new(RefCell::new(part));
        let flow = Flow::new(worker, &part);
        Ok(Self { part, flow, failed: false })
    }

    /// Makes a tick of all that was fed, with all other workers, and hands what it brought to a sink. Returns when the tick is complete
    /// everywhere.
    ///
    /// # Errors
    /// [`ClusterError::Stalled`] where others take longer than the [patience](Settings::patience), and others for faults. The worker has
    /// then no part in the cluster any more, and each further tick [fails](ClusterError::Failed).
    ///
    /// # Panics
    /// In timely, when the process of another worker is gone.
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
        let parcels = {
            let mut part = self.part.borrow_mut();
            part.begin();
            let parcels = part.feed()?;
            part.worked(0, start.elapsed());
            parcels
        };
        let tick = *self.flow.input.time();
        parcels.into_iter().for_each(|parcel| self.flow.input.send(parcel));
        self.flow.input.advance_to(tick + 1);
        self.wait(worker, tick, start)?;
        let mut part = self.part.borrow_mut();
        part.report.total = start.elapsed();
        if let Some(fault) = part.fault.take() {
            return Err(fault);
        }
        let Part { pairs, events, answers, views, report, .. } = &*part;
        let interest = &views.interest;
        sink(Outcome { tick, pairs, events, answers, interest, report });
        Ok(part.report.clone())
    }

    /// Works until a tick is complete.
    fn wait(&self, worker: &mut Worker, tick: u64, start: Instant) -> Result<(), ClusterError> {
        let patience = self.part.borrow().settings.patience;
        while self.flow.probe.less_equal(&tick) {
            worker.step_or_park(Some(NAP));
            let waited = start.elapsed();
            if patience.is_some_and(|patience| waited > patience) && self.flow.probe.less_equal(&tick) {
                let next = self.part.borrow().stage + 1;
                let stage = crate::report::STAGE_NAMES.get(next).copied().unwrap_or("end");
                return Err(ClusterError::Stalled { tick, waited, stage });
            }
        }
        Ok(())
    }

    fn fed(&self, handle: Handle) -> Result<std::cell::RefMut<'_, Part>, ClusterError> {
        let part = self.part.borrow_mut();
        let (slot, slots) = (handle.slot(), part.settings.slots);
        if slot < slots { Ok(part) } else { Err(ClusterError::Slot { slot, slots }) }
    }

    /// Adds an entity under a handle that a [`Roster`](crate::Roster) has given out. It takes part from the next tick on.
    ///
    /// # Errors
    /// [`ClusterError::Slot`] for a slot beyond the [settings](Settings::slots), and [`ClusterError::Twice`].
    pub fn insert(&mut self, handle: Handle, entity: impl Into<Entity>) -> Result<(), ClusterError> {
        self.fed(handle)?.feed.insert(handle, entity.into())
    }

    /// Gives an entity a new shape or pose from the next tick on, whoever owns it. Whether it is there shows then: it is
    /// [refused](TickReport::refused) by who should know.
    ///
    /// # Errors
    /// [`ClusterError::Slot`], and [`ClusterError::Twice`] when it was removed before in this tick.
    pub fn update(&mut self, handle: Handle, shape: impl Into<Shape>) -> Result<(), ClusterError> {
        self.fed(handle)?.feed.reshape(handle, shape.into())
    }

    /// Gives an entity a new shape, data, mobility and layers, as [`update`](Self::update) does.
    ///
    /// # Errors
    /// As [`update`](Self::update) has them.
    pub fn set_entity(&mut self, handle: Handle, entity: impl Into<Entity>) -> Result<(), ClusterError> {
        self.fed(handle)?.feed.change(handle, Change::Entity(entity.into()))
    }

    /// Removes an entity, as [`update`](Self::update) changes it.
    ///
    /// # Errors
    /// As [`update`](Self::update) has them.
    pub fn remove(&mut self, handle: Handle) -> Result<(), ClusterError> {
        self.fed(handle)?.feed.change(handle, Change::Remove)
    }

    /// Asks a question of all workers: the [outcome](Outcome::answers) of the next tick has the answer, with those to questions asked
    /// before in the order asked. Returns its place among these. Questions cost no stage of their own.
    ///
    /// Asks about the world after the coming tick, or at a past `time`, in ticks as [`World::at`](collide_world::World::at) has it.
    ///
    /// # Errors
    /// [`ClusterError::Past`] for a time that will not be remembered when the next tick is over.
    pub fn ask(&mut self, time: Option<f64>, question: Question<'static>) -> Result<usize, ClusterError> {
        let mut part = self.part.borrow_mut();
        time.map_or(Ok(()), |time| part.check_time(time))?;
        part.questions.push((time, question));
        Ok(part.questions.len() - 1)
    }

    /// Adds an observer, who is looked after by this worker wherever it goes: as [`Interest::insert`] does. Needs the
    /// [setting](Settings::interest).
    ///
    /// # Errors
    /// As [`Interest::insert`] has them.
    pub fn observe(&mut self, observer: Observer) -> Result<ObserverId, InterestError> {
        self.part.borrow_mut().views.insert(observer)
    }

    /// Puts another observer in the place of one, as [`Interest::set`] does.
    ///
    /// # Errors
    /// As [`Interest::set`] has them.
    pub fn set_observer(&mut self, id: ObserverId, observer: Observer) -> Result<(), InterestError> {
        self.part.borrow_mut().views.set(id, observer)
    }

    /// Removes an observer, as [`Interest::remove`] does.
    ///
    /// # Errors
    /// As [`Interest::remove`] has them.
    pub fn remove_observer(&mut self, id: ObserverId) -> Result<Observer, InterestError> {
        self.part.borrow_mut().views.remove(id)
    }

    /// The number of this worker.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.part.borrow().me
    }

    /// The last tick that is complete everywhere.
    #[must_use]
    pub fn tick_count(&self) -> u64 {
        self.flow.input.time() - 1
    }

    /// Whether an entity is owned here.
    #[must_use]
    pub fn owns(&self, handle: Handle) -> bool {
        self.part.borrow().owns(handle)
    }

    /// An entity as it is here, owned or [not](TickReport::ghosts), or `None` if it is not held.
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        self.part.borrow().world.entity(handle)
    }

    /// Goes through the entities that are owned here, in no particular order: to move them where they are.
    pub fn each_owned(&self, mut each: impl FnMut(Handle, &Entity)) {
        let part = self.part.borrow();
        for row in part.rows.list.iter().filter(|row| row.owner == part.me) {
            if let Some(entity) = part.world.entity(row.handle) {
                each(row.handle, &entity);
            }
        }
    }

    /// Who will own an entity with this center at the next tick.
    #[must_use]
    pub fn worker_at(&self, center: Vec2) -> u32 {
        let part = self.part.borrow();
        part.next_map.as_ref().unwrap_or(part.map()).worker_at(center)
    }

    /// The map of tiles at the last tick.
    #[must_use]
    pub fn map(&self) -> TileMap {
        TileMap::clone(self.part.borrow().map())
    }

    /// All workers.
    #[must_use]
    pub fn workers(&self) -> Workers {
        Workers::first(self.part.borrow().peers as usize)
    }

    /// The [fingerprint](collide_world::World::fingerprint) of the last tick: that of a single world with all entities. Known to
    /// the first worker, if the [settings](Settings::fingerprint) ask for it.
    #[must_use]
    pub fn fingerprint(&self) -> Option<u64> {
        self.part.borrow().whole.map(|(fingerprint, _)| fingerprint)
    }

    /// How many pairs there are at the last tick in the whole world. Known where the [fingerprint](Self::fingerprint) is.
    #[must_use]
    pub fn pair_count(&self) -> Option<usize> {
        self.part.borrow().whole.map(|(_, pairs)| pairs)
    }

    pub(crate) fn part(&self) -> Ref<'_, Part> {
        self.part.borrow()
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.part.borrow();
        let mut debug = f.debug_struct("Member");
        debug.field("index", &part.me).field("peers", &part.peers).field("tick", &part.tick);
        debug.field("held", &part.rows.list.len()).finish_non_exhaustive()
    }
}
