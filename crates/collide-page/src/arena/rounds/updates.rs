//! Sends the frames of a tick to the clients that are ready for one.

use std::time::Duration;

use collide2d::Rect;
use web_time::Instant;

use super::Arena;
use crate::arena::client::Client;
use crate::arena::frames::FrameKey;
use crate::arena::server_message;
use crate::arena::source::ActiveSource;
use crate::arena::visible::nearest;

/// The part of a tick in which frames are made that are not large. Clients that still wait then are first at the next
/// tick.
const SENDING: Duration = Duration::from_millis(10);

/// The ticks between two state messages to all clients.
const STATE_TICKS: u64 = 15;

impl Arena {
    /// Sends frames and descriptions to the clients that wait for one, the longest waiting first: those that take little
    /// within `SENDING`, and then one large frame, to all clients that wait for it.
    pub(super) fn send_updates(&mut self) {
        let start = Instant::now();
        self.send_state();
        let mut large = Vec::new();
        for index in 0..self.clients.len() {
            let (has_time, client) = (start.elapsed() <= SENDING, &mut self.clients[index]);
            if has_time {
                describe(&self.source, client);
            }
            client.waits = client.describe || client.inspect.is_some();
            let Some(view) = client.due() else { continue };
            let key = FrameKey::of(client, view, &self.source);
            client.waits = true;
            if key.is_large() {
                large.push((index, view, key));
            } else if has_time {
                self.send_frame(index, &view, key);
            }
        }
        self.send_large(&large);
        self.clients.sort_by_key(|client| !client.waits);
        self.frames.clear();
    }

    fn send_state(&mut self) {
        if self.ticks_to_state == 0 {
            let state = server_message::state(&self.source, self.clients.len(), self.changes, self.max_count);
            for client in &mut self.clients {
                client.send(state.clone());
                client.describe |= client.followed.is_some();
            }
        }
        self.ticks_to_state = (self.ticks_to_state + 1) % STATE_TICKS;
    }

    /// Makes one of the large frames that clients wait for, and sends it to all that wait for it. Answers to probes are
    /// not shared: these have `SENDING`, too.
    fn send_large(&mut self, waiting: &[(usize, Rect, FrameKey)]) {
        let Some(next) = self.frames.next_large(waiting.iter().map(|(.., key)| *key)) else { return };
        self.frames.shared(&self.source, self.paused, next);
        let start = Instant::now();
        for (index, view, _) in waiting.iter().filter(|(.., key)| *key == next) {
            if self.clients[*index].probe.is_none() || start.elapsed() <= SENDING {
                self.send_frame(*index, view, next);
            }
        }
    }

    fn send_frame(&mut self, index: usize, view: &Rect, key: FrameKey) {
        let client = &mut self.clients[index];
        // Before the frame, so that the page has both when it draws.
        if let ActiveSource::Duel(duel) = &self.source {
            client.send(server_message::duel(duel, view, client.actor));
        }
        client.mailbox.put_frame(self.frames.get(&self.source, self.paused, key, client));
        if let Some(probe) = client.probe {
            client.send(server_message::probed(probe.ask(&self.source.queries(client.at), client.player)));
        }
        (client.stale, client.waits) = (false, false);
    }
}

/// Sends what a client asked to know about an entity.
fn describe(source: &ActiveSource, client: &mut Client) {
    if let Some(place) = client.inspect.take() {
        client.followed = place.and_then(|place| nearest(&source.queries(client.at), place));
        (client.describe, client.stale) = (true, true);
    }
    if client.describe {
        client.describe = false;
        client.send(server_message::followed(source, client.at, client.followed));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::arena::client_message::MAX_COUNT;
    use crate::arena::mailbox::{Mailbox, Outgoing};
    use crate::arena::source::SceneSource;

    /// Enough entities for large frames.
    const COUNT: u32 = 10_000;

    const CLIENTS: usize = 120;

    /// A paused arena of many entities, without clients.
    fn arena() -> Arena {
        let mut arena = Arena::new(SceneSource::Arena, MAX_COUNT);
        let mailbox = client(&mut arena, &[&format!(r#"{{"set": {{"scene": "uniform", "count": {COUNT}}}}}"#)]);
        arena.round();
        assert!(arena.source.snapshot().world.len() >= COUNT as usize);
        mailbox.close();
        arena.round();
        arena.pause(true);
        arena
    }

    /// Adds a client that sends these messages.
    fn client(arena: &mut Arena, messages: &[&str]) -> Arc<Mailbox> {
        let mailbox = Arc::<Mailbox>::default();
        arena.join(Arc::clone(&mailbox));
        messages.iter().for_each(|message| mailbox.receive(message).unwrap());
        mailbox
    }

    /// The first part of the frame that a client gets, if there is one. The client reads no more of it.
    fn first_part(mailbox: &Mailbox) -> Option<Arc<[u8]>> {
        loop {
            match mailbox.next()? {
                Outgoing::Text(_) => {}
                Outgoing::Part(bytes) | Outgoing::LastPart(bytes) => return Some(bytes),
            }
        }
    }

    /// A viewport with the upper part of the scene: all but this share.
    fn without_lower(arena: &Arena, share: f32) -> String {
        let extent = arena.source.snapshot().extent;
        let low = extent.min().y + share * (extent.max().y - extent.min().y);
        format!(r#"{{"view": [{}, {low}, {}, {}]}}"#, extent.min().x, extent.max().x, extent.max().y)
    }

    #[test]
    fn whole_views_are_made_once_for_all_clients_and_small_ones_do_not_wait() {
        let mut arena = arena();
        let whole: Vec<_> = (0..CLIENTS)
            .map(|index| {
                let view = without_lower(&arena, -0.4 + 0.8 * index as f32 / CLIENTS as f32);
                // Some follow an entity: their frames differ in a few bytes.
                let messages = [view.as_str(), r#"{"player": [0, 0]}"#];
                client(&mut arena, &messages[..1 + index % 2])
            })
            .collect();
        let small = client(&mut arena, &[r#"{"view": [0, 0, 1, 1]}"#]);
        arena.round();
        assert_eq!(arena.frames.large, 1);
        assert!(first_part(&small).is_some());
        let parts: Vec<_> = whole.iter().filter_map(|mailbox| first_part(mailbox)).collect();
        assert_eq!(parts.len(), CLIENTS);
        assert!(parts.iter().step_by(2).all(|part| Arc::ptr_eq(part, &parts[0])), "the bytes are shared");
        let shown = u32::from_le_bytes(parts[0][4..8].try_into().unwrap()) as usize;
        assert_eq!(shown, arena.source.snapshot().world.len());
    }

    #[test]
    fn of_different_large_frames_a_tick_makes_one_for_the_client_that_waits_longest() {
        let mut arena = arena();
        let mut waiting: Vec<_> = (0..CLIENTS)
            .map(|index| {
                let view = without_lower(&arena, 0.501 + 0.05 * index as f32 / CLIENTS as f32);
                client(&mut arena, &[&view])
            })
            .collect();
        for made in 1..=10 {
            arena.round();
            assert_eq!(arena.frames.large, made);
            assert!(first_part(&waiting.remove(0)).is_some(), "the oldest of tick {made}");
            assert!(waiting.iter().all(|mailbox| first_part(mailbox).is_none()));
        }
        let whole = client(&mut arena, &[r#"{"view": [-1e6, -1e6, 1e6, 1e6]}"#]);
        arena.round();
        assert_eq!(arena.frames.large, 11);
        assert!(first_part(&whole).is_some(), "the whole view, which many clients may want, has every second turn");
        assert!(waiting.iter().all(|mailbox| first_part(mailbox).is_none()));
    }
}
