//! The thread of the arena: ticks, and frames for clients that are ready for one.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use collide2d::{Handle, Rect};
use tokio::sync::mpsc::Sender;

use super::client_message::{Change, ClientMessage, viewport};
use super::frame::{Moment, frame};
use super::player::SPEEDS;
use super::server_message;
use super::source::{Shows, Source, Stop};
use super::visible::{VisibleShapes, nearest, tree_boxes};

/// The time of a tick.
const TICK: Duration = Duration::from_micros(16_667);

/// The part of a tick in which frames are made. Clients without a frame by then are first at the next tick.
const SERVING: Duration = Duration::from_millis(10);

/// The limit of frames sent to a client and not acknowledged: enough to draw one while the next arrives.
const IN_FLIGHT: u32 = 4;

/// A client that acknowledges no frame for this time is dropped.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(20);

/// The ticks between two state messages to all clients.
const STATE_TICKS: u64 = 15;

/// A command to the thread.
pub(crate) enum Command {
    Join { id: u64, out: Sender<Outgoing> },
    Leave { id: u64 },
    Message { id: u64, message: ClientMessage },
}

/// A message to a client.
pub(crate) enum Outgoing {
    Frame(Vec<u8>),
    Text(String),
}

struct Client {
    id: u64,
    out: Sender<Outgoing>,
    view: Option<Rect>,
    at: Option<u64>,
    followed: Option<Handle>,
    /// Whether frames have the boxes of the R-tree.
    boxes: bool,
    in_flight: u32,
    /// When a frame was last acknowledged, or sent with none in flight.
    acknowledged_at: Instant,
    /// Whether the last frame sent is out of date.
    stale: bool,
    gone: bool,
}

struct Arena {
    source: Source,
    clients: Vec<Client>,
    visible: VisibleShapes,
    paused: bool,
    /// The number of ticks to run while paused.
    steps: u64,
    /// The tick of a recording to show next: the last one that a client requested.
    seek_to: Option<u64>,
    ticks_to_state: u64,
}

/// Runs while there are clients, and ends with the server.
pub(crate) fn run(shows: Shows, commands: &Receiver<Command>) {
    // The source is created for the first client.
    let Ok(first) = commands.recv() else { return };
    let mut arena = Arena {
        // A recording starts at its first tick.
        paused: false,
        source: Source::new(shows),
        clients: Vec::new(),
        visible: VisibleShapes::default(),
        steps: 0,
        seek_to: None,
        ticks_to_state: 0,
    };
    arena.apply(first);
    let mut due = Instant::now();
    loop {
        if arena.clients.is_empty() {
            arena.request();
            let Ok(command) = commands.recv() else { return };
            arena.apply(command);
            due = Instant::now();
        }
        loop {
            match commands.try_recv() {
                Ok(command) => arena.apply(command),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        arena.tick();
        arena.serve();
        arena.request();
        // Lost time is dropped, so that a late tick does not make the next ones late.
        due = (due + TICK).max(Instant::now() + Duration::from_millis(1));
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}

impl Arena {
    fn apply(&mut self, command: Command) {
        match command {
            Command::Join { id, out } => {
                let mut client = Client::new(id, out);
                client.send(server_message::state(&self.source, self.clients.len() + 1));
                self.clients.push(client);
            }
            Command::Leave { id } => self.clients.retain(|client| client.id != id),
            Command::Message { id, message } => self.receive(id, message),
        }
    }

    fn receive(&mut self, id: u64, message: ClientMessage) {
        let Some(client) = self.clients.iter_mut().find(|client| client.id == id) else { return };
        if let Some(why) = self.source.refusal(&message) {
            return client.send(server_message::refused(why));
        }
        match message {
            ClientMessage::View(corners) => match corners.map(viewport).transpose() {
                Ok(view) => (client.view, client.stale) = (view, true),
                Err(error) => client.send(server_message::refused(&error.to_string())),
            },
            ClientMessage::Drawn(count) => {
                client.in_flight = client.in_flight.saturating_sub(count);
                client.acknowledged_at = Instant::now();
            }
            ClientMessage::At(tick) => self.at(id, tick),
            ClientMessage::Inspect(at) => {
                client.followed = at.and_then(|at| nearest(&self.source.queries(client.at), at));
                client.stale = true;
                client.send(server_message::followed(&self.source, client.at, client.followed));
            }
            ClientMessage::Set(change) => self.set(id, &change),
            ClientMessage::Pause(paused) => self.pause(paused),
            ClientMessage::Step(ticks) => self.steps = if self.paused { u64::from(ticks) } else { 0 },
            ClientMessage::Speed(speed) => self.speed(id, speed),
            ClientMessage::Boxes(boxes) => (client.boxes, client.stale) = (boxes, true),
        }
    }

    /// Shows another tick: to this client, or, for a recording, to all clients.
    fn at(&mut self, id: u64, tick: Option<u64>) {
        if let Source::Recording(player) = &self.source {
            (self.seek_to, self.steps) = (Some(tick.unwrap_or(player.ticks().1)), 0);
        } else if let Some(client) = self.clients.iter_mut().find(|client| client.id == id) {
            (client.at, client.stale) = (tick, true);
        }
    }

    fn pause(&mut self, paused: bool) {
        (self.paused, self.steps) = (paused, 0);
        // At the end, playing starts again.
        if let Source::Recording(player) = &self.source
            && !paused
            && player.is_over()
            && self.seek_to.is_none()
        {
            self.seek_to = Some(player.ticks().0);
        }
        self.mark_stale();
    }

    fn speed(&mut self, id: u64, speed: f32) {
        if !SPEEDS.contains(&speed) {
            let why = format!("speed: must be from {} to {}, is {speed}", SPEEDS.start(), SPEEDS.end());
            return self.refuse(id, &why);
        }
        if let Source::Recording(player) = &mut self.source {
            player.speed = speed;
            self.ticks_to_state = 0;
        }
    }

    fn set(&mut self, id: u64, change: &Change) {
        let Source::Arena(crowd) = &mut self.source else { return };
        let show = match change.of(&crowd.show) {
            Ok(show) => show,
            Err(error) => return self.refuse(id, &error.to_string()),
        };
        let is_new_scene = (show.scene, show.count) != (crowd.show.scene, crowd.show.count);
        crowd.set(show);
        if is_new_scene {
            self.clients.iter_mut().for_each(|client| (client.at, client.followed) = (None, None));
        }
        if self.paused || is_new_scene {
            // Pairs are shown even while paused.
            self.paused |= !crowd.find();
        }
        self.ticks_to_state = 0;
        self.mark_stale();
    }

    fn tick(&mut self) {
        if let (Source::Recording(player), Some(tick)) = (&mut self.source, self.seek_to.take()) {
            match player.seek(tick) {
                Ok(()) => self.mark_stale(),
                Err(error) => self.stop(&error.to_string()),
            }
        }
        if self.paused && self.steps == 0 && !self.source.goes_anyway() {
            return;
        }
        let single = self.paused;
        self.steps = self.steps.saturating_sub(1);
        match self.source.go_on(single) {
            Ok(true) => self.mark_stale(),
            Ok(false) => {}
            Err(Stop::End) => self.halt(),
            Err(stop) => self.stop(&stop.to_string()),
        }
    }

    fn mark_stale(&mut self) {
        self.clients.iter_mut().for_each(|client| client.stale = true);
    }

    fn halt(&mut self) {
        (self.paused, self.steps) = (true, 0);
        self.mark_stale();
    }

    /// Pauses, and sends the reason to all clients.
    fn stop(&mut self, why: &str) {
        self.halt();
        self.clients.iter_mut().for_each(|client| client.send(server_message::refused(why)));
    }

    fn refuse(&mut self, id: u64, why: &str) {
        let client = self.clients.iter_mut().find(|client| client.id == id);
        client.into_iter().for_each(|client| client.send(server_message::refused(why)));
    }

    /// Requests copies from the attached program, if a client waits for one.
    fn request(&mut self) {
        let Source::World(attached) = &mut self.source else { return };
        let ready = |client: &Client| client.view.is_some() && client.in_flight < IN_FLIGHT;
        attached.request(self.clients.iter().any(ready), self.clients.iter().any(|client| client.at.is_some()));
    }

    /// Sends frames to clients that are ready, the longest waiting first, within `SERVING`.
    fn serve(&mut self) {
        let start = Instant::now();
        if self.ticks_to_state == 0 {
            self.send_states();
        }
        self.ticks_to_state = (self.ticks_to_state + 1) % STATE_TICKS;
        self.clients.retain(|client| {
            !client.gone && (client.in_flight == 0 || client.acknowledged_at.elapsed() < ACKNOWLEDGE_TIMEOUT)
        });
        let mut served = 0;
        for client in &mut self.clients {
            if start.elapsed() > SERVING {
                break;
            }
            served += 1;
            let Some(view) = client.view.filter(|_| client.stale && client.in_flight < IN_FLIGHT) else { continue };
            let (source, paused) = (&self.source, self.paused);
            let (shown, past) = (source.shown(), source.past(client.at));
            let (shapes, marks) = self.visible.query(shown, &view, past);
            let followed = client.followed.and_then(|handle| source.queries(client.at).shape(handle));
            let (tick, rewound) = (past.map_or(source.tick(), |(_, tick)| tick), past.is_some());
            let moment = Moment { shown, tick, ticks: source.ticks(rewound), paused, rewound, followed };
            let boxes = if client.boxes && !rewound { tree_boxes(&shown.world, &view) } else { vec![] };
            client.send(Outgoing::Frame(frame(&moment, shapes, marks, &boxes)));
        }
        self.clients.rotate_left(served);
    }

    fn send_states(&mut self) {
        let count = self.clients.len();
        for client in &mut self.clients {
            client.send(server_message::state(&self.source, count));
            if client.followed.is_some() {
                client.send(server_message::followed(&self.source, client.at, client.followed));
            }
        }
    }
}

impl Client {
    fn new(id: u64, out: Sender<Outgoing>) -> Self {
        let (view, at, followed, acknowledged_at) = (None, None, None, Instant::now());
        Self { id, out, view, at, followed, boxes: false, in_flight: 0, acknowledged_at, stale: true, gone: false }
    }

    /// Queues a message, or drops it if the queue is full: the next one is newer.
    fn send(&mut self, out: Outgoing) {
        let is_frame = matches!(out, Outgoing::Frame(_));
        match self.out.try_send(out) {
            Ok(()) if is_frame => {
                if self.in_flight == 0 {
                    self.acknowledged_at = Instant::now();
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
