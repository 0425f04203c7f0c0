//! The rules of a small game: actors of two teams walk between walls, shoot with hitscan and rockets, strike with a
//! sword, take pickups, die and respawn.
//!
//! No input, output, clock or randomness of its own: an [`Input`] an actor and tick goes in, and a source of places for
//! those who come. So a server, a client that predicts, a replay and a benchmark run the same rules, and the same inputs
//! give the same game to the byte. A game can be [recorded](Game::world_mut) while it runs.
//!
//! ```
//! use collide_rules::{Game, Input, Role, Team, Weapon, map};
//! use collide2d::{Settings, Vec2};
//! let mut places = collide_rules::places(7, 50.0);
//! let mut game = Game::new(&map(60, 50.0, &mut places)?, 20, Settings::default(), &mut places)?;
//! let [red, blue] = [Team::Red, Team::Blue].map(|team| game.join(team, Role::Player, &mut places).unwrap());
//! for _ in 0..60 {
//!     let mut inputs = vec![Input::default(); game.actors().len()];
//!     inputs[red] = Input { walk: Vec2::X, aim: Vec2::X, attack: Some(Weapon::Gun), shown: game.now() };
//!     game.tick(&inputs, &mut places)?;
//! }
//! assert!(game.score().shots > 0 && game.actors()[blue].handle.is_some());
//! # Ok::<(), collide_rules::Error>(())
//! ```

mod attack;
mod bots;
mod fittings;
mod game;
pub mod layers;
mod map;
mod spawn;
mod team;

pub use attack::{
    GUN_DAMAGE, GUN_RANGE, ROCKET_DAMAGE, ROCKET_RADIUS, ROCKET_SPEED, ROCKET_TICKS, SWORD_DAMAGE, SWORD_DEGREES,
    SWORD_LENGTH,
};
pub use bots::Bots;
pub use fittings::{CRATE_HEALTH, CRATE_RETURNS};
pub use game::{
    Actor, Attack, Error, Game, HEALTH, Hit, Input, PICKUP_RADIUS, PICKUP_RETURNS, Places, RADIUS, RELOAD, RESPAWN,
    REWIND, ROCKETS, Role, SECONDS, SPEED, Score, VIEW, Weapon,
};
pub use map::{BORDER, FREE_WITHIN, map, places, size};
pub use team::Team;

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
