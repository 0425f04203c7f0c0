//! The rules: everything happens, no actor is in a wall, and the same inputs give the same game.

use collide_rules::{
    Bots, CRATE_HEALTH, CRATE_RETURNS, GUN_DAMAGE, Game, HEALTH, Hit, Input, RADIUS, RELOAD, RESPAWN, ROCKETS, Role,
    SECONDS, SPEED, Score, Team, Weapon, map, places,
};
use collide2d::columns::Simd;
use collide2d::{
    Layers, Mobility, OrientedRect, Query, Rect, Relation, Rotor, Settings, Shape, Threads, Trace, Vec2, World,
    relation,
};

const HALF: f32 = 40.0;

fn game(bots: usize, threads: Threads) -> Game {
    let mut places = places(7, HALF);
    let walls = map(80, HALF, &mut places).unwrap();
    let mut game = Game::new(&walls, 30, Settings { threads, ..Settings::default() }, &mut places).unwrap();
    for number in 0..bots {
        let role = if number < 8 { Role::Player } else { Role::Bot };
        assert_eq!(game.join(Team::of(number), role, &mut places).unwrap(), number);
    }
    game
}

/// A red actor at the origin and a blue one at `other`, after a tick.
fn duel(walls: &[Shape], other: Vec2) -> Game {
    let mut at = [Vec2::ZERO, other].into_iter().cycle();
    let mut places = move || at.next().unwrap();
    let mut game = Game::new(walls, 0, Settings::default(), &mut places).unwrap();
    for number in 0..2 {
        assert_eq!(game.join(Team::of(number), Role::Player, &mut places).unwrap(), number);
    }
    game.tick(&[], &mut places).unwrap();
    game
}

fn place(game: &Game, number: usize) -> Vec2 {
    game.world().shape(game.actors()[number].handle.unwrap()).unwrap().center()
}

/// Bots play. The bytes are the recording, if there is one.
fn play(bots: usize, threads: Threads, ticks: usize, is_recorded: bool) -> (Game, Vec<u8>) {
    let (mut game, mut places) = (game(bots, threads), places(9, HALF));
    let (mut steering, mut inputs, mut file) = (Bots::new(5), Vec::new(), Vec::new());
    if is_recorded {
        game.world_mut().start_recording();
    }
    for _ in 0..ticks {
        steering.steer(&game, 0..bots, 5.5, &mut inputs);
        game.tick(&inputs, &mut places).unwrap();
        game.world_mut().write_recorded(&mut file).unwrap();
    }
    (game, file)
}

#[test]
fn everything_happens_and_no_actor_is_in_a_wall() {
    let (game, _) = play(300, Threads::Serial, 600, false);
    let Score { shots, rockets, strikes, hits, kills, pickups, returns } = game.score();
    let counts = [shots, rockets, strikes, hits, kills, pickups];
    assert!(counts.iter().all(|count| *count > 20) && returns > 300, "{:?}", game.score());
    let walls = Layers { category: 1, mask: 1 << 2, group: 0 };
    let mut alive = 0;
    for actor in game.actors() {
        let Some(shape) = actor.handle.and_then(|handle| game.world().shape(handle)) else { continue };
        alive += 1;
        for wall in game.world().queries().overlap(Query::from(shape).on(walls)) {
            let wall = game.world().shape(wall).unwrap();
            assert_ne!(relation(shape, wall), Relation::Interior, "{shape:?} in {wall:?}");
        }
    }
    assert!(alive > 150, "{alive}");
    let visible_count: usize =
        game.actors().iter().filter_map(|actor| actor.observer).map(|id| game.interest().visible(id).len()).sum();
    assert!(visible_count > 50, "{visible_count}");
    game.world().validate().unwrap();
}

#[test]
fn threads_do_not_matter() {
    let [one, two] = [Threads::Serial, Threads::new(2).unwrap()].map(|threads| play(2_500, threads, 60, false).0);
    assert_eq!((one.score(), one.world().fingerprint()), (two.score(), two.world().fingerprint()));
    assert_eq!(one.world().save(), two.world().save());
}

#[test]
fn no_input_does_harm() {
    let (mut game, mut places) = (game(20, Threads::Serial), places(3, HALF));
    let numbers = [0.0, -0.0, f32::NAN, f32::INFINITY, -f32::MAX, 1e-45, 1.0];
    for x in numbers {
        for y in numbers {
            for weapon in [Weapon::Gun, Weapon::Rocket, Weapon::Sword] {
                let shown = [f64::NAN, -1e300, f64::INFINITY, 2.5][game.world().tick() as usize % 4];
                let (walk, aim) = (Vec2::new(x, y), Vec2::new(y, x));
                let inputs = vec![Input { walk, aim, attack: Some(weapon), shown }; 25];
                game.tick(&inputs, &mut places).unwrap();
            }
        }
    }
    assert!(game.actors().iter().filter(|actor| actor.handle.is_some()).count() > 5);
}

/// The plain case: an actor walks where nothing is in the way, and a shot hits what stands before it.
#[test]
fn an_actor_walks_and_shoots() {
    let (mut game, mut places) = (duel(&[], Vec2::new(5.0, 0.0)), places(3, HALF));
    let still = Input { shown: f64::INFINITY, ..Input::default() };
    game.tick(&[still, Input { walk: Vec2::Y, ..still }], &mut places).unwrap();
    assert_eq!([0, 1].map(|number| place(&game, number)), [Vec2::ZERO, Vec2::new(5.0, SPEED * SECONDS)]);
    let shoots = Input { aim: Vec2::X, attack: Some(Weapon::Gun), ..still };
    game.tick(&[shoots], &mut places).unwrap();
    assert_eq!((game.score().hits, game.actors()[1].health), (1, 80));
    assert_eq!(game.hits(), [Hit { by: 0, target: game.actors()[1].handle.unwrap(), damage: 20 }]);
    game.tick(&[shoots], &mut places).unwrap();
    assert_eq!((game.score().shots, game.hits()), (1, &[][..]), "it reloads");
}

/// Who runs against a wall at an angle walks along it, and around its end.
#[test]
fn an_actor_walks_along_a_wall() {
    let wall = Rect::new([0.0, 2.0], [4.0, 3.0]).unwrap().into();
    let (mut game, mut places) = (duel(&[wall], Vec2::new(20.0, 0.0)), places(3, HALF));
    for tick in 0..90 {
        game.tick(&[Input { walk: Vec2::ONE, ..Input::default() }], &mut places).unwrap();
        let at = place(&game, 0);
        assert!(
            !(30..50).contains(&tick) || (at.y - 2.0 + RADIUS).abs() < 1e-6,
            "tick {tick}: not along the wall at {at}"
        );
    }
    let end = place(&game, 0);
    assert!(end.x > 4.4 && end.y > 2.5, "around the corner, at {end}");
}

/// Each weapon hits what the client showed, where it no longer is.
#[test]
fn attacks_hit_what_was_visible() {
    for (weapon, distance, back) in [(Weapon::Gun, 30.0, 9), (Weapon::Rocket, 1.9, 12), (Weapon::Sword, 1.9, 12)] {
        for is_compensated in [true, false] {
            let (mut game, mut places) = (duel(&[], Vec2::new(distance, -1.0)), places(3, HALF));
            for _ in 0..25 {
                let walks = Input { walk: Vec2::Y, ..Input::default() };
                game.tick(&[Input::default(), walks], &mut places).unwrap();
            }
            let shown = if is_compensated { game.now() - f64::from(back) } else { f64::INFINITY };
            let aim = place(&game, 1) - Vec2::Y * SPEED * SECONDS * back as f32;
            game.tick(&[Input { aim, attack: Some(weapon), shown, ..Input::default() }], &mut places).unwrap();
            assert_eq!(game.hits().len(), usize::from(is_compensated), "{weapon:?}");
        }
    }
}

#[test]
fn nothing_comes_outside_of_the_border() {
    let walls = map(0, HALF, &mut || Vec2::ZERO).unwrap();
    for corner in [Vec2::splat(HALF), Vec2::new(-HALF, 0.0)] {
        let mut places = || corner;
        let mut game = Game::new(&walls, 20, Settings::default(), &mut places).unwrap();
        (0..60).for_each(|number| _ = game.join(Team::of(number), Role::Bot, &mut places).unwrap());
        let moving = game.world().iter().filter(|(_, entity)| entity.mobility == Mobility::Dynamic);
        let places: Vec<Vec2> = moving.map(|(_, entity)| entity.shape.center()).collect();
        assert!(places.len() > 40, "{}", places.len());
        assert!(places.iter().all(|at| at.abs().max_element() < HALF), "{places:?}");
    }
}

#[test]
fn a_respawn_gives_full_health_and_the_rockets_of_a_start() {
    let (mut game, mut places) = (duel(&[], Vec2::new(5.0, 0.0)), places(3, HALF));
    let attack = |weapon| Input { aim: Vec2::X, attack: Some(weapon), shown: f64::INFINITY, ..Input::default() };
    // The blue actor shoots its rockets away from the red one, which shoots back.
    for _ in 0..HEALTH / GUN_DAMAGE {
        let at = [0, 1].map(|number| place(&game, number));
        assert_eq!(at, [Vec2::ZERO, Vec2::new(5.0, 0.0)]);
        game.tick(&[attack(Weapon::Gun), attack(Weapon::Rocket)], &mut places).unwrap();
        (0..RELOAD).for_each(|_| game.tick(&[], &mut places).unwrap());
    }
    let blue = |game: &Game| (game.actors()[1].handle.is_some(), game.actors()[1].rockets);
    assert_eq!((blue(&game), game.score().rockets), ((false, 1), 4), "it died before its last rocket");
    (0..RESPAWN).for_each(|_| game.tick(&[], &mut places).unwrap());
    assert_eq!((blue(&game), game.actors()[1].health), ((true, ROCKETS), HEALTH));
}

#[test]
fn who_leaves_is_away() {
    let (mut game, mut places) = (duel(&[], Vec2::new(20.0, 0.0)), places(3, HALF));
    let launches = Input { aim: Vec2::X, attack: Some(Weapon::Rocket), shown: f64::INFINITY, ..Input::default() };
    game.tick(&[launches], &mut places).unwrap();
    let red = game.actors()[0].clone();
    assert_eq!(game.interest().visible(game.actors()[1].observer.unwrap()), [red.handle.unwrap()]);
    // The second time nothing happens, as with a number that no actor has.
    for number in [0, 0, 9] {
        game.leave(number).unwrap();
    }
    for _ in 0..200 {
        game.tick(&[launches], &mut places).unwrap();
    }
    assert!(game.world().shape(red.handle.unwrap()).is_none() && game.interest().get(red.observer.unwrap()).is_none());
    assert_eq!((game.world().len(), game.interest().len(), game.score().hits), (1, 1, 0));
    let [first, second] = [0, 1].map(|_| game.join(Team::Red, Role::Bot, &mut places).unwrap());
    assert_eq!((first, second), (0, 2), "the number is used again, once");
}

/// A recording changes nothing. Its replay gives the same answers with every number of threads and SIMD level.
#[test]
fn a_recorded_game_replays() {
    let [(game, file), (plain, _)] = [true, false].map(|is_recorded| play(300, Threads::Serial, 120, is_recorded));
    assert_eq!((game.score(), game.world().save()), (plain.score(), plain.world().save()));
    for (threads, simd) in [1, 2].into_iter().flat_map(|count| Simd::ALL.map(|simd| (count, simd))) {
        let threads = Threads::new(threads).unwrap();
        let mut world = World::new(Settings { threads, simd, ..Settings::default() });
        let mut answered = 0;
        for tick in Trace::new(file.as_slice()) {
            answered += tick.unwrap().replay(&mut world).unwrap().answered;
        }
        assert_eq!((world.tick(), world.fingerprint()), (120, game.world().fingerprint()));
        // The walk, the push and the rockets of each tick, and the shots.
        assert!(answered as u64 > 3 * 119 + game.score().shots / 2, "{answered}");
    }
}

#[test]
fn a_door_turns_until_a_body_is_in_its_way() {
    let mut game = duel(&[], Vec2::new(1.5, 2.0));
    // The blue actor stands in the way of one wing.
    let closed = OrientedRect::new(Vec2::new(0.0, 1.1), [2.0, 0.2], Rotor::IDENTITY).unwrap();
    let door = game.add_door(closed, Vec2::new(0.0, 1.1), 0.02).unwrap();
    let rotor = |game: &Game| match game.world().shape(door) {
        Some(Shape::OrientedRect(rect)) => rect.rotor().sin(),
        other => panic!("{other:?}"),
    };
    let (mut least, mut most) = (0.0_f32, 0.0_f32);
    for _ in 0..400 {
        game.tick(&[], &mut || Vec2::ZERO).unwrap();
        (least, most) = (least.min(rotor(&game)), most.max(rotor(&game)));
        let blue = game.actors()[1].handle.and_then(|handle| game.world().shape(handle)).unwrap();
        assert_ne!(relation(blue, game.world().shape(door).unwrap()), Relation::Interior);
    }
    assert!(most > 0.05 && most < 0.5 && least < -0.05, "{least} to {most}");
}

#[test]
fn a_crate_stops_shots_until_it_breaks_and_comes_again() {
    let mut game = duel(&[], Vec2::new(6.0, 0.0));
    let place = Rect::from_center([3.0, 0.0], [0.5, 0.5]).unwrap();
    let handle = game.add_crate(place).unwrap();
    game.tick(&[], &mut || Vec2::ZERO).unwrap();
    let shots = CRATE_HEALTH / GUN_DAMAGE;
    let mut shoot = || {
        let input = Input { aim: Vec2::X, attack: Some(Weapon::Gun), shown: game.now(), ..Input::default() };
        game.tick(&[input], &mut || Vec2::ZERO).unwrap();
        (0..RELOAD).for_each(|_| game.tick(&[], &mut || Vec2::ZERO).unwrap());
        (game.crate_of(handle), game.actors()[1].health)
    };
    assert_eq!(shoot(), (Some((0, CRATE_HEALTH - GUN_DAMAGE)), HEALTH));
    for _ in 2..shots {
        assert_eq!(shoot().1, HEALTH);
    }
    assert_eq!(shoot(), (None, HEALTH));
    assert_eq!(shoot().1, HEALTH - GUN_DAMAGE);
    let count = game.world().len();
    (0..CRATE_RETURNS).for_each(|_| game.tick(&[], &mut || Vec2::ZERO).unwrap());
    assert_eq!(game.world().len(), count + 1);
}
