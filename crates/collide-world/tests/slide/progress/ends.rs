//! Two slanted walls end to end. A body that rounding has placed on one of them, or in it, walks over to the other.

use std::f64::consts::FRAC_PI_4;

use collide_oracle::ideal::Mover;
use collide2d::{DVec2, Moving, OrientedRect, Query, Rotor, Shape, SlideOptions, Vec2};

use super::{KINDS, Random, mover};
use crate::random::{holds, times};
use crate::world;

/// The number of runs of each kind of mover.
const RUNS: u64 = 200;

/// The number of ticks, after which each body is on the second wall. It may lose one of them at the joint.
const TICKS: usize = 10;

/// The motion of a tick.
const STEP: f64 = 0.2;

#[test]
fn walls_end_to_end_do_not_stop() {
    for (kind, name) in KINDS.into_iter().enumerate() {
        for seed in 0..RUNS * u64::from(times()) {
            let mut random = Random(seed);
            let angle = random.within(-FRAC_PI_4, FRAC_PI_4);
            let (along, base) = (DVec2::from_angle(angle), random.place(20.0));
            let rotor = Rotor::from_angle(angle as f32).unwrap();
            let at = |far: f64, high: f64| (base + along * far + along.perp() * high).as_vec2();
            let half = random.within(4.0, 6.0);
            let overlap = if random.is_one_of_two() { 0.05 } else { 0.0 };
            let wall = |far: f64| OrientedRect::new(at(far, -0.5), [half as f32, 0.5], rotor).unwrap();
            let walls = [wall(overlap - half), wall(half)];
            // Half of the bodies lie flat, as far as they have flat sides.
            let mut body = mover(kind, &mut random);
            if let Shape::OrientedRect(rect) = body
                && seed % 2 == 0
            {
                body = OrientedRect::new(Vec2::ZERO, rect.half_extents(), rotor).unwrap().into();
            }
            let far = random.within(-0.5, 0.5);
            let start = body.translated(at(far, Mover::of(&body).reach(-along.perp()))).unwrap();
            let (world, _) = world(walls.map(Shape::from));
            let motion = (along * STEP).as_vec2();
            let mut now = start;
            for _ in 0..TICKS {
                let query = Query::new(Moving::new(now, motion).unwrap());
                let slide = world.queries().slide(query, &SlideOptions::default());
                holds(&walls.map(Shape::from), &now, motion, &slide).unwrap();
                now = slide.shape;
            }
            let way = (now.center() - start.center()).as_dvec2().dot(along);
            assert!(way > (TICKS - 1) as f64 * STEP * 0.999, "{name}, seed {seed}: {way} of {}", STEP * TICKS as f64);
        }
    }
}
