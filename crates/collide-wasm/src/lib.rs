//! The bindings between [`collide2d`] and JavaScript, which the classes of the npm package `collide2d` use.
//!
//! Inputs are typed arrays, which are copied. Outputs are [`Answer`]s, which JavaScript reads in place. Do not call
//! this crate directly: the TypeScript in `js` has the names, the types and the documentation, errors included.
//!
//! This target does not unwind. A panic still throws an error with the code `BUG` (see [`start`]). The objects of that
//! call are never released, so they reject every further call.

mod angle;
mod answer;
mod batch;
mod budget;
mod columns;
mod convex;
mod entities;
mod error;
mod interest;
mod measures;
mod move_options;
mod movement;
mod places;
mod questions;
mod settings;
mod shapes;
mod terms;
mod trace;
mod world;

use wasm_bindgen::prelude::*;

pub use answer::Answer;
pub use batch::RawBatch;
pub use columns::RawColumns;
pub use error::CollideError;
pub use interest::RawInterest;
pub use move_options::RawMoveOptions;
pub use questions::RawQuestions;
pub use settings::RawSettings;
pub use terms::RawTerms;
pub use trace::{RawTick, RawTrace};
pub use world::{RawReport, RawWorld};

/// Makes a panic throw its message; otherwise JavaScript would get `unreachable`.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_val(CollideError::new("BUG", &info.to_string()).into())));
}

/// The version of the library.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
