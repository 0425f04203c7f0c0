//! The same walls as rects, and as polygons and capsules.

use std::f32::consts::{PI, TAU};

use collide2d::{Capsule, Polygon, Rect, Relation, Rotor, Shape, Vec2, World, relation};

use crate::scenes::{RADIUS, Scene, any_step, circle, corner, grid, world_of};

/// Rects, and then polygons and capsules in the same places and of the same areas but for rounded corners, in the middle of
/// the cells of a grid of 1.5, shifted by up to 0.2. The movers are the same, and free in both at the start.
pub fn pair(walls: usize, movers: usize, next: &mut dyn FnMut() -> f32) -> [Scene; 2] {
    let cell = grid(walls, 1.5);
    let rect = |index: usize| {
        let center = cell(index) + Vec2::new(next() - 0.5, next() - 0.5) * 0.4;
        let half = Vec2::new(0.25 + next() * 0.15, 0.25 + next() * 0.15);
        Rect::new(center - half, center + half).expect("finite")
    };
    let rects: Vec<Rect> = (0..walls).map(rect).collect();
    let convex = rects.iter().enumerate().map(|(index, rect)| convex(index, rect, next() * TAU)).collect();
    let rects = rects.into_iter().map(Shape::from).collect();
    let mut scenes = [("rects", rects), ("polygons and capsules", convex)].map(|(name, walls)| Scene {
        name,
        walls,
        movers: Vec::new(),
    });
    let worlds = [world_of(&scenes[0]), world_of(&scenes[1])];
    let mut start = || (corner(walls, &cell, next), any_step(next));
    let free: Vec<_> = std::iter::repeat_with(&mut start)
        .filter(|(at, _)| worlds.iter().all(|world| is_free(world, *at)))
        .take(movers)
        .collect();
    scenes.iter_mut().for_each(|scene| scene.movers.clone_from(&free));
    scenes
}

/// A capsule, or a regular polygon with 3 to 8 corners, of which every third is round.
fn convex(index: usize, rect: &Rect, angle: f32) -> Shape {
    let (size, center) = (rect.max() - rect.min(), (rect.min() + rect.max()) * 0.5);
    let area = size.x * size.y;
    if index.is_multiple_of(2) {
        // As long as one and a half times its width.
        let radius = (area / (2.0 + PI)).sqrt();
        let half = Vec2::from_angle(angle) * radius * 0.5;
        return Capsule::new(center - half, center + half, radius).expect("finite").into();
    }
    let corners = 3 + index / 2 % (Polygon::MAX_CORNERS - 2);
    let circumradius = (area * 2.0 / (corners as f32 * (TAU / corners as f32).sin())).sqrt();
    let radius = if index.is_multiple_of(3) { 0.1 } else { 0.0 };
    // The offset sides of a rounded polygon are those of the sharp one, so only its corners are smaller.
    let inradius = circumradius * (PI / corners as f32).cos();
    let rotor = Rotor::from_angle(angle).expect("finite");
    let sharp = Polygon::regular(corners, circumradius * (1.0 - radius / inradius));
    sharp
        .and_then(|sharp| sharp.turned(rotor))
        .and_then(|turned| Polygon::new(turned.offsets(), radius))
        .and_then(|round| round.at(center))
        .expect("3 to 8 corners")
        .into()
}

fn is_free(world: &World, at: Vec2) -> bool {
    let (queries, mover) = (world.queries(), Shape::from(circle(at, RADIUS)));
    let near = queries.overlap(mover).into_iter().filter_map(|handle| queries.shape(handle));
    near.into_iter().all(|wall| relation(mover, wall) != Relation::Interior)
}
