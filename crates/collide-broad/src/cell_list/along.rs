use std::ops::Range;

use super::cells::{edges, number};
use super::interval::{Interval, anchor};
use super::search::{Occupied, split};
use super::tile_tree::{TileTree, Visit};
use super::tuning::{MAX_STEPS, PATH_LINES, PLACES, ROUNDING, SECTIONS, SHARED_STEPS, STEPS_PER_ROW};
use super::{Anchored, CellList, Path, Payload};

/// Along an axis, the interval of searched anchors and its speed, in cells.
#[derive(Clone, Copy)]
struct Moving {
    span: Interval,
    speed: f64,
    per_speed: f64,
}

/// The part of a path that was followed: until this time, and the limit of the rest.
struct Followed {
    to: f64,
    limit: f64,
}

impl Moving {
    /// The first and the last time at which the interval intersects the one between two edges.
    #[inline]
    fn times(&self, [low, high]: [f64; 2]) -> [f64; 2] {
        let Self { span, speed, per_speed } = *self;
        if speed > 0.0 {
            [(low - span.high) * per_speed, (high - span.low) * per_speed]
        } else if speed < 0.0 {
            [(high - span.low) * per_speed, (low - span.high) * per_speed]
        } else if low <= span.high && span.low <= high {
            [f64::NEG_INFINITY, f64::INFINITY]
        } else {
            [f64::INFINITY, f64::NEG_INFINITY]
        }
    }

    /// The cell of the leading side at time `t`.
    #[inline]
    fn ahead(&self, t: f64) -> i32 {
        number((if self.speed < 0.0 { self.span.low } else { self.span.high }) + self.speed * t)
    }

    /// The cell of the trailing side at time `t`.
    #[inline]
    fn behind(&self, t: f64) -> i32 {
        number((if self.speed < 0.0 { self.span.high } else { self.span.low }) + self.speed * t)
    }

    fn step(&self) -> i32 {
        if self.speed < 0.0 { -1 } else { 1 }
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// Visits, in runs, each row that a box may touch on its path, and possibly some other rows, each row once, roughly
    /// in the order in which the box reaches them. `visit` returns the maximum `t` from then on; rows that are reached
    /// later are skipped.
    ///
    /// Costs some nanoseconds for each row of cells and each eight columns on the path, as far as there are rows; if
    /// these are many, a search of a tree over the rows, which the first such search after a sort builds. If the rows
    /// are not sorted, all searches use such a tree. Rows that have changed since are searched besides, as by
    /// [`around`](Self::around).
    ///
    /// ```
    /// use collide_broad::internal::{CellList, Path, Serial};
    /// use collide_core::Circle;
    /// let mut list = CellList::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     list.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// list.sort(&Serial);
    /// let ray = Path { low: [500.0, 0.0], high: [500.0, 0.0], motion: [1.0, 0.0], until: f64::INFINITY };
    /// let mut near = Vec::new();
    /// list.along(&ray, |rows| {
    ///     near.extend_from_slice(&list.ids()[rows]);
    ///     3.0
    /// });
    /// assert!((500..504).all(|id| near.contains(&id)) && near.len() < 50);
    /// ```
    pub fn along(&self, path: &Path, mut visit: impl FnMut(Range<usize>) -> f64) {
        if self.changed.any() {
            self.along_changed(path, &mut visit);
        } else {
            self.along_indexed(path, &mut visit);
        }
    }

    /// The same if some rows have changed.
    fn along_changed(&self, path: &Path, visit: Visit<'_>) {
        let search = &mut |tree: &TileTree, visit: Visit<'_>| tree.along(path, visit);
        let mut until = path.until.min(self.visit_changed(path.until, search, visit));
        if until < 0.0 {
            return;
        }
        self.along_indexed(&Path { until, ..*path }, &mut |rows| {
            self.unchanged(rows, |run| {
                until = visit(run);
                until
            });
            until
        });
    }

    /// The same for the rows of the index.
    fn along_indexed(&self, path: &Path, visit: Visit<'_>) {
        let Some(occupied) = self.occupied() else {
            return match self.tree() {
                Some(tree) => tree.along(path, visit),
                None => _ = visit(0..self.len),
            };
        };
        let moves = (path.motion[0].abs() + path.motion[1].abs()) * path.until;
        let spans = self.spans(path.low, path.high, moves, occupied);
        let axes = [0, 1].map(|axis| {
            let speed = path.motion[axis] * self.cells.per_unit();
            Moving { span: spans[axis], speed, per_speed: 1.0 / speed }
        });
        let (mut start, mut end) = (0.0_f64, path.until);
        for (axis, [first, last]) in axes.iter().zip(occupied.spans) {
            let [enter, leave] = axis.times([edges(first)[0], edges(last)[1]]);
            (start, end) = (start.max(enter), end.min(leave));
        }
        if start > end {
            return;
        }
        let moved = axes.map(|axis| (axis.speed * (end - start)).abs());
        let sections = moved[0] / SECTIONS[1] + 4.0;
        let [column, line] = axes.map(|axis| axis.span.high - axis.span.low + 2.0);
        let wide = (column / self.cells.stride() as f64).ceil();
        let steps = (sections * line + moved[1]) * wide;
        if steps < MAX_STEPS + self.len as f64 * STEPS_PER_ROW {
            let Some(Followed { to, limit }) = self.follow(axes, [start, end], occupied, visit) else { return };
            let Some(tree) = self.tree() else { return };
            let mut until = path.until.min(limit);
            tree.along(&Path { until, ..*path }, &mut |rows| {
                let rows = rows.start..rows.end.min(self.len);
                split(
                    rows,
                    PLACES,
                    |row| !self.is_passed(row, axes, [start, to]),
                    |run| {
                        until = visit(run);
                        until
                    },
                );
                until
            });
        } else if let Some(tree) = self.tree() {
            tree.along(path, visit);
        }
    }

    /// Whether the row is in a cell that [`follow`](Self::follow) visits between two times.
    fn is_passed(&self, row: usize, [x, y]: [Moving; 2], [start, to]: [f64; 2]) -> bool {
        let (column, line) = self.cells.coordinates(anchor(&self.row(row)).map(f64::from), 0.0);
        let between = |number: i32, a: i32, b: i32| a.min(b) <= number && number <= a.max(b);
        let [enter, leave] = y.times(edges(line));
        between(line, y.behind(start), y.ahead(to))
            && between(column, x.behind(enter.max(start)), x.ahead(leave.min(to)))
    }

    /// Visits the cells on the path, section by section, and row of cells by row of cells within each. Stops after
    /// [`SHARED_STEPS`] rows of cells if cells share an index, and returns how far it came.
    fn follow(
        &self,
        [x, y]: [Moving; 2],
        [start, end]: [f64; 2],
        occupied: &Occupied,
        visit: Visit<'_>,
    ) -> Option<Followed> {
        let mut lines = 0;
        let [bottom, top] = occupied.spans[1];
        let [mut section, longest] = SECTIONS.map(|columns| columns * x.per_speed.abs());
        let (mut from, mut limit) = (start, f64::INFINITY);
        // The lines of the last section.
        let mut begun = top + 1..=top;
        loop {
            // At least the rounding of the times, so that the loop ends.
            let to = (from + section.max(end * ROUNDING)).min(end);
            let (first, last) = (y.behind(from).clamp(bottom, top), y.ahead(to).clamp(bottom, top));
            let mut line = first;
            for _ in 0..=first.abs_diff(last) {
                let [enter, leave] = y.times(edges(line));
                if enter.max(from) > limit {
                    return None;
                }
                let ahead = x.ahead(leave.min(to));
                let behind = if begun.contains(&line) {
                    x.ahead(leave.min(from)) + x.step()
                } else {
                    x.behind(enter.max(start))
                };
                let columns = if x.speed < 0.0 { [ahead, behind] } else { [behind, ahead] };
                self.line(line, columns, occupied, &mut |rows| {
                    limit = visit(rows);
                    limit
                });
                line += y.step();
                lines += 1;
                if lines % PATH_LINES == 0 {
                    limit = visit(0..0);
                }
            }
            if to >= end {
                return None;
            }
            if occupied.shared && lines > SHARED_STEPS {
                return Some(Followed { to, limit });
            }
            begun = first.min(last)..=first.max(last);
            (from, section) = (to, (section * 2.0).min(longest));
        }
    }
}
