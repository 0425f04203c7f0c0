use super::Relation;
use crate::exact::{Formula, Number, Vector, largest_sign};
use crate::{OrientedRect, Rect, Vec2};

/// Rectangle against oriented rectangle: the separating axis test on the two axes and the two turned ones.
///
/// Along x, with the rotor `(c, s)`, the oriented rectangle reaches `half.x |c| + half.y |s|` from its center, and the gap
/// is the center's way past the nearer side less that reach: degree 2. Along `(c, s)`, with `L = c^2 + s^2`, it reaches
/// `half.x L`, and the gap is the way to the nearer of the rectangle's extreme corners less that: degree 3. Corners are
/// used as given; a center computed from them would be rounded.
#[inline]
#[must_use]
pub fn rect_oriented_rect(rect: &Rect, other: &OrientedRect) -> Relation {
    let (c, s) = (other.rotor().cos(), other.rotor().sin());
    let turned = |direction: Vec2, axis| {
        // The corner that comes first in this direction.
        let corner = Vec2::select(direction.cmpgt(Vec2::ZERO), rect.min(), rect.max());
        Gap::Turned { other, corner, direction, axis }
    };
    Relation::from_gap(largest_sign([
        Gap::Straight { rect, other, axis: 0 },
        Gap::Straight { rect, other, axis: 1 },
        turned(Vec2::new(c, s), 0),
        turned(Vec2::new(-c, -s), 0),
        turned(Vec2::new(-s, c), 1),
        turned(Vec2::new(s, -c), 1),
    ]))
}

/// The gap along an axis.
enum Gap<'a> {
    /// Along x or y.
    Straight { rect: &'a Rect, other: &'a OrientedRect, axis: usize },
    /// From the oriented rectangle to a corner, along one of its own axes or against it.
    Turned { other: &'a OrientedRect, corner: Vec2, direction: Vec2, axis: usize },
}

impl Formula for Gap<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let number = |value: f32| N::of(value.into());
        match *self {
            Self::Straight { rect, other, axis } => {
                let center = other.center()[axis];
                let (low, high) = (rect.min()[axis], rect.max()[axis]);
                // How far the center lies beyond the interval; negative within.
                let (to, from) = if center >= high { (center, high) } else { (low, center) };
                let along = Vector::<N>::along(other.rotor());
                let [x, y] = [along.0.abs(), along.1.abs()];
                let [x, y] = if axis == 0 { [x, y] } else { [y, x] };
                let [half_x, half_y] = other.half_extents().to_array().map(number);
                number(to).minus(&number(from)).minus(&half_x.times(&x)).minus(&half_y.times(&y))
            }
            Self::Turned { other, corner, direction, axis } => {
                let way = Vector::<N>::between(other.center(), corner);
                let direction = Vector(number(direction.x), number(direction.y));
                let reach = number(other.half_extents()[axis]).times(&direction.dot(&direction));
                way.dot(&direction).minus(&reach)
            }
        }
    }
}
