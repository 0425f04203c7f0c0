use collide2d::{Budget, Filter, Handle, Mode};
use wasm_bindgen::prelude::*;

use crate::budget;
use crate::entities::{layers, rows};
use crate::error::Result;

/// The terms of queries: their time, mode, budget and filter.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawTerms {
    pub(crate) time: Option<f64>,
    pub(crate) mode: Mode,
    pub(crate) budget: Budget,
    except: Vec<u64>,
    layers: Vec<u64>,
    solid: Vec<u8>,
}

#[wasm_bindgen]
impl RawTerms {
    /// Terms of queries. `first` is the limit of hits of each query: -1 for all hits, -2 to count them.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(
        time: Option<f64>,
        first: i32,
        limits: &[f64],
        except: Vec<u64>,
        layers: Vec<u64>,
        solid: Vec<u8>,
    ) -> Self {
        let mode = match first {
            -2 => Mode::Count,
            first => usize::try_from(first).map_or(Mode::All, Mode::First),
        };
        Self { time, mode, budget: budget::read(limits), except, layers, solid }
    }
}

impl RawTerms {
    /// The filter of each of `count` queries.
    pub(crate) fn filters(&self, count: usize) -> Result<impl Fn(usize) -> Filter> {
        // No handle of a world has this number, because there are fewer slots.
        let except_of = rows("except", &self.except, count, [u64::MAX])?;
        let layers_of = rows("layers", &self.layers, count, [0; 3])?;
        let solid_of = rows("solid", &self.solid, count, [0])?;
        let any_layers = !self.layers.is_empty();
        Ok(move |index| Filter {
            layers: any_layers.then(|| layers(layers_of(index))),
            sensors: solid_of(index) == [0],
            except: Some(Handle::from_bits(except_of(index)[0])).filter(|handle| handle.to_bits() != u64::MAX),
        })
    }
}
