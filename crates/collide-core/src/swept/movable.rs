//! What moves: a shape of any kind, or of one that is known when the code is compiled.

use core::fmt::Debug;

use super::SweptShape;
use crate::decide::fast::{moving_circle_circle, moving_circle_rect, moving_rect_rect};
use crate::decide::moving_relation;
use crate::shape::{Place, Rounding, position, spacing};
use crate::{Aabb, Circle, DVec2, Rect, Relation, Shape, Vec2, relation};

/// What a [`SweptShape`] moves: [`Shape`], or [`Circle`] in code that is compiled for circles. All answers are those of
/// the [`Shape`].
///
/// ```
/// use collide_core::swept::{Movable, SweptShape};
/// use collide_core::{Circle, DVec2, Rect, Shape, Vec2};
/// let wall = Rect::new(Vec2::new(5.0, -9.0), Vec2::new(6.0, 9.0))?.into();
/// fn enters<S: Movable>(shape: S, motion: DVec2, wall: Shape) -> bool {
///     let mut swept = SweptShape::of(shape);
///     swept.aim(motion, Default::default()) && swept.obstacle(wall).is_some()
/// }
/// let ball = Circle::new(Vec2::ZERO, 1.0)?;
/// assert!(enters(ball, DVec2::X * 9.0, wall) && enters(Shape::from(ball), DVec2::X * 9.0, wall));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[expect(private_bounds, reason = "only the kinds here move")]
pub trait Movable: Placed + Into<Shape> + Debug + PartialEq {
    /// The bound of the shape.
    fn bound(&self) -> Aabb;

    /// Whether the shape keeps its size wherever it is: a [`Rect`] may change it by [rounding](super::place).
    fn keeps_size(&self) -> bool;

    /// The [`spacing`] of positions where the shape is.
    fn spacing(&self) -> DVec2;

    /// Whether a shape is this one.
    fn is(&self, shape: &Shape) -> bool;
}

/// A shape without rotation, and its place: all of it that changes when it moves.
pub(crate) trait Placed: Copy {
    type Place: Copy + Debug + PartialEq;

    fn place(&self) -> Self::Place;

    /// See [`place`](super::place).
    fn near(&self, by: DVec2, rounding: [Rounding; 2]) -> Option<Self::Place>;

    fn put(self, place: Self::Place) -> Self;

    /// Whether another shape is this one elsewhere.
    fn is_same(&self, other: &Self) -> bool;

    fn ends(from: Self::Place, to: Self::Place) -> Ends;

    /// See [`SweptShape::relation_to`].
    fn relation_on_motion(swept: &SweptShape<Self>, other: &Shape) -> Relation
    where
        Self: Movable;
}

/// The places of both ends.
pub(crate) enum Ends {
    Positions(Vec2, Vec2),
    Rects(Rect, Rect),
}

impl Placed for Shape {
    type Place = Place;

    #[inline]
    fn place(&self) -> Place {
        Place::of(self)
    }

    #[inline]
    fn near(&self, by: DVec2, rounding: [Rounding; 2]) -> Option<Place> {
        Place::near(self, by, rounding)
    }

    #[inline]
    fn put(self, place: Place) -> Self {
        place.put(self)
    }

    #[inline]
    fn is_same(&self, other: &Self) -> bool {
        use Shape::{Capsule, Circle, OrientedRect, Polygon, Rect};
        match (self, other) {
            (Circle(a), Circle(b)) => a.is_same(b),
            (Rect(_), Rect(_)) => true,
            (OrientedRect(a), OrientedRect(b)) => a.half_extents() == b.half_extents() && a.rotor() == b.rotor(),
            (Capsule(a), Capsule(b)) => a.offsets() == b.offsets() && a.radius() == b.radius(),
            (Polygon(a), Polygon(b)) => a.offsets() == b.offsets() && a.radius() == b.radius(),
            (Circle(_), Rect(_) | OrientedRect(_) | Capsule(_) | Polygon(_))
            | (Rect(_), Circle(_) | OrientedRect(_) | Capsule(_) | Polygon(_))
            | (OrientedRect(_), Circle(_) | Rect(_) | Capsule(_) | Polygon(_))
            | (Capsule(_), Circle(_) | Rect(_) | OrientedRect(_) | Polygon(_))
            | (Polygon(_), Circle(_) | Rect(_) | OrientedRect(_) | Capsule(_)) => false,
        }
    }

    #[inline(always)]
    fn ends(from: Place, to: Place) -> Ends {
        match (from, to) {
            (Place::Position(from), Place::Position(to)) => Ends::Positions(from, to),
            (Place::Rect(from), Place::Rect(to)) => Ends::Rects(from, to),
            (Place::Position(_), Place::Rect(_)) | (Place::Rect(_), Place::Position(_)) => {
                unreachable!("both ends are of the same kind")
            }
        }
    }

    fn relation_on_motion(swept: &SweptShape, other: &Shape) -> Relation {
        if let (Shape::Circle(from), Place::Position(to)) = (swept.from, swept.to) {
            return SweptShape { from, to }.relation_to(other);
        }
        if swept.is_at_rest() {
            return relation(swept.from, *other);
        }
        if let (Ends::Rects(from, to), Shape::Rect(other)) = (swept.ends(), other)
            && let Some(relation) = moving_rect_rect([&from, &to], other)
        {
            return relation;
        }
        moving_relation(&swept.outline(), &other.outline())
    }
}

impl Movable for Shape {
    #[inline]
    fn bound(&self) -> Aabb {
        self.aabb()
    }

    #[inline]
    fn keeps_size(&self) -> bool {
        !matches!(self, Self::Rect(_))
    }

    #[inline]
    fn spacing(&self) -> DVec2 {
        spacing(*self)
    }

    #[inline]
    fn is(&self, shape: &Shape) -> bool {
        self == shape
    }
}

impl Placed for Circle {
    type Place = Vec2;

    #[inline(always)]
    fn place(&self) -> Vec2 {
        self.center()
    }

    #[inline]
    fn near(&self, by: DVec2, rounding: [Rounding; 2]) -> Option<Vec2> {
        Some(position(self.center(), by, rounding)).filter(|at| at.is_finite())
    }

    #[inline(always)]
    fn put(self, place: Vec2) -> Self {
        Self::unchecked(place, self.radius())
    }

    #[inline(always)]
    fn is_same(&self, other: &Self) -> bool {
        self.radius() == other.radius()
    }

    #[inline(always)]
    fn ends(from: Vec2, to: Vec2) -> Ends {
        Ends::Positions(from, to)
    }

    #[inline]
    fn relation_on_motion(swept: &SweptShape<Self>, other: &Shape) -> Relation {
        let (from, to) = (swept.from, swept.to);
        if swept.is_at_rest() {
            return relation(from, *other);
        }
        let fast = match other {
            Shape::Circle(other) => moving_circle_circle(&from, to, other),
            Shape::Rect(other) => moving_circle_rect(&from, to, other),
            Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => None,
        };
        fast.unwrap_or_else(|| moving_relation(&swept.outline(), &other.outline()))
    }
}

impl Movable for Circle {
    #[inline]
    fn bound(&self) -> Aabb {
        self.aabb()
    }

    #[inline(always)]
    fn keeps_size(&self) -> bool {
        true
    }

    #[inline]
    fn spacing(&self) -> DVec2 {
        spacing(*self)
    }

    #[inline]
    fn is(&self, shape: &Shape) -> bool {
        matches!(shape, Shape::Circle(circle) if circle == self)
    }
}
