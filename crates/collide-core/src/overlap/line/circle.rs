use super::{Line, Relation};
use crate::Vec2;
use crate::exact::{Formula, Number, Vector};
use crate::overlap::compare_distance;

/// A line against a disc, whose radius is the sum of two numbers. If the foot of the perpendicular from the center lies
/// beyond an end, the distance of that end decides. Else the sign of `cross^2 - radius^2 length^2` decides, with the
/// cross product of the line and the vector from its start to the center. The end `origin + max_t direction` of a ray
/// is not rounded. Degree 4.
#[inline]
pub(super) fn line_disc(line: impl Line, center: Vec2, radii: [f32; 2]) -> Relation {
    let start = line.start();
    if line.is_point() || (Ahead { line, center }).sign().is_le() {
        return Relation::from_gap(compare_distance(center, start, radii[0], radii[1]));
    }
    if line.has_end() && (Past { line, center }).sign().is_ge() {
        return Relation::from_gap(FromEnd { line, center, radii }.sign());
    }
    Relation::from_gap(FromLine { line, center, radii }.sign())
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
struct FromEnd<L> {
    line: L,
    center: Vec2,
    radii: [f32; 2],
}

impl<L: Line> Formula for FromEnd<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let way = self.line.past_end::<N>(self.center);
        way.dot(&way).minus(&radius_sq(self.radii))
    }
}

/// The squared distance from the line minus the squared radius, times the squared length.
struct FromLine<L> {
    line: L,
    center: Vec2,
    radii: [f32; 2],
}

impl<L: Line> Formula for FromLine<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let direction = self.line.direction::<N>();
        let way = Vector::<N>::between(self.line.start(), self.center);
        direction.cross(&way).squared().minus(&radius_sq::<N>(self.radii).times(&direction.dot(&direction)))
    }
}

fn radius_sq<N: Number>([first, second]: [f32; 2]) -> N {
    if second == 0.0 {
        // The product of two `f32` numbers is not rounded.
        return N::of(f64::from(first) * f64::from(first));
    }
    N::of(first.into()).plus(&N::of(second.into())).squared()
}
