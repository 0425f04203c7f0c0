use collide_core::{Rect, Shape, Vec2};

use crate::form::Form;

/// Moving shapes in a rectangular world, made by [`SceneKind::generate`](crate::SceneKind::generate).
///
/// An entity is an index into the slices of shapes and velocities. Every shape lies within the extent.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    extent: Rect,
    shapes: Vec<Shape>,
    velocities: Vec<Vec2>,
    /// Stored beside the shapes, so that moving a rectangle never changes its size by rounding.
    bodies: Vec<Body>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Body {
    center: Vec2,
    form: Form,
}

impl Scene {
    pub(crate) fn with_capacity(extent: Rect, count: usize) -> Self {
        Self {
            extent,
            shapes: Vec::with_capacity(count),
            velocities: Vec::with_capacity(count),
            bodies: Vec::with_capacity(count),
        }
    }

    /// Adds an entity. A position outside of the extent is mirrored at its border.
    pub(crate) fn push(&mut self, form: Form, center: Vec2, velocity: Vec2) {
        let (center, velocity) = reflect(&self.extent, form.reach(), center, velocity);
        self.shapes.push(form.at(center));
        self.velocities.push(velocity);
        self.bodies.push(Body { center, form });
    }

    /// Adds an exact copy of an entity, velocity included.
    pub(crate) fn push_copy(&mut self, of: usize) {
        self.shapes.push(self.shapes[of]);
        self.velocities.push(self.velocities[of]);
        self.bodies.push(self.bodies[of]);
    }

    /// The extent of the world, in world units.
    #[must_use]
    pub fn extent(&self) -> Rect {
        self.extent
    }

    /// The shape of every entity.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The velocity of every entity, in world units per second.
    #[must_use]
    pub fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }

    /// The number of entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether there are no entities.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Moves every entity by its velocity for `dt` seconds; a usual tick is 1/30. If an entity would leave the extent,
    /// its position and velocity are mirrored at the border. Entities pass through each other and do not rotate.
    ///
    /// # Panics
    /// If `dt` is not finite.
    ///
    /// ```
    /// use collide_scenes::SceneKind;
    /// let mut scene = SceneKind::MostlyStatic.generate(100, 7);
    /// let before = scene.clone();
    /// scene.advance(1.0 / 30.0);
    /// let moved = (0..scene.len()).filter(|&i| scene.shapes()[i] != before.shapes()[i]).count();
    /// let movers = before.velocities().iter().filter(|velocity| velocity.length() > 0.0).count();
    /// assert_eq!(moved, movers);
    /// ```
    pub fn advance(&mut self, dt: f32) {
        assert!(dt.is_finite(), "dt: must be a finite number, is {dt}");
        for ((shape, velocity), body) in self.shapes.iter_mut().zip(&mut self.velocities).zip(&mut self.bodies) {
            let moved = body.center + *velocity * dt;
            (body.center, *velocity) = reflect(&self.extent, body.form.reach(), moved, *velocity);
            *shape = body.form.at(body.center);
        }
    }
}

/// Mirrors a center at the border, so that a shape with this extent from its center lies within `extent`.
fn reflect(extent: &Rect, reach: Vec2, center: Vec2, velocity: Vec2) -> (Vec2, Vec2) {
    let (min, max) = (extent.min(), extent.max());
    let (x, velocity_x) = reflect_axis(min.x, max.x, reach.x, center.x, velocity.x);
    let (y, velocity_y) = reflect_axis(min.y, max.y, reach.y, center.y, velocity.y);
    (Vec2::new(x, y), Vec2::new(velocity_x, velocity_y))
}

fn reflect_axis(min: f32, max: f32, reach: f32, center: f32, velocity: f32) -> (f32, f32) {
    let (low, high) = (-largest_center(-min, reach), largest_center(max, reach));
    if center < low {
        ((2.0 * low - center).clamp(low, high), velocity.abs())
    } else if center > high {
        ((2.0 * high - center).clamp(low, high), -velocity.abs())
    } else {
        (center, velocity)
    }
}

/// The largest center with `center + reach <= max` in exact arithmetic, or one step less.
fn largest_center(max: f32, reach: f32) -> f32 {
    let center = max - reach;
    // The sum is exact in f64: scene coordinates and reaches are within 2^29 of each other in scale.
    if f64::from(center) + f64::from(reach) > f64::from(max) { center.next_down() } else { center }
}
