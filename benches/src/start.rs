//! What a game starts with.

use collide_scenes::Scene;
use collide2d::{Rect, Shape, Vec2};

/// The entities of a game at its start. An entity is an index into both slices.
pub trait Start {
    /// The extent of the world.
    fn extent(&self) -> Rect;

    /// The shape of each entity.
    fn shapes(&self) -> &[Shape];

    /// The velocity of each entity, in units per second.
    fn velocities(&self) -> &[Vec2];
}

impl Start for Scene {
    fn extent(&self) -> Rect {
        Self::extent(self)
    }

    fn shapes(&self) -> &[Shape] {
        Self::shapes(self)
    }

    fn velocities(&self) -> &[Vec2] {
        Self::velocities(self)
    }
}

/// Entities that are not a scene of `collide-scenes`.
pub struct Bodies {
    /// The extent of the world.
    pub extent: Rect,
    /// The shape of each entity.
    pub shapes: Vec<Shape>,
    /// The velocity of each entity, in units per second.
    pub velocities: Vec<Vec2>,
}

impl Start for Bodies {
    fn extent(&self) -> Rect {
        self.extent
    }

    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }
}
