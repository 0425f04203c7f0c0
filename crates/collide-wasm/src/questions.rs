use collide2d::error::{OverBudget, ShapeError};
use collide2d::{
    Answers, Handle, Hits, Impact, Mode, Moving, Nearest, NearestHits, Places, Queries, Query, Ray, RayHit, RayHits,
    Sector, Segment, Shape, Sights, Slide, Slides, SweepHits, Turn, Turning, Turns, Vec2,
};
use wasm_bindgen::prelude::*;

use crate::entities::rows;
use crate::error::{CollideError, Result, refused, refused_at, wrong_length};
use crate::shapes::Input;
use crate::{Answer, RawMoveOptions, RawTerms, RawWorld, shapes};

/// The queries of a kind and the engine's answers: buffers.
type Memory<T, F> = (Vec<Query<T>>, F);

/// Answers of the engine, and their columns.
trait Found {
    fn write(&self, out: &mut Answer);
}

/// The way of every batch: reads the time, the filters and the queries, runs the batch, and writes the answers.
fn batch<'w, T, F: Found>(
    world: &'w RawWorld,
    terms: &RawTerms,
    out: &mut Answer,
    (count, read): Input<impl Fn(usize) -> Result<T>>,
    (asked, found): &mut Memory<T, F>,
    run: impl FnOnce(&Queries<'w>, &[Query<T>], Mode, &mut F) -> std::result::Result<(), OverBudget>,
) -> Result<()> {
    let (queries, filter) = (queries(world, terms)?, terms.filters(count)?);
    asked.clear();
    for index in 0..count {
        asked.push(Query { what: read(index)?, filter: filter(index) });
    }
    run(&queries, asked, terms.mode, found).map_err(refused)?;
    out.clear();
    found.write(out);
    Ok(())
}

/// The kinds of queries: the columns of a batch, the types of its queries and answers, how the queries are read, and the
/// call of the engine.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($($column:ident: $type:ty),*): $what:ty => $found:ty, $input:expr, $run:expr;)*) => {
        /// Batches of queries, and their buffers. Each throws an error for an invalid query, column or time, and for
        /// a batch that exceeds the budget of the terms. In an answer with hits the starts are in the words, the handles
        /// in the wide column, and the measures in the numbers.
        #[wasm_bindgen]
        #[derive(Debug, Default)]
        pub struct RawQuestions {
            $($kind: Memory<$what, $found>,)*
        }

        #[wasm_bindgen]
        impl RawQuestions {
            /// Empty buffers.
            #[wasm_bindgen(constructor)]
            #[must_use]
            pub fn new() -> Self {
                Self::default()
            }

            $(
                $(#[$doc])*
                #[allow(clippy::too_many_arguments, reason = "columns are what a border is made of")]
                pub fn $kind(
                    &mut self,
                    world: &RawWorld,
                    terms: &RawTerms,
                    out: &mut Answer,
                    $($column: $type),*
                ) -> Result<()> {
                    batch(world, terms, out, $input?, &mut self.$kind, $run)
                }
            )*
        }
    };
}

kinds! {
    /// Overlap: the entities that overlap these shapes.
    overlap(kinds: &[u8], numbers: &[f32]): Shape => Hits, shapes::input(kinds, numbers),
        Queries::overlap_batch_into;

    /// Sectors: the entities that overlap them. A sector has apex, two borders, outer and inner radius.
    sectors(sectors: &[f32]): Sector => Hits, numbers("sectors", sectors, sector),
        Queries::sector_batch_into;

    /// Raycast: the entities that rays hit, with entry, exit, point and normal. A ray has origin, direction and maximum
    /// distance.
    rays(rays: &[f32]): Ray => RayHits, numbers("rays", rays, ray),
        Queries::ray_batch_into;

    /// Raycast along segments: the entities that overlap segments, with the same numbers as for rays.
    segments(segments: &[f32]): Segment => RayHits, numbers("segments", segments, segment),
        Queries::segment_batch_into;

    /// Line of sight: to the bytes, whether any entity overlaps each segment.
    blocked(segments: &[f32]): Segment => Sights, numbers("segments", segments, segment),
        |queries, asked, _, blocked| queries.blocked_batch_into(asked, blocked);

    /// Shapecast: the entities that moving shapes hit, with time of impact, normal and two points.
    sweeps(kinds: &[u8], numbers: &[f32], motions: &[f32]): Moving => SweepHits, moving(kinds, numbers, motions),
        Queries::sweep_batch_into;

    /// Nearest neighbours: the nearest entities, with their distances.
    nearest(kinds: &[u8], numbers: &[f32], counts: &[u32], within: &[f32]): Nearest => NearestHits,
        nearest(kinds, numbers, counts, within),
        |queries, asked, _, hits| queries.nearest_batch_into(asked, hits);

    /// Move and slide: the ends and what the shapes ran into, as for the movement of entities.
    slides(kinds: &[u8], numbers: &[f32], motions: &[f32], options: &RawMoveOptions): Moving => Slides,
        moving(kinds, numbers, motions),
        |queries, asked, _, slides| queries.slide_batch_into(asked, &options.slide(), slides);

    /// Free places: shapes, of the kind `NO_ENTITY` where none was found.
    free_places(kinds: &[u8], numbers: &[f32], max_distance: f32): Shape => Places,
        shapes::input(kinds, numbers),
        |queries, asked, _, places| queries.free_batch_into(asked, max_distance, places);

    /// Turns of oriented rects: the ends as shapes, what is left of each angle, as a word whether something blocks it,
    /// and that in the wide column.
    turns(kinds: &[u8], numbers: &[f32], pivots: &[f32], angles: &[f32]): Turning => Turns,
        turning(kinds, numbers, pivots, angles),
        |queries, asked, _, turns| queries.turn_batch_into(asked, turns);
}

#[wasm_bindgen]
impl RawQuestions {
    /// Writes the shapes of entities at the time of the terms; entities that did not exist then have the kind
    /// `NO_ENTITY`. Throws an error for an invalid time.
    pub fn shapes(&self, world: &RawWorld, terms: &RawTerms, out: &mut Answer, handles: &[u64]) -> Result<()> {
        let queries = queries(world, terms)?;
        out.clear();
        handles.iter().for_each(|bits| shapes::write(queries.shape(Handle::from_bits(*bits)), out));
        Ok(())
    }
}

fn queries<'a>(world: &'a RawWorld, terms: &RawTerms) -> Result<Queries<'a>> {
    let queries = match terms.time {
        Some(time) => world.world.at(time).map_err(refused)?,
        None => world.world.queries(),
    };
    Ok(queries.within(terms.budget))
}

fn ray([x, y, way_x, way_y, max_t]: [f32; 5]) -> std::result::Result<Ray, ShapeError> {
    Ray::new(Vec2::new(x, y), Vec2::new(way_x, way_y), max_t)
}

fn sector([x, y, from_x, from_y, to_x, to_y, outer, inner]: [f32; 8]) -> std::result::Result<Sector, ShapeError> {
    Sector::new(Vec2::new(x, y), Vec2::new(from_x, from_y), Vec2::new(to_x, to_y), outer)?.with_inner(inner)
}

/// The directions of the borders of a sector with an opening around a direction, two numbers for each.
#[wasm_bindgen]
pub fn sector_borders(
    x: f32,
    y: f32,
    direction_x: f32,
    direction_y: f32,
    opening_degrees: f32,
    outer: f32,
    inner: f32,
) -> Result<Vec<f32>> {
    let sector = Sector::facing(Vec2::new(x, y), Vec2::new(direction_x, direction_y), opening_degrees, outer)
        .and_then(|sector| sector.with_inner(inner));
    Ok(sector.map_err(refused)?.borders().iter().flat_map(|border| border.to_array()).collect())
}

pub(crate) fn segment([x, y, to_x, to_y]: [f32; 4]) -> std::result::Result<Segment, ShapeError> {
    Segment::new(Vec2::new(x, y), Vec2::new(to_x, to_y))
}

/// Queries of `N` numbers each.
fn numbers<T, const N: usize>(
    field: &str,
    numbers: &[f32],
    read: fn([f32; N]) -> std::result::Result<T, ShapeError>,
) -> Result<Input<impl Fn(usize) -> Result<T>>> {
    let (rows, rest) = numbers.as_chunks::<N>();
    if !rest.is_empty() {
        return Err(wrong_length(field, &format!("a multiple of {N}"), numbers.len()));
    }
    Ok((rows.len(), move |index| read(rows[index]).map_err(|error| refused_at(index, &error))))
}

/// Reads `count` vectors.
pub(crate) fn vectors(field: &str, numbers: &[f32], count: usize) -> Result<Vec<Vec2>> {
    let (rows, rest) = numbers.as_chunks::<2>();
    if rows.len() != count || !rest.is_empty() {
        return Err(wrong_length(field, &(2 * count).to_string(), numbers.len()));
    }
    Ok(rows.iter().map(|row| Vec2::from_array(*row)).collect())
}

/// Shapes that move, each by the motion with the same index.
pub(crate) fn moving(
    kinds: &[u8],
    numbers: &[f32],
    motions: &[f32],
) -> Result<Input<impl Fn(usize) -> Result<Moving>>> {
    let (count, shape) = shapes::input(kinds, numbers)?;
    let motions = vectors("motions", motions, count)?;
    let moving =
        move |index: usize| Moving::new(shape(index)?, motions[index]).map_err(|error| refused_at(index, &error));
    Ok((count, moving))
}

fn nearest(
    kinds: &[u8],
    numbers: &[f32],
    counts: &[u32],
    within: &[f32],
) -> Result<Input<impl Fn(usize) -> Result<Nearest>>> {
    let (count, shape) = shapes::input(kinds, numbers)?;
    let count_of = rows("count", counts, count, [1])?;
    let within_of = rows("within", within, count, [f32::INFINITY])?;
    let nearest = move |index| {
        let ([count], [within]) = (count_of(index), within_of(index));
        Ok(Nearest { shape: shape(index)?, count: count as usize, within })
    };
    Ok((count, nearest))
}

fn turning(
    kinds: &[u8],
    numbers: &[f32],
    pivots: &[f32],
    angles: &[f32],
) -> Result<Input<impl Fn(usize) -> Result<Turning>>> {
    let (count, shape) = shapes::input(kinds, numbers)?;
    let pivots = vectors("pivots", pivots, count)?;
    if angles.len() != count {
        return Err(wrong_length("angles", &count.to_string(), angles.len()));
    }
    let turning = move |index| match shape(index)? {
        Shape::OrientedRect(rect) => {
            Turning::new(rect, pivots[index], angles[index]).map_err(|error| refused_at(index, &error))
        }
        shape @ (Shape::Circle(_) | Shape::Rect(_) | Shape::Capsule(_) | Shape::Polygon(_)) => {
            let message = format!("index {index}: kind: must be 2, an oriented rect, is {}", shape.kind() as u8);
            Err(CollideError::new("KIND", &message))
        }
    };
    Ok((count, turning))
}

/// The kinds of hits: how one writes its entity and its measures.
macro_rules! hits {
    ($($hit:ty: |$one:pat_param, $out:ident| $write:expr;)*) => {
        $(
            impl Found for Answers<$hit> {
                fn write(&self, $out: &mut Answer) {
                    $out.words.extend(self.starts().iter().map(|start| *start as u32));
                    $out.stopped.extend(self.stopped());
                    $out.work = self.work();
                    for $one in self.hits().iter().copied() {
                        $write;
                    }
                }
            }
        )*
    };
}

hits! {
    Handle: |handle, out| out.handles([handle]);

    (Handle, RayHit): |(handle, RayHit { entry, exit, point, normal }), out| {
        let normal = normal.unwrap_or(Vec2::NAN);
        out.handles([handle]);
        out.numbers.extend([entry, exit, point.x, point.y, normal.x, normal.y]);
    };

    (Handle, Impact): |(handle, Impact { time, normal, points }), out| {
        out.handles([handle]);
        out.meeting(time, normal, points);
    };

    (Handle, f32): |(handle, distance), out| {
        out.handles([handle]);
        out.numbers.push(distance);
    };
}

impl Found for Sights {
    fn write(&self, out: &mut Answer) {
        out.bytes.extend(self.list().iter().map(|blocked| u8::from(*blocked)));
    }
}

impl Found for Slides {
    fn write(&self, out: &mut Answer) {
        write_slides(self.iter(), out);
        out.work = self.work();
    }
}

/// Writes the ends of slides as shapes, what is left of their motions, the starts of their hits as words, and their hits
/// with five measures each.
pub(crate) fn write_slides(slides: impl Iterator<Item = Slide>, out: &mut Answer) {
    out.words.push(0);
    for slide in slides {
        shapes::write(Some(slide.shape), out);
        out.left.extend([slide.left.x, slide.left.y]);
        for hit in slide.hits() {
            out.hits.push(hit.handle.to_bits());
            out.measures.extend([hit.time, hit.normal.x, hit.normal.y, hit.point.x, hit.point.y]);
        }
        out.words.push(out.hits.len() as u32);
    }
}

impl Found for Places {
    fn write(&self, out: &mut Answer) {
        self.list().iter().for_each(|place| shapes::write(*place, out));
    }
}

impl Found for Turns {
    fn write(&self, out: &mut Answer) {
        for Turn { rect, left, hit } in self.list().iter().copied() {
            shapes::write(Some(rect.into()), out);
            out.left.push(left);
            out.words.push(hit.is_some().into());
            out.wide.push(hit.map_or(0, Handle::to_bits));
        }
    }
}
