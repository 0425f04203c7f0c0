//! A client of the arena at the other end of a WebSocket.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::time::{Instant, timeout};

use super::ask::Ask;
use super::client::Out;
use super::{Arena, Seat};

/// More bytes than any wish has.
const LONGEST_MESSAGE: usize = 512;

/// So many messages a second, and as many at once.
const MOST_A_SECOND: f64 = 240.0;

/// A client that takes a message no sooner is dropped.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why the server closes a connection.
type Closing = (u16, &'static str);

pub(crate) async fn connect(State(arena): State<Arena>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(move |socket| serve(socket, arena))
}

async fn serve(mut socket: WebSocket, arena: Arena) {
    let closing = match arena.join() {
        Some(mut seat) => talk(&mut socket, &mut seat).await,
        None => Some((close_code::AGAIN, "too many are watching")),
    };
    if let Some((code, reason)) = closing {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // Whoever does not take even that is gone.
        _ = timeout(PATIENCE, socket.send(close)).await;
    }
}

/// Passes messages on until one side ends it; why, if it is this one.
async fn talk(socket: &mut WebSocket, seat: &mut Seat) -> Option<Closing> {
    let mut rate = Rate { left: MOST_A_SECOND, since: Instant::now() };
    loop {
        tokio::select! {
            news = seat.news.recv() => {
                let message = match news {
                    Some(Out::Frame(bytes)) => Message::Binary(bytes.into()),
                    Some(Out::Text(text)) => Message::Text(text.into()),
                    None => return Some((close_code::AGAIN, "too slow")),
                };
                if !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(()))) {
                    return None;
                }
            }
            heard = socket.recv() => match heard {
                None | Some(Ok(Message::Close(_))) => return None,
                Some(Err(_)) => return Some((close_code::SIZE, "not a message that this server takes")),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) if rate.allows() => {}
                Some(Ok(Message::Binary(_))) => return Some((close_code::UNSUPPORTED, "must be text")),
                Some(Ok(Message::Text(text))) if rate.allows() => match serde_json::from_str::<Ask>(&text) {
                    Ok(ask) => seat.ask(ask),
                    Err(_) => return Some((close_code::INVALID, "not a wish that the arena knows")),
                },
                Some(Ok(_)) => return Some((close_code::POLICY, "too many messages")),
            },
        }
    }
}

/// How many messages a client may still send.
struct Rate {
    left: f64,
    since: Instant,
}

impl Rate {
    fn allows(&mut self) -> bool {
        let now = Instant::now();
        let earned = (now - self.since).as_secs_f64() * MOST_A_SECOND;
        (self.left, self.since) = ((self.left + earned).min(MOST_A_SECOND), now);
        let allowed = self.left >= 1.0;
        self.left -= f64::from(u8::from(allowed));
        allowed
    }
}
