//! The slides of a batch as columns: most shapes run into nothing, and all that is new of them is where they end.

use collide_core::{Rect, Shape, Vec2};
use smallvec::SmallVec;

use super::{Slide, SlideHit};
use crate::query::BatchRun;
use crate::store::with_center;

/// Where shapes end that slide, and what they run into, in the order of the queries.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlideColumns {
    /// The center of each at its end.
    ends: Vec<Vec2>,
    /// The shapes of which more is to be known, in order of their numbers.
    more: Vec<More>,
    hits: Vec<SlideHit>,
    pub(super) run: BatchRun,
}

/// What is to be known of a slide besides its center.
#[derive(Clone, Copy, Debug)]
struct More {
    /// The index of the query.
    number: usize,
    /// The end of its hits. They start at the end of those before.
    hits_end: usize,
    /// See [`Slide::left`].
    left: Vec2,
    /// The end of a rect: a center does not tell its corners.
    rect: Option<Rect>,
}

impl SlideColumns {
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.more.clear();
        self.hits.clear();
    }

    /// The work of the last batch.
    pub(crate) fn work(&self) -> u64 {
        self.run.work
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds the slide of a shape that is no rect, which runs into nothing.
    pub(super) fn push_unblocked(&mut self, end: Vec2) {
        self.ends.push(end);
    }

    pub(super) fn push(&mut self, Slide { shape, left, hits }: &Slide) {
        let rect = match shape {
            Shape::Rect(rect) => Some(*rect),
            Shape::Circle(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => None,
        };
        if rect.is_some() || !hits.is_empty() || *left != Vec2::ZERO {
            self.hits.extend_from_slice(hits);
            self.more.push(More { number: self.ends.len(), hits_end: self.hits.len(), left: *left, rect });
        }
        self.ends.push(shape.center());
    }

    /// The centers at the ends.
    pub(crate) fn ends(&self) -> &[Vec2] {
        &self.ends
    }

    /// The index and the end of each rect.
    pub(crate) fn rects(&self) -> impl Iterator<Item = (usize, Rect)> {
        self.more.iter().filter_map(|more| Some((more.number, more.rect?)))
    }

    /// What the shape of a query ran into. Empty if there is no such query.
    pub(crate) fn hits(&self, query: usize) -> &[SlideHit] {
        self.more.binary_search_by_key(&query, |more| more.number).map_or(&[], |index| self.hits_of(index))
    }

    fn hits_of(&self, index: usize) -> &[SlideHit] {
        let start = index.checked_sub(1).map_or(0, |before| self.more[before].hits_end);
        &self.hits[start..self.more[index].hits_end]
    }

    /// The slides of these shapes, which are those of the queries before they slid.
    pub(crate) fn iter(&self, shapes: impl ExactSizeIterator<Item = Shape>) -> impl ExactSizeIterator<Item = Slide> {
        let mut next = 0;
        shapes.zip(&self.ends).enumerate().map(move |(number, (shape, end))| {
            let more = self.more.get(next).filter(|more| more.number == number);
            let Some(More { left, rect, .. }) = more else { return Slide::unblocked(shape, *end) };
            let shape = rect.map_or_else(|| Slide::unblocked(shape, *end).shape, Shape::from);
            next += 1;
            Slide { shape, left: *left, hits: SmallVec::from_slice(self.hits_of(next - 1)) }
        })
    }
}

impl Slide {
    /// The slide of a shape that is no rect and that nothing blocks, to this position.
    pub(super) fn unblocked(shape: Shape, end: Vec2) -> Self {
        // The end is finite: it is the center of a shape.
        Self::to(with_center(&shape, end).and_then(Result::ok).unwrap_or(shape))
    }

    /// A slide that ends here, without hits.
    pub(super) fn to(shape: Shape) -> Self {
        Self { shape, left: Vec2::ZERO, hits: SmallVec::new() }
    }
}

/// The results of [`Queries::slide_batch_into`](crate::Queries::slide_batch_into), with the buffers of the search. Reuse one
/// for many calls. A clone has the results.
#[derive(Clone, Debug, Default)]
pub struct Slides {
    /// The shapes before.
    pub(super) shapes: Vec<Shape>,
    pub(super) columns: SlideColumns,
}

impl Slides {
    /// The number of results: that of the queries. Zero after a batch that failed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether there are no results.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The result of each query, in their order. It is made when it is read, from what differs from the query.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Slide> {
        self.columns.iter(self.shapes.iter().copied())
    }

    /// What the shape of query `query` ran into, in order of time. Empty if there is no such query.
    #[must_use]
    pub fn hits(&self, query: usize) -> &[SlideHit] {
        self.columns.hits(query)
    }

    /// The work of the last batch, in the units of [`Budget::max_work`](crate::Budget::max_work): with this limit, the same
    /// batch succeeds.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.columns.work()
    }

    pub(super) fn clear(&mut self) {
        self.shapes.clear();
        self.columns.clear();
    }
}
