//! The frames of a tick.

use collide2d::{Handle, Rect};

use super::client::Client;
use super::frame::{Moment, frame, write_followed};
use super::look::Look;
use super::mailbox::Parts;
use super::probe::Probe;
use super::source::ActiveSource;
use super::visible::{VisibleShapes, share, shows_most, tree_boxes};

/// A frame of at least this number of entities is large, by the part of the extent that it shows. It takes about a
/// millisecond.
const LARGE: f64 = 4_096.0;

/// What the content of a frame depends on, besides the tick and the followed entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FrameKey {
    /// The viewport; `None` for the whole view, with all entities.
    view: Option<Rect>,
    at: Option<u64>,
    boxes: bool,
    /// The sector whose entities are marked, and the entity that is not.
    sector: Option<(Probe, Option<Handle>)>,
    is_large: bool,
}

impl FrameKey {
    /// The frame of a client. In a large world, a viewport that shows most of the extent gets the whole view, which all
    /// clients share.
    pub(super) fn of(client: &Client, view: Rect, source: &ActiveSource) -> Self {
        let Client { at, boxes, player, probe, .. } = *client;
        let sector = probe.filter(|probe| probe.sector().is_some()).map(|probe| (probe, player));
        let snapshot = source.snapshot();
        let is_large = snapshot.world.len() as f64 * share(&view, &snapshot.extent) >= LARGE;
        let is_whole = is_large && source.past(at).is_none() && shows_most(&view, &snapshot.extent);
        Self { view: (!is_whole).then_some(view), at, boxes, sector, is_large }
    }

    /// Whether the frame takes long to make. At most one such frame is made in a tick.
    pub(super) fn is_large(&self) -> bool {
        self.is_large
    }

    /// Whether it is the whole view, without marks for one client.
    fn is_shared(&self) -> bool {
        self.view.is_none() && !self.boxes && self.sector.is_none()
    }
}

/// Makes frames. Clients with the same key share a frame.
#[derive(Default)]
pub(super) struct Frames {
    visible: VisibleShapes,
    /// The frames of this tick.
    made: Vec<(FrameKey, Parts)>,
    /// Whether the last large frame is the one that all clients share.
    was_shared: bool,
    /// The number of large frames so far.
    #[cfg(test)]
    pub(super) large: usize,
}

impl Frames {
    /// The large frame to make in this tick, among those that clients wait for, the longest waiting first. The whole view
    /// serves many clients at once, so it has every second turn if clients wait for it.
    pub(super) fn next_large(&mut self, waiting: impl Iterator<Item = FrameKey> + Clone) -> Option<FrameKey> {
        let first = |is_shared: bool| waiting.clone().find(|key| key.is_shared() == is_shared);
        let next = first(!self.was_shared).or_else(|| first(self.was_shared))?;
        self.was_shared = next.is_shared();
        Some(next)
    }

    /// The frame of a client that follows an entity.
    pub(super) fn get(&mut self, source: &ActiveSource, paused: bool, key: FrameKey, client: &Client) -> Parts {
        let parts = self.shared(source, paused, key);
        match client.followed.and_then(|handle| source.queries(key.at).shape(handle)) {
            Some(shape) => parts.with_first(|bytes| write_followed(bytes, &shape)),
            None => parts,
        }
    }

    /// The frame of all clients with this key.
    pub(super) fn shared(&mut self, source: &ActiveSource, paused: bool, key: FrameKey) -> Parts {
        if let Some((_, parts)) = self.made.iter().find(|(made, _)| *made == key) {
            return parts.clone();
        }
        #[cfg(test)]
        {
            self.large += usize::from(key.is_large);
        }
        let FrameKey { view, at, boxes, sector, .. } = key;
        let (snapshot, past) = (source.snapshot(), source.past(at));
        self.visible.query(snapshot, view.as_ref(), past, &|handle, entity| source.look(handle, entity));
        if let (ActiveSource::Duel(duel), None) = (source, past) {
            self.visible.add(duel.rockets(), view.as_ref(), Look::Bullet);
        }
        if let Some((probe, except)) = sector {
            self.visible.mark_found(&probe.found(&source.queries(at), except));
        }
        let pairs = past.map(|_| self.visible.pair_count);
        let (shapes, marks) = self.visible.shapes();
        let (tick, rewound) = (past.map_or(source.tick(), |(_, tick)| tick), past.is_some());
        let moment = Moment { snapshot, tick, ticks: source.ticks(rewound), paused, rewound, pairs };
        let boxes = if boxes && !rewound { tree_boxes(&snapshot.world, view.as_ref()) } else { vec![] };
        let parts = Parts::of(&frame(&moment, shapes, marks, &boxes));
        self.made.push((key, parts.clone()));
        parts
    }

    /// Drops the frames of the tick.
    pub(super) fn clear(&mut self) {
        self.made.clear();
    }
}
