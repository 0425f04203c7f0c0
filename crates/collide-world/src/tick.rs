use collide_core::Shape;

use crate::finder::{Finder, Output};
use crate::world::Slot;
use crate::{Handle, Report, Settings};

/// Makes the ticks of a world, and holds what the last one found.
#[derive(Debug, Default)]
pub(crate) struct Ticker {
    finder: Finder,
    /// The live entities, by dense index.
    handles: Vec<Handle>,
    shapes: Vec<Shape>,
    index_pairs: Vec<(u32, u32)>,
    pairs: Vec<(Handle, Handle)>,
    report: Option<Report>,
    tick: u64,
}

impl Ticker {
    /// One tick: gather the live entities, find the pairs of dense indices, name them by handle.
    ///
    /// Dense indices ascend as slots do, so pairs in order of the ones are in order of the others.
    pub(crate) fn step(&mut self, slots: &[Slot], settings: &Settings) -> &Report {
        self.handles.clear();
        self.shapes.clear();
        for (slot, place) in (0..).zip(slots) {
            if let Some(shape) = place.shape {
                self.handles.push(Handle { slot, generation: place.generation });
                self.shapes.push(shape);
            }
        }
        let report = self.finder.pairs(&self.shapes, settings, Output::Pairs(&mut self.index_pairs));
        let handle = |index: u32| self.handles[index as usize];
        self.pairs.clear();
        self.pairs.extend(self.index_pairs.iter().map(|&(a, b)| (handle(a), handle(b))));
        self.tick += 1;
        self.report.insert(report)
    }

    pub(crate) fn pairs(&self) -> &[(Handle, Handle)] {
        &self.pairs
    }

    pub(crate) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    pub(crate) fn tick(&self) -> u64 {
        self.tick
    }
}
