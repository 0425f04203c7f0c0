//! `World::sweep_through`, against the positions of its target at many times.

use std::error::Error;

use collide2d::{Circle, Handle, History, Moving, PastHit, Query, Settings, Vec2, World, distance, penetration};

/// Where a rocket is now that was fired in the past, and what it has hit on the way. `step` is its motion in a tick.
fn fly(
    world: &World,
    shooter: Handle,
    fired: f64,
    start: Circle,
    step: Vec2,
) -> Result<(Circle, Option<PastHit>), Box<dyn Error>> {
    let now = world.tick() as f64;
    let motion = step * (now - fired) as f32;
    let rocket = Query::from(Moving::new(start, motion)?).except(shooter);
    let hit = world.sweep_through(rocket, fired, now)?;
    Ok((start.translated(motion)?, hit))
}

/// A target that moves each tick, and a rocket that may just hit or just miss it. A hit touches it at that time, and
/// meets it at no earlier time; a miss meets it at no time.
#[test]
fn a_rocket_in_the_past_hits_what_it_met() {
    const TICKS: u8 = 16;
    const SAMPLES: u32 = 64;
    /// Farther than rounding moves a surface.
    const CLOSE: f32 = 1e-4;
    let mut seed = 12_345_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 40) as f32 / (1 << 24) as f32
    };
    let (mut hits, mut misses) = (0, 0);
    for shot in 0..500 {
        let history = History { ticks: TICKS.into(), teleport_distance: 10.0 };
        let mut world = World::new(Settings { history, ..Settings::default() });
        let shooter = world.insert(Circle::new([0.0, 0.0], 0.5).unwrap()).unwrap();
        let (x, y, step_y) = (2.0 + 8.0 * random(), -3.0 + 6.0 * random(), -0.4 + 0.8 * random());
        let target = world.insert(Circle::new([x, y], 0.5).unwrap()).unwrap();
        for tick in 0..TICKS {
            world.set(target, Vec2::new(x, y + step_y * f32::from(tick))).unwrap();
            world.step();
        }
        let (fired, start, step) = (2.25, Circle::new([0.0, 0.0], 0.1).unwrap(), Vec2::new(0.8, 0.0));
        let both = |time: f64| {
            let rocket = Circle::new(step * (time - fired) as f32, 0.1).unwrap();
            (rocket, world.at(time).unwrap().shape(target).unwrap())
        };
        let (end, hit) = fly(&world, shooter, fired, start, step).unwrap();
        assert!((end.center() - Vec2::new(11.0, 0.0)).length() < CLOSE);
        let until = hit.map_or(f64::from(TICKS), |hit| hit.tick);
        if hit.is_some() {
            let (rocket, there) = both(until);
            assert!(distance(rocket, there) < CLOSE, "shot {shot} hits at {until}, but does not touch then");
        }
        let times = (0..SAMPLES * 14).map(|sample| fired + f64::from(sample) / f64::from(SAMPLES));
        for time in times.take_while(|time| *time < until - 1e-3) {
            let (rocket, there) = both(time);
            assert!(penetration(rocket, there) < CLOSE, "shot {shot} passes at {time}");
        }
        *if hit.is_some() { &mut hits } else { &mut misses } += 1;
    }
    assert!(hits > 50 && misses > 50, "{hits} hits, {misses} misses");
}
