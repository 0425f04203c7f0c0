//! The frames of a tick.

use collide2d::{Handle, Rect};

use super::frame::{Moment, frame};
use super::look::Look;
use super::mailbox::Parts;
use super::probe::Probe;
use super::source::ActiveSource;
use super::visible::{VisibleShapes, tree_boxes};

/// What the content of a frame depends on, besides the tick.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct FrameKey {
    pub(super) view: Rect,
    pub(super) at: Option<u64>,
    pub(super) followed: Option<Handle>,
    pub(super) boxes: bool,
    /// The sector whose entities are marked, and the entity that is not.
    pub(super) sector: Option<(Probe, Option<Handle>)>,
}

/// Makes frames. Clients with the same key share a frame.
#[derive(Default)]
pub(super) struct Frames {
    visible: VisibleShapes,
    /// The frames of this tick.
    made: Vec<(FrameKey, Parts)>,
}

impl Frames {
    pub(super) fn get(&mut self, source: &ActiveSource, paused: bool, key: FrameKey) -> Parts {
        if let Some((_, parts)) = self.made.iter().find(|(made, _)| *made == key) {
            return parts.clone();
        }
        let FrameKey { view, at, followed, boxes, sector } = key;
        let (snapshot, past) = (source.snapshot(), source.past(at));
        self.visible.query(snapshot, &view, past, &|handle, entity| source.look(handle, entity));
        if let (ActiveSource::Duel(duel), None) = (source, past) {
            self.visible.add(duel.rockets(), &view, Look::Bullet);
        }
        if let Some((probe, except)) = sector {
            self.visible.mark_found(&probe.found(&source.queries(at), except));
        }
        let pairs = past.map(|_| self.visible.pair_count);
        let (shapes, marks) = self.visible.shapes();
        let followed = followed.and_then(|handle| source.queries(at).shape(handle));
        let (tick, rewound) = (past.map_or(source.tick(), |(_, tick)| tick), past.is_some());
        let moment = Moment { snapshot, tick, ticks: source.ticks(rewound), paused, rewound, followed, pairs };
        let boxes = if boxes && !rewound { tree_boxes(&snapshot.world, &view) } else { vec![] };
        let parts = Parts::of(&frame(&moment, shapes, marks, &boxes));
        self.made.push((key, parts.clone()));
        parts
    }

    /// Drops the frames of the tick.
    pub(super) fn clear(&mut self) {
        self.made.clear();
    }
}
