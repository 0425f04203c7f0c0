//! The rounds of an arena: messages of clients, ticks, and frames for clients that are ready for one.

mod commands;
mod updates;

use std::sync::Arc;

use web_time::Instant;

use super::client::Client;
use super::client_message::{Change, ClientMessage, ClientMessageError, Show, viewport};
use super::estimate::Estimate;
use super::frames::Frames;
use super::mailbox::Mailbox;
use super::pending_change::{Expensive, Pause, pauses};
use super::player::SPEEDS;
use super::server_message;
use super::source::{ActiveSource, SceneSource, Stop};

/// One world for its clients: a generated scene, the world of a program, or a recording. It has no thread and no clock
/// of its own: the program calls [`round`](Self::round) for each tick.
///
/// ```
/// use std::sync::Arc;
///
/// use collide_page::{Arena, Mailbox, OWN_COUNT, Outgoing, SceneSource};
///
/// let mut arena = Arena::new(SceneSource::Arena, OWN_COUNT);
/// let mailbox = Arc::new(Mailbox::default());
/// arena.join(Arc::clone(&mailbox));
/// mailbox.receive(r#"{"view": [-10, -10, 10, 10]}"#)?;
/// arena.round();
/// assert!(matches!(mailbox.next(), Some(Outgoing::Text(json)) if json.starts_with(r#"{"state""#)));
/// assert!(matches!(mailbox.next(), Some(Outgoing::Part(_) | Outgoing::LastPart(_))));
/// # Ok::<(), collide_page::MessageError>(())
/// ```
pub struct Arena {
    pub(super) source: ActiveSource,
    clients: Vec<Client>,
    frames: Frames,
    pub(super) paused: bool,
    /// The number of ticks to run while paused.
    steps: u64,
    ticks_to_state: u64,
    /// When the next expensive change can be made.
    pause: Pause,
    /// The number of expensive changes so far.
    changes: u64,
    /// Whether pairs are to be found again while paused.
    refind: bool,
    /// The limit of entities.
    pub(super) max_count: u32,
}

impl Arena {
    /// An arena with at most `max_count` entities. A recording starts paused at its first tick.
    #[must_use]
    pub fn new(source: SceneSource, max_count: u32) -> Self {
        Self::of(ActiveSource::new(source, Show::default()), max_count)
    }

    pub(super) fn of(source: ActiveSource, max_count: u32) -> Self {
        // A recording starts at its first tick, and waits for its viewer.
        let paused = matches!(source, ActiveSource::Recording(_));
        let (clients, frames, steps, ticks_to_state) = (Vec::new(), Frames::default(), 0, 0);
        let (pause, changes, refind) = (Pause::NONE, 0, false);
        Self { source, clients, frames, paused, steps, ticks_to_state, pause, changes, refind, max_count }
    }

    /// Adds a client, until its mailbox is closed.
    pub fn join(&mut self, mailbox: Arc<Mailbox>) {
        let client = Client::new(mailbox);
        client.send(server_message::state(&self.source, self.clients.len() + 1, self.changes, self.max_count));
        self.clients.push(client);
    }

    /// Whether it has no client.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// Accepts the messages of its clients, runs a tick unless it is paused, and fills the mailboxes.
    pub fn round(&mut self) {
        // With a client go its messages, also the change that waits for its turn.
        self.drop_gone();
        for index in 0..self.clients.len() {
            for message in self.clients[index].mailbox.take_requests() {
                self.receive(index, message);
            }
        }
        self.change(Instant::now());
        self.tick();
        if self.source.snapshot_mut().fade(Instant::now()) {
            self.mark_stale();
        }
        self.send_updates();
        self.request();
    }

    fn receive(&mut self, index: usize, message: ClientMessage) {
        let client = &mut self.clients[index];
        if let Some(why) = self.source.refusal(&message) {
            return client.send(server_message::refused(why));
        }
        match message {
            ClientMessage::View(corners) => match corners.map(viewport).transpose() {
                Ok(view) => (client.view, client.stale) = (view, true),
                Err(error) => client.send(server_message::refused(&error.to_string())),
            },
            // Acknowledgements do not come here: the connection checks them.
            ClientMessage::Drawn(_) => {}
            ClientMessage::At(tick) => self.at(index, tick),
            ClientMessage::Inspect(at) => client.inspect = Some(at),
            ClientMessage::Set(change) => self.ask(index, change),
            ClientMessage::Pause(paused) => self.pause(paused),
            ClientMessage::Step(ticks) => self.step(u64::from(ticks)),
            ClientMessage::Speed(speed) => self.speed(index, speed),
            ClientMessage::Boxes(boxes) => (client.boxes, client.stale) = (boxes, true),
            ClientMessage::Player(at) => self.player(index, at),
            ClientMessage::Steer(direction) => self.steer(index, direction),
            ClientMessage::Spawn(at) => self.spawn(index, at),
            ClientMessage::Drag(to) => self.drag(index, to),
            ClientMessage::Input(input) => self.input(index, input),
            ClientMessage::Crowd(to) => self.crowd(to),
            ClientMessage::Record(is_recording) => self.record(index, is_recording),
            ClientMessage::Probe(probe) => self.probe(index, probe),
        }
    }

    /// Shows another tick: to this client, or, for a recording, to all clients.
    fn at(&mut self, index: usize, tick: Option<u64>) {
        let client = &mut self.clients[index];
        if let ActiveSource::Recording(player) = &self.source {
            client.pending.ask(Expensive::Seek(tick.unwrap_or(player.ticks().1)), Instant::now());
            self.steps = 0;
        } else {
            (client.at, client.stale) = (tick, true);
        }
    }

    fn pause(&mut self, paused: bool) {
        (self.paused, self.steps) = (paused, 0);
        // At the end, playing starts again.
        if let ActiveSource::Recording(player) = &self.source
            && !paused
            && player.is_over()
        {
            self.seek(player.ticks().0);
        }
        self.mark_stale();
    }

    fn step(&mut self, ticks: u64) {
        self.steps = if self.paused { (self.steps + ticks).min(u64::from(u16::MAX)) } else { 0 };
    }

    fn speed(&mut self, index: usize, speed: f32) {
        if !SPEEDS.contains(&speed) {
            let why = format!("speed: must be from {} to {}, is {speed}", SPEEDS.start(), SPEEDS.end());
            return self.clients[index].send(server_message::refused(&why));
        }
        if let ActiveSource::Recording(player) = &mut self.source {
            player.speed = speed;
            self.ticks_to_state = 0;
        }
    }

    /// Stores a change of the arena until it is the client's turn, together with the one that waits already.
    fn ask(&mut self, index: usize, change: Change) {
        let (Some(shown), client) = (self.source.show(), &mut self.clients[index]) else { return };
        let change = match client.pending.next() {
            Some(Expensive::Set(older)) => change.after(older.clone()),
            _ => change,
        };
        match change.of(shown) {
            Ok(show) if show.count > self.max_count => {
                let why = format!("count: an arena of your own has at most {} entities", self.max_count);
                client.send(server_message::refused(&why));
            }
            Ok(_) => client.pending.ask(Expensive::Set(change), Instant::now()),
            // A change that waits for its turn is not replaced.
            Err(ClientMessageError::BruteForce(count)) if client.pending.next().is_none() => {
                client.pending.ask(Expensive::Estimate(count as usize), Instant::now());
            }
            Err(error) => client.send(server_message::refused(&error.to_string())),
        }
    }

    /// Makes at most one expensive change: of the client that waits longest and has paid for its last one.
    fn change(&mut self, now: Instant) {
        if !self.pause.is_over(now) {
            return;
        }
        let waiting = |(index, client): (usize, &Client)| Some((client.pending.since(now)?, index));
        let Some((_, index)) = self.clients.iter().enumerate().filter_map(waiting).min() else { return };
        match self.clients[index].pending.take() {
            Some(Expensive::Set(change)) => self.set(index, &change),
            Some(Expensive::Seek(tick)) => self.seek(tick),
            Some(Expensive::Estimate(count)) => self.estimate(index, count),
            None => {}
        }
        self.changes += 1;
        let end = Instant::now();
        [self.clients[index].pending.pause, self.pause] = pauses(end, end - now);
    }

    fn set(&mut self, index: usize, change: &Change) {
        let Some(shown) = self.source.show() else { return };
        // The arena may have changed since the client asked.
        let show = match change.of(shown) {
            Ok(show) => show,
            Err(error) => return self.clients[index].send(server_message::refused(&error.to_string())),
        };
        let is_new_scene = (show.scene, show.count) != (shown.scene, shown.count);
        self.source.set(show);
        if let (ActiveSource::Arena(scene), true) = (&mut self.source, self.paused || is_new_scene) {
            // Pairs are shown even while paused.
            self.paused |= !scene.find();
        }
        if is_new_scene {
            self.clients.iter_mut().for_each(Client::reset);
            self.steer_again();
        }
        self.ticks_to_state = 0;
        self.mark_stale();
    }

    /// Sends what brute force would take.
    fn estimate(&self, index: usize, count: usize) {
        if let Some(estimate) = Estimate::of(&self.source.snapshot().world, count) {
            self.clients[index].send(server_message::estimate(&estimate));
        }
    }

    fn seek(&mut self, tick: u64) {
        let ActiveSource::Recording(player) = &mut self.source else { return };
        match player.seek(tick) {
            Ok(()) => self.mark_stale(),
            Err(error) => self.stop(&error.to_string()),
        }
    }

    fn tick(&mut self) {
        let refind = std::mem::take(&mut self.refind);
        if self.paused && self.steps == 0 && !self.source.advances_while_paused() {
            if let ActiveSource::Arena(scene) = &mut self.source
                && refind
            {
                scene.find();
            }
            return;
        }
        let single = self.paused;
        self.steps = self.steps.saturating_sub(1);
        match self.source.advance(single) {
            Ok(true) => self.mark_stale(),
            Ok(false) => {}
            Err(Stop::End) => self.halt(),
            Err(stop) => self.stop(&stop.to_string()),
        }
        self.follow_actors();
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
        let refused = server_message::refused(why);
        self.clients.iter().for_each(|client| client.send(refused.clone()));
    }

    /// Requests copies from the attached program, if a client waits for one.
    fn request(&mut self) {
        let ActiveSource::World(program) = &mut self.source else { return };
        program
            .request(self.clients.iter().any(Client::is_ready), self.clients.iter().any(|client| client.at.is_some()));
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::super::client_message::MAX_COUNT;
    use super::*;

    /// An arena of few entities.
    fn arena() -> Arena {
        let mut arena = Arena::new(SceneSource::Arena, MAX_COUNT);
        let mailbox = join(&mut arena);
        ask(&arena, 0, 100);
        arena.round();
        mailbox.close();
        arena.round();
        (arena.pause, arena.changes) = (Pause::NONE, 0);
        arena
    }

    /// Adds a client.
    fn join(arena: &mut Arena) -> Arc<Mailbox> {
        let mailbox = Arc::<Mailbox>::default();
        arena.join(Arc::clone(&mailbox));
        mailbox
    }

    fn ask(arena: &Arena, client: usize, count: u32) {
        let set = serde_json::from_str(&format!(r#"{{"set": {{"count": {count}}}}}"#)).unwrap();
        arena.clients[client].mailbox.request(set);
    }

    fn count(arena: &Arena) -> usize {
        arena.source.snapshot().world.len()
    }

    #[test]
    fn a_flood_of_changes_is_one_change_in_a_round() {
        let mut arena = arena();
        join(&mut arena);
        for round in 1..=10 {
            for index in 0..235 {
                ask(&arena, 0, 1_000 - index % 2);
            }
            arena.round();
            assert!((1..=round).contains(&arena.changes), "{} changes in {round} rounds", arena.changes);
        }
        assert_eq!(count(&arena), 1_000);
    }

    #[test]
    fn the_changes_of_a_gone_client_are_dropped() {
        let mut arena = arena();
        join(&mut arena);
        let gone = join(&mut arena);
        ask(&arena, 1, 1_000);
        gone.close();
        arena.round();
        assert_eq!((arena.changes, count(&arena), arena.clients.len()), (0, 100, 1));
    }

    #[test]
    fn one_client_does_not_take_all_turns() {
        let mut arena = arena();
        join(&mut arena);
        join(&mut arena);
        ask(&arena, 0, 20_000);
        arena.round();
        assert_eq!(arena.changes, 1);
        ask(&arena, 1, 1_000);
        // The clients may have changed places.
        let other = usize::from(arena.clients[1].mailbox.take_requests().is_empty());
        ask(&arena, 1 - other, 1_000);
        while arena.changes == 1 {
            arena.round();
            ask(&arena, other, 19_000);
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!((arena.changes, count(&arena)), (2, 1_000));
    }

    #[test]
    fn steps_add_up_to_a_limit() {
        let mut arena = arena();
        join(&mut arena);
        arena.step(5);
        assert_eq!(arena.steps, 0, "it is not paused");
        arena.pause(true);
        (0..100).for_each(|_| arena.step(1_000));
        assert_eq!(arena.steps, u64::from(u16::MAX));
    }
}
