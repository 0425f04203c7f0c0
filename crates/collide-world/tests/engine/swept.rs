//! Swept pairs equal the result of `sweep` for every pair.

use crate::bodies::{capsule, polygon};
use allocation_counter::measure;
use collide_scenes::SceneKind;
use collide2d::error::WorldError;
use collide2d::{
    Budget, Circle, Entity, Handle, Layers, Moving, OrientedRect, Rect, Rotor, Settings, Shape, SweptPair, SweptPairs,
    Threads, Touching, Vec2, World, sweep,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

/// Numbers mostly on a grid, so that many shapes touch or slide, and sometimes anywhere.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![4 => (-24_i8..24).prop_map(|number| f32::from(number) * 0.5), 1 => -12.0_f32..12.0]
}

fn shape() -> impl Strategy<Value = Shape> {
    (number(), number(), 0_u8..5, 0_u8..5, 0_u8..5).prop_map(|(x, y, a, b, kind)| {
        let (at, half) = (Vec2::new(x, y), Vec2::new(f32::from(a), f32::from(b)) * 0.5);
        match kind {
            0 => Circle::new(at, half.x).unwrap().into(),
            1 => Rect::new(at - half, at + half).unwrap().into(),
            3 => capsule(at, half, 25.0 * half.y),
            4 => polygon(at, half, 25.0 * half.y),
            _ => OrientedRect::new(at, half, Rotor::from_degrees(25.0 * half.y).unwrap()).unwrap().into(),
        }
    })
}

fn motion() -> impl Strategy<Value = Vec2> {
    prop_oneof![
        1 => select(vec![Vec2::ZERO, Vec2::new(1e30, 0.0), Vec2::new(2.5, 1e12), Vec2::new(-1e17, 1.0), Vec2::new(0.0, -f32::MAX), Vec2::splat(f32::MAX)]),
        8 => (number(), number()).prop_map(|(x, y)| Vec2::new(x, y)),
    ]
}

fn layers() -> impl Strategy<Value = Layers> {
    select(vec![Layers::ALL, Layers { group: -1, ..Layers::ALL }, Layers { category: 2, mask: 1, group: 0 }])
}

/// Tests every pair with a moving entity. The last motion of an entity counts.
fn expected(world: &World, moving: &[(Handle, Vec2)]) -> Vec<SweptPair> {
    let all: Vec<(Handle, Entity)> = world.iter().collect();
    let way = |handle: Handle| moving.iter().rev().find(|(mover, _)| *mover == handle).map(|(_, motion)| *motion);
    let mut found = Vec::new();
    for (number, &(a, first)) in all.iter().enumerate() {
        for &(b, second) in &all[number + 1..] {
            let (first_way, second_way) = (way(a), way(b));
            let moves = first_way.is_some() || second_way.is_some();
            let meet = first.layers.meet(&second.layers)
                && (world.settings().sensor_pairs || !(first.sensor && second.sensor));
            let moving = |shape, way: Option<Vec2>| Moving::new(shape, way.unwrap_or(Vec2::ZERO)).unwrap();
            if moves && meet {
                let impact = sweep(moving(first.shape, first_way), moving(second.shape, second_way));
                found.extend(impact.map(|impact| SweptPair { a, b, impact }));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn swept_pairs_are_those_of_brute_force(
        entities in vec((shape(), any::<bool>(), 0_u8..4, layers()), 1..40),
        moving in vec((any::<usize>(), motion()), 0..20),
        touching in select(vec![Touching::Closed, Touching::Open]),
        stepped in any::<bool>(),
        sensor_pairs in any::<bool>(),
    ) {
        let settings = Settings { touching, sensor_pairs, threads: Threads::Serial, ..Settings::default() };
        let mut world = World::new(settings);
        let handles: Vec<Handle> = entities.iter().map(|&(shape, fixed, sensor, layers)| {
            let entity = if fixed { Entity::fixed(shape) } else { Entity::new(shape) };
            let entity = if sensor == 0 { entity.as_sensor() } else { entity };
            world.insert(entity.with_layers(layers)).unwrap()
        }).collect();
        if stepped {
            world.step();
        }
        let moving: Vec<_> = moving.iter().map(|(who, way)| (handles[who % handles.len()], *way)).collect();
        let mut swept = SweptPairs::default();
        world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
        prop_assert_eq!(swept.list(), expected(&world, &moving));
        let mut movers: Vec<Handle> = Vec::new();
        moving.iter().for_each(|(handle, _)| if !movers.contains(handle) { movers.push(*handle) });
        let firsts: Vec<_> = movers.iter().map(|mover| {
            let of = swept.list().iter().filter(|pair| [pair.a, pair.b].contains(mover));
            let rank = |pair: &&SweptPair| (pair.impact.time.to_bits(), pair.other(*mover).slot());
            (*mover, of.min_by_key(rank).copied())
        }).collect();
        prop_assert_eq!(swept.first_hits(), firsts);
    }
}

#[test]
fn far_out_and_huge() {
    let circle = |x: f32, y: f32, radius: f32| Circle::new(Vec2::new(x, y), radius).unwrap();
    let mut world = World::new(Settings::default());
    let shapes = [circle(-1e30, 0.0, 1.0), circle(1e30, 0.0, 1e29), circle(0.0, 0.0, 0.0), circle(f32::MAX, 0.0, 1e38)];
    let handles = shapes.map(|shape| world.insert(shape).unwrap());
    world.step();
    let mut swept = SweptPairs::default();
    for way in [Vec2::new(1e30, 0.0), Vec2::new(2e30, 0.0), Vec2::new(f32::MAX, 0.0), Vec2::new(0.0, -f32::MAX)] {
        for moving in [vec![(handles[0], way)], vec![(handles[3], -way), (handles[2], way)]] {
            world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
            assert_eq!(swept.list(), expected(&world, &moving), "{moving:?}");
        }
    }
}

#[test]
fn threads_change_nothing() {
    let scene = SceneKind::Mixed.generate(6_000, 4);
    let found = |threads| {
        let mut world = World::new(Settings { threads: Threads::new(threads).unwrap(), ..Settings::default() });
        let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        let ways = handles.iter().copied().zip(scene.velocities().iter().copied());
        let moving: Vec<_> = ways.filter(|(handle, _)| handle.slot() % 3 > 0).collect();
        world.step();
        let mut swept = SweptPairs::default();
        world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
        swept.list().to_vec()
    };
    let one = found(1);
    assert!(one.len() > 5_000 && one == found(2));
}

#[test]
fn what_cannot_move_is_refused() {
    let mut world = World::new(Settings::default());
    let ball = Circle::new(Vec2::ZERO, 1.0).unwrap();
    let (gone, there) = (world.insert(ball).unwrap(), world.insert(ball).unwrap());
    world.insert(ball).unwrap();
    world.remove(gone).unwrap();
    let mut swept = SweptPairs::default();
    world.swept_pairs_into(&[(there, Vec2::X)], Budget::UNLIMITED, &mut swept).unwrap();
    assert_eq!(swept.list().len(), 1);
    let error =
        world.swept_pairs_into(&[(there, Vec2::X), (gone, Vec2::X)], Budget::UNLIMITED, &mut swept).unwrap_err();
    assert_eq!((error.index, error.error), (1, WorldError::Stale { handle: gone }));
    assert!(swept.list().is_empty());
    let error =
        world.swept_pairs_into(&[(there, Vec2::new(0.0, f32::NAN))], Budget::UNLIMITED, &mut swept).unwrap_err();
    assert_eq!(error.to_string(), "index 0: handle 1v0: motion.y: must be a finite number, is NaN");
}

#[test]
fn warm_swept_pairs_allocate_nothing() {
    let scene = SceneKind::Mixed.generate(2_000, 4);
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let ways = handles.iter().copied().zip(scene.velocities().iter().copied());
    let moving: Vec<_> = ways.step_by(4).collect();
    world.step();
    let mut swept = SweptPairs::default();
    let mut find = || world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
    (0..3).for_each(|_| find());
    assert_eq!(measure(find).count_total, 0);
}

/// Numbers from 0 to 1.
fn numbers() -> impl FnMut() -> f32 {
    let mut seed = 5_u32;
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    }
}

/// Long paths, whose boxes meet most others, hit sensors too.
#[test]
fn long_paths_hit_sensors_at_rest() {
    let mut next = numbers();
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let mut moving = Vec::new();
    for index in 0..600 {
        let at = Vec2::new(next(), next()) * 100.0;
        let entity = Entity::new(Circle::new(at, 0.5).unwrap());
        let handle = world.insert(Entity { sensor: index % 3 == 0, ..entity }).unwrap();
        if index % 2 == 0 {
            moving.push((handle, Vec2::new(200.0, 170.0)));
        }
    }
    world.step();
    let mut swept = SweptPairs::default();
    world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
    assert_eq!(swept.list(), expected(&world, &moving));
    let is_sensor_at_rest = |handle: Handle| handle.slot() % 6 == 3;
    assert!(swept.list().iter().filter(|pair| is_sensor_at_rest(pair.a) || is_sensor_at_rest(pair.b)).count() > 100);
}

/// Crowds of movers whose boxes nearly all meet, so that the time is cut into slices.
#[test]
fn crowds_of_bullets_equal_brute_force() {
    type Place<'a> = &'a dyn Fn(usize, &mut dyn FnMut() -> f32) -> (Vec2, Vec2);
    let within = |next: &mut dyn FnMut() -> f32, side: f32| (Vec2::new(next(), next()) - 0.5) * side;
    let anywhere = |next: &mut dyn FnMut() -> f32, length: f32| Vec2::from_angle(next() * 6.3) * length;
    let scenes: [(&str, Place<'_>); 8] = [
        ("crossing", &|_, next| (within(next, 50.0), anywhere(next, 1e3))),
        ("far", &|_, next| (within(next, 50.0), anywhere(next, 1e6))),
        ("lengths", &|index, next| (within(next, 50.0), anywhere(next, 10_f32.powi(index as i32 % 38)))),
        ("one motion", &|_, next| (within(next, 2.0), Vec2::new(1e3, 8e2))),
        ("two packs", &|index, next| {
            let side = if index % 2 == 0 { 1.0 } else { -1.0 };
            (Vec2::splat(side * -400.0) + within(next, 3.0), Vec2::splat(side * 1e3))
        }),
        ("pile and bullets", &|index, next| {
            if index % 3 == 0 { (within(next, 1.0), Vec2::ZERO) } else { (within(next, 60.0), anywhere(next, 500.0)) }
        }),
        ("axis", &|index, next| (within(next, 60.0), if index % 2 == 0 { Vec2::X } else { -Vec2::Y } * 1e3)),
        ("border", &|_, next| (Vec2::new(3.4e38, 0.0) + within(next, 1e37), anywhere(next, 3e38))),
    ];
    for (name, place) in scenes {
        for simple in [true, false] {
            let mut next = numbers();
            let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
            let size = if name == "border" { 1e33 } else { 0.2 };
            let mut moving = Vec::new();
            for index in 0..500 {
                let (at, motion) = place(index, &mut next);
                let half = Vec2::new(size, size * 0.5);
                let at = at.min(Vec2::splat(f32::MAX * 0.99));
                let shape: Shape = match index % 5 {
                    1 if !simple => Rect::new(at - half, at + half).unwrap().into(),
                    2 if !simple => OrientedRect::new(at, half, Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
                    3 if !simple => capsule(at, half, 50.0),
                    _ => Circle::new(at, size).unwrap().into(),
                };
                let group = if index % 7 == 0 { -1 } else { 0 };
                let handle = world.insert(Entity::new(shape).with_layers(Layers { group, ..Layers::ALL })).unwrap();
                if index % 10 > 0 {
                    moving.push((handle, motion));
                }
            }
            world.step();
            let mut swept = SweptPairs::default();
            world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
            let expected = expected(&world, &moving);
            assert!(expected.len() > 10 || name == "axis", "{name}: {}", expected.len());
            assert!(swept.list() == expected, "{name}: {} and {}", swept.list().len(), expected.len());
        }
    }
}
