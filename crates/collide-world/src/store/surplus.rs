//! The surplus of crowded places: the entities that a [`CrowdLimit`] leaves out of the pairs of a tick.

use std::borrow::Borrow;

use collide_broad::internal::Anchored;
use collide_core::{Aabb, Rect};

use super::kinds::{List, Listed, RowOf, Stored, each_kind};
use super::set::{Set, sample};
use super::summary::Sample;
use super::{FIXED, MOVING, Store};
use crate::base::{SlotBits, Square, allocated, work};
use crate::{Crowd, CrowdLimit, Handle};

/// The surplus of a store. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct Surplus {
    /// How many entities are in the squares of each hash, as far as a byte counts.
    counts: Vec<u8>,
    /// The square of each dynamic entity, in order of rows.
    squares: Vec<u64>,
    suspects: Vec<Suspect>,
    crowds: Vec<Crowd>,
    /// The slots of the surplus. Empty if there is no surplus.
    slots: SlotBits,
    count: usize,
    /// A copy of the other dynamic entities, if there is a surplus. Most worlds never need it.
    others: Option<Box<Set>>,
}

/// An entity in a square that may be crowded.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    square: u64,
    /// Entities of a square are in this order: the slot, and above it whether others come first.
    rank: u64,
    bound: Aabb,
}

/// The number of hashes for each entity. More would use more of the caches, fewer would make more suspects.
const HASHES: usize = 2;

impl Surplus {
    /// Finds the surplus of a store; none without a limit. Returns the work.
    pub(crate) fn find(&mut self, store: &Store, limit: Option<CrowdLimit>) -> u64 {
        self.crowds.clear();
        self.slots.clear();
        self.count = 0;
        let dynamic = &store.sets[MOVING];
        let Some(limit) = limit.filter(|limit| dynamic.len() > limit.max as usize) else { return 0 };
        let found = dynamic.len() as u64 * work::place::FOUND;
        if !self.find_suspects(store, limit) {
            return found;
        }
        self.suspects.sort_unstable_by_key(|suspect| (suspect.square, suspect.rank));
        self.slots.reset(store.slot_count());
        for place in self.suspects.chunk_by(|a, b| a.square == b.square) {
            let Some((_, surplus @ [first, ..])) = place.split_at_checked(limit.max as usize) else { continue };
            surplus.iter().for_each(|entity| self.slots.insert(entity.slot()));
            self.count += surplus.len();
            self.crowds.push(Crowd {
                area: area(place),
                count: place.len(),
                surplus_count: surplus.len(),
                entity: Handle { slot: first.slot(), generation: store.generations()[first.slot() as usize] },
            });
        }
        if self.count == 0 {
            self.slots.clear();
            return found + self.suspects.len() as u64 * work::place::RANKED;
        }
        let others = self.others.get_or_insert_default();
        others.reset();
        for (slot, location) in dynamic.locations().filter(|(slot, _)| !self.slots.has(*slot)) {
            others.push(dynamic.shape(location), slot, 0);
        }
        found + self.suspects.len() as u64 * work::place::RANKED + dynamic.len() as u64 * work::COPY
    }

    /// Lists the entities in squares that may have more than the limit. Returns whether there are any.
    fn find_suspects(&mut self, store: &Store, limit: CrowdLimit) -> bool {
        let Self { counts, squares, suspects, .. } = self;
        let dynamic = &store.sets[MOVING];
        let shift = u64::BITS - (dynamic.len() * HASHES).next_power_of_two().trailing_zeros().max(1);
        counts.clear();
        counts.resize(1 << (u64::BITS - shift), 0);
        squares.clear();
        squares.reserve(dynamic.len());
        // A count stays at the highest number of a byte.
        let max = u8::try_from(limit.max).unwrap_or(u8::MAX).min(u8::MAX - 1);
        let mut is_crowded = false;
        dynamic.squares_into(squares);
        squares.iter().for_each(|square| {
            let count = &mut counts[hash(*square, shift)];
            *count = count.saturating_add(1);
            is_crowded |= *count > max;
        });
        suspects.clear();
        if is_crowded {
            let is_suspect = |square: u64| counts[hash(square, shift)] > max;
            dynamic.bounds_of(squares, is_suspect, |square, slot, bound| {
                let rank = limit.rank((slot, store.filters.get(slot).layers.category));
                suspects.push(Suspect { square, rank, bound });
            });
        }
        is_crowded
    }

    /// The dynamic entities that take part, by the key of their square, slot and bound.
    pub(crate) fn taking_part(&mut self, store: &Store) -> Vec<(u64, u32, Aabb)> {
        let dynamic = &store.sets[MOVING];
        let mut entities = Vec::with_capacity(dynamic.len() - self.count);
        self.squares.clear();
        dynamic.squares_into(&mut self.squares);
        dynamic.bounds_of(
            &self.squares,
            |_| true,
            |square, slot, bound| {
                if !self.slots.has(slot) {
                    entities.push((square, slot, bound));
                }
            },
        );
        entities
    }

    /// Whether the entity in a slot is left out.
    #[inline]
    pub(crate) fn has(&self, slot: u32) -> bool {
        self.slots.has(slot)
    }

    /// The number of entities that are left out.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The crowded places.
    pub(crate) fn crowds(&self) -> &[Crowd] {
        &self.crowds
    }

    /// The dynamic entities without the surplus, if there is one.
    pub(crate) fn others_mut(&mut self) -> Option<&mut Set> {
        self.others.as_deref_mut().filter(|_| self.count > 0)
    }

    /// The same, to be read.
    pub(crate) fn others(&self) -> Option<&Set> {
        self.others.as_deref().filter(|_| self.count > 0)
    }

    /// The bounds of a sample of at most `limit` shapes that take part.
    pub(crate) fn sample(&self, store: &Store, limit: usize) -> Sample {
        let dynamic = self.others().unwrap_or(&store.sets[MOVING]);
        sample([dynamic, &store.sets[FIXED]], limit)
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let squares = allocated(&self.counts) + allocated(&self.squares) + allocated(&self.suspects);
        squares
            + allocated(&self.crowds)
            + self.slots.memory()
            + self.others.as_ref().map_or(0, |others| others.memory())
    }
}

impl Suspect {
    fn slot(&self) -> u32 {
        self.rank as u32
    }
}

/// The upper bits of a product: neighbors have other hashes.
#[inline]
fn hash(square: u64, shift: u32) -> usize {
    (square.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
}

/// The bound of all entities of a place.
fn area(place: &[Suspect]) -> Rect {
    let bounds = place.iter().map(|suspect| suspect.bound);
    let all = bounds.reduce(|a, b| a.union(&b)).expect("a place has entities");
    Rect::new(all.min(), all.max()).expect("the corners of a bound")
}

impl Set {
    /// Appends the square of every row to `squares`, list by list.
    fn squares_into(&self, squares: &mut Vec<u64>) {
        each_kind!(S => for list in S::lists(self).lists() {
            squares.extend(corners::<S, _>(list).map(|corners| Square::around(corners).key()));
        });
    }

    /// Passes square, slot and bound of the rows in some squares to `visit`. `squares` are those of all rows.
    fn bounds_of(&self, squares: &[u64], is_sought: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, u32, Aabb)) {
        let mut rest = squares;
        each_kind!(S => for list in S::lists(self).lists() {
            let (own, others) = rest.split_at(list.len());
            rest = others;
            for (row, square) in own.iter().enumerate().filter(|(_, square)| is_sought(**square)) {
                visit(*square, list.ids()[row], S::in_row(list, row).borrow().bound());
            }
        });
    }
}

/// The corners of the bound of each row.
fn corners<S: Listed<N>, const N: usize>(list: &List<S, N>) -> impl Iterator<Item = [[f64; 2]; 2]> {
    (0..list.len()).map(|row| RowOf::<S, N>::corners(&list.row(row)))
}
