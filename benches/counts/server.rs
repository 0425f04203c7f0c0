//! A tick of a whole server, by stage: ours, and by hand.

use collide_bench::whole_server::{ByHand, Contender, Hand, Ours, Part};
use collide2d::Threads;

use crate::counter::Counter;

const BOTS: usize = 2_000;
const PLAYERS: usize = 40;
const TICKS: u64 = 15;

pub fn rows(counter: &Counter) {
    let hand = |hand| ByHand::new(BOTS, PLAYERS, hand);
    play(counter, "server", || Ours::new(BOTS, PLAYERS, None, Threads::Serial));
    play(counter, "by hand", || hand(Hand::Present));
    play(counter, "by hand with a past", || hand(Hand::Past));
    play(counter, "by hand with a past, lean", || hand(Hand::Lean));
}

/// Counts each stage of some ticks, after as many others.
fn play<G: Contender>(counter: &Counter, name: &str, game: impl Fn() -> G) {
    if !counter.needs(&format!("{name}:")) {
        return;
    }
    let (mut game, whole) = (game(), format!("{name}: a tick"));
    let rows = Part::ALL.map(|part| (part, format!("{name}: {}", part.name())));
    for tick in 1..=2 * TICKS {
        game.begin(tick);
        if tick <= TICKS {
            Part::ALL.into_iter().for_each(|part| _ = game.run(part));
            continue;
        }
        for (part, row) in &rows {
            let first = usize::from(*part == Part::ALL[0]);
            counter.count_for(&[(row, 1), (&whole, first)], || _ = game.run(*part));
        }
    }
}
