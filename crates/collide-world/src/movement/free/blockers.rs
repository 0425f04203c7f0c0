//! The entities around a free place that is searched for, by cells.

use std::ops::RangeInclusive;

use collide_core::{Aabb, DVec2, Relation, Shape, relation};

use crate::base::{ListKind, Meter, work};
use crate::movement::measures::{extent, sort_by_slot};

/// Shapes in order of their slots, and which of them are in each cell of a grid over an area. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Blockers {
    pub(super) list: Vec<(u32, Shape)>,
    /// The number of shapes that were decided without cells.
    tested: usize,
    bounds: Vec<Aabb>,
    /// The columns and lines of each shape.
    spans: Vec<[[u8; 2]; 2]>,
    /// None if the shapes are not sorted into cells.
    grid: Option<Grid>,
    /// For each cell the end of its shapes in `numbers`, and last that of the shapes that are in many cells.
    ends: Vec<u32>,
    numbers: Vec<u32>,
}

/// Square cells over an area.
#[derive(Clone, Copy, Debug)]
struct Grid {
    low: DVec2,
    per_unit: f64,
    /// The last column and line.
    last: [usize; 2],
}

/// Shapes are sorted into cells after this many decisions for each: that costs about as much. In a pile the first ones are
/// hit, and it is not worth it.
const WORTH: usize = 32;

/// The number of different shapes with which the next one is compared.
const EQUAL: usize = 4;

/// The last column or line of a grid at most.
const LAST: usize = 64;

/// A shape in more cells than this is in none, and is looked at for each place.
const MANY: usize = 16;

/// The number of blockers that are decided between two looks at the meter.
const BETWEEN_LOOKS: usize = 8;

impl Grid {
    /// Cells about as large as most of these bounds, so that most are in few cells.
    fn over(area: &Aabb, bounds: &[Aabb]) -> Self {
        let [low, high] = [area.min(), area.max()].map(|corner| corner.as_dvec2());
        let longer = (high - low).max_element();
        let mean = bounds.iter().map(|bound| extent(bound).min(longer)).sum::<f64>() / bounds.len() as f64;
        let per_unit = 1.0 / mean.max(longer / LAST as f64);
        Self { low, per_unit, last: (high - low).to_array().map(|side| cell(side * per_unit, LAST)) }
    }

    /// The columns and lines of a box. Boxes that intersect have a cell in common.
    fn cells(&self, bound: &Aabb) -> [RangeInclusive<usize>; 2] {
        let [low, high] = [bound.min(), bound.max()].map(|corner| (corner.as_dvec2() - self.low) * self.per_unit);
        [0, 1].map(|axis| cell(low[axis], self.last[axis])..=cell(high[axis], self.last[axis]))
    }

    fn number(&self, [column, line]: [usize; 2]) -> usize {
        line * (self.last[0] + 1) + column
    }

    /// The number of cells.
    fn len(&self) -> usize {
        self.number(self.last) + 1
    }

    /// Calls `visit` with the number of each cell in some columns and lines, or with that after the last if they are many.
    fn each_cell(&self, span: &[[u8; 2]; 2], mut visit: impl FnMut(usize)) {
        let [[left, right], [bottom, top]] = span.map(|ends| ends.map(usize::from));
        if (right - left + 1) * (top - bottom + 1) > MANY {
            return visit(self.len());
        }
        for line in bottom..=top {
            (left..=right).for_each(|column| visit(self.number([column, line])));
        }
    }
}

/// The cell at a distance from the first one, in cells, at most `last`. The cast turns NaN and what is below into zero.
fn cell(at: f64, last: usize) -> usize {
    (at as usize).min(last)
}

impl Blockers {
    /// Sorts the list by slot, and drops shapes that are equal to one of the last before: of equal shapes the first one alone
    /// is ever found. On one point there may be many.
    pub(super) fn sort(&mut self) {
        sort_by_slot(&mut self.list);
        let (mut last, mut next) = ([None; EQUAL], 0);
        self.list.retain(|(_, shape)| {
            let is_new = !last.contains(&Some(*shape));
            if is_new {
                last[next] = Some(*shape);
                next = (next + 1) % EQUAL;
            }
            is_new
        });
        (self.grid, self.tested) = (None, 0);
    }

    /// Sorts the shapes into cells of this area.
    fn index(&mut self, area: &Aabb, meter: &mut Meter) -> Grid {
        meter.add(self.list.len() as u64 * work::free::SORTED);
        self.bounds.clear();
        self.bounds.extend(self.list.iter().map(|(_, shape)| shape.aabb()));
        let grid = Grid::over(area, &self.bounds);
        let span = |bound| grid.cells(bound).map(|cells| [*cells.start(), *cells.end()].map(|number| number as u8));
        self.spans.clear();
        self.spans.extend(self.bounds.iter().map(span));
        // The numbers of shapes in each cell, then the starts of the cells, then, while they are filled, their ends.
        let ends = &mut self.ends;
        ends.clear();
        ends.resize(grid.len() + 2, 0);
        self.spans.iter().for_each(|span| grid.each_cell(span, |cell| ends[cell + 1] += 1));
        let mut sum = 0;
        for end in ends.iter_mut() {
            sum += *end;
            *end = sum;
        }
        self.numbers.clear();
        self.numbers.resize(sum as usize, 0);
        for (number, span) in (0..).zip(&self.spans) {
            grid.each_cell(span, |cell| {
                self.numbers[ends[cell] as usize] = number;
                ends[cell] += 1;
            });
        }
        grid
    }

    /// The index of the first shape whose interior overlaps that of `shape`. None if the meter is over its limit. `area` is
    /// where all these shapes are searched for.
    pub(super) fn first_overlapping(&mut self, area: &Aabb, shape: &Shape, meter: &mut Meter) -> Option<usize> {
        if self.grid.is_none() && self.tested <= self.list.len() * WORTH {
            let found = self.next_overlapping(0, shape, meter);
            self.tested += found.unwrap_or(self.list.len());
            return found;
        }
        let grid = self.grid.unwrap_or_else(|| self.index(area, meter));
        self.grid = Some(grid);
        self.first_by_cells(&grid, shape, meter)
    }

    fn first_by_cells(&self, grid: &Grid, shape: &Shape, meter: &mut Meter) -> Option<usize> {
        let bound = shape.aabb();
        let [columns, lines] = grid.cells(&bound);
        let start = [*columns.start(), *lines.start()];
        let cells = lines.flat_map(|line| columns.clone().map(move |column| [column, line]));
        let mut first = None;
        for cell in cells {
            // A shape in several of these cells is looked at in the first of them.
            let is_first = |number: u32| {
                let own = self.spans[number as usize].map(|[first, _]| usize::from(first));
                [own[0].max(start[0]), own[1].max(start[1])] == cell
            };
            first = self.first_in(grid.number(cell), first, (shape, &bound), is_first, meter);
        }
        first = self.first_in(grid.len(), first, (shape, &bound), |_| true, meter);
        first.filter(|_| !meter.is_over()).map(|first| first as usize)
    }

    /// The first shape of a cell that overlaps a shape with this bound, or one that is found already if it comes before.
    fn first_in(
        &self,
        cell: usize,
        found: Option<u32>,
        (shape, bound): (&Shape, &Aabb),
        is_sought: impl Fn(u32) -> bool,
        meter: &mut Meter,
    ) -> Option<u32> {
        if meter.is_over() {
            return None;
        }
        let start = cell.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (kind, mut units) = (ListKind::of(shape), work::free::CELL);
        let numbers = &self.numbers[start as usize..self.ends[cell] as usize];
        let before = numbers.iter().take_while(|number| found.is_none_or(|found| **number < found));
        let mut first = None;
        for number in before.copied() {
            units += work::free::COMPARED;
            if is_sought(number) && self.bounds[number as usize].intersects(bound) {
                let (_, blocker) = &self.list[number as usize];
                units += work::decision(kind, ListKind::of(blocker));
                let is_found = relation(*shape, *blocker) == Relation::Interior;
                first = is_found.then_some(number);
                if is_found || meter.is_over_with(units) {
                    break;
                }
            }
        }
        meter.add(units);
        first.or(found)
    }

    /// The same from index `start` on, without cells.
    pub(super) fn next_overlapping(&self, start: usize, shape: &Shape, meter: &mut Meter) -> Option<usize> {
        let kind = ListKind::of(shape);
        for (part, blockers) in self.list[start..].chunks(BETWEEN_LOOKS).enumerate() {
            let mut work = 0;
            let found = blockers.iter().position(|(_, blocker)| {
                work += work::decision(kind, ListKind::of(blocker));
                relation(*shape, *blocker) == Relation::Interior
            });
            meter.add(work);
            if found.is_some() || meter.is_over() {
                return found.map(|index| start + part * BETWEEN_LOOKS + index);
            }
        }
        None
    }
}
