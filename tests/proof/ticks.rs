//! Events, views and the past.

use std::collections::BTreeSet;

use collide2d::{
    Entity, EventKind, Handle, History, Interest, Layers, Mobility, Moving, Observer, Query, Settings, Vec2, World,
    distance,
};

use super::{Numbers, circle, rect};

/// How often each event came for a pair in the last step: begins and ends.
fn counts(world: &World) -> [usize; 2] {
    [EventKind::Began, EventKind::Ended].map(|kind| world.events().iter().filter(|event| event.kind == kind).count())
}

fn with_events() -> World {
    World::new(Settings { events: true, ..Settings::default() })
}

#[test]
fn box2d_867_a_sensor_that_flies_through_a_wall() {
    // The scene of the thread: a wall from x = 1 to 2, and a sensor of radius 0.1 at -20 a second. Sixty starts.
    for start in 0..60 {
        let mut world = with_events();
        let wall = world.insert(Entity::fixed(rect(1.0, 1.0, 1.0, 20.0))).unwrap();
        let bullet = circle(7.398_14 + start as f32 / 180.0, 4.0, 0.1);
        let bullet = world.insert(Entity::new(bullet).as_sensor()).unwrap();
        let mut all = [0, 0];
        for _ in 0..60 {
            world.translate(bullet, Vec2::new(-20.0 / 60.0, 0.0)).unwrap();
            world.step();
            let [began, ended] = counts(&world);
            all = [all[0] + began, all[1] + ended];
            assert_eq!(all[0] - all[1], world.pairs().len(), "what began and did not end is a pair");
            assert!(world.events().iter().all(|event| (event.a, event.b) == (wall, bullet)));
        }
        assert_eq!(all, [1, 1], "start {start}");
    }
}

#[test]
fn box2d_828_every_begin_has_its_end() {
    type Change = fn(&mut World, Handle);
    fn set(world: &mut World, handle: Handle, change: impl Fn(Entity) -> Entity) {
        let entity = world.entity(handle).unwrap();
        world.set(handle, change(entity)).unwrap();
    }
    let changes: [(&str, Change); 6] = [
        ("removed", |world, handle| _ = world.remove(handle).unwrap()),
        ("moved away", |world, handle| world.translate(handle, Vec2::new(50.0, 0.0)).unwrap()),
        ("another shape", |world, handle| world.set(handle, circle(0.0, 9.0, 0.5)).unwrap()),
        ("another mask", |world, handle| {
            set(world, handle, |entity| entity.with_layers(Layers { mask: 0, ..Layers::ALL }));
        }),
        ("another kind of body", |world, handle| {
            set(world, handle, |entity| Entity { mobility: Mobility::Static, ..entity });
        }),
        ("replaced in its slot", |world, handle| {
            world.remove(handle).unwrap();
            let other = world.insert(circle(0.0, 9.0, 1.0)).unwrap();
            assert_eq!(other.slot(), handle.slot());
        }),
    ];
    for (name, change) in changes {
        let mut world = with_events();
        world.insert(Entity::fixed(rect(-1.0, -1.0, 2.0, 2.0))).unwrap();
        let mover = world.insert(circle(0.0, 0.0, 1.0)).unwrap();
        world.step();
        assert_eq!((counts(&world), world.pairs().len()), ([1, 0], 1), "{name}");
        change(&mut world, mover);
        world.step();
        assert_eq!((counts(&world), world.pairs().len()), ([0, 1], 0), "{name}");
        world.step();
        assert_eq!(counts(&world), [0, 0], "{name}");
    }
}

#[test]
fn asobi_293_who_walks_away_leaves_the_view() {
    let mut numbers = Numbers(293);
    let mut world = World::new(Settings::default());
    let player = world.insert(circle(0.0, 0.0, 0.5)).unwrap();
    let mut others: Vec<Handle> = Vec::new();
    for _ in 0..60 {
        others.push(world.insert(circle(numbers.between(-40, 40), numbers.between(-10, 10), 0.5)).unwrap());
    }
    let (inner, outer) = (10.0, 12.0);
    let mut interest = Interest::new();
    let view = interest.insert(Observer::new(player, inner, outer).except(player)).unwrap();
    // What a client has: it adds what entered and drops what left.
    let mut client: BTreeSet<Handle> = BTreeSet::new();
    let (mut entered, mut left) = (0, 0);
    for tick in 0..400 {
        let step = if tick < 200 { 0.25 } else { -0.25 };
        world.translate(player, Vec2::new(step, 0.0)).unwrap();
        if tick % 7 == 0 {
            // One is removed, and another takes its slot elsewhere.
            let index = (numbers.next() % 60) as usize;
            world.remove(others[index]).unwrap();
            others[index] = world.insert(circle(numbers.between(-40, 40), numbers.between(-10, 10), 0.5)).unwrap();
        }
        world.step();
        interest.update(&world);
        for gone in interest.left(view) {
            assert!(client.remove(gone), "tick {tick}: {gone:?} left twice");
            left += 1;
        }
        for new in interest.entered(view) {
            assert!(client.insert(*new), "tick {tick}: {new:?} entered twice");
            entered += 1;
        }
        assert_eq!(client.iter().copied().collect::<Vec<_>>(), sorted(interest.visible(view)));
        let center = circle(world.shape(player).unwrap().center().x, 0.0, 0.0);
        for (handle, entity) in world.iter().filter(|(handle, _)| *handle != player) {
            let away = distance(center, entity.shape);
            let is_seen = client.contains(&handle);
            assert!(!(is_seen && away > outer), "tick {tick}: {handle:?} is seen at {away}");
            assert!(is_seen || away > inner, "tick {tick}: {handle:?} is not seen at {away}");
        }
        assert!(client.iter().all(|handle| world.has(*handle)));
    }
    assert!(entered > 60 && left > 60, "{entered} entered, {left} left");
}

fn sorted(handles: &[Handle]) -> Vec<Handle> {
    handles.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
}

/// A world that remembers 32 ticks.
fn with_past() -> World {
    let history = History { ticks: 32, teleport_distance: 10.0 };
    World::new(Settings { history, ..Settings::default() })
}

#[test]
fn devotion_168_a_rocket_through_the_ticks_of_its_delay() {
    // A ping of 150 ms at 60 ticks a second: nine ticks. The victim runs 0.5 a tick, the rocket flies 1.5.
    let mut world = with_past();
    let victim = world.insert(circle(12.0, -3.0, 0.5)).unwrap();
    for _ in 0..20 {
        world.translate(victim, Vec2::new(0.0, 0.5)).unwrap();
        world.step();
    }
    // At tick `t` the victim is at y = t / 2 - 3: at 0 in tick 6. A rocket that is fired at x = 3 in tick 0.
    let rocket = Moving::new(circle(3.0, 0.0, 0.25), [13.5, 0.0]).unwrap();
    let hit = world.sweep_through(Query::new(rocket), 1.0, 10.0).unwrap().unwrap();
    assert_eq!(hit.handle, victim);
    // They meet when the distance of the centers is 0.75: a quadratic equation in the time.
    let apart = |tick: f64| (12.0 - 3.0 - 1.5 * (tick - 1.0)).hypot(tick / 2.0 - 3.0);
    assert!((apart(hit.tick) - 0.75).abs() < 1e-4, "at tick {} they are {} apart", hit.tick, apart(hit.tick));
    assert!(hit.tick > 5.0 && hit.tick < 7.0);
    // Against the positions of one moment, as in the thread, it misses: at the shot and now.
    for time in [1.0, 20.0] {
        assert!(world.at(time).unwrap().sweep(Query::new(rocket)).is_none());
    }
}

#[test]
fn sbox_issues_2931_the_past_is_not_off_by_one_tick() {
    let mut world = with_past();
    let target = world.insert(circle(0.0, 0.0, 0.5)).unwrap();
    let mut seen = Vec::new();
    for tick in 1..=20 {
        // From side to side, by another step each time.
        let x = [0.0, 4.0][tick % 2] + tick as f32 / 16.0;
        world.set(target, circle(x, 0.0, 0.5)).unwrap();
        world.step();
        seen.push((world.tick(), x));
    }
    for pair in seen.windows(2) {
        let [(tick, x), (_, next)] = [pair[0], pair[1]];
        let time = tick as f64;
        assert_eq!(world.at(time).unwrap().shape(target), Some(circle(x, 0.0, 0.5).into()));
        // A shot at the place of this tick hits at this tick, and not one tick later or earlier.
        let shot = circle(x, 0.0, 0.0);
        for (at, is_hit) in [(time, true), (time + 1.0, false), (time - 1.0, false)] {
            if let Ok(past) = world.at(at) {
                assert_eq!(past.overlap(shot) == [target], is_hit, "a shot at tick {tick}, at time {at}");
            }
        }
        let half = world.at(time + 0.5).unwrap().shape(target).unwrap();
        assert_eq!(half.center(), Vec2::new((x + next) / 2.0, 0.0));
    }
}
