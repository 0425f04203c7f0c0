//! What a client does in the arena: steer an entity of its own, add one, move one, and ask queries.

use collide2d::Vec2;

use super::Arena;
use crate::arena::probe::Probe;
use crate::arena::server_message;
use crate::arena::source::ActiveSource;

/// The limit of entities that clients add to a scene.
const MAX_ADDED: usize = 1_000;
/// The speed of added entities, in world units per second.
const ADDED_SPEED: f32 = 4.0;
/// The angle between the directions of added entities: the golden angle, so that they spread.
const ADDED_TURN: f32 = 2.399_963;

impl Arena {
    /// Gives the client an entity to steer, or takes it away. The client follows it.
    pub(super) fn player(&mut self, index: usize, at: Option<[f32; 2]>) {
        let (ActiveSource::Arena(scene), client) = (&mut self.source, &mut self.clients[index]) else { return };
        if let Some(handle) = client.player.take() {
            scene.remove_player(handle);
            client.followed = client.followed.filter(|followed| *followed != handle);
        }
        if let Some(at) = at.map(Vec2::from).filter(|at| at.is_finite()) {
            client.player = scene.add_player(at);
            (client.followed, client.at) = (client.player, None);
        }
        client.describe = true;
        self.find_again();
    }

    pub(super) fn steer(&mut self, index: usize, direction: [f32; 2]) {
        let (ActiveSource::Arena(scene), Some(handle)) = (&mut self.source, self.clients[index].player) else { return };
        let direction = Some(Vec2::from(direction)).filter(|direction| direction.is_finite()).unwrap_or_default();
        if let Some(steered) = scene.steered.iter_mut().find(|steered| steered.handle == handle) {
            steered.direction = direction.clamp_length_max(1.0);
        }
    }

    /// Adds an entity at a place.
    pub(super) fn spawn(&mut self, index: usize, at: [f32; 2]) {
        let ActiveSource::Arena(scene) = &mut self.source else { return };
        let added = scene.snapshot.world.len().saturating_sub(scene.show.count as usize);
        if added >= MAX_ADDED {
            let why = format!("add: limited to {MAX_ADDED} entities, choose a scene to start again");
            return self.clients[index].send(server_message::refused(&why));
        }
        let at = Vec2::from(at);
        if at.is_finite() {
            let velocity = Vec2::from_angle(added as f32 * ADDED_TURN) * ADDED_SPEED;
            scene.insert(at, velocity);
            self.find_again();
        }
    }

    /// Moves the entity that the client follows to a place.
    pub(super) fn drag(&mut self, index: usize, to: [f32; 2]) {
        let (ActiveSource::Arena(scene), Some(handle)) = (&mut self.source, self.clients[index].followed) else {
            return;
        };
        let (extent, world) = (scene.snapshot.extent, &mut scene.snapshot.world);
        let Some(shape) = world.shape(handle) else { return };
        let to = Vec2::from(to);
        if to.is_finite() {
            // Cannot fail: the extent is finite.
            _ = world.translate(handle, to.clamp(extent.min(), extent.max()) - shape.center());
            self.clients[index].describe = true;
            self.find_again();
        }
    }

    pub(super) fn probe(&mut self, index: usize, probe: Option<Probe>) {
        let client = &mut self.clients[index];
        (client.probe, client.stale) = (probe, true);
    }

    /// While paused, pairs are found at the next round: a change shows at once.
    fn find_again(&mut self) {
        self.refind |= self.paused;
        self.mark_stale();
    }

    /// Removes the entities of clients that are gone.
    pub(super) fn drop_gone(&mut self) {
        let ActiveSource::Arena(scene) = &mut self.source else {
            self.clients.retain(|client| !client.is_gone() && !client.mailbox.is_overdue());
            return;
        };
        self.clients.retain(|client| {
            let stays = !client.is_gone() && !client.mailbox.is_overdue();
            if let Some(handle) = client.player.filter(|_| !stays) {
                scene.remove_player(handle);
            }
            stays
        });
    }

    /// Gives all clients with an entity to steer a new one, in a new scene.
    pub(super) fn steer_again(&mut self) {
        let ActiveSource::Arena(scene) = &mut self.source else { return };
        let middle = (scene.snapshot.extent.min() + scene.snapshot.extent.max()) * 0.5;
        for client in self.clients.iter_mut().filter(|client| client.player.is_some()) {
            client.player = scene.add_player(middle);
            client.followed = client.player;
        }
    }
}
