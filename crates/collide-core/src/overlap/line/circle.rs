use super::{Line, Relation};
use crate::exact::{Formula, Number, Vector};
use crate::overlap::compare_distance;
use crate::{Circle, Vec2};

/// A line against a circle. If the foot of the perpendicular from the center lies beyond an end, the distance of that
/// end decides. Else the sign of `cross^2 - radius^2 length^2` decides, with the cross product of the line and the
/// vector from its start to the center. The end `origin + max_t direction` of a ray is not rounded. Degree 4.
#[inline]
pub(super) fn line_circle(line: impl Line, circle: &Circle) -> Relation {
    let (start, center) = (line.start(), circle.center());
    if line.is_point() || (Ahead { line, center }).sign().is_le() {
        return Relation::from_gap(compare_distance(center, start, circle.radius(), 0.0));
    }
    if line.has_end() && (Past { line, center }).sign().is_ge() {
        return Relation::from_gap(FromEnd { line, circle }.sign());
    }
    Relation::from_gap(FromLine { line, circle }.sign())
}

/// How far the center lies ahead of the start, times the length.
struct Ahead<L> {
    line: L,
    center: Vec2,
}

impl<L: Line> Formula for Ahead<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.line.direction::<N>().dot(&Vector::between(self.line.start(), self.center))
    }
}

/// How far the center lies past the end, times the length.
struct Past<L> {
    line: L,
    center: Vec2,
}

impl<L: Line> Formula for Past<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.line.direction::<N>().dot(&self.line.past_end(self.center))
    }
}

/// The squared distance from the end minus the squared radius.
struct FromEnd<'a, L> {
    line: L,
    circle: &'a Circle,
}

impl<L: Line> Formula for FromEnd<'_, L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let way = self.line.past_end::<N>(self.circle.center());
        way.dot(&way).minus(&radius_sq(self.circle))
    }
}

/// The squared distance from the line minus the squared radius, times the squared length.
struct FromLine<'a, L> {
    line: L,
    circle: &'a Circle,
}

impl<L: Line> Formula for FromLine<'_, L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let direction = self.line.direction::<N>();
        let way = Vector::<N>::between(self.line.start(), self.circle.center());
        direction.cross(&way).squared().minus(&radius_sq::<N>(self.circle).times(&direction.dot(&direction)))
    }
}

fn radius_sq<N: Number>(circle: &Circle) -> N {
    N::of(f64::from(circle.radius()) * f64::from(circle.radius()))
}
