//! Work on the items of a batch: in spatial order, in pieces on several threads, up to a budget.

use std::fmt::Debug;

use collide_broad::internal::{Workers, grown};
use collide_core::Vec2;

use super::order::Order;
use super::tuning::WORTH_SPREADING;
use crate::base::{Meter, Pool, Spent, max_pieces};
use crate::{Budget, Costliest, OverBudget, Threads};

/// The number of items of a group: they follow each other in spatial order.
const GROUP: usize = 32;

/// The work between two looks at that of all threads.
const LOOK: u64 = 5_000;

/// What is done with each item of a batch.
pub(crate) trait Job: Sync {
    /// The buffers of a piece of the batch, and its results.
    type Piece: Debug + Default + Send;

    /// Starts a piece.
    fn begin(&self, piece: &mut Self::Piece);

    /// Called before each group of items that are near each other, with their numbers.
    fn prepare(&self, _group: &[u32], _piece: &mut Self::Piece, _meter: &mut Meter) {}

    /// Does the work of an item, up to the limit of the meter. Returns the number of results that count.
    fn item(&self, item: u32, piece: &mut Self::Piece, meter: &mut Meter) -> u64;
}

/// The limits of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) budget: Budget,
    /// The work before.
    pub(crate) given: u64,
    /// What an item is called in errors.
    pub(crate) item: &'static str,
}

/// Does the work of batches. Reuses its memory.
#[derive(Debug)]
pub(crate) struct Driver<P> {
    order: Order,
    pieces: Vec<Piece<P>>,
    /// The number of pieces of the last run.
    count: usize,
    /// For each item the number of its piece, and its place there.
    places: Vec<(u32, u32)>,
}

#[derive(Debug, Default)]
struct Piece<P> {
    of: P,
    results: u64,
    work: u64,
    /// The work of the item that cost most, and its number.
    costliest: (u64, u32),
}

impl<P> Default for Driver<P> {
    fn default() -> Self {
        Self { order: Order::default(), pieces: vec![], count: 0, places: vec![] }
    }
}

impl<P: Debug + Default + Send> Driver<P> {
    /// Does the work of all items. `middles` are their approximate positions. Returns the work, with that before; it does
    /// not depend on the number of threads.
    pub(crate) fn run(
        &mut self,
        job: &impl Job<Piece = P>,
        middles: impl ExactSizeIterator<Item = [f64; 2]> + Clone,
        Limits { budget, given, item }: Limits,
        threads: &Threads,
    ) -> Result<u64, OverBudget> {
        budget.check(0, given)?;
        let Self { order, pieces, count, places } = self;
        let (len, left) = (middles.len(), budget.left(0, given));
        order.sort(middles.clone());
        *count = threads.run(len, WORTH_SPREADING, |workers: &Pool| {
            let count = (len / (WORTH_SPREADING / 4)).clamp(1, max_pieces(workers));
            let (numbers, spent) = (order.numbers(), Spent::default());
            workers
                .each(grown(pieces, count), |number, piece| piece.run(job, part(numbers, number, count), left, &spent));
            count
        });
        let (mut results, mut work, mut costliest) = (0, given, (0, 0));
        places.resize(len, (0, 0));
        for (number, piece) in pieces[..*count].iter().enumerate() {
            results += piece.results;
            work += piece.work;
            costliest = costliest.max(piece.costliest);
            for (place, item) in (0..).zip(part(order.numbers(), number, *count)) {
                places[*item as usize] = (number as u32, place);
            }
        }
        budget.check(results, work).map(|()| work).map_err(|over| {
            let (_, index) = costliest;
            let [x, y] = middles.clone().nth(index as usize).unwrap_or_default();
            over.by(Some(Costliest { item, index, at: Vec2::new(x as f32, y as f32) }))
        })
    }

    /// The pieces of the last run.
    pub(crate) fn pieces(&mut self) -> impl Iterator<Item = &mut P> {
        self.pieces[..self.count].iter_mut().map(|piece| &mut piece.of)
    }

    /// The piece of an item in the last run, and its place there.
    pub(crate) fn place(&self, item: u32) -> (&P, usize) {
        let (piece, place) = self.places[item as usize];
        (&self.pieces[piece as usize].of, place as usize)
    }

    /// The pieces and the places of all items, in the order of the items.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (&P, usize)> {
        self.places.iter().map(|(piece, place)| (&self.pieces[*piece as usize].of, *place as usize))
    }
}

/// The items of a piece. The groups are the same for any number of pieces.
fn part(items: &[u32], piece: usize, count: usize) -> &[u32] {
    let len = items.len();
    let end = |piece: usize| if piece == count { len } else { (len * piece / count).next_multiple_of(GROUP).min(len) };
    &items[end(piece)..end(piece + 1)]
}

impl<P> Piece<P> {
    fn run(&mut self, job: &impl Job<Piece = P>, items: &[u32], budget: Budget, spent: &Spent) {
        job.begin(&mut self.of);
        (self.results, self.work, self.costliest) = (0, 0, (0, 0));
        if spent.is_over(&budget) {
            return;
        }
        // What is not yet in the sum of all pieces.
        let (mut results, mut work) = (0, 0);
        // No more than what is left, if it is known: then the sum is over the limit in any order.
        let meter = |work: u64| Meter::of_this_thread(spent.work_left(&budget).saturating_sub(work));
        // Additions to the sum would delay each item.
        let look = if budget.max_results == u64::MAX { LOOK } else { 0 };
        for group in items.chunks(GROUP) {
            let mut preparing = meter(work);
            job.prepare(group, &mut self.of, &mut preparing);
            work += preparing.done();
            self.work += preparing.done();
            for item in group {
                let mut meter = meter(work);
                results += job.item(*item, &mut self.of, &mut meter);
                let done = meter.done();
                self.costliest = self.costliest.max((done, *item));
                work += done;
                self.work += done;
                if !budget.allows_all() && (work > look || meter.is_over()) {
                    self.results += results;
                    if spent.add(&budget, std::mem::take(&mut results), std::mem::take(&mut work)).is_err() {
                        return;
                    }
                }
            }
        }
        self.results += results;
        _ = spent.add(&budget, results, work);
    }
}
