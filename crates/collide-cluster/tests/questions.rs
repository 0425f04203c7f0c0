//! Questions and observer views across the borders of workers, for the present and the past.

mod common;

use collide_cluster::Settings;
use collide_core::{Moving, OrientedRect, Ray, Rotor, Sector, Segment, Vec2};
use collide_world::{History, Layers, Mode, Nearest, Query, Question, SlideOptions, Turning};
use common::{Dice, Feeding, Tick, same, settings};
use proptest::prelude::*;

fn filtered<T>(dice: &mut Dice, what: T) -> Query<T> {
    let query = Query::new(what);
    match dice.below(4) {
        0 => query.solid(),
        1 => query.on(Layers { mask: 1, ..Layers::ALL }),
        _ => query,
    }
}

fn question(dice: &mut Dice, reach: f32) -> Question<'static> {
    let mode = [Mode::All, Mode::Count, Mode::First(1), Mode::First(3)][dice.below(4) as usize];
    // Larger numbers of queries use another search.
    let count = [1, 3, 40][dice.below(3) as usize];
    let kind = dice.below(10);

    macro_rules! queries {
        ($make:expr) => {
            (0..count)
                .map(|_| {
                    let made = $make;
                    filtered(dice, made)
                })
                .collect()
        };
    }
    match kind {
        0 => Question::Overlap(queries!(dice.shape(reach)), mode),
        1 => Question::Nearest(queries!({
            let shape = dice.shape(reach);
            let within = [0.0, 1.5, 10.0, f32::INFINITY][dice.below(4) as usize];
            Nearest { shape, count: [1, 4, usize::MAX][dice.below(3) as usize], within }
        })),
        2 => Question::Ray(
            queries!({
                let (from, way) = (dice.point(reach), dice.point(1.0) + Vec2::new(0.01, 0.0));
                let far = [1.0, 20.0, f32::INFINITY][dice.below(3) as usize];
                Ray::new(from, way, far).unwrap()
            }),
            mode,
        ),
        3 => Question::Segment(queries!(Segment::new(dice.point(reach), dice.point(reach)).unwrap()), mode),
        4 => Question::Sweep(
            queries!({
                let shape = dice.shape(reach);
                Moving::new(shape, dice.point(reach)).unwrap_or(Moving::new(shape, Vec2::ZERO).unwrap())
            }),
            mode,
        ),
        5 => Question::Blocked(queries!(Segment::new(dice.point(reach), dice.point(reach)).unwrap())),
        6 => {
            let (max_bounces, leave_overlapped) = (dice.below(5) as usize, dice.below(2) > 0);
            let queries = queries!({
                let shape = dice.shape(reach);
                Moving::new(shape, dice.point(reach)).unwrap_or(Moving::new(shape, Vec2::ZERO).unwrap())
            });
            Question::Slide(queries, SlideOptions { max_bounces, leave_overlapped, pass: None })
        }
        7 => {
            let max_distance = [0.0, 2.0, 30.0, f32::INFINITY][dice.below(4) as usize];
            Question::Free(queries!(dice.shape(reach)), max_distance)
        }
        8 => Question::Sector(
            queries!({
                let facing = dice.point(1.0) + Vec2::new(0.01, 0.0);
                let opening = [10.0, 90.0, 180.0, 300.0][dice.below(4) as usize];
                let outer = [0.5, 3.0, 20.0][dice.below(3) as usize];
                let sector = Sector::facing(dice.point(reach), facing, opening, outer).unwrap();
                sector.with_inner(dice.below(2) as f32 * 0.25).unwrap()
            }),
            mode,
        ),
        _ => Question::Turn(queries!({
            let (center, pivot) = (dice.point(reach), dice.point(reach));
            let half = dice.point(1.0).abs() + Vec2::splat(0.125);
            let rect = OrientedRect::new(center, half, Rotor::from_angle(dice.below(7) as f32).unwrap()).unwrap();
            Turning::new(rect, pivot, dice.below(9) as f32 - 4.0).unwrap()
        })),
    }
}

fn script(dice: &mut Dice, reach: f32, past: Option<usize>) -> Vec<Tick> {
    let mut script = dice.script(12, 30, reach);
    for (number, tick) in script.iter_mut().enumerate() {
        for _ in 0..4 {
            let question = question(dice, reach);
            let newest = number as f64 + 1.0;
            let oldest = past.map_or(newest, |ticks| (newest - ticks as f64 + 1.0).max(1.0));
            let time = (newest - dice.below(64) as f64 / 16.0).max(oldest);
            tick.questions.push(match past {
                Some(_) if dice.below(3) > 0 => (Some(time), question),
                _ => (None, question),
            });
        }
    }
    script
}

fn remembering(settings: Settings, teleport_distance: f32) -> Settings {
    let history = History { ticks: 5, teleport_distance };
    Settings { world: collide_world::Settings { history, ..settings.world }, ..settings }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn now(seed in any::<u64>(), count in 1_usize..6, reach in 2_u8..30, tile in -1_i8..4) {
        let mut dice = Dice(seed);
        let script = script(&mut dice, f32::from(reach), None);
        same(&Settings { tile, ..settings() }, &script, count, Feeding::Anyone);
    }

    #[test]
    fn then(
        seed in any::<u64>(), count in 1_usize..6, reach in 2_u8..30, tile in -1_i8..4, far in 0_usize..4, owner in any::<bool>()
    ) {
        let mut dice = Dice(seed);
        let script = script(&mut dice, f32::from(reach), Some(5));
        let settings = remembering(Settings { tile, ..settings() }, [0.0, 3.0, 40.0, f32::INFINITY][far]);
        same(&settings, &script, count, if owner { Feeding::Owner } else { Feeding::Anyone });
    }

    #[test]
    fn observers(seed in any::<u64>(), count in 1_usize..5, reach in 2_u8..30, tile in -1_i8..4) {
        let mut dice = Dice(seed);
        let mut script = dice.script(10, 30, f32::from(reach));
        for tick in script.iter_mut().step_by(2) {
            let at = if dice.below(3) == 0 { Err(dice.point(f32::from(reach))) } else { Ok(dice.below(1000) as usize) };
            tick.observers.push((at, dice.below(20) as f32));
        }
        let settings = Settings { tile, interest: true, ..settings() };
        same(&settings, &script, count, Feeding::Anyone);
    }
}
