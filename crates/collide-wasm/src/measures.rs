//! Questions about two shapes, without a world. No answer is an empty list of numbers.

use collide2d::{Impact, Moving, Ray, RayHit, Shape, Touching, Vec2};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused_at, wrong_length};
use crate::questions::{segment, vectors};
use crate::shapes;

/// Reads `N` shapes.
fn some<const N: usize>(kinds: &[u8], numbers: &[f32]) -> Result<[Shape; N]> {
    let mut list = Vec::new();
    shapes::read(kinds, numbers, &mut list)?;
    list.try_into().map_err(|list: Vec<Shape>| wrong_length("shapes", &N.to_string(), list.len()))
}

/// Whether two shapes overlap.
#[wasm_bindgen]
pub fn overlaps(kinds: &[u8], numbers: &[f32], open: bool) -> Result<bool> {
    let [a, b] = some(kinds, numbers)?;
    let rule = if open { Touching::Open } else { Touching::Closed };
    Ok(rule.accepts(collide2d::relation(a, b)))
}

/// Whether the first shape contains the second.
#[wasm_bindgen]
pub fn contains(kinds: &[u8], numbers: &[f32]) -> Result<bool> {
    let [a, b] = some(kinds, numbers)?;
    Ok(collide2d::contains(a, b))
}

/// The distance of two shapes.
#[wasm_bindgen]
pub fn distance(kinds: &[u8], numbers: &[f32]) -> Result<f32> {
    let [a, b] = some(kinds, numbers)?;
    Ok(collide2d::distance(a, b))
}

/// The distance of two shapes, and the closest points.
#[wasm_bindgen]
pub fn closest_points(kinds: &[u8], numbers: &[f32]) -> Result<Vec<f32>> {
    let [a, b] = some(kinds, numbers)?;
    let closest = collide2d::closest_points(a, b);
    Ok(closest.map_or(vec![], |it| vec![it.distance, it.on_a.x, it.on_a.y, it.on_b.x, it.on_b.y]))
}

/// The depth of a contact, its normal and its points.
#[wasm_bindgen]
pub fn contact(kinds: &[u8], numbers: &[f32]) -> Result<Vec<f32>> {
    let [a, b] = some(kinds, numbers)?;
    let contact = collide2d::contact(a, b);
    Ok(contact.map_or(vec![], |it| meeting(it.depth, it.normal, it.points.as_slice())))
}

/// Where a ray hits a shape: entry, exit, point and normal.
#[wasm_bindgen]
pub fn cast_ray(ray: &[f32], kinds: &[u8], numbers: &[f32]) -> Result<Vec<f32>> {
    let [shape] = some(kinds, numbers)?;
    let &[x, y, way_x, way_y, max_t] = ray else { return Err(wrong_length("ray", "5", ray.len())) };
    let ray = Ray::new(Vec2::new(x, y), Vec2::new(way_x, way_y), max_t).map_err(|error| refused_at(0, &error))?;
    Ok(collide2d::cast_ray(&ray, shape).map_or(vec![], hit))
}

/// Where a segment overlaps a shape: entry, exit, point and normal.
#[wasm_bindgen]
pub fn cast_segment(ends: &[f32], kinds: &[u8], numbers: &[f32]) -> Result<Vec<f32>> {
    let [shape] = some(kinds, numbers)?;
    let &ends: &[f32; 4] = ends.try_into().map_err(|_| wrong_length("segment", "4", ends.len()))?;
    let segment = segment(ends).map_err(|error| refused_at(0, &error))?;
    Ok(collide2d::cast_segment(&segment, shape).map_or(vec![], hit))
}

/// When two moving shapes hit each other: time, normal and points.
#[wasm_bindgen]
pub fn sweep(kinds: &[u8], numbers: &[f32], motions: &[f32]) -> Result<Vec<f32>> {
    let [a, b] = some(kinds, numbers)?;
    let motions = vectors("motions", motions, 2)?;
    let moving =
        |shape: Shape, index: usize| Moving::new(shape, motions[index]).map_err(|error| refused_at(index, &error));
    let impact = collide2d::sweep(moving(a, 0)?, moving(b, 1)?);
    Ok(impact.map_or(vec![], |Impact { time, normal, points }| meeting(time, normal, points.as_slice())))
}

fn meeting(measure: f32, normal: Vec2, points: &[Vec2]) -> Vec<f32> {
    let points = points.iter().flat_map(|point| [point.x, point.y]);
    [measure, normal.x, normal.y].into_iter().chain(points).collect()
}

fn hit(RayHit { entry, exit, point, normal }: RayHit) -> Vec<f32> {
    let normal = normal.unwrap_or(Vec2::NAN);
    vec![entry, exit, point.x, point.y, normal.x, normal.y]
}
