//! The nine regions around a rectangle, and the feature of it that is nearest.
//!
//! The lines through the edges divide the plane into nine regions, here with y pointing up:
//!
//! ```text
//!   TopLeft    |   Top    |  TopRight
//!  ------------+----------+-------------
//!   Left       |  Inside  |  Right
//!  ------------+----------+-------------
//!   BottomLeft |  Bottom  |  BottomRight
//! ```
//!
//! For a point beside an edge, the distance to the rectangle is that to the edge; for a point beyond a corner, that to
//! the corner. A point on one of the lines belongs to the region nearer to the center, so the border of the rectangle
//! is `Inside`. Exact for every finite input.

use core::cmp::Ordering;

use crate::convex::{Extreme, Pair, Past, Side};
use crate::exact::Formula;
use crate::shape::corners::Direction;
use crate::shape::outline::Outline;
use crate::{IntoArg, OrientedRect, Rect, Shape, Vec2};

/// The position of a point relative to a rectangle: one of nine regions.
///
/// `Left` is lower x and `Bottom` is lower y. For an oriented rectangle, in its own rotated frame.
///
/// ```
/// use collide_core::{Rect, Region, Vec2, region_of_rect};
/// let rect = Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?;
/// assert_eq!(region_of_rect(&rect, Vec2::new(2.0, 9.0)), Some(Region::Top));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Region {
    /// In the closed rectangle.
    Inside,
    /// Beside the edge of lower x.
    Left,
    /// Beside the edge of upper x.
    Right,
    /// Beside the edge of lower y.
    Bottom,
    /// Beside the edge of upper y.
    Top,
    /// Beyond the corner of lower x and lower y.
    BottomLeft,
    /// Beyond the corner of upper x and lower y.
    BottomRight,
    /// Beyond the corner of lower x and upper y.
    TopLeft,
    /// Beyond the corner of upper x and upper y.
    TopRight,
}

impl Region {
    /// Every region, row by row from below.
    ///
    /// ```
    /// use collide_core::Region;
    /// assert_eq!(Region::ALL.iter().filter(|region| region.is_corner()).count(), 4);
    /// ```
    pub const ALL: [Self; 9] = [
        Self::BottomLeft,
        Self::Bottom,
        Self::BottomRight,
        Self::Left,
        Self::Inside,
        Self::Right,
        Self::TopLeft,
        Self::Top,
        Self::TopRight,
    ];

    /// The region of a column and a row: before, within or past the rectangle.
    fn at(column: Ordering, row: Ordering) -> Self {
        let index = |side: Ordering| (side as i8 + 1) as usize;
        Self::ALL[index(row) * 3 + index(column)]
    }

    /// Whether the nearest feature is a corner.
    ///
    /// ```
    /// # use collide_core::Region;
    /// assert!(Region::TopLeft.is_corner() && !Region::Top.is_corner());
    /// ```
    #[must_use]
    pub fn is_corner(self) -> bool {
        matches!(self, Self::BottomLeft | Self::BottomRight | Self::TopLeft | Self::TopRight)
    }

    /// Whether the nearest feature is an edge.
    ///
    /// ```
    /// # use collide_core::Region;
    /// assert!(Region::Top.is_edge() && !Region::Inside.is_edge());
    /// ```
    #[must_use]
    pub fn is_edge(self) -> bool {
        matches!(self, Self::Left | Self::Right | Self::Bottom | Self::Top)
    }

    /// The side of the nearest feature: -1, 0 or 1 along each axis of the rectangle. Inside, both are zero; beside an
    /// edge, one is zero; beyond a corner, none is.
    ///
    /// ```
    /// use collide_core::{Rect, Vec2, region_of_rect};
    /// let rect = Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?;
    /// let [x, y] = region_of_rect(&rect, Vec2::new(9.0, 5.0)).unwrap().sides();
    /// let (low, high) = (rect.min(), rect.max());
    /// let corner = Vec2::new(if x < 0 { low.x } else { high.x }, if y < 0 { low.y } else { high.y });
    /// assert_eq!(corner, Vec2::new(4.0, 2.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn sides(self) -> [i8; 2] {
        match self {
            Self::Inside => [0, 0],
            Self::Left => [-1, 0],
            Self::Right => [1, 0],
            Self::Bottom => [0, -1],
            Self::Top => [0, 1],
            Self::BottomLeft => [-1, -1],
            Self::BottomRight => [1, -1],
            Self::TopLeft => [-1, 1],
            Self::TopRight => [1, 1],
        }
    }
}

/// The region of a point around a shape: that of [`region_of_rect`] or [`region_of_oriented_rect`]. `None` for
/// other kinds of shape, and for a point that is not finite.
///
/// ```
/// use collide_core::{Circle, Rect, Region, Vec2, region_of};
/// let rect = Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?;
/// assert_eq!(region_of(rect, Vec2::new(-1.0, 1.0)), Some(Region::Left));
/// assert_eq!(region_of(Circle::new(Vec2::ZERO, 1.0)?, Vec2::ZERO), None);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn region_of(shape: impl IntoArg<Shape>, point: Vec2) -> Option<Region> {
    match shape.into() {
        Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => None,
        Shape::Rect(rect) => region_of_rect(&rect, point),
        Shape::OrientedRect(rect) => region_of_oriented_rect(&rect, point),
    }
}

/// The region of a point around a rectangle, or `None` for a point that is not finite. Four comparisons.
///
/// ```
/// use collide_core::{Rect, Region, Vec2, region_of_rect};
/// let rect = Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?;
/// assert_eq!(region_of_rect(&rect, Vec2::new(5.0, 1.0)), Some(Region::Right));
/// assert_eq!(region_of_rect(&rect, Vec2::new(5.0, 2.0)), Some(Region::Right)); // on the line above the edge
/// assert_eq!(region_of_rect(&rect, Vec2::new(5.0, 2.0_f32.next_up())), Some(Region::TopRight));
/// assert_eq!(region_of_rect(&rect, Vec2::new(4.0, 1.0)), Some(Region::Inside)); // on the border
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn region_of_rect(rect: &Rect, point: Vec2) -> Option<Region> {
    let side = |at: f32, low: f32, high: f32| {
        if at < low {
            Ordering::Less
        } else if at > high {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    };
    let column = side(point.x, rect.min().x, rect.max().x);
    let row = side(point.y, rect.min().y, rect.max().y);
    point.is_finite().then(|| Region::at(column, row))
}

/// The region of a point around an oriented rectangle, in the rectangle's own frame, or `None` for a point that is not
/// finite. Exact: the sign of polynomials of degree 3.
///
/// ```
/// use collide_core::{OrientedRect, Region, Rotor, Vec2, region_of_oriented_rect};
/// let upright = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 1.0), Rotor::from_degrees(90.0)?)?;
/// // Its own x axis points up, so what lies above is to its right.
/// assert_eq!(region_of_oriented_rect(&upright, Vec2::new(0.0, 3.0)), Some(Region::Right));
/// assert_eq!(region_of_oriented_rect(&upright, Vec2::new(1.0, 2.0)), Some(Region::Inside));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn region_of_oriented_rect(rect: &OrientedRect, point: Vec2) -> Option<Region> {
    if !point.is_finite() {
        return None;
    }
    let (outer, point) = (rect.outline(), Outline::point(point));
    // The directions of the sides whose outward normals are the axes of the rectangle and their opposites.
    let x = Direction::of(rect.rotor().direction());
    let side = |direction: Direction| {
        let past = |side| Past { pair: Pair::new(&outer, &point), direction, side, extreme: Extreme::Farthest }.sign();
        if past(Side::Left).is_gt() {
            Ordering::Greater
        } else if past(Side::Right).is_gt() {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    };
    Some(Region::at(side(x.turned()).reverse(), side(x)))
}
