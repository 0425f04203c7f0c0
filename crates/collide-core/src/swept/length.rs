//! How far a swept shape moves, and whether forward: decisions about the length and the direction of its motion.

use core::cmp::Ordering;

use super::movable::Ends;
use super::{Movable, SweptShape};
use crate::convex::Product;
use crate::exact::{Formula, Number, Vector};
use crate::shape::corners::Direction;
use crate::{DVec2, Vec2};

/// # Length and direction
impl<S: Movable> SweptShape<S> {
    /// The motion from the start to the end, rounded to `f64`; that of the lower corner for a rect.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{Circle, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// assert_eq!(SweptShape::between(ball(1.0)?, ball(9.0)?).unwrap().motion(), collide_core::DVec2::new(8.0, 0.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn motion(&self) -> DVec2 {
        let (from, to) = match self.points() {
            Points::One(from, to) | Points::Corners([(from, to), ..]) => (from, to),
        };
        to.as_dvec2() - from.as_dvec2()
    }

    /// The length of the motion: at least the exact length, and at most `2^-49` of it more. If a rect changes its size,
    /// that of its corner that moves farthest.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{Circle, Vec2};
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// let length = SweptShape::between(ball(1.0)?, ball(9.0)?).unwrap().length();
    /// assert!(length >= 8.0 && length <= 8.0 + 1e-13);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn length(&self) -> f64 {
        const UP: f64 = 1.0 + 1.0 / (1_u64 << 50) as f64;
        let length = |(from, to): (Vec2, Vec2)| (to.as_dvec2() - from.as_dvec2()).length();
        let longest = match self.points() {
            Points::One(from, to) => length((from, to)),
            Points::Corners(corners) => corners.into_iter().map(length).fold(0.0, f64::max),
        };
        longest * UP
    }

    /// Compares the length of the motion with that of another. Exact. If a rect changes its size, that of its corner that
    /// moves farthest.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{Circle, Vec2};
    /// use std::cmp::Ordering;
    /// let ball = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 1.0);
    /// let swept = SweptShape::between(ball(0.0, 0.0)?, ball(3.0, 4.0)?).unwrap();
    /// assert_eq!(swept.compare_length(Vec2::new(0.0, 5.0)), Ordering::Equal);
    /// assert_eq!(swept.compare_length(Vec2::new(1e-20, 5.0)), Ordering::Less);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn compare_length(&self, motion: Vec2) -> Ordering {
        self.largest(|from, to| Longer { from, to, motion }.sign())
    }

    /// The sign of the component of the motion along another: whether it leads forward. Exact. If a rect changes its
    /// size, that of its corner that moves least.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{Circle, Vec2};
    /// use std::cmp::Ordering;
    /// let ball = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 1.0);
    /// let swept = SweptShape::between(ball(0.0, 0.0)?, ball(3.0, 4.0)?).unwrap();
    /// assert_eq!(swept.compare_direction(Vec2::new(1.0, 1.0)), Ordering::Greater);
    /// assert_eq!(swept.compare_direction(Vec2::new(4.0, -3.0)), Ordering::Equal);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn compare_direction(&self, motion: Vec2) -> Ordering {
        let along = Direction::of(motion);
        self.largest(|from, to| Product(Direction::between(from, to), along).sign().reverse()).reverse()
    }

    /// The largest sign for the points that move.
    #[inline]
    fn largest(&self, sign: impl Fn(Vec2, Vec2) -> Ordering) -> Ordering {
        match self.points() {
            Points::One(from, to) => sign(from, to),
            Points::Corners(corners) => {
                corners.map(|(from, to)| sign(from, to)).into_iter().fold(Ordering::Less, Ordering::max)
            }
        }
    }

    #[inline]
    fn points(&self) -> Points {
        match self.ends() {
            Ends::Positions(from, to) => Points::One(from, to),
            Ends::Rects(from, to) => {
                let ([a, b, c, d], [e, f, g, h]) = (from.corners(), to.corners());
                Points::Corners([(a, e), (b, f), (c, g), (d, h)])
            }
        }
    }
}

/// The starts and ends of the points that move.
enum Points {
    /// The center or position.
    One(Vec2, Vec2),
    /// The corners of a rect, which may change its size.
    Corners([(Vec2, Vec2); 4]),
}

/// The squared length of a path minus that of a motion. Degree 2.
struct Longer {
    from: Vec2,
    to: Vec2,
    motion: Vec2,
}

impl Formula for Longer {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let path = Vector::<N>::between(self.from, self.to);
        let motion = Vector(N::of(self.motion.x.into()), N::of(self.motion.y.into()));
        path.dot(&path).minus(&motion.dot(&motion))
    }
}
