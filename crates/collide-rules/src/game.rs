//! The game, and the stages of a tick that have no file of their own.

use collide2d::{
    Circle, Entity, EventKind, Handle, History, Interest, MoveOptions, Moves, ObserverId, SeparateOptions, Separation,
    Settings, Shape, SweepHits, Vec2, World,
};
use serde::{Deserialize, Serialize};

use crate::layers::{self, STEPS};
use crate::team::Team;

/// Seconds of a tick.
pub const SECONDS: f32 = 1.0 / 60.0;
/// The radius of an actor.
pub const RADIUS: f32 = 0.4;
/// Units a second.
pub const SPEED: f32 = 6.0;
/// The inner and outer radius of a view, and the maximum number of entities in it.
pub const VIEW: ([f32; 2], usize) = ([28.0, 32.0], 96);
/// Ticks until the next shot or strike of an actor.
pub const RELOAD: u64 = 10;
/// The ticks of the history, with the present one: attacks look back by at most 14 ticks, 233 ms.
pub const REWIND: usize = 15;

/// The health of an actor that joins or respawns.
pub const HEALTH: i32 = 100;
/// The rockets of an actor that joins or respawns.
pub const ROCKETS: u32 = 5;
/// Ticks until a dead actor respawns.
pub const RESPAWN: u64 = 120;
/// The radius of a pickup.
pub const PICKUP_RADIUS: f32 = 0.6;
/// Ticks until a pickup that was taken respawns.
pub const PICKUP_RETURNS: u64 = 300;

/// Any error of the library: the rules pass no input on that could cause one, so each is a bug.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// A source of places in the map, for spawns.
pub type Places<'a> = &'a mut dyn FnMut() -> Vec2;

/// Who steers an actor. Players have a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Role {
    Player,
    Bot,
}

/// What an actor attacks with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weapon {
    /// A ray through the past: hits at once what the shooter saw.
    Gun,
    /// A disc that flies, first through what the shooter saw, then in the present.
    Rocket,
    /// A sector before the actor, in the past, unless a wall is between.
    Sword,
}

/// What an actor does in a tick. From a client each number may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The direction to walk in; its length does not matter.
    pub walk: Vec2,
    /// The direction to attack in.
    pub aim: Vec2,
    /// The weapon to use, if any.
    pub attack: Option<Weapon>,
    /// The time that the client showed, in ticks.
    pub shown: f64,
}

impl Input {
    /// This input after an older one that no tick has used: it does not cancel an attack.
    #[must_use]
    pub fn after(self, older: &Self) -> Self {
        let attacks = older.attack.is_some() && self.attack.is_none();
        if attacks { Self { walk: self.walk, ..*older } } else { self }
    }
}

/// An actor. Its number is its index plus one in the data of its entity: 0, the default, is no actor.
#[derive(Clone, Debug)]
pub struct Actor {
    /// `None` until it respawns, and after it has left.
    pub handle: Option<Handle>,
    /// Its team.
    pub team: Team,
    /// At most 100; it dies at 0.
    pub health: i32,
    /// Rockets left. It loses them when it dies.
    pub rockets: u32,
    /// Its view, if it is a player.
    pub observer: Option<ObserverId>,
    /// When it respawns, and when it may attack again.
    pub(crate) returns: u64,
    pub(crate) reloaded: u64,
}

/// Counters of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say all")]
pub struct Score {
    pub shots: u64,
    pub rockets: u64,
    pub strikes: u64,
    pub hits: u64,
    pub kills: u64,
    pub pickups: u64,
    pub returns: u64,
}

/// A hit of an actor by another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the actor that attacked.
    pub by: usize,
    /// The entity that was hit, removed if this killed the actor.
    pub target: Handle,
    /// What it lost.
    pub damage: i32,
}

/// An attack that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attack {
    /// The number of the actor.
    pub by: usize,
    /// With what.
    pub weapon: Weapon,
    /// The center of the actor.
    pub from: Vec2,
    /// Where a shot ended, a strike reached, or a rocket was launched.
    pub to: Vec2,
    /// The time that the actor saw: the nearest one to that of its input that is remembered.
    pub time: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Rocket {
    pub(crate) owner: usize,
    pub(crate) shape: Circle,
    pub(crate) velocity: Vec2,
    pub(crate) flies_until: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pickup {
    pub(crate) handle: Option<Handle>,
    pub(crate) returns: u64,
}

/// A door turns about its pivot, and turns back when a body is in its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door {
    pub(crate) handle: Handle,
    pub(crate) pivot: Vec2,
    /// Radians a tick.
    pub(crate) speed: f32,
}

/// A wall that breaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crate {
    pub(crate) handle: Option<Handle>,
    pub(crate) shape: Shape,
    pub(crate) health: i32,
    pub(crate) returns: u64,
}

/// The game.
#[derive(Debug)]
pub struct Game {
    pub(crate) world: World,
    pub(crate) interest: Interest,
    pub(crate) view_radii: [f32; 2],
    pub(crate) max_visible: usize,
    pub(crate) actors: Vec<Actor>,
    /// The numbers of actors that left.
    pub(crate) vacant: Vec<usize>,
    pub(crate) doors: Vec<Door>,
    pub(crate) crates: Vec<Crate>,
    pub(crate) pickups: Vec<Pickup>,
    pub(crate) rockets: Vec<Rocket>,
    pub(crate) score: Score,
    pub(crate) buffers: Buffers,
}

/// Lists that are reused from tick to tick.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(crate) steps: Vec<(Handle, Vec2)>,
    pub(crate) bodies: Vec<Handle>,
    pub(crate) moves: Moves,
    pub(crate) separation: Separation,
    pub(crate) flights: SweepHits,
    pub(crate) attacks: Vec<Attack>,
    pub(crate) hits: Vec<Hit>,
}

impl Game {
    /// A game on a map, with this number of pickups.
    pub fn new(walls: &[Shape], pickups: usize, settings: Settings, places: Places<'_>) -> Result<Self, Error> {
        let history = History { ticks: REWIND, teleport_distance: 1.0 };
        let mut world = World::new(Settings { events: true, history, ..settings });
        for wall in walls {
            world.insert(Entity::fixed(wall).with_layers(layers::wall()))?;
        }
        world.refresh();
        let pickups = vec![Pickup { handle: None, returns: 0 }; pickups];
        let (view_radii, max_visible) = VIEW;
        let mut game = Self {
            world,
            interest: Interest::new(),
            view_radii,
            max_visible,
            actors: Vec::new(),
            vacant: Vec::new(),
            doors: Vec::new(),
            crates: Vec::new(),
            pickups,
            rockets: Vec::new(),
            score: Score::default(),
            buffers: Buffers::default(),
        };
        game.respawn(places)?;
        game.score = Score::default();
        Ok(game)
    }

    /// The same game with views of at most this number of entities, the nearest, so that each fits a message.
    #[must_use]
    pub fn with_max_visible(self, max_visible: usize) -> Self {
        Self { max_visible, ..self }
    }

    /// The same game with views of these inner and outer radii.
    #[must_use]
    pub fn with_view(self, view_radii: [f32; 2]) -> Self {
        Self { view_radii, ..self }
    }

    /// All actors by number.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// The world, to look at it.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to record it. Its entities belong to the rules.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The views of the players.
    pub fn interest(&self) -> &Interest {
        &self.interest
    }

    /// The attacks of the last tick. Each has been decided, but for rockets that still fly.
    pub fn attacks(&self) -> &[Attack] {
        &self.buffers.attacks
    }

    /// The rockets that fly: each with its velocity, in units a second.
    pub fn rockets(&self) -> impl Iterator<Item = (Circle, Vec2)> + '_ {
        self.rockets.iter().map(|rocket| (rocket.shape, rocket.velocity))
    }

    /// The hits of the last tick.
    pub fn hits(&self) -> &[Hit] {
        &self.buffers.hits
    }

    /// Counters.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The last tick, as a time.
    pub fn now(&self) -> f64 {
        self.world.tick() as f64
    }

    /// The actor of an entity.
    pub fn actor_of(&self, handle: Handle) -> Option<usize> {
        let number = self.world.entity(handle)?.data.checked_sub(1)? as usize;
        (self.actors.get(number)?.handle == Some(handle)).then_some(number)
    }

    /// A tick: all stages in order. Inputs are by actor; missing ones are the default.
    pub fn tick(&mut self, inputs: &[Input], places: Places<'_>) -> Result<(), Error> {
        self.walk(inputs)?;
        self.separate()?;
        self.step();
        self.take_pickups()?;
        self.attack(inputs)?;
        self.fly()?;
        self.respawn(places)?;
        self.look();
        Ok(())
    }

    /// Stage 1: doors turn, and actors walk along walls.
    pub fn walk(&mut self, inputs: &[Input]) -> Result<(), Error> {
        self.turn_doors()?;
        let Self { world, actors, buffers: Buffers { steps, moves, .. }, .. } = self;
        steps.clear();
        let walking = actors.iter().zip(inputs).filter(|(_, input)| input.walk.is_finite());
        steps.extend(walking.filter_map(|(actor, input)| {
            let way = input.walk.normalize_or_zero() * (SPEED * SECONDS);
            Some((actor.handle?, way)).filter(|_| way != Vec2::ZERO)
        }));
        let options = MoveOptions { layers: Some(STEPS), ..MoveOptions::default() };
        Ok(world.move_batch_into(steps, &options, moves)?)
    }

    /// Where the actors that walked ended, and what stopped them.
    pub fn moves(&self) -> &Moves {
        &self.buffers.moves
    }

    /// Stage 2: actors that stand on each other go apart.
    pub fn separate(&mut self) -> Result<(), Error> {
        let Self { world, actors, buffers: Buffers { bodies, separation, .. }, .. } = self;
        bodies.clear();
        bodies.extend(actors.iter().filter_map(|actor| actor.handle));
        let options = SeparateOptions { layers: Some(STEPS), rounds: 2, ..SeparateOptions::default() };
        Ok(world.separate_into(bodies, &options, separation)?)
    }

    /// The work of the last walk, separation and step, in the units of `Budget::max_work`. It depends on no clock.
    pub fn work(&self) -> u64 {
        let Buffers { moves, separation, .. } = &self.buffers;
        moves.work() + separation.work() + self.world.report().map_or(0, |report| report.work)
    }

    /// Stage 3: the pairs and events of the tick, and the history.
    pub fn step(&mut self) {
        self.world.step();
    }

    /// Stage 4: who touches a pickup takes it.
    pub fn take_pickups(&mut self) -> Result<(), Error> {
        let events = self.world.events_between(layers::PICKUPS, layers::BODIES);
        let began = events.filter(|event| event.kind == EventKind::Began).map(|event| (event.a, event.b));
        for (taken, by) in began.collect::<Vec<_>>() {
            let Some(actor) = self.actor_of(by) else { continue };
            let Some(pickup) = self.pickups.iter_mut().find(|pickup| pickup.handle == Some(taken)) else { continue };
            *pickup = Pickup { handle: None, returns: self.world.tick() + PICKUP_RETURNS };
            self.actors[actor].rockets += 1;
            self.score.pickups += 1;
            self.world.remove(taken)?;
        }
        Ok(())
    }

    /// Stage 8: the views of the players.
    pub fn look(&mut self) {
        self.interest.update(&self.world);
    }
}
