use super::Relation;
use super::boxes::certain_relation;
use crate::exact::{Formula, Number, Vector, largest_sign};
use crate::{OrientedRect, Rect, Vec2};

/// Rectangle against oriented rectangle: the separating axis test on the axes of both.
///
/// Let `(c, s)` be the rotor and `L = c^2 + s^2`. Along x, the extent of the oriented rectangle from its center is
/// `half.x |c| + half.y |s|`, and the gap is the distance of the center past the nearer side minus that extent: degree
/// 2. Along `(c, s)` the extent is `half.x L`, and the gap is the distance to the nearer of the rectangle's extreme
/// corners minus that extent: degree 3. Corners are used as given; a center computed from them would be rounded.
///
/// ```
/// use collide_core::overlap::rect_oriented_rect;
/// use collide_core::{OrientedRect, Rect, Relation, Rotor, Vec2};
/// let diamond = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::from_raw(1.0, 1.0)?)?; // corners (2, 0), (0, 2), ...
/// let wall = |x: f32| Rect::new(Vec2::new(x, -5.0), Vec2::new(9.0, 5.0));
/// assert_eq!(rect_oriented_rect(&wall(2.0)?, &diamond), Relation::Touching);
/// assert_eq!(rect_oriented_rect(&wall(1.5)?, &diamond), Relation::Interior);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn rect_oriented_rect(rect: &Rect, other: &OrientedRect) -> Relation {
    certain_relation(rect, other).unwrap_or_else(|| decide(rect, other))
}

/// The exact decision, if plain `f64` leaves it open.
#[cold]
#[inline(never)]
fn decide(rect: &Rect, other: &OrientedRect) -> Relation {
    let straight = |axis: usize| {
        let upper = other.center()[axis] >= rect.max()[axis];
        Gap::Straight { rect, other, axis, upper }
    };
    let [a, b, c, d] = oriented_sides(rect, other);
    Relation::from_gap(largest_sign([straight(0), straight(1), a, b, c, d]))
}

/// The gaps across the four sides of the oriented rectangle.
#[inline]
pub(crate) fn oriented_sides<'a>(rect: &'a Rect, other: &'a OrientedRect) -> [Gap<'a>; 4] {
    let (c, s) = (other.rotor().cos(), other.rotor().sin());
    [(Vec2::new(c, s), 0), (Vec2::new(-c, -s), 0), (Vec2::new(-s, c), 1), (Vec2::new(s, -c), 1)].map(
        |(direction, axis)| {
            // The extreme corner against this direction.
            let corner = Vec2::select(direction.cmpgt(Vec2::ZERO), rect.min(), rect.max());
            Gap::Oriented { other, corner, direction, axis }
        },
    )
}

/// The gap across a side.
#[derive(Clone, Copy)]
pub(crate) enum Gap<'a> {
    /// Across the lower or upper side of the rectangle, along x or y.
    Straight { rect: &'a Rect, other: &'a OrientedRect, axis: usize, upper: bool },
    /// From the oriented rectangle to a corner, along one of its axes or opposite to it.
    Oriented { other: &'a OrientedRect, corner: Vec2, direction: Vec2, axis: usize },
}

impl Formula for Gap<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let number = |value: f32| N::of(value.into());
        match *self {
            Self::Straight { rect, other, axis, upper } => {
                let center = other.center()[axis];
                let (low, high) = (rect.min()[axis], rect.max()[axis]);
                // The distance of the center beyond the side; negative within.
                let (to, from) = if upper { (center, high) } else { (low, center) };
                let along = Vector::<N>::along(other.rotor());
                let [x, y] = [along.0.abs(), along.1.abs()];
                let [x, y] = if axis == 0 { [x, y] } else { [y, x] };
                let [half_x, half_y] = other.half_extents().to_array().map(number);
                N::difference(to, from).minus(&half_x.times(&x)).minus(&half_y.times(&y))
            }
            Self::Oriented { other, corner, direction, axis } => {
                let way = Vector::<N>::between(other.center(), corner);
                let direction = Vector(number(direction.x), number(direction.y));
                let reach = number(other.half_extents()[axis]).times(&direction.dot(&direction));
                way.dot(&direction).minus(&reach)
            }
        }
    }
}
