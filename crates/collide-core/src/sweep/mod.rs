//! When two shapes that move in straight lines first meet.
//!
//! What happens at the start is decided exactly: shapes that overlap meet at once, and so do those that touch, unless
//! their movement parts them. When shapes that start apart meet is a measure, computed in `f64` and rounded to `f32`; a
//! miss by less than the rounding of `f64` may be a hit and the other way round.

mod box_box;
mod box_circle;
mod circle_circle;
mod parting;

use glam::DVec2;

use crate::contact::{ContactPoints, contact_of};
use crate::exact::round_down;
use crate::frame::{Frame, Kind, to_f32};
use crate::shape::ShapeError;
#[cfg(feature = "serde")]
use crate::shape::fields::MovingFields;
use crate::{IntoArg, Relation, Shape, Vec2, relation};

/// A shape and its movement over one tick, a straight line without turning.
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

impl Moving {
    /// A shape where it is at the start, and the way it goes.
    ///
    /// # Errors
    /// [`ShapeError`] when the motion is not finite.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Vec2};
    /// let error = Moving::new(Circle::new(Vec2::ZERO, 1.0)?, Vec2::new(0.0, f32::INFINITY)).unwrap_err();
    /// assert_eq!(error.to_string(), "motion.y: must be a finite number, is inf");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn new(shape: impl IntoArg<Shape>, motion: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let motion = motion.into();
        crate::shape::finite("motion.x", motion.x)?;
        crate::shape::finite("motion.y", motion.y)?;
        Ok(Self { shape: shape.into(), motion })
    }

    /// The shape at the start.
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

    /// The way it goes.
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

/// A shape that stays where it is.
impl<S: Into<Shape>> From<S> for Moving {
    fn from(shape: S) -> Self {
        Self { shape: shape.into(), motion: Vec2::ZERO }
    }
}

/// When and where two moving shapes meet.
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
    /// The part of the motions that is done when they meet, from 0 to 1. Rounded down, so that shapes moved as far are
    /// not pushed into each other by that rounding.
    pub time: f32,
    /// Unit vector from `a` to `b` at that time, across the surfaces that meet; of shapes that overlap at the start, the
    /// one of their [`contact`](crate::contact).
    pub normal: Vec2,
    /// Where they meet: one point, or two where an edge lies against an edge.
    pub points: ContactPoints,
}

/// When two moving shapes first share a point, or `None` when they do not within their motions.
///
/// Shapes that overlap at the start meet at time 0, wherever they go. Shapes that only touch at the start meet at time 0
/// too if they press on or slide along each other, but not if their motion parts them at once.
///
/// Constant cost, some tens of nanoseconds.
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
    let (a, b) = (a.into(), b.into());
    let relation = relation(a.shape, b.shape);
    match relation {
        Relation::Touching if parting::part_at_once(&a, &b) => None,
        Relation::Interior | Relation::Touching => {
            let contact = contact_of(&a.shape, &b.shape, relation);
            Some(Impact { time: 0.0, normal: contact.normal, points: contact.points })
        }
        Relation::Apart if a.motion == b.motion => None,
        Relation::Apart => later(&a, &b),
    }
}

/// When and where, before rounding.
struct Meeting {
    time: f64,
    normal: DVec2,
    points: [DVec2; 2],
}

impl Meeting {
    fn flipped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}

/// The meeting of shapes that start apart.
fn later(a: &Moving, b: &Moving) -> Option<Impact> {
    let (a_way, b_way) = (a.motion.as_dvec2(), b.motion.as_dvec2());
    let meeting = match (Frame::of(&a.shape), Frame::of(&b.shape)) {
        (Kind::Disc(a, a_radius), Kind::Disc(b, b_radius)) => {
            circle_circle::meet([a, a_way], a_radius, [b, b_way], b_radius)
        }
        (Kind::Box(frame), Kind::Disc(center, radius)) => box_circle::meet(&frame, a_way, [center, b_way], radius),
        (Kind::Disc(center, radius), Kind::Box(frame)) => {
            box_circle::meet(&frame, b_way, [center, a_way], radius).map(Meeting::flipped)
        }
        (Kind::Box(a), Kind::Box(b)) => box_box::meet(&a, a_way, &b, b_way),
    }?;
    Some(Impact {
        time: round_down((meeting.time, 0.0)),
        normal: to_f32(meeting.normal),
        points: ContactPoints::new(meeting.points),
    })
}
