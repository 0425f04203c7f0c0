//! A replay gives the same ticks of the last change.

use collide2d::{Entity, Mobility, Settings, Shape, Vec2, World};

use crate::{changed, circle, recorded, ticks};

/// Changes that are taken back before they are recorded, and such that are none.
#[test]
fn changes_that_are_taken_back_are_replayed() {
    let mut world = World::new(Settings { change_ticks: true, ..Settings::default() });
    let handles = [0.0, 5.0, 10.0, 15.0, 20.0].map(|x| world.insert(circle(x)).unwrap());
    world.step();
    world.start_recording();
    let entities = handles.map(|handle| world.entity(handle).unwrap());
    let asleep = |entity: Entity| Entity { mobility: Mobility::Sleeping, ..entity };
    let mut expected = Vec::new();
    for round in 0..4 {
        world.set(handles[0], circle(50.0)).unwrap();
        if round == 1 {
            assert_eq!(world.queries().overlap(circle(50.0)), [handles[0]]);
        }
        world.set(handles[0], entities[0]).unwrap();
        world.set(handles[1], asleep(entities[1])).unwrap();
        world.set(handles[2], asleep(entities[2]).with_data(7)).unwrap();
        world.set(handles[2], asleep(entities[2])).unwrap();
        world.set(handles[3], entities[3]).unwrap();
        if round > 1 {
            // In one pass over all entities.
            world.update_each(|entity| _ = entity.translate(Vec2::X));
            world.update_each(|entity| _ = entity.translate(-Vec2::X));
        }
        world.step();
        expected.push((world.tick(), changed(&world)));
        let of_the_tick: Vec<_> = world.changed_since(world.tick() - 1).collect();
        let moved = if round > 1 { vec![0, 2, 3, 4] } else { vec![0, 2] };
        assert_eq!(of_the_tick, moved.into_iter().map(|index| handles[index]).collect::<Vec<_>>());
    }
    let mut again = World::default();
    for (tick, (number, lists)) in ticks(&recorded(&mut world)).iter().zip(expected) {
        tick.replay(&mut again).unwrap();
        assert_eq!((again.tick(), changed(&again)), (number, lists));
    }
}

/// The setting is switched between two steps; when it is on again, all entities have changed.
#[test]
fn a_switch_is_replayed() {
    let settings = |change_ticks| Settings { change_ticks, ..Settings::default() };
    let mut world = World::new(settings(true));
    let handles = [0.0, 5.0].map(|x| world.insert(circle(x)).unwrap());
    world.start_recording();
    world.step();
    world.set(handles[1], Shape::from(circle(6.0))).unwrap();
    world.step();
    let before = changed(&world);
    assert_eq!(before, [handles.to_vec(), vec![handles[1]], vec![]]);
    world.set_settings(settings(false));
    world.set_settings(settings(true));
    world.step();
    let after = changed(&world);
    assert_eq!(after, [handles.to_vec(), handles.to_vec(), handles.to_vec(), vec![]]);
    let mut again = World::default();
    let found: Vec<_> = ticks(&recorded(&mut world))
        .iter()
        .map(|tick| {
            tick.replay(&mut again).unwrap();
            changed(&again)
        })
        .collect();
    assert_eq!(found[1..], [before, after]);
}
