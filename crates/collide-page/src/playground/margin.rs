//! The margin of a decision, as a number of `f32` steps of the radius, found by calls of the kernel.

use collide2d::{Circle, Relation, Shape, relation};
use serde::Serialize;

/// The radii at which the result changes, with all other numbers unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Margin {
    /// The smallest radius at which the two touch or overlap; `None` if no `f32` is large enough.
    pub(crate) touches_from: Option<f32>,
    /// The smallest radius at which their interiors overlap.
    pub(crate) overlaps_from: Option<f32>,
    /// The number of `f32` steps that the radius must go up (positive) or down (negative) until the relation changes: 0
    /// if the two touch, `None` if no radius changes it.
    pub(crate) steps: Option<i64>,
}

impl Margin {
    pub(crate) fn of(circle: &Circle, obstacle: &Shape) -> Self {
        let touches_from = least_radius(circle, obstacle, |relation| relation != Relation::Apart);
        let overlaps_from = least_radius(circle, obstacle, |relation| relation == Relation::Interior);
        let steps = match relation(*circle, *obstacle) {
            Relation::Apart => touches_from.map(|radius| steps_between(circle.radius(), radius)),
            Relation::Touching => Some(0),
            Relation::Interior => overlaps_from
                .filter(|radius| *radius > 0.0)
                .map(|radius| steps_between(circle.radius(), radius.next_down())),
        };
        Self { touches_from, overlaps_from, steps }
    }
}

/// The number of `f32` steps between two numbers. Non-negative numbers have the order of their bits, without gaps;
/// minus zero counts as zero.
fn steps_between(from: f32, to: f32) -> i64 {
    i64::from(to.abs().to_bits()) - i64::from(from.abs().to_bits())
}

/// The smallest radius whose relation `accept` accepts. A larger circle contains a smaller one, so a binary search over
/// the `f32` numbers finds it in 31 calls of the kernel.
fn least_radius(circle: &Circle, obstacle: &Shape, accept: impl Fn(Relation) -> bool) -> Option<f32> {
    let is_accepted = |bits: u32| {
        let sized = Circle::new(circle.center(), f32::from_bits(bits));
        sized.is_ok_and(|sized| accept(relation(sized, *obstacle)))
    };
    let (mut low, mut high) = (0, f32::MAX.to_bits());
    if !is_accepted(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_accepted(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(f32::from_bits(low))
}

#[cfg(test)]
mod tests {
    use collide2d::{OrientedRect, Rect, Rotor, Vec2};

    use super::*;

    fn circle(x: f32, y: f32, radius: f32) -> Circle {
        Circle::new(Vec2::new(x, y), radius).unwrap()
    }

    #[test]
    fn a_touch_has_no_margin_and_its_neighbours_have_one_step() {
        let other = circle(0.0, 0.0, 2.0).into();
        let touching = circle(3.0, 4.0, 3.0);
        let margin = Margin::of(&touching, &other);
        assert_eq!(margin.touches_from, Some(3.0));
        assert_eq!(margin.overlaps_from, Some(3.0_f32.next_up()));
        assert_eq!(margin.steps, Some(0));
        assert_eq!(Margin::of(&circle(3.0, 4.0, 3.0_f32.next_down()), &other).steps, Some(1));
        assert_eq!(Margin::of(&circle(3.0, 4.0, 3.0_f32.next_up()), &other).steps, Some(-1));
    }

    #[test]
    fn radii_at_the_margin_are_where_the_answer_changes() {
        let beam = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.5), Rotor::from_degrees(30.0).unwrap()).unwrap();
        let beam = Shape::from(beam);
        for at in [(3.0, 0.1), (0.2, 1.7), (-2.5, -2.5), (1e-3, 4e5)] {
            let of_radius = |radius| relation(circle(at.0, at.1, radius), beam);
            let margin = Margin::of(&circle(at.0, at.1, 0.25), &beam);
            let (touches, overlaps) = (margin.touches_from.unwrap(), margin.overlaps_from.unwrap());
            assert_eq!(of_radius(touches.next_down()), Relation::Apart, "{at:?}");
            assert_ne!(of_radius(touches), Relation::Apart);
            assert_eq!(of_radius(overlaps), Relation::Interior);
            assert_ne!(of_radius(overlaps.next_down()), Relation::Interior);
        }
    }

    #[test]
    fn a_center_inside_overlaps_whatever_the_radius() {
        let rect = Rect::new(Vec2::ZERO, Vec2::ONE).unwrap().into();
        let margin = Margin::of(&circle(0.5, 0.5, 3.0), &rect);
        assert_eq!(margin, Margin { touches_from: Some(0.0), overlaps_from: Some(0.0), steps: None });
    }

    #[test]
    fn no_radius_reaches_from_one_end_of_the_numbers_to_the_other() {
        let margin = Margin::of(&circle(f32::MIN, 0.0, 1.0), &circle(f32::MAX, 0.0, 0.0).into());
        assert_eq!(margin, Margin { touches_from: None, overlaps_from: None, steps: None });
    }
}
