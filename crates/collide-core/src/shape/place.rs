//! Where a shape can be: `f32` positions near a place in `f64`. A rect keeps its size.

use crate::exact::{round_down, two_diff, two_sum};
use crate::{Circle, DVec2, OrientedRect, Rect, Shape, Vec2};

/// The direction in which a coordinate is rounded to `f32`.
///
/// ```
/// use collide_core::swept::Rounding;
/// assert_eq!(Rounding::default(), Rounding::Nearest);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest position.
    #[default]
    Nearest,
    /// To the next position that is not above.
    Down,
    /// To the next position that is not below.
    Up,
}

/// The shape moved by a vector, at the `f32` position that the rounding of each axis selects. `None` if it would not
/// be finite.
///
/// The position of a circle and of an oriented rect is its center, so these keep their size. A [`Rect`] has two
/// positions on each axis. It keeps its exact size wherever `f32` can represent it: its corner farther from zero is
/// rounded, and the other corner follows. If the size is not a multiple of the spacing of `f32` numbers there, it is
/// rounded down to one. So a rect never grows, and a size that was rounded stays the same on the way back.
///
/// ```
/// use collide_core::swept::{Rounding, place};
/// use collide_core::{DVec2, Rect, Shape, Vec2};
/// // 0.25 wide, and so at the other end of the world, though 1000.1 and 1000.35 are not `f32` numbers.
/// let rect = Rect::new(Vec2::ZERO, Vec2::splat(0.25))?;
/// let Some(Shape::Rect(moved)) = place(rect, DVec2::splat(1000.1), [Rounding::Nearest; 2]) else { panic!() };
/// assert_eq!(moved.max() - moved.min(), Vec2::splat(0.25));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn place(shape: impl Into<Shape>, by: DVec2, rounding: [Rounding; 2]) -> Option<Shape> {
    let shape = shape.into();
    if let Shape::Rect(rect) = shape {
        return place_rect(&rect, by, rounding).map(Shape::Rect);
    }
    let center = shape.center();
    let center = Vec2::new(coordinate(center.x, by.x, rounding[0]), coordinate(center.y, by.y, rounding[1]));
    center.is_finite().then(|| match shape {
        Shape::Circle(circle) => Circle::unchecked(center, circle.radius()).into(),
        Shape::OrientedRect(rect) => OrientedRect::unchecked(center, rect.half_extents(), rect.rotor()).into(),
        Shape::Rect(_) => shape,
    })
}

fn place_rect(rect: &Rect, by: DVec2, rounding: [Rounding; 2]) -> Option<Rect> {
    let [low, high] = [rect.min(), rect.max()];
    let (left, right) = interval([low.x, high.x], by.x, rounding[0])?;
    let (bottom, top) = interval([low.y, high.y], by.y, rounding[1])?;
    Rect::new(Vec2::new(left, bottom), Vec2::new(right, top)).ok()
}

/// A rect at the nearest place of its size.
#[cold]
pub(crate) fn moved_at_size(rect: &Rect, by: Vec2) -> Option<Rect> {
    place_rect(rect, by.as_dvec2(), [Rounding::Nearest; 2])
}

/// The distance of neighbouring positions of a shape along each axis, in world units.
///
/// ```
/// use collide_core::swept::spacing;
/// use collide_core::{Circle, DVec2, Vec2};
/// let circle = Circle::new(Vec2::new(1.0, 1024.0), 0.5)?;
/// assert_eq!(spacing(circle), DVec2::new(f64::from(f32::EPSILON), 1024.0 * f64::from(f32::EPSILON)));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn spacing(shape: impl Into<Shape>) -> DVec2 {
    let farthest = match shape.into() {
        Shape::Circle(circle) => circle.center().abs(),
        Shape::OrientedRect(rect) => rect.center().abs(),
        Shape::Rect(rect) => rect.min().abs().max(rect.max().abs()),
    };
    DVec2::new(spacing_at(farthest.x), spacing_at(farthest.y))
}

/// The distance of a number from its neighbour that is farther from zero.
fn spacing_at(at: f32) -> f64 {
    let at = at.abs().min(f32::MAX.next_down());
    f64::from(at.next_up()) - f64::from(at)
}

#[inline]
fn coordinate(at: f32, by: f64, rounding: Rounding) -> f32 {
    if by == 0.0 {
        return at;
    }
    rounded(two_sum(at.into(), by), rounding)
}

#[inline]
fn rounded((sum, rest): (f64, f64), rounding: Rounding) -> f32 {
    let sign = match rounding {
        Rounding::Nearest => return sum as f32,
        Rounding::Down => 1.0,
        Rounding::Up => -1.0,
    };
    round_down((sum * sign, rest * sign)) * sign as f32
}

/// The interval moved, with the same length if `f32` can represent it there, else with a shorter one.
fn interval([low, high]: [f32; 2], by: f64, rounding: Rounding) -> Option<(f32, f32)> {
    if by == 0.0 {
        return Some((low, high));
    }
    let length = two_diff(high.into(), low.into());
    let keeps =
        |low: f32, high: f32| low.is_finite() && high.is_finite() && two_diff(high.into(), low.into()) == length;
    // Each corner by itself: on most lattices that is all there is to do.
    let (new_low, new_high) = (coordinate(low, by, rounding), coordinate(high, by, rounding));
    if keeps(new_low, new_high) {
        return Some((new_low, new_high));
    }
    let follows = if new_high.abs() > new_low.abs() {
        ((f64::from(new_high) - length.0) as f32, new_high)
    } else {
        (new_low, (f64::from(new_low) + length.0) as f32)
    };
    // The sum of the two parts, rounded down.
    let at_most = if length.1 < 0.0 { length.0.next_down() } else { length.0 };
    keeps(follows.0, follows.1).then_some(follows).or_else(|| shortened(low, by, at_most, rounding))
}

/// The interval on multiples of the spacing at its new place.
fn shortened(low: f32, by: f64, length: f64, rounding: Rounding) -> Option<(f32, f32)> {
    let at = f64::from(low) + by;
    let mut step = spacing_at(at.abs().max((at + length).abs()) as f32);
    for _ in 0..3 {
        let count = at / step;
        let new_low = step
            * match rounding {
                Rounding::Nearest => libm::rint(count),
                Rounding::Down => libm::floor(count),
                Rounding::Up => libm::ceil(count),
            };
        let new_high = new_low + libm::floor(length / step) * step;
        let is_f32 = |value: f64| f64::from(value as f32) == value;
        if is_f32(new_low) && is_f32(new_high) {
            return Some((new_low as f32, new_high as f32)).filter(|(low, high)| low.is_finite() && high.is_finite());
        }
        step *= 2.0; // the rounded corner lies beyond a power of two
    }
    None
}
