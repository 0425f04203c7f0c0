//! Reflection of the components, and the lines that show them.

use std::fs;

use bevy_app::{App, Update};
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_math::Vec2;
use bevy_reflect::serde::{TypedReflectDeserializer, TypedReflectSerializer};
use collide_bevy::draw_outline;
use collide_bevy::prelude::*;
use serde::de::DeserializeSeed;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update));
    app
}

#[test]
fn components_survive_reflection_and_serialization() {
    let mut app = app();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let collider = Collider::rectangle(2.0, 1.0).unwrap().rotated_about_origin(0.5).unwrap();
    let world = app.world_mut();
    let options = (Layers::new(1, 6), Sensor, Mobility::Sleeping, StableId(7), CollisionEvents);
    let moves = (Motion([1.0, 2.0]), OneWay([0.0, 1.0]), Crowd);
    let one = (collider, LocalShape::circle(2.0).unwrap(), options, moves);
    let [one, other] = [world.spawn(one).id(), world.spawn_empty().id()];
    let mut count = 0;
    for (registration, component) in
        registry.iter().filter_map(|registration| Some((registration, registration.data::<ReflectComponent>()?)))
    {
        let Some(value) = component.reflect(world.entity(one)) else { continue };
        if !registration.type_info().type_path().starts_with("collide_bevy") {
            continue;
        }
        let text = serde_json::to_string(&TypedReflectSerializer::new(value, &registry)).unwrap();
        let read = TypedReflectDeserializer::new(registration, &registry);
        let value = read.deserialize(&mut serde_json::Deserializer::from_str(&text)).unwrap();
        component.insert(&mut world.entity_mut(other), &*value, &registry);
        count += 1;
    }
    assert_eq!(count, components(), "every component is reflected and registered");
    let world = app.world();
    assert_eq!(world.get::<Collider>(other), Some(&collider));
    assert_eq!(world.get::<Layers>(other), Some(&Layers::new(1, 6)));
    assert_eq!(world.get::<Mobility>(other), Some(&Mobility::Sleeping));
    assert_eq!(world.get::<LocalShape>(other), Some(&LocalShape::circle(2.0).unwrap()));
    assert_eq!(world.get::<Motion>(other), Some(&Motion([1.0, 2.0])));
    assert_eq!(world.get::<OneWay>(other), Some(&OneWay([0.0, 1.0])));
    assert!(world.get::<Crowd>(other).is_some());
}

/// The number of public components, by the sources.
fn components() -> usize {
    let sources = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap();
    let texts = sources.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    // The first line of the item itself, after its attributes.
    let is_public = |item: &&str| item.lines().find(|line| line.starts_with("pub")).unwrap().starts_with("pub ");
    texts.map(|text| text.split("\n#[derive(Component").skip(1).filter(is_public).count()).sum()
}

#[test]
fn colliders_and_contacts_are_drawn_as_lines() {
    let mut app = app();
    let ball = app.world_mut().spawn(Collider::circle(1.0).unwrap()).id();
    app.world_mut().spawn(Collider::rectangle(2.0, 2.0).unwrap().at([1.5, 0.0]).unwrap());
    app.update();
    let collisions = app.world().resource::<Collisions>();
    let mut lines = 0;
    collisions.draw_colliders(|entity, from: Vec2, to: Vec2| {
        lines += 1;
        // The sides of the polygon lie within the circle, with corners on it.
        assert!(entity != ball || (from.length() - 1.0).abs() < 1e-6 && from.distance(to) < 0.27);
    });
    assert_eq!(lines, 24 + 4);
    let mut contacts = vec![];
    collisions.draw_contacts(2.0, |from: Vec2, to: Vec2| contacts.push([from, to]));
    assert_eq!(contacts, [[Vec2::new(0.75, 0.0), Vec2::new(2.75, 0.0)]]);
}

#[test]
fn outlines_of_capsules_and_polygons_keep_their_radius_from_the_hull() {
    let corners = [Vec2::ZERO, Vec2::X, Vec2::Y];
    let polygon = |radius| Collider::polygon(&corners, radius).unwrap();
    let capsule = |radius| Collider::capsule(Vec2::ZERO, Vec2::X, radius).unwrap();
    for (hull, grown, least) in [(polygon(0.0), polygon(0.5), 24), (capsule(0.0), capsule(0.5), 24)] {
        let mut count = 0;
        draw_outline(&grown, |from: Vec2, _: Vec2| {
            count += 1;
            let point = collide2d::Circle::new(from.to_array(), 0.0).unwrap();
            assert!((collide2d::distance(hull.0, point) - 0.5).abs() < 1e-6);
        });
        assert!(count >= least, "{count} sides");
    }
    let mut sides = vec![];
    draw_outline(&polygon(0.0), |from: Vec2, _: Vec2| sides.push(from));
    assert_eq!(sides, corners);
}
