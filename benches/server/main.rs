//! The ticks of a whole server: `cargo bench --bench server`, or with a number of ticks: `cargo bench --bench server -- 200`.
//!
//! The game of `examples/rules`: actors of two teams walk among 400 walls, push each other apart, shoot with hitscan and
//! rockets and strike, each once a second, at what they saw 5.5 ticks ago; they take pickups, die and come again, and each
//! player has a view. Milliseconds of each stage, p50 and p99, and the share of a tick. Then the stages that a game by hand
//! has too, and how many times as long it takes.

mod by_hand;

use std::time::{Duration, Instant};

use by_hand::ByHand;
use collide_bench::{is_test, processor};
use collide_rules::{Bots, Game, Input, Role, Team, map, places, size};
use collide2d::{Settings, Threads};

const STAGES: [&str; 8] = ["walk", "separate", "step", "pickups", "attacks", "rockets", "come again", "views"];

struct Server {
    game: Game,
    bots: Bots,
    inputs: Vec<Input>,
    half: f32,
}

impl Server {
    fn new(bots: usize, players: usize, threads: Threads) -> Self {
        let (half, walls) = size(bots + players);
        let mut places = places(7, half);
        let walls = map(walls, half, &mut places).expect("valid walls");
        let settings = Settings { threads, ..Settings::default() };
        let mut game = Game::new(&walls, (bots + players) / 10, settings, &mut places).expect("valid walls");
        for number in 0..bots + players {
            let role = if number < players { Role::Player } else { Role::Bot };
            game.join(Team::of(number), role, &mut places).expect("room");
        }
        Self { game, bots: Bots::new(5), inputs: Vec::new(), half }
    }

    /// The time of each stage of a tick.
    fn tick(&mut self, seed: u64) -> [Duration; STAGES.len()] {
        let Self { game, bots, inputs, half } = self;
        bots.steer(game, 0..game.actors().len(), 5.5, inputs);
        let (mut places, mut clock) = (places(seed, *half), Instant::now());
        let mut lap = || {
            let time = clock.elapsed();
            clock = Instant::now();
            time
        };
        let stage = "no rule refuses these inputs";
        game.walk(inputs).expect(stage);
        let walk = lap();
        game.separate().expect(stage);
        let separate = lap();
        game.step();
        let step = lap();
        game.take_pickups().expect(stage);
        let pickups = lap();
        game.attack(inputs).expect(stage);
        let attacks = lap();
        game.fly().expect(stage);
        let rockets = lap();
        game.come_again(&mut places).expect(stage);
        let come_again = lap();
        game.look().expect(stage);
        [walk, separate, step, pickups, attacks, rockets, come_again, lap()]
    }
}

fn main() {
    let sizes: &[[usize; 2]] = if is_test() { &[[100, 4]] } else { &[[2_000, 40], [10_000, 100]] };
    let given = std::env::args().find_map(|argument| argument.parse().ok());
    let ticks: usize = given.unwrap_or(if is_test() { 150 } else { 600 });
    println!("{}; {ticks} ticks\n", processor());
    let mut columns = Vec::new();
    for [bots, players] in sizes {
        for threads in [1, 2] {
            let pool = if threads == 1 { Threads::Serial } else { Threads::new(threads).expect("two threads") };
            columns.push((format!("{bots} + {players}, {threads}"), times(*bots, *players, pool, ticks)));
        }
    }
    let names: String = columns.iter().map(|(name, _)| format!(" {name} |")).collect();
    println!("| bots + players, threads |{names}\n|---|{}", "---:|".repeat(columns.len()));
    for (stage, name) in STAGES.iter().copied().chain(["a tick"]).enumerate() {
        let cells = columns.iter().map(|(_, stages)| {
            let (half, most) = (part(&stages[stage], 0.5), part(&stages[stage], 0.99));
            let share = half / part(&stages[STAGES.len()], 0.5) * 100.0;
            format!(" {half:.2} / {most:.2}, {share:.0} % |")
        });
        println!("| {name} |{}", cells.collect::<String>());
    }
    println!("\nOne thread, p50 in ms: by hand (times as long)\n");
    let peers: Vec<_> = sizes.iter().map(|[bots, players]| by_hand(*bots, *players, ticks)).collect();
    let names: String = sizes.iter().map(|[bots, players]| format!(" {bots} + {players} |")).collect();
    println!("| stage |{names}\n|---|{}", "---:|".repeat(sizes.len()));
    let shared: [(&str, &[usize]); 5] = [
        ("walk", &[0]),
        ("separate", &[1]),
        ("step and pickups", &[2, 3]),
        ("attacks and rockets", &[4, 5]),
        ("views", &[7]),
    ];
    for (row, (name, stages)) in shared.into_iter().enumerate() {
        let cells = peers.iter().zip(columns.iter().step_by(2)).map(|(peer, (_, own))| {
            let (theirs, ours) =
                (part(&peer[row], 0.5), stages.iter().map(|stage| part(&own[*stage], 0.5)).sum::<f64>());
            format!(" {theirs:.2} ({:.1}) |", theirs / ours)
        });
        println!("| {name} |{}", cells.collect::<String>());
    }
}

/// The times of each stage of the game by hand in ascending order, in milliseconds.
fn by_hand(bots: usize, players: usize, ticks: usize) -> Vec<Vec<f64>> {
    let mut game = ByHand::new(bots, players);
    let mut times = vec![Vec::new(); 5];
    for tick in 0..ticks + ticks / 10 {
        let stages = game.tick();
        for (list, time) in times.iter_mut().zip(stages).filter(|_| tick >= ticks / 10) {
            list.push(time.as_secs_f64() * 1e3);
        }
    }
    assert!(game.count > 0, "it does something");
    times.iter_mut().for_each(|list| list.sort_unstable_by(f64::total_cmp));
    times
}

/// The times of each stage and of whole ticks in ascending order, in milliseconds.
fn times(bots: usize, players: usize, threads: Threads, ticks: usize) -> Vec<Vec<f64>> {
    let mut server = Server::new(bots, players, threads);
    let mut times = vec![Vec::new(); STAGES.len() + 1];
    for tick in 0..ticks + ticks / 10 {
        let stages = server.tick(tick as u64 + 1).map(|time| time.as_secs_f64() * 1e3);
        if tick >= ticks / 10 {
            for (list, time) in times.iter_mut().zip(stages.into_iter().chain([stages.iter().sum()])) {
                list.push(time);
            }
        }
    }
    times.iter_mut().for_each(|list| list.sort_unstable_by(f64::total_cmp));
    let score = server.game.score();
    assert!(score.shots > 0 && score.rockets > 0 && score.strikes > 0, "{score:?}");
    times
}

fn part(times: &[f64], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part) as usize]
}
