//! The pairs of dynamic entities, each with a limited number of larger ones: else sizes multiply the pairs of a place.

use collide_core::{Shape, exact_work, relation};

use super::PairFilter;
use crate::base::{Cells, Cursor, ListKind, Row, work};
use crate::store::{Store, Surplus};
use crate::{CrowdLimit, Settings};

/// Sizes are limited in a tick that has more pairs than this, for each entity that takes part and each of the maximum of
/// the limit. Entities of one size have at most half as many.
const PAIRS: u64 = 9;

/// Then each entity is in pairs with at most this many larger ones, for each of the maximum of the limit: those that overlap
/// it in four squares.
const LARGER: usize = 4;

/// The number of pairs from which on sizes are limited, in a tick in which `count` entities take part.
pub(crate) fn max_pairs(limit: Option<CrowdLimit>, count: usize) -> u64 {
    limit.map_or(u64::MAX, |limit| PAIRS.saturating_mul(u64::from(limit.max)).saturating_mul(count as u64))
}

/// A row among larger ones, in their order: those of the first categories, then the smaller ones, then by slot.
type Rank = (bool, i32, u32);

/// The search.
struct FewLarger<'a> {
    /// The cells of all entities, or those of the first categories and those of the others.
    larger: &'a [Cells],
    shapes: &'a [Shape],
    filter: PairFilter<'a>,
    limit: CrowdLimit,
    store: &'a Store,
    settings: &'a Settings,
    work: u64,
}

/// The work of a search that was stopped at this number of pairs: each was a candidate, and was stored.
pub(crate) fn stopped_work(max_pairs: u64) -> u64 {
    max_pairs.saturating_mul(work::CANDIDATE + work::PAIR)
}

/// The pairs of slots among the dynamic entities that take part, and the work. They are not all if that exceeds
/// `max_work`.
pub(crate) fn few_larger(
    (store, surplus): (&Store, &mut Surplus),
    limit: CrowdLimit,
    settings: &Settings,
    max_work: u64,
) -> (Vec<[u32; 2]>, u64) {
    let entities = surplus.taking_part(store);
    let shapes = store.shapes();
    let shape = |slot: u32| shapes.at(slot).expect("an entity of the set");
    let shapes: Vec<Shape> = entities.iter().map(|(_, slot, _)| shape(*slot)).collect();
    let (mut all, mut larger) = (Cells::default(), [Cells::default(), Cells::default()]);
    let numbered = || (0..).zip(&entities);
    all.fill_at(numbered());
    let has_first = |slot: u32| is_first(store, limit, slot);
    let larger = if limit.first == 0 {
        std::slice::from_ref(&all)
    } else {
        larger[0].fill_at(numbered().filter(|(_, (_, slot, _))| has_first(*slot)));
        larger[1].fill_at(numbered().filter(|(_, (_, slot, _))| !has_first(*slot)));
        &larger
    };
    let filter = PairFilter::meeting(&store.filters);
    let work = entities.len() as u64 * work::place::SORTED;
    let mut search = FewLarger { larger, shapes: &shapes, filter, limit, store, settings, work };
    let (mut pairs, mut cursor, mut near, exact) = (Vec::new(), Cursor::default(), Vec::new(), exact_work());
    for (index, row) in all.rows().iter().enumerate() {
        if search.work > max_work {
            break;
        }
        let (same, _) = all.around(index, &mut cursor);
        for range in same {
            search.work += work::place::LINE;
            pairs.extend(
                all.rows()[range].iter().filter(|other| search.is_pair(row, other)).map(|other| [row.slot, other.slot]),
            );
        }
        search.larger(row, &mut near);
        pairs.extend(near.iter().map(|(.., slot)| [row.slot, *slot]));
    }
    let work = search.work + exact_work() - exact + pairs.len() as u64 * work::PAIR;
    (pairs, work)
}

impl FewLarger<'_> {
    /// Lists the larger entities that one is in a pair with.
    fn larger(&mut self, row: &Row, near: &mut Vec<Rank>) {
        near.clear();
        let max = self.limit.max as usize * LARGER;
        let larger = self.larger;
        for cells in larger {
            let mut level = row.level();
            for range in cells.coarser(row) {
                self.work += work::place::LINE;
                let rows = &cells.rows()[range];
                let Some(first) = rows.first() else { continue };
                if first.level() != level && near.len() >= max {
                    break;
                }
                level = first.level();
                for other in rows {
                    if self.is_pair(row, other) {
                        near.push((!is_first(self.store, self.limit, other.slot), level, other.slot));
                    }
                }
            }
        }
        if near.len() > max {
            near.select_nth_unstable(max);
            near.truncate(max);
        }
    }

    fn is_pair(&mut self, a: &Row, b: &Row) -> bool {
        self.work += work::place::COMPARED;
        if !a.bound.intersects(&b.bound) || !self.filter.holds([a.slot, b.slot]) {
            return false;
        }
        let [first, second] = [a, b].map(|row| &self.shapes[row.number as usize]);
        self.work += work::decision(ListKind::of(first), ListKind::of(second));
        self.settings.touching.accepts(relation(first, second))
    }
}

fn is_first(store: &Store, limit: CrowdLimit, slot: u32) -> bool {
    store.filters.get(slot).layers.category & limit.first != 0
}
