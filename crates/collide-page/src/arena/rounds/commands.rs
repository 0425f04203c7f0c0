//! What a client does in the arena: steer an entity of its own, add one, move one, and ask queries.

use collide_rules::{Error, Input};
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
        if matches!(self.source, ActiveSource::Duel(_)) {
            return self.enter(index, at.is_some());
        }
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

    /// Gives the client an actor of the duel, or takes it away.
    fn enter(&mut self, index: usize, enters: bool) {
        let ActiveSource::Duel(duel) = &mut self.source else { return };
        let client = &mut self.clients[index];
        let left = client.actor.take().map_or(Ok(()), |number| duel.leave(number));
        let entered = left.and_then(|()| if enters { duel.join() } else { Ok(None) });
        match entered {
            Ok(actor) => client.actor = actor,
            Err(error) => return self.stop(&error.to_string()),
        }
        if enters && client.actor.is_none() {
            client.send(server_message::refused("duel: all places of players are taken"));
        }
        self.follow_actors();
        self.mark_stale();
    }

    /// Each client follows its actor, which is another entity after it respawned.
    pub(super) fn follow_actors(&mut self) {
        let ActiveSource::Duel(duel) = &self.source else { return };
        for client in &mut self.clients {
            let Some(number) = client.actor else { continue };
            let handle = duel.handle(number);
            client.describe |= handle != client.followed;
            client.followed = handle;
        }
    }

    pub(super) fn input(&mut self, index: usize, input: Input) {
        let (ActiveSource::Duel(duel), Some(number)) = (&mut self.source, self.clients[index].actor) else { return };
        duel.input(number, input);
    }

    pub(super) fn crowd(&mut self, to: Option<[f32; 2]>) {
        let ActiveSource::Duel(duel) = &mut self.source else { return };
        if let Err(error) = duel.drop_crowd(to.map(Vec2::from)) {
            self.stop(&error.to_string());
        }
    }

    pub(super) fn record(&mut self, index: usize, is_recording: bool) {
        let ActiveSource::Duel(duel) = &mut self.source else { return };
        if let Some(recorded) = duel.record(is_recording) {
            self.clients[index].send(server_message::recorded(&recorded));
        }
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
            scene.spawn(at, velocity);
            self.find_again();
        }
    }

    /// Moves the entity that the client follows to a place.
    pub(super) fn drag(&mut self, index: usize, to: [f32; 2]) {
        let (ActiveSource::Arena(scene), Some(handle)) = (&mut self.source, self.clients[index].followed) else {
            return;
        };
        let to = Vec2::from(to);
        if to.is_finite() {
            scene.drag(handle, to);
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
        let mut left: Result<(), Error> = Ok(());
        self.clients.retain(|client| {
            let stays = !client.is_gone() && !client.mailbox.is_overdue();
            if stays {
                return true;
            }
            match &mut self.source {
                ActiveSource::Arena(scene) => client.player.into_iter().for_each(|handle| scene.remove_player(handle)),
                ActiveSource::Duel(duel) => {
                    if let Some(Err(error)) = client.actor.map(|number| duel.leave(number)) {
                        left = Err(error);
                    }
                }
                ActiveSource::World(_) | ActiveSource::Recording(_) => {}
            }
            false
        });
        if let Err(error) = left {
            self.stop(&error.to_string());
        }
    }

    /// Gives all clients with an entity to steer a new one, in a new scene.
    pub(super) fn steer_again(&mut self) {
        let extent = self.source.snapshot().extent;
        let middle = (extent.min() + extent.max()) * 0.5;
        for index in 0..self.clients.len() {
            let client = &mut self.clients[index];
            let [player, actor] = [client.player.take().is_some(), client.actor.take().is_some()];
            if player || actor {
                self.player(index, Some(middle.into()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::client_message::MAX_COUNT;
    use super::super::super::source::SceneSource;
    use super::*;
    use crate::arena::mailbox::{Mailbox, Outgoing};

    #[test]
    fn messages_for_another_scene_are_ignored() {
        let mut arena = Arena::new(SceneSource::Arena, MAX_COUNT);
        let mailbox = Arc::<Mailbox>::default();
        arena.join(Arc::clone(&mailbox));
        for scene in ["uniform", "duel"] {
            mailbox.receive(&format!(r#"{{"set": {{"scene": "{scene}", "count": 100}}}}"#)).unwrap();
            while arena.source.show().unwrap().scene.name() != scene {
                arena.round();
            }
            for message in [
                r#"{"input": {"walk": [1, 0], "aim": [1, 0], "attack": null, "shown": 1}}"#,
                r#"{"crowd": [0, 0]}"#,
                r#"{"record": true}"#,
                r#"{"spawn": [0, 0]}"#,
                r#"{"drag": [0, 0]}"#,
                r#"{"steer": [1, 0]}"#,
            ] {
                mailbox.receive(message).unwrap();
            }
            arena.round();
            while let Some(Outgoing::Text(text)) = mailbox.next() {
                assert!(!text.contains("refused"), "{scene}: {text}");
            }
        }
    }
}
