//! Shapes on their way from one tick to the next.

use collide_core::{Circle, OrientedRect, Rect, Rotor, Shape, Vec2};

/// A shape on the way to another one, a part of the way from 0 to 1; or nothing where its middle or its size changes by more than
/// `teleport_distance`, or it becomes of another kind, or is
/// scaled by its rotor: it has been put there.
pub(crate) fn between(from: &Shape, to: &Shape, part: f64, teleport_distance: f32) -> Option<Shape> {
    let near = |a: Vec2, b: Vec2| {
        let (x, y) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let teleport_distance = f64::from(teleport_distance);
        x * x + y * y <= teleport_distance * teleport_distance
    };
    let number = |a: f32, b: f32| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as f32;
    let point = |a: Vec2, b: Vec2| Vec2::new(number(a.x, b.x), number(a.y, b.y));
    match (from, to) {
        (Shape::Circle(a), Shape::Circle(b)) => {
            let size = (b.radius() - a.radius()).abs();
            let way = near(a.center(), b.center()) && size <= teleport_distance;
            let circle = || Circle::new(point(a.center(), b.center()), number(a.radius(), b.radius())).ok();
            way.then(circle)?.map(Shape::from)
        }
        (Shape::Rect(a), Shape::Rect(b)) => {
            let way = near(a.min(), b.min()) && near(a.max(), b.max());
            let rect = || Rect::new(point(a.min(), b.min()), point(a.max(), b.max())).ok();
            way.then(rect)?.map(Shape::from)
        }
        (Shape::OrientedRect(a), Shape::OrientedRect(b)) => {
            let even = is_unit(a.rotor()) && is_unit(b.rotor());
            let way = even && near(a.center(), b.center()) && near(a.half_extents(), b.half_extents());
            let rect = || {
                let (center, half) = (point(a.center(), b.center()), point(a.half_extents(), b.half_extents()));
                OrientedRect::new(center, half, rotated(a.rotor(), b.rotor(), part)).ok()
            };
            way.then(rect)?.map(Shape::from)
        }
        _ => None,
    }
}

/// The rotation on the short way from one to another. The angle goes at an even pace.
fn rotated(from: Rotor, to: Rotor, part: f64) -> Rotor {
    let [a, b] = [from, to].map(|rotor| (f64::from(rotor.cos()), f64::from(rotor.sin())));
    let angle = libm::atan2(a.0 * b.1 - a.1 * b.0, a.0 * b.0 + a.1 * b.1) * part;
    let (cos, sin) = (libm::cos(angle), libm::sin(angle));
    let (x, y) = (a.0 * cos - a.1 * sin, a.0 * sin + a.1 * cos);
    Rotor::new(x as f32, y as f32).unwrap_or(from)
}

/// Whether a rotor turns and does not scale.
fn is_unit(rotor: Rotor) -> bool {
    let (cos, sin) = (f64::from(rotor.cos()), f64::from(rotor.sin()));
    (cos * cos + sin * sin - 1.0).abs() < 1e-3
}

#[cfg(test)]
mod tests {
    use collide_core::{Circle, OrientedRect, Rotor, Shape, Vec2};

    use super::between;

    #[test]
    fn turns_the_short_way() {
        let at = |degrees: f32| {
            let rotor = Rotor::from_degrees(degrees).unwrap();
            Shape::from(OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 1.0), rotor).unwrap())
        };
        let Some(Shape::OrientedRect(half)) = between(&at(170.0), &at(-170.0), 0.25, 1.0) else {
            panic!("no teleport")
        };
        let expected = Rotor::from_degrees(175.0).unwrap();
        assert!(
            (half.rotor().cos() - expected.cos()).abs() < 1e-6 && (half.rotor().sin() - expected.sin()).abs() < 1e-6
        );
    }

    #[test]
    fn what_is_far_away_has_been_put_there() {
        let at = |x: f32| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
        assert_eq!(between(&at(0.0), &at(2.0), 0.5, 2.0), Some(at(1.0)));
        assert_eq!(between(&at(0.0), &at(2.1), 0.5, 2.0), None);
        assert_eq!(between(&at(-3e38), &at(3e38), 0.5, 2.0), None);
    }
}
