//! Convex sets as explicit polygons in plain `f64`, for the fast test of [`hulls`](super::hulls).

use super::rect_rect::mean_path;
use crate::exact::Vector;
use crate::shape::corners::Corners;
use crate::shape::hull::MAX_CORNERS;
use crate::shape::outline::Outline;
use crate::{DVec2, Vec2};

/// The largest number of corners of a set at rest.
pub(super) const AT_REST: usize = MAX_CORNERS;

/// The largest number of corners of a moving set: two corners are at both ends of the motion, and rounding may add some.
pub(super) const MOVING: usize = 2 * MAX_CORNERS;

/// The corners of a convex set without its radius, counter-clockwise, and its faces.
pub(super) struct Flat<const N: usize> {
    pub(super) x: [f64; N],
    pub(super) y: [f64; N],
    pub(super) corners: usize,
    /// An outward normal, not zero, and the index of a corner of the face. Those of the edges come first, each with the
    /// corner before it.
    pub(super) faces: [(DVec2, usize); N],
    pub(super) face_count: usize,
}

impl<const N: usize> Flat<N> {
    pub(super) const NONE: Self =
        Self { x: [0.0; N], y: [0.0; N], corners: 0, faces: [(DVec2::ZERO, 0); N], face_count: 0 };

    /// Fills an empty one, in place: a copy takes longer than the test. `None` if rounding mixes up the faces, and for an
    /// endless motion.
    #[inline]
    pub(super) fn fill(&mut self, set: &Outline, start: DVec2, roundoff: f64) -> Option<()> {
        let count = match set.corners {
            Corners::Rects(rects) => return self.fill_resized(rects, start, roundoff),
            Corners::Point | Corners::Rect { .. } | Corners::Oriented { .. } => set.corners.count(),
            Corners::Segment(_) | Corners::Hull(_) => set.corners.count(),
        };
        let motion = match set.motion.vector::<f64>() {
            None => DVec2::ZERO,
            Some(Vector(x, y)) => DVec2::new(x, y),
        };
        if !motion.is_finite() {
            return None;
        }
        if let (Corners::Hull(hull), 3.., true) = (&set.corners, count, set.is_at_rest()) {
            self.push_hull(hull.as_slice(), start);
            return Some(());
        }
        let at = |corner| {
            let Vector(x, y) = set.corners.corner::<f64>(corner);
            start + DVec2::new(x, y)
        };
        match count {
            1 => {
                self.push(at(0));
                if motion != DVec2::ZERO {
                    self.push(at(0) + motion);
                    self.push_segment_faces(motion);
                }
            }
            2 => self.push_segment(at(0), at(1), set.corners.side_vector(0), motion),
            _ if motion == DVec2::ZERO => {
                for corner in 0..count {
                    self.push_edge(at(corner), set.corners.side_vector(corner));
                }
            }
            _ => self.push_moved(count, at, |corner| set.corners.side_vector(corner), motion, roundoff)?,
        }
        Some(())
    }

    /// The corners of a polygon at rest, in small loops.
    #[inline(always)]
    fn push_hull(&mut self, offsets: &[Vec2], start: DVec2) {
        for (index, offset) in offsets.iter().enumerate() {
            (self.x[index], self.y[index]) = (start.x + f64::from(offset.x), start.y + f64::from(offset.y));
        }
        let mut from = offsets[offsets.len() - 1].as_dvec2();
        for (index, offset) in offsets.iter().enumerate() {
            let to = offset.as_dvec2();
            // The face of the edge that ends here has its number from where it begins.
            let begin = if index > 0 { index - 1 } else { offsets.len() - 1 };
            self.faces[begin] = (-(to - from).perp(), begin);
            from = to;
        }
        (self.corners, self.face_count) = (offsets.len(), offsets.len());
    }

    /// A box of the mean size of two, which moves from the center of the first to that of the second.
    fn fill_resized(&mut self, rects: [[Vec2; 2]; 2], start: DVec2, roundoff: f64) -> Option<()> {
        let [[a, b], [c, d]] = rects.map(|rect| rect.map(Vec2::as_dvec2));
        let (half, motion) = (((b - a) + (d - c)) * 0.25, mean_path([a, b], [c, d])? * 0.5);
        let center = start + (a + b) * 0.5;
        let corners = [-half, DVec2::new(half.x, -half.y), half, DVec2::new(-half.x, half.y)];
        let at = |corner: u8| center + corners[usize::from(corner)];
        let side = |corner: u8| [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y][usize::from(corner)];
        if motion == DVec2::ZERO {
            (0..4).for_each(|corner| self.push_edge(at(corner), side(corner)));
        } else {
            self.push_moved(4, at, side, motion, roundoff)?;
        }
        Some(())
    }

    #[inline(always)]
    fn push(&mut self, corner: DVec2) {
        (self.x[self.corners], self.y[self.corners]) = (corner.x, corner.y);
        self.corners += 1;
    }

    /// Adds a corner and the face from it to the next one.
    #[inline(always)]
    fn push_edge(&mut self, corner: DVec2, along: DVec2) {
        self.push_face(-along.perp(), self.corners);
        self.push(corner);
    }

    #[inline(always)]
    fn push_face(&mut self, normal: DVec2, corner: usize) {
        self.faces[self.face_count] = (normal, corner);
        self.face_count += 1;
    }

    /// The faces of a segment: on both sides, and at both ends.
    fn push_segment_faces(&mut self, along: DVec2) {
        self.push_face(-along.perp(), 0);
        self.push_face(along.perp(), 0);
        self.push_face(along, 1);
        self.push_face(-along, 0);
    }

    /// A segment, or the parallelogram that it covers.
    fn push_segment(&mut self, a: DVec2, b: DVec2, along: DVec2, motion: DVec2) {
        if motion == DVec2::ZERO {
            self.push(a);
            self.push(b);
            return self.push_segment_faces(along);
        }
        let (a, b, along) = if along.perp_dot(motion) < 0.0 { (b, a, -along) } else { (a, b, along) };
        self.push_edge(a, along);
        self.push_edge(b, motion);
        self.push_edge(b + motion, -along);
        self.push_edge(a + motion, -motion);
        // It may be flat. Then faces at its ends separate it from what lies in the same line.
        let (low, high) = if along.dot(motion) < 0.0 { (1, 3) } else { (0, 2) };
        self.push_face(-motion, low);
        self.push_face(motion, high);
    }

    /// The hull of a polygon at both ends of a motion: the edges whose outward normals point forward are moved.
    ///
    /// Rounding can leave open whether an edge that is nearly parallel to the motion is moved. If other edges are
    /// certain on both sides, it is at one of the two changes between them, and the corner that is missing, or not
    /// extreme, is off by less than `16 e size`: see `ERROR` of the test.
    #[inline]
    fn push_moved(
        &mut self,
        count: u8,
        at: impl Fn(u8) -> DVec2,
        side: impl Fn(u8) -> DVec2,
        motion: DVec2,
        roundoff: f64,
    ) -> Option<()> {
        // Four roundings: of both vectors, the products and their difference.
        let limit = |along: DVec2| ((along.x * motion.y).abs() + (along.y * motion.x).abs()) * (8.0 * roundoff);
        let mut was_moved = side(count - 1).perp_dot(motion) < 0.0;
        let (mut some_moved, mut some_stay) = (false, false);
        for corner in 0..count {
            let (from, along) = (at(corner), side(corner));
            let turn = along.perp_dot(motion);
            some_moved |= turn < -limit(along);
            some_stay |= turn > limit(along);
            let moved = turn < 0.0;
            if moved != was_moved {
                let (first, path) = if moved { (from, motion) } else { (from + motion, -motion) };
                if self.corners > usize::from(count) + 1 {
                    return None;
                }
                self.push_edge(first, path);
            }
            if self.corners > usize::from(count) + 1 {
                return None;
            }
            self.push_edge(if moved { from + motion } else { from }, along);
            was_moved = moved;
        }
        // With more than two changes, rounding has mixed up the faces.
        (some_moved && some_stay && self.corners == usize::from(count) + 2).then_some(())
    }

    #[inline(always)]
    pub(super) fn corner(&self, index: usize) -> DVec2 {
        DVec2::new(self.x[index], self.y[index])
    }

    /// The mean of the corners, a point of the set.
    #[inline(always)]
    pub(super) fn middle(&self) -> DVec2 {
        let mut sum = DVec2::ZERO;
        for corner in 0..self.corners {
            sum += self.corner(corner);
        }
        sum / self.corners as f64
    }

    /// The edges: both ends of each, and its direction, which is not rounded with the ends. One for a segment.
    #[inline]
    pub(super) fn edges(&self) -> impl Iterator<Item = [DVec2; 3]> {
        let count = if self.corners > 2 { self.corners } else { self.corners - 1 };
        (0..count).map(|index| {
            let next = if index + 1 < self.corners { index + 1 } else { 0 };
            [self.corner(index), self.corner(next), self.faces[index].0.perp()]
        })
    }
}
