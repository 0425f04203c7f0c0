//! Entities far larger than all others, such as explosions and auras, cost the others nearly nothing, in the tick in
//! which they appear and in those after it.

use collide2d::tools::{Visits, WorldTools};
use collide2d::{Circle, Handle, Settings, Strategy, Threads, Vec2, World};

const RADIUS: f32 = 0.5;

/// Evenly distributed circles, about one pair for two of them.
fn crowd(count: usize, strategy: Strategy) -> World {
    let mut world = World::new(Settings { strategy, threads: Threads::Serial, ..Settings::default() });
    for index in 0..count {
        world.insert(circle(index, count, RADIUS)).unwrap();
    }
    world
}

fn circle(index: usize, count: usize, radius: f32) -> Circle {
    let part = |step: f64| ((index as f64 * step).fract() - 0.5) * 1.3 * (count as f64).sqrt();
    Circle::new([part(0.754_877_666_246_692_7) as f32, part(0.569_840_290_998_053_2) as f32], radius).unwrap()
}

/// The work of a tick in which all entities move: what it visits, and its number of pairs.
#[derive(Clone, Copy, Debug)]
struct Work {
    visits: u64,
    pairs: u64,
}

fn tick(world: &mut World, asked: Strategy) -> Work {
    world.update_each(|entity| _ = entity.translate(Vec2::new(0.001, 0.0)));
    let report = *world.step();
    let expected = if asked == Strategy::Auto { Strategy::HierarchicalGrid } else { asked };
    assert_eq!(report.strategy, expected, "{report:?}");
    let Visits { rows, runs, far_runs } = world.visits().unwrap();
    Work { visits: rows + runs + far_runs, pairs: report.pair_count }
}

/// Ticks with `large` for one or some ticks, and after them.
fn check(count: usize, strategy: Strategy, large: &[Circle], name: &str) {
    let mut world = crowd(count, strategy);
    let before = (0..4).map(|_| tick(&mut world, strategy)).last().unwrap();
    for stay in [1, 2] {
        let handles: Vec<Handle> = large.iter().map(|circle| world.insert(*circle).unwrap()).collect();
        for _ in 0..stay {
            let with = tick(&mut world, strategy);
            // Many large circles overlap far more than the crowd visits without them, and each pair is visited.
            let more = if large.len() > 1 { with.pairs - before.pairs } else { 0 };
            let limit = 3 * (before.visits + more);
            assert!(with.visits <= limit, "{count} {strategy} {name}: {with:?}, limit {limit}, before {before:?}");
        }
        handles.iter().for_each(|handle| _ = world.remove(*handle).unwrap());
        for _ in 0..3 {
            let after = tick(&mut world, strategy);
            assert!(after.visits * 10 <= before.visits * 13, "{count} {strategy} {name}: {after:?}, before {before:?}");
        }
    }
}

const COUNTS: [usize; 3] = [1_000, 10_000, 100_000];
const STRATEGIES: [Strategy; 3] = [Strategy::Auto, Strategy::UniformGrid, Strategy::HierarchicalGrid];

#[test]
fn one_large_entity_costs_the_others_nothing() {
    for count in COUNTS {
        for strategy in STRATEGIES {
            for times in [5.0, 10.0, 32.0, 100.0] {
                check(count, strategy, &[circle(7, count, RADIUS * times)], &format!("one, {times} times as large"));
            }
        }
    }
}

#[test]
fn a_hundredth_of_large_entities_costs_the_others_nothing() {
    for count in COUNTS {
        for strategy in STRATEGIES {
            for times in [[5.0_f32, 5.0], [5.0, 20.0], [5.0, 100.0], [100.0, 100.0]] {
                let of = count / 100;
                let times = |index: usize| times[0] * (times[1] / times[0]).powf(index as f32 / of as f32);
                let large: Vec<_> = (0..of).map(|index| circle(index, of, RADIUS * times(index))).collect();
                let spread = (count as f32 / of as f32).sqrt();
                let moved = large.iter().map(|circle| Circle::new(circle.center() * spread, circle.radius()).unwrap());
                let large: Vec<_> = moved.collect();
                check(count, strategy, &large, &format!("{of}, {} to {} times as large", times(0), times(of)));
            }
        }
    }
}

/// The same for entities that grow and shrink in place.
#[test]
fn entities_that_grow_for_a_tick_cost_the_others_nothing() {
    for (count, rounds) in [(1_000, 70), (10_000, 70), (100_000, 3)] {
        for strategy in STRATEGIES {
            for (each, times) in [(count, 32.0), (100, 10.0)] {
                let mut world = crowd(count, strategy);
                let handles: Vec<_> = world.iter().map(|(handle, _)| handle).collect();
                let before = (0..4).map(|_| tick(&mut world, strategy)).last().unwrap();
                for (round, factor) in (0..rounds).flat_map(|round| [(round, times), (round, 1.0)]) {
                    for (index, handle) in handles.iter().enumerate().skip(round % each).step_by(each) {
                        world.set(*handle, circle(index, count, RADIUS * factor)).unwrap();
                    }
                    let now = tick(&mut world, strategy);
                    let pairs = now.pairs.saturating_sub(before.pairs);
                    let limit = if factor > 1.0 { 30 * (before.visits + pairs) } else { 13 * before.visits };
                    let case = format!("{count} {strategy}, {times} times as large, round {round}");
                    assert!(now.visits * 10 <= limit, "{case}: {now:?}, before {before:?}");
                }
            }
        }
    }
}
