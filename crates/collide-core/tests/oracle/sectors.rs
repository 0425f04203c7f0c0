//! Sectors against the distance of sector and shape in numbers of many digits.

use std::sync::atomic::{AtomicUsize, Ordering};

use collide_core::{Circle, ShapeKind};
use collide_core::{Relation, Sector, Shape, Vec2, distance, sector_shape};
use collide_oracle::sector;
use collide_oracle::shapes::{NUMBERS, number, shape};
use proptest::array::uniform9;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;

/// Points of a shape, rounded.
fn points(shape: &Shape) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = match shape {
        Shape::Circle(circle) => vec![circle.center()],
        Shape::Rect(rect) => rect.corners().into(),
        Shape::OrientedRect(rect) => rect.corners().into(),
        Shape::Capsule(capsule) => capsule.points().into(),
        Shape::Polygon(polygon) => polygon.points().collect(),
    };
    points.retain(|point| point.is_finite());
    points.push(shape.aabb().min());
    points
}

/// A number, or one of some steps beside it.
fn beside(number: f32, dice: u8) -> f32 {
    match dice % 4 {
        0 => number.next_up(),
        1 => number.next_down(),
        _ => number,
    }
}

/// A sector from numbers, in many cases with a border towards a corner of a shape, and a radius that is its distance.
fn sector_at(shape: &Shape, numbers: [f32; 9], dice: [u8; 6]) -> Option<Sector> {
    let [x, y, from_x, from_y, to_x, to_y, inner, outer, _] = numbers;
    let corners = points(shape);
    let corner = |dice: u8| corners[usize::from(dice) % corners.len()];
    let apex = if dice[0].is_multiple_of(8) { corner(dice[1]) } else { Vec2::new(x, y) };
    let border =
        |dice: u8, x: f32, y: f32| if dice.is_multiple_of(3) { corner(dice / 3) - apex } else { Vec2::new(x, y) };
    let from = border(dice[1], from_x, from_y);
    let to = match dice[2] % 5 {
        0 => -from,
        1 => from.perp(),
        _ => border(dice[2] / 5, to_x, to_y),
    };
    let length = |at: Vec2| (at.as_dvec2() - apex.as_dvec2()).length() as f32;
    let radius = |dice: u8, number: f32| match dice % 4 {
        0 => beside(distance(Circle::new(apex, 0.0).unwrap(), shape), dice / 4),
        1 => beside(length(corner(dice / 8)), dice / 4),
        _ => number.abs(),
    };
    let (outer, inner) = (radius(dice[3], outer), radius(dice[4], inner));
    let inner = if dice[5].is_multiple_of(2) { 0.0 } else { inner.max(0.0) };
    let (inner, outer) = if inner < outer { (inner, outer) } else { (outer.max(0.0), inner) };
    Sector::new(apex, from, to, outer).ok()?.with_inner(inner).ok()
}

#[test]
fn sectors_are_related_as_in_exact_arithmetic() {
    let times: u32 = std::env::var("COLLIDE_ORACLE").map_or(1, |times| times.parse().unwrap());
    for kind in ShapeKind::ALL {
        let cases = select(NUMBERS.to_vec()).prop_flat_map(move |numbers| {
            (shape(kind, numbers), uniform9(number(numbers)), proptest::array::uniform6(any::<u8>()))
        });
        let counts = [(); 3].map(|()| AtomicUsize::new(0));
        let config = ProptestConfig { cases: 1_000 * times, failure_persistence: None, ..ProptestConfig::default() };
        let done = TestRunner::new(config).run(&cases, |(shape, numbers, dice)| {
            let Some(sector) = sector_at(&shape, numbers, dice) else { return Ok(()) };
            let truth = sector::relation(&sector, &shape);
            prop_assert_eq!(sector_shape(&sector, shape), truth, "{:?} and {:?}", sector, shape);
            counts[truth as usize].fetch_add(1, Ordering::Relaxed);
            if truth != Relation::Apart {
                prop_assert!(sector.aabb().intersects(&shape.aabb()), "{:?} and {:?}", sector, shape);
            }
            Ok(())
        });
        done.unwrap_or_else(|failure| panic!("{kind}: {failure}"));
        let counts = counts.map(AtomicUsize::into_inner);
        assert!(counts.iter().all(|count| *count > 1), "{kind}: {counts:?}");
    }
}
