//! Queries at earlier times, on ticks and between them, against loops over the shapes of that time, for a strategy and for
//! brute force; and sweeps through several ticks, with the same answer in both worlds.
#![no_main]

use arbitrary::Arbitrary;
use collide_fuzz::{AnyShape, Number};
use collide2d::{
    Entity, Handle, History, Hits, Mobility, Mode, Moving, Query, Ray, Segment, Settings, Shape, Sights, Strategy,
    Threads, Vec2, World, distance, overlaps,
};
use libfuzzer_sys::{arbitrary, fuzz_target};

const MAX_ENTITIES: usize = 32;
const TICKS: usize = 4;

#[derive(Debug, Arbitrary)]
enum Change {
    Insert(AnyShape, u8),
    Remove(u8),
    Reshape(u8, AnyShape),
    Move(u8, [Number; 2]),
    Shift([Number; 2]),
    Step,
    /// Steps and fractions of a tick back in time.
    Ask {
        shape: AnyShape,
        motion: [Number; 2],
        back: u8,
        part: u8,
    },
    Through {
        shape: AnyShape,
        motion: [Number; 2],
        back: u8,
        ticks: u8,
    },
}

#[derive(Debug, Arbitrary)]
struct Input {
    strategy: u8,
    teleport_distance: Number,
    changes: Vec<Change>,
}

fn chosen(handles: &[Handle], number: u8) -> Option<Handle> {
    handles.get(usize::from(number) % handles.len().max(1)).copied()
}

fn ask(worlds: &[World; 2], handles: &[Handle], time: f64, shape: Shape, motion: Vec2) {
    let [one, other] = worlds.each_ref().map(|world| world.at(time));
    let (Ok(one), Ok(other)) = (one, other) else { return };
    let shapes: Vec<(Handle, Shape)> =
        handles.iter().filter_map(|handle| Some((*handle, one.shape(*handle)?))).collect();
    for (handle, shape) in &shapes {
        assert_eq!(other.shape(*handle), Some(*shape));
    }
    // One query is answered alone, many by a join.
    let mut expected: Vec<Handle> =
        shapes.iter().filter(|(_, other)| overlaps(shape, *other)).map(|(handle, _)| *handle).collect();
    expected.sort_unstable_by_key(|handle| handle.slot());
    let queries = vec![Query::new(shape); 20];
    let mut hits = Hits::default();
    one.overlap_batch_into(&queries, Mode::All, &mut hits).expect("no limit");
    assert!((0..20).all(|number| hits.of(number) == expected), "{time}: {:?}, not {expected:?}", hits.of(0));
    assert_eq!(one.overlap(shape), expected);
    assert_eq!(other.overlap(shape), expected);
    let center = shape.center();
    let nearest = one.nearest(collide2d::Nearest::to(shape));
    let least = shapes
        .iter()
        .map(|(handle, other)| (distance(shape, *other), handle.slot()))
        .min_by(|a, b| a.partial_cmp(b).expect("no NaN"));
    assert_eq!(nearest.map(|(handle, far)| (far, handle.slot())), least);
    if let Ok(ray) = Ray::new(center, motion, 1e30) {
        assert_eq!(one.ray(ray), other.ray(ray));
    }
    if let Ok(segment) = Segment::new(center, motion) {
        let mut sights = Sights::default();
        one.blocked_batch_into(&[Query::new(segment)], &mut sights).expect("no limit");
        assert_eq!(sights.list(), [other.blocked(segment)]);
    }
    if let Ok(moving) = Moving::new(shape, motion) {
        assert_eq!(one.sweep(moving), other.sweep(moving));
    }
}

fuzz_target!(|input: Input| {
    let history = History { ticks: TICKS, teleport_distance: input.teleport_distance.0.abs() };
    let strategy = Strategy::ALL[usize::from(input.strategy) % Strategy::ALL.len()];
    let mut worlds = [strategy, Strategy::BruteForce]
        .map(|strategy| World::new(Settings { strategy, history, threads: Threads::Serial, ..Settings::default() }));
    let (mut handles, mut everyone) = (Vec::new(), Vec::new());
    for change in &input.changes {
        match change {
            Change::Insert(shape, kind) => {
                let Some(shape) = shape.shape().filter(|_| handles.len() < MAX_ENTITIES) else { continue };
                let mobility = Mobility::ALL[usize::from(kind % 6).saturating_sub(3)];
                let inserted = worlds.each_mut().map(|world| world.insert(Entity { mobility, ..Entity::new(shape) }));
                assert_eq!(inserted[0], inserted[1]);
                let handle = inserted[0].expect("room");
                handles.push(handle);
                everyone.push(handle);
            }
            Change::Remove(number) => {
                let Some(handle) = chosen(&handles, *number) else { continue };
                worlds.iter_mut().for_each(|world| _ = world.remove(handle).expect("there"));
                handles.retain(|other| *other != handle);
            }
            Change::Reshape(number, shape) => {
                let (Some(handle), Some(shape)) = (chosen(&handles, *number), shape.shape()) else { continue };
                worlds.iter_mut().for_each(|world| world.set(handle, shape).expect("there"));
            }
            Change::Move(number, by) => {
                let Some(handle) = chosen(&handles, *number) else { continue };
                let moved = worlds.each_mut().map(|world| world.translate(handle, Number::pair(*by)).is_ok());
                assert_eq!(moved[0], moved[1]);
            }
            Change::Shift(by) => {
                let by = Number::pair(*by);
                worlds.iter_mut().for_each(|world| world.update_each(|entity| _ = entity.translate(by)));
            }
            Change::Step => {
                let fingerprints = worlds.each_mut().map(|world| {
                    world.step();
                    world.fingerprint()
                });
                assert_eq!(fingerprints[0], fingerprints[1]);
            }
            Change::Ask { shape, motion, back, part } => {
                let Some(shape) = shape.shape() else { continue };
                let part = [0.0, 0.25, 0.5, 0.999, 1e-9, f64::from(*part) / 256.0][usize::from(part % 6)];
                let time = worlds[0].tick() as f64 - f64::from(back % 5) + part;
                ask(&worlds, &everyone, time, shape, Number::pair(*motion));
            }
            Change::Through { shape, motion, back, ticks } => {
                let moving = shape.shape().and_then(|shape| Moving::new(shape, Number::pair(*motion)).ok());
                let Some(moving) = moving else { continue };
                let from = worlds[0].tick() as f64 - f64::from(back % 32) / 8.0;
                let to = from + f64::from(ticks % 32) / 8.0;
                let hits = worlds.each_ref().map(|world| world.sweep_through(moving, from, to));
                assert_eq!(hits[0], hits[1]);
            }
        }
    }
});
