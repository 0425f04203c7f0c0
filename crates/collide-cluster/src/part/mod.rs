//! A worker's part of the world, and what it does in each stage of a tick.

mod apply;
mod feed;
mod step;
mod tell;
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
use crate::wire::{Body, Parcel};
use crate::{ClusterError, Settings, TileMap, Workers};

pub(crate) use views::Views;

/// The state of a worker.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) me: u32,
    pub(crate) peers: u32,
    pub(crate) settings: Settings,
    /// What the worker owns and what touches its tiles.
    pub(crate) world: World,
    pub(crate) rows: Rows,
    pub(crate) directory: Directory,
    /// The tick that is being made, or was last.
    pub(crate) tick: u64,
    /// The tick of the cluster at which the world began.
    pub(crate) base: u64,
    /// The tick after which the plane was cut without knowing what is where.
    pub(crate) even: u64,
    /// Since when which map holds, as far back as is remembered.
    pub(crate) maps: VecDeque<(u64, Arc<TileMap>)>,
    /// The map from the next tick on, if it is another.
    pub(crate) next_map: Option<TileMap>,
    /// Whether all entities are to be looked at, as tiles have other owners.
    pub(crate) recheck: bool,
    /// Pairs that another worker has saved and this one has brought in, with that worker.
    pub(crate) brought: Vec<(Pair, u32)>,
    /// Whether the directory is to be told of all that is owned here.
    pub(crate) announce: bool,
    pub(crate) feed: Feed,
    pub(crate) questions: Vec<(Option<f64>, Question<'static>)>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) views: Views,

    /// Those that are to be looked at in this tick.
    dirty: Vec<Handle>,
    /// Those that someone holds who need not from the next tick on.
    lingering: Vec<Handle>,
    new: Vec<(Handle, collide_world::Entity)>,
    changes: Vec<(Handle, Change)>,
    asked: Vec<(u32, SubQuestion)>,
    hits: Vec<Hit>,
    /// How far any entity may turn out of its bound: here, and anywhere.
    reach: [f32; 2],

    /// The pairs whose first entity is owned here.
    pub(crate) pairs: Vec<Pair>,
    before: Vec<Pair>,
    /// Memory for those of the next tick.
    spare: Vec<Pair>,
    pub(crate) events: Vec<Event>,
    /// Of the whole world, where that is known: the fingerprint, and how many pairs there are.
    pub(crate) whole: Option<(u64, usize)>,
    pub(crate) report: TickReport,
    pub(crate) fault: Option<ClusterError>,
    /// The number of the stage that was done last.
    pub(crate) stage: usize,
}

impl Part {
    pub(crate) fn new(me: u32, peers: u32, settings: Settings) -> Result<Self, ClusterError> {
        let map = match &settings.map {
            Some(map) => map.clone().checked(peers as usize)?,
            None => TileMap::even(settings.tile, peers as usize)?,
        };
        let world =
            World::new(collide_world::Settings { events: false, order: PairOrder::BySlot, ..settings.world.clone() });
        Ok(Self {
            me,
            peers,
            views: Views::default(),
            world,
            rows: Rows::of(me),
            directory: Directory::default(),
            tick: 0,
            base: 0,
            even: 0,
            maps: VecDeque::from([(0, Arc::new(map))]),
            next_map: None,
            recheck: false,
            brought: vec![],
            announce: false,
            feed: Feed::default(),
            questions: vec![],
            answers: vec![],
            dirty: vec![],
            lingering: vec![],
            new: vec![],
            changes: vec![],
            asked: vec![],
            hits: vec![],
            reach: [0.0; 2],
            pairs: vec![],
            before: vec![],
            spare: vec![],
            events: vec![],
            whole: None,
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
            self.rows.stir();
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

    /// Who knows the owner of an entity.
    pub(crate) fn shard(&self, handle: Handle) -> usize {
        (handle.slot() % self.peers) as usize
    }

    pub(crate) fn owns(&self, handle: Handle) -> bool {
        self.rows.get(handle).is_some_and(|row| row.owner == self.me)
    }

    /// Whether ticks are remembered.
    fn remembers(&self) -> bool {
        self.settings.world.history.ticks > 0
    }

    /// Whether a time is remembered once the coming tick is over.
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

    /// Notes where one of the worker's own is, and has it looked at.
    pub(crate) fn place(&mut self, handle: Handle, shape: &Shape, mark: u8) {
        self.locate(handle, shape);
        self.mark(handle, mark);
    }

    /// Notes where one of the worker's own is.
    fn locate(&mut self, handle: Handle, shape: &Shape) {
        let bound = shape.aabb();
        self.note_reach(shape, &bound);
        let spot = self.map().spot(shape.center(), &bound);
        self.rows.set_spot(handle, spot);
    }

    /// Notes how far a shape may turn out of its bound.
    fn note_reach(&mut self, shape: &Shape, bound: &Aabb) {
        if shape.kind().has_rotation() {
            let size = bound.max() - bound.min();
            self.reach[0] = self.reach[0].max(size.max_element());
        }
    }

    /// Has one of the worker's own looked at.
    fn mark(&mut self, handle: Handle, mark: u8) {
        let Some(row) = self.rows.get_mut(handle) else { return };
        if row.mark == 0 {
            self.dirty.push(handle);
        }
        row.mark |= mark;
    }

    /// Looks at all that the worker owns: where tiles have other owners.
    fn check_all(&mut self) {
        let own = self.rows.list.iter().filter(|row| row.owner == self.me && row.mark == 0);
        let own: Vec<_> = own.map(|row| row.handle).collect();
        for handle in own {
            if let Some(shape) = self.world.get(handle) {
                self.place(handle, &shape, CHECK);
            }
        }
    }

    /// An empty message for each worker.
    fn outbox<B: Body>(&self) -> Vec<B> {
        vec![B::default(); self.peers as usize]
    }

    /// What is sent in a stage.
    fn send<B: Body>(&mut self, stage: usize, bodies: Vec<B>) -> Result<Vec<Parcel<B>>, ClusterError> {
        let parcels = (0..).zip(bodies).map(|(to, body)| Parcel::new(self.me, to, body));
        let parcels: Vec<_> = parcels.collect::<Result<_, _>>()?;
        self.report.bytes[stage] = parcels.iter().map(Parcel::bytes).sum();
        Ok(parcels)
    }

    /// Notes the time worked in a stage.
    pub(crate) fn worked(&mut self, stage: usize, time: Duration) {
        self.report.work[stage] += time;
        self.stage = stage;
    }

    /// All other workers.
    fn others(&self, workers: Workers) -> Workers {
        workers.without(Workers::one(self.me))
    }
}
