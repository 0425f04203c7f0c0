//! The WebSocket connection of a client of the arena.

use std::future::poll_fn;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{RawQuery, State};
use axum::response::Response;
use collide_page::{Mailbox, MessageError, Outgoing};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::{Arenas, ClientHandle};
use crate::connections::Place;

/// The limit of bytes of a client message.
const MAX_MESSAGE_BYTES: usize = 512;

/// The limit of messages in a second, and of messages at once.
const MAX_MESSAGES_PER_SECOND: f64 = 240.0;

/// The timeout of sending a message, after which the client is dropped.
const PATIENCE: Duration = Duration::from_secs(20);

/// The time to close a connection.
const CLOSE_PATIENCE: Duration = Duration::from_secs(2);

/// The bytes that a connection buffers for reading and for writing, besides one part of a frame.
const BUFFER_BYTES: usize = 4 << 10;

/// A client that is silent is pinged this often before it is dropped.
const PINGS: u32 = 3;

/// Why the server closes a connection.
type Closing = (u16, String);

/// The name of a tab that wants an arena of its own: `own=NAME`.
fn own_name(query: &str) -> Option<&str> {
    query.split('&').find_map(|part| part.strip_prefix("own="))
}

pub(crate) async fn connect(
    State(arenas): State<Arenas>,
    RawQuery(query): RawQuery,
    Extension(place): Extension<Place>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // From here on the client is counted, also while the connection becomes a WebSocket.
    let client = arenas.join(query.as_deref().and_then(own_name), place.network());
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    let upgrade = upgrade.read_buffer_size(BUFFER_BYTES).write_buffer_size(BUFFER_BYTES);
    upgrade.on_upgrade(async move |socket| {
        serve(socket, client).await;
        drop(place);
    })
}

async fn serve(mut socket: WebSocket, client: Option<ClientHandle>) {
    let closing = match client {
        Some(client) => tokio::select! {
            () = poll_fn(|context| client.mailbox.poll_closed(context)) => Some((close_code::AGAIN, "too slow".to_owned())),
            closing = forward(&mut socket, &client.mailbox, client.arena.silence) => closing,
        },
        None => Some((close_code::AGAIN, "too many clients".to_owned())),
    };
    if let Some((code, reason)) = closing {
        // If the client does not accept the message, the connection is dropped.
        _ = timeout(CLOSE_PATIENCE, close(&mut socket, code, reason)).await;
    }
}

/// Sends the reason, and reads until the client has closed its side: data that is not read would reset the connection,
/// and the client would not see the reason.
async fn close(socket: &mut WebSocket, code: u16, reason: String) -> Result<(), axum::Error> {
    socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await?;
    while socket.recv().await.transpose()?.is_some() {}
    Ok(())
}

/// Forwards messages until one side closes. Returns the reason if this side does.
async fn forward(socket: &mut WebSocket, mailbox: &Mailbox, silence: Duration) -> Option<Closing> {
    let mut rate = Rate { left: MAX_MESSAGES_PER_SECOND, since: Instant::now() };
    let mut heard = Instant::now();
    let mut pings = interval(silence / PINGS);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            outgoing = poll_fn(|context| mailbox.poll_next(context)) => {
                let is_last = matches!(outgoing, Outgoing::LastPart(_));
                send(socket, into_message(outgoing)).await?;
                if is_last {
                    mailbox.sent_frame();
                }
            }
            received = socket.recv() => {
                heard = Instant::now();
                if let Err(closing) = receive(received, &mut rate, mailbox) {
                    return closing;
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() >= silence {
                    return Some((close_code::AWAY, "no answer to pings".to_owned()));
                }
                send(socket, Message::Ping(Bytes::new())).await?;
            }
        }
    }
}

fn into_message(outgoing: Outgoing) -> Message {
    match outgoing {
        Outgoing::Text(json) => Message::text(&*json),
        Outgoing::Part(bytes) | Outgoing::LastPart(bytes) => Message::Binary(Bytes::from_owner(bytes)),
    }
}

/// Sends a message. `None` if the connection is lost, or the client does not read.
async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(PATIENCE, socket.send(message)).await.ok()?.ok()
}

/// Accepts a message, or returns why the connection ends.
fn receive(
    received: Option<Result<Message, axum::Error>>,
    rate: &mut Rate,
    mailbox: &Mailbox,
) -> Result<(), Option<Closing>> {
    let closing = |code, reason: &str| Err(Some((code, reason.to_owned())));
    let message = match received {
        None | Some(Ok(Message::Close(_))) => return Err(None),
        Some(Err(_)) => return closing(close_code::SIZE, "invalid message"),
        Some(Ok(Message::Binary(_))) => return closing(close_code::UNSUPPORTED, "must be text"),
        Some(Ok(_)) if !rate.allows() => return closing(close_code::POLICY, "too many messages"),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
        Some(Ok(Message::Text(text))) => mailbox.receive(&text),
    };
    message.or_else(|error| {
        let code = if error == MessageError::Unknown { close_code::INVALID } else { close_code::POLICY };
        closing(code, &error.to_string())
    })
}

/// The rate limit of a client.
struct Rate {
    left: f64,
    since: Instant,
}

impl Rate {
    fn allows(&mut self) -> bool {
        let now = Instant::now();
        let earned = (now - self.since).as_secs_f64() * MAX_MESSAGES_PER_SECOND;
        (self.left, self.since) = ((self.left + earned).min(MAX_MESSAGES_PER_SECOND), now);
        let allowed = self.left >= 1.0;
        self.left -= f64::from(u8::from(allowed));
        allowed
    }
}
