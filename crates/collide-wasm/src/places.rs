//! Positions of entities: their centers, and the origin of the world.

use collide2d::{DVec2, Handle, Origin};
use wasm_bindgen::prelude::*;

use crate::RawWorld;
use crate::error::{Result, refused, refused_item};
use crate::questions::vectors;

#[wasm_bindgen]
impl RawWorld {
    /// Moves entities to new centers.
    pub fn set_centers(&mut self, handles: &[u64], centers: &[f32]) -> Result<()> {
        let centers = vectors("centers", centers, handles.len())?;
        let handles = handles.iter().map(|bits| Handle::from_bits(*bits));
        self.world.set_batch(&handles.zip(centers).collect::<Vec<_>>()).map_err(refused_item)
    }

    /// Moves each dynamic entity to the center at the index of its slot.
    pub fn set_centers_by_slot(&mut self, centers: &[f32]) -> Result<()> {
        self.world.set_by_slot(&vectors("centers", centers, centers.len() / 2)?).map_err(refused_item)
    }

    /// Moves the origin of the world within a larger world.
    pub fn rebase(&mut self, from_x: f64, from_y: f64, to_x: f64, to_y: f64) -> Result<()> {
        let origin = |x, y| Origin::new(DVec2::new(x, y)).map_err(refused);
        self.world.rebase(&origin(from_x, from_y)?, &origin(to_x, to_y)?).map_err(refused)
    }
}
