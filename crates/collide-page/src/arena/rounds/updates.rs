//! Sends the frames of a tick to the clients that are ready for one.

use std::time::Duration;

use web_time::Instant;

use super::Arena;
use crate::arena::client::Client;
use crate::arena::frames::FrameKey;
use crate::arena::server_message;
use crate::arena::source::ActiveSource;
use crate::arena::visible::nearest;

/// The part of a tick in which frames are made. Clients without a frame by then are first at the next tick.
const SENDING: Duration = Duration::from_millis(10);

/// The ticks between two state messages to all clients.
const STATE_TICKS: u64 = 15;

impl Arena {
    /// Sends frames and descriptions to the clients that wait for one, the longest waiting first, within `SENDING`.
    pub(super) fn send_updates(&mut self) {
        let start = Instant::now();
        if self.ticks_to_state == 0 {
            let state = server_message::state(&self.source, self.clients.len(), self.changes, self.max_count);
            for client in &mut self.clients {
                client.send(state.clone());
                client.describe |= client.followed.is_some();
            }
        }
        self.ticks_to_state = (self.ticks_to_state + 1) % STATE_TICKS;
        let mut served = 0;
        for client in &mut self.clients {
            if start.elapsed() > SENDING {
                break;
            }
            served += 1;
            describe(&self.source, client);
            let Some(view) = client.due() else { continue };
            let Client { at, followed, boxes, player, .. } = *client;
            let sector = client.probe.filter(|probe| probe.sector().is_some()).map(|probe| (probe, player));
            // Before the frame, so that the page has both when it draws.
            if let ActiveSource::Duel(duel) = &self.source {
                client.send(server_message::duel(duel, &view, client.actor));
            }
            let parts = self.frames.get(&self.source, self.paused, FrameKey { view, at, followed, boxes, sector });
            client.mailbox.put_frame(parts);
            if let Some(probe) = client.probe {
                client.send(server_message::probed(probe.ask(&self.source.queries(client.at), client.player)));
            }
            client.stale = false;
        }
        self.clients.rotate_left(served);
        self.frames.clear();
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
