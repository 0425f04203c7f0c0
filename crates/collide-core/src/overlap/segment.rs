use core::cmp::Ordering;

use super::{Relation, circle_oriented_rect, compare_distance, rect_circle};
use crate::exact::{Formula, Number, Vector};
use crate::region::PastSide;
use crate::{Circle, OrientedRect, Rect, Segment, Shape, Vec2};

/// Segment against any shape: does a shot or a line of sight meet it? Exact, like every relation.
///
/// ```
/// use collide_core::{Circle, Relation, Segment, Vec2, overlap::segment_shape};
/// let pillar = Circle::new(Vec2::new(5.0, 1.0), 1.0)?;
/// let sight = |y| Segment::new(Vec2::new(0.0, y), Vec2::new(9.0, y));
/// assert_eq!(segment_shape(&sight(0.0)?, pillar), Relation::Touching);
/// assert_eq!(segment_shape(&sight(0.5)?, pillar), Relation::Interior);
/// assert_eq!(segment_shape(&sight(-0.5)?, pillar), Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn segment_shape(segment: &Segment, shape: impl Into<Shape>) -> Relation {
    match shape.into() {
        Shape::Circle(circle) => segment_circle(segment, &circle),
        Shape::Rect(rect) => segment_rect(segment, &rect),
        Shape::OrientedRect(rect) => segment_oriented_rect(segment, &rect),
    }
}

/// Segment against circle: where the foot of the perpendicular lies beyond an end, the distance of that end decides,
/// else the sign of `cross^2 - radius^2 length^2`, the cross product of the segment and the way from its start to the
/// center. Degree 4.
#[must_use]
pub fn segment_circle(segment: &Segment, circle: &Circle) -> Relation {
    for (end, other) in [(segment.from(), segment.to()), (segment.to(), segment.from())] {
        if (Ahead { end, other, center: circle.center() }).sign().is_le() {
            return Relation::from_gap(compare_distance(circle.center(), end, circle.radius(), 0.0));
        }
    }
    Relation::from_gap(FromLine { segment, circle }.sign())
}

/// How far the center lies ahead of an end of the segment, towards the other, times the length.
struct Ahead {
    end: Vec2,
    other: Vec2,
    center: Vec2,
}

impl Formula for Ahead {
    #[inline]
    fn value<N: Number>(&self) -> N {
        Vector::<N>::between(self.end, self.other).dot(&Vector::between(self.end, self.center))
    }
}

struct FromLine<'a> {
    segment: &'a Segment,
    circle: &'a Circle,
}

impl Formula for FromLine<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let line = Vector::<N>::between(self.segment.from(), self.segment.to());
        let way = Vector::<N>::between(self.segment.from(), self.circle.center());
        let radius = f64::from(self.circle.radius());
        line.cross(&way).squared().minus(&N::of(radius * radius).times(&line.dot(&line)))
    }
}

/// Segment against rectangle: the separating axis test on x, y and the segment's normal. Degree 2.
#[must_use]
pub fn segment_rect(segment: &Segment, rect: &Rect) -> Relation {
    let (from, to) = (segment.from(), segment.to());
    if from == to {
        return rect_circle(rect, &Circle::point(from));
    }
    let (low, high) = (from.min(to), from.max(to));
    if low.cmpgt(rect.max()).any() || rect.min().cmpgt(high).any() {
        return Relation::Apart;
    }
    let touches = low.cmpeq(rect.max()).any() || rect.min().cmpeq(high).any();
    let straight = if touches { Ordering::Equal } else { Ordering::Less };
    let (min, max) = (rect.min(), rect.max());
    let sides =
        [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)].map(|corner| Side { segment, corner }.sign());
    Relation::from_gap(straight.max(gap_of_sides(sides)))
}

/// The gap between a line and a body whose corners lie on these sides of it.
fn gap_of_sides(sides: [Ordering; 4]) -> Ordering {
    let lowest = sides.into_iter().min().unwrap_or(Ordering::Equal);
    let highest = sides.into_iter().max().unwrap_or(Ordering::Equal);
    lowest.max(highest.reverse())
}

/// On which side of the segment a corner lies.
struct Side<'a> {
    segment: &'a Segment,
    corner: Vec2,
}

impl Formula for Side<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let line = Vector::<N>::between(self.segment.from(), self.segment.to());
        line.cross(&Vector::between(self.segment.from(), self.corner))
    }
}

/// Segment against oriented rectangle: the separating axis test on the rectangle's axes and the segment's normal. Degree
/// 3.
#[must_use]
pub fn segment_oriented_rect(segment: &Segment, rect: &OrientedRect) -> Relation {
    let (from, to) = (segment.from(), segment.to());
    if from == to {
        return circle_oriented_rect(&Circle::point(from), rect);
    }
    let mut gap = Across { segment, rect }.sign();
    for axis in [0, 1] {
        for upper in [false, true] {
            // Apart where both ends are past the same side.
            let past = |point| PastSide { rect, point, axis, upper }.sign();
            gap = gap.max(past(from).min(past(to)));
            if gap == Ordering::Greater {
                return Relation::Apart;
            }
        }
    }
    Relation::from_gap(gap)
}

/// The gap along the segment's normal: `|cross|` of the segment and the way to the rectangle's center less the reach of
/// its extents.
struct Across<'a> {
    segment: &'a Segment,
    rect: &'a OrientedRect,
}

impl Formula for Across<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let line = Vector::<N>::between(self.segment.from(), self.segment.to());
        let way = Vector::<N>::between(self.segment.from(), self.rect.center());
        let along = Vector::<N>::along(self.rect.rotor());
        let [half_x, half_y] = self.rect.half_extents().to_array().map(|half| N::of(half.into()));
        let reach_x = half_x.times(&line.cross(&along).abs());
        let reach_y = half_y.times(&line.dot(&along).abs());
        line.cross(&way).abs().minus(&reach_x).minus(&reach_y)
    }
}
