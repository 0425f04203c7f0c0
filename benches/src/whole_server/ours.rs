//! The game of `collide-rules` on the engine.

use collide_rules::{Bots, Game, Input, Role, Score, Team, map, places, size};
use collide2d::{Settings, Threads, Vec2};

use super::{Contender, Part};

/// The game and its bots.
pub struct Ours {
    game: Game,
    bots: Bots,
    inputs: Vec<Input>,
    half: f32,
    seed: u64,
}

impl Ours {
    /// With as many walls as [`size`] has for the actors, or with this number.
    #[must_use]
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
        Self { game, bots: Bots::new(5), inputs: Vec::new(), half, seed: 0 }
    }
}

impl Contender for Ours {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.bots.steer(&self.game, 0..self.game.actors().len(), 5.5, &mut self.inputs);
    }

    fn run(&mut self, part: Part) -> bool {
        let Self { game, inputs, half, seed, .. } = self;
        let done = match part {
            Part::Walk => game.walk(inputs),
            Part::Separate => game.separate(),
            Part::Step => {
                game.step();
                Ok(())
            }
            Part::Pickups => game.take_pickups(),
            Part::Attacks => game.attack(inputs),
            Part::Rockets => game.fly(),
            Part::Respawn => game.respawn(&mut places(*seed, *half)),
            Part::Views => {
                game.look();
                Ok(())
            }
        };
        done.expect("no rule refuses these inputs");
        true
    }

    fn actors(&self) -> Vec<Vec2> {
        let handles = self.game.actors().iter().filter_map(|actor| actor.handle);
        handles.filter_map(|handle| Some(self.game.world().shape(handle)?.center())).collect()
    }

    fn score(&self) -> Option<Score> {
        Some(self.game.score())
    }
}
