//! Views and messages: each client is sent what is near its player.

use std::collections::BTreeMap;
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use collide2d::{Budget, Circle, Entity, EventKind, Handle, History, Interest, Layers, MoveOptions, Moves, Moving, Observer, ObserverId, Query, Ray, Rect, Sector, Segment, Settings, Shape, SweptPairs, Vec2, World};

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
const EYES: u64 = 1 << 4; // of queries only
const PICKUPS: u64 = 1 << 5;

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
    Layers { category: SHOTS, mask: BODIES | WALLS | EYES, ..body(player) }
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What a player does in a tick. It comes from a client, so each number may be anything.
#[derive(Clone, Copy, Default)]
struct Input {
    walk: Vec2,
    aim: Vec2,
    attack: Option<Weapon>,
    /// The time that the client showed, in ticks.
    shown: f64,
}

#[derive(Clone, Copy)]
#[allow(dead_code)] // clients choose
enum Weapon {
    Gun,
    Rocket,
    Sword,
}

struct Player {
    handle: Handle,
    health: i32,
    since: f64, // the time of its first tick in this life
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
        let history = History { ticks: 12, teleport_distance: 1.0 }; // now and 183 ms back
        let mut world = World::new(Settings { history, events: true, ..Settings::default() });
        for [min, max] in MAP {
            world.insert(Entity::fixed(Rect::new(min, max)?).with_layers(layers(WALLS, !(WALLS | PICKUPS))))?;
        }
        for place in [[0.0, 6.0], [0.0, 12.0]] {
            let zone = Entity::new(Circle::new(place, 0.5)?).as_sensor();
            world.insert(zone.with_layers(layers(PICKUPS, BODIES | EYES)))?;
        }
        Ok(Self { world, players: Vec::new(), rockets: Vec::new(), buffers: Buffers::default() })
    }

    /// Adds a player near a place: its number.
    fn join(&mut self, near: Vec2) -> Result<usize> {
        let player = self.players.len();
        let place = self.free_place(near)?.ok_or("the room is full")?;
        let handle = self.world.insert(Entity::new(place).with_layers(body(player)).with_data(player as u64 + 1))?;
        self.players.push(Player { handle, health: HEALTH, since: 0.0 });
        Ok(player)
    }

    fn free_place(&self, near: Vec2) -> Result<Option<Shape>> {
        let place = Query::from(Circle::new(near, RADIUS)?).on(layers(BODIES, BODIES | WALLS)).solid();
        Ok(self.world.queries().free(place, 8.0))
    }

    fn tick(&mut self, inputs: &[Input]) -> Result<()> {
        self.walk(inputs)?;
        self.world.step();
        self.take_pickups()?;
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
            let Ok(time) = self.world.clamp_time(input.shown) else { continue }; // NaN is no time
            match weapon {
                Weapon::Gun => self.shoot(player, aim, time)?,
                Weapon::Rocket => self.launch(player, aim, time)?,
                Weapon::Sword => self.strike(player, aim, time)?,
            }
        }
        Ok(())
    }

    /// Hits at once, where the shooter saw the target.
    fn shoot(&mut self, player: usize, aim: Vec2, time: f64) -> Result<()> {
        let from = self.center(self.players[player].handle)?;
        let ray = Query::new(Ray::new(from, aim, 50.0)?).on(shot(player)).solid();
        match self.world.at(time)?.ray(ray) {
            Some((target, _)) => self.hurt(target, 20, time),
            None => Ok(()),
        }
    }

    /// Flies through all that has moved since then. From now on it is an entity.
    fn launch(&mut self, player: usize, aim: Vec2, time: f64) -> Result<()> {
        let (now, motion) = (self.world.tick() as f64, aim * ROCKET_STEP);
        let flown = motion * (now - time) as f32;
        let rocket = Circle::new(self.center(self.players[player].handle)?, 0.125)?;
        let flight = Query::new(Moving::new(rocket, flown)?).on(shot(player)).solid();
        if let Some(hit) = self.world.sweep_through(flight, time, now)? {
            return self.hurt(hit.handle, 34, hit.tick);
        }
        let handle = self.world.insert(Entity::new(rocket.translated(flown)?).with_layers(shot(player)))?;
        self.rockets.push((handle, motion));
        Ok(())
    }

    /// Strikes all in a sector, where their player saw them.
    fn strike(&mut self, player: usize, aim: Vec2, time: f64) -> Result<()> {
        let past = self.world.at(time)?;
        let center = |handle| past.shape(handle).map(|shape| shape.center());
        let from = self.center(self.players[player].handle)?;
        let sector = Sector::facing(from, aim, 100.0, 2.0)?;
        let mut struck = past.sector(Query::new(sector).on(Layers { mask: BODIES, ..shot(player) }));
        struck.retain(|target| {
            let line = center(*target).and_then(|to| Segment::new(from, to).ok());
            line.is_some_and(|line| !past.blocked(Query::new(line).on(layers(EYES, WALLS))))
        });
        struck.into_iter().try_for_each(|target| self.hurt(target, 50, time))
    }

    /// Each rocket flies to the first thing that it hits, in its motion of a tick.
    fn fly(&mut self) -> Result<()> {
        self.world.swept_pairs_into(&self.rockets, Budget::UNLIMITED, &mut self.buffers.swept)?;
        for (rocket, hit) in self.buffers.swept.first_hits().to_vec() {
            let Some(hit) = hit else { continue };
            self.rockets.retain(|(handle, _)| *handle != rocket);
            self.world.remove(rocket)?;
            self.hurt(hit.other(rocket), 34, self.world.tick() as f64)?;
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

    /// Hurts what was hit at a time, unless it has died and come back since.
    fn hurt(&mut self, target: Handle, damage: i32, time: f64) -> Result<()> {
        let is_it = |player: &usize| time >= self.players[*player].since;
        let Some(player) = self.player_of(target).filter(is_it) else { return Ok(()) };
        self.players[player].health -= damage;
        if self.players[player].health <= 0
            && let Some(place) = self.free_place(SPAWN)?
        {
            (self.players[player].health, self.players[player].since) = (HEALTH, self.world.tick() as f64 + 1.0);
            self.world.set(target, place)?;
        }
        Ok(())
    }

    /// Who touches a pickup takes it. It comes back on the other side of the room.
    fn take_pickups(&mut self) -> Result<()> {
        let began = self.world.events_between(PICKUPS, BODIES).filter(|event| event.kind == EventKind::Began);
        let taken: BTreeMap<_, _> = began.map(|event| (event.a, event.b_data)).collect(); // one player each
        for (pickup, player) in taken {
            self.players[player as usize - 1].health = HEALTH;
            self.world.set(pickup, -self.center(pickup)?)?;
        }
        Ok(())
    }
}

/// A game, and what its clients see of it.
struct Server {
    game: Game,
    interest: Interest,
    observers: Vec<ObserverId>, // by player
}

/// What a client is sent after a tick.
struct Update {
    tick: u64,
    entered: Vec<(Handle, Vec2)>,
    moved: Vec<(Handle, Vec2)>,
    left: Vec<Handle>,
}

impl Server {
    fn new() -> Result<Self> {
        Ok(Self { game: Game::new()?, interest: Interest::new(), observers: Vec::new() })
    }

    fn join(&mut self, near: Vec2) -> Result<usize> {
        let player = self.game.join(near)?;
        let sight = layers(EYES, BODIES | SHOTS | PICKUPS); // the client knows the walls
        let view = Observer::new(self.game.players[player].handle, 10.0, 12.0).with_max_visible(48).on(sight);
        self.observers.push(self.interest.insert(view)?);
        Ok(player)
    }

    fn tick(&mut self, inputs: &[Input]) -> Result<()> {
        self.game.tick(inputs)?;
        self.interest.update(&self.game.world);
        Ok(())
    }

    fn update_for(&self, player: usize) -> Update {
        let view = self.interest.view(self.observers[player]);
        let place = |handle: Handle| Some((handle, self.game.world.shape(handle)?.center()));
        let stayed = view.visible.iter().filter(|handle| !view.entered.contains(handle));
        Update {
            tick: self.game.world.tick(),
            entered: view.entered.iter().filter_map(|handle| place(*handle)).collect(),
            moved: stayed.filter_map(|handle| place(*handle)).collect(),
            left: view.left.to_vec(),
        }
    }
}

/// Sleeps until the next tick is due. After a delay, at most five ticks are caught up.
fn wait(due: &mut Instant) {
    *due = (*due + TICK).max(Instant::now() - 5 * TICK);
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

pub fn main() -> Result<()> {
    let mut server = Server::new()?;
    let [watcher, walker] = [server.join(Vec2::new(-9.0, 0.0))?, server.join(Vec2::new(3.0, 0.0))?];
    let walker_handle = server.game.players[walker].handle;
    let mut client = BTreeMap::new(); // what the client knows

    let mut due = Instant::now();
    let mut first = None;
    for _ in 0..30 {
        wait(&mut due);
        let mut inputs = [Input::default(); 2];
        inputs[walker].walk = Vec2::NEG_X;
        server.tick(&inputs)?;
        let update = server.update_for(watcher); // goes over the network
        client.extend(update.entered.into_iter().chain(update.moved));
        update.left.iter().for_each(|handle| _ = client.remove(handle));
        if client.contains_key(&walker_handle) {
            first = first.or(Some(update.tick));
        }
    }
    println!("the client sees the walker from tick {first:?} on");
    // Its shape is 11.5 units away at first, an eighth less in each tick: at most 10 from tick 12 on.
    assert_eq!(first, Some(12));
    assert_eq!(client[&walker_handle], server.game.center(walker_handle)?);
    Ok(())
}
