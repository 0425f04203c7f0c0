//! The empty world: nothing stands in the way, so only rounding keeps a shape from its place.

use crate::bodies::{capsule, polygon};
use collide2d::swept::spacing;
use collide2d::{Circle, DVec2, OrientedRect, Rect, Rotor, Shape, Vec2};
use proptest::prelude::*;

use crate::random::times;
use crate::{slide, world};

/// By how many spacings of positions a shape may end before its place, along each axis.
const SPACINGS: f64 = 4.0;

/// A number of a magnitude from `2^-20` to `2^20`, or zero.
fn number() -> impl Strategy<Value = f32> {
    let scaled = (-20_i32..=20, 1_f32..2.0, any::<bool>());
    let number = scaled.prop_map(|(scale, part, negative)| 2_f32.powi(scale) * if negative { -part } else { part });
    prop_oneof![15 => number, 1 => Just(0.0)]
}

fn vector() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(Vec2::from)
}

/// Shapes of every kind: rects by a center, by a corner, and with a corner near zero.
fn shape() -> impl Strategy<Value = Shape> {
    (0_u8..7, vector(), vector(), 0_f32..6.3).prop_filter_map("finite", |(kind, at, size, angle)| {
        let size = size.abs();
        Some(match kind {
            0 => Circle::new(at, size.x).ok()?.into(),
            1 => OrientedRect::new(at, size, Rotor::from_angle(angle).ok()?).ok()?.into(),
            2 => Rect::new(at - size, at + size).ok()?.into(),
            3 => Rect::new(at, at + size).ok()?.into(),
            4 => capsule(at, size, angle * 57.0),
            5 => polygon(at, size, angle * 57.0),
            _ => Rect::new(at.min(size), at.max(size)).ok()?.into(),
        })
    })
}

/// The corners of a rect, or the center.
fn points(shape: &Shape) -> [Vec2; 2] {
    if let Shape::Rect(rect) = shape { [rect.min(), rect.max()] } else { [shape.center(); 2] }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000 * times(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn shapes_move_by_their_motion(shape in shape(), motion in vector()) {
        let (world, _) = world([]);
        let slid = slide(&world, shape, motion);
        let target = points(&shape).map(|point| point.as_dvec2() + motion.as_dvec2());
        let farthest = target[0].abs().max(target[1].abs()).as_vec2();
        let unit = spacing(shape).max(spacing(Circle::new(farthest, 0.0).unwrap()));
        for (to, end) in target.into_iter().zip(points(&slid.shape)) {
            let missed = (end.as_dvec2() - to).abs() / unit;
            prop_assert!(missed.cmple(DVec2::splat(SPACINGS)).all(), "{:?} by {}: {:?}, {}", shape, motion, slid, missed);
        }
        prop_assert!(slid.hits().is_empty());
        let expected = if slid.shape == shape { motion } else { Vec2::ZERO };
        prop_assert_eq!(slid.left, expected, "{:?} by {}: {:?}", shape, motion, slid);
    }
}

/// Near zero the positions of a rect are closer to each other than at its end.
#[test]
fn rects_near_zero_move_far() {
    let (world, _) = world([]);
    for y in [-10.0, -7.0, 7.0, 10.0] {
        let rect = Shape::from(Rect::new(Vec2::new(-0.3, -0.9), Vec2::new(0.3, 0.9)).unwrap());
        let slid = slide(&world, rect, Vec2::new(0.0, y));
        assert!((slid.shape.center().y - y).abs() < 1e-5, "by {y}: {slid:?}");
        assert_eq!(slid.left, Vec2::ZERO);
    }
}

/// A motion that is shorter than the spacing of positions leads nowhere, and is left.
#[test]
fn what_is_too_short_is_left() {
    let (world, _) = world([]);
    for shape in [crate::circle(1e6, 0.0, 1.0), crate::rect(1e6, 0.0, 1.0, 1.0)] {
        let motion = Vec2::new(1e-3, 0.0);
        let slid = slide(&world, shape, motion);
        assert_eq!((slid.shape, slid.left), (shape, motion));
    }
}
