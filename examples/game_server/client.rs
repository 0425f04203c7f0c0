//! A player over the network, who runs around and shoots at the nearest entity.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::{Instant, timeout};

use crate::wire::{Id, MAX_BYTES, ToClient, ToServer};

/// What a client received.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub you: Option<Id>,
    /// The visible entities and their positions.
    pub view: BTreeMap<Id, [f32; 2]>,
    pub last_tick: u64,
    pub views: u64,
    pub entered: u64,
    pub left: u64,
    pub shots: u64,
    pub hits: u64,
    /// Entities that left or moved without having entered: a datagram was lost.
    pub surprises: u64,
}

/// Plays for a while, then leaves.
pub async fn play(server: SocketAddr, number: u16, time: Duration) -> io::Result<Seen> {
    let socket = UdpSocket::bind("127.0.0.1:0").await?;
    socket.connect(server).await?;
    let mut seen = Seen::default();
    let (end, mut buffer) = (Instant::now() + time, [0; MAX_BYTES]);
    send(&socket, &ToServer::Join).await?;
    while Instant::now() < end {
        let Ok(received) = timeout(Duration::from_millis(250), socket.recv(&mut buffer)).await else {
            // The first datagram may have been lost.
            if seen.you.is_none() {
                send(&socket, &ToServer::Join).await?;
            }
            continue;
        };
        let Ok(message) = postcard::from_bytes(&buffer[..received?]) else { continue };
        let new_tick = seen.take(message);
        if new_tick {
            act(&socket, &mut seen, number).await?;
        }
    }
    send(&socket, &ToServer::Leave).await?;
    Ok(seen)
}

impl Seen {
    /// Applies a message. Returns whether a new tick began.
    fn take(&mut self, message: ToClient) -> bool {
        match message {
            ToClient::Welcome { you, tick } => (self.you, self.last_tick) = (Some(you), tick),
            ToClient::Full => {}
            ToClient::Hit { .. } => self.hits += 1,
            ToClient::View { tick, entered, left, moved } => {
                self.views += 1;
                self.entered += entered.len() as u64;
                self.left += left.len() as u64;
                for (id, place) in entered {
                    self.view.insert(id, place);
                }
                for id in left {
                    self.surprises += u64::from(self.view.remove(&id).is_none());
                }
                for (id, place) in moved {
                    match self.view.get_mut(&id) {
                        Some(known) => *known = place,
                        None => self.surprises += 1,
                    }
                }
                return std::mem::replace(&mut self.last_tick, tick) < tick;
            }
        }
        false
    }
}

/// Runs in a circle, and sometimes shoots at the nearest entity, at its position in the last view.
async fn act(socket: &UdpSocket, seen: &mut Seen, number: u16) -> io::Result<()> {
    let tick = seen.last_tick;
    if tick.is_multiple_of(20) {
        let angle = (tick / 20) as f32 + f32::from(number);
        send(socket, &ToServer::Run { x: angle.cos(), y: angle.sin() }).await?;
    }
    let me = seen.you.and_then(|you| seen.view.get(&you).copied());
    if tick.is_multiple_of(6)
        && let Some([x, y]) = me
    {
        let others = seen.view.iter().filter(|(id, _)| Some(**id) != seen.you);
        let way = |place: &[f32; 2]| [place[0] - x, place[1] - y];
        let nearest = others.map(|(_, place)| way(place)).min_by(|a, b| {
            let length = |[x, y]: [f32; 2]| x * x + y * y;
            length(*a).total_cmp(&length(*b))
        });
        if let Some([x, y]) = nearest {
            seen.shots += 1;
            send(socket, &ToServer::Shoot { seen: tick as f64, x, y }).await?;
        }
    }
    Ok(())
}

async fn send(socket: &UdpSocket, message: &ToServer) -> io::Result<()> {
    let mut buffer = [0; MAX_BYTES];
    let bytes = postcard::to_slice(message, &mut buffer).map_err(io::Error::other)?;
    socket.send(bytes).await.map(|_| ())
}
