use std::cell::Cell;
use std::ops::Range;

use super::cells::number;
use super::interval::Interval;
use super::search::{Occupied, split};
use super::tile_tree::{TileTree, Visit};
use super::tuning::{CROWDED_RING, FARTHER, LINES, MAX_BOX_LINES, MAX_LINES, PLACES};
use super::{Anchored, CellList, Payload};

/// First and last column, and first and last line.
type Cells = [[i32; 2]; 2];

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// Visits, in runs, each row whose box is at most `max_distance` from the box between two corners, and possibly
    /// some other rows, each row once. Nearer rows roughly come first, starting with about `enough` rows. `visit`
    /// returns the maximum distance from then on.
    ///
    /// Costs some nanoseconds for each row of cells within that distance, up to 16 of these; beyond that a search of a
    /// tree over the rows, which the first such search after a sort builds. If the rows are not sorted, all searches
    /// use such a tree. Rows that have changed since are searched besides: the last of them one by one, the others in a
    /// tree of their own.
    ///
    /// ```
    /// use collide_broad::internal::{CellList, Serial};
    /// use collide_core::Circle;
    /// let mut list = CellList::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     list.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// list.sort(&Serial);
    /// let mut near = Vec::new();
    /// list.around([[500.0, 0.0]; 2], 3, f64::INFINITY, |rows| {
    ///     near.extend_from_slice(&list.ids()[rows]);
    ///     if near.len() < 3 { f64::INFINITY } else { 1.0 }
    /// });
    /// assert!((499..502).all(|id| near.contains(&id)) && near.len() < 50);
    /// ```
    pub fn around(
        &self,
        corners: [[f64; 2]; 2],
        enough: usize,
        max_distance: f64,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        if self.changed.any() {
            self.around_changed(corners, enough, max_distance, &mut visit);
        } else {
            self.around_indexed(corners, enough, max_distance, &mut visit);
        }
    }

    /// The same if some rows have changed. These come first, as they may be near while all rows near in the index have
    /// changed.
    fn around_changed(&self, corners: [[f64; 2]; 2], enough: usize, max_distance: f64, visit: Visit<'_>) {
        let search = &mut |tree: &TileTree, visit: Visit<'_>| tree.around(corners, max_distance, visit);
        let mut max_distance = self.visit_changed(max_distance, search, visit);
        if max_distance < 0.0 {
            return;
        }
        self.around_indexed(corners, enough, max_distance, &mut |rows| {
            self.unchanged(rows, |run| {
                max_distance = visit(run);
                max_distance
            });
            max_distance
        });
    }

    /// The same for the rows of the index.
    fn around_indexed(&self, [low, high]: [[f64; 2]; 2], enough: usize, mut max_distance: f64, visit: Visit<'_>) {
        let Some(occupied) = self.occupied() else {
            return match self.tree() {
                Some(tree) => tree.around([low, high], max_distance, visit),
                None => _ = visit(0..self.len),
            };
        };
        let spans = self.spans(low, high, 0.0, occupied);
        let in_cells = |distance: f64| (distance * self.cells.per_unit()).max(0.0) * FARTHER;
        let mut radius = self.first_radius(spans, enough, in_cells(max_distance), occupied);
        let mut visited = None;
        // Usually the first ring has enough rows, and the second one has all that are as near.
        while let Some(next) = radius {
            let cells = within(spans, next, occupied);
            // Of a ring most cells are visited already.
            let max_lines = if visited.is_some() { MAX_BOX_LINES } else { MAX_LINES };
            if self.count_lines(cells) > max_lines || next > 0.0 && self.is_crowded(cells, visited, enough, occupied) {
                break;
            }
            self.ring(cells, visited, occupied, &mut |rows| {
                max_distance = visit(rows);
                max_distance
            });
            let far = in_cells(max_distance);
            if cells == occupied.spans || next >= far {
                return;
            }
            visited = Some(cells);
            // The visitor may have rejected many of these rows. Then the next ring is not all that is left.
            radius = Some(far.min(next * 2.0 + 1.0));
        }
        let Some(tree) = self.tree() else { return };
        tree.around([low, high], max_distance, &mut |rows| match visited {
            None => visit(rows),
            Some(cells) => {
                let rows = rows.start..rows.end.min(self.len);
                split(
                    rows,
                    PLACES,
                    |row| !self.is_in(row, cells),
                    |run| {
                        max_distance = visit(run);
                        max_distance
                    },
                );
                max_distance
            }
        });
    }

    /// Visits, in runs, each row whose box may touch the box between two corners, and possibly some other rows, each
    /// row once. The search is over if `visit` returns false.
    ///
    /// Costs some nanoseconds for each row of cells that the box covers; for many of these the search of a tree over
    /// the rows, as [`around`](Self::around).
    ///
    /// ```
    /// use collide_broad::internal::{CellList, Serial};
    /// use collide_core::Circle;
    /// let mut list = CellList::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     list.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// list.sort(&Serial);
    /// let mut near = Vec::new();
    /// list.in_box([[500.0, 0.0], [501.0, 1.0]], |rows| {
    ///     near.extend_from_slice(&list.ids()[rows]);
    ///     true
    /// });
    /// assert!(near.contains(&500) && near.contains(&501) && near.len() < 50);
    /// ```
    pub fn in_box(&self, corners: [[f64; 2]; 2], mut visit: impl FnMut(Range<usize>) -> bool) {
        let visit = &mut |rows| if visit(rows) { 0.0 } else { f64::NEG_INFINITY };
        if self.changed.any() {
            self.in_box_changed(corners, visit);
        } else {
            self.in_box_indexed(corners, visit);
        }
    }

    /// About the number of rows that [`in_box`](Self::in_box) visits, if rows are spread evenly; zero if they are not
    /// sorted. Constant cost, after the first search since a sort has read all rows.
    ///
    /// ```
    /// use collide_broad::internal::{CellList, Serial};
    /// use collide_core::Circle;
    /// let mut list = CellList::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     list.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// list.sort(&Serial);
    /// assert!((90.0..120.0).contains(&list.expected_in_box([[500.0, 0.0], [600.0, 1.0]])));
    /// ```
    pub fn expected_in_box(&self, [low, high]: [[f64; 2]; 2]) -> f64 {
        let Some(occupied) = self.occupied() else { return 0.0 };
        let length = |[first, last]: [i32; 2]| (f64::from(last) - f64::from(first) + 1.0).max(0.0);
        let size = |cells: Cells| length(cells[0]) * length(cells[1]);
        let cells = within(self.spans(low, high, 0.0, occupied), 0.0, occupied);
        self.len as f64 * size(cells) / size(occupied.spans)
    }

    /// The same if some rows have changed.
    fn in_box_changed(&self, corners: [[f64; 2]; 2], visit: Visit<'_>) {
        let search = &mut |tree: &TileTree, visit: Visit<'_>| tree.around(corners, 0.0, visit);
        let mut limit = self.visit_changed(0.0, search, visit);
        if limit == 0.0 {
            self.in_box_indexed(corners, &mut |rows| {
                self.unchanged(rows, |run| {
                    limit = visit(run);
                    limit
                });
                limit
            });
        }
    }

    /// The same for the rows of the index.
    fn in_box_indexed(&self, [low, high]: [[f64; 2]; 2], visit: Visit<'_>) {
        let Some(occupied) = self.occupied() else {
            return match self.tree() {
                Some(tree) => tree.around([low, high], 0.0, visit),
                None => _ = visit(0..self.len),
            };
        };
        let cells = within(self.spans(low, high, 0.0, occupied), 0.0, occupied);
        if cells == occupied.spans {
            _ = visit(0..self.sort.cells.len());
            return;
        }
        if self.count_lines(cells) > MAX_BOX_LINES
            && let Some(tree) = self.tree()
        {
            return tree.around([low, high], 0.0, visit);
        }
        let [columns, [bottom, top]] = cells;
        for (index, line) in (bottom..=top).enumerate() {
            let mut limit = if index % LINES == LINES - 1 { visit(0..0) } else { 0.0 };
            self.line(line, columns, occupied, &mut |rows| {
                limit = visit(rows);
                limit
            });
            if limit < 0.0 {
                return;
            }
        }
    }

    /// The radius, in cells, within which there are about `enough` rows; at most `limit`. `None` if it is so large that
    /// the tree is faster.
    fn first_radius(&self, spans: [Interval; 2], enough: usize, limit: f64, occupied: &Occupied) -> Option<f64> {
        let mut radius = 0.0;
        loop {
            let cells = within(spans, radius, occupied);
            let [columns, [bottom, top]] = cells;
            if self.count_lines(cells) > MAX_LINES {
                return None;
            }
            if radius >= limit || cells == occupied.spans {
                return Some(limit.min(radius));
            }
            let count: usize = (bottom..=top).map(|line| self.count(line, columns, occupied)).sum();
            if count >= enough {
                return Some(radius);
            }
            if count == 0 && radius > 0.0 {
                return None;
            }
            radius = radius * 2.0 + 1.0;
        }
    }

    /// About the number of rows in these cells, exact up to `limit`.
    fn count_rows(&self, [columns, [bottom, top]]: Cells, limit: usize, occupied: &Occupied) -> usize {
        let mut count = 0;
        for line in bottom..=top {
            count += self.count(line, columns, occupied);
            if count > limit {
                break;
            }
        }
        count
    }

    /// Whether the number of rows in these cells, without those visited, is so far above `enough` that the tree is faster.
    fn is_crowded(&self, cells: Cells, visited: Option<Cells>, enough: usize, occupied: &Occupied) -> bool {
        if enough == 0 {
            return false;
        }
        let before = visited.map_or(0, |cells| self.count_rows(cells, usize::MAX, occupied));
        let limit = enough.saturating_mul(CROWDED_RING[0]).saturating_add(CROWDED_RING[1]).saturating_add(before);
        self.count_rows(cells, limit, occupied) > limit
    }

    /// The number of lines; zero or less if there are none. A line that is longer than the range of `starts` is visited
    /// in sections, and counts once for each.
    fn count_lines(&self, [[left, right], [bottom, top]]: Cells) -> i64 {
        let sections = (i64::from(right) - i64::from(left)) / self.cells.stride() as i64 + 1;
        (i64::from(top) - i64::from(bottom) + 1) * sections.max(1)
    }

    /// The rows in these cells that are not in the cells visited before. The search is over if `visit` returns a negative number.
    fn ring(&self, cells: Cells, visited: Option<Cells>, occupied: &Occupied, visit: Visit<'_>) {
        let ([columns, [bottom, top]], limit) = (cells, Cell::new(0.0));
        let visit = &mut |rows| {
            limit.set(visit(rows));
            limit.get()
        };
        for (index, line) in outward(bottom, top).enumerate() {
            if limit.get() < 0.0 || index % LINES == LINES - 1 && visit(0..0) < 0.0 {
                return;
            }
            match visited {
                Some([[left, right], [low, high]]) if low <= line && line <= high && left <= right => {
                    self.line(line, [columns[0], left - 1], occupied, visit);
                    self.line(line, [right + 1, columns[1]], occupied, visit);
                }
                _ => self.line(line, columns, occupied, visit),
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
fn within(spans: [Interval; 2], radius: f64, occupied: &Occupied) -> Cells {
    let mut cells = occupied.spans;
    for ([first, last], span) in cells.iter_mut().zip(spans) {
        let [low, high] = [span.low - radius, span.high + radius].map(number);
        (*first, *last) = ((*first).max(low), (*last).min(high));
    }
    cells
}
