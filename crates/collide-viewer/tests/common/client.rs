//! A client of the arena, with the protocol of the page.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::SinkExt;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A viewport that contains all entities.
pub const EVERYTHING: [f32; 4] = [-1e6, -1e6, 1e6, 1e6];

pub struct Client(pub WebSocketStream<MaybeTlsStream<TcpStream>>, Vec<u8>);

/// The part of a frame's header that tests look at.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub tick: u32,
    pub shown: u32,
    pub flags: u32,
    pub count: u32,
    pub pairs: u32,
    pub oldest: u32,
    pub newest: u32,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Self {
        Self(connect_async(format!("ws://{address}/api/arena")).await.unwrap().0, Vec::new())
    }

    pub async fn watching(address: SocketAddr, view: [f32; 4]) -> Self {
        let mut client = Self::connect(address).await;
        client.send(&format!(r#"{{"view": {view:?}}}"#)).await;
        client
    }

    pub async fn send(&mut self, message: &str) {
        self.0.send(Message::text(message)).await.unwrap();
    }

    pub async fn message(&mut self) -> Message {
        let message = std::future::poll_fn(|context| {
            let stream = std::pin::Pin::new(&mut self.0);
            futures_util::Stream::poll_next(stream, context)
        });
        timeout(Duration::from_secs(20), message).await.expect("the arena sends no message").unwrap().unwrap()
    }

    /// The next frame; acknowledges it.
    pub async fn frame(&mut self) -> Frame {
        let frame = self.unacknowledged_frame().await;
        self.send(r#"{"drawn": 1}"#).await;
        frame
    }

    /// The next frame.
    pub async fn unacknowledged_frame(&mut self) -> Frame {
        loop {
            if let Message::Binary(part) = self.message().await
                && let Some(frame) = self.join(&part)
            {
                return frame;
            }
        }
    }

    /// Adds a part of a frame. Returns the frame if it is complete.
    fn join(&mut self, part: &[u8]) -> Option<Frame> {
        let Self(_, bytes) = self;
        bytes.extend_from_slice(part);
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let [tick, shown, flags, count, pairs, oldest, newest] = [0, 4, 20, 24, 28, 88, 92].map(number);
        let [boxes, corners] = [96, 100].map(number);
        let length = 104 + 11 * shown as usize + 4 * corners as usize + 9 * boxes as usize;
        assert!(bytes.len() <= length, "{} of {length}", bytes.len());
        if bytes.len() < length {
            return None;
        }
        bytes.clear();
        Some(Frame { tick, shown, flags, count, pairs, oldest, newest })
    }

    pub async fn frame_with(&mut self, accept: impl Fn(&Frame) -> bool) -> Frame {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let frame = self.frame().await;
            if accept(&frame) {
                return frame;
            }
            assert!(Instant::now() < until, "no such frame; the last one is {frame:?}");
        }
    }

    /// The next text message of this kind.
    pub async fn server_message(&mut self, kind: &str) -> Value {
        loop {
            match self.message().await {
                Message::Text(text) => {
                    let mut message: Value = serde_json::from_str(&text).unwrap();
                    if let Some(message) = message.get_mut(kind) {
                        return message.take();
                    }
                }
                Message::Binary(part) if self.join(&part).is_some() => self.send(r#"{"drawn": 1}"#).await,
                _ => {}
            }
        }
    }

    /// Why the server closes the connection.
    pub async fn closed(&mut self) -> u16 {
        self.close_reason().await.0
    }

    /// The code and the text with which the server closes the connection.
    pub async fn close_reason(&mut self) -> (u16, String) {
        loop {
            if let Message::Close(close) = self.message().await {
                let close = close.unwrap();
                return (close.code.into(), close.reason.to_string());
            }
        }
    }
}
