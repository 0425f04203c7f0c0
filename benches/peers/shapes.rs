//! Entities of any shape, with the exact test of `collide2d`.

use collide_bench::Start;
use collide2d::{Shape, World, overlaps};

use crate::circles::Border;
use crate::entities::{Bounds, Entities};

pub struct Shapes {
    shapes: Vec<Shape>,
    velocities: Vec<[f32; 2]>,
    border: Border,
}

impl Entities for Shapes {
    fn new(scene: &dyn Start) -> Self {
        Self {
            shapes: scene.shapes().to_vec(),
            velocities: scene.velocities().iter().map(|velocity| velocity.to_array()).collect(),
            border: Border::of(scene),
        }
    }

    fn len(&self) -> usize {
        self.shapes.len()
    }

    fn advance(&mut self, dt: f32) {
        for (shape, velocity) in self.shapes.iter_mut().zip(&mut self.velocities) {
            let step = self.border.step(shape.center().to_array(), velocity, dt);
            *shape = shape.translated(step.into()).expect("worlds are small");
        }
    }

    fn bounds(&self, id: u32) -> Bounds {
        let bounds = self.shapes[id as usize].aabb();
        Bounds { min: bounds.min().to_array(), max: bounds.max().to_array() }
    }

    fn overlap(&self, a: u32, b: u32) -> bool {
        overlaps(self.shapes[a as usize], self.shapes[b as usize])
    }

    #[inline(always)]
    fn shape(&self, id: u32) -> Shape {
        self.shapes[id as usize]
    }

    fn gather_into(&self, world: &mut World) {
        world.update_each(|entity| entity.set_shape(self.shapes[entity.slot() as usize]));
    }
}
