//! Every broad phase finds the bounds that brute force finds, built again and again, for bounds that are hard to cut into cells.

use std::ops::Range;

use collide2d::broad::{BroadPhase, BruteForce, HierarchicalGrid, RTree, SweepAndPrune, UniformGrid};
use collide2d::{Aabb, Rect, Vec2};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

/// A world: where it is, how wide and high, and how large what is in it.
#[derive(Clone, Copy, Debug)]
struct Regime {
    origin: Vec2,
    extent: Vec2,
    size: f32,
}

fn regime() -> impl Strategy<Value = Regime> {
    let origin = select(vec![0.0_f32, 1e7, -1e7, 1e30, -3e38, 1e-40]);
    let extent = select(vec![0.0_f32, 1e-40, 1.0, 30.0, 1e4, 1e30, 3e38]);
    let size = select(vec![0.0_f32, 1e-45, 1e-3, 1.0, 50.0, 1e30]);
    (origin.clone(), origin, extent.clone(), extent, size).prop_map(|(x, y, width, height, size)| Regime {
        origin: Vec2::new(x, y),
        extent: Vec2::new(width, height),
        size,
    })
}

/// A place and a size as shares of the regime's; some are far larger than the others.
fn share() -> impl Strategy<Value = [f32; 5]> {
    let number = || prop_oneof![0.0_f32..1.0, select(vec![0.0_f32, 0.5, 1.0])];
    (number(), number(), number(), number(), select(vec![1.0_f32, 1.0, 1.0, 1.0, 20.0]))
        .prop_map(|(a, b, c, d, e)| [a, b, c, d, e])
}

fn bound(Regime { origin, extent, size }: Regime, [x, y, width, height, scale]: [f32; 5]) -> Aabb {
    let clamp = |place: Vec2| place.clamp(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX));
    let low = clamp(origin + Vec2::new(x, y) * extent);
    let high = clamp(low + Vec2::new(width, height) * size * scale);
    Rect::new(low, high).unwrap().aabb()
}

/// Pairs of proxies, and which proxy each bound asked for hits.
type Found = (Vec<(u32, u32)>, Vec<(usize, u32)>);

/// All pairs, from two ranges of units, and all hits of some bounds, sorted.
fn found(phase: &impl BroadPhase, cut: usize, asked: &[Aabb]) -> Found {
    let units = phase.unit_count();
    let cut = cut % (units + 1);
    let mut pairs = Vec::new();
    let mut collect = |range: Range<usize>| phase.for_each_pair(range, |a, b| pairs.push((a.min(b), a.max(b))));
    collect(0..cut);
    collect(cut..units);
    let mut hits = Vec::new();
    for (number, bound) in asked.iter().enumerate() {
        phase.for_each_hit(bound, |proxy| hits.push((number, proxy)));
    }
    pairs.sort_unstable();
    hits.sort_unstable();
    (pairs, hits)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn all_find_what_brute_force_finds(
        sets in vec((regime(), vec(share(), 0..150), any::<usize>()), 1..6),
    ) {
        let mut brute = BruteForce::default();
        let (mut grid, mut levels) = (UniformGrid::default(), HierarchicalGrid::default());
        let (mut sweep, mut rtree) = (SweepAndPrune::default(), RTree::default());
        for (regime, shares, cut) in sets {
            let bounds: Vec<Aabb> = shares.iter().map(|share| bound(regime, *share)).collect();
            let asked = &bounds[..bounds.len().min(10)];
            brute.build(&bounds);
            let expected = found(&brute, cut, asked);
            grid.build(&bounds);
            prop_assert_eq!(&found(&grid, cut, asked), &expected, "grid, {:?}", regime);
            levels.build(&bounds);
            prop_assert_eq!(&found(&levels, cut, asked), &expected, "levels, {:?}", regime);
            sweep.build(&bounds);
            prop_assert_eq!(&found(&sweep, cut, asked), &expected, "sweep, {:?}", regime);
            rtree.build(&bounds);
            prop_assert_eq!(&found(&rtree, cut, asked), &expected, "rtree, {:?}", regime);
        }
    }
}
