//! Random changes of entities: the engine stays equal to the components, and every change of overlap is emitted.

use std::collections::{BTreeMap, BTreeSet};

use bevy_app::{App, Update};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use collide_bevy::prelude::*;
use collide2d::{Circle, Rect, Vec2, overlaps, overlaps_interior};
use proptest::prelude::*;

/// A change that the tests make. The numbers choose an entity.
#[derive(Clone, Debug)]
enum Deed {
    Spawn(Shape),
    Despawn(usize),
    Move(usize, Shape),
    Touch(usize),
    Strip(usize),
    Dress(usize, Shape),
    Layer(usize, u64, i64),
    Unlayer(usize),
    Sense(usize, bool),
    Rest(usize, Mobility),
    Disable(usize, bool),
    Clone(usize),
    Tick,
}

fn shape() -> impl Strategy<Value = Shape> {
    let number = || (-8_i8..8).prop_map(f32::from);
    let size = || (0_u8..4).prop_map(f32::from);
    let place = || (number(), number()).prop_map(Vec2::from);
    let angle = (0_u8..16).prop_map(|angle| Rotor::from_angle(f32::from(angle)).unwrap());
    prop_oneof![
        (place(), size()).prop_map(|(place, radius)| Circle::new(place, radius).unwrap().into()),
        (place(), size(), size()).prop_map(|(min, x, y)| Rect::new(min, min + Vec2::new(x, y)).unwrap().into()),
        (place(), size(), size(), angle).prop_map(|(place, x, y, turn)| OrientedRect::new(
            place,
            Vec2::new(x, y),
            turn
        )
        .unwrap()
        .into()),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    let who = || 0_usize..64;
    let mobility = prop_oneof![Just(Mobility::Dynamic), Just(Mobility::Static), Just(Mobility::Sleeping)];
    prop_oneof![
        4 => shape().prop_map(Deed::Spawn),
        2 => who().prop_map(Deed::Despawn),
        6 => (who(), shape()).prop_map(|(who, shape)| Deed::Move(who, shape)),
        1 => who().prop_map(Deed::Touch),
        1 => who().prop_map(Deed::Strip),
        1 => (who(), shape()).prop_map(|(who, shape)| Deed::Dress(who, shape)),
        1 => (who(), 0_u64..4, -1_i64..2).prop_map(|(who, bits, group)| Deed::Layer(who, bits, group)),
        1 => who().prop_map(Deed::Unlayer),
        1 => (who(), any::<bool>()).prop_map(|(who, sense)| Deed::Sense(who, sense)),
        1 => (who(), mobility).prop_map(|(who, mobility)| Deed::Rest(who, mobility)),
        1 => (who(), any::<bool>()).prop_map(|(who, off)| Deed::Disable(who, off)),
        1 => who().prop_map(Deed::Clone),
        5 => Just(Deed::Tick),
    ]
}

fn act(world: &mut World, entities: &mut Vec<Entity>, deed: &Deed) {
    let count = entities.len().max(1);
    let chosen = |who: usize| entities.get(who % count).copied();
    let who = match *deed {
        Deed::Spawn(shape) => return entities.push(world.spawn(Collider(shape)).id()),
        Deed::Tick => return,
        Deed::Despawn(who) => {
            let Some(entity) = chosen(who) else { return };
            world.despawn(entity);
            return entities.retain(|other| *other != entity);
        }
        Deed::Clone(who) => {
            let Some(entity) = chosen(who) else { return };
            return entities.push(world.entity_mut(entity).clone_and_spawn());
        }
        Deed::Move(who, _) | Deed::Touch(who) | Deed::Strip(who) | Deed::Dress(who, _) | Deed::Layer(who, ..) => who,
        Deed::Unlayer(who) | Deed::Sense(who, _) | Deed::Rest(who, _) | Deed::Disable(who, _) => who,
    };
    let Some(entity) = chosen(who) else { return };
    let mut entity = world.entity_mut(entity);
    match *deed {
        Deed::Move(_, shape) => {
            if let Some(mut collider) = entity.get_mut::<Collider>() {
                collider.0 = shape;
            }
        }
        Deed::Touch(_) => {
            if let Some(mut collider) = entity.get_mut::<Collider>() {
                collider.set_changed();
            }
        }
        Deed::Strip(_) => _ = entity.remove::<Collider>(),
        Deed::Dress(_, shape) => _ = entity.insert(Collider(shape)),
        Deed::Layer(_, bits, group) => _ = entity.insert(Layers::new(bits | 4, bits | 4).with_group(group)),
        Deed::Unlayer(_) => _ = entity.remove::<Layers>(),
        Deed::Sense(_, true) => _ = entity.insert(Sensor),
        Deed::Sense(_, false) => _ = entity.remove::<Sensor>(),
        Deed::Rest(_, mobility) => _ = entity.insert(mobility),
        Deed::Disable(_, true) => _ = entity.insert(Disabled),
        Deed::Disable(_, false) => _ = entity.remove::<Disabled>(),
        Deed::Spawn(_) | Deed::Despawn(_) | Deed::Clone(_) | Deed::Tick => {}
    }
}

type Pairs = BTreeSet<[Entity; 2]>;
type Traits<'a> = (Entity, &'a Collider, Option<&'a Layers>, Has<Sensor>, Option<&'a Mobility>);

/// The number of colliders and all overlapping pairs, by brute force on the components.
fn brute_force(world: &mut World, touching: Touching) -> (usize, Pairs) {
    let mut query = world.query::<Traits<'static>>();
    let all: Vec<_> = query.iter(world).collect();
    let mut pairs = Pairs::new();
    for (number, (a, shape_a, layers_a, senses_a, rests_a)) in all.iter().enumerate() {
        for (b, shape_b, layers_b, senses_b, rests_b) in &all[..number] {
            let meet = match touching {
                Touching::Closed => overlaps(shape_a.0, shape_b.0),
                Touching::Open => overlaps_interior(shape_a.0, shape_b.0),
            };
            let layers = layers_a.copied().unwrap_or_default().meet(&layers_b.copied().unwrap_or_default());
            let both_static = [rests_a, rests_b].into_iter().all(|mobility| *mobility == Some(&Mobility::Static));
            if meet && layers && !(*senses_a && *senses_b) && !both_static {
                pairs.insert(sorted(*a, *b));
            }
        }
    }
    (all.len(), pairs)
}

fn sorted(a: Entity, b: Entity) -> [Entity; 2] {
    [a.min(b), a.max(b)]
}

/// The messages of the last update.
fn messages<M: Message + Copy>(world: &World, pair: impl Fn(&M) -> [Entity; 2]) -> Vec<[Entity; 2]> {
    world.resource::<Messages<M>>().iter_current_update_messages().map(pair).collect()
}

fn check(app: &mut App, before: &Pairs, touching: Touching) -> Pairs {
    app.update();
    let (count, expected) = brute_force(app.world_mut(), touching);
    let world = app.world();
    let collisions = world.resource::<Collisions>();
    collisions.world().validate().unwrap();
    assert_eq!(collisions.world().len(), count);
    let pairs: Pairs = collisions.pairs().map(|(a, b)| sorted(a, b)).collect();
    assert_eq!(pairs, expected);
    assert_eq!(collisions.pairs().count(), pairs.len());
    let started = messages(world, |message: &CollisionStarted| sorted(message.entity, message.other));
    let ended = messages(world, |message: &CollisionEnded| sorted(message.entity, message.other));
    assert_eq!((started.len(), ended.len()), (pairs.difference(before).count(), before.difference(&pairs).count()));
    assert_eq!(started.into_iter().collect::<Pairs>(), pairs.difference(before).copied().collect());
    assert_eq!(ended.into_iter().collect::<Pairs>(), before.difference(&pairs).copied().collect());
    for &[a, b] in &pairs {
        assert!(collisions.of(a).any(|other| other == b) && collisions.of(b).any(|other| other == a));
    }
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_engine_has_what_the_components_say(deeds in prop::collection::vec(deed(), 1..150), open: bool) {
        let touching = if open { Touching::Open } else { Touching::Closed };
        let settings = Settings { events: true, touching, threads: Threads::Serial, ..Settings::default() };
        let mut app = App::new();
        app.add_plugins(CollidePlugin::new(Update).with_settings(settings));
        let (mut entities, mut pairs) = (Vec::new(), Pairs::new());
        for deed in &deeds {
            act(app.world_mut(), &mut entities, deed);
            if matches!(deed, Deed::Tick) {
                pairs = check(&mut app, &pairs, touching);
            }
        }
        check(&mut app, &pairs, touching);
        entities.drain(..).for_each(|entity| _ = app.world_mut().despawn(entity));
        app.update();
        prop_assert!(app.world().resource::<Collisions>().world().is_empty());
    }

    /// With a `StableId`, the order in which entities are spawned and despawned does not affect the saved bytes.
    #[test]
    fn ids_decide_the_order(
        shapes in prop::collection::vec(shape(), 2..40),
        turns in prop::collection::vec(any::<prop::sample::Index>(), 80),
    ) {
        let go = |turns: &[prop::sample::Index]| {
            let mut app = App::new();
            app.add_plugins(CollidePlugin::new(Update));
            let mut order: Vec<usize> = (0..shapes.len()).collect();
            turns.iter().take(40).enumerate().for_each(|(k, turn)| order.swap(k % shapes.len(), turn.index(shapes.len())));
            let mut entities = BTreeMap::new();
            for id in order {
                let entity = app.world_mut().spawn((Collider(shapes[id]), StableId(id as u64))).id();
                entities.insert(id, entity);
            }
            app.update();
            let mut seen = vec![app.world().resource::<Collisions>().world().save()];
            let mut gone: Vec<usize> = (0..shapes.len()).filter(|id| id % 3 == 0).collect();
            let count = gone.len();
            turns.iter().take(40).enumerate().for_each(|(k, turn)| gone.swap(k % count, turn.index(count)));
            for id in &gone {
                app.world_mut().despawn(entities[id]);
            }
            app.update();
            for id in &gone {
                app.world_mut().spawn((Collider(shapes[*id]), StableId(1000 + *id as u64)));
            }
            app.update();
            seen.push(app.world().resource::<Collisions>().world().save());
            seen
        };
        prop_assert_eq!(go(&[]), go(&turns));
    }
}
