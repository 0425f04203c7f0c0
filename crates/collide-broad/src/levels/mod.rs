//! The levels of a hierarchical grid, one cell list each, and the joins between them.

mod plan;
mod sort;

use smallvec::SmallVec;

use crate::cell_list::{Anchored, CellList, Payload, row_at};
use plan::{Group, area};

pub(crate) use plan::MAX_LEVELS;

/// The largest number of lists: one for each level, and one for larger rows.
pub const MAX_LISTS: usize = MAX_LEVELS + 1;

/// The number of sorts after which the levels are planned again, and the part of all rows that must have changed since: one in
/// this number.
const PLANNED_FOR: u32 = 64;
const CHANGED_PART: u32 = 8;

/// The rows of a level may grow by this factor since the levels were planned. The area of a cell grows by its square.
const GROWTH: f64 = 1.5;

/// A hierarchical grid: rows grouped by size into levels. Each level is a cell list with cells of a suitable size.
///
/// They can be [apart](Self::sort_apart) by filter: then a level has a list for the most common filter and one for all
/// others, so that a search skips the rows of a filter that it excludes.
///
/// The number of levels and their sizes come from an estimate of the cost of a tick. They never change which pairs are
/// found. Rows that are larger than every level go to one more list, so that a few large rows cost nothing to the
/// others. When these rows are many, the levels are planned again before the same sort.
#[derive(Debug)]
pub struct LevelLists<S, P, const N: usize> {
    /// The list of each level, and one for larger rows if there were any. If `common` is known, these are for its rows, but
    /// that of larger rows is for all, and behind it there is the list of each level for other filters.
    lists: Vec<CellList<S, P, N>>,
    /// An upper bound of the extents of the rows of each level when the levels were planned, ascending.
    max_extents: SmallVec<[f64; MAX_LEVELS]>,
    /// The most common filter when the levels were planned, if the others have lists of their own.
    common: Option<u32>,
    layout: Layout,
    /// When the levels were planned.
    planned: Planned,
    /// The number of rows since then that were larger than every level, or outgrew theirs.
    strays: u32,
    /// Changes when rows move from one list to another.
    arrangement: u64,
}

/// When levels were planned.
#[derive(Clone, Copy, Debug)]
struct Planned {
    /// The number of rows then.
    len: u32,
    /// The number of sorts since then.
    sorts: u32,
    /// The number of changes of a row before. It wraps.
    changes: u32,
}

impl Planned {
    /// The next sort plans the levels, if there are rows.
    const NEVER: Self = Self { len: 0, sorts: 0, changes: 0 };
}

/// Constraints on the levels of a hierarchical grid. Everything else is chosen from the sizes of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The largest number of levels, from 1 to 7. Rows larger than every level have one more list.
    pub max_levels: usize,
    /// The cell size of the finest level. Larger rows go to a second level, and there are no other levels. If it is
    /// `None`, or not positive and finite, it is chosen from the sizes of the rows.
    pub cell: Option<f64>,
}

impl Default for Layout {
    fn default() -> Self {
        Self { max_levels: MAX_LEVELS, cell: None }
    }
}

/// A part of the search for pairs: the rows of one list against those of the same or another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// The index of the list on the probe side, whose rows are looked up in the other list.
    pub probe: usize,
    /// The index of the list on the build side, in which rows are looked up: the same list, another list of the same
    /// levels, or a list of other levels.
    pub build: usize,
    /// The number of rows of the probe side.
    pub rows: usize,
}

impl<S, P, const N: usize> Default for LevelLists<S, P, N> {
    fn default() -> Self {
        let layout = Layout::default();
        Self {
            lists: Vec::new(),
            max_extents: SmallVec::new(),
            common: None,
            layout,
            planned: Planned::NEVER,
            strays: 0,
            arrangement: 0,
        }
    }
}

/// `clone_from` reuses the memory of the overwritten lists.
impl<S, P: Clone, const N: usize> Clone for LevelLists<S, P, N> {
    fn clone(&self) -> Self {
        let Self { lists, max_extents, common, layout, planned, strays, arrangement } = self;
        let (lists, max_extents) = (lists.clone(), max_extents.clone());
        let (common, layout, planned, strays, arrangement) = (*common, *layout, *planned, *strays, *arrangement);
        Self { lists, max_extents, common, layout, planned, strays, arrangement }
    }

    fn clone_from(&mut self, source: &Self) {
        self.lists.clone_from(&source.lists);
        self.max_extents.clone_from(&source.max_extents);
        (self.layout, self.planned, self.strays) = (source.layout, source.planned, source.strays);
        (self.common, self.arrangement) = (source.common, source.arrangement);
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> LevelLists<S, P, N> {
    /// Sets the layout from the next sort on.
    pub fn set_layout(&mut self, Layout { max_levels, cell }: Layout) {
        let cell = cell.filter(|side| side.is_finite() && *side > 0.0);
        let layout = Layout { max_levels: max_levels.clamp(1, MAX_LEVELS), cell };
        if std::mem::replace(&mut self.layout, layout) != layout {
            self.max_extents.clear();
            self.planned = Planned::NEVER;
        }
    }

    /// The list of each level, finest first, and the list of larger rows if there were any; then those of other filters, if
    /// they are [apart](Self::sort_apart). Empty if there never was a row.
    #[must_use]
    pub fn lists(&self) -> &[CellList<S, P, N>] {
        &self.lists
    }

    /// The list of each level, for changes.
    pub fn lists_mut(&mut self) -> &mut [CellList<S, P, N>] {
        &mut self.lists
    }

    /// A number that changes whenever a row moves from one list to another, or all rows are replaced.
    #[must_use]
    pub fn arrangement(&self) -> u64 {
        self.arrangement
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lists.iter().map(CellList::len).sum()
    }

    /// The list and the index within it of row `number`, counted over all lists.
    ///
    /// # Panics
    /// If `number` is not below [`len`](Self::len).
    #[must_use]
    pub fn row_at(&self, number: usize) -> (&CellList<S, P, N>, usize) {
        row_at(&self.lists, number)
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists.iter().all(CellList::is_empty)
    }

    /// Whether all lists are sorted: no row was added, removed or changed since the last sort.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.lists.iter().all(|list| list.is_empty() || list.is_sorted())
    }

    /// Bytes allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.lists.capacity() * size_of::<CellList<S, P, N>>() + self.lists.iter().map(CellList::memory).sum::<usize>()
    }

    /// The bytes of [`memory`](Self::memory) that indexes take which searches build on first use.
    #[must_use]
    pub fn index_memory(&self) -> usize {
        self.lists.iter().map(CellList::index_memory).sum()
    }

    /// Replaces all rows. They go into one list in this order, with an id and a payload each. The next sort plans the
    /// levels for them. Only memory is kept.
    ///
    /// # Panics
    /// If columns, ids and payload differ in length.
    pub fn refill(
        &mut self,
        columns: [impl Iterator<Item = f32>; N],
        ids: impl Iterator<Item = u32>,
        payload: impl Iterator<Item = P>,
    ) {
        self.lists.resize_with(1, CellList::default);
        self.lists[0].refill(columns, ids, payload);
        self.arrangement += 1;
        self.max_extents.clear();
        self.common = None;
        self.planned = Planned::NEVER;
    }

    /// [Forgets](CellList::note_all_changed) which rows are where, before most of them change one by one.
    pub fn note_all_changed(&mut self) {
        self.lists.iter_mut().for_each(CellList::note_all_changed);
    }

    /// Removes all rows and keeps the lists and their memory.
    pub fn clear(&mut self) {
        self.lists.iter_mut().for_each(CellList::clear);
        self.arrangement += 1;
    }

    /// Adds a row to the list for its size and its filter. This list is no longer sorted. Returns the index of the
    /// list and its number of rows.
    pub fn push(&mut self, row: [f32; N], filter: u32, id: u32, payload: P) -> (usize, usize) {
        let is_other = self.common.is_some_and(|common| common != filter);
        self.push_to(is_other, row, id, payload)
    }

    fn push_to(&mut self, is_other: bool, row: [f32; N], id: u32, payload: P) -> (usize, usize) {
        let (level, levels) = (self.level_of(S::extent(&row)), self.max_extents.len());
        let index = if is_other && level < levels { levels + 1 + level } else { level };
        if index == self.lists.len() {
            // `push` alone would allocate for four lists.
            self.lists.reserve_exact(1);
            self.lists.push(CellList::default());
        }
        self.strays += u32::from(level == levels);
        self.lists[index].push(row, id, payload);
        (index, self.lists[index].len())
    }

    /// The level of a list. The number of levels for that of larger rows.
    fn level_at(&self, index: usize) -> usize {
        index.checked_sub(self.max_extents.len() + 1).unwrap_or(index)
    }

    /// Whether a list is one of those for other filters than the most common one.
    fn is_other(&self, index: usize) -> bool {
        index > self.max_extents.len()
    }

    /// The level for rows of this extent.
    fn level_of(&self, extent: f64) -> usize {
        let levels = self.max_extents.len();
        let level = self.max_extents.iter().position(|max_extent| extent <= *max_extent).unwrap_or(levels);
        // There is no coarser level, so rows that have grown little since the levels were planned stay in the last one.
        if level == levels && level > 0 && extent <= self.limit_of(level - 1) { level - 1 } else { level }
    }

    /// The largest extent that rows of this level may have before they go to a coarser one.
    fn limit_of(&self, level: usize) -> f64 {
        let growth = if self.layout.cell.is_some() && level == 0 { 1.0 } else { GROWTH };
        self.max_extents.get(level).map_or(f64::INFINITY, |extent| extent * growth)
    }

    /// The joins that together find all pairs of rows, when sorted.
    pub fn joins(&self) -> impl Iterator<Item = Join> {
        self.groups().flat_map(move |(level, group)| {
            let coarser = self.groups().filter(move |(other, _)| level < *other);
            let joins = coarser.map(move |other| faster_join((level, group), other).0);
            std::iter::once(Join { probe: level, build: level, rows: group.count as usize }).chain(joins)
        })
    }

    /// The lists that have rows, by index.
    fn groups(&self) -> impl Iterator<Item = (usize, Group)> {
        self.lists.iter().enumerate().filter(|(_, list)| !list.is_empty()).map(|(index, list)| (index, list.group()))
    }
}

/// The join of two lists that probably takes less time, and whether the first one is its probe side.
fn faster_join((i, first): (usize, Group), (j, second): (usize, Group)) -> (Join, bool) {
    if first.against(&second).1 {
        (Join { probe: i, build: j, rows: first.count as usize }, true)
    } else {
        (Join { probe: j, build: i, rows: second.count as usize }, false)
    }
}

/// The joins that together find all pairs of a row of `a` and a row of `b`, when sorted. The flag of each join is true
/// if its probe side is of `a` and its build side of `b`, and false for the other way round.
pub fn joins_between<S, P, O, Q, const N: usize, const M: usize>(
    a: &LevelLists<S, P, N>,
    b: &LevelLists<O, Q, M>,
) -> impl Iterator<Item = (Join, bool)>
where
    S: Anchored<N>,
    P: Payload,
    O: Anchored<M>,
    Q: Payload,
{
    a.groups().flat_map(move |first| b.groups().map(move |second| faster_join(first, second)))
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    fn group(&self) -> Group {
        let sides = self.intervals().map(|interval| interval.length());
        let extent = self.max_extent();
        let count = self.len() as f64;
        Group { count, extent, density: count / area(sides, extent) }
    }
}
