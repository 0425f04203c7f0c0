//! The stage "apply": an owner changes its entities, and sends them to the workers whose tiles they touch.

use collide_world::{Entity, Handle, WorldError, WorldTools};

use crate::feed::Change;
use crate::rows::{CHANGED, CHECK, MOVED};
use crate::state::WorkerState;
use crate::state::step::ENTITY_WEIGHT;
use crate::wire::{ApplyMessage, Arrival, Envelope, RouteMessage};
use crate::{ClusterError, TileMap, Workers};

impl WorkerState {
    /// Applies the changes of the worker's own entities, and sends the results to the workers whose tiles these touch.
    pub(crate) fn apply(
        &mut self,
        routed: Vec<(u32, RouteMessage)>,
    ) -> Result<Vec<Envelope<ApplyMessage>>, ClusterError> {
        let mut out: Vec<ApplyMessage> = self.outbox();
        let mut followed = Vec::new();
        let mut changes = std::mem::take(&mut self.changes);
        for (_, routed) in routed {
            changes.extend(routed.changes);
            followed.extend(routed.followed);
        }
        // Slots are freed before they are used again.
        for (handle, _) in changes.iter().filter(|(_, change)| *change == Change::Remove) {
            self.remove(*handle, &mut out)?;
        }
        for (handle, entity) in std::mem::take(&mut self.inserted) {
            self.insert(handle, entity)?;
        }
        for (handle, change) in changes.drain(..) {
            self.change(handle, change)?;
        }
        self.changes = changes;
        if self.recheck {
            self.check_all();
            self.recheck = false;
        }
        for handle in std::mem::take(&mut self.lingering) {
            if self.owns(handle) {
                self.mark(handle, CHECK);
            }
        }
        for (handle, follower) in followed.into_iter().filter(|(handle, _)| self.owns(*handle)) {
            if let (Some(entity), Some(out)) = (self.world.entity(handle), out.get_mut(follower as usize)) {
                out.followed.push((handle, entity));
            }
        }
        self.return_pairs(&mut out);
        self.distribute(&mut out)?;
        let load = self.rows.own() as u64 * ENTITY_WEIGHT + self.pairs.len() as u64;
        out.iter_mut().for_each(|out| out.load = load);
        self.send(2, out)
    }

    /// Returns the restored pairs of a removed entity to the worker that saved them, so that they end there.
    fn return_pairs(&mut self, out: &mut [ApplyMessage]) {
        let mut restored_pairs = std::mem::take(&mut self.restored_pairs);
        restored_pairs.retain(|((first, _), _)| self.rows.get(*first).is_none());
        if restored_pairs.is_empty() {
            return;
        }
        restored_pairs.sort_unstable();
        self.pairs.retain(|pair| restored_pairs.binary_search_by_key(pair, |(pair, _)| *pair).is_err());
        restored_pairs.into_iter().for_each(|(pair, owner)| out[owner as usize].pairs.push(pair));
    }

    fn remove(&mut self, handle: Handle, out: &mut [ApplyMessage]) -> Result<(), ClusterError> {
        if !self.owns(handle) {
            self.report.refused.push(handle);
            return Ok(());
        }
        let holders = self.rows.get(handle).map_or(Workers::NONE, |row| self.others(row.holders));
        holders.iter().for_each(|holder| out[holder as usize].drops.push(handle));
        self.forget(handle)
    }

    /// Removes an entity from the worker.
    pub(super) fn forget(&mut self, handle: Handle) -> Result<(), ClusterError> {
        self.world.take(handle)?;
        self.rows.remove(handle);
        Ok(())
    }

    fn insert(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        // An earlier entity of the slot is removed. The message of its owner comes later in the tick.
        let before = self.rows.by_slot(handle.slot()).filter(|row| row.owner != self.me).map(|row| row.handle);
        if let Some(before) = before.filter(|before| before.generation() < handle.generation()) {
            self.forget(before)?;
        }
        match self.world.insert_at(handle, entity) {
            Ok(()) => {}
            Err(WorldError::Taken { .. } | WorldError::Stale { .. }) => {
                self.report.refused.push(handle);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
        self.rows.push(handle, self.me);
        self.place(handle, &entity.shape, CHANGED);
        Ok(())
    }

    pub(super) fn change(&mut self, handle: Handle, change: Change) -> Result<(), ClusterError> {
        let (shape, mark) = match change {
            Change::Remove => return Ok(()),
            _ if !self.owns(handle) => {
                self.report.refused.push(handle);
                return Ok(());
            }
            Change::Shape(shape) => {
                self.world.set(handle, shape)?;
                (shape, MOVED)
            }
            Change::Entity(entity) => {
                self.world.set(handle, entity)?;
                (entity.shape, CHANGED)
            }
        };
        self.place(handle, &shape, mark);
        Ok(())
    }

    /// Sends changed entities to the workers that hold them, and moves entities on tiles of others to their new owners.
    fn distribute(&mut self, out: &mut [ApplyMessage]) -> Result<(), ClusterError> {
        let mut left = Vec::new();
        let mut dirty = std::mem::take(&mut self.dirty);
        let map = self.map().clone();
        for handle in dirty.drain(..) {
            let owner = self.distribute_one(handle, &map, out)?;
            if let Some(owner) = owner.filter(|owner| *owner != self.me) {
                left.push((handle, owner));
            }
        }
        self.dirty = dirty;
        if left.is_empty() {
            return Ok(());
        }
        left.sort_unstable();
        self.report.left = left.len();
        // A pair moves with its first entity.
        let mut leaving = left.iter().peekable();
        self.pairs.retain(|pair| {
            while leaving.next_if(|(handle, _)| *handle < pair.0).is_some() {}
            match leaving.peek() {
                Some((handle, owner)) if *handle == pair.0 => {
                    out[*owner as usize].pairs.push(*pair);
                    false
                }
                _ => true,
            }
        });
        for (handle, owner) in left {
            let shard = self.shard(handle);
            out[shard].owners.push((handle, owner));
        }
        Ok(())
    }

    /// Sends one entity to its holders, and returns its owner from now on.
    fn distribute_one(
        &mut self,
        handle: Handle,
        map: &TileMap,
        out: &mut [ApplyMessage],
    ) -> Result<Option<u32>, ClusterError> {
        let (me, remembers) = (self.me, self.remembers());
        let Some(row) = self.rows.get_mut(handle) else { return Ok(None) };
        let mark = std::mem::take(&mut row.mark);
        let owner = map.worker_of(row.tile);
        let (held, next) = (row.holders, row.next.and(Workers::one(owner)));
        // The holders of the last tick keep it for one tick, because they answer questions between the two ticks.
        let holders = if remembers { next.and(row.touched) } else { next };
        (row.touched, row.holders) = (next, holders);
        self.rows.set_owner(handle, owner);
        let whole = mark & CHANGED != 0 || owner != me;
        for other in self.others(held.without(holders)).iter() {
            out[other as usize].drops.push(handle);
        }
        let receivers = if whole || mark & MOVED != 0 { holders } else { holders.without(held) };
        let receivers = self.others(receivers);
        if !receivers.is_empty() {
            let entity = self.world.entity(handle).ok_or(WorldError::Stale { handle })?;
            for other in receivers.iter() {
                let out = &mut out[other as usize];
                if whole || !held.has(other) {
                    out.puts.push((handle, owner, entity));
                } else {
                    out.moves.push((handle, entity.shape));
                }
            }
        }
        if owner != me {
            out[owner as usize].arrivals.push(Arrival { handle, holders, touched: next });
            if !holders.has(me) {
                self.forget(handle)?;
            }
        } else if holders == Workers::one(me) {
            self.rows.set_interior(handle);
        } else if holders != next {
            self.lingering.push(handle);
        }
        Ok(Some(owner))
    }
}
