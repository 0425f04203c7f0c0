//! An authoritative game server: 60 ticks a second, thousands of bots, clients over UDP with an area of interest and
//! lag-compensated shots.
//!
//!     cargo run --release --example game_server -- [bots] [clients] [seconds] [trace]
//!
//! Starts the server and its clients on loopback, lets them play, and prints counters. With a file name, the world is
//! recorded there, for `collide replay`. With an address in `WATCH`, as in `WATCH=127.0.0.1:7070`, the world can be
//! watched there in a browser while it runs.

mod client;
mod game;
mod server;
mod wire;

use std::error::Error;
use std::fs::File;
use std::time::Duration;

use collide_viewer::Inspector;
use collide2d::Settings;
use tokio::sync::oneshot;

use client::{Seen, play};
use game::Game;
use server::{Server, Stats};

/// Runs the server and its clients for `time`.
async fn session(
    game: Game,
    clients: u16,
    time: Duration,
    recording: Option<File>,
    watched: Option<Inspector>,
) -> Result<(Game, Stats, Vec<Seen>), Box<dyn Error>> {
    let mut server = Server::bind("127.0.0.1:0", game).await?;
    if let Some(file) = recording {
        server.record(file);
    }
    if let Some(inspector) = watched {
        println!("watch it at http://{}/", inspector.address());
        server.show_to(inspector);
    }
    let address = server.address()?;
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(server.run(stopped));
    let players: Vec<_> = (0..clients).map(|number| tokio::spawn(play(address, number, time))).collect();
    let mut seen = Vec::new();
    for player in players {
        seen.push(player.await??);
    }
    // If the server has already ended with an error, the next line returns it.
    let _ = stop.send(());
    let (game, stats) = server.await??;
    Ok((game, stats, seen))
}

fn argument<T: std::str::FromStr>(place: usize, default: T) -> Result<T, String> {
    match std::env::args().nth(place) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("argument {place}: must be a number, is {text:?}")),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (bots, clients, seconds) = (argument(1, 3_000_u16)?, argument(2, 20_u16)?, argument(3, 5_u64)?);
    let game = Game::new(bots, Settings::default())?;
    let recording = std::env::args_os().nth(4).map(File::create).transpose()?;
    let watched = match std::env::var("WATCH") {
        Ok(address) => Some(collide_viewer::attach(address.parse()?)?),
        Err(_) => None,
    };
    let (game, stats, seen) = session(game, clients, Duration::from_secs(seconds), recording, watched).await?;
    println!(
        "{} ticks, {} caught up, {} skipped; {} datagrams in, {} out",
        stats.ticks, stats.caught_up, stats.skipped, stats.received, stats.sent
    );
    println!("{:?}", game.score);
    let sum = |count: fn(&Seen) -> u64| seen.iter().map(count).sum::<u64>();
    println!(
        "{} clients: {} entities entered and {} left in {} views; {} of {} shots hit",
        seen.len(),
        sum(|seen| seen.entered),
        sum(|seen| seen.left),
        sum(|seen| seen.views),
        sum(|seen| seen.hits),
        sum(|seen| seen.shots),
    );
    println!("steps of the world: {}", game.world().recent());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Seek, SeekFrom};
    use std::time::Duration;

    use collide2d::columns::Simd;
    use collide2d::{Settings, Threads, Trace, World};

    use super::game::Game;
    use super::session;

    /// Over real sockets: all clients join, see others and hit some of them.
    #[tokio::test(flavor = "multi_thread")]
    async fn clients_play() {
        let game = Game::new(1_500, Settings::default()).unwrap();
        let watched = collide_viewer::attach("127.0.0.1:0".parse().unwrap()).unwrap();
        let (game, stats, seen) = session(game, 8, Duration::from_secs(2), None, Some(watched)).await.unwrap();
        assert!(stats.ticks > 0 && stats.refused == 0 && game.score.shots > 0, "{stats:?}, {:?}", game.score);
        for client in &seen {
            assert!(client.you.is_some() && client.views > 0 && client.entered > 1, "{client:?}");
        }
        assert_eq!(game.score.given_up, 0);
        assert!(game.score.hits > 0 && seen.iter().any(|client| client.hits > 0), "{:?}", game.score);
    }

    /// A replay gives the same pairs, events and hits of past shots, for every number of threads and SIMD level.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_recorded_game_replays() {
        let mut file = tempfile::tempfile().unwrap();
        let recording = Some(file.try_clone().unwrap());
        let game = Game::new(800, Settings::default()).unwrap();
        let (game, stats, _) = session(game, 6, Duration::from_secs(1), recording, None).await.unwrap();
        for (threads, simd) in [1, 2].into_iter().flat_map(|count| Simd::ALL.map(|simd| (count, simd))) {
            file.seek(SeekFrom::Start(0)).unwrap();
            let threads = Threads::new(threads).unwrap();
            let mut world = World::new(Settings { threads, simd, ..Settings::default() });
            let (mut ticks, mut answered) = (0, 0);
            for tick in Trace::new(BufReader::new(&file)) {
                answered += tick.unwrap().replay(&mut world).unwrap().answered;
                ticks += 1;
            }
            assert_eq!((ticks, world.fingerprint()), (stats.ticks, game.world().fingerprint()));
            assert!(answered as u64 >= game.score.shots && answered > 0);
        }
    }
}
