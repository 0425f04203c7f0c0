use crate::{Rect, Relation};

/// Rectangle against rectangle: comparisons of corners, exact as they stand.
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
