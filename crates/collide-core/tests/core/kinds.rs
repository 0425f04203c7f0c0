//! The same points and radius as another kind of shape: all measures give the same numbers.

use std::collections::BTreeSet;

use collide_core::{
    Capsule, Circle, ContactPoints, Moving, OrientedRect, Polygon, Ray, Rect, Rotor, Segment, Shape, Vec2, cast_ray,
    cast_segment, contact, contact_normal, distance, penetration, sweep, sweep_entering,
};
use proptest::prelude::*;

/// A box, a segment parallel to an axis, a disc or a point, as each kind that can hold it.
fn holders(low: Vec2, size: Vec2, is_round: bool) -> Vec<Shape> {
    let high = low + size;
    let (center, half) = ((low + high) * 0.5, size * 0.5);
    if is_round || size == Vec2::ZERO {
        let radius = half.x;
        let capsule = Capsule::new(Vec2::ZERO, Vec2::ZERO, radius).unwrap().at(center).unwrap();
        let polygon = Polygon::new(&[center], radius).unwrap();
        return vec![Circle::new(center, radius).unwrap().into(), capsule.into(), polygon.into()];
    }
    let quarter_turn = Rotor::new(0.0, 1.0).unwrap();
    let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    let mut shapes = vec![
        Rect::new(low, high).unwrap().into(),
        OrientedRect::new(center, half, Rotor::IDENTITY).unwrap().into(),
        OrientedRect::new(center, Vec2::new(half.y, half.x), quarter_turn).unwrap().into(),
        Polygon::new(&corners, 0.0).unwrap().into(),
    ];
    if size.min_element() == 0.0 {
        shapes.push(Capsule::new(low, high, 0.0).unwrap().into());
    }
    shapes
}

/// On a lattice of which every few places meet, so that most pairs touch, or have several normals of one depth.
fn on_lattice() -> impl Strategy<Value = (Vec2, Vec2, bool)> {
    let steps = |range: std::ops::RangeInclusive<i16>| {
        (range.clone(), range).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)) * 0.25)
    };
    (steps(-4..=4), steps(0..=6), any::<bool>())
}

/// In order, with five digits, and each once.
fn rounded(points: &ContactPoints) -> BTreeSet<String> {
    points.as_slice().iter().map(|point| format!("{point:.5}").replace("-0.00000", "0.00000")).collect()
}

/// All measures of two shapes, of which the first moves, and of a ray with the same motion. Times, and places at such times,
/// have five digits: the numbers behind them differ.
fn measures(a: Shape, b: Shape, motion: Vec2, from: Vec2) -> String {
    let contacts = contact(a, b).map(|found| rounded(&found.points));
    let depths = (contact_normal(a, b), contact(a, b).map(|found| (found.normal, found.depth)), penetration(a, b));
    let moving = Moving::new(a, motion).unwrap();
    let impacts = [sweep(moving, b), sweep_entering(moving, b)];
    let impacts = impacts.map(|found| found.map(|found| (found.time, found.normal, rounded(&found.points))));
    let ray = Ray::new(from, motion, 1.0).ok().map(|ray| cast_ray(&ray, b));
    let segment = cast_segment(&Segment::new(from, from + motion).unwrap(), b);
    let distance = distance(a, b);
    let rounded = format!("points {contacts:.5?}, {distance:.5}\nsweeps {impacts:.5?}\nray {ray:.5?}, {segment:.5?}");
    format!("contact {depths:?}, {}", rounded.replace("-0.00000", "0.00000"))
}

/// Numbers of all measures of two shapes, of which the first moves, and their largest error, as a multiple of the spacing of
/// `f32` numbers at 1.
fn numbers(a: Shape, b: Shape, motion: Vec2) -> [Option<([f32; 3], f32)>; 3] {
    let moving = Moving::new(a, motion).unwrap();
    let depth = contact(a, b).map(|found| ([found.normal.x, found.normal.y, found.depth], 64.0));
    let impact = sweep_entering(moving, b).map(|found| ([found.normal.x, found.normal.y, found.time], 2.0));
    let distance = distance(a, b);
    [depth, impact, (distance > 0.0).then_some(([distance, 0.0, 0.0], 64.0))]
}

fn are_near(a: Option<([f32; 3], f32)>, b: Option<([f32; 3], f32)>) -> bool {
    match (a, b) {
        (Some((a, spacings)), Some((b, _))) => a.iter().zip(b).all(|(a, b)| (a - b).abs() <= spacings * f32::EPSILON),
        (a, b) => a.is_none() && b.is_none(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_a_lattice_they_are_equal_to_the_bit(a in on_lattice(), b in on_lattice(), x in -8_i16..=8, y in -8_i16..=8) {
        let motion = Vec2::new(f32::from(x), f32::from(y)) * 0.25;
        let from = a.0 + a.1 * 0.5;
        let [a, b] = [a, b].map(|(low, size, is_round)| holders(low, size, is_round));
        let expected = measures(a[0], b[0], motion, from);
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b))) {
            let found = measures(a, b, motion, from);
            prop_assert!(found == expected, "{} and {}:\n{}\nnot\n{}", a.kind(), b.kind(), found, expected);
        }
    }

    /// Corners are multiples of 2^-16, so all kinds hold the same points, and other numbers are rounded.
    #[test]
    fn elsewhere_they_differ_by_rounding(places in prop::array::uniform8(-1 << 18..1 << 18), kinds: [bool; 2]) {
        let [ax, ay, aw, ah, bx, by, x, y] = places.map(|place| place as f32 / 65_536.0);
        let [bw, bh] = [(ah - by).abs() + 0.125, (aw - bx).abs() + 0.125];
        let size = Vec2::new(aw.abs() + 0.125, ah.abs() + 0.125);
        let [a, b] = [holders(Vec2::new(ax, ay), size, kinds[0]), holders(Vec2::new(bx, by), Vec2::new(bw, bh), kinds[1])];
        let motion = Vec2::new(x, y) * 4.0;
        let expected = numbers(a[0], b[0], motion);
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b))) {
            let found = numbers(a, b, motion);
            let is_equal = found.iter().zip(expected).all(|(found, expected)| are_near(*found, expected));
            prop_assert!(is_equal, "{a:?} by {motion} and {b:?}: {found:?} and not {expected:?}");
        }
    }
}
