//! The contacts of all pairs are those of each pair alone.

use allocation_counter::measure;
use collide_scenes::SceneKind;
use collide2d::{
    Circle, Contact, Entity, Handle, Settings, Threads, Touching, Vec2, World, contact, overlaps_interior,
};

/// The contacts one at a time, by the present shapes.
fn expected(world: &World) -> Vec<Option<Contact>> {
    let open = world.settings().touching == Touching::Open;
    let one = |(a, b): (Handle, Handle)| {
        let (a, b) = (world.entity(a)?, world.entity(b)?);
        let counts = !(a.sensor || b.sensor) && (!open || overlaps_interior(a.shape, b.shape));
        counts.then(|| contact(a.shape, b.shape))?
    };
    world.pairs().iter().map(one).collect()
}

#[test]
fn contacts_are_those_of_each_pair() {
    for (threads, touching) in [(1, Touching::Closed), (2, Touching::Closed), (2, Touching::Open)] {
        for kind in [SceneKind::Mixed, SceneKind::PowerLaw, SceneKind::MostlyStatic] {
            let mut scene = kind.generate(4_000, 5);
            let settings = Settings { threads: Threads::new(threads).unwrap(), touching, ..Settings::default() };
            let mut world = World::new(settings);
            let entity = |(number, shape): (usize, _)| match number % 7 {
                0 => Entity::new(shape).as_sensor(),
                1 => Entity::fixed(shape),
                _ => Entity::new(shape),
            };
            let handles: Vec<_> =
                scene.shapes().iter().enumerate().map(|of| world.insert(entity(of)).unwrap()).collect();
            world.step();
            let mut contacts = vec![None; 3];
            world.contacts_into(&mut contacts);
            assert_eq!(contacts, expected(&world), "{kind}");
            assert!(contacts.iter().any(Option::is_some) && contacts.iter().any(Option::is_none));
            // Changes after the step.
            scene.advance(0.2);
            world.update_each(|entity| entity.set_shape(scene.shapes()[entity.slot() as usize]));
            for handle in handles.iter().step_by(5) {
                world.remove(*handle).unwrap();
                world.insert(Circle::new(Vec2::ZERO, 100.0).unwrap()).unwrap();
            }
            world.contacts_into(&mut contacts);
            assert_eq!(contacts, expected(&world), "{kind}, changed");
        }
    }
}

#[test]
fn a_touch_is_a_contact_only_where_it_counts() {
    for (touching, count) in [(Touching::Closed, 1), (Touching::Open, 0)] {
        let at = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
        let mut world = World::new(Settings { touching, ..Settings::default() });
        let (a, b) = (world.insert(at(0.0)).unwrap(), world.insert(at(1.0)).unwrap());
        world.step();
        let mut contacts = Vec::new();
        world.contacts_into(&mut contacts);
        assert_eq!((contacts.len(), contacts[0].unwrap().depth), (1, 1.0));
        world.set(b, at(2.0)).unwrap();
        world.contacts_into(&mut contacts);
        assert_eq!(contacts.iter().flatten().count(), count);
        world.set(b, at(2.0_f32.next_up())).unwrap();
        world.contacts_into(&mut contacts);
        assert_eq!(contacts, [None]);
        world.remove(a).unwrap();
        world.contacts_into(&mut contacts);
        assert_eq!(contacts, [None]);
    }
}

#[test]
fn warm_contacts_allocate_nothing() {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    SceneKind::Mixed.generate(3_000, 5).shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
    let mut contacts = Vec::new();
    let mut tick = |world: &mut World| {
        world.step();
        measure(|| world.contacts_into(&mut contacts)).count_total
    };
    let counts: Vec<u64> = (0..6).map(|_| tick(&mut world)).collect();
    assert_eq!(counts[3..], [0; 3]);
}
