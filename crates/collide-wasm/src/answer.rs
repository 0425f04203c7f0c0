use collide2d::{ContactPoints, Crowd, Handle, Vec2};
use wasm_bindgen::prelude::*;

/// The columns of numbers of an answer. JavaScript creates views of them by address and length. The views are valid
/// until the next call into the library, because any call may move the columns or the whole memory.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Answer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) words: Vec<u32>,
    pub(crate) wide: Vec<u64>,
    pub(crate) numbers: Vec<f32>,
    /// Whether the numbers are shapes with wide rows.
    pub(crate) wide_rows: bool,
    /// The rest of motions and angles.
    pub(crate) left: Vec<f32>,
    /// The entities that moving shapes ran into, or the data of entities.
    pub(crate) hits: Vec<u64>,
    /// The measures of these hits.
    pub(crate) measures: Vec<f32>,
    /// The queries that exceeded their limit of candidates.
    pub(crate) stopped: Vec<u32>,
    /// The work of the call.
    pub(crate) work: u64,
}

macro_rules! column {
    ($place:ident, $count:ident, $column:ident, $type:ty) => {
        #[wasm_bindgen]
        impl Answer {
            /// The address of the column.
            #[must_use]
            pub fn $place(&self) -> *const $type {
                self.$column.as_ptr()
            }

            /// The number of numbers in the column.
            #[must_use]
            pub fn $count(&self) -> usize {
                self.$column.len()
            }
        }
    };
}

column!(bytes_at, bytes_count, bytes, u8);
column!(words_at, words_count, words, u32);
column!(wide_at, wide_count, wide, u64);
column!(numbers_at, numbers_count, numbers, f32);
column!(left_at, left_count, left, f32);
column!(hits_at, hits_count, hits, u64);
column!(measures_at, measures_count, measures, f32);
column!(stopped_at, stopped_count, stopped, u32);

#[wasm_bindgen]
impl Answer {
    /// An empty answer.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The work of the call, in units.
    #[must_use]
    pub fn work(&self) -> f64 {
        self.work as f64
    }
}

impl Answer {
    pub(crate) fn clear(&mut self) {
        let Self { bytes, words, wide, numbers, wide_rows, left, hits, measures, stopped, work } = self;
        [numbers, left, measures].into_iter().for_each(Vec::clear);
        [wide, hits].into_iter().for_each(Vec::clear);
        [words, stopped].into_iter().for_each(Vec::clear);
        bytes.clear();
        (*wide_rows, *work) = (false, 0);
    }

    pub(crate) fn handles(&mut self, handles: impl IntoIterator<Item = Handle>) {
        self.wide.extend(handles.into_iter().map(Handle::to_bits));
    }

    /// Overwrites the answer with crowds: the handle, the two counts and the area of each.
    pub(crate) fn crowds(&mut self, crowds: &[Crowd]) {
        self.clear();
        self.handles(crowds.iter().map(|crowd| crowd.entity));
        for Crowd { area, count, surplus_count, .. } in crowds {
            let (min, max) = (area.min(), area.max());
            self.words.extend([*count as u32, *surplus_count as u32]);
            self.numbers.extend([min.x, min.y, max.x, max.y]);
        }
    }

    /// Appends seven numbers, and to the bytes the number of valid points of the two.
    pub(crate) fn meeting(&mut self, measure: f32, normal: Vec2, points: ContactPoints) {
        let points = points.as_slice();
        let point = |index: usize| points.get(index).copied().unwrap_or(Vec2::NAN);
        let (first, second) = (point(0), point(1));
        self.bytes.push(points.len() as u8);
        self.numbers.extend([measure, normal.x, normal.y, first.x, first.y, second.x, second.y]);
    }
}
