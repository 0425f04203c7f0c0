//! Pairs among shapes that are kept elsewhere.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Batch, Shape};

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded, value};
use crate::hits::start;
use crate::settings::{Chosen, CollideSettings};
use crate::shape::{CollideShape, read_all};
use crate::tick::CollideReport;

/// Finds pairs among shapes that are kept elsewhere. Holds settings and memory to work with only: keep one and use it again.
#[derive(Debug, Default)]
pub struct CollideBatch {
    batch: Batch,
    a: Vec<Shape>,
    b: Vec<Shape>,
    found: Vec<(u32, u32)>,
    pairs: Vec<CollideIndexPair>,
}

/// Two shapes that overlap, by their numbers in the arrays given.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideIndexPair {
    /// The one with the smaller number, or that of the first array.
    pub a: u32,
    /// The other one, or that of the second array.
    pub b: u32,
}

/// The pairs that a batch found. They stay until the next call that it is given to.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideIndexPairs {
    /// The pairs, by first and then by second number; null for none.
    pub pairs: *const CollideIndexPair,
    /// How many.
    pub count: usize,
}

/// A new batch, to be freed by `collide_batch_free`. `settings` may be null for those by default; order, events and history do not matter.
///
/// `COLLIDE_INVALID` and `COLLIDE_NO_THREADS` as for `collide_world_new`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_new(settings: In<CollideSettings>, batch: Out<*mut CollideBatch>) -> CollideStatus {
    guarded(|| {
        let chosen = Chosen::read(settings, None)?;
        batch.put_object(CollideBatch { batch: Batch::new(chosen.settings), ..CollideBatch::default() }, "batch")
    })
}

/// Frees a batch. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_free(batch: Mut<CollideBatch>) {
    value((), || {
        batch.free();
        Ok(())
    });
}

/// Finds every pair of `count` shapes that overlap, once, the smaller number first. `report` may be null, and so may `pairs`: they are only
/// counted then.
///
/// `COLLIDE_INVALID` with the index of a shape that is none; `COLLIDE_FULL` for more shapes than `INT32_MAX`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_pairs(
    batch: Mut<CollideBatch>,
    shapes: In<CollideShape>,
    count: usize,
    pairs: Out<CollideIndexPairs>,
    report: Out<CollideReport>,
) -> CollideStatus {
    guarded(|| {
        let CollideBatch { batch, a, found, pairs: list, .. } = batch.get("batch")?;
        read_all(shapes.slice(count, "shapes")?, "shapes", a, CollideShape::read)?;
        let done = if pairs.is_null() { batch.count_pairs(a) } else { batch.pairs_into(a, found) }?;
        report.put_if_wanted(CollideReport::from(&done), "report")?;
        lay_out(found, list, pairs)
    })
}

/// Finds every pair of one of `a_count` shapes and one of `b_count` others that overlap. `report` may be null, and so may `pairs`: they
/// are only counted then.
///
/// `COLLIDE_INVALID` with the index of a shape that is none; `COLLIDE_FULL` for more shapes than `INT32_MAX`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_pairs_between(
    batch: Mut<CollideBatch>,
    a: In<CollideShape>,
    a_count: usize,
    b: In<CollideShape>,
    b_count: usize,
    pairs: Out<CollideIndexPairs>,
    report: Out<CollideReport>,
) -> CollideStatus {
    guarded(|| {
        let CollideBatch { batch, a: first, b: second, found, pairs: list } = batch.get("batch")?;
        read_all(a.slice(a_count, "a")?, "a", first, CollideShape::read)?;
        read_all(b.slice(b_count, "b")?, "b", second, CollideShape::read)?;
        let only_counted = pairs.is_null();
        let done = match only_counted {
            true => batch.count_pairs_between(first, second),
            false => batch.pairs_between_into(first, second, found),
        }?;
        report.put_if_wanted(CollideReport::from(&done), "report")?;
        lay_out(found, list, pairs)
    })
}

fn lay_out(
    found: &[(u32, u32)],
    list: &mut Vec<CollideIndexPair>,
    pairs: Out<CollideIndexPairs>,
) -> Result<(), Failure> {
    if pairs.is_null() {
        return Ok(());
    }
    list.clear();
    list.extend(found.iter().map(|&(a, b)| CollideIndexPair { a, b }));
    pairs.put(CollideIndexPairs { pairs: start(list), count: list.len() }, "pairs")
}
