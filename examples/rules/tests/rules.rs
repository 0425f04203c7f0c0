//! The rules: everything happens, no actor is in a wall, and the same inputs give the same game.

use collide_rules::{Bots, Game, Input, Role, SECONDS, SPEED, Score, Team, Weapon, map, places};
use collide2d::{Layers, Query, Relation, Settings, Shape, Threads, Vec2, relation};

const HALF: f32 = 40.0;

fn game(bots: usize, threads: Threads) -> Game {
    let mut places = places(7, HALF);
    let walls = map(80, HALF, &mut places).unwrap();
    let mut game = Game::new(&walls, 30, Settings { threads, ..Settings::default() }, &mut places).unwrap();
    for number in 0..bots {
        let team = if number % 2 == 0 { Team::Red } else { Team::Blue };
        let role = if number < 8 { Role::Player } else { Role::Bot };
        assert_eq!(game.join(team, role, &mut places).unwrap(), number);
    }
    game
}

fn play(bots: usize, threads: Threads, ticks: usize) -> Game {
    let (mut game, mut places) = (game(bots, threads), places(9, HALF));
    let (mut steering, mut inputs) = (Bots::new(5), Vec::new());
    for _ in 0..ticks {
        steering.steer(&game, 0..bots, 5.5, &mut inputs);
        game.tick(&inputs, &mut places).unwrap();
    }
    game
}

#[test]
fn everything_happens_and_no_actor_is_in_a_wall() {
    let game = play(300, Threads::Serial, 600);
    let Score { shots, rockets, strikes, hits, kills, pickups, returns } = game.score();
    let counts = [shots, rockets, strikes, hits, kills, pickups];
    assert!(counts.iter().all(|count| *count > 20) && returns > 300, "{:?}", game.score());
    let walls = Layers { category: 1, mask: 1 << 2, group: 0 };
    let mut alive = 0;
    for actor in game.actors() {
        let Some(shape) = actor.handle.and_then(|handle| game.world().shape(handle)) else { continue };
        alive += 1;
        for wall in game.world().queries().overlap(Query::<Shape>::from(shape).on(walls)) {
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
    let [one, two] = [Threads::Serial, Threads::new(2).unwrap()].map(|threads| play(2_500, threads, 60));
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
    let mut at = [Vec2::ZERO, Vec2::new(5.0, 0.0)].into_iter().cycle();
    let mut places = move || at.next().unwrap();
    let mut game = Game::new(&[], 0, Settings::default(), &mut places).unwrap();
    let [red, blue] = [Team::Red, Team::Blue].map(|team| game.join(team, Role::Player, &mut places).unwrap());
    let still = Input { shown: f64::INFINITY, ..Input::default() };
    game.tick(&[still; 2], &mut places).unwrap();
    let walks = Input { walk: Vec2::Y, ..still };
    game.tick(&[still, walks], &mut places).unwrap();
    let place = |number: usize| game.world().shape(game.actors()[number].handle.unwrap()).unwrap().center();
    assert_eq!([place(red), place(blue)], [Vec2::ZERO, Vec2::new(5.0, SPEED * SECONDS)]);
    let shoots = Input { aim: Vec2::X, attack: Some(Weapon::Gun), ..still };
    game.tick(&[shoots, still], &mut places).unwrap();
    assert_eq!((game.score().hits, game.actors()[blue].health), (1, 80));
    game.tick(&[shoots, still], &mut places).unwrap();
    assert_eq!(game.score().shots, 1, "it reloads");
}
