//! The step of a part, and what others are told of it.

use collide_core::Vec2;
use collide_world::Handle;

use crate::part::Part;
use crate::question::{Hit, Known, SubQuestion};
use crate::tiles::is_uneven;
use crate::wire::{Held, Parcel, Told};
use crate::{ClusterError, TileMap, Workers};

/// What holding an entity weighs, where finding a pair weighs one.
pub(crate) const WEIGHT: u64 = 4;

impl Part {
    /// Takes over what others own, makes the step, and tells whom it concerns.
    pub(crate) fn step(&mut self, held: Vec<(u32, Held)>) -> Result<Vec<Parcel<Told>>, ClusterError> {
        let weighs = self.weighs(held.iter().map(|(_, held)| held.load));
        self.hold(held)?;
        self.world.step();
        let mut out: Vec<Told> = self.outbox();
        self.tell_pairs(&mut out);
        for (from, asked) in std::mem::take(&mut self.asked) {
            if let Some(out) = out.get_mut(from as usize) {
                self.answer(&asked, &mut out.answers);
            }
        }
        let weights = if weighs { self.weights() } else { vec![] };
        for out in &mut out {
            (out.weights, out.reach) = (weights.clone(), self.reach[0]);
        }
        let map = self.map().clone();
        self.views.look(&map, &mut out);
        self.report.owned = self.rows.own();
        self.report.ghosts = self.rows.list.len() - self.report.owned;
        self.report.load = self.rows.list.len() as u64 * WEIGHT + self.report.found as u64;
        self.send(3, out)
    }

    /// Holds what others have told it to.
    fn hold(&mut self, held: Vec<(u32, Held)>) -> Result<(), ClusterError> {
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
                    self.world.set_entity(handle, entity)?;
                } else {
                    self.world.insert_as(handle, entity)?;
                    self.rows.push(handle, owner);
                }
            }
            for (handle, shape) in held.moves {
                self.world.update(handle, shape)?;
            }
            arrivals.extend(held.arrivals);
            self.pairs.extend(held.pairs);
            held.homes.iter().for_each(|(handle, owner)| self.directory.set(*handle, *owner, peers));
            self.views.follow(held.followed);
        }
        if self.pairs.len() > before {
            self.pairs.sort();
        }
        self.report.arrived = arrivals.len();
        for arrival in arrivals {
            let Some(shape) = self.world.get(arrival.handle) else { continue };
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

    /// Tells each pair that is to be found here to the owner of its first entity.
    fn tell_pairs(&mut self, out: &mut [Told]) {
        let (me, map) = (self.me, self.map().clone());
        out[me as usize].pairs = std::mem::take(&mut self.spare);
        let mut found = 0;
        for (a, b) in self.world.pairs().iter() {
            let owner = if self.rows.is_calm(a.slot()) { Some(me) } else { self.told_to(a, b, &map) };
            if let Some(owner) = owner {
                out[owner as usize].pairs.push((a, b));
                found += 1;
            }
        }
        self.report.found = found;
    }

    /// Who is to be told of a pair: nobody, if another worker finds it as well and is to tell it.
    fn told_to(&self, a: Handle, b: Handle, map: &TileMap) -> Option<u32> {
        let rows = [self.rows.get(a)?, self.rows.get(b)?];
        let own = rows.iter().any(|row| row.owner == self.me && row.holders == Workers::one(self.me));
        let here = own || map.worker_at(self.corner(a, b)?) == self.me;
        here.then_some(rows[0].owner)
    }

    /// A point in both bounds, the same wherever both are known.
    fn corner(&self, a: Handle, b: Handle) -> Option<Vec2> {
        let (a, b) = (self.world.get(a)?.aabb(), self.world.get(b)?.aabb());
        Some(a.min().max(b.min()))
    }

    /// Whether tiles are weighed in this tick: all workers decide the same, from what the shares weigh. Nothing of the past counts, so
    /// that a cluster that is restored goes on as it would have.
    fn weighs(&self, loads: impl Iterator<Item = u64>) -> bool {
        let every = self.settings.balance_every;
        if every == 0 || self.peers == 1 {
            return false;
        }
        // At the first tick nobody knows where all are, at the second one who meets whom.
        if self.tick <= self.even + 2 || self.tick.is_multiple_of(every) {
            return true;
        }
        let (most, all) = loads.fold((0, 0), |(most, all), load| (load.max(most), all + load));
        is_uneven(most, all, self.peers as usize, self.settings.uneven)
    }

    /// What the worker's own entities and their pairs weigh, by tiles.
    fn weights(&mut self) -> Vec<(u32, u64)> {
        let (me, map) = (self.me, self.map().clone());
        let Self { rows, world, pairs, .. } = self;
        let mut weights = Vec::with_capacity(rows.list.len() + pairs.len());
        for row in rows.list.iter_mut().filter(|row| row.owner == me) {
            // Who is calm may have gone on to other tiles.
            if let Some(shape) = world.get(row.handle) {
                row.tile = map.tile_at(shape.center());
            }
            weights.push((row.tile, WEIGHT));
        }
        weights.extend(pairs.iter().filter_map(|(a, _)| Some((rows.get(*a)?.tile, 1))));
        merged(weights)
    }

    fn answer(&self, asked: &SubQuestion, hits: &mut Vec<Hit>) {
        let Some(time) = asked.time() else { return asked.answer(&self.world.queries(), None, hits) };
        // Exact: both are below 2^53, and the difference has no more digits.
        let local = |time: f64| time - self.base as f64;
        let Ok(then) = self.world.at(local(time)) else { return };
        if time.fract() == 0.0 {
            return asked.answer(&then, None, hits);
        }
        let Ok(from) = self.world.at(local(time.floor())) else { return };
        let map = self.map_at(time as u64);
        asked.answer(&then, Some(Known { from, map, worker: self.me }), hits);
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
