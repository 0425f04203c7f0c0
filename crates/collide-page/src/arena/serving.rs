//! The frames of a tick, for the clients that are ready for one.

use std::time::Duration;

use collide2d::{Handle, Rect};
use web_time::Instant;

use super::client::Client;
use super::frame::{Moment, frame};
use super::mailbox::Parts;
use super::running::Arena;
use super::server_message;
use super::source::Source;
use super::visible::{VisibleShapes, nearest, tree_boxes};

/// The part of a tick in which frames are made. Clients without a frame by then are first at the next tick.
const SERVING: Duration = Duration::from_millis(10);

/// The ticks between two state messages to all clients.
const STATE_TICKS: u64 = 15;

/// What the content of a frame depends on, besides the tick.
#[derive(Clone, Copy, PartialEq)]
struct Sight {
    view: Rect,
    at: Option<u64>,
    followed: Option<Handle>,
    boxes: bool,
}

/// Makes frames. Clients with the same sight share one.
#[derive(Default)]
pub(super) struct Frames {
    visible: VisibleShapes,
    /// The frames of this tick.
    made: Vec<(Sight, Parts)>,
}

impl Frames {
    fn get(&mut self, source: &Source, paused: bool, sight: Sight) -> Parts {
        if let Some((_, parts)) = self.made.iter().find(|(made, _)| *made == sight) {
            return parts.clone();
        }
        let Sight { view, at, followed, boxes } = sight;
        let (shown, past) = (source.shown(), source.past(at));
        self.visible.query(shown, &view, past);
        let pairs = past.map(|_| self.visible.pair_count);
        let (shapes, marks) = self.visible.shown();
        let followed = followed.and_then(|handle| source.queries(at).shape(handle));
        let (tick, rewound) = (past.map_or(source.tick(), |(_, tick)| tick), past.is_some());
        let moment = Moment { shown, tick, ticks: source.ticks(rewound), paused, rewound, followed, pairs };
        let boxes = if boxes && !rewound { tree_boxes(&shown.world, &view) } else { vec![] };
        let parts = Parts::of(&frame(&moment, shapes, marks, &boxes));
        self.made.push((sight, parts.clone()));
        parts
    }
}

impl Arena {
    /// Sends frames and descriptions to the clients that wait for one, the longest waiting first, within `SERVING`.
    pub(super) fn serve(&mut self) {
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
            if start.elapsed() > SERVING {
                break;
            }
            served += 1;
            describe(&self.source, client);
            let Some(view) = client.due() else { continue };
            let Client { at, followed, boxes, .. } = *client;
            let parts = self.frames.get(&self.source, self.paused, Sight { view, at, followed, boxes });
            client.mailbox.put_frame(parts);
            if let Some(probe) = client.probe {
                client.send(server_message::probed(probe.ask(&self.source.queries(client.at), client.player)));
            }
            client.stale = false;
        }
        self.clients.rotate_left(served);
        self.frames.made.clear();
    }
}

/// Sends what a client asked to know about an entity.
fn describe(source: &Source, client: &mut Client) {
    if let Some(place) = client.inspect.take() {
        client.followed = place.and_then(|place| nearest(&source.queries(client.at), place));
        (client.describe, client.stale) = (true, true);
    }
    if client.describe {
        client.describe = false;
        client.send(server_message::followed(source, client.at, client.followed));
    }
}
