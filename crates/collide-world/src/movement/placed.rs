//! The movers of a batch that move one after the other, at their present places.

use collide_core::{Moving, Shape};

use super::piles::Piles;
use super::rounding_unit;
use crate::base::{Meter, WORTH_SPREADING_SORTED, work};
use crate::query::rect_of;
use crate::store::{FilterTable, RowLocation, Set};
use crate::{Queries, Query, Threads};

/// The movers of a batch at their present places, without those in a pile: these do not block. The memory and the cost of
/// a move do not depend on how many others are near. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct PlacedMovers {
    /// Boxes around every place that a mover can get to, of those that do not move far: their index never changes.
    boxes: Set,
    /// The others, where they are: each changes its place once.
    far: Set,
    /// Where the others are in their set.
    locations: Vec<Option<RowLocation>>,
    /// Where each mover is.
    shapes: Vec<Shape>,
    /// The number of the mover in each slot that has one.
    numbers: Vec<u32>,
    piles: Piles,
}

impl PlacedMovers {
    /// Replaces all. The filter of a mover says which others block it. One that overlaps more than `max_neighbors` of them is
    /// in a pile. The places are not known if the limit of the meter is exceeded.
    pub(crate) fn place(
        &mut self,
        movers: &[Query<Moving>],
        max_neighbors: usize,
        (slot, filters): (impl Fn(usize) -> u32, &FilterTable),
        threads: &Threads,
        meter: &mut Meter,
    ) {
        let block = |mover: usize, other: usize| {
            let other = filters.get(slot(other));
            !other.sensor && movers[mover].filter.layers.is_none_or(|layers| layers.meet(&other.layers))
        };
        self.piles.find(movers, max_neighbors, block, meter);
        meter.add(movers.len() as u64 * work::PLACED);
        self.boxes.clear();
        self.far.clear();
        self.locations.clear();
        self.shapes.clear();
        for (number, mover) in movers.iter().enumerate() {
            self.add(number, &mover.what, slot(number));
        }
        for set in [&mut self.boxes, &mut self.far] {
            threads.run(set.len(), WORTH_SPREADING_SORTED, |workers| set.sort(workers, None));
        }
        for (slot, location) in self.far.locations() {
            self.locations[self.numbers[slot as usize] as usize] = Some(location);
        }
    }

    fn add(&mut self, number: usize, mover: &Moving, slot: u32) {
        let shape = mover.shape();
        if self.numbers.len() <= slot as usize {
            self.numbers.resize(slot as usize + 1, 0);
        }
        self.numbers[slot as usize] = number as u32;
        self.shapes.push(shape);
        self.locations.push(None);
        if self.piles.has(number) {
            return;
        }
        let (bound, length) = (shape.aabb(), mover.motion().as_dvec2().length());
        let size = bound.max().as_dvec2() - bound.min().as_dvec2();
        if length > size.max_element() * FAR {
            self.far.push(shape, slot, 0);
        } else {
            // It goes at most as far as its motion.
            let reach = bound.expanded(length + rounding_unit(&bound) * 4.0);
            self.boxes.push(rect_of(&reach).into(), slot, 0);
        }
    }

    /// Whether a mover is in a pile: then no other blocks it.
    pub(super) fn is_in_pile(&self, number: usize) -> bool {
        self.piles.has(number)
    }

    /// Moves one to its new place.
    pub(super) fn set(&mut self, number: usize, shape: Shape) {
        self.shapes[number] = shape;
        if let Some(location) = self.locations[number] {
            self.far.set(location, shape, 0);
        }
    }

    /// Queries on them with the rules of others. They find boxes in place of some shapes.
    pub(super) fn queries<'a>(&'a self, like: &Queries<'a>) -> Queries<'a> {
        like.only([&self.far, &self.boxes])
    }

    /// The shape of the mover in a slot, where it is.
    pub(super) fn shape(&self, slot: u32) -> &Shape {
        &self.shapes[self.numbers[slot as usize] as usize]
    }
}

/// A mover goes far if its motion is longer than this many times its bound.
const FAR: f64 = 2.0;
