use core::cmp::Ordering;

use super::of_gap;
use crate::exact::{Formula, Number, Vector, compare};
use crate::{Rect, Relation, Vec2};

/// A moving rectangle against a rectangle: the separating axis test on x, y and the normals of the edges of the hull
/// that are paths of corners. Degree 2.
pub(super) fn moving(from: &Rect, to: &Rect, other: &Rect) -> Relation {
    let (low, high) = (from.min().min(to.min()), from.max().max(to.max()));
    let straight = [0, 1]
        .into_iter()
        .flat_map(|axis| [compare(other.min()[axis], high[axis]), compare(low[axis], other.max()[axis])]);
    let gap = straight.max().unwrap_or(Ordering::Less);
    if gap.is_gt() {
        return Relation::Apart;
    }
    let slanted = edges(from, to).map(|edge| Gap { at: edge.farthest_from(other), edge }.sign());
    of_gap(slanted.fold(gap, Ordering::max))
}

/// An edge of the hull of a moving rectangle that is neither horizontal nor vertical: the path of a corner.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    /// Whether the hull lies on the right of the path, so that the outward normal points to its left.
    left: bool,
    /// The signs of the outward normal, along each axis: whether it is positive.
    outward: [bool; 2],
}

/// The slanted edges of the hull. The path of a corner is an edge if its normal points out of both sides of the
/// rectangle that meet in the corner: then the corner is the farthest point along the normal, at the start and at the
/// end.
pub(super) fn edges(from: &Rect, to: &Rect) -> impl Iterator<Item = Edge> {
    let upper = [[false, false], [true, false], [true, true], [false, true]];
    from.corners().into_iter().zip(to.corners()).zip(upper).filter_map(|((from, to), outward)| {
        let ways = [compare(to.x, from.x), compare(to.y, from.y)];
        if ways.contains(&Ordering::Equal) {
            return None;
        }
        let [right, up] = ways.map(Ordering::is_gt);
        // The normal to the left of a way (x, y) is (-y, x).
        [(true, [!up, right]), (false, [up, !right])]
            .into_iter()
            .find(|(_, normal)| *normal == outward)
            .map(|(left, outward)| Edge { from, to, left, outward })
    })
}

impl Edge {
    /// The corner of another rectangle that lies deepest behind the edge.
    fn farthest_from(&self, other: &Rect) -> Vec2 {
        let side = |axis: usize| if self.outward[axis] { other.min()[axis] } else { other.max()[axis] };
        Vec2::new(side(0), side(1))
    }

    /// How far a point lies outside of the edge, times the length of the path.
    pub(super) fn outside<N: Number>(&self, way: &Vector<N>) -> N {
        let side = Vector::<N>::between(self.from, self.to).cross(way);
        if self.left { side } else { N::of(0.0).minus(&side) }
    }
}

/// The gap across an edge of the hull to the nearest corner of the other rectangle.
struct Gap {
    edge: Edge,
    at: Vec2,
}

impl Formula for Gap {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.edge.outside(&Vector::between(self.edge.from, self.at))
    }
}
