//! An authoritative game server: 60 ticks a second, thousands of bots, clients over UDP with an area of interest and
//! lag-compensated shots. The rules of the game are those of `collide-rules`.
//!
//!     cargo run --release --example game_server -- [bots] [clients] [seconds] [trace]
//!
//! Starts the server and its clients on loopback, lets them play, and prints counters. With a file name, the world is
//! recorded there, for `collide replay`. With an address in `WATCH`, as in `WATCH=127.0.0.1:7070`, the world can be
//! watched there in a browser while it runs.

mod client;
mod room;
mod server;
mod wire;

use std::fs::File;
use std::time::Duration;

use collide_rules::Error;
use collide_viewer::Inspector;
use collide2d::Settings;
use tokio::sync::oneshot;

use client::{Client, play};
use room::Room;
use server::{Server, Stats};

/// Runs the server and its clients for `time`.
async fn session(
    room: Room,
    clients: u16,
    time: Duration,
    recording: Option<File>,
    watched: Option<Inspector>,
) -> Result<(Room, Stats, Vec<Client>), Error> {
    let mut server = Server::bind("127.0.0.1:0", room).await?;
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
    let mut clients = Vec::new();
    for player in players {
        clients.push(player.await??);
    }
    // If the server has already ended with an error, the next line returns it.
    let _ = stop.send(());
    let (room, stats) = server.await??;
    Ok((room, stats, clients))
}

fn argument<T: std::str::FromStr>(place: usize, default: T) -> Result<T, String> {
    match std::env::args().nth(place) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("argument {place}: must be a number, is {text:?}")),
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let (bots, clients, seconds) = (argument(1, 3_000_u16)?, argument(2, 20_u16)?, argument(3, 5_u64)?);
    let room = Room::new(bots, Settings::default())?;
    let recording = std::env::args_os().nth(4).map(File::create).transpose()?;
    let watched = match std::env::var("WATCH") {
        Ok(address) => Some(collide_viewer::attach(address.parse()?)?),
        Err(_) => None,
    };
    let (room, stats, clients) = session(room, clients, Duration::from_secs(seconds), recording, watched).await?;
    println!(
        "{} ticks, {} caught up, {} skipped, {} crowded; {} datagrams in, {} out",
        stats.ticks, stats.caught_up, stats.skipped, stats.crowded, stats.received, stats.sent
    );
    println!("{:?}", room.game.score());
    let sum = |count: fn(&Client) -> u64| clients.iter().map(count).sum::<u64>();
    println!(
        "{} clients: {} entities entered and {} left in {} views; {} attacks, {} hits",
        clients.len(),
        sum(|client| client.entered),
        sum(|client| client.left),
        sum(|client| client.views),
        sum(|client| client.attacks),
        sum(|client| client.hits),
    );
    println!("steps of the world: {}", room.game.world().recent());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Seek};
    use std::time::Duration;

    use collide2d::{Settings, Trace, World};

    use super::{Room, session};

    /// Over real sockets, recorded and watched: all clients join, see others and hit some of them. The recording replays.
    #[tokio::test(flavor = "multi_thread")]
    async fn clients_play() {
        let mut file = tempfile::tempfile().unwrap();
        let recording = Some(file.try_clone().unwrap());
        let watched = Some(collide_viewer::attach("127.0.0.1:0".parse().unwrap()).unwrap());
        let room = Room::new(1_500, Settings::default()).unwrap();
        let (room, stats, clients) = session(room, 8, Duration::from_secs(2), recording, watched).await.unwrap();
        let (world, score) = (room.game.world(), room.game.score());
        assert!(stats.ticks > 0 && stats.refused == 0 && stats.crowded == 0 && score.shots > 0, "{stats:?}, {score:?}");
        for client in &clients {
            assert!(client.team.is_some() && client.views > 0 && client.entered > 1, "{client:?}");
        }
        assert!(clients.iter().any(|client| client.hits > 0), "{score:?}");

        file.rewind().unwrap();
        let mut again = World::new(Settings::default());
        let ticks = Trace::new(BufReader::new(file)).map(|tick| tick.unwrap().replay(&mut again).unwrap());
        assert_eq!((ticks.count() as u64, again.fingerprint()), (stats.ticks, world.fingerprint()));
    }
}
