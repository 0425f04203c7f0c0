use super::Pair;
use super::distance::square_of_sum;
use crate::exact::{Formula, Number, Vector};
use crate::shape::corners::Direction;
use crate::shape::outline::Point;

/// One of the two sides of a set that are parallel to a direction: the one whose outward normal points to the left of
/// the direction, or to its right.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Left,
    Right,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Left, Self::Right];
}

/// A point of a set that is extreme along the outward normal of a side of another.
#[derive(Clone, Copy)]
pub(crate) enum Extreme {
    /// The gap between the sets.
    Nearest,
    /// How far the set reaches.
    Farthest,
    /// How far a single point of the set is past the side.
    At(Point),
}

/// How far the extreme point of `q` is past a side of `p`: its component along the outward normal of the side, less the
/// largest one of a point of `p`. Radii are not included.
#[derive(Clone, Copy)]
pub(crate) struct Past<'a> {
    pub(crate) pair: Pair<'a>,
    pub(crate) direction: Direction,
    pub(crate) side: Side,
    pub(crate) extreme: Extreme,
}

impl Formula for Past<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let [left, right] = self.pair.past(&normal(self.direction), self.extreme);
        match self.side {
            Side::Left => left,
            Side::Right => right,
        }
    }
}

/// The squared difference of the radii times the squared length of the direction, less the square of [`Past`]: how far
/// `q` with its radius is past a side of `p` with its radius, if the points of `q` are not past it and the radius of `q`
/// is the larger one.
pub(crate) struct DiscPastSide<'a>(pub(crate) Past<'a>);

impl Formula for DiscPastSide<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let Pair { p, q } = self.0.pair;
        let direction = self.0.direction.vector::<N>();
        let radius_sq = square_of_sum::<N>([q.radius, -p.radius]);
        radius_sq.times(&direction.dot(&direction)).minus(&self.0.value::<N>().squared())
    }
}

/// The normal to the left of a direction.
#[inline]
fn normal<N: Number>(direction: Direction) -> Vector<N> {
    let Vector(x, y) = direction.vector::<N>();
    Vector(N::of(0.0).minus(&y), x)
}

impl Pair<'_> {
    /// [`Past`] for the left and the right side.
    #[inline]
    fn past<N: Number>(&self, normal: &Vector<N>, extreme: Extreme) -> [N; 2] {
        let delta = self.delta::<N>().dot(normal);
        let ([p_low, p_high], [q_low, q_high]) = (self.p.extent(normal), self.q.extent(normal));
        let [of_left, of_right] = match extreme {
            Extreme::Nearest => [q_low, q_high],
            Extreme::Farthest => [q_high, q_low],
            Extreme::At(point) => [(); 2].map(|()| self.q.at::<N>(point).dot(normal)),
        };
        [delta.plus(&of_left).minus(&p_high), p_low.minus(&delta).minus(&of_right)]
    }
}
