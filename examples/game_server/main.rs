//! An authoritative game server: 60 ticks a second, thousands of bots, clients over UDP who see only what is near them, and whose
//! shots hit what they saw.
//!
//!     cargo run --release --example game_server -- [bots] [clients] [seconds]
//!
//! Starts the server and its clients on the loopback of this machine, lets them play, and says how it went.

mod client;
mod game;
mod server;
mod wire;

use std::error::Error;
use std::time::Duration;

use collide::Settings;
use tokio::sync::oneshot;

use client::{Seen, play};
use game::Game;
use server::{Server, Stats};

/// Everybody plays for a while.
async fn session(game: Game, clients: u16, time: Duration) -> Result<(Game, Stats, Vec<Seen>), Box<dyn Error>> {
    let server = Server::bind("127.0.0.1:0", game).await?;
    let address = server.address()?;
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(server.run(stopped));
    let players: Vec<_> = (0..clients).map(|number| tokio::spawn(play(address, number, time))).collect();
    let mut seen = Vec::new();
    for player in players {
        seen.push(player.await??);
    }
    // The server may have ended by itself, with an error that is told below.
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
    let (game, stats, seen) = session(game, clients, Duration::from_secs(seconds)).await?;
    println!(
        "{} ticks, {} caught up, {} skipped; {} datagrams in, {} out",
        stats.ticks, stats.caught_up, stats.skipped, stats.received, stats.sent
    );
    println!("{:?}", game.score);
    let sum = |count: fn(&Seen) -> u64| seen.iter().map(count).sum::<u64>();
    println!(
        "{} clients saw {} come and {} go in {} views, and hit with {} of {} shots",
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
    use std::time::Duration;

    use collide::Settings;

    use super::game::Game;
    use super::session;

    /// Over real sockets: everybody is let in, sees others and hits some of them.
    #[tokio::test(flavor = "multi_thread")]
    async fn clients_play() {
        let game = Game::new(1_500, Settings::default()).unwrap();
        let (game, stats, seen) = session(game, 8, Duration::from_secs(2)).await.unwrap();
        assert!(stats.ticks > 0 && stats.refused == 0 && game.score.shots > 0, "{stats:?}, {:?}", game.score);
        for client in &seen {
            assert!(client.you.is_some() && client.views > 0 && client.entered > 1, "{client:?}");
        }
        assert_eq!(game.score.given_up, 0);
        assert!(game.score.hits > 0 && seen.iter().any(|client| client.hits > 0), "{:?}", game.score);
    }
}
