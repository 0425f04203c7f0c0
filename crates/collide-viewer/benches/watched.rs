//! The cost of an attached inspector: `cargo bench -p collide-viewer --bench watched`.
//!
//! A world of 100,000 circles ticks 60 times a second on one thread and is shown to an inspector. A client on the same
//! machine alternates every second: it views the whole world and acknowledges each frame at once, or views nothing. The
//! output has a row for each round, then the median: how much longer a tick takes (including moves and `show`), and the
//! share of `show`. Times are CPU times where the system reports them (Linux), so that other processes have little
//! effect, and also wall-clock times.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use collide_scenes::SceneKind;
use collide_viewer::{Inspector, attach};
use collide2d::{Settings, Threads, Vec2, World};
use futures_util::SinkExt;
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

const TICK: Duration = Duration::from_micros(16_667);

/// The number of received frames.
static FRAMES: AtomicU32 = AtomicU32::new(0);

/// Has a viewport while `looks` is true, and acknowledges every frame.
async fn look(address: SocketAddr, mut looks: watch::Receiver<bool>) {
    let (mut client, _) = connect_async(format!("ws://{address}/api/arena")).await.expect("the inspector's server");
    // The bytes of the frame that is not yet complete: its length follows from the number of entities.
    let mut frame = Vec::new();
    loop {
        let text = tokio::select! {
            changed = looks.changed() => match changed {
                Err(_) => return,
                Ok(()) if *looks.borrow_and_update() => r#"{"view": [-1e6, -1e6, 1e6, 1e6]}"#,
                Ok(()) => r#"{"view": null}"#,
            },
            message = std::future::poll_fn(|context| futures_util::Stream::poll_next(std::pin::Pin::new(&mut client), context)) => {
                match message {
                    Some(Ok(Message::Binary(part))) => {
                        frame.extend_from_slice(&part);
                        let count = u32::from_le_bytes(frame[4..8].try_into().expect("a header"));
                        if frame.len() < 104 + 11 * count as usize {
                            continue;
                        }
                        frame.clear();
                        FRAMES.fetch_add(1, Ordering::Relaxed);
                        r#"{"drawn": 1}"#
                    }
                    Some(Ok(_)) => continue,
                    _ => return,
                }
            }
        };
        if client.send(Message::text(text)).await.is_err() {
            return;
        }
    }
}

/// The CPU time of this thread, if the system reports it. It is exact after a sleep.
fn ran() -> Option<Duration> {
    let text_of_file = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text_of_file.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The time of ticks, the part of it that `show` takes, and the CPU time of the thread.
#[derive(Clone, Copy, Default)]
struct Turn {
    whole: Duration,
    showing: Duration,
    ran: Duration,
}

fn turn(world: &mut World, inspector: &mut Inspector, ticks: usize) -> Turn {
    let mut turn = Turn::default();
    let before = ran();
    for _ in 0..ticks {
        let start = Instant::now();
        world.update_each(|entity| {
            let (x, y) = (f32::from_bits((entity.data() >> 32) as u32), f32::from_bits(entity.data() as u32));
            // Entities move back and forth, so that the density of the scene stays the same.
            entity.set_data(u64::from((-x).to_bits()) << 32 | u64::from((-y).to_bits()));
            _ = entity.translate(Vec2::new(x, y) / 60.0);
        });
        world.step();
        let stepped = Instant::now();
        inspector.show(world);
        turn.showing += stepped.elapsed();
        turn.whole += start.elapsed();
        thread::sleep(TICK.saturating_sub(start.elapsed()));
    }
    turn.ran = before.zip(ran()).map_or(turn.whole, |(before, after)| after - before);
    turn
}

fn main() {
    let is_test = !env::args().any(|argument| argument == "--bench");
    let (count, rounds, ticks) = if is_test { (500, 1, 2) } else { (100_000, 41, 60) };
    let scene = SceneKind::Uniform.generate(count, 1);
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for (shape, velocity) in scene.shapes().iter().zip(scene.velocities()) {
        let data = u64::from(velocity.x.to_bits()) << 32 | u64::from(velocity.y.to_bits());
        world.insert(collide2d::Entity::new(*shape).with_data(data)).expect("there is room");
    }
    let mut inspector = attach("127.0.0.1:0".parse().expect("an address")).expect("a free port");
    let (looks, looking) = watch::channel(false);
    let address = inspector.address();
    let client = thread::spawn(move || {
        let threads = Builder::new_current_thread().enable_all().build().expect("a thread");
        threads.block_on(look(address, looking));
    });
    turn(&mut world, &mut inspector, ticks);
    println!("| alone, ms a tick | watched, ms a tick | longer | wall clock | show | frames |");
    println!("|---:|---:|---:|---:|---:|---:|");
    let mut rows = Vec::new();
    for _ in 0..rounds {
        let before = FRAMES.load(Ordering::Relaxed);
        let [alone, watched] = [false, true].map(|looks_now| {
            looks.send_replace(looks_now);
            turn(&mut world, &mut inspector, ticks)
        });
        let each = |turn: Turn| turn.ran.as_secs_f64() * 1e3 / ticks as f64;
        let longer = 100.0 * (each(watched) / each(alone) - 1.0);
        let clock = 100.0 * (watched.whole.as_secs_f64() / alone.whole.as_secs_f64() - 1.0);
        let share = 100.0 * watched.showing.as_secs_f64() / watched.whole.as_secs_f64();
        rows.push([
            each(alone),
            each(watched),
            longer,
            clock,
            share,
            f64::from(FRAMES.load(Ordering::Relaxed) - before),
        ]);
    }
    for row in rows.iter().chain([&median(&rows)]) {
        println!(
            "| {:.2} | {:.2} | {:+.1} % | {:+.1} % | {:.1} % | {:.0} |",
            row[0], row[1], row[2], row[3], row[4], row[5]
        );
    }
    drop(looks);
    client.join().expect("the client ends");
}

/// The median of each column.
fn median(rows: &[[f64; 6]]) -> [f64; 6] {
    std::array::from_fn(|column| {
        let mut values: Vec<f64> = rows.iter().map(|row| row[column]).collect();
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    })
}
