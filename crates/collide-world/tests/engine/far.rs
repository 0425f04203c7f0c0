//! Queries where a few entities, or the queries, are far from all others: against brute force.

use collide2d::{
    Circle, Mode, Moving, Nearest, NearestHits, OrientedRect, Query, Ray, RayHits, Rect, Rotor, Settings, Shape,
    SweepHits, Threads, Vec2, World, cast_ray, distance, sweep,
};

/// A point of a low-discrepancy sequence in the unit square.
fn spread(index: usize) -> Vec2 {
    let part = |step: f64| (index as f64 * step).fract() as f32;
    Vec2::new(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
}

const SIDE: f32 = 50.0;

/// A crowd, and others far from it.
fn crowd(others: &[Vec2]) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for index in 0..800 {
        let at = spread(index) * SIDE;
        let shape: Shape = match index % 4 {
            0 => Rect::new(at, at + 0.6).unwrap().into(),
            1 => OrientedRect::new(at, [0.8, 0.2], Rotor::from_degrees(index as f32).unwrap()).unwrap().into(),
            _ => Circle::new(at, 0.4).unwrap().into(),
        };
        world.insert(shape).unwrap();
    }
    for at in others {
        world.insert(Circle::new(*at, 0.5).unwrap()).unwrap();
        world.insert(Rect::new(*at + 2.0, *at + 3.0).unwrap()).unwrap();
    }
    for _ in 0..3 {
        world.step();
    }
    world
}

fn worlds() -> Vec<World> {
    let far = |scale: f32| (0..30).map(move |index| (spread(index + 77) - 0.5) * scale).collect::<Vec<_>>();
    [vec![], vec![Vec2::new(1e4, 0.0)], vec![Vec2::new(-300.0, 2e3), Vec2::new(9e5, -4e5)], far(1e4), far(1e6)]
        .iter()
        .map(|others| crowd(others))
        .collect()
}

#[test]
fn rays_and_sweeps_past_outliers_hit_what_brute_force_hits() {
    for world in worlds() {
        let all: Vec<_> = world.iter().map(|(handle, entity)| (handle, entity.shape)).collect();
        for index in 0..300 {
            let from = (spread(index) - 0.25) * SIDE * 2.0;
            let way = match index % 3 {
                0 => Vec2::X,
                1 => Vec2::from_angle(index as f32),
                _ => Vec2::new(1e4, 0.5) - from,
            };
            let ray = Ray::new(from, way, if index % 2 == 0 { f32::INFINITY } else { 1e5 }).unwrap();
            let mut expected: Vec<_> =
                all.iter().filter_map(|(handle, s)| Some((*handle, cast_ray(&ray, *s)?))).collect();
            expected.sort_by(|a, b| a.1.entry.total_cmp(&b.1.entry).then(a.0.slot().cmp(&b.0.slot())));
            for (mode, limit) in [(Mode::All, usize::MAX), (Mode::First(1), 1), (Mode::First(20), 20)] {
                let mut hits = RayHits::default();
                world.queries().ray_batch_into(&[ray.into()], mode, &mut hits).unwrap();
                assert_eq!(hits.of(0), &expected[..expected.len().min(limit)], "{ray:?}");
            }
            let moving = Moving::new(Circle::new(from, 1.5).unwrap(), way * 500.0).unwrap();
            let mut expected: Vec<_> =
                all.iter().filter_map(|(handle, s)| Some((*handle, sweep(moving, *s)?))).collect();
            expected.sort_by(|a, b| a.1.time.total_cmp(&b.1.time).then(a.0.slot().cmp(&b.0.slot())));
            let mut hits = SweepHits::default();
            world.queries().sweep_batch_into(&[moving.into()], Mode::All, &mut hits).unwrap();
            assert_eq!(hits.of(0), expected, "{moving:?}");
        }
    }
}

/// Many distances are equal in `f32`.
#[test]
fn nearest_from_far_away_is_what_brute_force_finds() {
    for world in worlds() {
        let all: Vec<_> = world.iter().map(|(handle, entity)| (handle, entity.shape)).collect();
        for far in [0.0, 1e4, 1e6, 1e8, 1e9, 1e12, 1e30, 3e38] {
            for index in 0..16 {
                let at = Vec2::from_angle(index as f32) * far + spread(index) * SIDE;
                let shape: Shape = match index % 3 {
                    0 => Circle::new(at, 0.0).unwrap().into(),
                    1 => Circle::new(at, far * 0.5).unwrap().into(),
                    _ => Rect::new(at - 1.0, at + 1.0).unwrap().into(),
                };
                let mut expected: Vec<_> =
                    all.iter().map(|(handle, other)| (*handle, distance(shape, *other))).collect();
                expected.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.slot().cmp(&b.0.slot())));
                for count in [1, 5, 40] {
                    let query = Query::new(Nearest { count, ..Nearest::to(shape) });
                    let mut hits = NearestHits::default();
                    world.queries().nearest_batch_into(&[query], &mut hits).unwrap();
                    assert_eq!(hits.of(0), &expected[..count], "{shape:?}");
                }
            }
        }
        // On top of many: each distance is zero.
        let pile = Nearest { count: 3, ..Nearest::to(Circle::new(Vec2::splat(SIDE * 0.5), SIDE).unwrap()) };
        let mut hits = NearestHits::default();
        world.queries().nearest_batch_into(&[pile.into()], &mut hits).unwrap();
        assert_eq!(
            hits.of(0).iter().map(|(handle, far)| (handle.slot(), *far)).collect::<Vec<_>>(),
            [(0, 0.0), (1, 0.0), (2, 0.0)]
        );
    }
}
