//! Every strategy finds exactly what brute force finds, for any finite bounds, built again and again.

use collide_broad::conformance::check_bounds;
use collide_broad::{BroadPhase, StrategyVisitor, for_each_strategy};
use collide_core::{Aabb, Rect, Vec2};
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

/// Builds one value of each strategy from all sets in turn.
struct Check<'a>(&'a [(Vec<Aabb>, Vec<Aabb>)]);

impl StrategyVisitor for Check<'_> {
    fn visit<B: BroadPhase>(&mut self, name: &'static str) {
        let mut phase = B::default();
        for (bounds, queries) in self.0 {
            check_bounds(&mut phase, name, bounds, queries).unwrap_or_else(|error| panic!("{error}, of {bounds:?}"));
        }
    }
}

fn bound(low: Vec2, size: Vec2) -> Aabb {
    let clamp = |point: Vec2| point.clamp(Vec2::MIN, Vec2::MAX);
    let low = clamp(low);
    Rect::new(low, clamp(low + size.abs()).max(low)).unwrap().aabb()
}

/// Coordinates of one kind: common, integers, subnormal, huge, or any finite number.
fn coordinate(kind: u8) -> BoxedStrategy<f32> {
    match kind {
        0 => (-50.0_f32..50.0).boxed(),
        1 => (-6_i8..6).prop_map(f32::from).boxed(),
        2 => (-4_i8..4).prop_map(|i| f32::from(i) * f32::from_bits(1)).boxed(),
        3 => prop_oneof![Just(f32::MIN), Just(f32::MAX), -1e38_f32..1e38, Just(-0.0), Just(0.0)].boxed(),
        _ => any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |v| v.is_finite()).boxed(),
    }
}

fn bounds(kind: u8, limit: usize) -> BoxedStrategy<Vec<Aabb>> {
    let size = prop_oneof![6 => coordinate(kind), 2 => Just(0.0), 1 => coordinate(0), 1 => coordinate(3)];
    let one = (coordinate(kind), coordinate(kind), size.clone(), size);
    vec(one.prop_map(|(x, y, width, height)| bound(Vec2::new(x, y), Vec2::new(width, height))), 0..limit).boxed()
}

/// Bounds of all kinds of coordinates.
fn mixed() -> impl Strategy<Value = Vec<Aabb>> {
    (bounds(0, 80), bounds(3, 6), bounds(4, 20)).prop_map(|(a, b, c)| [a, b, c].concat())
}

/// Bounds scattered over a rectangle at some origin; some are far larger than the others.
fn scattered() -> impl Strategy<Value = Vec<Aabb>> {
    let origin = select(vec![0.0_f32, 1e7, -1e7, 1e30, -3e38, 1e-40]);
    let extent = select(vec![0.0_f32, 1e-40, 1.0, 30.0, 1e4, 1e30, 3e38]);
    let size = select(vec![0.0_f32, 1e-45, 1e-3, 1.0, 50.0, 1e30]);
    let point = |x: f32, y: f32| Vec2::new(x, y);
    let region = ((origin.clone(), origin), (extent.clone(), extent), size);
    let number = || prop_oneof![0.0_f32..1.0, select(vec![0.0_f32, 0.5, 1.0])];
    let shares = (number(), number(), number(), number(), select(vec![1.0_f32, 1.0, 1.0, 1.0, 20.0]));
    (region, vec(shares, 0..150)).prop_map(move |((origin, extent, size), shares)| {
        let (origin, extent) = (point(origin.0, origin.1), point(extent.0, extent.1));
        let one =
            |(x, y, width, height, scale)| bound(origin + point(x, y) * extent, point(width, height) * size * scale);
        shares.into_iter().map(one).collect()
    })
}

/// A set of bounds, and queries: some of the bounds, and some of any kind.
fn set() -> impl Strategy<Value = (Vec<Aabb>, Vec<Aabb>)> {
    let one_kind = (0..5_u8).prop_flat_map(|kind| bounds(kind, 120));
    let all = prop_oneof![2 => one_kind, 1 => mixed(), 2 => scattered()];
    let others = (0..5_u8).prop_flat_map(|kind| bounds(kind, 8));
    (all, others).prop_map(|(all, others)| {
        let queries = all.iter().take(10).copied().chain(others).collect();
        (all, queries)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_strategy_equals_brute_force(sets in vec(set(), 1..5)) {
        for_each_strategy(&mut Check(&sets));
    }
}
