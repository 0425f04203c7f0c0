use std::str::FromStr;

use collide2d::{CellSize, CrowdLimit, History, Settings, Threads};
use wasm_bindgen::prelude::*;

use crate::error::{Refusal, Result, refused};

/// The settings of a world or a batch.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawSettings(pub(crate) Settings);

#[wasm_bindgen]
impl RawSettings {
    /// All settings. There is one thread, and the SIMD level is that of the build.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "settings of a border")]
    pub fn new(
        strategy: Option<String>,
        cell: Option<f32>,
        touching: Option<String>,
        static_pairs: bool,
        sensor_pairs: bool,
        change_ticks: bool,
        order: Option<String>,
        events: bool,
        ticks: usize,
        teleport_distance: f32,
        crowd_max: Option<u32>,
        crowd_first: u64,
    ) -> Result<Self> {
        Ok(Self(Settings {
            strategy: named(strategy.as_deref())?,
            cell: cell.map(CellSize::new).transpose().map_err(refused)?,
            touching: named(touching.as_deref())?,
            static_pairs,
            sensor_pairs,
            change_ticks,
            threads: Threads::Serial,
            order: named(order.as_deref())?,
            events,
            history: History { ticks, teleport_distance },
            crowd: crowd_max.map(|max| CrowdLimit::new(max).with_first(crowd_first)),
            ..Settings::default()
        }))
    }
}

/// The value with a name; the default without a name.
fn named<T: FromStr<Err: Refusal> + Default>(name: Option<&str>) -> Result<T> {
    name.map_or(Ok(T::default()), |name| name.parse().map_err(refused))
}
