//! Whole ticks: `move_batch_into` against single slides, one after the other.

use collide2d::error::WorldError;
use collide2d::{
    Circle, Entity, Handle, Layers, MoveOptions, Movers, Moves, Moving, OrientedRect, Query, Rect, Relation, Rotor,
    Settings, Shape, SlideOptions, Threads, Vec2, World, relation,
};
use proptest::prelude::*;

use super::{circle, rect, v};

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![3 => (-16_i8..16).prop_map(|number| f32::from(number) * 0.5), 1 => -8.0_f32..8.0]
}

fn entity() -> impl Strategy<Value = Entity> {
    let layers = prop_oneof![4 => Just(Layers::ALL), 1 => Just(Layers { group: -1, ..Layers::ALL })];
    (number(), number(), 0_u8..3, 0_u8..6, 0_u8..5, layers).prop_map(|(x, y, size, kind, sensor, layers)| {
        let (at, half) = (v(x, y), v(0.25, 0.5) * f32::from(size));
        let shape: Shape = match kind {
            0 | 3 => Circle::new(at, half.x).unwrap().into(),
            1 | 4 => Rect::new(at - half, at + half).unwrap().into(),
            _ => super::oriented(x, y, half, 30.0 * x),
        };
        let entity = if kind < 3 { Entity::new(shape) } else { Entity::fixed(shape) };
        Entity { sensor: sensor == 0, ..entity.with_layers(layers) }
    })
}

/// What a mover is blocked by, with the motion.
fn query(world: &World, handle: Handle, motion: Vec2, layers: Option<Layers>) -> Query<Moving> {
    let entity = world.entity(handle).unwrap();
    let nothing = Layers { category: 0, mask: 0, group: 0 };
    let layers = if entity.sensor { nothing } else { layers.unwrap_or(entity.layers) };
    Query::new(Moving::new(entity.shape, motion).unwrap()).on(layers).except(handle)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batches_move_as_single_slides_do(
        entities in proptest::collection::vec(entity(), 1..40),
        motions in proptest::collection::vec((any::<usize>(), number(), number()), 0..30),
        stepped in any::<bool>(),
        layers in proptest::option::of(Just(Layers { group: -1, ..Layers::ALL })),
    ) {
        let mut start = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let handles: Vec<Handle> = entities.iter().map(|entity| start.insert(*entity).unwrap()).collect();
        if stepped {
            start.step();
        }
        let mut moving: Vec<(Handle, Vec2)> = Vec::new();
        for (who, x, y) in motions {
            let handle = handles[who % handles.len()];
            if moving.iter().all(|(other, _)| *other != handle) {
                moving.push((handle, v(x, y) * 0.5));
            }
        }
        for movers in [Movers::Ignore, Movers::InOrder] {
            let mut expected = start.clone();
            let mut hits = Vec::new();
            for &(handle, motion) in &moving {
                let is_mover = |other: Handle| moving.iter().any(|(mover, _)| *mover == other);
                let accept = |other| movers == Movers::InOrder || !is_mover(other);
                let slide = expected.queries().filtered(&accept)
                    .slide(query(&expected, handle, motion, layers), &SlideOptions::default());
                expected.set(handle, slide.shape).unwrap();
                hits.push(slide);
            }
            let mut world = start.clone();
            let mut moves = Moves::default();
            world.move_batch_into(&moving, &MoveOptions { movers, layers, ..MoveOptions::default() }, &mut moves).unwrap();
            prop_assert_eq!(moves.slides().collect::<Vec<_>>(), hits);
            prop_assert!(moves.handles().iter().eq(moving.iter().map(|(handle, _)| handle)));
            for handle in &handles {
                prop_assert_eq!(world.shape(*handle), expected.shape(*handle));
            }
        }
    }
}

/// A crowd that presses through a gap, in order: no two of them ever overlap.
#[test]
fn a_crowd_in_order_never_overlaps() {
    let mut world = World::new(Settings::default());
    for wall in [rect(10.0, -30.0, 1.0, 29.0), rect(10.0, 1.0, 1.0, 29.0)] {
        world.insert(Entity::fixed(wall)).unwrap();
    }
    let place = |index: usize| v((index % 10) as f32 * 0.9, (index / 10) as f32 * 0.9 - 4.5);
    let crowd: Vec<Handle> =
        (0..100).map(|index| world.insert(circle(place(index).x, place(index).y, 0.4)).unwrap()).collect();
    let (options, mut moves) = (MoveOptions { movers: Movers::InOrder, ..MoveOptions::default() }, Moves::default());
    for tick in 0..150 {
        world.step();
        let moving: Vec<_> = crowd
            .iter()
            .map(|handle| (*handle, (v(14.0, 0.0) - world.shape(*handle).unwrap().center()).normalize_or_zero() * 0.15))
            .collect();
        world.move_batch_into(&moving, &options, &mut moves).unwrap();
        let shapes: Vec<Shape> = world.iter().map(|(_, entity)| entity.shape).collect();
        for (index, a) in shapes.iter().enumerate() {
            assert!(shapes[..index].iter().all(|b| relation(a, b) != Relation::Interior), "tick {tick}: {a:?}");
        }
    }
    let mean = crowd.iter().map(|handle| world.shape(*handle).unwrap().center().x).sum::<f32>() / 100.0;
    assert!(mean > 5.0, "from 4.05 on average to {mean}");
}

#[test]
fn errors_name_the_index_and_move_nothing() {
    let mut world = World::new(Settings::default());
    let [ball, gone] = [0.0, 5.0].map(|x| world.insert(circle(x, 0.0, 1.0)).unwrap());
    world.remove(gone).unwrap();
    let mut moves = Moves::default();
    let error = world.move_batch_into(&[(ball, Vec2::X), (gone, Vec2::X)], &MoveOptions::default(), &mut moves);
    assert_eq!(
        error.unwrap_err(),
        collide2d::error::IndexedError { index: 1, error: WorldError::Stale { handle: gone } }
    );
    let bad = world.move_batch_into(&[(ball, v(f32::NAN, 0.0))], &MoveOptions::default(), &mut moves).unwrap_err();
    assert_eq!(bad.to_string(), "index 0: handle 0v0: motion.x: must be a finite number, is NaN");
    assert_eq!(world.shape(ball), Some(circle(0.0, 0.0, 1.0)));
    assert!(moves.slides().len() == 0 && moves.handles().is_empty());
}

/// The recipe for walls that move into what stands still: no ball is pushed into another wall, and those that are not
/// crushed end outside of all.
#[test]
fn walls_that_move_push() {
    let mut seed = 1_u32;
    let mut next = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let (mut pushed_count, mut crushed_count) = (0, 0);
    for _ in 0..60 {
        let mut world = World::new(Settings::default());
        let press = world.insert(Entity::fixed(rect(-2.0, -9.0, 1.0, 18.0))).unwrap();
        for _ in 0..20 {
            world.insert(Entity::fixed(circle(next() * 12.0, next() * 18.0 - 9.0, next() * 0.5))).unwrap();
        }
        let balls: Vec<Handle> = (0..30)
            .filter_map(|_| {
                let ball = circle(next() * 12.0, next() * 18.0 - 9.0, next() * 0.5);
                let is_free = world.queries().free(ball, 0.0) == Some(ball);
                is_free.then(|| world.insert(ball).unwrap())
            })
            .collect();
        let mut crushed: Vec<Handle> = Vec::new();
        for _ in 0..30 {
            let motion = v(next() * 0.5, next() * 0.1);
            world.translate(press, motion).unwrap();
            let wall = world.shape(press).unwrap();
            let is_wall = |handle: Handle| !balls.contains(&handle);
            for ball in balls.iter().filter(|ball| !crushed.contains(ball)).copied().collect::<Vec<_>>() {
                let shape = world.shape(ball).unwrap();
                if relation(shape, wall) != Relation::Interior {
                    continue;
                }
                let walls = world.queries().filtered(&is_wall);
                let end = walls.slide(Moving::new(shape, motion).unwrap(), &SlideOptions::default()).shape;
                let place = walls.free(end, 0.01);
                for (handle, entity) in world.iter().filter(|(handle, _)| *handle != press && is_wall(*handle)) {
                    assert_ne!(relation(end, entity.shape), Relation::Interior, "{shape:?} into {handle}");
                }
                match place {
                    Some(place) => world.set(ball, place).unwrap(),
                    None => crushed.push(ball),
                }
                if place.is_some() { pushed_count += 1 } else { crushed_count += 1 }
            }
            for ball in balls.iter().filter(|ball| !crushed.contains(ball)) {
                let shape = world.shape(*ball).unwrap();
                assert_eq!(world.queries().filtered(&is_wall).free(shape, 0.0), Some(shape));
            }
        }
    }
    assert!(pushed_count > 1_000 && crushed_count > 50, "{pushed_count} and {crushed_count}");
}

/// A wall that was set down on a mover by a teleport: the mover leaves it, and does not get deeper.
#[test]
fn teleported_walls_can_be_left() {
    let mut world = World::new(Settings::default());
    let player = world.insert(circle(0.0, 0.0, 1.0)).unwrap();
    let door = world.insert(Entity::fixed(rect(5.0, -5.0, 1.0, 10.0))).unwrap();
    world.step();
    world.set(door, rect(0.5, -5.0, 1.0, 10.0)).unwrap();
    let mut moves = Moves::default();
    for (motion, end) in [(v(2.0, 0.0), 0.0), (v(-2.0, 0.0), -2.0), (v(9.0, 0.0), -0.5)] {
        world.move_batch_into(&[(player, motion)], &MoveOptions::default(), &mut moves).unwrap();
        assert_eq!(world.shape(player), Some(circle(end, 0.0, 1.0)), "by {motion}");
    }
}

/// More contacts than normals are kept: a way out is found for each member of a pile, and it is a near one.
#[test]
fn piles_have_a_way_out() {
    for radius in [0.0, 0.25, 1.5] {
        let (mut world, mut next) = (World::new(Settings::default()), 0.0_f32);
        let members: Vec<(Handle, Shape)> = (0..200)
            .map(|_| {
                next += 2.4; // about the golden angle
                let ball = circle(next.cos() * radius * next / 480.0, next.sin() * radius * next / 480.0, 0.5);
                (world.insert(ball).unwrap(), ball)
            })
            .collect();
        for (handle, ball) in members.iter().step_by(13) {
            let found = world.queries().free(Query::from(ball).except(*handle), 9.0).unwrap();
            let is_free = |(_, other): &(Handle, Shape)| relation(found, *other) != Relation::Interior;
            assert!(members.iter().filter(|(other, _)| other != handle).all(is_free), "{ball:?} to {found:?}");
            let way = (found.center() - ball.center()).length();
            assert!(way >= 1.0 - radius && way < 1.1 + radius + ball.center().length(), "{ball:?} to {found:?}");
        }
    }
}

/// The normals of the first 256 contacts are directions, by slot. The wall is deeper than the pebbles behind its surface,
/// and its normal lies between two of the 64 directions that are searched anyway.
#[test]
fn the_first_256_contacts_of_a_shape_are_ways_out() {
    let (rotor, depth) = (Rotor::from_degrees(360.0 / 128.0).unwrap(), 0.5);
    let out = rotor.rotate(Vec2::X);
    let wall = OrientedRect::new(out * (depth - 10.0), v(9.0, 9.0), rotor).unwrap();
    for pebbles in [0_u16, 63, 254, 255, 256, 300] {
        let mut world = World::new(Settings::default());
        for number in 0..pebbles {
            // Beside the normal of the wall, so that their own lead farther.
            let at = out.perp() * (0.1 + f32::from(number) * 1e-3) - out * 0.8;
            world.insert(circle(at.x, at.y, 0.01)).unwrap();
        }
        world.insert(wall).unwrap();
        let way = world.queries().free(circle(0.0, 0.0, 1.0), 4.0).unwrap().center();
        let is_shortest = (way.length() - depth).abs() < depth * 1e-4;
        assert_eq!(is_shortest, pebbles < 256, "{pebbles} pebbles: {way}");
    }
}
