//! Moved shapes: interpolated between two ticks, or relative to another origin.

use collide_core::{DVec2, Shape, ShapeError, Vec2};

use super::{Stored, match_shape};

/// The parameters of an interpolation between two ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interpolation {
    /// The fraction of the time between the ticks, from 0 to 1.
    pub(crate) part: f64,
    /// A shape whose position or size changes by more than this has teleported and is not interpolated.
    pub(crate) teleport_distance: f32,
}

impl Interpolation {
    pub(super) fn is_near(&self, a: Vec2, b: Vec2) -> bool {
        self.is_short(b.as_dvec2() - a.as_dvec2())
    }

    /// Whether a change is no teleport.
    pub(super) fn is_short(&self, change: DVec2) -> bool {
        let teleport_distance = f64::from(self.teleport_distance);
        change.length_squared() <= teleport_distance * teleport_distance
    }

    pub(super) fn number(&self, a: f32, b: f32) -> f32 {
        (f64::from(a) + (f64::from(b) - f64::from(a)) * self.part) as f32
    }

    pub(super) fn point(&self, a: Vec2, b: Vec2) -> Vec2 {
        Vec2::new(self.number(a.x, b.x), self.number(a.y, b.y))
    }
}

/// A shape with all its points mapped by a translation.
pub(crate) fn map_points(shape: &Shape, point: impl Fn(Vec2) -> Vec2) -> Result<Shape, ShapeError> {
    match_shape!(*shape, shape => shape.map_points(point).map(Shape::from))
}

/// A shape with another center; `None` if the center is not one of its stored numbers.
pub(crate) fn with_center(shape: &Shape, center: Vec2) -> Option<Result<Shape, ShapeError>> {
    fn of<S: Stored<N>, const N: usize>(shape: &S, center: Vec2) -> Option<Result<Shape, ShapeError>> {
        S::HAS_CENTER.then(|| shape.with_center(center).map(S::into))
    }
    match_shape!(*shape, shape => of(&shape, center))
}

#[cfg(test)]
mod tests {
    use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rotor};

    use super::super::Listed;
    use super::*;

    /// A shape interpolated towards another one; `None` if the kinds differ or the change is a teleport.
    fn between(from: &Shape, to: &Shape, interpolation: &Interpolation) -> Option<Shape> {
        match_shape!(*from, from => from.interpolate(&Listed::of(to)?, interpolation).map(Shape::from))
    }

    #[test]
    fn turns_the_short_way() {
        let at = |degrees: f32| {
            let rotor = Rotor::from_degrees(degrees).unwrap();
            Shape::from(OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 1.0), rotor).unwrap())
        };
        let interpolation = Interpolation { part: 0.25, teleport_distance: 1.0 };
        let Some(Shape::OrientedRect(half)) = between(&at(170.0), &at(-170.0), &interpolation) else {
            panic!("no teleport")
        };
        let expected = Rotor::from_degrees(175.0).unwrap();
        assert!(
            (half.rotor().cos() - expected.cos()).abs() < 1e-6 && (half.rotor().sin() - expected.sin()).abs() < 1e-6
        );
    }

    /// One that turns has other offsets at each tick. It moves on, and turns at the next tick.
    #[test]
    fn capsules_and_polygons_that_turn_move_on() {
        let rotor = Rotor::from_degrees(5.0).unwrap();
        let capsule = Capsule::new(Vec2::ZERO, Vec2::X, 0.5).unwrap();
        let polygon = Polygon::regular(5, 1.0).unwrap();
        let interpolation = Interpolation { part: 0.5, teleport_distance: 2.0 };
        let turned = Shape::from(capsule.turned(rotor).unwrap().at(Vec2::X).unwrap());
        let half_way = capsule.at(Vec2::new(0.5, 0.0)).unwrap();
        assert_eq!(between(&capsule.into(), &turned, &interpolation), Some(half_way.into()));
        let turned = Shape::from(polygon.turned(rotor).unwrap().at(Vec2::X).unwrap());
        let half_way = polygon.at(Vec2::new(0.5, 0.0)).unwrap();
        assert_eq!(between(&polygon.into(), &turned, &interpolation), Some(half_way.into()));
        let grown = Shape::from(Polygon::new(polygon.offsets(), 0.25).unwrap().at(Vec2::X).unwrap());
        assert_eq!(between(&polygon.into(), &grown, &interpolation), None);
    }

    #[test]
    fn what_is_far_away_has_been_put_there() {
        let at = |x: f32| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
        let interpolation = Interpolation { part: 0.5, teleport_distance: 2.0 };
        assert_eq!(between(&at(0.0), &at(2.0), &interpolation), Some(at(1.0)));
        assert_eq!(between(&at(0.0), &at(2.1), &interpolation), None);
        assert_eq!(between(&at(-3e38), &at(3e38), &interpolation), None);
    }
}
