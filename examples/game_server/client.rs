//! A player over the network, who runs around and attacks the nearest enemy in view.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;
use std::{io, mem};

use collide_rules::{Input, RELOAD, Team, Weapon};
use collide2d::Vec2;
use tokio::net::UdpSocket;
use tokio::time::{Instant, timeout};

use crate::wire::{Entered, Id, MAX_BYTES, ToClient, ToServer, You};

/// What a client knows of the game, and counters.
#[derive(Clone, Debug, Default)]
pub struct Client {
    pub team: Option<Team>,
    pub you: Option<You>,
    /// The visible entities, at the last tick.
    pub view: BTreeMap<Id, Entered>,
    pub last_tick: u64,
    pub views: u64,
    pub entered: u64,
    pub left: u64,
    pub attacks: u64,
    pub hits: u64,
    /// Entities that left or moved without having entered, or entered twice: a datagram was lost.
    pub lost: u64,
}

/// Plays for a while, then leaves.
pub async fn play(server: SocketAddr, number: u16, time: Duration) -> io::Result<Client> {
    let socket = UdpSocket::bind("127.0.0.1:0").await?;
    socket.connect(server).await?;
    let mut client = Client::default();
    let (end, mut buffer) = (Instant::now() + time, [0; MAX_BYTES]);
    send(&socket, &ToServer::Join).await?;
    while Instant::now() < end {
        let Ok(received) = timeout(Duration::from_millis(250), socket.recv(&mut buffer)).await else {
            // The first datagram may have been lost.
            if client.team.is_none() {
                send(&socket, &ToServer::Join).await?;
            }
            continue;
        };
        let Ok(message) = postcard::from_bytes(&buffer[..received?]) else { continue };
        if client.apply(message)
            && let Some(input) = client.act(number)
        {
            client.attacks += u64::from(input.attack.is_some());
            send(&socket, &ToServer::Input(input)).await?;
        }
    }
    send(&socket, &ToServer::Leave).await?;
    Ok(client)
}

impl Client {
    /// Applies a message. Returns whether a new tick began.
    pub fn apply(&mut self, message: ToClient) -> bool {
        match message {
            ToClient::Welcome { team, tick } => (self.team, self.last_tick) = (Some(team), tick),
            ToClient::Full => {}
            ToClient::Hit { .. } => self.hits += 1,
            ToClient::View { tick, you, entered, left, moved } => {
                self.you = you;
                self.views += 1;
                self.entered += entered.len() as u64;
                self.left += left.len() as u64;
                for id in left {
                    self.lost += u64::from(self.view.remove(&id).is_none());
                }
                for entity in entered {
                    self.lost += u64::from(self.view.insert(entity.id, entity).is_some());
                }
                for (id, place) in moved {
                    match self.view.get_mut(&id) {
                        Some(entity) => entity.place = place,
                        None => self.lost += 1,
                    }
                }
                return mem::replace(&mut self.last_tick, tick) < tick;
            }
        }
        false
    }

    /// Runs in a circle and attacks where the nearest enemy is in the last view.
    pub fn act(&self, number: u16) -> Option<Input> {
        let You { place, rockets, .. } = self.you?;
        let tick = self.last_tick;
        let walk = Vec2::from_angle((tick / 20) as f32 + f32::from(number));
        let enemies = self.view.values().filter(|entity| entity.team.is_some() && entity.team != self.team);
        let aims = enemies.map(|enemy| enemy.place - place);
        let aim = aims.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared())).unwrap_or_default();
        let weapon = match aim.length() {
            0.0..2.0 => Weapon::Sword,
            0.0..8.0 if rockets > 0 => Weapon::Rocket,
            _ => Weapon::Gun,
        };
        let attack = (aim != Vec2::ZERO && tick.is_multiple_of(RELOAD)).then_some(weapon);
        Some(Input { walk, aim, attack, shown: tick as f64 })
    }
}

async fn send(socket: &UdpSocket, message: &ToServer) -> io::Result<()> {
    let mut buffer = [0; MAX_BYTES];
    let bytes = postcard::to_slice(message, &mut buffer).map_err(io::Error::other)?;
    socket.send(bytes).await.map(|_| ())
}
