//! Shapes on their way: whether the area that a moving shape covers overlaps another shape. Exact for every finite
//! input.
//!
//! A [`Leg`] is a straight motion from one `f32` position to another, without rotation. The shape covers the convex
//! hull of its start and its end: the hull of a moving circle is a capsule, that of a moving rectangle a hexagon.
//! [`hull_relation`] decides how the hull is related to a shape that stands still. So a leg that is
//! [`Apart`](Relation::Apart) or [`Touching`](Relation::Touching) passes nothing, however thin.
//!
//! There is one kernel for each pair of kinds:
//!
//! | pair | degree |
//! |---|---|
//! | circle, circle | 4 |
//! | rect, circle | 4 |
//! | rect, rect | 2 |
//! | circle, oriented rect | 6 |
//! | rect, oriented rect | 3 |
//! | oriented rect, oriented rect | 3 |

mod circle_circle;
mod circle_oriented_rect;
mod length;
mod obstacle;
mod oriented_rect_oriented_rect;
mod place;
mod rect_circle;
mod rect_oriented_rect;
mod rect_rect;
mod signs;

use core::cmp::Ordering;

pub use obstacle::{Obstacle, obstacle};
pub(crate) use place::moved_at_size;
pub use place::{Rounding, place, spacing};

use crate::{Aabb, IntoArg, Relation, Shape};

/// A shape and the place that it moves to, in a straight line and without rotation.
///
/// ```
/// use collide_core::hull::Leg;
/// use collide_core::{Circle, Rect, Vec2};
/// let circle = |x, radius| Circle::new(Vec2::new(x, 0.0), radius);
/// let leg = Leg::between(circle(0.0, 1.0)?, circle(9.0, 1.0)?).unwrap();
/// assert_eq!(leg.to(), circle(9.0, 1.0)?.into());
/// assert!(Leg::between(circle(0.0, 1.0)?, circle(9.0, 2.0)?).is_none()); // another size
/// assert!(Leg::between(circle(0.0, 1.0)?, Rect::new(Vec2::ZERO, Vec2::ONE)?).is_none()); // another kind
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    from: Shape,
    to: Shape,
}

impl Leg {
    /// The way from a shape to the same shape elsewhere, or `None` if they differ in kind, radius, half extents or
    /// rotor. Two rects may differ in size, because [rounding](place) can change it: the hull is that of both.
    ///
    /// ```
    /// use collide_core::hull::Leg;
    /// use collide_core::{Circle, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// assert!(Leg::between(ball(0.0)?, ball(9.0)?).is_some());
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn between(from: impl IntoArg<Shape>, to: impl IntoArg<Shape>) -> Option<Self> {
        use Shape::{Circle, OrientedRect, Rect};
        let (from, to) = (from.into(), to.into());
        let same = match (&from, &to) {
            (Circle(from), Circle(to)) => from.radius() == to.radius(),
            (Rect(_), Rect(_)) => true,
            (OrientedRect(from), OrientedRect(to)) => {
                from.half_extents() == to.half_extents() && from.rotor() == to.rotor()
            }
            (Circle(_), Rect(_) | OrientedRect(_))
            | (Rect(_), Circle(_) | OrientedRect(_))
            | (OrientedRect(_), Circle(_) | Rect(_)) => false,
        };
        same.then_some(Self { from, to })
    }

    /// The shape at the start.
    ///
    /// ```
    /// use collide_core::hull::Leg;
    /// use collide_core::{Circle, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// assert_eq!(Leg::between(ball(0.0)?, ball(9.0)?).unwrap().from(), ball(0.0)?.into());
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn from(&self) -> Shape {
        self.from
    }

    /// The shape at the end.
    ///
    /// ```
    /// use collide_core::hull::Leg;
    /// use collide_core::{Circle, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// assert_eq!(Leg::between(ball(0.0)?, ball(9.0)?).unwrap().to(), ball(9.0)?.into());
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn to(&self) -> Shape {
        self.to
    }

    /// The bound of the hull.
    ///
    /// ```
    /// use collide_core::hull::Leg;
    /// use collide_core::{Circle, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// assert_eq!(Leg::between(ball(0.0)?, ball(9.0)?).unwrap().aabb().max(), Vec2::new(10.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        self.from.aabb().union(&self.to.aabb())
    }

    /// The [`hull_relation`] to a shape whose bound intersects that of the leg: the same result for every shape, but
    /// slower where the bounds are apart. For callers that compare the bounds themselves.
    ///
    /// ```
    /// use collide_core::hull::{Leg, hull_relation};
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// let leg = Leg::between(ball(0.0)?, ball(9.0)?).unwrap();
    /// let wall = Shape::from(Rect::new(Vec2::new(9.5, -1.0), Vec2::new(11.0, 1.0))?);
    /// assert!(leg.aabb().intersects(&wall.aabb()));
    /// assert_eq!(leg.relation_to(&wall), hull_relation(&leg, wall));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn relation_to(&self, other: &Shape) -> Relation {
        if self.from == self.to { crate::relation(self.from, *other) } else { moving(self, *other) }
    }

    /// The [`obstacle`] that a shape is whose bound intersects that of the leg: the same result for every shape, but
    /// slower where the bounds are apart. For callers that compare the bounds themselves.
    ///
    /// ```
    /// use collide_core::hull::{Leg, obstacle};
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// let leg = Leg::between(ball(0.0)?, ball(8.0)?).unwrap();
    /// let wall = Shape::from(Rect::new(Vec2::new(5.0, -1.0), Vec2::new(6.0, 1.0))?);
    /// assert_eq!(leg.obstacle(&wall).unwrap().time, 0.5);
    /// assert_eq!(leg.obstacle(&wall), obstacle(&leg, wall));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn obstacle(&self, other: &Shape) -> Option<Obstacle> {
        if self.relation_to(other) == Relation::Interior { Some(obstacle::obstacle_of(self, *other)) } else { None }
    }
}

/// The relation of the hull of a moving shape and a shape that stands still. Exact.
///
/// It is the [`relation`](crate::relation) of the hull as a set: [`Relation::Interior`] if both interiors share a
/// point, so that the moving shape would enter the other. A motion along a wall that it touches is
/// [`Relation::Touching`].
///
/// Costs some nanoseconds if the bounds are apart, some tens of nanoseconds else; about a microsecond in the rare
/// cases that need exact arithmetic.
///
/// ```
/// use collide_core::hull::{Leg, hull_relation};
/// use collide_core::{Circle, Rect, Relation, Vec2};
/// let ball = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 1.0);
/// let thin_wall = Rect::new(Vec2::new(5.0, -9.0), Vec2::new(5.0, 9.0))?;
/// let through = Leg::between(ball(0.0, 0.0)?, ball(10.0, 0.0)?).unwrap();
/// assert_eq!(hull_relation(&through, thin_wall), Relation::Interior);
/// let along = Leg::between(ball(4.0, 0.0)?, ball(4.0, 7.0)?).unwrap();
/// assert_eq!(hull_relation(&along, thin_wall), Relation::Touching);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn hull_relation(leg: &Leg, other: impl IntoArg<Shape>) -> Relation {
    let other = other.into();
    if leg.aabb().intersects(&other.aabb()) { leg.relation_to(&other) } else { Relation::Apart }
}

/// The relation of the hull of a leg that moves.
fn moving(leg: &Leg, other: Shape) -> Relation {
    use Shape::{Circle, OrientedRect, Rect};
    match (leg.from, leg.to, other) {
        (Circle(from), Circle(to), Circle(other)) => circle_circle::moving(&from, &to, &other),
        (Circle(from), Circle(to), Rect(other)) => rect_circle::moving_circle(&from, &to, &other),
        (Circle(from), Circle(to), OrientedRect(other)) => circle_oriented_rect::moving_circle(&from, &to, &other),
        (Rect(from), Rect(to), Circle(other)) => rect_circle::moving_rect(&from, &to, &other),
        (Rect(from), Rect(to), Rect(other)) => rect_rect::moving(&from, &to, &other),
        (Rect(from), Rect(to), OrientedRect(other)) => rect_oriented_rect::moving_rect(&from, &to, &other),
        (OrientedRect(from), OrientedRect(to), Circle(other)) => circle_oriented_rect::moving_rect(&from, &to, &other),
        (OrientedRect(from), OrientedRect(to), Rect(other)) => {
            rect_oriented_rect::moving_oriented_rect(&from, &to, &other)
        }
        (OrientedRect(from), OrientedRect(to), OrientedRect(other)) => {
            oriented_rect_oriented_rect::moving(&from, &to, &other)
        }
        (Circle(_), Rect(_) | OrientedRect(_), _)
        | (Rect(_), Circle(_) | OrientedRect(_), _)
        | (OrientedRect(_), Circle(_) | Rect(_), _) => unreachable!("`between` refuses two kinds"),
    }
}

/// The closer of the relations to parts of a hull.
fn nearest<const N: usize>(parts: [Relation; N]) -> Relation {
    parts.into_iter().min().unwrap_or(Relation::Apart)
}

/// The relation of a convex set, rounded by a radius, to a point whose relation to the set without rounding is `core`.
/// `rounded` is called if that does not decide it.
fn of_rounded(core: Relation, radius: f32, rounded: impl FnOnce() -> Relation) -> Relation {
    if radius == 0.0 {
        core
    } else if core != Relation::Apart {
        Relation::Interior
    } else {
        rounded()
    }
}

/// The sides of a box: both directions of both axes.
const SIDES: [(usize, bool); 4] = [(0, false), (0, true), (1, false), (1, true)];

/// The relation of two convex sets with this largest gap along their edge normals.
fn of_gap(gap: Ordering) -> Relation {
    Relation::from_gap(gap)
}
