//! The thread of the arena: ticks, and frames for those who are ready for one.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use collide::{Handle, Rect};
use tokio::sync::mpsc::Sender;

use super::ask::{Ask, Show, viewport};
use super::crowd::Crowd;
use super::frame::{Moment, frame};
use super::seen::{Seen, nearest};
use super::told;

/// From one tick to the next.
const TICK: Duration = Duration::from_micros(16_667);

/// Frames are made within this part of a tick; whoever has none by then is first at the next.
const SERVING: Duration = Duration::from_millis(10);

/// So many frames may be on their way to a client: enough to draw one while the next comes.
const IN_FLIGHT: u32 = 3;

/// A client that has taken nothing for so long is dropped.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often clients are told how things stand, in ticks.
const NEWS_TICKS: u64 = 15;

/// What the thread is told.
pub(crate) enum Command {
    Join { id: u64, out: Sender<Out> },
    Leave { id: u64 },
    Ask { id: u64, ask: Ask },
}

/// What a client is sent.
pub(crate) enum Out {
    Frame(Vec<u8>),
    Text(String),
}

struct Client {
    id: u64,
    out: Sender<Out>,
    view: Option<Rect>,
    at: Option<u64>,
    followed: Option<Handle>,
    in_flight: u32,
    /// When a frame was last sent, or drawn.
    heard: Instant,
    /// Something is to be seen that has not been sent.
    stale: bool,
    gone: bool,
}

struct Arena {
    crowd: Crowd,
    clients: Vec<Client>,
    seen: Seen,
    paused: bool,
    /// Ticks to go while paused.
    steps: u64,
    news: u64,
}

/// Ticks as long as there are clients, and ends with the server.
pub(crate) fn run(commands: &Receiver<Command>) {
    let mut arena = Arena {
        crowd: Crowd::of(Show::default()),
        clients: Vec::new(),
        seen: Seen::default(),
        paused: false,
        steps: 0,
        news: 0,
    };
    let mut due = Instant::now();
    loop {
        if arena.clients.is_empty() {
            let Ok(command) = commands.recv() else { return };
            arena.take(command);
            due = Instant::now();
        }
        loop {
            match commands.try_recv() {
                Ok(command) => arena.take(command),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        arena.tick();
        arena.serve();
        // A tick that is late is not made up for: the next ones would be late too.
        due = (due + TICK).max(Instant::now() + Duration::from_millis(1));
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}

impl Arena {
    fn take(&mut self, command: Command) {
        match command {
            Command::Join { id, out } => {
                let (view, at, followed, in_flight, heard) = (None, None, None, 0, Instant::now());
                let mut client = Client { id, out, view, at, followed, in_flight, heard, stale: true, gone: false };
                client.send(told::state(&self.crowd, self.clients.len() + 1));
                self.clients.push(client);
            }
            Command::Leave { id } => self.clients.retain(|client| client.id != id),
            Command::Ask { id, ask } => self.ask(id, ask),
        }
    }

    fn ask(&mut self, id: u64, ask: Ask) {
        let Some(client) = self.clients.iter_mut().find(|client| client.id == id) else { return };
        match ask {
            Ask::View(corners) => match corners.map(viewport).transpose() {
                Ok(view) => (client.view, client.stale) = (view, true),
                Err(error) => client.send(told::refused(&error.to_string())),
            },
            Ask::Drawn(count) => {
                client.in_flight = client.in_flight.saturating_sub(count);
                client.heard = Instant::now();
            }
            Ask::At(tick) => (client.at, client.stale) = (tick, true),
            Ask::Inspect(at) => {
                client.followed = at.and_then(|at| nearest(&self.crowd, at));
                client.stale = true;
                client.send(told::followed(&self.crowd, client.followed));
            }
            Ask::Set(change) => match change.of(&self.crowd.show) {
                Ok(show) => self.show(show),
                Err(error) => client.send(told::refused(&error.to_string())),
            },
            Ask::Pause(paused) => {
                (self.paused, self.steps) = (paused, 0);
                self.clients.iter_mut().for_each(|client| client.stale = true);
            }
            Ask::Step(ticks) => self.steps = if self.paused { u64::from(ticks) } else { 0 },
        }
    }

    fn show(&mut self, show: Show) {
        let anew = (show.scene, show.count) != (self.crowd.show.scene, self.crowd.show.count);
        self.crowd.set(show);
        if anew {
            self.clients.iter_mut().for_each(|client| (client.at, client.followed) = (None, None));
        }
        if self.paused || anew {
            // There is something to see and to compare, even while paused.
            self.paused |= !self.crowd.find();
        }
        self.news = 0;
        self.clients.iter_mut().for_each(|client| client.stale = true);
    }

    fn tick(&mut self) {
        if self.paused && self.steps == 0 && self.crowd.world.tick() > 0 {
            return;
        }
        self.steps = self.steps.saturating_sub(1);
        if !self.crowd.tick() {
            self.paused = true;
        }
        self.clients.iter_mut().for_each(|client| client.stale = true);
    }

    /// Sends frames to those who are ready, the longest waiting first, until the time for it is over.
    fn serve(&mut self) {
        let start = Instant::now();
        if self.news == 0 {
            self.tell();
        }
        self.news = (self.news + 1) % NEWS_TICKS;
        self.clients.retain(|client| !client.gone && (client.in_flight == 0 || client.heard.elapsed() < PATIENCE));
        let mut served = 0;
        for client in &mut self.clients {
            if start.elapsed() > SERVING {
                break;
            }
            served += 1;
            let Some(view) = client.view.filter(|_| client.stale && client.in_flight < IN_FLIGHT) else { continue };
            let (crowd, paused) = (&self.crowd, self.paused);
            let at = client.at.map(|tick| tick.clamp(crowd.oldest(), crowd.world.tick()));
            let (shapes, marks) = self.seen.look(crowd, &view, at);
            let followed = client.followed.and_then(|handle| crowd.world.get(handle)).filter(|_| at.is_none());
            let tick = at.unwrap_or(crowd.world.tick());
            let moment = Moment { crowd, tick, paused, rewound: at.is_some(), followed };
            client.send(Out::Frame(frame(&moment, shapes, marks)));
        }
        self.clients.rotate_left(served);
    }

    fn tell(&mut self) {
        let count = self.clients.len();
        for client in &mut self.clients {
            client.send(told::state(&self.crowd, count));
            if client.followed.is_some() {
                client.send(told::followed(&self.crowd, client.followed));
            }
        }
    }
}

impl Client {
    /// Hands a message over, unless too many wait: the next one will say more.
    fn send(&mut self, out: Out) {
        let is_frame = matches!(out, Out::Frame(_));
        match self.out.try_send(out) {
            Ok(()) if is_frame => {
                if self.in_flight == 0 {
                    self.heard = Instant::now();
                }
                self.in_flight += 1;
                self.stale = false;
            }
            Ok(()) => {}
            Err(error) => {
                self.gone |= self.out.is_closed() || matches!(error, tokio::sync::mpsc::error::TrySendError::Closed(_))
            }
        }
    }
}
