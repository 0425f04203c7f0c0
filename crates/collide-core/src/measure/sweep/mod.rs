//! Shapecasts: the time of impact of two shapes that move in straight lines.
//!
//! The start is decided exactly: shapes that overlap collide at time 0, and so do shapes that touch, unless their
//! motion separates them. For shapes that start apart, the time is a measure, computed in `f64` and rounded to `f32`. A
//! miss by less than the rounding error of `f64` may be reported as a hit, and the other way round.

mod box_box;
mod box_circle;
mod circle_circle;

use core::cmp::Ordering;

use glam::DVec2;

use crate::decide::outward;
use crate::exact::round_down;
use crate::measure::contact::{ContactPoints, contact_of};
use crate::measure::frame::to_f32;
use crate::measure::hulls;
use crate::measure::results::Meeting;
use crate::measure::shape::MeasuredShape;
use crate::shape::ShapeError;
use crate::shape::corners::Direction;
use crate::{IntoArg, Relation, Shape, Vec2, relation};

/// A shape and its motion over one tick: a straight line without rotation.
///
/// ```
/// use collide_core::{Circle, Moving, Vec2};
/// let bullet = Moving::new(Circle::new(Vec2::ZERO, 0.25)?, Vec2::new(40.0, 0.0))?;
/// assert_eq!(bullet.motion(), Vec2::new(40.0, 0.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "MovingFields", into = "MovingFields"))]
pub struct Moving {
    shape: Shape,
    motion: Vec2,
}

#[cfg(feature = "serde")]
crate::shape::fields::fields!(MovingFields of Moving as "Moving" { shape: Shape, motion: [f32; 2] });

impl Moving {
    /// A shape at its start position, and its motion in world units.
    ///
    /// # Errors
    /// [`ShapeError`] if the motion is not finite.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Vec2};
    /// let error = Moving::new(Circle::new(Vec2::ZERO, 1.0)?, Vec2::new(0.0, f32::INFINITY)).unwrap_err();
    /// assert_eq!(error.to_string(), "motion.y: must be a finite number, is inf");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn new(shape: impl IntoArg<Shape>, motion: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let motion = motion.into();
        crate::shape::finite("motion.x", motion.x)?;
        crate::shape::finite("motion.y", motion.y)?;
        Ok(Self { shape: shape.into(), motion })
    }

    /// The shape at its start position.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Shape, Vec2};
    /// let circle = Circle::new(Vec2::ZERO, 0.25)?;
    /// assert_eq!(Moving::new(circle, Vec2::X)?.shape(), Shape::Circle(circle));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The motion, in world units.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Vec2};
    /// assert_eq!(Moving::new(Circle::new(Vec2::ZERO, 0.25)?, Vec2::X)?.motion(), Vec2::X);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn motion(&self) -> Vec2 {
        self.motion
    }
}

/// A shape without motion.
impl<S: Into<Shape>> From<S> for Moving {
    fn from(shape: S) -> Self {
        Self { shape: shape.into(), motion: Vec2::ZERO }
    }
}

/// When and where two moving shapes collide.
///
/// ```
/// use collide_core::{Circle, Moving, Vec2, sweep};
/// let bullet = Moving::new(Circle::new(Vec2::ZERO, 1.0)?, Vec2::new(10.0, 0.0))?;
/// let impact = sweep(bullet, Circle::new(Vec2::new(7.0, 0.0), 1.0)?).unwrap();
/// let stops_at = bullet.motion() * impact.time;
/// assert_eq!((stops_at, impact.normal), (Vec2::new(5.0, 0.0), Vec2::X));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Impact {
    /// The time of impact, as a fraction of the motions from 0 to 1. Rounded down: if you move both shapes by
    /// this fraction, rounding does not make them overlap.
    pub time: f32,
    /// The unit vector from `a` to `b` at that time, normal to the surfaces in contact. For shapes that overlap at the
    /// start, the normal of their [`contact`](crate::contact).
    pub normal: Vec2,
    /// The contact points: one, or two if an edge lies against an edge.
    pub points: ContactPoints,
}

impl Impact {
    /// A contact point: the first of [`points`](Self::points).
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Vec2, sweep};
    /// let bullet = Moving::new(Circle::new(Vec2::ZERO, 1.0)?, Vec2::new(10.0, 0.0))?;
    /// let impact = sweep(bullet, Circle::new(Vec2::new(7.0, 0.0), 1.0)?).unwrap();
    /// assert_eq!(impact.point(), Vec2::new(6.0, 0.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn point(&self) -> Vec2 {
        self.points.first()
    }
}

/// Shapecast (time of impact): when two moving shapes first share a point, or `None` if they do not during their
/// motions.
///
/// Shapes that overlap at the start collide at time 0, whatever their motions. Shapes that only touch at the start also
/// collide at time 0 if they move towards or slide along each other, but not if their motions separate them at once.
/// [`sweep_entering`] lets them slide too.
///
/// The decision at the start is exact. Shapes that start apart are decided in `f64`: a miss by less than its rounding
/// error may be reported as a hit, and the other way round. Constant cost: some tens of nanoseconds for
/// circles and rects, 0.1 to 0.3 µs with an oriented rect or a capsule, up to 0.5 µs with a polygon.
///
/// ```
/// use collide_core::{Circle, Moving, Rect, Vec2, sweep};
/// let wall = Rect::new(Vec2::new(10.0, -5.0), Vec2::new(10.5, 5.0))?;
/// let bullet = Moving::new(Circle::new(Vec2::ZERO, 0.5)?, Vec2::new(38.0, 0.0))?; // ends far behind the wall
/// let impact = sweep(bullet, wall).unwrap();
/// assert_eq!((impact.time, impact.normal), (0.25, Vec2::X));
/// assert_eq!(impact.points.as_slice(), [Vec2::new(10.0, 0.0)]);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn sweep(a: impl IntoArg<Moving>, b: impl IntoArg<Moving>) -> Option<Impact> {
    sweep_unless(&a.into(), &b.into(), Ordering::is_gt)
}

/// The [`sweep`] of shapes that may rest against each other: shapes that only touch at the start collide only if their
/// motions lead one into the other. So a shape that slides along a wall, or leaves it, does not hit it.
///
/// The decision at the start is exact. In a straight line a shape that does not enter what it touches at once never
/// does, so there is no later collision with it. In all other cases the result is that of [`sweep`].
///
/// ```
/// use collide_core::{Circle, Moving, Rect, Vec2, sweep, sweep_entering};
/// let floor = Rect::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?;
/// let ball = |motion| Moving::new(Circle::new(Vec2::new(0.0, 0.5), 0.5).unwrap(), motion);
/// assert_eq!(sweep_entering(ball(Vec2::new(5.0, 0.0))?, floor), None); // rolls along the floor
/// assert_eq!(sweep_entering(ball(Vec2::new(5.0, -0.1))?, floor).unwrap().time, 0.0);
/// assert_eq!(sweep(ball(Vec2::new(5.0, 0.0))?, floor).unwrap().time, 0.0);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn sweep_entering(a: impl IntoArg<Moving>, b: impl IntoArg<Moving>) -> Option<Impact> {
    sweep_unless(&a.into(), &b.into(), Ordering::is_ge)
}

/// Where the motions of two touching shapes lead: see [`outward`].
fn separation(a: &Moving, b: &Moving) -> Ordering {
    outward(&a.shape.outline(), &b.shape.outline(), Direction::between(a.motion, b.motion))
}

/// Shapes that touch at the start do not collide if `passes` is true for where their motions lead: see
/// [`separation`].
fn sweep_unless(a: &Moving, b: &Moving, passes: impl Fn(Ordering) -> bool) -> Option<Impact> {
    let relation = relation(a.shape, b.shape);
    match relation {
        Relation::Touching if passes(separation(a, b)) => None,
        Relation::Interior | Relation::Touching => {
            let contact = contact_of(&a.shape, &b.shape, relation);
            Some(Impact { time: 0.0, normal: contact.normal, points: contact.points })
        }
        Relation::Apart if a.motion == b.motion => None,
        Relation::Apart => later(a, b),
    }
}

/// The collision of shapes that start apart.
fn later(a: &Moving, b: &Moving) -> Option<Impact> {
    let meeting = meeting(&a.shape, a.motion.as_dvec2(), &b.shape, b.motion.as_dvec2())?;
    Some(Impact {
        // Adding zero makes a negative zero positive, as in all measures.
        time: round_down((meeting.time, 0.0)) + 0.0,
        normal: to_f32(meeting.normal),
        points: ContactPoints::new(meeting.points),
    })
}

/// The same before rounding.
pub(crate) fn meeting(a: &Shape, a_motion: DVec2, b: &Shape, b_motion: DVec2) -> Option<Meeting> {
    match (MeasuredShape::of(a), MeasuredShape::of(b)) {
        (MeasuredShape::Disc(a, a_radius), MeasuredShape::Disc(b, b_radius)) => {
            circle_circle::meet([a, a_motion], a_radius, [b, b_motion], b_radius)
        }
        (MeasuredShape::Box(frame), MeasuredShape::Disc(center, radius)) => {
            box_circle::meet(&frame, a_motion, [center, b_motion], radius, 1.0)
        }
        (MeasuredShape::Disc(center, radius), MeasuredShape::Box(frame)) => {
            box_circle::meet(&frame, b_motion, [center, a_motion], radius, -1.0).map(Meeting::flipped)
        }
        (MeasuredShape::Box(a), MeasuredShape::Box(b)) => box_box::meet(&a, a_motion, &b, b_motion),
        (MeasuredShape::Hull(a), b) => hulls::meet(&a, a_motion, &b.hull(), b_motion),
        (a, MeasuredShape::Hull(b)) => hulls::meet(&a.hull(), a_motion, &b, b_motion),
    }
}
