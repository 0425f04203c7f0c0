//! The ticks of a whole server: `RUSTFLAGS="-C target-cpu=native" cargo bench --bench server`, or with a number of ticks:
//! `-- 200` after it.
//!
//! The game of `collide-rules`: actors of two teams walk among 400 walls, push each other apart, shoot with hitscan and
//! rockets and strike, each once a second, at what they saw 5.5 ticks ago; they take pickups, die and respawn, and each
//! player has a view. Prints milliseconds of each stage, p50 and p99, and the share of a tick.
//!
//! Then five games on one thread, with the same map, the same number of actors and the same rules for bots. They take
//! turns, tick by tick. What each computes:
//!
//! - **ours**: exact decisions. No step and no push ends in a wall. Attacks see the past, 5.5 ticks ago.
//! - **by hand** (`whole_server/by_hand` of this package): a grid, and loops that push discs out. Steps may end in a wall
//!   or pass through one, decisions are rounded, and attacks see the present. Actors do not die, and there are no pickups.
//! - **by hand, past**: the same, and attacks see the past, 5.5 ticks ago.
//! - **by hand, lean**: the same with a past, sorted lists instead of hash sets, and a sort that reuses its memory.
//! - **rapier2d** (`rapier/`): its character controller, collision pipeline and queries. Decisions are rounded, steps keep
//!   a gap from walls, and attacks see the present. Its `separate` contains most of the work of its `step`, so there is a
//!   row for both together.
//!
//! Prints p50 of each stage in milliseconds, and how many times as long as ours it takes; below it, errors of a million,
//! by exact tests with the walls of each game: actors inside of a wall after a tick, and shots by hand with a wrong
//! target. In as many further ticks as a million shots need, all actors shoot, and the engine decides each shot with the
//! actors and walls of the code by hand (whose polygons have no radius): once at the positions on which that code
//! decides, where only rounding differs, and once at what the actor saw 5.5 ticks ago. Two targets at the same distance
//! are no error. The counters at the end show that rapier2d plays a comparable game: the bench fails if one differs by
//! more than half of ours. Times on one thread are processor time, on two elapsed time.

mod errors;
#[path = "../posed.rs"]
mod posed;
mod rapier;

use std::time::{Duration, Instant};

use collide_bench::whole_server::{ByHand, Contender, Hand, Ours, Part};
use collide_bench::{Timer, is_test, note_portable, processor};
use collide_rules::{Score, map, places, size};
use collide2d::{Shape, Threads};
use errors::{Errors, errors, sharp};
use rapier::Rapier;

const PARTS: usize = Part::ALL.len();

/// The number of walls of the last column: those of a small map, for many actors.
const FEW_WALLS: usize = 400;

/// The times of each stage and of whole ticks, in milliseconds.
#[derive(Default)]
struct Times([Vec<f64>; PARTS + 1]);

impl Times {
    fn tick(&mut self, game: &mut dyn Contender, seed: u64, threads: usize, is_measured: bool) {
        game.begin(seed);
        let times = Part::ALL.map(|part| {
            let (start, timer) = (Instant::now(), Timer::start());
            game.run(part).then(|| if threads == 1 { timer.time() } else { start.elapsed() })
        });
        if is_measured {
            let tick = times.iter().copied().flatten().sum();
            for (list, time) in self.0.iter_mut().zip(times.into_iter().chain([Some(tick)])) {
                list.extend(time.map(|time: Duration| time.as_secs_f64() * 1e3));
            }
        }
    }

    /// A quantile of the sum of some stages, if the game has them. Whole ticks are the stage after the last.
    fn part(&self, stages: &[usize], part: f64) -> Option<f64> {
        let ticks = stages.iter().map(|stage| self.0[*stage].len()).min()?;
        let mut times: Vec<f64> =
            (0..ticks).map(|tick| stages.iter().map(|stage| self.0[*stage][tick]).sum()).collect();
        times.sort_unstable_by(f64::total_cmp);
        times.get((ticks.saturating_sub(1) as f64 * part) as usize).copied()
    }
}

/// Runs games in turns, on one thread each by its processor time. A tenth of the ticks is for warming up.
fn times<const N: usize>(games: [&mut dyn Contender; N], threads: usize, ticks: usize) -> [Times; N] {
    let mut times = std::array::from_fn(|_| Times::default());
    for tick in 0..ticks + ticks / 10 {
        // Each is the first one equally often.
        for turn in 0..N {
            let index = (tick + turn) % N;
            times[index].tick(games[index], tick as u64 + 1, threads, tick >= ticks / 10);
        }
    }
    times
}

fn names() -> impl Iterator<Item = (usize, &'static str)> {
    Part::ALL.into_iter().map(Part::name).chain(["a tick"]).enumerate()
}

/// Prints all stages, for each size on one and on two threads, and the largest among few walls.
fn alone(sizes: &[[usize; 2]], ticks: usize) {
    let mut columns = Vec::new();
    let mut run = |[bots, players]: [usize; 2], threads: usize, walls: Option<usize>| {
        let pool = if threads == 1 { Threads::Serial } else { Threads::new(threads).expect("two threads") };
        let [times] = times([&mut Ours::new(bots, players, walls, pool)], threads, ticks);
        let among = walls.map(|walls| format!(", {walls} walls")).unwrap_or_default();
        columns.push((format!("{bots} + {players}, {threads}{among}"), times));
    };
    for size in sizes {
        (1..=2).for_each(|threads| run(*size, threads, None));
    }
    sizes.last().into_iter().for_each(|size| run(*size, 1, Some(FEW_WALLS)));
    let heads: String = columns.iter().map(|(name, _)| format!(" {name} |")).collect();
    println!("| bots + players, threads |{heads}\n|---|{}", "---:|".repeat(columns.len()));
    for (stage, name) in names() {
        let cells = columns.iter().map(|(_, times)| {
            let part = |stage, part| times.part(&[stage], part).expect("it has all stages");
            let (half, most) = (part(stage, 0.5), part(stage, 0.99));
            format!(" {half:.2} / {most:.2}, {:.0} % |", half / part(PARTS, 0.5) * 100.0)
        });
        println!("| {name} |{}", cells.collect::<String>());
    }
}

/// Prints all stages of five games of one size, on one thread, and checks that the loads are comparable.
fn beside([bots, players]: [usize; 2], ticks: usize) {
    let mut ours = Ours::new(bots, players, None, Threads::Serial);
    let [mut present, mut past, mut lean] =
        [Hand::Present, Hand::Past, Hand::Lean].map(|hand| ByHand::new(bots, players, hand));
    let mut rapier = Rapier::new(bots, players);
    let times = times([&mut ours, &mut present, &mut past, &mut lean, &mut rapier], 1, ticks);
    println!("\nOne thread, {bots} + {players}: p50 in ms (times as long as ours)\n");
    println!("| stage | ours | by hand | by hand, past | by hand, lean | rapier2d |\n|---|{}", "---:|".repeat(5));
    let rows = names().map(|(stage, name)| (vec![stage], name)).chain([(vec![1, 2], "separate and step")]);
    for (stages, name) in rows {
        let base = times[0].part(&stages, 0.5).expect("it has all stages");
        let peers = times[1..].iter().map(|game| {
            let time = game.part(&stages, 0.5);
            time.map_or_else(|| " - |".to_owned(), |time| format!(" {time:.3} ({:.1}) |", time / base))
        });
        println!("| {name} | {base:.3} |{}", peers.collect::<String>());
    }
    let (half, count) = size(bots + players);
    let walls = map(count, half, &mut places(7, half)).expect("valid walls");
    let sharp = sharp(&walls);
    let games: [(&mut dyn Contender, &[Shape], bool); 5] = [
        (&mut ours, &walls, true),
        (&mut present, &sharp, false),
        (&mut past, &sharp, true),
        (&mut lean, &sharp, true),
        (&mut rapier, &walls, false),
    ];
    let errors = games.map(|(game, walls, decides_on_past)| errors(game, walls, decides_on_past, is_test()));
    let row = |name: &str, of: fn(&Errors) -> Option<usize>| {
        let cells =
            errors.each_ref().map(|errors| of(errors).map_or_else(|| " - |".into(), |count| format!(" {count} |")));
        println!("| of a million {name} |{}", cells.concat());
    };
    row("actors, inside of a wall", |errors| errors.inside);
    row("shots, another target by rounding", |errors| errors.rounded);
    row("shots, another target than seen", |errors| errors.wrong);
    assert!(present.count > 0 && past.count > 0 && lean.count > 0, "they do something");
    compare(ours.score().unwrap_or_default(), rapier.score().unwrap_or_default());
}

/// Prints the counters of two games, and fails if they are not of the same order.
fn compare(ours: Score, rapier: Score) {
    println!("\n| counter | ours | rapier2d |\n|---|---:|---:|");
    let of = |score: Score| {
        let Score { shots, rockets, strikes, hits, kills, pickups, returns } = score;
        [shots, rockets, strikes, hits, kills, pickups, returns]
    };
    let names = ["shots", "rockets", "strikes", "hits", "kills", "pickups", "returns"];
    for ((name, ours), rapier) in names.into_iter().zip(of(ours)).zip(of(rapier)) {
        println!("| {name} | {ours} | {rapier} |");
        assert!(ours.abs_diff(rapier) <= 10 + ours / 2, "{name}: the games are not comparable");
    }
    assert!(ours.shots > 0 && ours.rockets > 0 && ours.strikes > 0, "{ours:?}");
}

fn main() {
    let sizes: &[[usize; 2]] = if is_test() { &[[100, 4]] } else { &[[2_000, 40], [10_000, 100]] };
    let given = std::env::args().find_map(|argument| argument.parse().ok());
    let ticks: usize = given.unwrap_or(if is_test() { 150 } else { 600 });
    note_portable();
    println!("{}; {ticks} ticks\n", processor());
    alone(sizes, ticks);
    for size in sizes {
        beside(*size, ticks);
    }
}
