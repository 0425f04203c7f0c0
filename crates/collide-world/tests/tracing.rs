//! The spans and events of a tick.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use collide2d::{Circle, History, Settings, Threads, Vec2, World};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Records the names of spans when they open, and the fields of events.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // The time is not compared.
        if field.name() != "nanoseconds" {
            write!(self.0, "{}={value:?} ", field.name()).unwrap();
        }
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "collide"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.0.lock().unwrap().push(span.metadata().name().to_owned());
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn a_tick_opens_a_span_for_each_phase() {
    let history = History { ticks: 2, teleport_distance: 1.0 };
    let mut world = World::new(Settings { threads: Threads::Serial, events: true, history, ..Settings::default() });
    for x in 0..20_u8 {
        world.insert(Circle::new(Vec2::new(x.into(), 0.0), 0.5).unwrap()).unwrap();
    }
    world.step();
    let listener = Listener::default();
    tracing::subscriber::with_default(listener.clone(), || _ = world.step());
    let heard = listener.0.lock().unwrap();
    assert_eq!(heard[..6], ["tick", "sort", "pairs", "order", "events", "history"]);
    assert_eq!(heard[6].trim(), "message=ticked tick=2 shapes=20 candidates=19 pairs=19 strategy=\"levels\"");
}
