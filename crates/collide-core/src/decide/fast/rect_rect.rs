use crate::{Rect, Relation};

/// Rectangle against rectangle: comparisons of corners, which are exact.
#[inline]
pub(crate) fn rect_rect(a: &Rect, b: &Rect, _: f64) -> Option<Relation> {
    Some(if a.min().cmpgt(b.max()).any() || b.min().cmpgt(a.max()).any() {
        Relation::Apart
    } else if a.min().cmpeq(b.max()).any() || b.min().cmpeq(a.max()).any() {
        Relation::Touching
    } else {
        Relation::Interior
    })
}
