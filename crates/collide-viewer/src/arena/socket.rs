//! The WebSocket connection of a client of the arena.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::time::{Instant, timeout};

use super::client::Outgoing;
use super::client_message::ClientMessage;
use super::{Arena, ClientHandle};

/// The limit of bytes of a client message.
const MAX_MESSAGE_BYTES: usize = 512;

/// The limit of messages in a second, and of messages at once.
const MAX_MESSAGES_PER_SECOND: f64 = 240.0;

/// The timeout of sending a message, after which the client is dropped.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why the server closes a connection.
type Closing = (u16, &'static str);

pub(crate) async fn connect(State(arena): State<Arena>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    upgrade.on_upgrade(move |socket| serve(socket, arena))
}

async fn serve(mut socket: WebSocket, arena: Arena) {
    let closing = match arena.join() {
        Some(mut client) => forward(&mut socket, &mut client).await,
        None => Some((close_code::AGAIN, "too many clients")),
    };
    if let Some((code, reason)) = closing {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // If the client does not accept the message, the connection is dropped.
        _ = timeout(PATIENCE, socket.send(close)).await;
    }
}

/// Forwards messages until one side closes. Returns the reason if this side does.
async fn forward(socket: &mut WebSocket, client: &mut ClientHandle) -> Option<Closing> {
    let mut rate = Rate { left: MAX_MESSAGES_PER_SECOND, since: Instant::now() };
    loop {
        tokio::select! {
            outgoing = client.outgoing.recv() => {
                let message = match outgoing {
                    Some(Outgoing::Frame(bytes)) => Message::Binary(bytes.into()),
                    Some(Outgoing::Text(text)) => Message::Text(text.into()),
                    None => return Some((close_code::AGAIN, "too slow")),
                };
                if !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(()))) {
                    return None;
                }
            }
            received = socket.recv() => match received {
                None | Some(Ok(Message::Close(_))) => return None,
                Some(Err(_)) => return Some((close_code::SIZE, "invalid message")),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) if rate.allows() => {}
                Some(Ok(Message::Binary(_))) => return Some((close_code::UNSUPPORTED, "must be text")),
                Some(Ok(Message::Text(text))) if rate.allows() => match serde_json::from_str::<ClientMessage>(&text) {
                    Ok(message) => client.send(message),
                    Err(_) => return Some((close_code::INVALID, "unknown message")),
                },
                Some(Ok(_)) => return Some((close_code::POLICY, "too many messages")),
            },
        }
    }
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
