//! The rules as a crate, recorded and watched live: `SECONDS=60 cargo run --release`.

use std::env;
use std::thread;
use std::time::{Duration, Instant};

use collide_rules::{Bots, Error, Game, Role, Team, map, places};
use collide2d::{CrowdLimit, Settings, Trace, World};

/// 60 ticks a second.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / 60);
const BOTS: usize = 200;

/// Sleeps until the next tick is due. After a delay, at most five ticks are caught up.
fn wait(due: &mut Instant) {
    *due = (*due + TICK).max(Instant::now() - 5 * TICK);
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

pub fn main() -> Result<(), Error> {
    let ticks = 60 * env::var("SECONDS").map_or(Ok(1), |seconds| seconds.parse::<u64>())?;
    let mut places = places(7, 40.0);
    let settings = Settings { crowd: Some(CrowdLimit::new(32)), ..Settings::default() };
    let mut game = Game::new(&map(40, 40.0, &mut places)?, 20, settings, &mut places)?;
    for number in 0..BOTS {
        game.join(Team::of(number), Role::Bot, &mut places)?;
    }

    let mut inspector = collide_viewer::attach("127.0.0.1:0".parse()?)?; // port 0: any free one
    println!("watch it at http://{}/", inspector.address());
    let mut trace = Vec::new(); // a file, in your server
    game.world_mut().start_recording();

    let (mut bots, mut inputs) = (Bots::new(5), Vec::new());
    let mut due = Instant::now();
    for _ in 0..ticks {
        wait(&mut due);
        bots.steer(&game, 0..BOTS, 5.5, &mut inputs);
        game.tick(&inputs, &mut places)?;
        game.world_mut().write_recorded(&mut trace)?;
        inspector.show(game.world());
    }
    println!("{:?}", game.score());
    println!("steps of the world: {}", game.world().recent());
    assert!(game.score().shots > 0);

    // The recording replays to the same pairs.
    let mut again = World::new(Settings::default());
    for tick in Trace::new(&trace[..]) {
        tick?.replay(&mut again)?;
    }
    assert_eq!((again.tick(), again.fingerprint()), (ticks, game.world().fingerprint()));
    Ok(())
}
