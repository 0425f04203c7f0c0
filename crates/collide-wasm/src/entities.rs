//! Entities as columns. A column with one row applies to all entities.

use collide2d::{Entity, Handle, Layers, Mobility, Shape};

use wasm_bindgen::prelude::*;

use crate::Answer;
use crate::error::{Result, unknown, wrong_length};
use crate::shapes;

/// The properties of entities besides their shapes. Each column is empty, has one row for all entities, or one for
/// each.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(crate) data: &'a [u64],
    /// Three for each: category, mask, group.
    pub(crate) layers: &'a [u64],
    pub(crate) sensors: &'a [u8],
    pub(crate) mobility: &'a [u8],
}

/// The rows of a column that has one row for all, or one for each. An empty column has the row `none`.
pub(crate) fn rows<T: Copy, const N: usize>(
    field: &str,
    column: &[T],
    count: usize,
    none: [T; N],
) -> Result<impl Fn(usize) -> [T; N]> {
    let (rows, rest) = column.as_chunks::<N>();
    if !rest.is_empty() || !(rows.len() <= 1 || rows.len() == count) {
        return Err(wrong_length(field, &format!("0, {N} or {}", count * N), column.len()));
    }
    Ok(move |index| match rows {
        [] => none,
        [row] => *row,
        rows => rows[index],
    })
}

pub(crate) fn layers([category, mask, group]: [u64; 3]) -> Layers {
    Layers { category, mask, group: group as i64 }
}

/// The names of mobilities, in the order of their numbers.
#[wasm_bindgen]
#[must_use]
pub fn mobility_names() -> Vec<String> {
    Mobility::ALL.map(|mobility| mobility.to_string()).into()
}

impl Columns<'_> {
    /// Overwrites `out` with entities of these properties and shapes.
    pub(crate) fn read(&self, shapes: &[Shape], out: &mut Vec<Entity>) -> Result<()> {
        let count = shapes.len();
        let data_of = rows("data", self.data, count, [0])?;
        let layers_of = rows("layers", self.layers, count, [1, u64::MAX, 0])?;
        let sensor_of = rows("sensor", self.sensors, count, [0])?;
        let mobility_of = rows("mobility", self.mobility, count, [0])?;
        out.clear();
        out.reserve(count);
        for (index, shape) in shapes.iter().enumerate() {
            let ([data], [sensor], [mobility]) = (data_of(index), sensor_of(index), mobility_of(index));
            let Some(&mobility) = Mobility::ALL.get(usize::from(mobility)) else {
                return Err(unknown("mobility", index, Mobility::ALL.len() as u8 - 1, mobility));
            };
            let layers = layers(layers_of(index));
            out.push(Entity { shape: *shape, data, mobility, layers, sensor: sensor != 0 });
        }
        Ok(())
    }
}

/// Appends an entity: kind, sensor and mobility; handle, data and layers; the numbers of its shape.
pub(crate) fn write(handle: Handle, entity: Option<Entity>, out: &mut Answer) {
    shapes::write(entity.map(|entity| entity.shape), out);
    let (data, layers, sensor, mobility) = match entity {
        Some(Entity { data, layers, sensor, mobility, .. }) => (data, layers, sensor, mobility),
        None => (0, Layers::ALL, false, Mobility::Dynamic),
    };
    out.bytes.extend([u8::from(sensor), mobility as u8]);
    out.wide.extend([handle.to_bits(), data, layers.category, layers.mask, layers.group as u64]);
}
