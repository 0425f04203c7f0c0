//! The answers to questions.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{
    Answers, ContactPoints, Handle, Hits, Impact, Moving, Nearest, NearestHits, Query, Ray, RayHit, RayHits, Segment,
    Shape, SweepHits,
};

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, guarded};
use crate::world::CollideHandle;

/// The answers to a batch of questions, and what is needed to find them. Keeps its memory; use one for many batches, one thread at a
/// time.
#[derive(Debug, Default)]
pub struct CollideHits {
    pub(crate) asked: Asked,
    pub(crate) found: Found,
    pub(crate) answers: Columns,
}

/// What is asked, as it was read.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) shapes: Vec<Query<Shape>>,
    pub(crate) rays: Vec<Query<Ray>>,
    pub(crate) segments: Vec<Query<Segment>>,
    pub(crate) moving: Vec<Query<Moving>>,
    pub(crate) nearest: Vec<Query<Nearest>>,
}

/// What the world answers.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) shapes: Hits,
    pub(crate) rays: RayHits,
    pub(crate) sweeps: SweepHits,
    pub(crate) nearest: NearestHits,
    pub(crate) blocked: Vec<bool>,
}

/// The answers as flat arrays.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    starts: Vec<usize>,
    handles: Vec<CollideHandle>,
    rays: Vec<CollideRayHit>,
    impacts: Vec<CollideImpact>,
    distances: Vec<f32>,
    pub(crate) blocked: Vec<u8>,
}

/// Where a ray or segment meets a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideRayHit {
    /// How far along it enters, in lengths of the ray's direction; of a segment, as a part of the way from 0 to 1.
    pub entry: f32,
    /// How far along it leaves, or ends.
    pub exit: f32,
    /// Where it enters.
    pub x: f32,
    /// Where it enters.
    pub y: f32,
    /// The unit normal of the border there, pointing outward; zero where it starts inside.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// 1 if it starts inside.
    pub inside: u8,
}

impl From<RayHit> for CollideRayHit {
    fn from(RayHit { entry, exit, point, normal }: RayHit) -> Self {
        let at = normal.unwrap_or_default();
        let inside = normal.is_none().into();
        Self { entry, exit, x: point.x, y: point.y, normal_x: at.x, normal_y: at.y, inside }
    }
}

/// When and where a moving shape meets another.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideImpact {
    /// The part of the way that is done when they meet, from 0 to 1, rounded down.
    pub time: f32,
    /// Unit vector from the first to the second, across the surfaces that meet.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// Where they meet, x and y of up to two points.
    pub points: [f32; 4],
    /// How many points, 1 or 2.
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

/// The answers to the last batch of questions as flat arrays: those of question `i` are from `starts[i]` up to, but not including,
/// `starts[i + 1]`. Arrays that the question has no use for are null. They stay until the next call that the hits are given to without `const`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideHitsView {
    /// How many questions were answered.
    pub count: usize,
    /// How many answers there are in all.
    pub total: usize,
    /// `count + 1` numbers. Null where segments may be blocked, which have no hits.
    pub starts: *const usize,
    /// Who was found. Null where hits are only counted.
    pub handles: *const CollideHandle,
    /// Where rays and segments hit them.
    pub ray_hits: *const CollideRayHit,
    /// When and where moving shapes meet them.
    pub impacts: *const CollideImpact,
    /// How near they are, in world units.
    pub distances: *const f32,
    /// For each segment that may be blocked a 1 if it is and a 0 if not.
    pub blocked: *const u8,
}

/// New answers, none yet, to be freed by `collide_hits_free`: with room for `max_hits` hits of all questions of a batch together, or `UINT64_MAX`
/// where nothing need be bounded.
#[unsafe(no_mangle)]
pub extern "C" fn collide_hits_new(max_hits: u64, hits: Out<*mut CollideHits>) -> CollideStatus {
    guarded(|| {
        let found = Found {
            shapes: Hits::with_max_hits(max_hits),
            rays: RayHits::with_max_hits(max_hits),
            sweeps: SweepHits::with_max_hits(max_hits),
            nearest: NearestHits::with_max_hits(max_hits),
            blocked: vec![],
        };
        let mut answers = CollideHits { found, ..CollideHits::default() };
        answers.answers.clear();
        hits.put_object(answers, "hits")
    })
}

/// Frees answers. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_hits_free(hits: Mut<CollideHits>) {
    crate::failure::value((), || {
        hits.free();
        Ok(())
    });
}

/// The answers to the last batch of questions; none where that was refused.
#[unsafe(no_mangle)]
pub extern "C" fn collide_hits_view(hits: In<CollideHits>, view: Out<CollideHitsView>) -> CollideStatus {
    guarded(|| view.put(hits.get("hits")?.answers.view(), "view"))
}

impl Columns {
    /// No answers to no question.
    pub(crate) fn clear(&mut self) {
        let Self { starts, handles, rays, impacts, distances, blocked } = self;
        starts.clear();
        starts.push(0);
        handles.clear();
        rays.clear();
        impacts.clear();
        distances.clear();
        blocked.clear();
    }

    fn view(&self) -> CollideHitsView {
        CollideHitsView {
            count: (self.starts.len() - 1).max(self.blocked.len()),
            total: self.starts.last().copied().unwrap_or(0),
            starts: if self.blocked.is_empty() { self.starts.as_ptr() } else { std::ptr::null() },
            handles: start(&self.handles),
            ray_hits: start(&self.rays),
            impacts: start(&self.impacts),
            distances: start(&self.distances),
            blocked: start(&self.blocked),
        }
    }

    pub(crate) fn take_overlaps(&mut self, hits: &Hits) {
        self.take(hits, |handle| *handle);
    }

    pub(crate) fn take_rays(&mut self, hits: &RayHits) {
        self.take(hits, |(handle, _)| *handle);
        self.rays.extend(hits.hits().iter().map(|(_, hit)| CollideRayHit::from(*hit)));
    }

    pub(crate) fn take_sweeps(&mut self, hits: &SweepHits) {
        self.take(hits, |(handle, _)| *handle);
        self.impacts.extend(hits.hits().iter().map(|(_, impact)| CollideImpact::from(*impact)));
    }

    pub(crate) fn take_nearest(&mut self, hits: &NearestHits) {
        self.take(hits, |(handle, _)| *handle);
        self.distances.extend(hits.hits().iter().map(|(_, distance)| *distance));
    }

    fn take<H>(&mut self, hits: &Answers<H>, handle: impl Fn(&H) -> Handle) {
        self.starts.clear();
        self.starts.extend_from_slice(hits.starts());
        self.handles.extend(hits.hits().iter().map(|hit| handle(hit).to_bits()));
    }
}

/// Where a list starts; null for one without items.
pub(crate) fn start<T>(list: &[T]) -> *const T {
    if list.is_empty() { std::ptr::null() } else { list.as_ptr() }
}
