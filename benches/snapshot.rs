//! The cost of saving, restoring and cloning a warm world (snapshot, rollback): `cargo bench --bench snapshot`.
//!
//! Milliseconds for a call, the median, on one thread. Buffers are reused, except by `clone` and `save`, which
//! allocate. The world runs a tick between calls. Megabytes are the saved bytes. For comparison there are the step of
//! the world itself, and the first step of a restored world, which sorts all entities.

use std::time::{Duration, Instant};

use collide_bench::{Game, is_test, median};
use collide_scenes::SceneKind;
use collide2d::{PairOrder, Settings, Threads, World};

/// Ticks until buffers have grown to their size.
const WARM_UP: usize = 20;

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Prints the rows of this scene.
fn rows(kind: SceneKind, count: usize, rounds: usize) {
    let settings = Settings { threads: Threads::Serial, order: PairOrder::BySlot, ..Settings::default() };
    let mut game = Game::new(&kind.generate(count, 1), settings.clone());
    for _ in 0..WARM_UP {
        game.tick();
    }
    let (mut other, mut restored, mut bytes) = (World::default(), World::new(settings), Vec::new());
    let names = ["save", "save_into", "restore", "first step", "clone", "clone_from", "step"];
    let mut times = names.map(|name| (name, Vec::new()));
    for _ in 0..rounds {
        game.tick();
        let (mut saved, mut cloned) = (Vec::new(), World::default());
        let round = [
            timed(|| saved = game.world.save()),
            timed(|| game.world.save_into(&mut bytes)),
            timed(|| restored.restore(&bytes).expect("what was just saved")),
            timed(|| _ = restored.step()),
            timed(|| cloned = game.world.clone()),
            timed(|| other.clone_from(&game.world)),
            timed(|| _ = game.world.step()),
        ];
        times.iter_mut().zip(round).for_each(|((_, times), time)| times.push(time));
    }
    let size = bytes.len() as f64 / 1e6;
    for (name, times) in times {
        let time = median(times).as_secs_f64() * 1e3;
        println!("| {kind} | {count} | {name} | {time:.2} | {size:.2} |");
    }
}

fn main() {
    let (count, rounds) = if is_test() { (300, 3) } else { (100_000, 61) };
    println!("| scene | entities | what | ms | MB |");
    println!("|---|---:|---|---:|---:|");
    for kind in [SceneKind::Uniform, SceneKind::Mixed] {
        rows(kind, count, rounds);
    }
}
