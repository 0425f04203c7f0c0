//! The movers of a batch that move one after the other, at their present places.

use collide_core::{Moving, Shape};

use crate::base::{Cells, Meter, Row, WORTH_SPREADING_SORTED, work};
use crate::movement::measures::rounding_unit;
use crate::search::{Scope, rect_of};
use crate::store::{FilterTable, RowLocation, Set};
use crate::{CrowdLimit, Query, Threads};

/// The movers of a batch at their present places, without the surplus of crowds: this does not block. The memory and the
/// cost of a move do not depend on how many others are near. Reuses its memory.
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
    cells: Cells,
    /// Whether each mover is surplus.
    surplus: Vec<bool>,
}

impl PlacedMovers {
    /// Replaces all. The surplus of the limit is left out. The places are not known if the limit of the meter is exceeded.
    pub(crate) fn place(
        &mut self,
        movers: &[Query<Moving>],
        crowd: Option<CrowdLimit>,
        (slot, filters): (impl Fn(usize) -> u32, &FilterTable),
        threads: &Threads,
        meter: &mut Meter,
    ) {
        let category = |number: u32| filters.get(slot(number as usize)).layers.category;
        self.find_surplus(movers, crowd, (&slot, category), meter);
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

    /// Finds the surplus: that of each place, and the movers around which there are too many larger ones.
    fn find_surplus(
        &mut self,
        movers: &[Query<Moving>],
        crowd: Option<CrowdLimit>,
        (slot, category): (impl Fn(usize) -> u32, impl Fn(u32) -> u64),
        meter: &mut Meter,
    ) {
        let Self { cells, surplus, .. } = self;
        surplus.clear();
        surplus.resize(movers.len(), false);
        let Some(crowd) = crowd.filter(|crowd| movers.len() > crowd.max as usize) else { return };
        meter.add(movers.len() as u64 * work::place::SORTED);
        let row = |(number, mover): (usize, &Query<Moving>)| (slot(number), mover.what.shape().aabb());
        cells.fill(movers.iter().enumerate().map(row));
        cells.limit(Some(crowd), &category);
        cells.surplus().for_each(|number| surplus[number as usize] = true);
        let is_first = |number: u32| category(number) & crowd.first != 0;
        for row @ &Row { number, bound, .. } in cells.rows() {
            let counts = |other: &&Row| other.bound.intersects(&bound) && (is_first(other.number) || !is_first(number));
            let mut count = 0;
            for range in cells.coarser(row) {
                meter.add(work::place::LINE + work::place::COMPARED * range.len() as u64);
                count += cells.rows()[range].iter().filter(counts).count();
                if count > crowd.max as usize {
                    surplus[number as usize] = true;
                    break;
                }
            }
            if meter.is_over() {
                return;
            }
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
        if self.surplus[number] {
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

    /// Whether a mover is surplus: then no other blocks it.
    pub(super) fn is_surplus(&self, number: usize) -> bool {
        self.surplus[number]
    }

    /// Moves one to its new place.
    pub(super) fn set(&mut self, number: usize, shape: Shape) {
        self.shapes[number] = shape;
        if let Some(location) = self.locations[number] {
            self.far.set(location, shape, 0);
        }
    }

    /// They are searched in, with the filters of another scope. Boxes are found in place of some shapes.
    pub(super) fn scope<'a>(&'a self, like: &Scope<'a>) -> Scope<'a> {
        like.only([&self.far, &self.boxes])
    }

    /// The shape of the mover in a slot, where it is.
    pub(super) fn shape(&self, slot: u32) -> &Shape {
        &self.shapes[self.numbers[slot as usize] as usize]
    }
}

/// A mover goes far if its motion is longer than this many times its bound.
const FAR: f64 = 2.0;
