//! Angles in radians or in degrees.

use collide2d::Rotor;
use wasm_bindgen::prelude::*;

use crate::Answer;
use crate::error::{Result, refused_at};

/// Writes cosine and sine of each angle, in radians or in degrees.
#[wasm_bindgen]
pub fn rotors(angles: &[f32], degrees: bool, out: &mut Answer) -> Result<()> {
    out.clear();
    for (index, angle) in angles.iter().enumerate() {
        let rotor = rotor(*angle, degrees, index)?;
        out.numbers.extend([rotor.cos(), rotor.sin()]);
    }
    Ok(())
}

/// The rotation by the angle at an index of its batch.
pub(crate) fn rotor(angle: f32, degrees: bool, index: usize) -> Result<Rotor> {
    let rotor = if degrees { Rotor::from_degrees(angle) } else { Rotor::from_angle(angle) };
    rotor.map_err(|error| refused_at(index, &error))
}
