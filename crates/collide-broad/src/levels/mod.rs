//! Tables for shapes of unequal sizes, and the joins between all of them.

mod plan;

use std::ops::Range;

use collide_core::Touching;
use collide_core::batch::Level;
use smallvec::SmallVec;

use crate::table::{Found, Meets, Names, Placed, Table, stretches};
use crate::workers::Workers;
use plan::{Group, Plan, Sizes};

pub(crate) use plan::MOST_LEVELS;

/// Sorts after which it is looked at whether the levels still suit the sizes.
const PLANNED_FOR: u32 = 64;

/// How much dearer than the best plan the levels may be before they are laid out anew.
const HYSTERESIS: f64 = 1.25;

/// A hierarchical grid: rows in tables by their size, each table with cells to suit.
///
/// How many tables there are, and for which sizes, follows from an estimate of what a tick costs. It never changes what is
/// found.
#[derive(Debug)]
pub struct Levels<S, P, const N: usize> {
    tables: Vec<Table<S, P, N>>,
    /// What the reach of no row of a table exceeded when it was laid out, ascending.
    reaches: SmallVec<[f64; MOST_LEVELS]>,
    layout: Layout,
    planned: (usize, u32),
}

/// What is asked of levels; all else is chosen by the sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// At most so many tables, of eight.
    pub most: usize,
    /// The side of the cells of the finest table; what is larger goes to a second one, and there are no more. Chosen with all
    /// else where there is none, or none that is positive and finite.
    pub cell: Option<f64>,
}

impl Default for Layout {
    fn default() -> Self {
        Self { most: MOST_LEVELS, cell: None }
    }
}

/// A part of the search for pairs: the rows of one table against themselves or another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// The table whose rows are gone through.
    pub driver: usize,
    /// The table they are looked up in: the same one, another of the same levels, or one of other levels.
    pub other: usize,
    /// How many rows are gone through.
    pub rows: usize,
}

impl<S, P, const N: usize> Default for Levels<S, P, N> {
    fn default() -> Self {
        let layout = Layout::default();
        Self { tables: Vec::new(), reaches: SmallVec::new(), layout, planned: (0, PLANNED_FOR) }
    }
}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Levels<S, P, N> {
    /// From the next sort on laid out like this.
    pub fn set_layout(&mut self, Layout { most, cell }: Layout) {
        let cell = cell.filter(|side| side.is_finite() && *side > 0.0);
        let layout = Layout { most: most.clamp(1, MOST_LEVELS), cell };
        if std::mem::replace(&mut self.layout, layout) != layout {
            self.planned = (0, PLANNED_FOR);
            self.reaches.clear();
        }
    }

    /// The tables, finest first: none where there never was a row.
    #[must_use]
    pub fn tables(&self) -> &[Table<S, P, N>] {
        &self.tables
    }

    /// The tables, to be changed.
    pub fn tables_mut(&mut self) -> &mut [Table<S, P, N>] {
        &mut self.tables
    }

    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// The table and row of a number below [`len`](Self::len), counted through all tables.
    ///
    /// # Panics
    /// When there are not so many rows.
    #[must_use]
    pub fn row_at(&self, number: usize) -> (&Table<S, P, N>, usize) {
        let mut row = number;
        for table in &self.tables {
            if row < table.len() {
                return (table, row);
            }
            row -= table.len();
        }
        panic!("row {number} of {}", self.len());
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.iter().all(Table::is_empty)
    }

    /// Whether all rows are where a sort has put them, and as they were then.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.tables.iter().all(|table| table.is_empty() || table.is_sorted())
    }

    /// Bytes allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.tables.capacity() * size_of::<Table<S, P, N>>() + self.tables.iter().map(Table::memory).sum::<usize>()
    }

    /// Becomes the same as another one, in the memory it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.tables.resize_with(other.tables.len(), Table::default);
        for (table, from) in self.tables.iter_mut().zip(&other.tables) {
            table.copy_from(from);
        }
        self.reaches.clone_from(&other.reaches);
        (self.layout, self.planned) = (other.layout, other.planned);
    }

    /// Takes other rows in the place of all there are, in this order, with a label and a payload each. They go into one table; the
    /// next sort lays the tables out for them, as it would in a new set of levels. Only memory is kept.
    ///
    /// # Panics
    /// When there are not as many of each.
    pub fn refill(
        &mut self,
        columns: [impl Iterator<Item = f32>; N],
        labels: impl Iterator<Item = u32>,
        payload: impl Iterator<Item = P>,
    ) {
        self.tables.resize_with(1, Table::default);
        self.tables[0].refill(columns, labels, payload);
        self.reaches.clear();
        self.planned = (0, PLANNED_FOR);
    }

    /// Forgets all rows; tables and their memory stay.
    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(Table::clear);
    }

    /// Adds a row to the table for its size, which is no longer sorted; says to which one, and how many rows this has now.
    pub fn push(&mut self, row: [f32; N], label: u32, payload: P) -> (usize, usize) {
        if self.tables.is_empty() {
            self.tables.push(Table::default());
        }
        let level = self.level_of(S::reach(&row));
        self.tables[level].push(row, label, payload);
        (level, self.tables[level].len())
    }

    fn level_of(&self, reach: f64) -> usize {
        self.reaches.iter().position(|most| reach <= *most).unwrap_or(self.tables.len() - 1)
    }

    /// Sorts all tables, after laying them out anew if the sizes call for it.
    pub fn sort(&mut self, workers: &impl Workers) {
        let (len, age) = self.planned;
        let now = self.len();
        let outgrown = self.tables.iter().zip(&self.reaches).any(|(table, reach)| table.reach() > *reach * 1.5);
        if age >= PLANNED_FOR || now > len * 2 || outgrown {
            self.plan(outgrown);
        }
        self.planned.1 += 1;
        self.tables.iter_mut().for_each(|table| table.sort(workers));
    }

    /// Lays out the tables for the sizes there are now, if that is enough of a gain.
    fn plan(&mut self, outgrown: bool) {
        let area = stretches(&self.tables).iter().map(|(low, high)| high - low).product();
        let reaches = self.tables.iter().flat_map(|table| (0..table.len()).map(|row| S::reach(&table.row(row))));
        let sizes = Sizes::of(reaches, area);
        self.planned = (self.len(), 0);
        let (reaches, fits) = if let Some(cell) = self.layout.cell {
            let reaches = sizes.split(cell);
            let fits = self.reaches == reaches && self.is_apart();
            (reaches, fits)
        } else {
            let Plan { reaches, cost } = sizes.plan(self.layout.most);
            let fits = self.reaches.last() >= reaches.last() && sizes.cost_of(&self.reaches) <= cost * HYSTERESIS;
            (reaches, fits)
        };
        if self.is_empty() || (fits && !outgrown) {
            return;
        }
        self.reaches = reaches;
        let old = std::mem::take(&mut self.tables);
        self.tables.resize_with(self.reaches.len(), Table::default);
        self.tables[0].set_cell(self.layout.cell.unwrap_or_default());
        for table in &old {
            for row in 0..table.len() {
                self.push(table.row(row), table.labels()[row], table.payload()[row]);
            }
        }
    }

    /// Whether every row is in the table for its size.
    fn is_apart(&self) -> bool {
        let mut rows = self
            .tables
            .iter()
            .enumerate()
            .flat_map(|(level, table)| (0..table.len()).map(move |row| (level, table.row(row))));
        rows.all(|(level, row)| self.level_of(S::reach(&row)) == level)
    }

    /// The parts of the search for all pairs among the rows, when sorted.
    pub fn joins(&self) -> impl Iterator<Item = Join> {
        let tables = || self.tables.iter().enumerate().filter(|(_, table)| !table.is_empty());
        tables().flat_map(move |(first, a)| {
            let itself = Join { driver: first, other: first, rows: a.len() };
            let coarser = tables().filter(move |(second, _)| first < *second).map(move |(second, b)| {
                if a.group().against(&b.group()).1 {
                    Join { driver: first, other: second, rows: a.len() }
                } else {
                    Join { driver: second, other: first, rows: b.len() }
                }
            });
            std::iter::once(itself).chain(coarser)
        })
    }

    /// Does a part of the search for all pairs, on these rows of its driver. Pairs are of the driver's labels and the
    /// other's.
    ///
    /// # Panics
    /// When the tables are not sorted, or the part is none of theirs.
    pub fn run(
        &self,
        join: Join,
        level: Level,
        rows: Range<usize>,
        names: Names<'_>,
        touching: Touching,
        found: impl Found,
    ) where
        S: Meets<S, N, N>,
    {
        let driver = &self.tables[join.driver];
        if join.driver == join.other {
            driver.join_self(level, rows, names, touching, found);
        } else {
            driver.join(&self.tables[join.other], level, rows, names, touching, found);
        }
    }
}

/// The parts of the search for all pairs of a row of one set and a row of another, when sorted. Those of which rows of the
/// first set drive, and those the other way round.
pub fn joins_between<S, P, O, Q, const N: usize, const M: usize>(
    a: &Levels<S, P, N>,
    b: &Levels<O, Q, M>,
) -> impl Iterator<Item = (Join, bool)>
where
    S: Placed<N>,
    P: Copy + Default + Send + Sync,
    O: Placed<M>,
    Q: Copy + Default + Send + Sync,
{
    let first = a.tables.iter().enumerate().filter(|(_, table)| !table.is_empty());
    first.flat_map(move |(i, table)| {
        let second = b.tables.iter().enumerate().filter(|(_, other)| !other.is_empty());
        second.map(move |(j, other)| {
            if table.group().against(&other.group()).1 {
                (Join { driver: i, other: j, rows: table.len() }, true)
            } else {
                (Join { driver: j, other: i, rows: other.len() }, false)
            }
        })
    })
}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    fn group(&self) -> Group {
        let area: f64 = self.stretches().iter().map(|(low, high)| high - low).product();
        let reach = self.reach();
        let count = self.len() as f64;
        Group { count, reach, density: count / area.max(reach * reach).max(f64::MIN_POSITIVE) }
    }
}
