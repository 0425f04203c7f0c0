//! The work of ticks and queries is bounded by the number of entities and of results, for any distribution of positions
//! and sizes. Counts rows and candidates, never time. A fuzz target checks the same limits.

mod auto;
mod crowds;
mod far;
mod limits;
mod outliers;
mod scene;
mod shared_cells;

use collide2d::{Budget, Circle, Entity, History, Rect, Settings, Strategy, Threads, Vec2, World};
use limits::{check_observers, check_queries, check_ticks, world};
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop_oneof, proptest};
use proptest::sample::select;
use scene::Description;

const COUNT: usize = 10_000;

/// A point of a low-discrepancy sequence in the unit square.
fn spread(index: usize) -> Vec2 {
    [0.754_877_666_246_692_7, 0.569_840_290_998_053_2].map(|step: f64| (index as f64 * step).fract() as f32).into()
}

fn description() -> impl Values<Value = Description> {
    let unit = prop_oneof![5 => 0..1_i32, 1 => -120..-40_i32, 1 => 40..90_i32];
    let sizes = prop_oneof![3 => 0..2_i32, 2 => 2..12_i32, 1 => 12..60_i32];
    (0_u8..6, sizes, unit, 0_u8..5, 0_u8..4, any::<u32>()).prop_map(|(positions, sizes, unit, outliers, kind, seed)| {
        Description { count: COUNT, positions, sizes, unit, outliers, kind, seed }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_tick_visits_few_rows(description in description()) {
        check_ticks(&description);
    }

    #[test]
    fn queries_visit_few_entities(description in description()) {
        check_queries(&description, 0);
    }

    #[test]
    fn queries_after_changes_visit_few_entities(
        description in description(),
        changed in select(vec![1, 10, 100, 1_000, 4_000, 10_000]),
    ) {
        check_queries(&description, changed);
    }

    #[test]
    fn interest_visits_few_entities(description in description()) {
        check_observers(&description);
    }
}

/// A scene whose sizes differ by a factor of 2^200 is swept, and one that becomes so is swept in the same tick.
#[test]
fn the_strategy_follows_the_data_at_once() {
    let nested =
        Description { count: COUNT, positions: 0, sizes: 100, unit: 0, outliers: 0, kind: 1, seed: 7 }.entities();
    let mut fresh = world(&nested);
    assert_eq!(fresh.step().strategy, Strategy::SweepAndPrune);

    let even = Description { count: COUNT, positions: 0, sizes: 0, unit: 0, outliers: 0, kind: 1, seed: 7 };
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<_> = even.entities().into_iter().map(|entity| world.insert(entity).unwrap()).collect();
    for _ in 0..5 {
        assert_eq!(world.step().strategy, Strategy::HierarchicalGrid);
    }
    let moved: Vec<_> = handles.iter().zip(&nested).map(|(handle, entity)| (*handle, entity.shape)).collect();
    world.set_batch(&moved).unwrap();
    assert_eq!(world.step().strategy, Strategy::SweepAndPrune);
}

/// Changed entities are indexed by distances, however small: once those below 1e-30 all were in one leaf.
#[test]
fn changed_entities_in_small_units_are_found_in_few_visits() {
    for unit in [-118, -112] {
        let even = Description { count: COUNT, positions: 0, sizes: 0, unit, outliers: 0, kind: 0, seed: 0 };
        check_queries(&even, 4_000);
    }
}

/// A wall that changes costs itself, not the map, also if all walls are in pairs. Rows move aside for it in their list, which
/// costs less than a unit each.
#[test]
fn a_changed_wall_costs_the_others_nothing() {
    let wall = |index: usize| Entity::fixed(Rect::from_center(spread(index) * 400.0, [2.0, 2.0]).unwrap());
    for (strategy, static_pairs) in
        [(Strategy::HierarchicalGrid, false), (Strategy::UniformGrid, false), (Strategy::HierarchicalGrid, true)]
    {
        let settings = Settings { strategy, static_pairs, threads: Threads::Serial, ..Settings::default() };
        let mut world = World::new(settings);
        let walls: Vec<_> = (0..20_000).map(|index| world.insert(wall(index)).unwrap()).collect();
        (0..500).for_each(|index| _ = world.insert(Circle::new(spread(index * 3) * 400.0, 0.4).unwrap()).unwrap());
        (0..3).for_each(|_| _ = world.step());
        // The kept pairs are looked through.
        let kept = if static_pairs { world.report().unwrap().pair_count } else { 0 };
        let none = world.step().work + kept;
        for tick in 0..200 {
            world.set(walls[tick * 7], wall(tick + 20_000)).unwrap();
            let one = world.step().work;
            assert!(one < none + walls.len() as u64, "{strategy}, {static_pairs}, tick {tick}: {one} and {none}");
        }
    }
}

/// A step is refused before it sorts more static entities than its limit allows; then it costs the same again.
#[test]
fn a_limited_step_does_not_sort_the_walls_first() {
    let wall = |index: usize| Entity::fixed(Rect::from_center(spread(index) * 400.0, [0.5, 0.5]).unwrap());
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let walls: Vec<_> = (0..20_000).map(|index| world.insert(wall(index)).unwrap()).collect();
    let limit = Budget::of_work(100_000);
    (0..2).for_each(|_| assert_eq!(world.step_within(limit).unwrap_err().found, 200_000));
    world.step();
    world.step_within(limit).unwrap();
    world.set(walls[7], wall(20_000)).unwrap();
    world.step_within(limit).unwrap();
    (0..2_000).for_each(|index| world.set(walls[index], wall(index + 30_000)).unwrap());
    assert_eq!(world.step_within(limit).unwrap_err().found, 200_000);
}

/// The ticks of a history share the walls that have not changed.
#[test]
fn a_changed_wall_takes_no_copy_of_the_others() {
    let wall = |index: usize| Entity::fixed(Rect::from_center(spread(index) * 400.0, [0.5, 0.5]).unwrap());
    let history = History { ticks: 16, ..History::default() };
    let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
    let walls: Vec<_> = (0..20_000).map(|index| world.insert(wall(index)).unwrap()).collect();
    (0..20).for_each(|_| _ = world.step());
    let before = world.memory();
    for tick in 0..100 {
        world.set(walls[tick * 7], wall(tick + 20_000)).unwrap();
        world.step();
    }
    assert!(world.memory() < before + 1_000_000, "{} and {before} bytes", world.memory());
    // After a copy of all, ticks without changes share it.
    (0..1_000).for_each(|index| world.set(walls[index], wall(index + 40_000)).unwrap());
    (0..20).for_each(|_| _ = world.step());
    assert!(world.memory() < before + 1_500_000, "{} and {before} bytes", world.memory());
}
