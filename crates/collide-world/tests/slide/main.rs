//! Move and slide: the guarantee against exact arithmetic, and cases computed by hand.

mod apart;
#[path = "../bodies/mod.rs"]
mod bodies;
mod crowds;
mod doors;
mod moves;
mod orders;
mod piles;
mod progress;
mod random;
mod rest;
mod seams;
mod through;
mod ties;
mod walls;

use collide2d::{
    Circle, Entity, Handle, Moving, OrientedRect, Query, Rect, Rotor, Settings, Shape, Slide, SlideOptions, Vec2, World,
};

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn circle(x: f32, y: f32, radius: f32) -> Shape {
    Circle::new(v(x, y), radius).unwrap().into()
}

fn rect(x: f32, y: f32, width: f32, height: f32) -> Shape {
    Rect::new(v(x, y), v(x + width, y + height)).unwrap().into()
}

fn oriented(x: f32, y: f32, half: Vec2, degrees: f32) -> Shape {
    OrientedRect::new(v(x, y), half, Rotor::from_degrees(degrees).unwrap()).unwrap().into()
}

/// A world of static shapes.
fn world(blockers: impl IntoIterator<Item = Shape>) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings::default());
    let handles = blockers.into_iter().map(|shape| world.insert(Entity::fixed(shape)).unwrap()).collect();
    world.step();
    (world, handles)
}

fn slide(world: &World, shape: Shape, motion: Vec2) -> Slide {
    world.queries().slide(Query::new(Moving::new(shape, motion).unwrap()), &SlideOptions::default())
}

/// The lower left corner of a rect, or the center.
fn position(shape: &Shape) -> Vec2 {
    if let Shape::Rect(rect) = shape { rect.min() } else { shape.center() }
}
