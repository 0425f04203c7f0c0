//! Which outlines are convex.

use collide_core::{Polygon, Vec2};

/// The length of a closed outline.
fn length(points: &[Vec2]) -> f64 {
    let ends = points.iter().cycle().skip(1);
    points.iter().zip(ends).map(|(a, b)| a.as_dvec2().distance(b.as_dvec2())).sum()
}

/// A closed outline is at least as long as the outline of its hull, and as long only if it goes once around it.
fn goes_once_around(points: &[Vec2]) -> bool {
    let hull = Polygon::new(points, 0.0).unwrap();
    hull.offsets().len() < 3 || length(points) - length(hull.offsets()) < 1e-9
}

/// All outlines of up to five points of a small grid: dents, crossings, points on edges, repeated points and spikes.
#[test]
fn convex_outlines_are_as_long_as_their_hull() {
    let place = |index: usize| Vec2::new((index % 3) as f32, (index / 3) as f32);
    let mut convex = 0;
    for count in 1..=5_u32 {
        for number in 0..9_usize.pow(count) {
            let points: Vec<Vec2> = (0..count).map(|digit| place(number / 9_usize.pow(digit) % 9)).collect();
            let expected = goes_once_around(&points);
            assert_eq!(Polygon::is_convex_outline(&points), expected, "{points:?}");
            convex += usize::from(expected && Polygon::new(&points, 0.0).unwrap().offsets().len() > 2);
        }
    }
    assert!(convex > 10_000, "{convex}");
}

#[test]
fn a_dent_of_one_bit_is_one() {
    let outline = |y: f32| Polygon::is_convex_outline(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.5, y], [0.0, 1.0]]);
    assert!(outline(1.0) && outline(1.0_f32.next_up()) && !outline(1.0_f32.next_down()));
    // More corners than a polygon has, and two rounds of them.
    let corner = |index: u16| [f32::from(index), f32::from(index * index)];
    let many: Vec<[f32; 2]> = (0..100).map(corner).collect();
    assert!(Polygon::is_convex_outline(&many) && !Polygon::is_convex_outline(&[many.clone(), many].concat()));
    // Numbers that no exact arithmetic has.
    for wrong in [f32::NAN, f32::INFINITY] {
        assert!(!Polygon::is_convex_outline(&[[0.0, 0.0], [wrong, 0.0]]));
    }
    assert!(Polygon::is_convex_outline(&[Vec2::ZERO; 0]));
    let wide = |y: f32| {
        let m = f32::MAX;
        Polygon::is_convex_outline(&[[-m, -m], [m, -m], [0.0, y], [-m, m]])
    };
    assert!(wide(1e-45) && wide(0.0) && !wide(-1e-45));
}
