use crate::{Rect, Relation};

/// Rectangle against rectangle: comparisons of corners, which are exact.
///
/// ```
/// use collide_core::overlap::rect_rect;
/// use collide_core::{Rect, Relation, Vec2};
/// let square = |x: f32| Rect::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// assert_eq!(rect_rect(&square(0.0)?, &square(0.5)?), Relation::Interior);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn rect_rect(a: &Rect, b: &Rect) -> Relation {
    if a.min().cmpgt(b.max()).any() || b.min().cmpgt(a.max()).any() {
        Relation::Apart
    } else if a.min().cmpeq(b.max()).any() || b.min().cmpeq(a.max()).any() {
        Relation::Touching
    } else {
        Relation::Interior
    }
}
