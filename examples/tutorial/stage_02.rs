//! Walls: players walk between them, and slide along them.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use collide2d::{Circle, Entity, Handle, Layers, MoveOptions, Moves, Query, Rect, Settings, Shape, Vec2, World};

const TICK: Duration = Duration::from_nanos(1_000_000_000 / 60);
const STEP: f32 = 0.125; // of a player in a tick
const RADIUS: f32 = 0.5;

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

/// What stops a player who walks.
const WALKING: Layers = layers(BODIES, WALLS);

const fn layers(category: u64, mask: u64) -> Layers {
    Layers { category, mask, group: 0 }
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What a player does in a tick. It comes from a client, so each number may be anything.
#[derive(Clone, Copy, Default)]
struct Input {
    walk: Vec2,
}

struct Player {
    handle: Handle,
}

struct Game {
    world: World,
    /// The data of a player's body is its index here plus one.
    players: Vec<Player>,
    buffers: Buffers,
}

/// Results of calls. They keep their memory from tick to tick.
#[derive(Default)]
struct Buffers {
    moves: Moves,
}

impl Game {
    fn new() -> Result<Self> {
        let mut world = World::new(Settings::default());
        for [min, max] in MAP {
            world.insert(Entity::fixed(Rect::new(min, max)?).with_layers(layers(WALLS, !WALLS)))?;
        }
        Ok(Self { world, players: Vec::new(), buffers: Buffers::default() })
    }

    /// Adds a player near a place: its number.
    fn join(&mut self, near: Vec2) -> Result<usize> {
        let player = self.players.len();
        let place = self.free_place(near)?.ok_or("the room is full")?;
        let entity = Entity::new(place).with_layers(layers(BODIES, BODIES | WALLS)).with_data(player as u64 + 1);
        let handle = self.world.insert(entity)?;
        self.players.push(Player { handle });
        Ok(player)
    }

    fn free_place(&self, near: Vec2) -> Result<Option<Shape>> {
        let place = Query::from(Circle::new(near, RADIUS)?).on(layers(BODIES, BODIES | WALLS)).solid();
        Ok(self.world.queries().free(place, 8.0))
    }

    fn tick(&mut self, inputs: &[Input]) -> Result<()> {
        self.walk(inputs)?;
        self.world.step();
        Ok(())
    }

    fn walk(&mut self, inputs: &[Input]) -> Result<()> {
        let walking = self.players.iter().zip(inputs).filter(|(_, input)| input.walk.is_finite());
        let step = |input: &Input| input.walk.clamp_length_max(1.0) * STEP;
        let steps: Vec<_> = walking.map(|(player, input)| (player.handle, step(input))).collect();
        let options = MoveOptions { layers: Some(WALKING), ..MoveOptions::default() };
        Ok(self.world.move_batch_into(&steps, &options, &mut self.buffers.moves)?)
    }
}

/// Sleeps until the next tick is due. After a delay, at most five ticks are caught up.
fn wait(due: &mut Instant) {
    *due = (*due + TICK).max(Instant::now() - 5 * TICK);
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

pub fn main() -> Result<()> {
    let mut game = Game::new()?;
    let [walker, cheat] = [game.join(Vec2::new(-1.0, -4.0))?, game.join(Vec2::new(-4.0, 0.0))?];
    let mut inputs = [Input::default(); 2];
    inputs[walker].walk = Vec2::new(1.0, 1.0);
    inputs[cheat].walk = Vec2::new(f32::NAN, f32::INFINITY);

    let mut due = Instant::now();
    for _ in 0..60 {
        wait(&mut due);
        game.tick(&inputs)?;
    }
    let place = |player: usize| game.world.shape(game.players[player].handle).unwrap().center();
    println!("the walker is at {}", place(walker));
    assert!(place(walker).x == 3.5 && place(walker).y > 0.0); // it touches the wall and slid along it
    assert_eq!(place(cheat), Vec2::new(-4.0, 0.0));
    Ok(())
}
