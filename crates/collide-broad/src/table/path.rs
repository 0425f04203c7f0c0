use std::ops::Range;

use super::cells::{edges, number};
use super::search::{Occupied, ROUNDING, Span};
use super::{Placed, Table};

/// A path is followed in stretches of columns, so that what is near comes before what is far on a line of cells too: the first
/// one has so many, each further one twice as many, but not more than the last.
const STRETCHES: [f64; 2] = [2.0, 16.0];

/// A box that moves in a straight line: from where it is at `t = 0`, by `motion` for each one of `t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Lower corner, at the start.
    pub low: [f64; 2],
    /// Upper corner.
    pub high: [f64; 2],
    /// How far it moves in one of `t`; may be zero.
    pub motion: [f64; 2],
    /// The last `t`: zero or more, may be infinite.
    pub until: f64,
}

/// Where homes are looked for along an axis, and how fast that moves, in cells.
#[derive(Clone, Copy)]
struct Moving {
    span: Span,
    speed: f64,
    per_speed: f64,
}

impl Moving {
    /// From when to when it meets what lies between two edges.
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

    /// The side that goes ahead, at a time.
    #[inline]
    fn ahead(&self, t: f64) -> i32 {
        number((if self.speed < 0.0 { self.span.low } else { self.span.high }) + self.speed * t)
    }

    /// The side that follows.
    #[inline]
    fn behind(&self, t: f64) -> i32 {
        number((if self.speed < 0.0 { self.span.high } else { self.span.low }) + self.speed * t)
    }

    fn step(&self) -> i32 {
        if self.speed < 0.0 { -1 } else { 1 }
    }
}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    /// Each row that a box may meet on its path, at least, and some more: in runs, each row once. About in the order in which
    /// the box comes to them: `visit` says until which `t` rows are still wanted, and when what remains is reached
    /// later, it is left out.
    ///
    /// Costs some nanoseconds for each line of cells and each eight columns that the path leads through, where there are rows
    /// at all; never much more than all rows do. Rows that are not sorted come all at once.
    ///
    /// ```
    /// use collide_broad::{Alone, Path, Table};
    /// use collide_core::Circle;
    /// let mut table = Table::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     table.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// table.sort(&Alone);
    /// let ray = Path { low: [500.0, 0.0], high: [500.0, 0.0], motion: [1.0, 0.0], until: f64::INFINITY };
    /// let mut near = Vec::new();
    /// table.along(&ray, |rows| {
    ///     near.extend_from_slice(&table.labels()[rows]);
    ///     3.0
    /// });
    /// assert!((500..504).all(|label| near.contains(&label)) && near.len() < 50);
    /// ```
    pub fn along(&self, path: &Path, mut visit: impl FnMut(Range<usize>) -> f64) {
        let Some(occupied) = self.occupied() else {
            if self.len > 0 {
                visit(0..self.len);
            }
            return;
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
        let stretches = moved[0] / STRETCHES[1] + 4.0;
        let [column, line] = axes.map(|axis| axis.span.high - axis.span.low + 2.0);
        let wide = (column / self.cells.stride() as f64).ceil();
        let steps = (stretches * line + moved[1]) * wide;
        // Where all that is a number.
        if steps < 64.0 + self.len as f64 * 0.5 {
            self.follow(axes, [start, end], occupied, visit);
        } else {
            visit(0..self.len);
        }
    }

    /// Goes through the cells, stretch by stretch, and line by line within each.
    fn follow(
        &self,
        [x, y]: [Moving; 2],
        [start, end]: [f64; 2],
        occupied: &Occupied,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        let [bottom, top] = occupied.spans[1];
        let [mut stretch, longest] = STRETCHES.map(|columns| columns * x.per_speed.abs());
        let (mut from, mut wanted) = (start, f64::INFINITY);
        // The lines that the last stretch went through.
        let mut begun = top + 1..=top;
        loop {
            // No less than the rounding of the times, so that it ends.
            let to = (from + stretch.max(end * ROUNDING)).min(end);
            let (first, last) = (y.behind(from).clamp(bottom, top), y.ahead(to).clamp(bottom, top));
            let mut line = first;
            for _ in 0..=first.abs_diff(last) {
                let [enter, leave] = y.times(edges(line));
                if enter.max(from) > wanted {
                    return;
                }
                let ahead = x.ahead(leave.min(to));
                let behind = if begun.contains(&line) {
                    x.ahead(leave.min(from)) + x.step()
                } else {
                    x.behind(enter.max(start))
                };
                let columns = if x.speed < 0.0 { [ahead, behind] } else { [behind, ahead] };
                self.line(line, columns, occupied, |rows| wanted = visit(rows));
                line += y.step();
            }
            if to >= end {
                return;
            }
            begun = first.min(last)..=first.max(last);
            (from, stretch) = (to, (stretch * 2.0).min(longest));
        }
    }
}
