use core::cmp::Ordering;

use super::{Line, Relation, Side, beyond};
use crate::exact::{Formula, Number, compare};
use crate::overlap::rect_circle;
use crate::{Circle, Rect, Vec2};

/// A line against a rectangle: the separating axis test on x, y and the line's normal. Degree 2.
pub(super) fn line_rect(line: impl Line, rect: &Rect) -> Relation {
    if line.is_point() {
        return rect_circle(rect, &Circle::unchecked(line.start(), 0.0));
    }
    let mut gap = Ordering::Less;
    for axis in [0, 1] {
        for (upper, side) in [(false, rect.min()), (true, rect.max())] {
            let at = line.start()[axis];
            let start = if upper { compare(at, side[axis]) } else { compare(side[axis], at) };
            let end = || line.has_end().then(|| EndBeyond { line, side, axis, upper }.sign());
            gap = gap.max(beyond(start, end, || Gain { line, axis, upper }.sign()));
            if gap.is_gt() {
                return Relation::Apart;
            }
        }
    }
    let sides = rect.corners().map(|point| Side { line, point }.sign());
    Relation::from_gap(gap.max(gap_of_sides(sides)))
}

/// How far the end lies beyond a side.
struct EndBeyond<L> {
    line: L,
    side: Vec2,
    axis: usize,
    upper: bool,
}

impl<L: Line> Formula for EndBeyond<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let back = self.line.past_end::<N>(self.side);
        let back = if self.axis == 0 { back.0 } else { back.1 };
        if self.upper { N::of(0.0).minus(&back) } else { back }
    }
}

/// The component of the line's direction along the outward normal of a side.
struct Gain<L> {
    line: L,
    axis: usize,
    upper: bool,
}

impl<L: Line> Formula for Gain<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let direction = self.line.direction::<N>();
        let gain = if self.axis == 0 { direction.0 } else { direction.1 };
        if self.upper { gain } else { N::of(0.0).minus(&gain) }
    }
}

/// The gap between a line and a rectangle whose corners lie on these sides of the line.
fn gap_of_sides(sides: [Ordering; 4]) -> Ordering {
    let lowest = sides.into_iter().min().unwrap_or(Ordering::Equal);
    let highest = sides.into_iter().max().unwrap_or(Ordering::Equal);
    lowest.max(highest.reverse())
}
