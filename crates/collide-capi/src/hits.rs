//! The hits of queries.

use collide2d::{Answers, ContactPoints, Handle, Hits, Impact, NearestHits, RayHit, RayHits, Sights, SweepHits};

use crate::world::CollideHandle;

/// The answers as flat arrays.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    work: u64,
    stopped: Vec<u32>,
    starts: Vec<usize>,
    handles: Vec<CollideHandle>,
    rays: Vec<CollideRayHit>,
    impacts: Vec<CollideImpact>,
    distances: Vec<f32>,
    blocked: Vec<u8>,
}

/// The hit of a ray or a segment.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideRayHit {
    /// Where it enters the shape: a multiple of the ray's direction; for a segment, a fraction from 0 to 1.
    pub entry: f32,
    /// Where it leaves the shape or ends, in the same unit.
    pub exit: f32,
    /// The x coordinate of the point of entry.
    pub x: f32,
    /// The y coordinate of the point of entry.
    pub y: f32,
    /// The outward unit normal of the border at the point of entry; zero if it starts inside the shape.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// 1 if it starts inside the shape, else 0.
    pub inside: u8,
}

impl From<RayHit> for CollideRayHit {
    fn from(RayHit { entry, exit, point, normal }: RayHit) -> Self {
        let at = normal.unwrap_or_default();
        let inside = normal.is_none().into();
        Self { entry, exit, x: point.x, y: point.y, normal_x: at.x, normal_y: at.y, inside }
    }
}

/// The impact of a moving shape on another: time of impact, normal and points.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideImpact {
    /// The time of impact as a fraction of the motion, from 0 to 1, rounded down.
    pub time: f32,
    /// Unit vector from the first to the second shape, perpendicular to the surfaces that meet.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// The contact points: x and y of up to two points. The first point is `points[0], points[1]`.
    pub points: [f32; 4],
    /// The number of points: 1 or 2.
    pub point_count: u8,
}

impl From<Impact> for CollideImpact {
    fn from(Impact { time, normal, points }: Impact) -> Self {
        let (points, point_count) = flat(&points);
        Self { time, normal_x: normal.x, normal_y: normal.y, points, point_count }
    }
}

/// One or two points as numbers.
pub(crate) fn flat(points: &ContactPoints) -> ([f32; 4], u8) {
    match *points.as_slice() {
        [a, b] => ([a.x, a.y, b.x, b.y], 2),
        [a, ..] => ([a.x, a.y, 0.0, 0.0], 1),
        [] => ([0.0; 4], 0),
    }
}

/// The hits of the last batch as flat arrays: the hits of query `i` have the indices from `starts[i]` up to, but not
/// including, `starts[i + 1]`. Arrays that the kind of query does not have are null. The arrays are valid until the
/// next call that takes the hits without `const`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideHitsView {
    /// The number of queries.
    pub count: usize,
    /// The number of hits of all queries.
    pub total: usize,
    /// The work of the batch, in the units of `CollideBudget`: with this limit, the same batch succeeds.
    pub work: u64,
    /// The number of queries that exceeded their limit of candidates: see `CollideBudget`.
    pub stopped_count: usize,
    /// The indices of these queries, in ascending order.
    ///
    /// Null if there are none.
    pub stopped: *const u32,
    /// `count + 1` indices. Null after `collide_query_blocked`, which has no hits.
    pub starts: *const usize,
    /// The entities that were hit.
    ///
    /// Null if hits are only counted.
    pub handles: *const CollideHandle,
    /// For rays and segments: entry, exit, point and normal of each hit.
    pub ray_hits: *const CollideRayHit,
    /// For moving shapes: the impact of each hit.
    pub impacts: *const CollideImpact,
    /// For nearest queries: the distance of each hit, in world units.
    pub distances: *const f32,
    /// For lines of sight: whether each segment is blocked.
    ///
    /// 1 or 0 after `collide_query_blocked`, otherwise null.
    pub blocked: *const u8,
}

impl Columns {
    pub(crate) fn clear(&mut self) {
        let Self { work, stopped, starts, handles, rays, impacts, distances, blocked } = self;
        *work = 0;
        stopped.clear();
        starts.clear();
        starts.push(0);
        handles.clear();
        rays.clear();
        impacts.clear();
        distances.clear();
        blocked.clear();
    }

    pub(crate) fn overlaps(&mut self, hits: &Hits) {
        self.hits(hits, |handle| *handle);
    }

    pub(crate) fn rays(&mut self, hits: &RayHits) {
        self.hits(hits, |(handle, _)| *handle);
        self.rays.extend(hits.hits().iter().map(|(_, hit)| CollideRayHit::from(*hit)));
    }

    pub(crate) fn sweeps(&mut self, hits: &SweepHits) {
        self.hits(hits, |(handle, _)| *handle);
        self.impacts.extend(hits.hits().iter().map(|(_, impact)| CollideImpact::from(*impact)));
    }

    pub(crate) fn nearest(&mut self, hits: &NearestHits) {
        self.hits(hits, |(handle, _)| *handle);
        self.distances.extend(hits.hits().iter().map(|(_, distance)| *distance));
    }

    pub(crate) fn blocked(&mut self, blocked: &Sights) {
        self.work = blocked.work();
        self.blocked.extend(blocked.list().iter().map(|blocked| u8::from(*blocked)));
    }

    fn hits<H>(&mut self, hits: &Answers<H>, handle: fn(&H) -> Handle) {
        self.work = hits.work();
        self.stopped.extend_from_slice(hits.stopped());
        self.starts.clear();
        self.starts.extend_from_slice(hits.starts());
        self.handles.extend(hits.hits().iter().map(|hit| handle(hit).to_bits()));
    }

    pub(crate) fn view(&self) -> CollideHitsView {
        CollideHitsView {
            count: (self.starts.len() - 1).max(self.blocked.len()),
            total: self.starts.last().copied().unwrap_or(0),
            work: self.work,
            stopped_count: self.stopped.len(),
            stopped: start(&self.stopped),
            starts: if self.blocked.is_empty() { self.starts.as_ptr() } else { std::ptr::null() },
            handles: start(&self.handles),
            ray_hits: start(&self.rays),
            impacts: start(&self.impacts),
            distances: start(&self.distances),
            blocked: start(&self.blocked),
        }
    }
}

/// The address of a list; null for an empty one.
pub(crate) fn start<T>(list: &[T]) -> *const T {
    if list.is_empty() { std::ptr::null() } else { list.as_ptr() }
}
