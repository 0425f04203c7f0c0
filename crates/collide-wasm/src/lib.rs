//! The border between [`collide2d`] and JavaScript: what the classes of the npm package `collide2d` are made of.
//!
//! Numbers come in as typed arrays, which are copied, and go out as [`Answer`]s, at which JavaScript looks where they are. Nothing here is
//! for people to call: the TypeScript in `js` gives it names, types and documentation.
//!
//! There is no unwinding on this target. What cannot happen is thrown as an error with the code `BUG` all the same (see [`start`]);
//! the objects it happened to then refuse every call, because they were never given back.

mod answer;
mod batch;
mod columns;
mod entities;
mod error;
mod interest;
mod questions;
mod settings;
mod shapes;
mod terms;
mod trace;
mod world;

use collide2d::Rotor;
use wasm_bindgen::prelude::*;

pub use answer::Answer;
pub use batch::RawBatch;
pub use columns::RawColumns;
pub use error::CollideError;
pub use interest::RawInterest;
pub use questions::RawQuestions;
pub use settings::RawSettings;
pub use terms::RawTerms;
pub use trace::{RawTick, RawTrace};
pub use world::{RawReport, RawWorld};

/// Has what cannot happen thrown with its message; else JavaScript would read `unreachable`.
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

/// Writes cosine and sine of each angle in radians.
///
/// # Errors
/// The first that is not finite.
#[wasm_bindgen]
pub fn rotors(angles: &[f32], out: &mut Answer) -> error::Result<()> {
    out.clear();
    for (index, angle) in angles.iter().enumerate() {
        let rotor = Rotor::from_angle(*angle).map_err(|error| error::refused_at(index, &error))?;
        out.numbers.extend([rotor.cos(), rotor.sin()]);
    }
    Ok(())
}
