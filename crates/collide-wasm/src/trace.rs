use std::io::Cursor;

use collide2d::{Trace, TraceTick};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused};

/// A recording, tick by tick.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawTrace(Trace<Cursor<Vec<u8>>>);

/// A tick of a recording.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawTick(pub(crate) TraceTick);

#[wasm_bindgen]
impl RawTrace {
    /// Reads a recording from bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(Trace::new(Cursor::new(bytes)))
    }

    /// The next tick, if there is one.
    #[expect(clippy::should_implement_trait, reason = "only JavaScript iterates over it")]
    pub fn next(&mut self) -> Result<Option<RawTick>> {
        Ok(self.0.next().transpose().map_err(refused)?.map(RawTick))
    }

    /// The number of bytes up to the end of the last complete tick.
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.0.offset() as f64
    }
}

#[wasm_bindgen]
impl RawTick {
    /// The number of the tick.
    #[must_use]
    pub fn tick(&self) -> f64 {
        self.0.tick() as f64
    }

    /// The number of pairs.
    #[must_use]
    pub fn pair_count(&self) -> f64 {
        self.0.pair_count() as f64
    }

    /// The fingerprint of its pairs.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }

    /// The number of batches of queries before its step.
    #[must_use]
    pub fn question_count(&self) -> usize {
        self.0.question_count()
    }

    /// Whether it starts with a snapshot of the whole world.
    #[must_use]
    pub fn starts(&self) -> bool {
        self.0.starts()
    }
}
