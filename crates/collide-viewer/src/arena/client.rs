//! The thread of the arena: ticks, and frames for those who are ready for one.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use collide2d::{Handle, Rect};
use tokio::sync::mpsc::Sender;

use super::ask::{Ask, Change, viewport};
use super::frame::{Moment, frame};
use super::player::SPEEDS;
use super::seen::{Seen, nearest, tree_boxes};
use super::source::{Shows, Source, Stop};
use super::told;

/// From one tick to the next.
const TICK: Duration = Duration::from_micros(16_667);

/// Frames are made within this part of a tick; whoever has none by then is first at the next.
const SERVING: Duration = Duration::from_millis(10);

/// So many frames may be on their way to a client: enough to draw one while the next comes.
const IN_FLIGHT: u32 = 4;

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
    /// Whether it is to see the boxes of the R-tree.
    boxes: bool,
    in_flight: u32,
    /// When a frame was last sent, or drawn.
    heard: Instant,
    /// Something is to be seen that has not been sent.
    stale: bool,
    gone: bool,
}

struct Arena {
    source: Source,
    clients: Vec<Client>,
    seen: Seen,
    paused: bool,
    /// Ticks to go while paused.
    steps: u64,
    /// The tick of a recording that is to be shown next; of several that were asked for since the last one, the last.
    sought: Option<u64>,
    news: u64,
}

/// Goes on as long as there are clients, and ends with the server.
pub(crate) fn run(shows: Shows, commands: &Receiver<Command>) {
    // Nothing is made for whom nobody comes.
    let Ok(first) = commands.recv() else { return };
    let mut arena = Arena {
        // A recording is looked at from its first tick on.
        paused: false,
        source: Source::new(shows),
        clients: Vec::new(),
        seen: Seen::default(),
        steps: 0,
        sought: None,
        news: 0,
    };
    arena.take(first);
    let mut due = Instant::now();
    loop {
        if arena.clients.is_empty() {
            arena.want();
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
        arena.want();
        // A tick that is late is not made up for: the next ones would be late too.
        due = (due + TICK).max(Instant::now() + Duration::from_millis(1));
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}

impl Arena {
    fn take(&mut self, command: Command) {
        match command {
            Command::Join { id, out } => {
                let mut client = Client::new(id, out);
                client.send(told::state(&self.source, self.clients.len() + 1));
                self.clients.push(client);
            }
            Command::Leave { id } => self.clients.retain(|client| client.id != id),
            Command::Ask { id, ask } => self.ask(id, ask),
        }
    }

    fn ask(&mut self, id: u64, ask: Ask) {
        let Some(client) = self.clients.iter_mut().find(|client| client.id == id) else { return };
        if let Some(why) = self.source.refusal(&ask) {
            return client.send(told::refused(why));
        }
        match ask {
            Ask::View(corners) => match corners.map(viewport).transpose() {
                Ok(view) => (client.view, client.stale) = (view, true),
                Err(error) => client.send(told::refused(&error.to_string())),
            },
            Ask::Drawn(count) => {
                client.in_flight = client.in_flight.saturating_sub(count);
                client.heard = Instant::now();
            }
            Ask::At(tick) => self.at(id, tick),
            Ask::Inspect(at) => {
                client.followed = at.and_then(|at| nearest(&self.source.queries(client.at), at));
                client.stale = true;
                client.send(told::followed(&self.source, client.at, client.followed));
            }
            Ask::Set(change) => self.set(id, &change),
            Ask::Pause(paused) => self.pause(paused),
            Ask::Step(ticks) => self.steps = if self.paused { u64::from(ticks) } else { 0 },
            Ask::Speed(speed) => self.speed(id, speed),
            Ask::Boxes(boxes) => (client.boxes, client.stale) = (boxes, true),
        }
    }

    /// Shows another tick: to this client, or of a recording to all.
    fn at(&mut self, id: u64, tick: Option<u64>) {
        if let Source::Recording(player) = &self.source {
            (self.sought, self.steps) = (Some(tick.unwrap_or(player.ticks().1)), 0);
        } else if let Some(client) = self.clients.iter_mut().find(|client| client.id == id) {
            (client.at, client.stale) = (tick, true);
        }
    }

    fn pause(&mut self, paused: bool) {
        (self.paused, self.steps) = (paused, 0);
        // Who plays what is over plays it again.
        if let Source::Recording(player) = &self.source
            && !paused
            && player.is_over()
            && self.sought.is_none()
        {
            self.sought = Some(player.ticks().0);
        }
        self.show_again();
    }

    fn speed(&mut self, id: u64, speed: f32) {
        if !SPEEDS.contains(&speed) {
            let why = format!("speed: must be from {} to {}, is {speed}", SPEEDS.start(), SPEEDS.end());
            return self.refuse(id, &why);
        }
        if let Source::Recording(player) = &mut self.source {
            player.speed = speed;
            self.news = 0;
        }
    }

    fn set(&mut self, id: u64, change: &Change) {
        let Source::Arena(crowd) = &mut self.source else { return };
        let show = match change.of(&crowd.show) {
            Ok(show) => show,
            Err(error) => return self.refuse(id, &error.to_string()),
        };
        let anew = (show.scene, show.count) != (crowd.show.scene, crowd.show.count);
        crowd.set(show);
        if anew {
            self.clients.iter_mut().for_each(|client| (client.at, client.followed) = (None, None));
        }
        if self.paused || anew {
            // There is something to see and to compare, even while paused.
            self.paused |= !crowd.find();
        }
        self.news = 0;
        self.show_again();
    }

    fn tick(&mut self) {
        if let (Source::Recording(player), Some(tick)) = (&mut self.source, self.sought.take()) {
            match player.seek(tick) {
                Ok(()) => self.show_again(),
                Err(error) => self.stop(&error.to_string()),
            }
        }
        if self.paused && self.steps == 0 && !self.source.goes_anyway() {
            return;
        }
        let single = self.paused;
        self.steps = self.steps.saturating_sub(1);
        match self.source.go_on(single) {
            Ok(true) => self.show_again(),
            Ok(false) => {}
            Err(Stop::End) => self.halt(),
            Err(stop) => self.stop(&stop.to_string()),
        }
    }

    fn show_again(&mut self) {
        self.clients.iter_mut().for_each(|client| client.stale = true);
    }

    fn halt(&mut self) {
        (self.paused, self.steps) = (true, 0);
        self.show_again();
    }

    /// Pauses, and tells everyone why.
    fn stop(&mut self, why: &str) {
        self.halt();
        self.clients.iter_mut().for_each(|client| client.send(told::refused(why)));
    }

    fn refuse(&mut self, id: u64, why: &str) {
        let client = self.clients.iter_mut().find(|client| client.id == id);
        client.into_iter().for_each(|client| client.send(told::refused(why)));
    }

    /// Tells the program that the viewer is attached to what the clients wait for.
    fn want(&mut self) {
        let Source::World(attached) = &mut self.source else { return };
        let ready = |client: &Client| client.view.is_some() && client.in_flight < IN_FLIGHT;
        attached.want(self.clients.iter().any(ready), self.clients.iter().any(|client| client.at.is_some()));
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
            let (source, paused) = (&self.source, self.paused);
            let (shown, past) = (source.shown(), source.past(client.at));
            let (shapes, marks) = self.seen.look(shown, &view, past);
            let followed = client.followed.and_then(|handle| source.queries(client.at).get(handle));
            let (tick, rewound) = (past.map_or(source.tick(), |(_, tick)| tick), past.is_some());
            let moment = Moment { shown, tick, ticks: source.ticks(rewound), paused, rewound, followed };
            let boxes = if client.boxes && !rewound { tree_boxes(&shown.world, &view) } else { vec![] };
            client.send(Out::Frame(frame(&moment, shapes, marks, &boxes)));
        }
        self.clients.rotate_left(served);
    }

    fn tell(&mut self) {
        let count = self.clients.len();
        for client in &mut self.clients {
            client.send(told::state(&self.source, count));
            if client.followed.is_some() {
                client.send(told::followed(&self.source, client.at, client.followed));
            }
        }
    }
}

impl Client {
    fn new(id: u64, out: Sender<Out>) -> Self {
        let (view, at, followed, heard) = (None, None, None, Instant::now());
        Self { id, out, view, at, followed, boxes: false, in_flight: 0, heard, stale: true, gone: false }
    }

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
