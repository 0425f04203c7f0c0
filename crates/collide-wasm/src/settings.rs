use collide2d::{CellSize, History, PairOrder, Settings, Threads, Touching};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused};

/// The settings of a world or a batch.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawSettings(pub(crate) Settings);

#[wasm_bindgen]
impl RawSettings {
    /// All of them. There is one thread, and the instructions are those of the build.
    ///
    /// # Errors
    /// A strategy that there is not, a cell that is none.
    #[wasm_bindgen(constructor)]
    pub fn new(
        strategy: &str,
        cell: Option<f32>,
        open: bool,
        as_found: bool,
        events: bool,
        ticks: usize,
        teleport_distance: f32,
    ) -> Result<Self> {
        Ok(Self(Settings {
            strategy: strategy.parse().map_err(refused)?,
            cell: cell.map(CellSize::new).transpose().map_err(refused)?,
            touching: if open { Touching::Open } else { Touching::Closed },
            threads: Threads::Serial,
            order: if as_found { PairOrder::AsFound } else { PairOrder::BySlot },
            events,
            history: History { ticks, teleport_distance },
            ..Settings::default()
        }))
    }
}
