//! Which cells a search reads.

use collide_broad::internal::Path;
use collide_core::Aabb;

use super::course::Course;
use super::{FARTHEST, MARGIN, MAX_CELLS, Range, RestingCells, RestingRow, key};
use crate::base::{floor, power_of_two};

/// Lookups of more cells along both axes together are in order of the path.
const FEW: i64 = 4;

/// Where a search in the index looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Extent {
    Box(Aabb),
    Path(Path),
}

/// The cells that a search in the index visits.
pub(crate) struct Lookup {
    /// Smallest cells.
    range: Range,
    /// The path through these, if only those on it are visited.
    course: Option<Course>,
    /// Whether these are visited in the order of the path.
    in_order: bool,
}

/// A cell that a search visits.
pub(crate) struct RestingCell<'a> {
    index: &'a RestingCells,
    rows: &'a [u32],
    /// Its column, and the line that it is in. `None` if one cell of each level is visited.
    of_line: Option<(i64, &'a Line)>,
}

/// The cells of a line that are visited.
struct Line {
    y: i64,
    columns: [i64; 2],
    /// The columns of the line that was visited before.
    before: Option<[i64; 2]>,
    /// Whether columns are visited from right to left, and lines from top to bottom.
    back: [bool; 2],
}

impl<'a> RestingCell<'a> {
    /// The number of its rows.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    pub(crate) fn rows(&self) -> impl Iterator<Item = &'a RestingRow> + use<'a> {
        let all = &self.index.rows;
        self.rows.iter().map(move |row| &all[*row as usize])
    }

    /// Whether this cell is the first, of all that the search visits, in which a row is.
    #[inline]
    pub(crate) fn is_home(&self, row: &RestingRow) -> bool {
        self.of_line.is_none_or(|(x, line)| {
            let [[left, right], [bottom, top]] = row.cells.map(|cells| cells.map(i64::from));
            let [back_x, back_y] = line.back;
            let first = if back_x { right.min(line.columns[1]) } else { left.max(line.columns[0]) };
            // A path goes to one side: what it meets, it meets in lines that follow each other.
            let goes_back = if back_y { top > line.y } else { bottom < line.y };
            x == first && !(goes_back && line.before.is_some_and(|[from, to]| left <= to && from <= right))
        })
    }
}

impl RestingCells {
    /// The cells that have all rows which may touch a box, also on its path. `None` if it is not small.
    #[inline(always)]
    pub(crate) fn lookup(&self, extent: &Extent) -> Option<Lookup> {
        let scale = power_of_two(-self.smallest);
        match extent {
            Extent::Box(area) => {
                let longer = (area.max().as_dvec2() - area.min().as_dvec2()).max_element();
                let [low, high] = self.corners(area);
                let range = Range([[low.x, high.x], [low.y, high.y]].map(cells_of));
                (longer * scale <= MAX_CELLS).then_some(Lookup { range, course: None, in_order: false })
            }
            Extent::Path(path) => {
                let course = Course::new(path, scale)?;
                let range = Range(course.intervals().map(cells_of));
                let [columns, lines] = range.0.map(|[first, last]| last - first);
                let in_order = columns + lines > FEW;
                let helps = in_order || course.is_less_than(range);
                Some(Lookup { range, course: Some(course).filter(|_| helps), in_order })
            }
        }
    }

    /// Visits the cells of a lookup. `visit` returns how far on a path is still of interest. The search is over if that is
    /// negative.
    #[inline]
    pub(crate) fn each_cell(&self, lookup: &Lookup, mut visit: impl FnMut(RestingCell<'_>) -> f64) {
        let Range([[x, right], [y, top]]) = lookup.range;
        if [x, y] != [right, top] {
            return if lookup.in_order {
                self.each_of::<true>(lookup, &mut visit)
            } else {
                self.each_of::<false>(lookup, &mut visit)
            };
        }
        for level in self.used_levels() {
            let rows = self.cells.get(key(level, x >> (2 * level), y >> (2 * level)));
            if visit(RestingCell { index: self, rows, of_line: None }) < 0.0 {
                return;
            }
        }
    }

    /// The same for several of the smallest cells.
    fn each_of<const IN_ORDER: bool>(&self, lookup: &Lookup, visit: &mut dyn FnMut(RestingCell<'_>) -> f64) {
        let Lookup { range, course, .. } = lookup;
        let (course, mut end) = (course.as_ref(), f64::INFINITY);
        let ordered = course.filter(|_| IN_ORDER);
        let back = ordered.map_or([false; 2], Course::back);
        for level in self.used_levels() {
            let Range([all, lines]) = range.at(level);
            let edges = |cell: i64| [cell, cell + 1].map(|cell| (cell << (2 * level)) as f64);
            let clips = course.filter(|course| course.is_less_than(Range([all, lines])));
            let is_beyond = |axis, cell, end| ordered.is_some_and(|course| course.is_beyond(axis, edges(cell), end));
            let mut before = None;
            for y in in_order(lines, back[1]) {
                if before.is_some() && is_beyond(1, y, end) {
                    break;
                }
                let columns = clips.map_or(all, |course| {
                    let [low, high] = edges(y);
                    let low = if y == lines[0] { -FARTHEST } else { low };
                    let high = if y == lines[1] { FARTHEST } else { high };
                    cells_of(course.between([low, high])).map(|cell| cell >> (2 * level))
                });
                let line = Line { y, columns, before, back };
                for (number, x) in in_order(columns, back[0]).enumerate() {
                    if number > 0 && is_beyond(0, x, end) {
                        break;
                    }
                    let rows = self.cells.get(key(level, x, y));
                    end = visit(RestingCell { index: self, rows, of_line: Some((x, &line)) });
                    if end < 0.0 {
                        return;
                    }
                }
                before = Some(columns);
            }
        }
    }

    /// The levels that have rows.
    #[inline]
    fn used_levels(&self) -> impl Iterator<Item = usize> {
        self.levels.iter().enumerate().filter(|(_, rows)| **rows > 0).map(|(level, _)| level)
    }
}

/// The smallest cells, on an axis, that have all rows which an interval meets: only one, if it is so short that the
/// margins of some cell contain it.
#[inline]
fn cells_of([low, high]: [f64; 2]) -> [i64; 2] {
    let last = floor(high - MARGIN);
    [floor(low + MARGIN).min(last), last]
}

/// The numbers from the first to the last, or back.
#[inline]
fn in_order([first, last]: [i64; 2], back: bool) -> impl Iterator<Item = i64> {
    (first..=last).map(move |number| if back { first + last - number } else { number })
}
