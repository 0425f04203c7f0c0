//! How shapes move.

use std::sync::{Arc, Mutex};

use collide2d::{Budget, CrowdLimit, Handle, Layers, SlideOptions, Vec2};
use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::budget;
use crate::entities::layers;

/// How shapes move. With the callback that decides what they pass through.
#[wasm_bindgen]
pub struct RawMoveOptions {
    max_bounces: usize,
    leave_overlapped: bool,
    pub(crate) in_order: bool,
    crowd: Option<CrowdLimit>,
    pub(crate) budget: Budget,
    layers: Vec<u64>,
    pass: Option<Pass>,
    thrown: Thrown,
}

type Pass = Box<dyn Fn(Handle, Vec2) -> bool + Sync>;

/// The first error that the callback has thrown.
type Thrown = Arc<Mutex<Option<JsValue>>>;

#[wasm_bindgen]
impl RawMoveOptions {
    /// All options. `layers` is empty, or category, mask and group.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn new(
        max_bounces: Option<u32>,
        leave_overlapped: Option<bool>,
        in_order: bool,
        crowd_max: Option<u32>,
        crowd_first: u64,
        limits: &[f64],
        layers: Vec<u64>,
        pass: Option<Function>,
    ) -> Self {
        let SlideOptions { max_bounces: bounces, leave_overlapped: leave, .. } = SlideOptions::default();
        let max_bounces = max_bounces.map_or(bounces, |count| count as usize);
        let thrown = Thrown::default();
        let pass = pass.map(|pass| passing(pass, Arc::clone(&thrown)));
        let (leave_overlapped, budget) = (leave_overlapped.unwrap_or(leave), budget::read(limits));
        let crowd = crowd_max.map(|max| CrowdLimit::new(max).with_first(crowd_first));
        Self { max_bounces, leave_overlapped, in_order, crowd, budget, layers, pass, thrown }
    }

    /// Throws the error that the callback has thrown, if it has.
    pub fn rethrow(&self) -> Result<(), JsValue> {
        self.thrown.lock().ok().and_then(|mut thrown| thrown.take()).map_or(Ok(()), Err)
    }
}

impl RawMoveOptions {
    pub(crate) fn slide(&self) -> SlideOptions<'_> {
        let Self { max_bounces, leave_overlapped, .. } = *self;
        SlideOptions { max_bounces, leave_overlapped, pass: self.pass.as_deref() }
    }

    /// The limit of crowds, or the one by default.
    pub(crate) fn crowd(&self, usual: Option<CrowdLimit>) -> Option<CrowdLimit> {
        self.crowd.or(usual)
    }

    /// The layers that decide what blocks, if they are given.
    pub(crate) fn layers(&self) -> Option<Layers> {
        self.layers.first_chunk().map(|row| layers(*row))
    }
}

fn passing(pass: Function, thrown: Thrown) -> Pass {
    Box::new(move |handle, normal| {
        let [x, y] = [normal.x, normal.y].map(JsValue::from);
        match pass.call3(&JsValue::UNDEFINED, &handle.to_bits().into(), &x, &y) {
            Ok(answer) => answer.is_truthy(),
            Err(error) => {
                if let Ok(mut thrown) = thrown.lock() {
                    thrown.get_or_insert(error);
                }
                false
            }
        }
    })
}
