//! Batches without their handles.
//!
//! Rows look up their changes at random. Most batches are in order of slots, so a handle says nothing that its index
//! does not say. Without handles, and in the type of one kind of shape, the changes of a large world fit into a cache:
//! a circle has 12 bytes, with its handle and as a `Shape` it has 36.

use collide_broad::internal::Workers;
use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, Vec2};

use super::Change;
use super::rows::{BySlot, Entry};
use crate::base::{Pieces, allocated, max_pieces};
use crate::store::Set;

/// The minimum size of a list of changes that are packed. A shorter list is in a cache as it is.
const MIN_BYTES: usize = 8 << 20;

/// The number of changes that are looked at before memory is allocated for all of them.
const SAMPLE: usize = 16;

/// The types of changes that are packed, and the variant of [`Packed`] for each.
macro_rules! packed {
    ($($Type:ident: $Variant:ident),*) => {
        /// The changes of a batch at the index of their slots, without handles. The list is empty if the last batch was
        /// small, out of order or not of one type; its memory is kept.
        #[derive(Debug, Default)]
        pub(crate) enum Packed {
            #[default]
            Nothing,
            $($Variant(Vec<$Type>),)*
        }

        impl Packed {
            /// Bytes allocated.
            pub(crate) fn memory(&self) -> usize {
                match self {
                    Self::Nothing => 0,
                    $(Self::$Variant(list) => allocated(list),)*
                }
            }

            /// Gives each row of a set its change. Returns the number of rows that have changed, or `None` if nothing
            /// is packed.
            pub(super) fn give_to(&self, set: &mut Set, workers: &impl Workers) -> Option<usize> {
                match self {
                    $(Self::$Variant(list) if !list.is_empty() => Some(set.take_changes(&BySlot(list), workers)),)*
                    _ => None,
                }
            }
        }

        $(impl Pack for $Type {
            fn into_packed(list: Vec<Self>) -> Packed {
                Packed::$Variant(list)
            }

            fn list(packed: Packed) -> Vec<Self> {
                if let Packed::$Variant(list) = packed { list } else { Vec::new() }
            }
        })*
    };
}

packed! {
    Vec2: Centers, Circle: Circles, Rect: Rects, OrientedRect: OrientedRects, Capsule: Capsules, Polygon: Polygons
}

/// A change that is packed as it is.
pub(super) trait Pack: Change + Send {
    fn into_packed(list: Vec<Self>) -> Packed;

    /// The list of these changes, or an empty one.
    fn list(packed: Packed) -> Vec<Self>;
}

impl Packed {
    /// Whether `is_in_place` returns true for the index and the value of each entry. If so, packs the changes if `of`
    /// returns one for each of them.
    pub(super) fn fill<E: Entry, P: Pack>(
        &mut self,
        entries: &[E],
        is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
        of: impl Fn(E::Change) -> Option<P> + Sync + Send,
        workers: &impl Workers,
    ) -> bool {
        let mut list = P::list(std::mem::take(self));
        let of = |entry: &E| of(entry.change());
        let step = entries.len() / SAMPLE + 1;
        let mut sample = entries.iter().enumerate().step_by(step);
        let is_uniform = size_of_val(entries) >= MIN_BYTES && sample.clone().all(|(_, entry)| of(entry).is_some());
        let [in_place, filled] = if !sample.all(|(index, entry)| is_in_place(index, entry)) {
            [false; 2]
        } else if let Some(first) = entries.first().and_then(of).filter(|_| is_uniform) {
            // All of it is overwritten.
            list.resize(entries.len(), first);
            let write = |place: &mut P, entry: &E| of(entry).map(|change| *place = change).is_some();
            visit(entries, &mut list, is_in_place, write, workers)
        } else {
            [visit(entries, &mut vec![(); entries.len()], is_in_place, |(), _| true, workers)[0], false]
        };
        if !(in_place && filled) {
            list.clear();
        }
        *self = P::into_packed(list);
        in_place
    }
}

/// Calls `write` for each entry with the value at its index, as long as the entries are in place. Returns whether all
/// are, and whether `write` always returned true.
fn visit<E: Sync, V: Send>(
    entries: &[E],
    values: &mut [V],
    is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
    write: impl Fn(&mut V, &E) -> bool + Sync + Send,
    workers: &impl Workers,
) -> [bool; 2] {
    let size = entries.len().div_ceil(max_pieces(workers)).max(1);
    let mut parts = Pieces::new();
    parts.extend(
        entries.chunks(size).zip(values.chunks_mut(size)).map(|(entries, values)| (entries, values, [true; 2])),
    );
    workers.each(&mut parts, |number, (entries, values, [in_place, written])| {
        *in_place = (number * size..).zip(entries.iter().zip(values.iter_mut())).all(|(index, (entry, value))| {
            *written &= write(value, entry);
            is_in_place(index, entry)
        });
    });
    parts.iter().fold([true; 2], |[all, every], (_, _, [in_place, written])| [all & in_place, every & written])
}
