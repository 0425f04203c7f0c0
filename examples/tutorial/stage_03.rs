//! Shots: a gun and rockets.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use collide2d::{Budget, Circle, Entity, Handle, Layers, MoveOptions, Moves, Query, Ray, Rect, Settings, Shape, SweptPairs, Vec2, World};

const TICK: Duration = Duration::from_nanos(1_000_000_000 / 60);
const STEP: f32 = 0.125; // of a player in a tick
const RADIUS: f32 = 0.5;
const HEALTH: i32 = 100;
const SPAWN: Vec2 = Vec2::new(-10.0, 0.0); // of players who come back
const ROCKET_STEP: f32 = 0.5; // in a tick

/// The walls, as rects from `min` to `max`: the four sides of a room, and one in it.
const MAP: [[[f32; 2]; 2]; 5] = [
    [[-21.0, -21.0], [-20.0, 21.0]],
    [[20.0, -21.0], [21.0, 21.0]],
    [[-21.0, -21.0], [21.0, -20.0]],
    [[-21.0, 20.0], [21.0, 21.0]],
    [[4.0, -8.0], [5.0, 8.0]],
];

// Categories. `1 << 0` is that of entities without layers.
const BODIES: u64 = 1 << 1;
const WALLS: u64 = 1 << 2;
const SHOTS: u64 = 1 << 3;

/// What stops a player who walks.
const WALKING: Layers = layers(BODIES, WALLS);

const fn layers(category: u64, mask: u64) -> Layers {
    Layers { category, mask, group: 0 }
}

/// A player and its shots are of one negative group, so they never meet.
fn body(player: usize) -> Layers {
    Layers { group: -1 - player as i64, ..layers(BODIES, u64::MAX) }
}

fn shot(player: usize) -> Layers {
    Layers { category: SHOTS, mask: BODIES | WALLS, ..body(player) }
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What a player does in a tick. It comes from a client, so each number may be anything.
#[derive(Clone, Copy, Default)]
struct Input {
    walk: Vec2,
    aim: Vec2,
    attack: Option<Weapon>,
}

#[derive(Clone, Copy)]
enum Weapon {
    Gun,
    Rocket,
}

struct Player {
    handle: Handle,
    health: i32,
}

struct Game {
    world: World,
    /// The data of a player's body is its index here plus one.
    players: Vec<Player>,
    rockets: Vec<(Handle, Vec2)>, // each with its motion in a tick
    buffers: Buffers,
}

/// Results of calls. They keep their memory from tick to tick.
#[derive(Default)]
struct Buffers {
    moves: Moves,
    swept: SweptPairs,
}

impl Game {
    fn new() -> Result<Self> {
        let mut world = World::new(Settings::default());
        for [min, max] in MAP {
            world.insert(Entity::fixed(Rect::new(min, max)?).with_layers(layers(WALLS, !WALLS)))?;
        }
        Ok(Self { world, players: Vec::new(), rockets: Vec::new(), buffers: Buffers::default() })
    }

    /// Adds a player near a place: its number.
    fn join(&mut self, near: Vec2) -> Result<usize> {
        let player = self.players.len();
        let place = self.free_place(near)?.ok_or("the room is full")?;
        let handle = self.world.insert(Entity::new(place).with_layers(body(player)).with_data(player as u64 + 1))?;
        self.players.push(Player { handle, health: HEALTH });
        Ok(player)
    }

    fn free_place(&self, near: Vec2) -> Result<Option<Shape>> {
        let place = Query::from(Circle::new(near, RADIUS)?).on(layers(BODIES, BODIES | WALLS)).solid();
        Ok(self.world.queries().free(place, 8.0))
    }

    fn tick(&mut self, inputs: &[Input]) -> Result<()> {
        self.walk(inputs)?;
        self.world.step();
        self.attack(inputs)?;
        self.fly()?;
        Ok(())
    }

    fn walk(&mut self, inputs: &[Input]) -> Result<()> {
        let walking = self.players.iter().zip(inputs).filter(|(_, input)| input.walk.is_finite());
        let step = |input: &Input| input.walk.clamp_length_max(1.0) * STEP;
        let steps: Vec<_> = walking.map(|(player, input)| (player.handle, step(input))).collect();
        let options = MoveOptions { layers: Some(WALKING), ..MoveOptions::default() };
        Ok(self.world.move_batch_into(&steps, &options, &mut self.buffers.moves)?)
    }

    fn attack(&mut self, inputs: &[Input]) -> Result<()> {
        for (player, input) in inputs.iter().enumerate().take(self.players.len()) {
            let (Some(weapon), Some(aim)) = (input.attack, input.aim.try_normalize()) else { continue };
            match weapon {
                Weapon::Gun => self.shoot(player, aim)?,
                Weapon::Rocket => self.launch(player, aim)?,
            }
        }
        Ok(())
    }

    /// Hits at once.
    fn shoot(&mut self, player: usize, aim: Vec2) -> Result<()> {
        let from = self.center(self.players[player].handle)?;
        let ray = Query::new(Ray::new(from, aim, 50.0)?).on(shot(player)).solid();
        match self.world.queries().ray(ray) {
            Some((target, _)) => self.hurt(target, 20),
            None => Ok(()),
        }
    }

    /// Flies at once: `fly` comes later in this tick.
    fn launch(&mut self, player: usize, aim: Vec2) -> Result<()> {
        let rocket = Circle::new(self.center(self.players[player].handle)?, 0.125)?;
        let handle = self.world.insert(Entity::new(rocket).with_layers(shot(player)))?;
        self.rockets.push((handle, aim * ROCKET_STEP));
        Ok(())
    }

    /// Each rocket flies to the first thing that it hits, in its motion of a tick.
    fn fly(&mut self) -> Result<()> {
        self.world.swept_pairs_into(&self.rockets, Budget::UNLIMITED, &mut self.buffers.swept)?;
        for (rocket, hit) in self.buffers.swept.first_hits().to_vec() {
            let Some(hit) = hit else { continue };
            self.rockets.retain(|(handle, _)| *handle != rocket);
            self.world.remove(rocket)?;
            self.hurt(hit.other(rocket), 34)?;
        }
        for (rocket, motion) in &self.rockets {
            self.world.translate(*rocket, *motion)?;
        }
        Ok(())
    }

    /// Walls have the data 0: no player.
    fn player_of(&self, handle: Handle) -> Option<usize> {
        self.world.entity(handle)?.data.checked_sub(1).map(|index| index as usize)
    }

    fn center(&self, handle: Handle) -> Result<Vec2> {
        Ok(self.world.shape(handle).ok_or("the handle is stale")?.center())
    }

    fn hurt(&mut self, target: Handle, damage: i32) -> Result<()> {
        let Some(player) = self.player_of(target) else { return Ok(()) };
        self.players[player].health -= damage;
        if self.players[player].health <= 0
            && let Some(place) = self.free_place(SPAWN)?
        {
            self.players[player].health = HEALTH;
            self.world.set(target, place)?;
        }
        Ok(())
    }
}

/// Sleeps until the next tick is due. After a delay, at most five ticks are caught up.
fn wait(due: &mut Instant) {
    *due = (*due + TICK).max(Instant::now() - 5 * TICK);
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

pub fn main() -> Result<()> {
    let mut game = Game::new()?;
    let places = [[-2.0, 0.0], [2.0, 0.0], [8.0, 0.0]].map(Vec2::from);
    let [shooter, target, behind] = [game.join(places[0])?, game.join(places[1])?, game.join(places[2])?];

    let mut due = Instant::now();
    for tick in 1..=20 {
        wait(&mut due);
        let mut inputs = [Input { aim: Vec2::X, ..Input::default() }; 3];
        inputs[shooter].attack = match tick {
            1 => Some(Weapon::Gun),
            2 => Some(Weapon::Rocket),
            _ => None,
        };
        game.tick(&inputs)?;
    }
    let health = |player: usize| game.players[player].health;
    println!("the target has {} of {HEALTH}", health(target));
    assert_eq!([shooter, target, behind].map(health), [100, 100 - 20 - 34, 100]);
    assert!(game.rockets.is_empty());
    Ok(())
}
