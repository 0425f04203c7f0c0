//! The mailbox of a client, between its connection and the thread of the arena. In both directions it has the newest
//! message of each kind only, so a client that sends much or reads nothing costs a fixed amount of memory.

use std::collections::VecDeque;
use std::mem::{self, discriminant};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes};
use thiserror::Error;
use tokio::sync::Notify;

use super::client_message::ClientMessage;

/// The limit of frames that were made for a client and are not acknowledged: it draws one while the next arrives.
const IN_FLIGHT: u32 = 2;

/// A client that acknowledges no frame for this time is dropped.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(20);

/// The limit of bytes of a message with a part of a frame. A connection buffers one such message.
const PART_BYTES: usize = 32 << 10;

/// A frame in parts, each sent as a message. A part is freed when all clients that share it have sent it.
#[derive(Clone, Debug)]
pub(crate) struct Parts(VecDeque<Bytes>);

impl Parts {
    pub(crate) fn of(frame: &[u8]) -> Self {
        Self(frame.chunks(PART_BYTES).map(Bytes::copy_from_slice).collect())
    }
}

/// A text message to a client.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) kind: TextKind,
    pub(crate) json: Utf8Bytes,
}

/// The kinds of text messages, the most urgent first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TextKind {
    Refused,
    Followed,
    Probed,
    Estimate,
    State,
}

/// A message to a client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    Text(Utf8Bytes),
    Part(Bytes),
    /// After this part the frame is complete.
    LastPart(Bytes),
}

impl Outgoing {
    pub(crate) fn into_message(self) -> Message {
        match self {
            Self::Text(json) => Message::Text(json),
            Self::Part(bytes) | Self::LastPart(bytes) => Message::Binary(bytes),
        }
    }
}

/// A client acknowledged more frames than were sent to it.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("drawn: acknowledges {acknowledged}, but {sent} are sent and not acknowledged")]
pub(crate) struct AcknowledgeError {
    acknowledged: u32,
    sent: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    letters: Mutex<Letters>,
    /// Wakes the connection when there is something to send.
    filled: Notify,
}

#[derive(Debug, Default)]
struct Letters {
    /// From the client: at most one message of each kind, in the order of arrival.
    requests: Vec<ClientMessage>,
    /// To the client, by `TextKind`.
    texts: [Option<Utf8Bytes>; 5],
    frame: Option<Parts>,
    /// The number of frames that were sent completely and are not acknowledged.
    unacknowledged: u32,
    /// When a frame was last acknowledged, or made with none in flight.
    acknowledged_at: Option<Instant>,
}

impl Mailbox {
    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(crate) fn acknowledge(&self, count: u32) -> Result<(), AcknowledgeError> {
        let mut letters = self.letters();
        let sent = letters.unacknowledged;
        letters.unacknowledged = sent.checked_sub(count).ok_or(AcknowledgeError { acknowledged: count, sent })?;
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
        self.filled.notify_one();
    }

    /// Stores a text, which replaces one of its kind that is not yet sent.
    pub(crate) fn put_text(&self, Text { kind, json }: Text) {
        self.letters().texts[kind as usize] = Some(json);
        self.filled.notify_one();
    }

    /// Waits for the next message to send.
    pub(crate) async fn next(&self) -> Outgoing {
        loop {
            if let Some(next) = self.letters().next() {
                return next;
            }
            self.filled.notified().await;
        }
    }

    /// Reports that the last part of a frame was sent.
    pub(crate) fn sent_frame(&self) {
        let mut letters = self.letters();
        letters.frame = None;
        letters.unacknowledged += 1;
    }
}

impl Letters {
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

    #[tokio::test]
    async fn two_frames_are_in_flight_and_only_sent_ones_are_acknowledged() {
        let mailbox = Mailbox::default();
        let frame = vec![7; PART_BYTES + 1];
        for unacknowledged in [0, 1] {
            assert!(mailbox.wants_frame());
            mailbox.put_frame(Parts::of(&frame));
            assert!(!mailbox.wants_frame());
            assert!(matches!(mailbox.next().await, Outgoing::Part(bytes) if bytes.len() == PART_BYTES));
            let error = mailbox.acknowledge(unacknowledged + 1).unwrap_err();
            assert_eq!(error, AcknowledgeError { acknowledged: unacknowledged + 1, sent: unacknowledged });
            assert!(matches!(mailbox.next().await, Outgoing::LastPart(bytes) if bytes.len() == 1));
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

    #[tokio::test]
    async fn the_newest_text_of_each_kind_is_sent() {
        let mailbox = Mailbox::default();
        for number in 0..100 {
            for kind in [TextKind::State, TextKind::Refused] {
                mailbox.put_text(Text { kind, json: format!("{kind:?} {number}").into() });
            }
        }
        for expected in ["Refused 99", "State 99"] {
            assert!(matches!(mailbox.next().await, Outgoing::Text(json) if json.as_str() == expected));
        }
        assert!(mailbox.letters().next().is_none());
    }
}
