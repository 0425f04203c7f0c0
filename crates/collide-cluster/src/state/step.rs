//! The stage "step": the worker's world steps, and pairs and answers are sent.

use collide_core::Vec2;
use collide_world::{Handle, WorldTools};

use crate::question::{Hit, StartFilter, SubQuestion};
use crate::state::WorkerState;
use crate::tiles::is_uneven;
use crate::wire::{ApplyMessage, Envelope, StepMessage};
use crate::{ClusterError, TileMap, Workers};

/// The weight of holding an entity. The weight of finding a pair is 1.
pub(crate) const ENTITY_WEIGHT: u64 = 4;

impl WorkerState {
    /// Applies the messages of other owners, steps the world, and sends pairs and answers.
    pub(crate) fn step(&mut self, held: Vec<(u32, ApplyMessage)>) -> Result<Vec<Envelope<StepMessage>>, ClusterError> {
        let loads = held.iter().map(|(_, held)| held.load);
        self.report.shares = loads.fold((0, 0), |(max, sum), load| (load.max(max), sum + load));
        let weighs_tiles = self.weighs_tiles(self.report.shares);
        self.apply_remote(held)?;
        self.world.step();
        let mut out: Vec<StepMessage> = self.outbox();
        self.emit_pairs(&mut out);
        for (from, question) in std::mem::take(&mut self.received_questions) {
            if let Some(out) = out.get_mut(from as usize) {
                self.answer(&question, &mut out.answers);
            }
        }
        let weights = if weighs_tiles { self.weights() } else { vec![] };
        for out in &mut out {
            (out.weights, out.margin) = (weights.clone(), self.margin[0]);
        }
        let map = self.map().clone();
        self.views.send_queries(&map, &mut out);
        self.report.owned = self.rows.own();
        self.report.ghosts = self.rows.list.len() - self.report.owned;
        self.report.load = self.rows.list.len() as u64 * ENTITY_WEIGHT + self.report.found as u64;
        self.send(3, out)
    }

    /// Applies the changes that other workers sent.
    fn apply_remote(&mut self, held: Vec<(u32, ApplyMessage)>) -> Result<(), ClusterError> {
        let peers = self.peers;
        for handle in held.iter().flat_map(|(_, held)| &held.drops) {
            if self.rows.get(*handle).is_some_and(|row| row.owner != self.me) {
                self.forget(*handle)?;
            }
        }
        let mut arrivals = Vec::new();
        let before = self.pairs.len();
        for (_, held) in held {
            for (handle, owner, entity) in held.puts {
                if self.rows.get(handle).is_some() {
                    self.rows.set_owner(handle, owner);
                    self.world.set(handle, entity)?;
                } else {
                    self.world.insert_at(handle, entity)?;
                    self.rows.push(handle, owner);
                }
            }
            for (handle, shape) in held.moves {
                self.world.set(handle, shape)?;
            }
            arrivals.extend(held.arrivals);
            self.pairs.extend(held.pairs);
            held.owners.iter().for_each(|(handle, owner)| self.directory.set(*handle, *owner, peers));
            self.views.follow(held.followed);
        }
        if self.pairs.len() > before {
            self.pairs.sort();
        }
        self.report.arrived = arrivals.len();
        for arrival in arrivals {
            let Some(shape) = self.world.shape(arrival.handle) else { continue };
            self.locate(arrival.handle, &shape);
            self.rows.set_owner(arrival.handle, self.me);
            let Some(row) = self.rows.get_mut(arrival.handle) else { continue };
            (row.holders, row.touched) = (arrival.holders, arrival.touched);
            if arrival.holders != arrival.touched {
                self.lingering.push(arrival.handle);
            }
        }
        Ok(())
    }

    /// Sends each pair that this worker emits to the owner of its first entity.
    fn emit_pairs(&mut self, out: &mut [StepMessage]) {
        let (me, map) = (self.me, self.map().clone());
        out[me as usize].pairs = std::mem::take(&mut self.spare_pairs);
        let mut found = 0;
        for (a, b) in self.world.pairs().iter() {
            let owner = if self.rows.is_interior(a.slot()) { Some(me) } else { self.pair_receiver(a, b, &map) };
            if let Some(owner) = owner {
                out[owner as usize].pairs.push((a, b));
                found += 1;
            }
        }
        self.report.found = found;
    }

    /// The worker that a pair is sent to, or `None` if another worker emits it.
    fn pair_receiver(&self, a: Handle, b: Handle, map: &TileMap) -> Option<u32> {
        let rows = [self.rows.get(a)?, self.rows.get(b)?];
        let own = rows.iter().any(|row| row.owner == self.me && row.holders == Workers::one(self.me));
        let here = own || map.worker_at(self.corner(a, b)?) == self.me;
        here.then_some(rows[0].owner)
    }

    /// The lower left corner of the intersection of two bounds. It is the same at all holders.
    fn corner(&self, a: Handle, b: Handle) -> Option<Vec2> {
        let (a, b) = (self.world.shape(a)?.aabb(), self.world.shape(b)?.aabb());
        Some(a.min().max(b.min()))
    }

    /// Whether tiles are weighed in this tick. All workers decide the same, from the weights of the shares. The
    /// decision does not depend on earlier ticks, so a restored cluster decides the same as the saved one.
    fn weighs_tiles(&self, (max, total): (u64, u64)) -> bool {
        let every = self.settings.balance_every;
        if every == 0 || self.peers == 1 {
            return false;
        }
        // The tiles of entities are known after the first tick, the pairs after the second.
        if self.tick <= self.unweighted + 2 || self.tick.is_multiple_of(every) {
            return true;
        }
        is_uneven(max, total, self.peers as usize, self.settings.max_imbalance_percent)
    }

    /// The weight of the worker's own entities and their pairs, by tiles.
    fn weights(&mut self) -> Vec<(u32, u64)> {
        let (me, map) = (self.me, self.map().clone());
        let Self { rows, world, pairs, .. } = self;
        let mut weights = Vec::with_capacity(rows.list.len() + pairs.len());
        for row in rows.list.iter_mut().filter(|row| row.owner == me) {
            // The tile of an interior entity may be out of date.
            if let Some(shape) = world.shape(row.handle) {
                row.tile = map.tile_at(shape.middle());
            }
            weights.push((row.tile, ENTITY_WEIGHT));
        }
        weights.extend(pairs.iter().filter_map(|(a, _)| Some((rows.get(*a)?.tile, 1))));
        merged(weights)
    }

    fn answer(&self, question: &SubQuestion, hits: &mut Vec<Hit>) {
        let Some(time) = question.time() else { return question.answer(&self.world.queries(), None, hits) };
        // Exact: both are below 2^53, and the difference needs no more digits.
        let local = |time: f64| time - self.base as f64;
        let Ok(then) = self.world.at(local(time)) else { return };
        if time.fract() == 0.0 {
            return question.answer(&then, None, hits);
        }
        let Ok(from) = self.world.at(local(time.floor())) else { return };
        let map = self.map_at(time as u64);
        question.answer(&then, Some(StartFilter { from, map, worker: self.me }), hits);
    }
}

/// Sums the weights of each tile, in order of tiles.
pub(super) fn merged(mut weights: Vec<(u32, u64)>) -> Vec<(u32, u64)> {
    weights.sort_unstable();
    weights.dedup_by(|(tile, weight), (before, sum)| {
        let same = tile == before;
        if same {
            *sum += *weight;
        }
        same
    });
    weights
}
