use crate::overlap::segment_disc;
use crate::{Circle, Relation, Segment};

/// A moving circle against a circle: the path of the center against a disc with the sum of the radii. Degree 4.
pub(super) fn moving(from: &Circle, to: &Circle, other: &Circle) -> Relation {
    let path = Segment::unchecked(from.center(), to.center());
    segment_disc(&path, other.center(), [from.radius(), other.radius()])
}
