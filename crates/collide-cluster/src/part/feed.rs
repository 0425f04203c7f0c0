//! From where changes are fed to who owns the entities, past those who know who that is.

use collide_core::Shape;
use collide_world::Handle;

use crate::ClusterError;
use crate::feed::{Change, Fate};
use crate::part::Part;
use crate::question::split;
use crate::wire::{Fed, Parcel, Routed};

impl Part {
    /// Makes the changes of what is owned here, and sends what else was fed and asked here since the last tick.
    pub(crate) fn feed(&mut self) -> Result<Vec<Parcel<Fed>>, ClusterError> {
        let mut out: Vec<Fed> = self.outbox();
        let map = self.map().clone();
        let fed = self.feed.take();
        for (handle, shape) in fed.shapes() {
            if self.move_calmly(*handle, shape) {
                continue;
            }
            if self.owns(*handle) {
                self.change(*handle, Change::Shape(*shape))?;
            } else {
                out[self.shard(*handle)].unknown.push((*handle, Change::Shape(*shape)));
            }
        }
        for &(handle, fate) in fed.fates() {
            match fate {
                Fate::New(entity) => {
                    let owner = map.worker_at(entity.shape.center());
                    out[owner as usize].new.push((handle, entity));
                    out[self.shard(handle)].homes.push((handle, owner));
                }
                // What is the worker's own stays here.
                Fate::Changed(change) if self.owns(handle) => self.changes.push((handle, change)),
                Fate::Changed(change) => out[self.shard(handle)].unknown.push((handle, change)),
                Fate::Nothing => {}
            }
        }
        self.feed.give_back(fed);
        if std::mem::take(&mut self.announce) {
            for row in self.rows.list.iter().filter(|row| row.owner == self.me) {
                out[self.shard(row.handle)].restored.push((row.handle, self.me));
            }
        }
        for handle in self.views.followed() {
            out[self.shard(handle)].followed.push(handle);
        }
        self.ask(&mut out);
        self.send(0, out)
    }

    /// Moves one of the worker's own that stays where nobody else has to know; says whether it is one.
    fn move_calmly(&mut self, handle: Handle, shape: &Shape) -> bool {
        let bound = shape.aabb();
        let calm = self.rows.stays_calm(handle.slot(), shape.center(), &bound);
        let moved = calm && self.world.update(handle, *shape).is_ok();
        if moved {
            self.note_reach(shape, &bound);
        }
        moved
    }

    /// Sends questions to those who may know answers.
    fn ask(&self, out: &mut [Fed]) {
        for (batch, (time, question)) in (0..).zip(&self.questions) {
            // Tiles are those of the tick that answers are known by: the one before, if the time is between two.
            let known = time.map_or(self.tick, |time| time as u64);
            let between = time.is_some_and(|time| time.fract() > 0.0);
            // The middle and the size of a shape may each have changed by so much, and it may have turned out of its bound.
            let farthest = 2.0 * f64::from(self.settings.world.history.teleport_distance.max(0.0));
            let beyond = if between { (farthest + f64::from(self.reach[1])) * 1.01 } else { 0.0 };
            for (to, asked) in split(question, batch, *time, self.map_at(known), beyond) {
                out[to as usize].asked.push(asked);
            }
        }
    }

    /// Sends changes on to who owns the entities.
    pub(crate) fn route(&mut self, fed: Vec<(u32, Fed)>) -> Result<Vec<Parcel<Routed>>, ClusterError> {
        let mut out: Vec<Routed> = self.outbox();
        let peers = self.peers;
        for (handle, owner) in fed.iter().flat_map(|(_, fed)| &fed.restored) {
            self.directory.set(*handle, *owner, peers);
        }
        // Those whose slots are given to others in this tick are found before these are noted, new ones afterwards.
        let unknown = fed.iter().flat_map(|(_, fed)| &fed.unknown);
        let before: Vec<_> = unknown.map(|(handle, _)| self.directory.owner(*handle, peers)).collect();
        for (handle, owner) in fed.iter().flat_map(|(_, fed)| &fed.homes) {
            self.directory.set(*handle, *owner, peers);
        }
        let mut before = before.into_iter();
        for (from, fed) in fed {
            self.new.extend(fed.new);
            self.asked.extend(fed.asked.into_iter().map(|asked| (from, asked)));
            for (handle, change) in fed.unknown {
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
