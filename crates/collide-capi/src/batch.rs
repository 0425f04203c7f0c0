//! Pairs among shapes that are stored outside of a world.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Batch, Shape};

use crate::border::{In, Mut, Out, freed};
use crate::budget::CollideBudget;
use crate::failure::{CollideStatus, Failure, guarded};
use crate::hits::start;
use crate::settings::{Chosen, CollideSettings};
use crate::shape::{CollideShape, Item, read_all};
use crate::tick::CollideReport;

/// Finds pairs among shapes that are stored outside of a world. Holds only settings and working memory: reuse it for
/// many calls.
#[derive(Debug, Default)]
pub struct CollideBatch {
    batch: Batch,
    a: Vec<Shape>,
    b: Vec<Shape>,
    found: Vec<(u32, u32)>,
    pairs: Vec<CollideIndexPair>,
}

/// Two shapes that overlap, as indices into the input arrays.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideIndexPair {
    /// The smaller index; for two arrays, the index in the first.
    pub a: u32,
    /// The larger index; for two arrays, the index in the second.
    pub b: u32,
}

/// The pairs that a batch has found. Valid until the next call with that batch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideIndexPairs {
    /// The pairs, sorted by the first and then by the second index; null if there are none.
    pub pairs: *const CollideIndexPair,
    /// The number of pairs.
    pub count: usize,
}

/// A batch. Of the settings, `static_pairs`, `sensor_pairs`, `change_ticks`, order, events and history have no effect.
///
/// Writes it to `batch`: free it with `collide_batch_free`. `settings` may be null for the defaults.
///
/// Errors: those of `collide_world_new`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_new(settings: In<CollideSettings>, batch: Out<*mut CollideBatch>) -> CollideStatus {
    guarded(|| {
        let chosen = Chosen::read(settings, None)?;
        batch.put_object(CollideBatch { batch: Batch::new(chosen.settings), ..CollideBatch::default() }, "batch")
    })
}

/// Frees a batch. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_free(batch: Mut<CollideBatch>) {
    freed(batch);
}

/// Finds all overlapping pairs of shapes as indices, each once, the smaller index first.
///
/// `count` is the number of shapes. The pairs are valid until the next call. `budget` and `report` may be null. If `pairs`
/// is null, the pairs are only counted.
///
/// Errors: `COLLIDE_INVALID` with the index of an invalid shape; `COLLIDE_FULL` if there are more than `INT32_MAX`
/// shapes; `COLLIDE_OVER_BUDGET`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_pairs(
    batch: Mut<CollideBatch>,
    shapes: In<CollideShape>,
    count: usize,
    budget: In<CollideBudget>,
    pairs: Out<CollideIndexPairs>,
    report: Out<CollideReport>,
) -> CollideStatus {
    guarded(|| {
        let CollideBatch { batch, a, found, pairs: list, .. } = batch.get("batch")?;
        read_all(shapes.slice(count, "shapes")?, "shapes", a, CollideShape::read)?;
        let batch = batch.within(CollideBudget::of(budget)?);
        let done = if pairs.is_null() { batch.count_pairs(a) } else { batch.pairs_into(a, found) }?;
        report.put_optional(CollideReport::from(&done), "report")?;
        lay_out(found, list, pairs)
    })
}

/// Finds all overlapping pairs of one of the shapes `a` and one of the shapes `b`, as indices.
///
/// `a_count` and `b_count` are the numbers of shapes. The pairs are valid until the next call. `budget` and `report` may be
/// null. If `pairs` is null, the pairs are only counted.
///
/// Errors: `COLLIDE_INVALID` with the index of an invalid shape; `COLLIDE_FULL` if there are more than `INT32_MAX`
/// shapes; `COLLIDE_OVER_BUDGET`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_batch_pairs_between(
    batch: Mut<CollideBatch>,
    a: In<CollideShape>,
    a_count: usize,
    b: In<CollideShape>,
    b_count: usize,
    budget: In<CollideBudget>,
    pairs: Out<CollideIndexPairs>,
    report: Out<CollideReport>,
) -> CollideStatus {
    guarded(|| {
        let CollideBatch { batch, a: first, b: second, found, pairs: list } = batch.get("batch")?;
        read_all(a.slice(a_count, "a")?, "a", first, CollideShape::read)?;
        read_all(b.slice(b_count, "b")?, "b", second, CollideShape::read)?;
        let (batch, only_counted) = (batch.within(CollideBudget::of(budget)?), pairs.is_null());
        let done = match only_counted {
            true => batch.count_pairs_between(first, second),
            false => batch.pairs_between_into(first, second, found),
        }?;
        report.put_optional(CollideReport::from(&done), "report")?;
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
