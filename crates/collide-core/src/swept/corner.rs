//! Where a corner meets a corner: there a range of normals is valid, and not one.

use glam::DVec2;

use super::{Movable, Obstacle, SweptShape};
use crate::measure::{Hull, MeasuredShape, ROUNDING, is_near, to_f32};
use crate::{Aabb, IntoArg, Shape};

/// The normals that are valid where a corner of a moving shape meets a corner of another one: there is a range of them.
/// See [`SweptShape::corner`].
///
/// ```
/// use collide_core::swept::SweptShape;
/// use collide_core::{DVec2, Rect, Shape, Vec2};
/// let tile = |x: f32| Rect::new(Vec2::new(x, -1.0), Vec2::new(x + 1.0, 0.0));
/// let mover = Rect::new(Vec2::new(1.0, 0.0), Vec2::new(2.0, 1.0))?;
/// let swept = SweptShape::<Shape>::moved(mover.into(), DVec2::new(-0.25, -0.5), Default::default()).unwrap();
/// // Its lower left corner is at the upper right one of the tile.
/// let corner_of = |tile: Rect| swept.corner(tile, &swept.obstacle(tile).unwrap());
/// assert_eq!(corner_of(tile(0.0)?).unwrap().normal(swept.motion()), DVec2::NEG_X);
/// assert!(corner_of(tile(0.5)?).is_none()); // at a side, there is one normal
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    point: DVec2,
    slack: f64,
    normals: Normals,
}

/// The unit vectors from the first to the last, counter-clockwise, at most half a turn; zeros if all are.
#[derive(Clone, Copy, Debug)]
struct Normals([DVec2; 2]);

/// Normals that differ by less than this are equal.
const TIE: f64 = 1e-9;

impl<S: Movable> SweptShape<S> {
    /// The corners of this and of another shape that meet at their [`obstacle`](Self::obstacle), within the rounding error of
    /// `f64`, if more than one normal is valid. `None` if a shape has a radius, or if they overlap at the start.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{DVec2, Rect, Shape, Vec2};
    /// let rect = |x: f32, y: f32| Rect::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
    /// let swept = SweptShape::<Shape>::moved(rect(0.0, 0.0)?.into(), DVec2::new(4.0, 2.0), Default::default()).unwrap();
    /// let (wall, motion) = (rect(3.0, 2.0)?, swept.motion());
    /// let corner = swept.corner(wall, &swept.obstacle(wall).unwrap()).unwrap();
    /// assert_eq!(corner.normal(motion), DVec2::Y);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn corner(&self, other: impl IntoArg<Shape>, obstacle: &Obstacle) -> Option<Corner> {
        let (delta, at) = (self.motion() * obstacle.time, obstacle.point.as_dvec2());
        // Most contacts are at no corner, which their rounded point shows.
        let rounding = rounding(at) + ROUNDING * delta.abs().element_sum();
        let a = MeasuredShape::of(&self.from.into());
        if obstacle.overlaps || !a.has_corner_near(at - delta, rounding) {
            return None;
        }
        let b = Some(MeasuredShape::of(&other.into())).filter(|shape| shape.has_corner_near(at, rounding))?;
        let (a, b) = (a.hull(), b.hull());
        let size = (a.origin.abs() + b.origin.abs() + delta.abs()).element_sum();
        let slack = ROUNDING * (size + a.size() + b.size());
        let is_met = |(_, point): &(usize, DVec2)| {
            b.points[..b.count].iter().any(|corner| is_near(b.origin + *corner - *point, slack))
        };
        let corners = a.points[..a.count].iter().map(|corner| a.origin + *corner + delta);
        let (index, point) = corners.enumerate().find(is_met)?;
        let mut corner = Corner { point, slack, normals: Normals::at(&a, index, 1.0) };
        corner.narrow_by(&b);
        (!corner.normals.is_one()).then_some(corner)
    }
}

impl Corner {
    /// Where the corners are, and the rounding error around it.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{DVec2, Rect, Shape, Vec2};
    /// let rect = |x: f32, y: f32| Rect::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
    /// let swept = SweptShape::<Shape>::moved(rect(1.0, 0.0)?.into(), DVec2::new(-1.0, -2.0), Default::default()).unwrap();
    /// let tile = rect(0.0, -1.0)?;
    /// let bound = swept.corner(tile, &swept.obstacle(tile).unwrap()).unwrap().bound();
    /// assert!((bound.min() - Vec2::X).length() < 1e-6 && (bound.max() - Vec2::X).length() < 1e-6);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn bound(&self) -> Aabb {
        let point = to_f32(self.point);
        Aabb::from_corners(point, point).expanded(self.slack + rounding(self.point))
    }

    /// Leaves only the normals that are valid for a third shape too. None of them is left out if no normal would be left, or
    /// if that shape does not touch the corner.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{DVec2, Rect, Shape, Vec2};
    /// let rect = |x: f32, y: f32| Rect::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
    /// let swept = SweptShape::<Shape>::moved(rect(1.0, 0.0)?.into(), DVec2::new(-1.0, -2.0), Default::default()).unwrap();
    /// let tile = rect(0.0, -1.0)?;
    /// let mut corner = swept.corner(tile, &swept.obstacle(tile).unwrap()).unwrap();
    /// corner.narrow(rect(1.0, -1.0)?); // together they are a floor
    /// assert_eq!(corner.normal(swept.motion()), DVec2::NEG_Y);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn narrow(&mut self, other: impl IntoArg<Shape>) {
        if let Some(hull) = sharp(&other.into()) {
            self.narrow_by(&hull);
        }
    }

    fn narrow_by(&mut self, hull: &Hull) {
        let at_corner = |index: &usize| is_near(self.point - (hull.origin + hull.points[*index]), self.slack);
        let common = if let Some(index) = (0..hull.count).find(at_corner) {
            self.normals.common(&Normals::at(hull, index, -1.0))
        } else {
            (0..hull.count).find_map(|index| self.normals.common(&self.at_side(hull, index)?))
        };
        self.normals = common.unwrap_or(self.normals);
    }

    /// The normals of another set if the corner is on the side after a point.
    fn at_side(&self, hull: &Hull, index: usize) -> Option<Normals> {
        let (delta, side) = (self.point - (hull.origin + hull.points[index]), hull.sides[index]);
        let length = side.length();
        let is_on =
            side.perp_dot(delta).abs() <= self.slack * length && (0.0..length * length).contains(&side.dot(delta));
        is_on.then(|| Normals([-outward(side); 2]))
    }

    /// The valid normal that keeps most of a motion, which leads into the other shape, along the surface. The first one
    /// counter-clockwise if two do.
    ///
    /// ```
    /// use collide_core::swept::SweptShape;
    /// use collide_core::{DVec2, Rect, Shape, Vec2};
    /// let rect = |x: f32, y: f32| Rect::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
    /// let swept = SweptShape::<Shape>::moved(rect(1.0, 0.0)?.into(), DVec2::NEG_ONE, Default::default()).unwrap();
    /// let tile = rect(0.0, -1.0)?;
    /// let corner = swept.corner(tile, &swept.obstacle(tile).unwrap()).unwrap();
    /// assert_eq!(corner.normal(DVec2::new(-1.0, -2.0)), DVec2::NEG_X);
    /// assert_eq!(corner.normal(DVec2::new(-2.0, -1.0)), DVec2::NEG_Y);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn normal(&self, motion: DVec2) -> DVec2 {
        let Normals([first, last]) = self.normals;
        // Of two segments in one line the ends are opposite, and no normal between them is valid.
        let lost = |normal: DVec2| if normal.dot(motion) > 0.0 { normal.dot(motion) } else { f64::INFINITY };
        (if lost(last) < lost(first) { last } else { first }) + 0.0
    }
}

impl Normals {
    /// The outward normals at a point of a set, times a sign.
    fn at(hull: &Hull, index: usize, sign: f64) -> Self {
        if hull.count < 2 {
            return Self([DVec2::ZERO; 2]);
        }
        let before = if index > 0 { index } else { hull.count } - 1;
        Self([before, index].map(|index| outward(hull.sides[index]) * sign))
    }

    fn is_one(&self) -> bool {
        let Self([first, last]) = *self;
        is_near(first - last, TIE) && first != DVec2::ZERO
    }

    fn contains(&self, normal: DVec2) -> bool {
        let Self([first, last]) = *self;
        first.perp_dot(normal) >= -TIE && normal.perp_dot(last) >= -TIE && normal.dot(first + last) >= -TIE
    }

    /// Those that are in another range too.
    fn common(&self, other: &Self) -> Option<Self> {
        let is_all = |normals: &Self| normals.0[0] == DVec2::ZERO;
        if is_all(self) || is_all(other) {
            return Some(if is_all(self) { *other } else { *self });
        }
        let end = |index: usize| {
            let (own, its) = (self.0[index], other.0[index]);
            if other.contains(own) { Some(own) } else { self.contains(its).then_some(its) }
        };
        Some(Self([end(0)?, end(1)?]))
    }
}

/// A shape without a radius.
fn sharp(shape: &Shape) -> Option<Hull> {
    let hull = MeasuredShape::of(shape).hull();
    (hull.radius == 0.0).then_some(hull)
}

/// The outward unit normal of a side.
fn outward(side: DVec2) -> DVec2 {
    -side.perp() / side.length()
}

/// More than the error of a point that is rounded to `f32`.
fn rounding(point: DVec2) -> f64 {
    point.abs().max_element() * f64::from(2.0 * f32::EPSILON) + f64::from(f32::MIN_POSITIVE)
}
