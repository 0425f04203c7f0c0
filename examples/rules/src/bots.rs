//! Bots, for a game with few players, and for tests and benchmarks. They are no part of the rules: each is an input.

use collide2d::Vec2;

use crate::{Game, Input, Weapon};

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
        while self.directions.len() < game.actors().len() {
            let direction = self.direction();
            self.directions.push(direction);
        }
        for (handle, slide) in game.moves().handles().iter().zip(game.moves().slides()) {
            let Some(number) = game.actor_of(*handle).filter(|number| actors.contains(number)) else { continue };
            // Some go on along the wall.
            if !slide.hits().is_empty() && self.next().is_multiple_of(8) {
                self.directions[number] = self.direction();
            }
        }
        let tick = game.world().tick();
        for number in actors {
            let turn = tick + number as u64;
            let attack = (turn.is_multiple_of(ATTACK)).then_some(match turn / ATTACK % 3 {
                0 => Weapon::Gun,
                1 => Weapon::Rocket,
                _ => Weapon::Sword,
            });
            let direction = self.directions[number];
            inputs[number] = Input { walk: direction, aim: direction, attack, shown: game.now() - delay };
        }
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
