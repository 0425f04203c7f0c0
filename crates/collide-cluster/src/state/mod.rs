//! The state of a worker, and the stages of a tick: a file for each.

mod apply;
mod emit;
mod feed;
mod step;
mod views;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use collide_core::{Aabb, Shape};
use collide_world::{Answer, Event, Handle, PairOrder, PastError, Question, World};

use crate::events::Pair;
use crate::feed::{Change, Feed};
use crate::question::{Hit, SubQuestion};
use crate::report::TickReport;
use crate::rows::{CHECK, Directory, Rows};
use crate::wire::{Envelope, StageMessage};
use crate::{ClusterError, Settings, TileMap, Workers};

pub(crate) use views::Views;

/// The state of a worker.
#[derive(Debug)]
pub(crate) struct WorkerState {
    pub(crate) me: u32,
    pub(crate) peers: u32,
    pub(crate) settings: Settings,
    /// The worker's own entities, and the ghosts that touch its tiles.
    pub(crate) world: World,
    pub(crate) rows: Rows,
    pub(crate) directory: Directory,
    /// The current tick, or the last one.
    pub(crate) tick: u64,
    /// The tick of the cluster after which the world was created.
    pub(crate) base: u64,
    /// The tick after which the map of tiles was made without weights.
    pub(crate) unweighted: u64,
    /// The maps of remembered ticks, each with its first tick.
    pub(crate) maps: VecDeque<(u64, Arc<TileMap>)>,
    /// The map from the next tick on, if it changes.
    pub(crate) next_map: Option<TileMap>,
    /// Whether all entities are checked in this tick, as the map has changed.
    pub(crate) recheck: bool,
    /// Pairs that another worker saved and this one restored, with that worker.
    pub(crate) restored_pairs: Vec<(Pair, u32)>,
    /// Whether the handles of all own entities are sent to the directory in the next tick.
    pub(crate) announce: bool,
    pub(crate) feed: Feed,
    /// Whether this worker asks all to stop after the next tick.
    pub(crate) stop: bool,
    pub(crate) questions: Vec<(Option<f64>, Question<'static>)>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) views: Views,

    /// Entities to be checked in this tick.
    dirty: Vec<Handle>,
    /// Entities with holders that can drop them from the next tick on.
    lingering: Vec<Handle>,
    inserted: Vec<(Handle, collide_world::Entity)>,
    changes: Vec<(Handle, Change)>,
    received_questions: Vec<(u32, SubQuestion)>,
    hits: Vec<Hit>,
    /// The maximum distance by which an entity can rotate out of its bound: on this worker, and on all workers.
    margin: [f32; 2],

    /// The pairs whose first entity the worker owns.
    pub(crate) pairs: Vec<Pair>,
    previous_pairs: Vec<Pair>,
    /// Memory for the pairs of the next tick.
    spare_pairs: Vec<Pair>,
    pub(crate) events: Vec<Event>,
    /// The fingerprint and the pair count of the whole world, if this worker has them.
    pub(crate) summary: Option<(u64, usize)>,
    pub(crate) report: TickReport,
    pub(crate) fault: Option<ClusterError>,
    /// The number of the last stage done.
    pub(crate) stage: usize,
}

impl WorkerState {
    pub(crate) fn new(me: u32, peers: u32, settings: Settings) -> Result<Self, ClusterError> {
        if let Some(limit) = settings.world.crowd {
            return Err(ClusterError::Crowd { max: limit.max });
        }
        let map = match &settings.map {
            Some(map) => map.clone().checked(peers as usize)?,
            None => TileMap::even(settings.tile, peers as usize)?,
        };
        let world = World::new(collide_world::Settings {
            events: false,
            change_ticks: false,
            order: PairOrder::BySlot,
            ..settings.world.clone()
        });
        Ok(Self {
            me,
            peers,
            views: Views::default(),
            world,
            rows: Rows::of(me),
            directory: Directory::default(),
            tick: 0,
            base: 0,
            unweighted: 0,
            maps: VecDeque::from([(0, Arc::new(map))]),
            next_map: None,
            recheck: false,
            restored_pairs: vec![],
            announce: false,
            feed: Feed::default(),
            stop: false,
            questions: vec![],
            answers: vec![],
            dirty: vec![],
            lingering: vec![],
            inserted: vec![],
            changes: vec![],
            received_questions: vec![],
            hits: vec![],
            margin: [0.0; 2],
            pairs: vec![],
            previous_pairs: vec![],
            spare_pairs: vec![],
            events: vec![],
            summary: None,
            report: TickReport::default(),
            fault: None,
            stage: 0,
            settings,
        })
    }

    /// Begins the next tick.
    pub(crate) fn begin(&mut self) {
        self.tick += 1;
        self.report = TickReport { tick: self.tick, ..TickReport::default() };
        if let Some(map) = self.next_map.take() {
            self.maps.push_back((self.tick, Arc::new(map)));
            self.recheck = true;
            self.rows.clear_interior();
        }
        let oldest = self.tick.saturating_sub(self.settings.world.history.ticks as u64);
        while self.maps.get(1).is_some_and(|(since, _)| *since <= oldest) {
            self.maps.pop_front();
        }
    }

    pub(crate) fn map(&self) -> &Arc<TileMap> {
        self.map_at(self.tick)
    }

    /// The map of a tick.
    pub(crate) fn map_at(&self, tick: u64) -> &Arc<TileMap> {
        let after = self.maps.iter().skip(1).take_while(|(since, _)| *since <= tick).count();
        &self.maps[after].1
    }

    /// The worker whose directory has the owner of an entity.
    pub(crate) fn shard(&self, handle: Handle) -> usize {
        (handle.slot() % self.peers) as usize
    }

    pub(crate) fn owns(&self, handle: Handle) -> bool {
        self.rows.get(handle).is_some_and(|row| row.owner == self.me)
    }

    /// Whether the settings keep a history.
    fn remembers(&self) -> bool {
        self.settings.world.history.ticks > 0
    }

    /// Checks that a time is remembered after the next tick.
    pub(crate) fn check_time(&self, time: f64) -> Result<(), PastError> {
        let ticks = self.settings.world.history.ticks as u64;
        if ticks == 0 {
            return Err(PastError::Nothing { time });
        }
        let newest = self.tick + 1;
        let oldest = (newest.saturating_sub(ticks) + 1).max(self.base + 1);
        let remembered = time >= oldest as f64 && time <= newest as f64;
        if remembered { Ok(()) } else { Err(PastError::NotRemembered { time, oldest, newest }) }
    }

    /// Updates the tiles of an own entity, and marks it.
    pub(crate) fn place(&mut self, handle: Handle, shape: &Shape, mark: u8) {
        self.locate(handle, shape);
        self.mark(handle, mark);
    }

    /// Updates the tiles of an own entity.
    fn locate(&mut self, handle: Handle, shape: &Shape) {
        let bound = shape.aabb();
        self.widen_margin(shape, &bound);
        let placement = self.map().placement(shape.middle(), &bound);
        self.rows.set_placement(handle, placement);
    }

    /// Widens the margin to the size of an oriented rect.
    fn widen_margin(&mut self, shape: &Shape, bound: &Aabb) {
        if shape.kind().has_rotation() {
            let size = bound.max() - bound.min();
            self.margin[0] = self.margin[0].max(size.max_element());
        }
    }

    /// Marks an own entity to be checked in this tick.
    fn mark(&mut self, handle: Handle, mark: u8) {
        let Some(row) = self.rows.get_mut(handle) else { return };
        if row.mark == 0 {
            self.dirty.push(handle);
        }
        row.mark |= mark;
    }

    /// Marks all own entities, after a change of the map.
    fn check_all(&mut self) {
        let own = self.rows.list.iter().filter(|row| row.owner == self.me && row.mark == 0);
        let own: Vec<_> = own.map(|row| row.handle).collect();
        for handle in own {
            if let Some(shape) = self.world.shape(handle) {
                self.place(handle, &shape, CHECK);
            }
        }
    }

    /// An empty message for each worker.
    fn outbox<M: StageMessage>(&self) -> Vec<M> {
        vec![M::default(); self.peers as usize]
    }

    /// The messages of a stage in their envelopes.
    fn send<M: StageMessage>(&mut self, stage: usize, messages: Vec<M>) -> Result<Vec<Envelope<M>>, ClusterError> {
        let envelopes = (0..).zip(messages).map(|(to, message)| Envelope::new(self.me, to, message));
        let envelopes: Vec<_> = envelopes.collect::<Result<_, _>>()?;
        self.report.bytes[stage] = envelopes.iter().map(Envelope::bytes).sum();
        Ok(envelopes)
    }

    /// Adds the work time of a stage to the report.
    pub(crate) fn record_time(&mut self, stage: usize, time: Duration) {
        self.report.work[stage] += time;
        self.stage = stage;
    }

    /// All other workers.
    fn others(&self, workers: Workers) -> Workers {
        workers.without(Workers::one(self.me))
    }
}
