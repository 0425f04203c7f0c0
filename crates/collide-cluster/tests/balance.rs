//! Shares stay even while a crowd moves.

mod common;

use collide_cluster::{Settings, TickReport};
use collide_core::{Circle, Shape, Vec2};
use collide_world::Entity;
use common::{Dice, Feeding, Op, Tick, same, settings};

const COUNT: usize = 2_000;

/// Two thirds of the entities move as a crowd around the plane, at `speed` units a tick; the others do not move.
fn moving_crowd(ticks: usize, speed: f32) -> Vec<Tick> {
    let mut dice = Dice(5);
    let spots: Vec<Vec2> = (0..COUNT)
        .map(|number| if number % 3 == 0 { dice.point(120.0) } else { dice.point(10.0) + dice.point(10.0) })
        .collect();
    let shape = |number: usize, tick: usize| {
        let angle = tick as f32 * speed / 80.0;
        let crowd = Vec2::new(angle.cos(), angle.sin()) * 80.0;
        let center = if number.is_multiple_of(3) { spots[number] } else { spots[number] + crowd };
        Shape::from(Circle::new(center, 0.5).unwrap())
    };
    (0..ticks)
        .map(|tick| {
            let ops = (0..COUNT).map(|number| match tick {
                0 => Op::Insert(Entity::new(shape(number, 0))),
                _ => Op::Move(number, shape(number, tick)),
            });
            Tick { ops: ops.collect(), ..Tick::default() }
        })
        .collect()
}

/// The ratio of the heaviest load to the mean, at each tick.
fn skew(workers: &[common::Ticks]) -> Vec<f64> {
    let loads = |tick: usize| workers.iter().map(move |ticks| ticks[tick].1.load as f64);
    let count = workers.len() as f64;
    (0..workers[0].len()).map(|tick| loads(tick).fold(0.0, f64::max) / (loads(tick).sum::<f64>() / count)).collect()
}

#[test]
fn a_moving_crowd_is_shared() {
    let settings = Settings { fingerprint: false, max_imbalance_percent: 5, ..settings() };
    let script = moving_crowd(120, 0.4);
    for count in [2, 4] {
        let workers = common::cluster(&settings, &script, count, Feeding::Owner);
        let skew = skew(&workers);
        // At the first tick the tiles of entities are not known.
        let worst = skew[1..].iter().copied().fold(0.0, f64::max);
        assert!(worst <= 1.3, "{count} workers: {worst}, {skew:?}");
        assert!(skew[0] > 1.3, "{skew:?}");
        let rebalanced = |report: &TickReport| report.rebalanced;
        assert!(workers[0].iter().filter(|(_, report)| rebalanced(report)).count() > 2);
        let still = common::cluster(&Settings { balance_every: 0, ..settings.clone() }, &script, count, Feeding::Owner);
        assert!(self::skew(&still)[1..].iter().all(|skew| *skew > 1.3), "{:?}", self::skew(&still));
    }
}

/// The crowd moves by its own width within two seconds: the default settings compare often enough.
#[test]
fn a_crowd_that_runs_is_shared() {
    let defaults = Settings::default();
    let (balance_every, max_imbalance_percent) = (defaults.balance_every, defaults.max_imbalance_percent);
    let settings = Settings { fingerprint: false, balance_every, max_imbalance_percent, ..settings() };
    for speed in [0.4, 0.8] {
        let workers = common::cluster(&settings, &moving_crowd(80, speed), 4, Feeding::Owner);
        let skew = skew(&workers);
        let worst = skew[3..].iter().copied().fold(0.0, f64::max);
        assert!(worst <= 1.3, "{speed} units a tick: {worst}, {skew:?}");
    }
}

#[test]
fn and_finds_what_a_world_does() {
    same(&settings(), &moving_crowd(10, 0.4), 3, Feeding::Owner);
}

#[test]
fn one_tile_cannot_be_shared_and_says_so() {
    let ops = (0..50).map(|number| {
        let center = Vec2::new(number as f32 * 0.01, 0.5);
        Op::Insert(Entity::new(Circle::new(center, 0.25).unwrap()))
    });
    let script = [Tick { ops: ops.collect(), ..Tick::default() }, Tick::default(), Tick::default(), Tick::default()];
    let workers = same(&settings(), &script, 3, Feeding::Owner);
    let (heaviest, all) = workers[0][3].1.heaviest.unwrap();
    assert_eq!(heaviest, all);
    assert!(workers.iter().flatten().all(|(_, report)| !report.rebalanced));
}
