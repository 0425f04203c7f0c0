use collide_core::{Circle, OrientedRect, Rect, Shape, Vec2};

/// Moving shapes in a square world from the origin to [`side`](Self::side) on both axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    shapes: Vec<Shape>,
    velocities: Vec<Vec2>,
    side: f32,
}

impl Scene {
    pub(crate) fn new(shapes: Vec<Shape>, velocities: Vec<Vec2>, side: f64) -> Self {
        assert_eq!(shapes.len(), velocities.len());
        Self { shapes, velocities, side: side as f32 }
    }

    /// The shapes as they are now.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The velocity of each shape, in units per second.
    #[must_use]
    pub fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }

    /// The side of the world. Centers stay within, shapes may stick out.
    #[must_use]
    pub fn side(&self) -> f32 {
        self.side
    }

    /// Moves every shape on by so many seconds; at the border of the world it turns back. Rotations stay.
    pub fn advance(&mut self, seconds: f32) {
        for (shape, velocity) in self.shapes.iter_mut().zip(&mut self.velocities) {
            if *velocity != Vec2::ZERO {
                let from = center(shape);
                let to = from + *velocity * seconds;
                // Outward only: what starts outside is on its way back in.
                let leaving = |at: f32, speed: f32| (at < 0.0 && speed < 0.0) || (at > self.side && speed > 0.0);
                if leaving(to.x, velocity.x) {
                    velocity.x = -velocity.x;
                }
                if leaving(to.y, velocity.y) {
                    velocity.y = -velocity.y;
                }
                *shape = moved(shape, to.clamp(Vec2::ZERO, Vec2::splat(self.side)) - from);
            }
        }
    }
}

fn center(shape: &Shape) -> Vec2 {
    match shape {
        Shape::Circle(circle) => circle.center(),
        Shape::Rect(rect) => (rect.min() + rect.max()) * 0.5,
        Shape::OrientedRect(rect) => rect.center(),
    }
}

/// The shape elsewhere. Scenes are of moderate size, so that nothing can leave the range of `f32`.
fn moved(shape: &Shape, way: Vec2) -> Shape {
    let moved = match shape {
        Shape::Circle(circle) => Circle::new(circle.center() + way, circle.radius()).map(Shape::from),
        Shape::Rect(rect) => Rect::new(rect.min() + way, rect.max() + way).map(Shape::from),
        Shape::OrientedRect(rect) => {
            OrientedRect::new(rect.center() + way, rect.half_extents(), rect.rotor()).map(Shape::from)
        }
    };
    moved.expect("a shape stays finite within its world")
}
