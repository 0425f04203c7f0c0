use collide_core::Shape;

use crate::base::ListKind;

/// Receives the shapes that a search finds.
pub(crate) trait Collector {
    /// The work for a shape of this kind.
    fn work(&self, kind: ListKind) -> u64;

    /// The maximum distance of further shapes, with a margin for rounding.
    fn max_distance(&self) -> f64;

    /// Whether this number of further rows may be read. If not, the search ends.
    #[inline]
    fn enter(&mut self, _rows: usize) -> bool {
        true
    }

    /// Whether the shape in this slot may be a result, wherever it is.
    #[inline]
    fn may_take(&self, _: u32) -> bool {
        true
    }

    /// Takes a shape. Inline it always: where the kind of the shape is known, its test is that of this kind.
    fn collect(&mut self, slot: u32, shape: Shape);

    /// Takes a shape if it may be a result. Returns the maximum distance of further shapes, or `None` if it was not
    /// taken.
    #[inline(always)]
    fn offer(&mut self, slot: u32, shape: Shape) -> Option<f64> {
        self.may_take(slot).then(|| {
            self.collect(slot, shape);
            self.max_distance()
        })
    }
}

/// The type of collector that a search is compiled for. In WebAssembly one for all, for a small module.
#[cfg(target_family = "wasm")]
pub(crate) fn compiled<'a>(collector: &'a mut impl Collector) -> &'a mut (dyn Collector + 'a) {
    collector
}

/// The type of collector that a search is compiled for: each, as a search with dynamic calls runs 1 to 6 % more
/// instructions.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub(crate) fn compiled<C: Collector>(collector: &mut C) -> &mut C {
    collector
}
