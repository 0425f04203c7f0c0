//! Views, contacts, copies, snapshots, and a wall that changes.

use collide_bench::{Game, spread};
use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, Handle, Interest, Mobility, Observer, Rect, Segment, Settings, Shape, Vec2, Viewpoint, World,
};

use crate::counter::Counter;
use crate::scene::{direction, remembering, scene, serial};

pub fn rows(counter: &Counter) {
    views(counter);
    copies(counter);
    for (name, settings) in [("no history", serial()), ("history of 16", remembering(16))] {
        walls(counter, name, &settings);
    }
    sleepers(counter);
}

fn views(counter: &Counter) {
    if !counter.needs("views:") {
        return;
    }
    let scene = scene(SceneKind::Uniform);
    let mut game = Game::new(&scene, serial());
    game.tick();
    let observers: Vec<Handle> = game.world.iter().step_by(100).map(|(handle, _)| handle).collect();
    for (name, max_visible) in [("all in view", usize::MAX), ("the 64 nearest", 64)] {
        let mut interest = Interest::default();
        for handle in &observers {
            let observer = Observer { max_visible, ..Observer::new(Viewpoint::Entity(*handle), 18.0, 20.0) };
            interest.insert(observer).expect("sound radii");
        }
        for _ in 0..2 {
            game.tick();
            interest.update(&game.world);
        }
        game.tick();
        counter.count(&format!("views: {name}"), observers.len(), || {
            interest.update(&game.world);
        });
    }
}

fn copies(counter: &Counter) {
    if !counter.needs("copies:") {
        return;
    }
    let scene = scene(SceneKind::Mixed);
    let mut game = Game::new(&scene, Settings { events: true, ..serial() });
    (0..3).for_each(|_| _ = game.tick());
    let (mut bytes, mut contacts, count) = (Vec::new(), Vec::new(), scene.len());
    let (mut other, mut restored) = (World::default(), World::new(serial()));
    game.world.save_into(&mut bytes);
    counter.count("copies: save", count, || game.world.save_into(&mut bytes));
    counter.count("copies: restore", count, || restored.restore(&bytes).expect("what was just saved"));
    counter.count("copies: first step of a restored world", count, || _ = restored.step());
    other.clone_from(&game.world);
    counter.count("copies: clone_from", count, || other.clone_from(&game.world));
    counter.count("copies: contacts", game.world.pairs().len(), || game.world.contacts_into(&mut contacts));
}

/// Ticks of movers among many walls of which none or one changes, and the first query after each.
fn walls(counter: &Counter, name: &str, settings: &Settings) {
    let group = format!("walls, {name}:");
    if !counter.needs(&group) {
        return;
    }
    let mut world = World::new(settings.clone());
    let square = |at: Vec2| Shape::from(Rect::new(at, at + 1.0).expect("finite"));
    let walls: Vec<Handle> =
        (0..50_000).map(|index| world.insert(Entity::fixed(square(spread(index) * 1_000.0))).expect("room")).collect();
    let circle = |index: usize| Circle::new(spread(index * 3 + 1) * 1_000.0, 0.4).expect("finite");
    let movers: Vec<Handle> = (0..2_000).map(|index| world.insert(circle(index)).expect("room")).collect();
    let mut tick = 0;
    let mut play = |changes: bool, row: Option<&str>| {
        tick += 1;
        let place = |(index, mover): (usize, &Handle)| {
            (*mover, world.shape(*mover).expect("it is there").center() + direction(index + tick) * 0.1)
        };
        let moved: Vec<(Handle, Vec2)> = movers.iter().enumerate().map(place).collect();
        world.set_batch(&moved).expect("all are there");
        if changes {
            world.set(walls[tick], square(spread(tick) * 1_000.0 + 0.5)).expect("it is there");
        }
        match row {
            None => _ = world.step(),
            Some(row) => {
                counter.count(&format!("{group} {row}: step"), 1, || _ = world.step());
                let first = || drop(world.queries().overlap(circle(7)));
                counter.count(&format!("{group} {row}: first query"), 1, first);
            }
        }
    };
    (0..3).for_each(|_| play(false, None));
    play(false, Some("none changes"));
    (0..2).for_each(|_| play(true, None));
    play(true, Some("one changes"));
}

/// Entities that wake and fall asleep among walls that are searched.
fn sleepers(counter: &Counter) {
    if !counter.needs("sleepers:") {
        return;
    }
    let mut world = World::new(serial());
    for index in 0..400 {
        let wall = Rect::from_center(spread(index) * 400.0, [4.0, 0.5]).expect("finite");
        world.insert(Entity::fixed(wall)).expect("room");
    }
    let of = |mobility, index| {
        let circle = Circle::new(spread(index * 3 + 1) * 400.0, 0.5).expect("finite");
        Entity { mobility, ..Entity::new(circle) }
    };
    let mut insert = |index| world.insert(of(Mobility::Sleeping, index)).expect("room");
    let sleepers: Vec<Handle> = (0..6_000).map(&mut insert).collect();
    _ = world.queries().blocked(Segment::new(Vec2::ZERO, Vec2::X).expect("finite"));
    let changed = &sleepers[..2_000];
    for (row, mobility) in [("wake", Mobility::Dynamic), ("fall asleep", Mobility::Sleeping)] {
        counter.count(&format!("sleepers: {row}"), changed.len(), || {
            for (index, sleeper) in changed.iter().enumerate() {
                world.set(*sleeper, of(mobility, index)).expect("it is there");
            }
        });
    }
    (0..3).for_each(|_| _ = world.step());
    counter.count("sleepers: none changes: step", 1, || _ = world.step());
    for (row, mobility) in [("wakes", Mobility::Dynamic), ("falls asleep", Mobility::Sleeping)] {
        world.set(changed[7], of(mobility, 7)).expect("it is there");
        counter.count(&format!("sleepers: one {row}: step"), 1, || _ = world.step());
    }
}
