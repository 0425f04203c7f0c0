//! The points of capsules and polygons.

use collide2d::{Polygon, Shape};
use wasm_bindgen::prelude::*;

use crate::angle::rotor;
use crate::error::{CollideError, Result, refused, refused_at, wrong_length};
use crate::questions::vectors;
use crate::{Answer, shapes};

/// The corners of the convex hull of points, two numbers for each. `index` is that of the polygon in its batch, if it is
/// in one.
#[wasm_bindgen]
pub fn hull(points: &[f32], index: Option<usize>) -> Result<Vec<f32>> {
    let points = vectors("points", points, points.len() / 2)?;
    let refused = |error| index.map_or_else(|| refused(error), |index| refused_at(index, &error));
    let polygon = Polygon::new(&points, 0.0).map_err(refused)?;
    Ok(polygon.offsets().iter().flat_map(|corner| corner.to_array()).collect())
}

/// The corners of a regular polygon around its position, two numbers for each.
#[wasm_bindgen]
pub fn regular_corners(corners: usize, circumradius: f32) -> Result<Vec<f32>> {
    let polygon = Polygon::regular(corners, circumradius).map_err(refused)?;
    Ok(polygon.offsets().iter().flat_map(|corner| corner.to_array()).collect())
}

/// Writes each capsule and polygon with its points turned about its position, by an angle in radians or
/// in degrees.
#[wasm_bindgen]
pub fn turned(kinds: &[u8], numbers: &[f32], angles: &[f32], degrees: bool, out: &mut Answer) -> Result<()> {
    let (count, shape) = shapes::input(kinds, numbers)?;
    if angles.len() != count {
        return Err(wrong_length("angles", &count.to_string(), angles.len()));
    }
    out.clear();
    for (index, angle) in angles.iter().enumerate() {
        let shape = shape(index)?;
        let rotor = rotor(*angle, degrees, index)?;
        let turned = match shape {
            Shape::Capsule(capsule) => capsule.turned(rotor).map(Shape::from),
            Shape::Polygon(polygon) => polygon.turned(rotor).map(Shape::from),
            Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => {
                let kind = shape.kind() as u8;
                let message = format!("index {index}: kind: must be 3 or 4, a capsule or polygon, is {kind}");
                return Err(CollideError::new("KIND", &message));
            }
        };
        shapes::write(Some(turned.map_err(|error| refused_at(index, &error))?), out);
    }
    Ok(())
}
