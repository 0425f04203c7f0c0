//! The decisions in integers equal those of the `f32` kernels where both are exact, and plain arithmetic in wide
//! integers at the ends of the range.

use collide_core::{Circle, Rect, Shape, Vec2, containment, int, relation};
use num_bigint::BigInt;
use proptest::prelude::*;

/// The same shape in both forms: circles by center, circles by box, rectangles.
fn both() -> impl Strategy<Value = (int::Shape, Shape)> {
    let numbers = (0..3_u8, -9_i32..9, -9_i32..9, 0..9_u32, 0..9_u32);
    numbers.prop_map(|(kind, x, y, w, h)| {
        let at = Vec2::new(x as f32, y as f32);
        match kind {
            0 => (int::Circle::new(x, y, w).into(), Circle::new(at, w as f32).unwrap().into()),
            1 => {
                let half = w as f32 / 2.0;
                (int::Circle::in_box(x, y, w).into(), Circle::new(at + half, half).unwrap().into())
            }
            _ => {
                let rect = Rect::new(at, at + Vec2::new(w as f32, h as f32)).unwrap();
                (int::Rect::with_size(x, y, w, h).into(), rect.into())
            }
        }
    })
}

/// Any number, often at an end of the range.
fn wide() -> impl Strategy<Value = i32> {
    prop_oneof![any::<i32>(), Just(i32::MIN), Just(i32::MAX), -3..3_i32, (i32::MAX - 3)..=i32::MAX]
}

fn size() -> impl Strategy<Value = u32> {
    prop_oneof![any::<u32>(), Just(u32::MAX), Just(1 << 31), 0..5_u32]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_numbers_agree_with_the_f32_kernels((a, a_f32) in both(), (b, b_f32) in both()) {
        prop_assert_eq!(int::relation(a, b), relation(a_f32, b_f32), "{:?} to {:?}", a_f32, b_f32);
        prop_assert_eq!(int::containment(a, b), containment(a_f32, b_f32), "{:?} in {:?}", b_f32, a_f32);
        prop_assert_eq!(int::overlaps(a, b), collide_core::overlaps(a_f32, b_f32));
        prop_assert_eq!(int::overlaps_interior(a, b), collide_core::overlaps_interior(a_f32, b_f32));
        prop_assert_eq!(int::contains(a, b), collide_core::contains(a_f32, b_f32));
        prop_assert_eq!(int::contains_strictly(a, b), collide_core::contains_strictly(a_f32, b_f32));
    }

    #[test]
    fn circles_are_exact_over_the_whole_range((x, y, r) in (wide(), wide(), size()), (u, v, s) in (wide(), wide(), size())) {
        let square = |value: BigInt| &value * &value;
        let distance_sq = square(BigInt::from(x) - u) + square(BigInt::from(y) - v);
        let expected = distance_sq <= square(BigInt::from(r) + s);
        prop_assert_eq!(int::overlaps(int::Circle::new(x, y, r), int::Circle::new(u, v, s)), expected);
        let inside = r >= s && distance_sq <= square(BigInt::from(r) - s);
        prop_assert_eq!(int::contains(int::Circle::new(x, y, r), int::Circle::new(u, v, s)), inside);
        prop_assert_eq!(int::contains_point(int::Circle::new(x, y, r), u, v), distance_sq <= square(BigInt::from(r)));
    }

    #[test]
    fn rectangles_are_exact_over_the_whole_range(
        (x, y, w, h) in (wide(), wide(), size(), size()), (u, v, side) in (wide(), wide(), size()),
    ) {
        // The circle in a box: its center and radius are halves, so everything is doubled.
        let beyond = |at: i32, low: i32, size: u32| {
            let at: BigInt = BigInt::from(at) * 2 + side;
            let low: BigInt = BigInt::from(low) * 2;
            let high: BigInt = &low + BigInt::from(size) * 2;
            (&low - &at).max(&at - &high).max(BigInt::ZERO)
        };
        let (dx, dy) = (beyond(u, x, w), beyond(v, y, h));
        let expected = &dx * &dx + &dy * &dy <= BigInt::from(side) * side;
        let (rect, circle) = (int::Rect::with_size(x, y, w, h), int::Circle::in_box(u, v, side));
        prop_assert_eq!(int::overlaps(rect, circle), expected);
        prop_assert_eq!(int::overlaps(circle, rect), expected);
        let end = |low: i32, size: u32| i64::from(low) + i64::from(size);
        let inside = u >= x && v >= y && end(u, side) <= end(x, w) && end(v, side) <= end(y, h);
        prop_assert_eq!(int::contains(rect, circle), inside);
    }
}
