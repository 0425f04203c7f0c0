//! Crowded cells give the pairs of brute force, whatever the layers, while entities move and change their layers.

use crate::bodies::{capsule, polygon};
use collide2d::{
    Circle, Entity, Handle, Layers, OrientedRect, Rect, Rotor, Settings, Shape, Strategy, Threads, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop_assert, prop_assert_eq, prop_oneof, proptest};

/// A place: one of a few points, or anywhere.
fn place() -> impl Values<Value = Vec2> {
    prop_oneof![
        6 => (0_u8..3).prop_map(|number| Vec2::splat(f32::from(number) * 0.7)),
        1 => (-50.0_f32..50.0, -50.0_f32..50.0).prop_map(|(x, y)| Vec2::new(x, y)),
    ]
}

fn shape((kind, at, size): (u8, Vec2, f32)) -> Shape {
    match kind {
        0 => Rect::new(at, at + size).unwrap().into(),
        3 => capsule(at, Vec2::new(size, 0.1), 30.0),
        4 => polygon(at, Vec2::new(size, 0.3), 30.0),
        1 => OrientedRect::new(at, [size, 0.1], Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
        _ => Circle::new(at, size).unwrap().into(),
    }
}

/// One of few filters, of which many exclude each other, or one of many.
fn layers(number: u8) -> Layers {
    match number {
        0..40 => Layers { category: 1, mask: 2, ..Layers::default() },
        40..80 => Layers { category: 2, mask: 4, ..Layers::default() },
        80..100 => Layers::default(),
        100..130 => Layers { group: -1, ..Layers::default() },
        _ => Layers { category: 1, mask: 2, group: i64::from(number % 90) },
    }
}

type Description = (u8, Vec2, f32, u8, bool, bool);

fn entities() -> impl Values<Value = Vec<Description>> {
    vec((0_u8..5, place(), 0.1_f32..0.6, any::<u8>(), any::<bool>(), any::<bool>()), 100..500)
}

fn entity((kind, at, size, number, is_sensor, is_fixed): Description) -> Entity {
    let shape = shape((kind, at, size));
    let entity = if is_fixed && number % 4 == 0 { Entity::fixed(shape) } else { Entity::new(shape) };
    let entity = entity.with_layers(layers(number));
    if is_sensor && number % 3 == 0 { entity.as_sensor() } else { entity }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn pairs_are_those_of_brute_force(first in entities(), moved in entities(), threads in 1_usize..3) {
        let threads = Threads::new(threads).unwrap();
        let strategies = [Strategy::BruteForce, Strategy::Auto, Strategy::HierarchicalGrid, Strategy::UniformGrid];
        let mut worlds = strategies.map(|strategy| {
            World::new(Settings { strategy, threads: threads.clone(), ..Settings::default() })
        });
        let mut handles: Vec<Handle> = vec![];
        for world in &mut worlds {
            handles = first.iter().map(|one| world.insert(entity(*one)).unwrap()).collect();
        }
        for round in 0..3 {
            for world in &mut worlds {
                world.step();
            }
            let [brute, others @ ..] = &worlds;
            for (world, strategy) in others.iter().zip(&strategies[1..]) {
                prop_assert_eq!(world.validate(), Ok(()));
                prop_assert!(world.pairs().slots() == brute.pairs().slots(), "{}, round {}", strategy, round);
            }
            for world in &mut worlds {
                for (handle, one) in handles.iter().zip(&moved).skip(round * 7).step_by(round + 1) {
                    let new = entity(*one);
                    // Some change their layers, their sensor flag and their mobility, too.
                    if one.3 % 5 == 0 {
                        world.set(*handle, new).unwrap();
                    } else {
                        world.set(*handle, new.shape).unwrap();
                    }
                }
                if round == 1 {
                    world.refresh();
                }
            }
        }
    }
}
