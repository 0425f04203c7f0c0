use std::ops::Range;

use super::search::{Occupied, Span};
use super::{Placed, Table};

/// How much farther than a distance is looked: far more than the rounding of a distance, far less than anyone notices.
const FARTHER: f64 = 1.0 + 1.0 / (1 << 20) as f64;

/// First and last column, and first and last line.
type Cells = [[i32; 2]; 2];

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    /// Each row whose box is not farther than `wanted` from the box between two corners, at least, and some more: in runs, each
    /// row once. What is nearer comes about earlier, first about `enough` rows: `visit` says how far rows are still wanted.
    ///
    /// Costs some nanoseconds for each line of cells within that distance; never much more than all rows do. Rows that are not
    /// sorted come all at once.
    ///
    /// ```
    /// use collide_broad::{Alone, Table};
    /// use collide_core::Circle;
    /// let mut table = Table::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     table.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// table.sort(&Alone);
    /// let mut near = Vec::new();
    /// table.around([[500.0, 0.0]; 2], 3, f64::INFINITY, |rows| {
    ///     near.extend_from_slice(&table.labels()[rows]);
    ///     if near.len() < 3 { f64::INFINITY } else { 1.0 }
    /// });
    /// assert!((499..502).all(|label| near.contains(&label)) && near.len() < 50);
    /// ```
    pub fn around(
        &self,
        [low, high]: [[f64; 2]; 2],
        enough: usize,
        mut wanted: f64,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        let Some(occupied) = self.occupied() else {
            if self.len > 0 {
                visit(0..self.len);
            }
            return;
        };
        let spans = self.spans(low, high, 0.0, occupied);
        let in_cells = |distance: f64| (distance * self.cells.per_unit()).max(0.0) * FARTHER;
        let mut radius = self.first_radius(spans, enough, in_cells(wanted), occupied);
        let mut seen = None;
        loop {
            let cells = within(spans, radius, occupied);
            let all = cells == occupied.spans;
            let [columns, lines] = cells.map(|[first, last]| i64::from(last) - i64::from(first) + 1);
            let runs = lines.saturating_mul(columns.max(0) / self.cells.stride() as i64 + 1);
            if runs > self.len as i64 {
                // More runs than rows.
                return self.rest(seen, &mut visit);
            }
            self.ring(cells, seen, occupied, |rows| wanted = visit(rows));
            let far = in_cells(wanted);
            if all || radius >= far {
                return;
            }
            seen = Some(cells);
            // Mostly enough have been found, and then one more look finds all that is as near.
            radius = far.min(radius * 4.0 + 2.0);
        }
    }

    /// So far out that there are about enough rows, in cells.
    fn first_radius(&self, spans: [Span; 2], enough: usize, most: f64, occupied: &Occupied) -> f64 {
        let mut radius = 0.0;
        loop {
            let cells = within(spans, radius, occupied);
            let [columns, [bottom, top]] = cells;
            // A table of so many lines has few rows in each, or this is far out.
            let many = top > bottom.saturating_add(64) || cells == occupied.spans || radius >= most;
            if many || (bottom..=top).map(|line| self.count(line, columns, occupied)).sum::<usize>() >= enough {
                return if radius < most { radius } else { most };
            }
            radius = radius * 2.0 + 1.0;
        }
    }

    /// The rows in these cells that are not among those seen.
    fn ring(&self, cells: Cells, seen: Option<Cells>, occupied: &Occupied, mut visit: impl FnMut(Range<usize>)) {
        let [columns, [bottom, top]] = cells;
        for line in outward(bottom, top) {
            match seen {
                Some([[left, right], [low, high]]) if low <= line && line <= high && left <= right => {
                    self.line(line, [columns[0], left - 1], occupied, &mut visit);
                    self.line(line, [right + 1, columns[1]], occupied, &mut visit);
                }
                _ => self.line(line, columns, occupied, &mut visit),
            }
        }
    }

    /// All rows that are in none of the cells seen.
    fn rest(&self, seen: Option<Cells>, visit: &mut impl FnMut(Range<usize>) -> f64) {
        match seen {
            None => _ = visit(0..self.len),
            Some(cells) => {
                for row in (0..self.len).filter(|row| !self.is_in(*row, cells)) {
                    visit(row..row + 1);
                }
            }
        }
    }
}

/// All lines, from the middle outward.
fn outward(bottom: i32, top: i32) -> impl Iterator<Item = i32> {
    let (bottom, top) = (i64::from(bottom), i64::from(top));
    let middle = (bottom + top).div_euclid(2);
    let line = move |number: i64| {
        let out = (number + 1) / 2;
        (if number % 2 == 0 { middle - out } else { middle + out }) as i32
    };
    (0..top - bottom + 1).map(line)
}

/// The occupied cells within a distance.
fn within(spans: [Span; 2], radius: f64, occupied: &Occupied) -> Cells {
    let mut cells = occupied.spans;
    for ([first, last], span) in cells.iter_mut().zip(spans) {
        let [low, high] = Span { low: span.low - radius, high: span.high + radius }.numbers();
        (*first, *last) = ((*first).max(low), (*last).min(high));
    }
    cells
}
