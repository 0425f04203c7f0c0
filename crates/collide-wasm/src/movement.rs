//! Movement: entities and shapes that slide along what blocks them, and free places.

use std::sync::Mutex;

use collide2d::{
    Handle, Layers, MoveOptions, Movers, Moves, Moving, PastHit, Places, Query, Shape, Slide, SlideOptions, Slides,
    Vec2,
};
use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::entities::layers;
use crate::error::{Result, refused, refused_at, refused_item};
use crate::questions::{moving, queries, vectors};
use crate::{Answer, RawTerms, RawWorld, shapes};

/// How shapes move. With the callback that decides what they pass through.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawMoveOptions {
    max_bounces: usize,
    leave_overlapped: bool,
    in_order: bool,
    layers: Vec<u64>,
    pass: Option<Function>,
    /// The first error that the callback has thrown.
    thrown: Mutex<Option<JsValue>>,
}

#[wasm_bindgen]
impl RawMoveOptions {
    /// All options. `layers` is empty, or category, mask and group.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(
        max_bounces: Option<u32>,
        leave_overlapped: Option<bool>,
        in_order: bool,
        layers: Vec<u64>,
        pass: Option<Function>,
    ) -> Self {
        let SlideOptions { max_bounces: bounces, leave_overlapped: leave, .. } = SlideOptions::default();
        let max_bounces = max_bounces.map_or(bounces, |count| count as usize);
        let leave_overlapped = leave_overlapped.unwrap_or(leave);
        Self { max_bounces, leave_overlapped, in_order, layers, pass, thrown: Mutex::default() }
    }
}

impl RawMoveOptions {
    /// Calls `work` with the options. An error that the callback throws is returned afterwards.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&SlideOptions<'_>) -> Result<T>) -> std::result::Result<T, JsValue> {
        let pass = |handle: Handle, normal: Vec2| self.passes(handle, normal);
        let is_given = self.pass.is_some();
        let options = SlideOptions {
            max_bounces: self.max_bounces,
            leave_overlapped: self.leave_overlapped,
            pass: is_given.then_some(&pass),
        };
        let done = work(&options)?;
        let thrown = self.thrown.lock().map_or(None, |mut thrown| thrown.take());
        thrown.map_or(Ok(done), Err)
    }

    /// The layers that decide what blocks, if they are given.
    pub(crate) fn blockers(&self) -> Option<Layers> {
        self.layers.first_chunk().map(|row| layers(*row))
    }

    fn passes(&self, handle: Handle, normal: Vec2) -> bool {
        let Some(pass) = &self.pass else { return false };
        let [x, y] = [normal.x, normal.y].map(JsValue::from);
        match pass.call3(&JsValue::UNDEFINED, &handle.to_bits().into(), &x, &y) {
            Ok(answer) => answer.is_truthy(),
            Err(error) => {
                if let Ok(mut thrown) = self.thrown.lock() {
                    thrown.get_or_insert(error);
                }
                false
            }
        }
    }
}

/// The buffers of movement. The ends are shapes, with the movers in the wide column; the parts of the motions that are
/// left are two numbers each; the hits have starts, handles, and five numbers each.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct RawMovement {
    moving: Vec<(Handle, Vec2)>,
    moves: Moves,
    shapes: Vec<Shape>,
    asked: Vec<Query<Moving>>,
    slides: Slides,
    starts: Vec<Query<Shape>>,
    places: Places,
}

#[wasm_bindgen]
impl RawMovement {
    /// Empty buffers.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Moves entities.
    ///
    /// # Errors
    /// A stale handle or an invalid motion; nothing has moved then. An error of the callback.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn entities(
        &mut self,
        world: &mut RawWorld,
        handles: &[u64],
        motions: &[f32],
        options: &RawMoveOptions,
        ends: &mut Answer,
        left: &mut Answer,
        hits: &mut Answer,
    ) -> std::result::Result<(), JsValue> {
        let motions = vectors("motions", motions, handles.len())?;
        self.moving.clear();
        self.moving.extend(handles.iter().map(|bits| Handle::from_bits(*bits)).zip(motions));
        let movers = if options.in_order { Movers::InOrder } else { Movers::Ignore };
        let layers = options.blockers();
        let moved = options.with(|slide| {
            let options = MoveOptions { slide: *slide, movers, layers };
            world
                .recorder
                .move_batch_into(&mut world.world, &self.moving, &options, &mut self.moves)
                .map_err(refused_item)
        });
        write(self.moves.slides(), ends, left, hits);
        ends.handles(self.moves.handles().iter().copied());
        moved
    }

    /// Slides shapes that need not be entities.
    ///
    /// # Errors
    /// An invalid shape, motion or time. An error of the callback.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn slides(
        &mut self,
        world: &RawWorld,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        motions: &[f32],
        options: &RawMoveOptions,
        ends: &mut Answer,
        left: &mut Answer,
        hits: &mut Answer,
    ) -> std::result::Result<(), JsValue> {
        shapes::read(kinds, numbers, &mut self.shapes)?;
        moving(terms, &self.shapes, motions, &mut self.asked)?;
        let queries = queries(world, terms)?;
        options.with(|slide| {
            queries.slide_batch_into(&self.asked, slide, &mut self.slides);
            Ok(())
        })?;
        write(self.slides.list(), ends, left, hits);
        Ok(())
    }

    /// Writes free places: shapes, of the kind `NO_ENTITY` where none was found.
    ///
    /// # Errors
    /// An invalid shape or time.
    pub fn free_places(
        &mut self,
        world: &RawWorld,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        max_distance: f32,
        out: &mut Answer,
    ) -> Result<()> {
        shapes::read(kinds, numbers, &mut self.shapes)?;
        terms.ask(self.shapes.iter().copied(), &mut self.starts)?;
        queries(world, terms)?.free_batch_into(&self.starts, max_distance, &mut self.places);
        out.clear();
        self.places.list().iter().for_each(|place| shapes::write(*place, out));
        Ok(())
    }
}

/// Lays slides out as columns.
fn write(slides: &[Slide], ends: &mut Answer, left: &mut Answer, hits: &mut Answer) {
    [&mut *ends, &mut *left, &mut *hits].into_iter().for_each(Answer::clear);
    hits.words.push(0);
    for slide in slides {
        shapes::write(Some(slide.shape), ends);
        left.numbers.extend([slide.left.x, slide.left.y]);
        for hit in slide.hits() {
            hits.wide.push(hit.handle.to_bits());
            hits.numbers.extend([hit.time, hit.normal.x, hit.normal.y, hit.point.x, hit.point.y]);
        }
        hits.words.push(hits.wide.len() as u32);
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Moves a shape from one tick to another, among the entities as they moved then. Writes the first hit: its handle,
    /// the numbers of a shapecast, and last the tick.
    ///
    /// # Errors
    /// An invalid shape or motion, or a tick that is not in the history.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn sweep_through(
        &self,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        motion: &[f32],
        from: f64,
        to: f64,
        out: &mut Answer,
    ) -> Result<Option<f64>> {
        let mut list = Vec::new();
        shapes::read(kinds, numbers, &mut list)?;
        let motion = vectors("motion", motion, list.len())?;
        out.clear();
        let (Some(shape), Some(motion)) = (list.first(), motion.first()) else { return Ok(None) };
        let what = Moving::new(*shape, *motion).map_err(|error| refused_at(0, &error))?;
        let query = Query { what, filter: terms.filters(1)?(0) };
        let Some(PastHit { handle, tick, impact }) =
            self.recorder.sweep_through(&self.world, query, from, to).map_err(refused)?
        else {
            return Ok(None);
        };
        out.handles([handle]);
        out.meeting(impact.time, impact.normal, impact.points);
        Ok(Some(tick))
    }
}
