//! The stages "feed" and "route": changes go to the worker whose directory has the owner, and from there to the owner.

use collide_core::Shape;
use collide_world::Handle;

use crate::ClusterError;
use crate::feed::{Change, PendingChange};
use crate::question::split;
use crate::state::WorkerState;
use crate::wire::{Envelope, FeedMessage, RouteMessage};

impl WorkerState {
    /// Applies new shapes of the worker's own entities, and sends all other changes and the questions since the last
    /// tick.
    pub(crate) fn feed(&mut self) -> Result<Vec<Envelope<FeedMessage>>, ClusterError> {
        let mut out: Vec<FeedMessage> = self.outbox();
        let map = self.map().clone();
        let fed = self.feed.take();
        for (handle, shape) in fed.shapes() {
            if self.move_interior(*handle, shape) {
                continue;
            }
            if self.owns(*handle) {
                self.change(*handle, Change::Shape(*shape))?;
            } else {
                out[self.shard(*handle)].changes.push((*handle, Change::Shape(*shape)));
            }
        }
        for &(handle, change) in fed.pending() {
            match change {
                PendingChange::Inserted(entity) => {
                    let owner = map.worker_at(entity.shape.middle());
                    out[owner as usize].inserted.push((handle, entity));
                    out[self.shard(handle)].owners.push((handle, owner));
                }
                // The worker's own entities need no message.
                PendingChange::Changed(change) if self.owns(handle) => self.changes.push((handle, change)),
                PendingChange::Changed(change) => out[self.shard(handle)].changes.push((handle, change)),
                PendingChange::Cancelled => {}
            }
        }
        self.feed.recycle(fed);
        if std::mem::take(&mut self.announce) {
            for row in self.rows.list.iter().filter(|row| row.owner == self.me) {
                out[self.shard(row.handle)].restored.push((row.handle, self.me));
            }
        }
        for handle in self.views.followed() {
            out[self.shard(handle)].followed.push(handle);
        }
        self.ask(&mut out);
        let stop = std::mem::take(&mut self.stop);
        out.iter_mut().for_each(|out| out.stop = stop);
        self.send(0, out)
    }

    /// Moves an entity that stays in its interior block, where no other worker holds it. Returns false for any other.
    fn move_interior(&mut self, handle: Handle, shape: &Shape) -> bool {
        let bound = shape.aabb();
        let interior = self.rows.stays_interior(handle.slot(), shape.middle(), &bound);
        let moved = interior && self.world.set(handle, *shape).is_ok();
        if moved {
            self.widen_margin(shape, &bound);
        }
        moved
    }

    /// Sends questions to the workers that may have answers.
    fn ask(&self, out: &mut [FeedMessage]) {
        for (batch, (time, question)) in (0..).zip(&self.questions) {
            // The map is that of the tick, or of the earlier tick if the time is between two.
            let tick = time.map_or(self.tick, |time| time as u64);
            let between = time.is_some_and(|time| time.fract() > 0.0);
            // Center and size of a shape may each change by the teleport distance, and it may rotate out of its bound.
            let max_change = 2.0 * f64::from(self.settings.world.history.teleport_distance.max(0.0));
            let beyond = if between { (max_change + f64::from(self.margin[1])) * 1.01 } else { 0.0 };
            for (to, question) in split(question, batch, *time, self.map_at(tick), beyond) {
                out[to as usize].questions.push(question);
            }
        }
    }

    /// Sends changes to the owners of the entities.
    pub(crate) fn route(&mut self, fed: Vec<(u32, FeedMessage)>) -> Result<Vec<Envelope<RouteMessage>>, ClusterError> {
        let mut out: Vec<RouteMessage> = self.outbox();
        let peers = self.peers;
        self.report.stop = fed.iter().any(|(_, fed)| fed.stop);
        for (handle, owner) in fed.iter().flat_map(|(_, fed)| &fed.restored) {
            self.directory.set(*handle, *owner, peers);
        }
        // If a slot is used again in this tick, changes of the old entity go to its owner, and changes of the new one
        // to the new owner.
        let changes = fed.iter().flat_map(|(_, fed)| &fed.changes);
        let before: Vec<_> = changes.map(|(handle, _)| self.directory.owner(*handle, peers)).collect();
        for (handle, owner) in fed.iter().flat_map(|(_, fed)| &fed.owners) {
            self.directory.set(*handle, *owner, peers);
        }
        let mut before = before.into_iter();
        for (from, fed) in fed {
            self.inserted.extend(fed.inserted);
            self.received_questions.extend(fed.questions.into_iter().map(|question| (from, question)));
            for (handle, change) in fed.changes {
                let owner = before.next().flatten().or_else(|| self.directory.owner(handle, peers));
                match owner.and_then(|owner| out.get_mut(owner as usize)) {
                    Some(out) => out.changes.push((handle, change)),
                    None => self.report.refused.push(handle),
                }
            }
            for handle in fed.followed {
                let owner = self.directory.owner(handle, peers);
                if let Some(out) = owner.and_then(|owner| out.get_mut(owner as usize)) {
                    out.followed.push((handle, from));
                }
            }
        }
        self.send(1, out)
    }
}
