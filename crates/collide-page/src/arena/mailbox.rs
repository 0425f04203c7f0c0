//! The mailbox of a client, between its connection and the arena. In both directions it has the newest message of each
//! kind only, so a client that sends much or reads nothing costs a fixed amount of memory.

use std::collections::VecDeque;
use std::mem::{self, discriminant};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use thiserror::Error;
use web_time::Instant;

use super::client_message::ClientMessage;

/// The limit of frames that were made for a client and are not acknowledged: it draws one while the next arrives.
const IN_FLIGHT: u32 = 2;

/// A client that acknowledges no frame for this time is dropped.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(20);

/// The limit of bytes of a message with a part of a frame. A connection buffers one such message.
const PART_BYTES: usize = 32 << 10;

/// A frame in parts, each sent as a message. A part is freed when all clients that share it have sent it.
#[derive(Clone, Debug)]
pub(crate) struct Parts(VecDeque<Arc<[u8]>>);

impl Parts {
    pub(crate) fn of(frame: &[u8]) -> Self {
        Self(frame.chunks(PART_BYTES).map(Arc::from).collect())
    }

    /// The same frame with a change in its first part, of which it gets a copy.
    pub(crate) fn with_first(mut self, change: impl FnOnce(&mut [u8])) -> Self {
        if let Some(first) = self.0.front_mut() {
            change(Arc::make_mut(first));
        }
        self
    }
}

/// A text message to a client.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) kind: TextKind,
    pub(crate) json: Arc<str>,
}

/// The kinds of text messages, the most urgent first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextKind {
    Refused,
    Followed,
    Probed,
    Estimate,
    Duel,
    Recorded,
    State,
}

/// A message to a client.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// State, an answer or a refusal, as JSON.
    Text(Arc<str>),
    /// A part of a frame.
    Part(Arc<[u8]>),
    /// The part that completes a frame. The connection calls [`Mailbox::sent_frame`] after it has sent this.
    LastPart(Arc<[u8]>),
}

/// Why a message of a client is rejected. The connection ends then.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MessageError {
    /// The text is no message.
    #[error("unknown message")]
    Unknown,
    /// The client acknowledges more frames than were sent to it.
    #[error("drawn: acknowledges {acknowledged}, but {sent} are sent and not acknowledged")]
    Acknowledged {
        /// The number of frames that the client acknowledges.
        acknowledged: u32,
        /// The number of frames that are sent and not acknowledged.
        sent: u32,
    },
}

/// The messages between a client and its arena. The connection passes on what it receives and what is to be sent.
#[derive(Debug, Default)]
pub struct Mailbox(Mutex<Letters>);

#[derive(Debug, Default)]
struct Letters {
    /// From the client: at most one message of each kind, in the order of arrival.
    requests: Vec<ClientMessage>,
    /// To the client, by `TextKind`.
    texts: [Option<Arc<str>>; 7],
    frame: Option<Parts>,
    /// The number of frames that were sent completely and are not acknowledged.
    unacknowledged: u32,
    /// When a frame was last acknowledged, or made with none in flight.
    acknowledged_at: Option<Instant>,
    /// Whether the connection has ended, or the arena has dropped the client.
    closed: bool,
    /// The task of the connection, which waits for something to send.
    waiting: Option<Waker>,
}

impl Mailbox {
    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a message of the client, as JSON.
    ///
    /// # Errors
    /// [`MessageError`] if the text is not valid. The connection must end.
    pub fn receive(&self, text: &str) -> Result<(), MessageError> {
        match serde_json::from_str(text) {
            Ok(ClientMessage::Drawn(count)) => self.acknowledge(count),
            Ok(message) => {
                self.request(message);
                Ok(())
            }
            Err(_) => Err(MessageError::Unknown),
        }
    }

    /// Stores a message of the client, which replaces or extends an older one of its kind.
    pub(crate) fn request(&self, message: ClientMessage) {
        let requests = &mut self.letters().requests;
        let older = requests.iter().position(|older| discriminant(older) == discriminant(&message));
        let older = older.map(|index| requests.remove(index));
        requests.push(match older {
            Some(older) => message.after(older),
            None => message,
        });
    }

    /// The messages of the client since the last call.
    pub(crate) fn take_requests(&self) -> Vec<ClientMessage> {
        mem::take(&mut self.letters().requests)
    }

    /// Acknowledges `count` of the frames that were sent completely.
    fn acknowledge(&self, count: u32) -> Result<(), MessageError> {
        let mut letters = self.letters();
        let sent = letters.unacknowledged;
        let more = MessageError::Acknowledged { acknowledged: count, sent };
        letters.unacknowledged = sent.checked_sub(count).ok_or(more)?;
        if count > 0 {
            letters.acknowledged_at = Some(Instant::now());
        }
        Ok(())
    }

    /// Whether another frame can be made: the last one was sent, and the client acknowledges frames.
    pub(crate) fn wants_frame(&self) -> bool {
        let letters = self.letters();
        letters.frame.is_none() && letters.unacknowledged < IN_FLIGHT
    }

    /// Whether the client has acknowledged no frame for too long.
    pub(crate) fn is_overdue(&self) -> bool {
        let letters = self.letters();
        let in_flight = letters.frame.is_some() || letters.unacknowledged > 0;
        in_flight && letters.acknowledged_at.is_some_and(|at| at.elapsed() >= ACKNOWLEDGE_TIMEOUT)
    }

    /// Stores a frame. The caller has checked [`wants_frame`](Self::wants_frame).
    pub(crate) fn put_frame(&self, parts: Parts) {
        let mut letters = self.letters();
        if letters.unacknowledged == 0 {
            letters.acknowledged_at = Some(Instant::now());
        }
        letters.frame = Some(parts);
        letters.wake();
    }

    /// Stores a text, which replaces one of its kind that is not yet sent.
    pub(crate) fn put_text(&self, Text { kind, json }: Text) {
        let mut letters = self.letters();
        letters.texts[kind as usize] = Some(json);
        letters.wake();
    }

    /// The next message to send, if there is one.
    pub fn next(&self) -> Option<Outgoing> {
        self.letters().next()
    }

    /// The next message to send. Wakes the task when there is one.
    pub fn poll_next(&self, context: &mut Context<'_>) -> Poll<Outgoing> {
        let mut letters = self.letters();
        letters.next().map_or_else(|| letters.wait(context), Poll::Ready)
    }

    /// Is ready when the arena has dropped the client, or the connection has ended. For the same task as
    /// [`poll_next`](Self::poll_next).
    pub fn poll_closed(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut letters = self.letters();
        if letters.closed { Poll::Ready(()) } else { letters.wait(context) }
    }

    /// Ends the connection. The arena then drops the client.
    pub fn close(&self) {
        let mut letters = self.letters();
        letters.closed = true;
        letters.wake();
    }

    /// Whether the connection has ended, or the arena has dropped the client.
    pub fn is_closed(&self) -> bool {
        self.letters().closed
    }

    /// Reports that the last part of a frame was sent.
    pub fn sent_frame(&self) {
        let mut letters = self.letters();
        letters.frame = None;
        letters.unacknowledged += 1;
    }
}

impl Letters {
    fn wait<T>(&mut self, context: &Context<'_>) -> Poll<T> {
        self.waiting = Some(context.waker().clone());
        Poll::Pending
    }

    fn wake(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }

    fn next(&mut self) -> Option<Outgoing> {
        if let Some(json) = self.texts.iter_mut().find_map(Option::take) {
            return Some(Outgoing::Text(json));
        }
        // An empty frame is being sent: `sent_frame` removes it.
        let Parts(parts) = self.frame.as_mut()?;
        let part = parts.pop_front()?;
        Some(if parts.is_empty() { Outgoing::LastPart(part) } else { Outgoing::Part(part) })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    use super::super::client_message::Change;
    use super::*;

    fn parsed(json: &str) -> ClientMessage {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn the_newest_request_of_each_kind_counts() {
        let mailbox = Mailbox::default();
        for count in 0..1_000 {
            mailbox.request(parsed(&format!(r#"{{"set": {{"count": {count}}}}}"#)));
            mailbox.request(parsed(r#"{"set": {"scene": "towns"}}"#));
            mailbox.request(ClientMessage::Step(2));
            mailbox.request(ClientMessage::Pause(count % 2 == 0));
            mailbox.request(ClientMessage::At(Some(u64::from(count as u32))));
        }
        let set = Change { scene: Some("towns".into()), count: Some(999), strategy: None, touching: None, cell: None };
        let expected = [
            ClientMessage::Set(set),
            ClientMessage::Step(2_000),
            ClientMessage::Pause(false),
            ClientMessage::At(Some(999)),
        ];
        assert_eq!(mailbox.take_requests(), expected);
        assert_eq!(mailbox.take_requests(), []);
        for _ in 0..100 {
            mailbox.request(ClientMessage::Step(u16::MAX));
        }
        assert_eq!(mailbox.take_requests(), [ClientMessage::Step(u16::MAX)]);
    }

    #[test]
    fn two_frames_are_in_flight_and_only_sent_ones_are_acknowledged() {
        let mailbox = Mailbox::default();
        let frame = vec![7; PART_BYTES + 1];
        for unacknowledged in [0, 1] {
            assert!(mailbox.wants_frame());
            mailbox.put_frame(Parts::of(&frame));
            assert!(!mailbox.wants_frame());
            assert!(matches!(mailbox.next(), Some(Outgoing::Part(bytes)) if bytes.len() == PART_BYTES));
            let error = mailbox.acknowledge(unacknowledged + 1).unwrap_err();
            assert_eq!(error, MessageError::Acknowledged { acknowledged: unacknowledged + 1, sent: unacknowledged });
            assert!(matches!(mailbox.next(), Some(Outgoing::LastPart(bytes)) if bytes.len() == 1));
            mailbox.sent_frame();
        }
        assert!(!mailbox.wants_frame());
        mailbox.acknowledge(0).unwrap();
        assert!(!mailbox.wants_frame());
        mailbox.acknowledge(2).unwrap();
        assert!(mailbox.wants_frame());
        assert_eq!(
            mailbox.acknowledge(1).unwrap_err().to_string(),
            "drawn: acknowledges 1, but 0 are sent and not acknowledged"
        );
    }

    #[test]
    fn the_newest_text_of_each_kind_is_sent() {
        let mailbox = Mailbox::default();
        for number in 0..100 {
            for kind in [TextKind::State, TextKind::Refused] {
                mailbox.put_text(Text { kind, json: format!("{kind:?} {number}").into() });
            }
        }
        for expected in ["Refused 99", "State 99"] {
            assert!(matches!(mailbox.next(), Some(Outgoing::Text(json)) if *json == *expected));
        }
        assert!(mailbox.next().is_none());
    }

    /// Counts how often a task is woken.
    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_waiting_connection_is_woken_by_messages_and_by_the_end() {
        let (mailbox, woken) = (Mailbox::default(), Arc::new(Woken::default()));
        let waker = Waker::from(Arc::clone(&woken));
        let mut context = Context::from_waker(&waker);
        let count = || woken.0.load(Ordering::Relaxed);
        assert!(mailbox.poll_next(&mut context).is_pending() && mailbox.poll_closed(&mut context).is_pending());
        mailbox.put_text(Text { kind: TextKind::State, json: "{}".into() });
        assert_eq!(count(), 1);
        assert!(matches!(mailbox.poll_next(&mut context), Poll::Ready(Outgoing::Text(json)) if *json == *"{}"));
        assert!(mailbox.poll_next(&mut context).is_pending());
        mailbox.close();
        assert_eq!((count(), mailbox.is_closed()), (2, true));
        assert!(mailbox.poll_closed(&mut context).is_ready());
    }

    #[test]
    fn what_is_no_message_is_rejected() {
        let mailbox = Mailbox::default();
        for text in ["", "{}", r#"{"view": 1}"#, r#"{"fly": true}"#] {
            assert_eq!(mailbox.receive(text), Err(MessageError::Unknown), "{text}");
        }
        mailbox.receive(r#"{"pause": true}"#).unwrap();
        assert_eq!(mailbox.take_requests(), [ClientMessage::Pause(true)]);
    }
}
