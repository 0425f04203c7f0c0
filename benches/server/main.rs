//! The ticks of a whole server: `cargo bench --bench server`, or with a number of ticks: `cargo bench --bench server -- 200`.
//!
//! The game of `collide-rules`: actors of two teams walk among 400 walls, push each other apart, shoot with hitscan and
//! rockets and strike, each once a second, at what they saw 5.5 ticks ago; they take pickups, die and respawn, and each
//! player has a view. Prints milliseconds of each stage, p50 and p99, and the share of a tick.
//!
//! Then three games on one thread, with the same map, the same number of actors and the same rules for bots. They take
//! turns, tick by tick. What each computes:
//!
//! - **ours**: exact decisions. No step and no push ends in a wall. Attacks see the past, 5.5 ticks ago.
//! - **by hand** (`by_hand.rs`): a grid, and loops that push discs out. Steps may end in a wall or pass through one,
//!   decisions are rounded, and attacks see the present. Actors do not die, and there are no pickups.
//! - **rapier2d** (`rapier/`): its character controller, collision pipeline and queries. Decisions are rounded, steps keep
//!   a gap from walls, and attacks see the present. Its `separate` contains most of the work of its `step`, so there is a
//!   row for both together.
//!
//! Prints p50 of each stage in milliseconds, and how many times as long as ours it takes. The counters below the table
//! show that rapier2d plays a comparable game: the bench fails if one differs by more than half of ours. Other load on the
//! machine interrupts long stages more often than short ones, so the ratios need an idle machine.

mod by_hand;
mod ours;
#[path = "../posed.rs"]
mod posed;
mod rapier;

use std::time::{Duration, Instant};

use by_hand::ByHand;
use collide_bench::{is_test, processor};
use collide_rules::Score;
use collide2d::Threads;
use ours::Ours;
use rapier::Rapier;

const STAGES: [&str; 8] = ["walk", "separate", "step", "pickups", "attacks", "rockets", "respawn", "views"];

/// The number of walls of the last column: those of a small map, for many actors.
const FEW_WALLS: usize = 400;

/// A game of bots.
trait Contender {
    /// The time of each stage that the game has. The seed is that of the places of those who respawn.
    fn tick(&mut self, seed: u64) -> [Option<Duration>; STAGES.len()];

    /// The counters of a game that has all stages.
    fn score(&self) -> Option<Score> {
        None
    }
}

/// The time since the last stage.
struct Clock(Instant);

impl Clock {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn lap(&mut self) -> Duration {
        let time = self.0.elapsed();
        self.0 = Instant::now();
        time
    }
}

/// The times of each stage and of whole ticks, in milliseconds.
#[derive(Default)]
struct Times([Vec<f64>; STAGES.len() + 1]);

impl Times {
    fn add(&mut self, stages: [Option<Duration>; STAGES.len()]) {
        let tick = stages.iter().copied().sum();
        for (list, time) in self.0.iter_mut().zip(stages.into_iter().chain([tick])) {
            list.extend(time.map(|time: Duration| time.as_secs_f64() * 1e3));
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

/// Runs games in turns. A tenth of the ticks is for warming up.
fn times<const N: usize>(games: [&mut dyn Contender; N], ticks: usize) -> [Times; N] {
    let mut times = std::array::from_fn(|_| Times::default());
    for tick in 0..ticks + ticks / 10 {
        // Each is the first one equally often.
        for turn in 0..N {
            let index = (tick + turn) % N;
            let stages = games[index].tick(tick as u64 + 1);
            if tick >= ticks / 10 {
                times[index].add(stages);
            }
        }
    }
    times
}

fn names() -> impl Iterator<Item = (usize, &'static str)> {
    STAGES.into_iter().chain(["a tick"]).enumerate()
}

/// Prints all stages, for each size on one and on two threads, and the largest among few walls.
fn alone(sizes: &[[usize; 2]], ticks: usize) {
    let mut columns = Vec::new();
    let mut run = |[bots, players]: [usize; 2], threads: usize, walls: Option<usize>| {
        let pool = if threads == 1 { Threads::Serial } else { Threads::new(threads).expect("two threads") };
        let [times] = times([&mut Ours::new(bots, players, walls, pool)], ticks);
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
            format!(" {half:.2} / {most:.2}, {:.0} % |", half / part(STAGES.len(), 0.5) * 100.0)
        });
        println!("| {name} |{}", cells.collect::<String>());
    }
}

/// Prints all stages of three games of one size, on one thread, and checks that the loads are comparable.
fn beside([bots, players]: [usize; 2], ticks: usize) {
    let (mut ours, mut by_hand) = (Ours::new(bots, players, None, Threads::Serial), ByHand::new(bots, players));
    let mut rapier = Rapier::new(bots, players);
    let times = times([&mut ours, &mut by_hand, &mut rapier], ticks);
    println!("\nOne thread, {bots} + {players}: p50 in ms (times as long as ours)\n");
    println!("| stage | ours | by hand | rapier2d |\n|---|---:|---:|---:|");
    let rows = names().map(|(stage, name)| (vec![stage], name)).chain([(vec![1, 2], "separate and step")]);
    for (stages, name) in rows {
        let cells = times.each_ref().map(|game| game.part(&stages, 0.5));
        let base = cells[0].expect("it has all stages");
        let [hand, rapier] = [cells[1], cells[2]]
            .map(|cell| cell.map_or_else(|| "-".to_owned(), |time| format!("{time:.3} ({:.1})", time / base)));
        println!("| {name} | {base:.3} | {hand} | {rapier} |");
    }
    assert!(by_hand.count > 0, "it does something");
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
    println!("{}; {ticks} ticks\n", processor());
    alone(sizes, ticks);
    for size in sizes {
        beside(*size, ticks);
    }
}
