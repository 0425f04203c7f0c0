use super::{Line, Relation, beyond};
use crate::exact::{Formula, Number, Vector, half_extent};
use crate::overlap::circle_oriented_rect;
use crate::region::PastSide;
use crate::{Circle, OrientedRect};

/// A line against an oriented rectangle: the separating axis test on the rectangle's axes and the line's normal. Degree
/// 3.
pub(super) fn line_oriented_rect(line: impl Line, rect: &OrientedRect) -> Relation {
    if line.is_point() {
        return circle_oriented_rect(&Circle::unchecked(line.start(), 0.0), rect);
    }
    let mut gap = Across { line, rect }.sign();
    for axis in [0, 1] {
        for upper in [false, true] {
            let start = PastSide { rect, point: line.start(), axis, upper }.sign();
            let end = || line.has_end().then(|| EndPastSide { line, rect, axis, upper }.sign());
            gap = gap.max(beyond(start, end, || Gain { line, rect, axis, upper }.sign()));
            if gap.is_gt() {
                return Relation::Apart;
            }
        }
    }
    Relation::from_gap(gap)
}

/// A vector's component along the outward normal of a side of the rectangle, times the rotor's length.
fn outward<N: Number>(rect: &OrientedRect, axis: usize, upper: bool, vector: &Vector<N>) -> N {
    let along = Vector::<N>::along(rect.rotor());
    let value = if axis == 0 { along.dot(vector) } else { along.cross(vector) };
    if upper { value } else { N::of(0.0).minus(&value) }
}

/// How far the end lies past a side, times the squared length of the rotor.
struct EndPastSide<'a, L> {
    line: L,
    rect: &'a OrientedRect,
    axis: usize,
    upper: bool,
}

impl<L: Line> Formula for EndPastSide<'_, L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let back = self.line.past_end::<N>(self.rect.center());
        let inward = outward(self.rect, self.axis, !self.upper, &back);
        inward.minus(&half_extent(self.rect, self.axis))
    }
}

/// The component of the line's direction along the outward normal of a side, times the rotor's length.
struct Gain<'a, L> {
    line: L,
    rect: &'a OrientedRect,
    axis: usize,
    upper: bool,
}

impl<L: Line> Formula for Gain<'_, L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        outward(self.rect, self.axis, self.upper, &self.line.direction())
    }
}

/// The gap along the line's normal: `|cross|` of the line and the vector to the rectangle's center, minus the extent of
/// the rectangle.
struct Across<'a, L> {
    line: L,
    rect: &'a OrientedRect,
}

impl<L: Line> Formula for Across<'_, L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let direction = self.line.direction::<N>();
        let way = Vector::<N>::between(self.line.start(), self.rect.center());
        let along = Vector::<N>::along(self.rect.rotor());
        let [half_x, half_y] = self.rect.half_extents().to_array().map(|half| N::of(half.into()));
        let reach_x = half_x.times(&direction.cross(&along).abs());
        let reach_y = half_y.times(&direction.dot(&along).abs());
        direction.cross(&way).abs().minus(&reach_x).minus(&reach_y)
    }
}
