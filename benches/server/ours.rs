//! The game of `collide-rules` on the engine.

use std::time::Duration;

use collide_rules::{Bots, Game, Input, Role, Score, Team, map, places, size};
use collide2d::{Settings, Threads};

use crate::{Clock, Contender, STAGES};

/// The game and its bots.
pub struct Ours {
    game: Game,
    bots: Bots,
    inputs: Vec<Input>,
    half: f32,
}

impl Ours {
    /// With as many walls as [`size`] has for the actors, or with this number.
    pub fn new(bots: usize, players: usize, walls: Option<usize>, threads: Threads) -> Self {
        let (half, of_size) = size(bots + players);
        let walls = walls.unwrap_or(of_size);
        let mut places = places(7, half);
        let walls = map(walls, half, &mut places).expect("valid walls");
        let settings = Settings { threads, ..Settings::default() };
        let mut game = Game::new(&walls, (bots + players) / 10, settings, &mut places).expect("valid walls");
        for number in 0..bots + players {
            let role = if number < players { Role::Player } else { Role::Bot };
            game.join(Team::of(number), role, &mut places).expect("room");
        }
        Self { game, bots: Bots::new(5), inputs: Vec::new(), half }
    }
}

impl Contender for Ours {
    fn tick(&mut self, seed: u64) -> [Option<Duration>; STAGES.len()] {
        let Self { game, bots, inputs, half } = self;
        bots.steer(game, 0..game.actors().len(), 5.5, inputs);
        let (mut places, mut clock) = (places(seed, *half), Clock::start());
        let stage = "no rule refuses these inputs";
        game.walk(inputs).expect(stage);
        let walk = clock.lap();
        game.separate().expect(stage);
        let separate = clock.lap();
        game.step();
        let step = clock.lap();
        game.take_pickups().expect(stage);
        let pickups = clock.lap();
        game.attack(inputs).expect(stage);
        let attacks = clock.lap();
        game.fly().expect(stage);
        let rockets = clock.lap();
        game.respawn(&mut places).expect(stage);
        let respawn = clock.lap();
        game.look().expect(stage);
        [walk, separate, step, pickups, attacks, rockets, respawn, clock.lap()].map(Some)
    }

    fn score(&self) -> Option<Score> {
        Some(self.game.score())
    }
}
