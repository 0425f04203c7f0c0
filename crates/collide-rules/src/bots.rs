//! Bots, for a game with few players, and for tests and benchmarks. They are no part of the rules: each is an input.

use collide2d::Vec2;

use crate::game::{Game, Input, Weapon};

/// Steers actors: straight on until something stops them, with an attack of some kind now and then.
#[derive(Clone, Debug)]
pub struct Bots {
    directions: Vec<Vec2>,
    random: u64,
}

/// Ticks between two attacks of a bot.
const ATTACK: u64 = 60;

impl Bots {
    /// Bots that do the same for the same number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { directions: Vec::new(), random: seed | 1 }
    }

    /// Writes the inputs of these actors for the next tick. The `delay` is that of their view, in ticks.
    pub fn steer(&mut self, game: &Game, actors: std::ops::Range<usize>, delay: f64, inputs: &mut Vec<Input>) {
        inputs.resize(game.actors().len(), Input::default());
        self.grow(game.actors().len());
        for (index, handle) in game.moves().handles().iter().enumerate() {
            let Some(number) = game.actor_of(*handle).filter(|number| actors.contains(number)) else { continue };
            if !game.moves().hits(index).is_empty() {
                self.stop(number);
            }
        }
        for number in actors {
            inputs[number] = self.input(number, game.world().tick(), game.now() - delay);
        }
    }

    /// Gives each of this number of actors a direction. Those that have one keep it.
    pub fn grow(&mut self, actors: usize) {
        while self.directions.len() < actors {
            let direction = self.direction();
            self.directions.push(direction);
        }
    }

    /// Something stopped an actor. Most go on along it; one of eight takes another direction.
    pub fn stop(&mut self, number: usize) {
        if self.next().is_multiple_of(8) {
            self.directions[number] = self.direction();
        }
    }

    /// What an actor does in the tick after `tick`, if it saw the time `shown`.
    #[must_use]
    pub fn input(&self, number: usize, tick: u64, shown: f64) -> Input {
        let turn = tick + number as u64;
        let attack = (turn.is_multiple_of(ATTACK)).then_some(match turn / ATTACK % 3 {
            0 => Weapon::Gun,
            1 => Weapon::Rocket,
            _ => Weapon::Sword,
        });
        let direction = self.directions[number];
        Input { walk: direction, aim: direction, attack, shown }
    }

    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 32
    }

    fn direction(&mut self) -> Vec2 {
        Vec2::from_angle((self.next() % 6_283) as f32 * 0.001)
    }
}
