//! Every strategy gives the answer of brute force on every scene, for either touching rule and any number of threads.

use collide_scenes::{Scene, SceneKind};
use collide2d::broad::{BroadPhase, BruteForce, HierarchicalGrid, RTree, SweepAndPrune, UniformGrid};
use collide2d::{Batch, CellSize, Settings, Shape, Strategy, Threads, Touching, Vec2, World};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, prop_assert_ne, proptest};
use proptest::sample::{Select, select};

fn settings(strategy: Strategy, touching: Touching, threads: &Threads) -> Settings {
    Settings { strategy, touching, threads: threads.clone(), ..Settings::default() }
}

fn serial(strategy: Strategy, touching: Touching) -> Batch {
    Batch::new(settings(strategy, touching, &Threads::Serial))
}

/// The answer by definition: tests every pair of shapes.
fn every_pair(shapes: &[Shape], touching: Touching) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for (a, first) in (0..).zip(shapes) {
        for (b, second) in (0..).zip(shapes).skip(a as usize + 1) {
            if touching.accepts(collide2d::relation(first, second)) {
                found.push((a, b));
            }
        }
    }
    found
}

/// The answer by definition for two sets.
fn every_pair_between(a: &[Shape], b: &[Shape], touching: Touching) -> Vec<(u32, u32)> {
    let test = |i: usize, j: usize| touching.accepts(collide2d::relation(a[i], b[j]));
    let all = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
    all.filter(|&(i, j)| test(i, j)).map(|(i, j)| (i as u32, j as u32)).collect()
}

fn touching() -> Select<Touching> {
    select(vec![Touching::Closed, Touching::Open])
}

fn kinds() -> Select<SceneKind> {
    select(SceneKind::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn pairs_equal_brute_force(
        kind in kinds(), count in 0..400_usize, seed in any::<u64>(), touching in touching(),
    ) {
        let scene = kind.generate(count, seed);
        let expected = every_pair(scene.shapes(), touching);
        let mut out = vec![(7, 7)];
        for strategy in Strategy::ALL {
            let mut batch = serial(strategy, touching);
            let report = batch.pairs_into(scene.shapes(), &mut out).unwrap();
            prop_assert_eq!(&out, &expected, "{} on {}", strategy, kind.name());
            prop_assert_eq!(report.pair_count, expected.len() as u64);
            prop_assert!(report.candidate_count >= report.pair_count);
            prop_assert_ne!(report.strategy, Strategy::Auto);
            prop_assert_eq!(batch.count_pairs(scene.shapes()).unwrap().pair_count, expected.len() as u64);
        }
    }

    #[test]
    fn pairs_between_equal_brute_force(
        kinds in (kinds(), kinds()),
        counts in (0..200_usize, 0..200_usize), seed in any::<u64>(), touching in touching(),
    ) {
        let (a, b) = (kinds.0.generate(counts.0, seed), kinds.1.generate(counts.1, seed ^ 1));
        let expected = every_pair_between(a.shapes(), b.shapes(), touching);
        let mut out = Vec::new();
        for strategy in Strategy::ALL {
            let mut batch = serial(strategy, touching);
            let report = batch.pairs_between_into(a.shapes(), b.shapes(), &mut out).unwrap();
            prop_assert_eq!(&out, &expected, "{} on {} and {}", strategy, kinds.0.name(), kinds.1.name());
            let counted = batch.count_pairs_between(a.shapes(), b.shapes()).unwrap();
            prop_assert_eq!((report.pair_count, counted.pair_count), (expected.len() as u64, expected.len() as u64));
        }
    }
}

/// Two scenes, and their pairs by definition: those within the first, and those between both.
struct Case {
    kind: SceneKind,
    scenes: [Scene; 2],
    within: Vec<(u32, u32)>,
    between: Vec<(u32, u32)>,
}

/// A broad phase of the caller gives the same pairs as the strategies, on any number of threads.
#[test]
fn a_broad_phase_of_the_callers_takes_part() {
    let cases = SceneKind::ALL.map(|kind| {
        let count = if kind == SceneKind::Pile { 300 } else { 2_500 };
        let (a, b) = (kind.generate(count, 3), kind.generate(count / 2, 4));
        let within = every_pair(a.shapes(), Touching::Closed);
        let between = every_pair_between(a.shapes(), b.shapes(), Touching::Closed);
        Case { kind, scenes: [a, b], within, between }
    });
    check(BruteForce::default(), "brute force", &cases);
    check(UniformGrid::default(), "uniform grid", &cases);
    check(HierarchicalGrid::default(), "hierarchical grid", &cases);
    check(SweepAndPrune::default(), "sweep and prune", &cases);
    check(RTree::default(), "R-tree", &cases);

    fn check(mut phase: impl BroadPhase + Send, name: &str, cases: &[Case]) {
        for Case { kind, scenes: [a, b], within, between } in cases {
            for threads in [Threads::Serial, Threads::new(3).unwrap()] {
                let mut batch = Batch::new(settings(Strategy::Auto, Touching::Closed, &threads));
                let mut out = vec![(7, 7)];
                let report = batch.pairs_with(&mut phase, a.shapes(), &mut out).unwrap();
                assert_eq!(out, *within, "{name} on {kind}");
                assert_eq!(report.pair_count, within.len() as u64);
                let report = batch.pairs_between_with(&mut phase, a.shapes(), b.shapes(), &mut out).unwrap();
                assert_eq!(out, *between, "{name} on {kind}");
                assert!(report.candidate_count >= report.pair_count);
                batch.pairs_with(&mut phase, &[], &mut out).unwrap();
                assert_eq!(out, []);
            }
        }
    }
}

/// Cell sizes from the smallest to the largest possible.
const CELLS: [f32; 8] = [1e-45, f32::MIN_POSITIVE, 1e-6, 0.3, 1.0, 7.0, 1e30, f32::MAX];

/// A grid finds the same pairs with every cell size, in a batch and in a world whose shapes grow, shrink and move. Its
/// memory stays about the same.
#[test]
fn cells_of_any_size_change_nothing() {
    for kind in SceneKind::ALL {
        let scene = kind.generate(300, 12);
        let other = kind.generate(200, 13);
        let expected = every_pair(scene.shapes(), Touching::Closed);
        let between = every_pair_between(scene.shapes(), other.shapes(), Touching::Closed);
        let mut batch = serial(Strategy::UniformGrid, Touching::Closed);
        let (mut world, handles) = (World::new(batch.settings().clone()), &mut Vec::new());
        world.insert_batch(&scene.shapes().iter().map(|shape| (*shape).into()).collect::<Vec<_>>(), handles).unwrap();
        world.step();
        let memory = world.memory();
        for side in CELLS {
            let cell = Some(CellSize::new(side).unwrap());
            let settings = Settings { cell, ..batch.settings().clone() };
            batch.set_settings(settings.clone());
            let mut out = Vec::new();
            batch.pairs_into(scene.shapes(), &mut out).unwrap();
            assert_eq!(out, expected, "{} in cells of {side}", kind.name());
            batch.pairs_between_into(scene.shapes(), other.shapes(), &mut out).unwrap();
            assert_eq!(out, between, "{} in cells of {side}", kind.name());
            world.set_settings(settings);
            world.step();
            assert_eq!(world.pairs().len(), expected.len(), "{} in cells of {side}", kind.name());
            assert!(world.memory() < memory * 4, "{} bytes, were {memory}", world.memory());
        }
    }
}

/// Shapes that outgrow their cells and shrink again are still found.
#[test]
fn shapes_may_outgrow_the_cells() {
    let sized = |size: f32| -> Vec<Shape> {
        (0..60_u8)
            .map(|index| {
                let radius = if index % 3 == 0 { size } else { 0.25 };
                collide2d::Circle::new(Vec2::new(f32::from(index % 8), f32::from(index / 8)), radius).unwrap().into()
            })
            .collect()
    };
    let cell = Some(CellSize::new(1.0).unwrap());
    let settings = Settings { cell, strategy: Strategy::UniformGrid, ..Settings::default() };
    let (mut world, mut batch, mut out) = (World::new(settings.clone()), Batch::new(settings), Vec::new());
    let handles: Vec<_> = sized(0.5).iter().map(|shape| world.insert(shape).unwrap()).collect();
    for tick in 0..200_u8 {
        let shapes = sized([0.5, 0.6, 0.0, 3.0, 1e20, 0.1][usize::from(tick / 30) % 6]);
        world.set_batch(&handles.iter().copied().zip(shapes.iter().copied()).collect::<Vec<_>>()).unwrap();
        world.step();
        batch.pairs_into(&shapes, &mut out).unwrap();
        let expected = every_pair(&shapes, Touching::Closed);
        assert_eq!(out, expected, "tick {tick}");
        assert!(world.pairs().iter().map(|(a, b)| (a.slot(), b.slot())).eq(expected), "tick {tick}");
    }
}

#[test]
fn sizes_of_cells_are_checked() {
    for wrong in [0.0, -0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = CellSize::new(wrong).unwrap_err();
        assert_eq!(error.to_string(), format!("cell: must be a finite number above 0, is {wrong}"));
    }
}

/// A world stepped through movement, removal and reuse gives the pairs of its live shapes at every tick.
#[test]
fn a_world_equals_the_stateless_batch() {
    for kind in SceneKind::ALL {
        let mut scene = kind.generate(300, 11);
        let mut world = World::new(Settings::default());
        let mut handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        for tick in 1..=8_usize {
            scene.advance(1.0 / 30.0);
            let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
            world.set_batch(&updates).unwrap();
            // One entity is removed and inserted again in the same slot under a new handle.
            let leaver = tick * 31 % handles.len();
            let entity = world.remove(handles[leaver]).unwrap();
            let stale = std::mem::replace(&mut handles[leaver], world.insert(entity).unwrap());
            assert!(world.shape(stale).is_none());
            assert_eq!(world.step().shape_count, 300);
            let by_slot = |index: u32| handles[index as usize];
            let expected: Vec<_> = every_pair(scene.shapes(), Touching::Closed)
                .into_iter()
                .map(|(a, b)| (by_slot(a), by_slot(b)))
                .collect();
            assert_eq!(world.pairs(), expected, "{} at tick {tick}", kind.name());
            assert_eq!(world.tick(), tick as u64);
        }
    }
}

#[test]
fn a_stale_handle_is_refused_and_nothing_changes() {
    let circle = |x| Shape::from(collide2d::Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    let mut world = World::new(Settings::default());
    let (gone, here) = (world.insert(circle(0.0)).unwrap(), world.insert(circle(5.0)).unwrap());
    assert_eq!(world.remove(gone).unwrap().shape, circle(0.0));
    let error = world.set_batch(&[(here, circle(9.0)), (gone, circle(9.0))]).unwrap_err();
    assert_eq!(error.to_string(), format!("index 1: handle: {gone} is stale, its entity was removed"));
    assert_eq!(world.shape(here), Some(circle(5.0)));
    assert!(world.remove(gone).is_err() && world.set(gone, circle(1.0)).is_err());
    let next = world.insert(circle(2.0)).unwrap();
    assert_eq!((next.slot(), next.generation()), (gone.slot(), gone.generation() + 1));
    assert!(world.shape(gone).is_none(), "the old handle must not name the new entity");
    assert_eq!((world.len(), world.iter().count()), (2, 2));
}
