//! Every strategy finds exactly what brute force finds, for any finite bounds and any cut of the work.

use collide_broad::{BroadPhase, BruteForce, RTree, SweepAndPrune, UniformGrid};
use collide_core::{Aabb, Rect, Vec2};
use proptest::prelude::*;

fn bound(x: f32, y: f32, width: f32, height: f32) -> Aabb {
    let far = |low: f32, size: f32| (low + size).clamp(low, f32::MAX);
    Rect::new(Vec2::new(x, y), Vec2::new(far(x, width), far(y, height))).unwrap().aabb()
}

/// All pairs, each as smaller and larger proxy, the work cut into ranges of `step` units; sorted.
fn pairs<B: BroadPhase>(index: &B, step: usize) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let units = index.unit_count();
    for start in (0..units).step_by(step.max(1)) {
        index.for_each_pair(start..units.min(start + step.max(1)), |a, b| found.push((a.min(b), a.max(b))));
    }
    found.sort_unstable();
    found
}

fn hits<B: BroadPhase>(index: &B, query: &Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    index.for_each_hit(query, |proxy| found.push(proxy));
    found.sort_unstable();
    found
}

/// The pairs and hits must equal those of brute force; building over old contents must not matter.
fn check<B: BroadPhase>(name: &str, bounds: &[Aabb], queries: &[Aabb], step: usize) {
    let mut reference = BruteForce::default();
    reference.build(bounds);
    let expected = pairs(&reference, usize::MAX);
    let mut index = B::default();
    index.build(queries);
    index.build(bounds);
    for step in [step, usize::MAX] {
        assert_eq!(pairs(&index, step), expected, "{name}, {step} units at a time, of {bounds:?}");
    }
    for query in queries {
        assert_eq!(hits(&index, query), hits(&reference, query), "{name}, query {query:?} of {bounds:?}");
    }
}

fn check_all(bounds: &[Aabb], queries: &[Aabb], step: usize) {
    check::<UniformGrid>("grid", bounds, queries, step);
    check::<SweepAndPrune>("sweep", bounds, queries, step);
    check::<RTree>("rtree", bounds, queries, step);
}

/// Coordinates of one kind: everyday, on integers, tiny, huge, or any finite number.
fn coordinate(kind: u8) -> BoxedStrategy<f32> {
    match kind {
        0 => (-50.0_f32..50.0).boxed(),
        1 => (-6_i8..6).prop_map(f32::from).boxed(),
        2 => (-4_i8..4).prop_map(|i| f32::from(i) * f32::from_bits(1)).boxed(),
        3 => prop_oneof![Just(f32::MIN), Just(f32::MAX), -1e38_f32..1e38, Just(-0.0), Just(0.0)].boxed(),
        _ => any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |v| v.is_finite()).boxed(),
    }
}

fn bounds(kind: u8, most: usize) -> BoxedStrategy<Vec<Aabb>> {
    let size = prop_oneof![6 => coordinate(kind), 2 => Just(0.0), 1 => coordinate(0), 1 => coordinate(3)];
    let one = (coordinate(kind), coordinate(kind), size.clone(), size);
    prop::collection::vec(one.prop_map(|(x, y, w, h)| bound(x, y, w.abs(), h.abs())), 0..most).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn any_bounds((all, queries) in (0..5_u8).prop_flat_map(|kind| (bounds(kind, 120), bounds(kind, 12))), step in 1..50_usize) {
        check_all(&all, &queries, step);
    }

    #[test]
    fn mixed_kinds(a in bounds(0, 80), b in bounds(3, 6), c in bounds(4, 20), step in 1..50_usize) {
        let all: Vec<Aabb> = a.into_iter().chain(b.clone()).chain(c).collect();
        check_all(&all, &b, step);
    }
}

#[test]
fn none_and_one() {
    check_all(&[], &[bound(0.0, 0.0, 1.0, 1.0)], 1);
    check_all(&[bound(0.0, 0.0, 1.0, 1.0)], &[bound(1.0, 1.0, 0.0, 0.0)], 1);
}

#[test]
fn both_zeros_touch() {
    let all = [bound(-1.0, -1.0, 1.0, 1.0), bound(-0.0, -0.0, 1.0, 1.0), bound(0.0, 0.0, 0.0, 0.0)];
    let below_zero = Rect::new(Vec2::splat(-1.0), Vec2::splat(-0.0)).unwrap().aabb();
    check_all(&[all.as_slice(), &[below_zero]].concat(), &all, 1);
}

#[test]
fn all_in_one_place() {
    let all = vec![bound(3.0, -7.0, 0.0, 0.0); 300];
    check_all(&all, &all[..1], 7);
}

#[test]
fn a_line_of_points_and_one_far_out() {
    let mut all: Vec<Aabb> = (0..500_u16).map(|i| bound(f32::from(i) * 1e-6, 0.0, 0.0, 0.0)).collect();
    all.push(bound(1e30, -1e30, 0.0, 0.0));
    all.push(bound(f32::MIN, f32::MIN, f32::MAX, f32::MAX));
    check_all(&all, &all[499..], 64);
}

/// Lower corners on cell borders and one step to either side, where a cell is as wide as a bound.
#[test]
fn cell_borders() {
    let mut all = Vec::new();
    for column in -8..8_i8 {
        for row in -8..8_i8 {
            let (x, y) = (f32::from(column), f32::from(row));
            let x = [x.next_down(), x, x.next_up()][(column + row).rem_euclid(3) as usize];
            all.push(bound(x, y, 1.0, 1.0));
        }
    }
    check_all(&all, &all[..20], 31);
}

/// A huge bound, a query over everything and a world of far-apart towns cost no more than what is there.
#[test]
fn extent_costs_nothing() {
    let town = |x: f32| (0..50_u8).map(move |i| bound(x + f32::from(i) * 0.5, x, 1.0, 1.0));
    let all: Vec<Aabb> = [-3e38, -1e12, -1e6, 0.0, 1e9, 3e38].into_iter().flat_map(town).collect();
    let everything = Rect::new(Vec2::MIN, Vec2::MAX).unwrap().aabb();
    check_all(&all, &[everything], 100);
    check_all(&[all.as_slice(), &[everything; 5]].concat(), &[everything], 100);
}
