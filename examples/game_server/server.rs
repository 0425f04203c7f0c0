//! The loop around a room: a fixed step, catch-up after a delay, datagrams in and out.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use collide_rules::Error;
use collide_viewer::Inspector;
use tokio::net::UdpSocket;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::room::Room;
use crate::wire::{MAX_BYTES, ToClient, ToServer};

/// 60 ticks a second.
pub const STEP: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// The limit of ticks to catch up after a delay. More are skipped, so that a slow tick does not cause a spiral of
/// slower ones.
const MAX_CATCH_UP: u32 = 5;

/// The limit of messages that wait for the next tick. More are dropped, as in the network.
const MAX_WAITING: usize = 4_096;

/// Counters of the loop.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub ticks: u64,
    /// Ticks that ran late, to catch up.
    pub caught_up: u64,
    /// Ticks that were dropped.
    pub skipped: u64,
    /// Ticks in which too many entities were in one place: see `room::CROWD`.
    pub crowded: u64,
    pub received: u64,
    /// Invalid datagrams.
    pub refused: u64,
    pub sent: u64,
}

pub struct Server {
    socket: Arc<UdpSocket>,
    room: Room,
    /// The numbers of their actors.
    players: HashMap<SocketAddr, usize>,
    stats: Stats,
    /// The file of the recording.
    recording: Option<File>,
    /// Shows the world in the browser.
    watched: Option<Inspector>,
}

impl Server {
    pub async fn bind(address: &str, room: Room) -> io::Result<Self> {
        let socket = Arc::new(UdpSocket::bind(address).await?);
        Ok(Self { socket, room, players: HashMap::new(), stats: Stats::default(), recording: None, watched: None })
    }

    /// Starts a recording of the world, for `collide replay`.
    pub fn record(&mut self, file: File) {
        self.room.game.world_mut().start_recording();
        self.recording = Some(file);
    }

    /// Shows each tick from now on.
    pub fn show_to(&mut self, inspector: Inspector) {
        self.watched = Some(inspector);
    }

    /// Writes the recording. An error, such as a full disk, ends the recording, not the game.
    fn write_recorded(&mut self) {
        let Some(file) = &mut self.recording else { return };
        if let Err(error) = self.room.game.world_mut().write_recorded(file) {
            eprintln!("recording stopped: {error}");
            self.recording = None;
            self.room.game.world_mut().stop_recording();
        }
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Runs until `stop` receives a message. Returns the room and the counters.
    pub async fn run(mut self, mut stop: oneshot::Receiver<()>) -> Result<(Room, Stats), Error> {
        let (sender, mut inbox) = mpsc::channel(MAX_WAITING);
        let receiving = tokio::spawn(receive(Arc::clone(&self.socket), sender));
        let mut next = Instant::now() + STEP;
        loop {
            tokio::select! {
                () = sleep_until(next) => {}
                _ = &mut stop => break,
            }
            let mut made = 0;
            while next <= Instant::now() && made < MAX_CATCH_UP {
                self.tick(&mut inbox).await?;
                next += STEP;
                made += 1;
            }
            self.stats.caught_up += u64::from(made.saturating_sub(1));
            while next + STEP < Instant::now() {
                next += STEP;
                self.stats.skipped += 1;
            }
        }
        receiving.abort();
        Ok((self.room, self.stats))
    }

    /// One tick: receives messages, runs the game, sends messages.
    async fn tick(&mut self, inbox: &mut mpsc::Receiver<(SocketAddr, Option<ToServer>)>) -> Result<(), Error> {
        while let Ok((from, message)) = inbox.try_recv() {
            self.stats.received += 1;
            match (message, self.players.get(&from).copied()) {
                (None, _) => self.stats.refused += 1,
                (Some(ToServer::Join), None) => self.welcome(from).await?,
                (Some(ToServer::Leave), Some(player)) => {
                    self.players.remove(&from);
                    self.room.leave(player)?;
                }
                (Some(ToServer::Input(input)), Some(player)) => self.room.input(player, input),
                // A late or lost datagram: a second `Join`, or an input from a client that has not joined.
                _ => {}
            }
        }
        self.room.tick()?;
        self.write_recorded();
        if let Some(inspector) = &mut self.watched {
            inspector.show(self.room.game.world());
        }
        self.stats.ticks += 1;
        let report = self.room.game.world().report();
        self.stats.crowded += u64::from(report.is_some_and(|report| report.surplus_count > 0));
        let mut outbox = Vec::new();
        for (address, player) in &self.players {
            self.room.messages_for(*player, |message| outbox.push((*address, message)));
        }
        for (address, message) in outbox {
            self.send(address, &message).await?;
        }
        Ok(())
    }

    async fn welcome(&mut self, from: SocketAddr) -> Result<(), Error> {
        let answer = match self.room.join()? {
            Some(player) => {
                self.players.insert(from, player);
                let game = &self.room.game;
                ToClient::Welcome { team: game.actors()[player].team, tick: game.world().tick() }
            }
            None => ToClient::Full,
        };
        Ok(self.send(from, &answer).await?)
    }

    async fn send(&mut self, to: SocketAddr, message: &ToClient) -> io::Result<()> {
        let mut buffer = [0; MAX_BYTES];
        let bytes = postcard::to_slice(message, &mut buffer).map_err(io::Error::other)?;
        // An absent client or a full buffer does not affect the game.
        if self.socket.send_to(bytes, to).await.is_ok() {
            self.stats.sent += 1;
        }
        Ok(())
    }
}

/// Receives datagrams from the socket. Drops them if the game does not keep up.
async fn receive(socket: Arc<UdpSocket>, inbox: mpsc::Sender<(SocketAddr, Option<ToServer>)>) {
    let mut buffer = [0; MAX_BYTES];
    loop {
        // An error here belongs to an earlier datagram that was not delivered.
        let Ok((length, from)) = socket.recv_from(&mut buffer).await else { continue };
        let message = postcard::from_bytes(&buffer[..length]).ok();
        if let Err(mpsc::error::TrySendError::Closed(_)) = inbox.try_send((from, message)) {
            return;
        }
    }
}
