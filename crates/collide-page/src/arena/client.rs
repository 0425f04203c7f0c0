//! A client, as the arena knows it.

use std::sync::Arc;

use collide2d::{Handle, Rect};

use super::mailbox::{Mailbox, Text};
use super::pending_change::PendingChange;
use super::probe::Probe;

/// What a client sees, and what it asks for.
pub(crate) struct Client {
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) view: Option<Rect>,
    pub(crate) at: Option<u64>,
    pub(crate) followed: Option<Handle>,
    /// The place to find the entity to follow.
    pub(crate) inspect: Option<Option<[f32; 3]>>,
    /// Whether a description of the followed entity is due.
    pub(crate) describe: bool,
    /// Whether frames have the boxes of the R-tree.
    pub(crate) boxes: bool,
    /// The entity that the client steers.
    pub(crate) player: Option<Handle>,
    /// The number of its actor in the duel.
    pub(crate) actor: Option<usize>,
    /// The query to answer at each tick.
    pub(crate) probe: Option<Probe>,
    /// Whether the last frame is out of date.
    pub(crate) stale: bool,
    /// Whether a frame or a description was due in the last tick, and had no turn.
    pub(crate) waits: bool,
    pub(crate) pending: PendingChange,
}

impl Client {
    pub(crate) fn new(mailbox: Arc<Mailbox>) -> Self {
        let (view, at, followed, inspect, pending) = (None, None, None, None, PendingChange::new());
        let (player, actor, probe, describe, boxes) = (None, None, None, false, false);
        let (stale, waits) = (true, false);
        Self { mailbox, view, at, followed, inspect, describe, boxes, player, actor, probe, stale, waits, pending }
    }

    /// Whether the connection has ended.
    pub(crate) fn is_gone(&self) -> bool {
        self.mailbox.is_closed()
    }

    /// The viewport, if a frame is due.
    pub(crate) fn due(&self) -> Option<Rect> {
        self.view.filter(|_| self.stale && self.mailbox.wants_frame())
    }

    /// Whether a new frame could be sent at once.
    pub(crate) fn is_ready(&self) -> bool {
        self.view.is_some() && self.mailbox.wants_frame()
    }

    /// Shows the present of another world.
    pub(crate) fn reset(&mut self) {
        (self.at, self.followed, self.inspect) = (None, None, None);
        // The description of an entity of the last scene is replaced.
        (self.describe, self.stale) = (true, true);
    }

    pub(crate) fn send(&self, text: Text) {
        self.mailbox.put_text(text);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.mailbox.close();
    }
}
