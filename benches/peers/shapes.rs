//! Entities of any shape, moved by their scene; the test is that of `collide`.

use collide::{Shape, overlaps};
use collide_scenes::Scene;

use crate::entities::{Bounds, Entities};

pub struct Shapes(Scene);

impl Entities for Shapes {
    fn new(scene: &Scene) -> Self {
        Self(scene.clone())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn advance(&mut self, dt: f32) {
        self.0.advance(dt);
    }

    fn bounds(&self, id: u32) -> Bounds {
        let bounds = self.0.shapes()[id as usize].aabb();
        Bounds { min: bounds.min().to_array(), max: bounds.max().to_array() }
    }

    fn overlap(&self, a: u32, b: u32) -> bool {
        overlaps(self.0.shapes()[a as usize], self.0.shapes()[b as usize])
    }

    fn shape(&self, id: u32) -> Shape {
        self.0.shapes()[id as usize]
    }
}
