//! The game of `collide-rules` on the engine, and the same game by hand: what a whole tick of a server costs.
//!
//! The code by hand is frozen: only its compile errors are fixed, so that later figures compare with earlier ones.

mod by_hand;
mod ours;

use collide_rules::Score;
use collide2d::Vec2;

pub use by_hand::{ByHand, Hand};
pub use ours::Ours;

/// A part of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Moves all actors, and stops or slides them at walls.
    Walk,
    /// Pushes actors apart that overlap.
    Separate,
    /// Finds pairs and events, and remembers the tick.
    Step,
    /// Takes what lies on the ground.
    Pickups,
    /// Shots, launches and strikes.
    Attacks,
    /// Moves the rockets.
    Rockets,
    /// Places the actors that died.
    Respawn,
    /// What each player sees.
    Views,
}

impl Part {
    /// All parts, in the order of a tick.
    pub const ALL: [Self; 8] = [
        Self::Walk,
        Self::Separate,
        Self::Step,
        Self::Pickups,
        Self::Attacks,
        Self::Rockets,
        Self::Respawn,
        Self::Views,
    ];

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Separate => "separate",
            Self::Step => "step",
            Self::Pickups => "pickups",
            Self::Attacks => "attacks",
            Self::Rockets => "rockets",
            Self::Respawn => "respawn",
            Self::Views => "views",
        }
    }
}

/// What a shot hits, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An actor.
    Actor(usize),
    /// A wall of the map.
    Wall(usize),
}

/// A shot, and what it hits by the decisions of its game.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// The center of the actor that shoots.
    pub from: Vec2,
    /// The direction, a unit vector.
    pub aim: Vec2,
    /// What it hits first.
    pub target: Option<Target>,
}

/// A game of bots.
pub trait Contender {
    /// Decides the inputs of a tick. The seed is that of the places of those who respawn.
    fn begin(&mut self, seed: u64);

    /// Runs a part of the tick. Returns whether the game has this part.
    fn run(&mut self, part: Part) -> bool;

    /// The centers of all actors that are alive, discs of the radius `collide_rules::RADIUS`.
    fn actors(&self) -> Vec<Vec2>;

    /// The shot of each actor, in the order of their numbers, if all shoot after the last tick. Empty for a game whose
    /// decisions are not checked.
    fn shots(&self) -> Vec<Shot> {
        Vec::new()
    }

    /// The counters of a game that has all parts.
    fn score(&self) -> Option<Score> {
        None
    }
}
