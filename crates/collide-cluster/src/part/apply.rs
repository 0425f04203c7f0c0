//! Changes at the owners, and who else is to hold what has changed.

use collide_world::{Entity, Handle, WorldError};

use crate::feed::Change;
use crate::part::Part;
use crate::part::step::WEIGHT;
use crate::rows::{CHANGED, CHECK, MOVED};
use crate::wire::{Arrival, Held, Parcel, Routed};
use crate::{ClusterError, TileMap, Workers};

impl Part {
    /// Makes the changes of what is owned here, and tells those whose tiles it touches.
    pub(crate) fn apply(&mut self, routed: Vec<(u32, Routed)>) -> Result<Vec<Parcel<Held>>, ClusterError> {
        let mut out: Vec<Held> = self.outbox();
        let mut followed = Vec::new();
        let mut changes = std::mem::take(&mut self.changes);
        for (_, routed) in routed {
            changes.extend(routed.changes);
            followed.extend(routed.followed);
        }
        // Slots are given up before they are given out.
        for (handle, _) in changes.iter().filter(|(_, change)| *change == Change::Remove) {
            self.remove(*handle, &mut out)?;
        }
        for (handle, entity) in std::mem::take(&mut self.new) {
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
        for (handle, asker) in followed.into_iter().filter(|(handle, _)| self.owns(*handle)) {
            if let (Some(entity), Some(out)) = (self.world.entity(handle), out.get_mut(asker as usize)) {
                out.followed.push((handle, entity));
            }
        }
        self.give_back(&mut out);
        self.settle(&mut out)?;
        let load = self.rows.own() as u64 * WEIGHT + self.pairs.len() as u64;
        out.iter_mut().for_each(|out| out.load = load);
        self.send(2, out)
    }

    /// Pairs of an entity that was removed end where it was owned, and not where it was brought in after a restart.
    fn give_back(&mut self, out: &mut [Held]) {
        let mut brought = std::mem::take(&mut self.brought);
        brought.retain(|((first, _), _)| self.rows.get(*first).is_none());
        if brought.is_empty() {
            return;
        }
        brought.sort_unstable();
        self.pairs.retain(|pair| brought.binary_search_by_key(pair, |(pair, _)| *pair).is_err());
        brought.into_iter().for_each(|(pair, owner)| out[owner as usize].pairs.push(pair));
    }

    fn remove(&mut self, handle: Handle, out: &mut [Held]) -> Result<(), ClusterError> {
        if !self.owns(handle) {
            self.report.refused.push(handle);
            return Ok(());
        }
        let holders = self.rows.get(handle).map_or(Workers::NONE, |row| self.others(row.holders));
        holders.iter().for_each(|holder| out[holder as usize].drops.push(handle));
        self.forget(handle)
    }

    /// Holds an entity no longer.
    pub(super) fn forget(&mut self, handle: Handle) -> Result<(), ClusterError> {
        self.world.take_out(handle)?;
        self.rows.remove(handle);
        Ok(())
    }

    fn insert(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        // Whom the slot belonged to elsewhere is gone, of which word is still to come.
        let before = self.rows.holder(handle.slot()).filter(|row| row.owner != self.me).map(|row| row.handle);
        if let Some(before) = before.filter(|before| before.generation() < handle.generation()) {
            self.forget(before)?;
        }
        match self.world.insert_as(handle, entity) {
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
                self.world.update(handle, shape)?;
                (shape, MOVED)
            }
            Change::Entity(entity) => {
                self.world.set_entity(handle, entity)?;
                (entity.shape, CHANGED)
            }
        };
        self.place(handle, &shape, mark);
        Ok(())
    }

    /// Tells those who are to hold what has changed, and hands over what is no longer on the worker's own tiles.
    fn settle(&mut self, out: &mut [Held]) -> Result<(), ClusterError> {
        let mut left = Vec::new();
        let mut dirty = std::mem::take(&mut self.dirty);
        let map = self.map().clone();
        for handle in dirty.drain(..) {
            let owner = self.settle_one(handle, &map, out)?;
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
        // Pairs go with the first of the two.
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
            out[shard].homes.push((handle, owner));
        }
        Ok(())
    }

    /// The same for one; says who owns it from now on.
    fn settle_one(&mut self, handle: Handle, map: &TileMap, out: &mut [Held]) -> Result<Option<u32>, ClusterError> {
        let (me, remembers) = (self.me, self.remembers());
        let Some(row) = self.rows.get_mut(handle) else { return Ok(None) };
        let mark = std::mem::take(&mut row.mark);
        let owner = map.worker_of(row.tile);
        let (held, next) = (row.holders, row.next.and(Workers::one(owner)));
        // Whoever held it at the last tick knows its way to this one.
        let holders = if remembers { next.and(row.touched) } else { next };
        (row.touched, row.holders) = (next, holders);
        self.rows.set_owner(handle, owner);
        let whole = mark & CHANGED != 0 || owner != me;
        for other in self.others(held.without(holders)).iter() {
            out[other as usize].drops.push(handle);
        }
        let tell = if whole || mark & MOVED != 0 { holders } else { holders.without(held) };
        let tell = self.others(tell);
        if !tell.is_empty() {
            let entity = self.world.entity(handle).ok_or(WorldError::Stale { handle })?;
            for other in tell.iter() {
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
            self.rows.set_calm(handle);
        } else if holders != next {
            self.lingering.push(handle);
        }
        Ok(Some(owner))
    }
}
