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

pub struct Client(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

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
        Self(connect_async(format!("ws://{address}/api/arena")).await.unwrap().0)
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
        loop {
            if let Message::Binary(bytes) = self.message().await {
                self.send(r#"{"drawn": 1}"#).await;
                let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
                assert_eq!(bytes.len(), 96 + 10 * number(4) as usize);
                let [tick, shown, flags, count, pairs, oldest, newest] = [0, 4, 20, 24, 28, 84, 88].map(number);
                return Frame { tick, shown, flags, count, pairs, oldest, newest };
            }
        }
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
                Message::Binary(_) => self.send(r#"{"drawn": 1}"#).await,
                _ => {}
            }
        }
    }

    /// Why the server closes the connection.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Message::Close(close) = self.message().await {
                return close.unwrap().code.into();
            }
        }
    }
}
