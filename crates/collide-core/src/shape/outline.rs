//! Shapes as the exact decisions see them: points, edge directions and a radius.

use glam::DVec2;

use crate::Vec2;
use crate::exact::{Number, Vector, lowest_digit};
use crate::shape::corners::{Corners, Direction, NO_DIGIT, lowest, rect_corner};

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
    pub(crate) fn vector<N: Number>(self) -> Option<Vector<N>> {
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

    /// Whether the corners are those of a polygon.
    #[inline(always)]
    pub(crate) fn is_polygon(&self) -> bool {
        match self.corners {
            Corners::Point
            | Corners::Rect { .. }
            | Corners::Oriented { .. }
            | Corners::Rects(_)
            | Corners::Segment(_) => false,
            Corners::Hull(_) => true,
        }
    }

    #[inline(always)]
    pub(crate) fn is_at_rest(&self) -> bool {
        matches!(self.motion, Motion::None)
    }

    /// Whether the set is a single point, grown by the radius.
    pub(crate) fn is_point(&self) -> bool {
        self.corners.count() == 1 && matches!(self.motion, Motion::None)
    }

    /// The directions of all edges, and of a segment also the direction across it. None for a point.
    #[inline]
    pub(crate) fn directions(&self) -> impl Iterator<Item = Direction> {
        (0..).map_while(|index| self.direction(index))
    }

    #[inline]
    fn direction(&self, index: u8) -> Option<Direction> {
        let sides = self.corners.side_direction_count();
        if index < sides {
            return Some(self.corners.side_direction(index));
        }
        if let Corners::Rects(rects) = self.corners {
            return (index < 6).then(|| path(rects, index - 2).unwrap_or(Direction::X));
        }
        match index - sides {
            0 => self.motion.direction(),
            1 if sides == 0 => self.motion.direction().map(Direction::turned),
            _ => None,
        }
    }

    /// The lowest binary digit of all positions and lengths, and that of the rotor and the direction of a ray.
    pub(crate) fn lowest_digits(&self) -> [i32; 2] {
        let of = |vector: DVec2| lowest_digit(vector.x).min(lowest_digit(vector.y));
        let of_motion = match self.motion {
            Motion::None => [NO_DIGIT; 2],
            Motion::Between(from, to) => [lowest(&[from, to]), NO_DIGIT],
            Motion::Along(direction, times) => [direction.as_dvec2() * times, direction.as_dvec2()].map(of),
        };
        let of_corners = self.corners.lowest_digits();
        let position = lowest(&[self.position]).min(lowest_digit(self.radius.into()));
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
            // These directions are differences of two corners.
            Corners::Rects(_) | Corners::Segment(_) | Corners::Hull(_) => (self.corners.size() * 2.0).max(DVec2::ONE),
        };
        path.max(side).max_element()
    }

    /// Segments of the set, among them all its edges.
    pub(crate) fn edges(&self) -> impl Iterator<Item = Edge> {
        let count = self.corners.count();
        let sides = self.points().filter(move |_| count > 1).map(|from| {
            let (next, direction) = self.corners.side(from.corner);
            Edge { from, to: Point { corner: next, ..from }, direction }
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
            Corners::Point
            | Corners::Rect { .. }
            | Corners::Oriented { .. }
            | Corners::Segment(_)
            | Corners::Hull(_) => None,
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
