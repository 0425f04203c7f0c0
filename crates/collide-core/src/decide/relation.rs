use super::touching::{Relation, Touching};
use super::{fast, general};
use crate::convex::Pair;
use crate::exact::{OPEN, ROUNDOFF, add_exact_work};
use crate::{Capsule, Circle, IntoArg, OrientedRect, Polygon, Rect, Shape};

/// Whether the two closed shapes share a point; touching counts.
///
/// ```
/// use collide_core::{Circle, Vec2, overlaps};
/// let a = Circle::new(Vec2::ZERO, 2.0)?;
/// let b = Circle::new(Vec2::new(3.0, 4.0), 3.0)?; // 5 apart, radii 2 + 3
/// assert!(overlaps(a, b));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn overlaps(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> bool {
    Touching::Closed.accepts(relation(a, b))
}

/// Whether the relation of two shapes is [`Relation::Interior`]: they overlap and do not only touch.
///
/// ```
/// use collide_core::{Rect, Vec2, overlaps_interior};
/// let a = Rect::new(Vec2::ZERO, Vec2::ONE)?;
/// let b = Rect::new(Vec2::ONE, Vec2::new(2.0, 2.0))?; // they share the corner (1, 1)
/// assert!(!overlaps_interior(a, b));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn overlaps_interior(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> bool {
    Touching::Open.accepts(relation(a, b))
}

/// The relation of two shapes: the result behind [`overlaps`] and [`overlaps_interior`].
///
/// ```
/// use collide_core::{Circle, Rect, Relation, Vec2, relation};
/// let wall = Rect::new(Vec2::ZERO, Vec2::new(1.0, 10.0))?;
/// let ball = |x| Circle::new(Vec2::new(x, 5.0), 1.0);
/// assert_eq!(relation(wall, ball(1.5)?), Relation::Interior);
/// assert_eq!(relation(wall, ball(2.0)?), Relation::Touching);
/// assert_eq!(relation(wall, ball(2.0_f32.next_up())?), Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn relation(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> Relation {
    relation_of(a.into(), b.into())
}

/// The [`relation`] to a shape of kind `B`, for callers that know both kinds at compile time. Does not copy the shapes.
///
/// ```
/// use collide_core::{Circle, Rect, Relation, RelationTo, Vec2};
/// fn pairs<A: RelationTo<B>, B>(a: &[A], b: &[B]) -> usize {
///     a.iter().map(|a| b.iter().filter(|b| a.relation_to(b) != Relation::Apart).count()).sum()
/// }
/// let (circle, rect) = (Circle::new(Vec2::ZERO, 1.0)?, Rect::new(Vec2::ZERO, Vec2::ONE)?);
/// assert_eq!(pairs(&[circle], &[rect, rect]), 2);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
pub trait RelationTo<B> {
    /// The relation of this shape and `other`.
    fn relation_to(&self, other: &B) -> Relation;
}

/// Lists the fast tests of pairs of kinds. What they leave open, the general test decides.
macro_rules! pairs {
    ($($S:ident => $same:ident,)+; $($A:ident, $B:ident => $test:ident,)+) => {
        #[inline(always)]
        fn relation_of(a: Shape, b: Shape) -> Relation {
            match (a, b) {
                $((Shape::$S(a), Shape::$S(b)) => a.relation_to(&b),)+
                $((Shape::$A(a), Shape::$B(b)) | (Shape::$B(b), Shape::$A(a)) => a.relation_to(&b),)+
            }
        }

        $(pairs! { impl $S, $S: |a, b| $same(a, b) })+
        $(pairs! { impl $A, $B: |a, b| $test(a, b) })+
        $(pairs! { impl $B, $A: |b, a| $test(a, b) })+
    };
    (impl $A:ident, $B:ident: |$a:ident, $b:ident| $fast:ident($first:ident, $second:ident)) => {
        impl RelationTo<$B> for $A {
            #[inline(always)]
            fn relation_to(&self, other: &$B) -> Relation {
                #[inline(never)]
                fn open(a: &$A, b: &$B) -> Relation {
                    add_exact_work(OPEN);
                    let outlines = (a.outline(), b.outline());
                    let pair = Pair::new(&outlines.0, &outlines.1);
                    let ($a, $b) = (a, b);
                    let lossless = if pair.is_plain() { fast::$fast($first, $second, 0.0) } else { None };
                    lossless.unwrap_or_else(|| general::relation(&pair))
                }
                let ($a, $b) = (self, other);
                fast::$fast($first, $second, ROUNDOFF).unwrap_or_else(|| open(self, other))
            }
        }
    };
}

pairs! {
    Circle => circle_circle,
    Rect => rect_rect,
    OrientedRect => boxes,
    Capsule => capsules,
    Polygon => polygons,
    ;
    Rect, Circle => rect_circle,
    Circle, OrientedRect => circle_oriented_rect,
    Rect, OrientedRect => boxes,
    Circle, Capsule => circle_capsule,
    Circle, Polygon => circle_polygon,
    Rect, Capsule => capsule_with,
    Rect, Polygon => rect_polygon,
    OrientedRect, Capsule => capsule_with,
    OrientedRect, Polygon => oriented_rect_polygon,
    Capsule, Polygon => capsule_polygon,
}
