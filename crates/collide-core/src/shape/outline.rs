//! Shapes as the exact decisions see them: points, edge directions and a radius.

use glam::DVec2;

use crate::Vec2;
use crate::exact::{Number, Vector, lowest_digit};

/// A convex set: the hull of `corners` around `position` and of the same corners after `motion`, grown by `radius`.
///
/// Each coordinate of a point is an exact sum of inputs and of products of two inputs.
#[derive(Clone, Copy)]
pub(crate) struct Outline {
    pub(crate) position: Vec2,
    pub(crate) corners: Corners,
    pub(crate) motion: Motion,
    pub(crate) radius: f32,
}

/// The corners of a set at rest: one, four or eight, on which [`Outline::edges`] and `direction` rely.
#[derive(Clone, Copy)]
pub(crate) enum Corners {
    /// The position alone.
    Point,
    /// An axis-aligned box between two points. The position is the origin, so no corner is rounded.
    Rect { min: Vec2, max: Vec2 },
    /// The position plus or minus half of each side of a box: `half` times the rotor and the vector across it.
    Oriented { half: Vec2, rotor: Vec2 },
    /// Two axis-aligned boxes of different size, each given by two points. The position is the origin. Paths lead from
    /// the corners of the first to those of the second.
    Rects([[Vec2; 2]; 2]),
}

/// The motion of a set in a straight line, of a swept shape, a segment or a ray. The points of a shape at rest are
/// [`Corners`].
#[derive(Clone, Copy)]
pub(crate) enum Motion {
    None,
    /// By the difference of two points.
    Between(Vec2, Vec2),
    /// By a multiple of a direction. The product is exact in `f64`, or infinite, which only the fast tests can read.
    Along(Vec2, f64),
}

/// The direction of an edge: the difference of two vectors of inputs.
#[derive(Clone, Copy)]
pub(crate) struct Direction {
    from: Vec2,
    to: Vec2,
}

impl Direction {
    pub(crate) const X: Self = Self::of(Vec2::X);

    pub(crate) const fn of(vector: Vec2) -> Self {
        Self { from: Vec2::ZERO, to: vector }
    }

    /// From one point to another.
    pub(crate) const fn between(from: Vec2, to: Vec2) -> Self {
        Self { from, to }
    }

    /// The direction turned left by a right angle.
    pub(crate) fn turned(self) -> Self {
        Self { from: self.from.perp(), to: self.to.perp() }
    }

    pub(crate) fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.from == self.to
    }

    #[inline]
    pub(crate) fn vector<N: Number>(self) -> Vector<N> {
        Vector::between(self.from, self.to)
    }
}

/// A point of a set: a corner, before or after the motion.
#[derive(Clone, Copy)]
pub(crate) struct Point {
    pub(crate) corner: u8,
    pub(crate) moved: bool,
}

/// A segment between two points of a set. All edges of the set are among those of [`Outline::edges`].
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// Parallel to the segment, and not zero.
    pub(crate) direction: Direction,
}

impl Motion {
    /// From one point to another.
    #[inline]
    pub(crate) fn between(from: Vec2, to: Vec2) -> Self {
        if from == to { Self::None } else { Self::Between(from, to) }
    }

    #[inline(always)]
    fn vector<N: Number>(self) -> Option<Vector<N>> {
        match self {
            Self::None => None,
            Self::Between(from, to) => Some(Vector::between(from, to)),
            Self::Along(direction, times) => Some(Vector::of(direction.as_dvec2() * times)),
        }
    }

    /// A vector, rounded, and the multiple of it that the motion is.
    #[inline(always)]
    pub(crate) fn rounded(self) -> Option<(DVec2, f64)> {
        match self {
            Self::None => None,
            Self::Between(from, to) => Some((to.as_dvec2() - from.as_dvec2(), 1.0)),
            Self::Along(direction, times) => Some((direction.as_dvec2(), times)),
        }
    }

    #[inline]
    fn direction(self) -> Option<Direction> {
        match self {
            Self::None => None,
            Self::Between(from, to) => Some(Direction::between(from, to)),
            Self::Along(direction, _) => Some(Direction::of(direction)),
        }
    }
}

impl Corners {
    #[inline]
    fn count(&self) -> u8 {
        match self {
            Self::Point => 1,
            Self::Rect { .. } | Self::Oriented { .. } => 4,
            Self::Rects(_) => 8,
        }
    }

    /// A corner, relative to the position. The corners of a box are counter-clockwise, as in `Rect::corners`.
    #[inline]
    fn corner<N: Number>(&self, index: u8) -> Vector<N> {
        match *self {
            Self::Point => Vector::of(DVec2::ZERO),
            Self::Rect { min, max } => Vector::of(rect_corner(index, min, max).as_dvec2()),
            Self::Oriented { half, rotor } => {
                let ([upper_x, upper_y], [x, y]) = (upper(index), halves(half, rotor));
                Vector::of(if upper_x { x } else { -x }).plus(&Vector::of(if upper_y { y } else { -y }))
            }
            Self::Rects(rects) => {
                let [min, max] = rects[usize::from(index >> 2)];
                Vector::of(rect_corner(index, min, max).as_dvec2())
            }
        }
    }

    /// The least and the greatest component of a corner along a vector.
    #[inline]
    fn extent<N: Number>(&self, along: &Vector<N>) -> [N; 2] {
        let of_rect = |min: Vec2, max: Vec2| {
            let [min, max] = [min, max].map(|corner| Vector::<N>::of(corner.as_dvec2()));
            let [low_x, high_x] = min.0.times(&along.0).sorted(max.0.times(&along.0));
            let [low_y, high_y] = min.1.times(&along.1).sorted(max.1.times(&along.1));
            [low_x.plus(&low_y), high_x.plus(&high_y)]
        };
        match *self {
            Self::Point => [N::of(0.0), N::of(0.0)],
            Self::Rect { min, max } => of_rect(min, max),
            Self::Oriented { half, rotor } => {
                let [x, y] = halves(half, rotor).map(|half| Vector::<N>::of(half).dot(along).abs());
                let reach = x.plus(&y);
                [N::of(0.0).minus(&reach), reach]
            }
            Self::Rects([[a, b], [c, d]]) => {
                let ([low, high], [other_low, other_high]) = (of_rect(a, b), of_rect(c, d));
                let ([low, _], [_, high]) = (low.sorted(other_low), high.sorted(other_high));
                [low, high]
            }
        }
    }

    /// The largest magnitude of the coordinates of a corner along each axis.
    #[inline(always)]
    fn size(&self) -> DVec2 {
        match *self {
            Self::Point => DVec2::ZERO,
            Self::Rect { min, max } => min.abs().max(max.abs()).as_dvec2(),
            Self::Oriented { half, rotor } => halves(half, rotor).map(DVec2::abs).into_iter().sum(),
            Self::Rects([[a, b], [c, d]]) => a.abs().max(b.abs()).max(c.abs()).max(d.abs()).as_dvec2(),
        }
    }

    /// The direction of a side of a box: of the first and third one, or of the others. Not for a point.
    #[inline]
    fn side(&self, index: u8) -> Direction {
        let first = match self {
            Self::Point | Self::Rect { .. } | Self::Rects(_) => Direction::X,
            Self::Oriented { rotor, .. } => Direction::of(*rotor),
        };
        if index == 0 { first } else { first.turned() }
    }
}

impl Outline {
    /// A single point.
    pub(crate) fn point(position: Vec2) -> Self {
        Self { position, corners: Corners::Point, motion: Motion::None, radius: 0.0 }
    }

    /// All points. The set without its radius is their hull.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + Clone + use<> {
        let corners = self.corners.count();
        let moved = match self.motion {
            Motion::None => 0,
            Motion::Between(..) | Motion::Along(..) => corners,
        };
        let point = move |index| Point { corner: index % corners, moved: index >= corners };
        (0..corners + moved).map(point)
    }

    /// Where a point is, relative to the position.
    #[inline]
    pub(crate) fn at<N: Number>(&self, point: Point) -> Vector<N> {
        let corner = self.corners.corner(point.corner);
        match self.motion.vector() {
            Some(motion) if point.moved => corner.plus(&motion),
            _ => corner,
        }
    }

    /// The least and the greatest component of a point along a vector, from the position.
    #[inline]
    pub(crate) fn extent<N: Number>(&self, along: &Vector<N>) -> [N; 2] {
        let [low, high] = self.corners.extent(along);
        match self.motion.vector::<N>() {
            None => [low, high],
            Some(motion) => {
                let [back, ahead] = N::of(0.0).sorted(motion.dot(along));
                [low.plus(&back), high.plus(&ahead)]
            }
        }
    }

    /// The largest magnitude of the coordinates of a point along each axis, rounded.
    #[inline(always)]
    pub(crate) fn size(&self) -> DVec2 {
        let Vector(x, y) = self.motion.vector::<f64>().unwrap_or(Vector(0.0, 0.0));
        self.corners.size() + DVec2::new(x, y).abs()
    }

    /// Whether the set is a single point, grown by the radius.
    pub(crate) fn is_point(&self) -> bool {
        matches!((self.corners, self.motion), (Corners::Point, Motion::None))
    }

    /// The directions of all edges, and of a segment also the direction across it. None for a point.
    #[inline]
    pub(crate) fn directions(&self) -> impl Iterator<Item = Direction> {
        (0..).map_while(|index| self.direction(index))
    }

    #[inline]
    fn direction(&self, index: u8) -> Option<Direction> {
        match self.corners {
            Corners::Point => match index {
                0 => self.motion.direction(),
                1 => self.motion.direction().map(Direction::turned),
                _ => None,
            },
            Corners::Rect { .. } | Corners::Oriented { .. } => match index {
                0 | 1 => Some(self.corners.side(index)),
                2 => self.motion.direction(),
                _ => None,
            },
            Corners::Rects(rects) => match index {
                0 | 1 => Some(self.corners.side(index)),
                2..6 => Some(path(rects, index - 2).unwrap_or(Direction::X)),
                _ => None,
            },
        }
    }

    /// The lowest binary digit of all positions and lengths, and that of the rotor and the direction of a ray.
    pub(crate) fn lowest_digits(&self) -> [i32; 2] {
        const NONE: i32 = i32::MAX / 4;
        let of = |vector: DVec2| lowest_digit(vector.x).min(lowest_digit(vector.y));
        let of_points = |points: &[Vec2]| points.iter().map(|point| of(point.as_dvec2())).fold(NONE, i32::min);
        let of_motion = match self.motion {
            Motion::None => [NONE; 2],
            Motion::Between(from, to) => [of_points(&[from, to]), NONE],
            Motion::Along(direction, times) => [direction.as_dvec2() * times, direction.as_dvec2()].map(of),
        };
        let of_corners = match self.corners {
            Corners::Point => [NONE; 2],
            Corners::Rect { min, max } => [of_points(&[min, max]), NONE],
            Corners::Oriented { half, rotor } => [half, rotor].map(|vector| of_points(&[vector])),
            Corners::Rects([[a, b], [c, d]]) => [of_points(&[a, b, c, d]), NONE],
        };
        let position = of_points(&[self.position]).min(lowest_digit(self.radius.into()));
        [position.min(of_motion[0]).min(of_corners[0]), of_motion[1].min(of_corners[1])]
    }

    /// The largest magnitude of a coordinate of a direction.
    pub(crate) fn direction_size(&self) -> f64 {
        let path = self.motion.direction().map_or(DVec2::ZERO, |direction| {
            let Vector(x, y) = direction.vector::<f64>();
            DVec2::new(x, y).abs()
        });
        let side = match self.corners {
            Corners::Point | Corners::Rect { .. } => DVec2::ONE,
            Corners::Oriented { rotor, .. } => rotor.abs().as_dvec2(),
            // The paths of corners are differences of two.
            Corners::Rects(_) => (self.corners.size() * 2.0).max(DVec2::ONE),
        };
        path.max(side).max_element()
    }

    /// Segments of the set, among them all its edges.
    pub(crate) fn edges(&self) -> impl Iterator<Item = Edge> {
        let count = self.corners.count();
        let sides = self.points().filter(move |_| count > 1).map(|from| {
            let next = (from.corner & 4) | ((from.corner + 1) & 3);
            Edge { from, to: Point { corner: next, ..from }, direction: self.corners.side(from.corner & 1) }
        });
        let moving = self.motion.direction().into_iter().flat_map(move |direction| {
            (0..count).map(move |corner| {
                let [from, to] = [false, true].map(|moved| Point { corner, moved });
                Edge { from, to, direction }
            })
        });
        sides.chain(moving).chain(self.paths())
    }

    /// The paths of the corners of two boxes.
    fn paths(&self) -> impl Iterator<Item = Edge> + use<> {
        let rects = match self.corners {
            Corners::Point | Corners::Rect { .. } | Corners::Oriented { .. } => None,
            Corners::Rects(rects) => Some(rects),
        };
        rects.into_iter().flat_map(|rects| {
            (0..4).filter_map(move |corner| {
                let [from, to] = [corner, corner + 4].map(|corner| Point { corner, moved: false });
                path(rects, corner).map(|direction| Edge { from, to, direction })
            })
        })
    }
}

/// The path of a corner from one box to another.
fn path([from, to]: [[Vec2; 2]; 2], corner: u8) -> Option<Direction> {
    let at = |[min, max]: [Vec2; 2]| rect_corner(corner, min, max);
    Motion::between(at(from), at(to)).direction()
}

/// A corner of a box. They are counter-clockwise, as in [`Rect::corners`](crate::Rect::corners).
#[inline]
fn rect_corner(index: u8, min: Vec2, max: Vec2) -> Vec2 {
    let [upper_x, upper_y] = upper(index);
    Vec2::new(if upper_x { max.x } else { min.x }, if upper_y { max.y } else { min.y })
}

/// Half of the sides of an oriented box. The product of two `f32` numbers is exact in `f64`.
#[inline]
fn halves(half: Vec2, rotor: Vec2) -> [DVec2; 2] {
    let (half, rotor) = (half.as_dvec2(), rotor.as_dvec2());
    [rotor * half.x, rotor.perp() * half.y]
}

/// Whether a corner is on the upper side of its box along each axis.
#[inline]
fn upper(index: u8) -> [bool; 2] {
    [matches!(index & 3, 1 | 2), index & 3 >= 2]
}
