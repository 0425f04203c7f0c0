//! A loop: 60 ticks a second.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use collide2d::{Circle, Settings, Vec2, World};

const TICK: Duration = Duration::from_nanos(1_000_000_000 / 60);
const STEP: f32 = 0.125; // of a player in a tick

/// Sleeps until the next tick is due. After a delay, at most five ticks are caught up.
fn wait(due: &mut Instant) {
    *due = (*due + TICK).max(Instant::now() - 5 * TICK);
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(Settings::default());
    let player = world.insert(Circle::new([0.0, 0.0], 0.5)?)?;
    let coin = world.insert(Circle::new([3.0, 0.0], 0.25)?)?;

    let mut due = Instant::now();
    while world.tick() < 20 {
        wait(&mut due);
        world.translate(player, Vec2::new(STEP, 0.0))?; // what the player does in this tick
        world.step();
        if world.pairs() == [(player, coin)] {
            println!("tick {}: the player touches the coin", world.tick());
        }
    }
    // 20 steps of 0.125: half a unit from the coin, whose radius is half of that.
    assert_eq!(world.shape(player), Some(Circle::new([2.5, 0.0], 0.5)?.into()));
    assert_eq!(world.pairs(), [(player, coin)]);
    Ok(())
}
