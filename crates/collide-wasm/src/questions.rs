use collide2d::error::ShapeError;
use collide2d::{
    Answers, Handle, Hits, Impact, Moving, Nearest, NearestHits, Queries, Query, Ray, RayHit, RayHits, Segment, Shape,
    SweepHits, SweptPairs, Vec2,
};
use wasm_bindgen::prelude::*;

use crate::entities::rows;
use crate::error::{Result, refused, refused_at, refused_item, wrong_length};
use crate::{Answer, RawTerms, RawWorld, shapes};

/// Batches of queries, and their buffers. In an answer the starts are in the words, the handles in the wide column, and
/// the measures in the numbers.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct RawQuestions {
    hits: Hits,
    ray_hits: RayHits,
    sweep_hits: SweepHits,
    nearest_hits: NearestHits,
    shapes: Vec<Shape>,
    overlap: Vec<Query<Shape>>,
    rays: Vec<Query<Ray>>,
    segments: Vec<Query<Segment>>,
    moving: Vec<Query<Moving>>,
    nearest: Vec<Query<Nearest>>,
    blocked: Vec<bool>,
    movers: Vec<(Handle, Vec2)>,
    swept: SweptPairs,
}

#[wasm_bindgen]
impl RawQuestions {
    /// Empty buffers.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Overlap: the entities that overlap these shapes.
    ///
    /// # Errors
    /// An invalid shape or time, or more hits than the limit of the terms.
    pub fn overlap(
        &mut self,
        world: &RawWorld,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        out: &mut Answer,
    ) -> Result<()> {
        self.hits.set_max_hits(terms.max_hits);
        shapes::read(kinds, numbers, &mut self.shapes)?;
        terms.ask(self.shapes.iter().copied(), &mut self.overlap)?;
        queries(world, terms)?.overlap_batch_into(&self.overlap, terms.mode, &mut self.hits).map_err(refused)?;
        write_starts(self.hits.starts(), out);
        out.handles(self.hits.hits().iter().copied());
        Ok(())
    }

    /// Raycast: the entities that rays hit, with entry, exit, point and normal. A ray has origin, direction and maximum
    /// distance.
    ///
    /// # Errors
    /// An invalid ray or time, or more hits than the limit of the terms.
    pub fn rays(&mut self, world: &RawWorld, terms: &RawTerms, rays: &[f32], out: &mut Answer) -> Result<()> {
        self.ray_hits.set_max_hits(terms.max_hits);
        let ray = |[x, y, way_x, way_y, max_t]: [f32; 5]| Ray::new(Vec2::new(x, y), Vec2::new(way_x, way_y), max_t);
        ask(terms, "rays", rays, ray, &mut self.rays)?;
        queries(world, terms)?.ray_batch_into(&self.rays, terms.mode, &mut self.ray_hits).map_err(refused)?;
        write(&self.ray_hits, out, ray_hit);
        Ok(())
    }

    /// Raycast along segments: the entities that overlap segments, with the same numbers as for rays.
    ///
    /// # Errors
    /// An invalid segment or time, or more hits than the limit of the terms.
    pub fn segments(&mut self, world: &RawWorld, terms: &RawTerms, segments: &[f32], out: &mut Answer) -> Result<()> {
        self.ray_hits.set_max_hits(terms.max_hits);
        ask(terms, "segments", segments, segment, &mut self.segments)?;
        let queries = queries(world, terms)?;
        queries.segment_batch_into(&self.segments, terms.mode, &mut self.ray_hits).map_err(refused)?;
        write(&self.ray_hits, out, ray_hit);
        Ok(())
    }

    /// Line of sight: whether any entity overlaps each segment.
    ///
    /// # Errors
    /// An invalid segment or time.
    pub fn blocked(&mut self, world: &RawWorld, terms: &RawTerms, segments: &[f32], out: &mut Answer) -> Result<()> {
        ask(terms, "segments", segments, segment, &mut self.segments)?;
        queries(world, terms)?.blocked_batch_into(&self.segments, &mut self.blocked);
        out.clear();
        out.bytes.extend(self.blocked.iter().map(|blocked| u8::from(*blocked)));
        Ok(())
    }

    /// Shapecast: the entities that moving shapes hit, with time of impact, normal and two points.
    ///
    /// # Errors
    /// An invalid shape, motion or time, or more hits than the limit of the terms.
    pub fn sweeps(
        &mut self,
        world: &RawWorld,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        motions: &[f32],
        out: &mut Answer,
    ) -> Result<()> {
        self.sweep_hits.set_max_hits(terms.max_hits);
        shapes::read(kinds, numbers, &mut self.shapes)?;
        moving(terms, &self.shapes, motions, &mut self.moving)?;
        queries(world, terms)?.sweep_batch_into(&self.moving, terms.mode, &mut self.sweep_hits).map_err(refused)?;
        write(&self.sweep_hits, out, |Impact { time, normal, points }, out| out.meeting(*time, *normal, *points));
        Ok(())
    }

    /// Nearest neighbours: the nearest entities, with their distances.
    ///
    /// # Errors
    /// An invalid shape or time, or more hits than the limit of the terms.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn nearest(
        &mut self,
        world: &RawWorld,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        counts: &[u32],
        within: &[f32],
        out: &mut Answer,
    ) -> Result<()> {
        self.nearest_hits.set_max_hits(terms.max_hits);
        shapes::read(kinds, numbers, &mut self.shapes)?;
        let count_of = rows("count", counts, kinds.len(), [1])?;
        let within_of = rows("within", within, kinds.len(), [f32::INFINITY])?;
        let nearest = |(index, shape): (usize, &Shape)| {
            let ([count], [within]) = (count_of(index), within_of(index));
            Nearest { shape: *shape, count: count as usize, within }
        };
        terms.ask(self.shapes.iter().enumerate().map(nearest), &mut self.nearest)?;
        queries(world, terms)?.nearest_batch_into(&self.nearest, &mut self.nearest_hits).map_err(refused)?;
        write(&self.nearest_hits, out, |distance, out| out.numbers.push(*distance));
        Ok(())
    }

    /// Writes the shapes of entities at the time of the terms; entities that did not exist then have the kind
    /// `NO_ENTITY`.
    ///
    /// # Errors
    /// An invalid time.
    pub fn shapes(&self, world: &RawWorld, terms: &RawTerms, handles: &[u64], out: &mut Answer) -> Result<()> {
        let queries = queries(world, terms)?;
        out.clear();
        handles.iter().for_each(|bits| shapes::write(queries.shape(Handle::from_bits(*bits)), out));
        Ok(())
    }

    /// Continuous collision detection: the pairs that hit each other when entities move. Two handles for each, and the
    /// numbers of a shapecast.
    ///
    /// # Errors
    /// A stale handle, or an invalid motion.
    pub fn swept_pairs(&mut self, world: &RawWorld, handles: &[u64], motions: &[f32], out: &mut Answer) -> Result<()> {
        let motions = vectors("motions", motions, handles.len())?;
        self.movers.clear();
        self.movers.extend(handles.iter().map(|bits| Handle::from_bits(*bits)).zip(motions));
        world.world.swept_pairs_into(&self.movers, &mut self.swept).map_err(refused_item)?;
        out.clear();
        for pair in self.swept.list() {
            out.handles([pair.a, pair.b]);
            let Impact { time, normal, points } = pair.impact;
            out.meeting(time, normal, points);
        }
        Ok(())
    }
}

pub(crate) fn queries<'a>(world: &'a RawWorld, terms: &RawTerms) -> Result<Queries<'a>> {
    match terms.time {
        Some(time) => world.recorder.at(&world.world, time).map_err(refused),
        None => Ok(world.recorder.queries(&world.world)),
    }
}

pub(crate) fn segment([x, y, to_x, to_y]: [f32; 4]) -> std::result::Result<Segment, ShapeError> {
    Segment::new(Vec2::new(x, y), Vec2::new(to_x, to_y))
}

/// Reads queries of `N` numbers each.
fn ask<T, const N: usize>(
    terms: &RawTerms,
    field: &str,
    numbers: &[f32],
    read: impl Fn([f32; N]) -> std::result::Result<T, ShapeError>,
    out: &mut Vec<Query<T>>,
) -> Result<()> {
    let (rows, rest) = numbers.as_chunks::<N>();
    if !rest.is_empty() {
        return Err(wrong_length(field, &format!("a multiple of {N}"), numbers.len()));
    }
    let filter = terms.filters(rows.len())?;
    out.clear();
    for (index, row) in rows.iter().enumerate() {
        let what = read(*row).map_err(|error| refused_at(index, &error))?;
        out.push(Query { what, filter: filter(index) });
    }
    Ok(())
}

/// Reads `count` vectors.
pub(crate) fn vectors(field: &str, numbers: &[f32], count: usize) -> Result<Vec<Vec2>> {
    let (rows, rest) = numbers.as_chunks::<2>();
    if rows.len() != count || !rest.is_empty() {
        return Err(wrong_length(field, &(2 * count).to_string(), numbers.len()));
    }
    Ok(rows.iter().map(|row| Vec2::from_array(*row)).collect())
}

/// Overwrites a list with queries for shapes that move, each by the motion with the same index.
pub(crate) fn moving(terms: &RawTerms, shapes: &[Shape], motions: &[f32], list: &mut Vec<Query<Moving>>) -> Result<()> {
    let motions = vectors("motions", motions, shapes.len())?;
    let filter = terms.filters(shapes.len())?;
    list.clear();
    for (index, (shape, motion)) in shapes.iter().zip(&motions).enumerate() {
        let what = Moving::new(*shape, *motion).map_err(|error| refused_at(index, &error))?;
        list.push(Query { what, filter: filter(index) });
    }
    Ok(())
}

/// Overwrites the words of an answer with the starts of hits.
fn write_starts(starts: &[usize], out: &mut Answer) {
    out.clear();
    out.words.extend(starts.iter().map(|start| *start as u32));
}

fn write<T>(hits: &Answers<(Handle, T)>, out: &mut Answer, number: impl Fn(&T, &mut Answer)) {
    write_starts(hits.starts(), out);
    for (handle, hit) in hits.hits() {
        out.wide.push(handle.to_bits());
        number(hit, out);
    }
}

fn ray_hit(hit: &RayHit, out: &mut Answer) {
    let normal = hit.normal.unwrap_or(Vec2::NAN);
    out.numbers.extend([hit.entry, hit.exit, hit.point.x, hit.point.y, normal.x, normal.y]);
}
