//! The duel: the game of `collide-rules` with bots, in which clients play.

mod figure;
mod log;
mod map;
mod partner;
mod steering;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::client_message::Show;
use super::clock::processor_time;
use super::look::Look;
use super::snapshot::{Snapshot, TIMES};
use collide_rules::{Attack, Bots, Error, Game, Input, Role, Team, places};
use collide2d::tools::WorldTools;
use collide2d::{Capsule, CrowdLimit, Entity, Handle, Rect, Settings, Shape, Threads, Vec2, World};
pub(crate) use figure::Figure;
pub(crate) use log::{Change, Shot, Slid};
use log::{Log, Memory};
use partner::Partner;

/// The bots, of two teams.
const BOTS: usize = 40;
/// The limit of players: the number of their team is the lower one.
const MAX_PLAYERS: usize = 16;
/// The ticks by which the view of a bot is late, as that of a player.
const DELAY: f64 = 5.5;

/// The attackers that a client can drop, those that come in a tick, and the area in which they come.
pub(crate) const CROWD: usize = 2_000;
const COME: usize = 100;
const CROWD_HALF: f32 = 14.0;
/// The limit of entities of one place in pairs and views.
const CROWD_LIMIT: u32 = 32;

/// The limit of bytes of a recording, which ends there: about 90 seconds.
const MAX_RECORDED: usize = 8 << 20;

/// Ticks for which the trace of an attack is sent, and the maximum number of traces.
const TRACE_TICKS: u64 = 10;
const MAX_TRACES: usize = 96;
/// The length of a rocket's tail, in seconds of its flight.
const TAIL: f32 = 0.02;

/// The stages of a tick, in order.
pub(crate) const STAGES: [&str; TIMES] =
    ["walk", "separate", "step", "pickups", "attacks", "rockets", "respawn", "views"];

pub(crate) struct Duel {
    pub(crate) show: Show,
    /// A copy of the world of the game, with the marks of its frames.
    pub(crate) snapshot: Snapshot,
    pub(crate) game: Game,
    bots: Bots,
    /// By actor. Players keep walking until their next input.
    inputs: Vec<Input>,
    /// By actor.
    figures: Vec<Figure>,
    places: Box<dyn FnMut() -> Vec2 + Send>,
    players: BTreeMap<usize, Log>,
    memory: Memory,
    traces: VecDeque<(u64, Attack)>,
    crowd: Crowd,
    recorded: Recorded,
}

/// The attackers of a crowd, and the place that they walk to.
struct Crowd {
    to: Option<Vec2>,
    actors: Vec<usize>,
    places: Box<dyn FnMut() -> Vec2 + Send>,
}

/// A recording of the game.
#[derive(Default)]
pub(crate) struct Recorded {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ticks: u64,
    /// The fingerprint of its last tick.
    pub(crate) fingerprint: u64,
}

impl Duel {
    pub(crate) fn new(show: Show) -> Self {
        Self::of(show).expect("the map and the number of bots are fixed")
    }

    fn of(show: Show) -> Result<Self, Error> {
        let crowd = Some(CrowdLimit::new(CROWD_LIMIT));
        let settings = Settings { crowd, threads: Threads::Serial, ..Settings::default() };
        let mut places: Box<dyn FnMut() -> Vec2 + Send> = Box::new(places(7, map::HALF));
        let mut game = map::game(settings, &mut *places)?;
        for number in 0..BOTS {
            game.join(Team::of(number), Role::Bot, &mut *places)?;
        }
        // Those who come later take no random number from the bots.
        let mut bots = Bots::new(5);
        bots.grow(BOTS + MAX_PLAYERS + CROWD);
        let extent = Rect::new([-map::HALF - 1.5; 2], [map::HALF + 1.5; 2])?;
        let crowd = Crowd { to: None, actors: Vec::new(), places: Box::new(collide_rules::places(3, 1.0)) };
        let mut duel = Self {
            show,
            snapshot: Snapshot::new(World::default(), extent),
            game,
            bots,
            inputs: Vec::new(),
            figures: Vec::new(),
            places,
            players: BTreeMap::new(),
            memory: Memory::default(),
            traces: VecDeque::new(),
            crowd,
            recorded: Recorded::default(),
        };
        duel.tick()?;
        Ok(duel)
    }

    /// Adds a player: the number of its actor, if there is room.
    pub(crate) fn join(&mut self) -> Result<Option<usize>, Error> {
        if self.players.len() >= MAX_PLAYERS {
            return Ok(None);
        }
        let number = self.game.join(Team::of(self.players.len()), Role::Player, &mut *self.places)?;
        self.inputs.resize(self.game.actors().len(), Input::default());
        self.inputs[number] = Input::default();
        self.figures.resize(self.inputs.len(), Figure::default());
        let taken: Vec<_> = self.partners().map(|partner| partner.number).collect();
        let partner = Partner::bring(&mut self.game, number, (0..BOTS).filter(|bot| !taken.contains(bot)))?;
        if let Some(Partner { way, .. }) = partner {
            self.figures[number].turn(way);
        }
        self.players.insert(number, Log { partner, ..Log::default() });
        Ok(Some(number))
    }

    fn partners(&self) -> impl Iterator<Item = &Partner> {
        self.players.values().filter_map(|log| log.partner.as_ref())
    }

    pub(crate) fn leave(&mut self, number: usize) -> Result<(), Error> {
        self.players.remove(&number);
        self.game.leave(number)
    }

    /// Takes an input of a player for the next tick.
    pub(crate) fn input(&mut self, number: usize, input: Input) {
        if let (true, Some(last)) = (self.players.contains_key(&number), self.inputs.get_mut(number)) {
            *last = input.after(last);
        }
    }

    /// Drops a crowd at a place, in place of an earlier one; or removes it.
    pub(crate) fn drop_crowd(&mut self, to: Option<Vec2>) -> Result<(), Error> {
        for number in std::mem::take(&mut self.crowd.actors) {
            self.game.leave(number)?;
        }
        let within = Vec2::splat(map::HALF - 1.0);
        self.crowd.to = to.filter(|to| to.is_finite()).map(|to| to.clamp(-within, within));
        Ok(())
    }

    /// The attackers that are alive.
    pub(crate) fn crowd_count(&self) -> usize {
        self.crowd.actors.len()
    }

    pub(crate) fn handle(&self, number: usize) -> Option<Handle> {
        self.game.actors().get(number)?.handle
    }

    pub(crate) fn log(&self, number: usize) -> Option<&Log> {
        self.players.get(&number)
    }

    /// The traces of recent attacks that are in a viewport: each with its age in ticks.
    pub(crate) fn traces(&self, view: &Rect) -> impl Iterator<Item = (u64, &Attack)> {
        let (min, max, tick) = (view.min(), view.max(), self.game.world().tick());
        let is_near = move |attack: &Attack| {
            attack.from.max(attack.to).cmpge(min).all() && attack.from.min(attack.to).cmple(max).all()
        };
        let near = self.traces.iter().rev().filter(move |(_, attack)| is_near(attack));
        near.take(MAX_TRACES).map(move |(made, attack)| (tick - made, attack))
    }

    /// Bots and players in a viewport, each with its place.
    pub(crate) fn figures(&self, view: &Rect) -> impl Iterator<Item = (Vec2, &Figure)> {
        let (min, max) = (view.min(), view.max());
        let known = self.game.actors().iter().zip(&self.figures).take(self.rivals());
        let placed = known.filter_map(|(actor, figure)| Some((steering::place(&self.game, actor)?, figure)));
        placed.filter(move |(at, _)| at.cmpge(min).all() && at.cmple(max).all())
    }

    /// The rockets that fly, each with its tail.
    pub(crate) fn rockets(&self) -> impl Iterator<Item = Shape> + '_ {
        self.game.rockets().filter_map(|(disc, velocity)| {
            Some(Capsule::new(disc.center() - velocity * TAIL, disc.center(), disc.radius()).ok()?.into())
        })
    }

    /// How an entity of the game looks.
    pub(crate) fn look(&self, handle: Handle, entity: &Entity) -> Look {
        match self.game.actor_of(handle).and_then(|number| self.game.actors().get(number)) {
            Some(actor) if actor.team == Team::Red => Look::Red,
            Some(_) => Look::Blue,
            None if self.game.crate_of(handle).is_some() => Look::Crate,
            None if entity.sensor => Look::Sensor,
            None => Look::Wall,
        }
    }

    /// Starts a recording, or ends it and returns it.
    pub(crate) fn record(&mut self, is_recording: bool) -> Option<Recorded> {
        let world = self.game.world_mut();
        if is_recording {
            world.start_recording();
            self.recorded = Recorded::default();
            return None;
        }
        world.stop_recording();
        Some(std::mem::take(&mut self.recorded)).filter(|recorded| recorded.ticks > 0)
    }

    /// The bytes of the recording so far.
    pub(crate) fn recorded_bytes(&self) -> usize {
        self.recorded.bytes.len()
    }

    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        self.come()?;
        self.steer();
        let tick = self.game.world().tick();
        self.figures.resize(self.inputs.len(), Figure::default());
        self.figures.iter_mut().zip(&self.inputs).for_each(|(figure, input)| figure.follow(input, tick));
        for (number, log) in &mut self.players {
            log.slide(&self.game, *number, &self.inputs[*number]);
        }
        let alive: Vec<bool> = self.players.keys().map(|number| self.handle(*number).is_some()).collect();
        let times = self.stages()?;
        let (rivals, tick) = (self.rivals(), self.game.world().tick());
        self.memory.add(&self.game, rivals);
        for ((number, log), was_alive) in self.players.iter_mut().zip(alive) {
            log.note(&self.game, *number, rivals, &self.inputs[*number], &self.memory);
            let is_alive = self.game.actors()[*number].handle.is_some();
            log.deaths += u64::from(was_alive && !is_alive);
            log.partner = log.partner.filter(|partner| self.game.actors()[partner.number].handle.is_some());
        }
        self.inputs.iter_mut().for_each(|input| input.attack = None);
        self.traces.extend(self.game.attacks().iter().map(|attack| (tick, *attack)));
        self.traces.retain(|(made, _)| made + TRACE_TICKS > tick);
        self.game.world().clone_present_into(&mut self.snapshot.world);
        self.snapshot.note_times(times);
        self.write()
    }

    /// The actors that are no crowd: bots and players have the lowest numbers, as players join when there is none.
    fn rivals(&self) -> usize {
        self.players.last_key_value().map_or(BOTS, |(last, _)| BOTS.max(last + 1))
    }

    fn steer(&mut self) {
        let rivals = self.rivals();
        let Self { game, bots, inputs, crowd, players, .. } = self;
        bots.steer(game, 0..BOTS, DELAY, inputs);
        // A visitor can look around in peace: bots do not aim at a player who has not attacked yet.
        let fighters = players.iter().filter(|(_, log)| log.has_attacked()).map(|(number, _)| *number);
        let partners: Vec<_> = players.values().filter_map(|log| log.partner).collect();
        let is_partner = |bot: &usize| partners.iter().any(|partner| partner.number == *bot);
        let targets: Vec<usize> = (0..BOTS).filter(|bot| !is_partner(bot)).chain(fighters).collect();
        for (number, input) in inputs.iter_mut().enumerate().take(BOTS) {
            steering::aim(game, number, &targets, input);
        }
        for partner in &partners {
            inputs[partner.number] = partner.input(game.world().tick());
        }
        for number in &crowd.actors {
            inputs[*number] = crowd.to.map_or(Input::default(), |to| steering::attacker(game, *number, rivals, to));
        }
    }

    /// Attackers come, some in each tick, and do not respawn.
    fn come(&mut self) -> Result<(), Error> {
        let Self { game, crowd: Crowd { to: Some(to), actors, places }, .. } = self else { return Ok(()) };
        let (dead, alive): (Vec<usize>, _) = actors.iter().partition(|number| game.actors()[**number].handle.is_none());
        *actors = alive;
        dead.into_iter().try_for_each(|number| game.leave(number))?;
        let (to, within) = (*to, Vec2::splat(map::HALF - 1.0));
        let mut near = || (to + places() * CROWD_HALF).clamp(-within, within);
        for _ in 0..COME.min(CROWD - actors.len()) {
            let number = game.join(Team::Blue, Role::Bot, &mut near)?;
            match game.actors()[number].handle {
                Some(_) => actors.push(number),
                // There is no room: it would come at a place of the bots.
                None => game.leave(number)?,
            }
        }
        Ok(())
    }

    /// All stages, and the processor time of each.
    fn stages(&mut self) -> Result<[Duration; TIMES], Error> {
        let Self { game, inputs, places, .. } = self;
        let mut since = processor_time();
        let mut lap = || {
            let now = processor_time();
            let time = now - since;
            since = now;
            time
        };
        game.walk(inputs)?;
        let walk = lap();
        game.separate()?;
        let separate = lap();
        game.step();
        let step = lap();
        game.take_pickups()?;
        let pickups = lap();
        game.attack(inputs)?;
        let attacks = lap();
        game.fly()?;
        let rockets = lap();
        game.respawn(places)?;
        let respawn = lap();
        game.look();
        Ok([walk, separate, step, pickups, attacks, rockets, respawn, lap()])
    }

    /// Adds the tick to the recording, which ends at its limit.
    fn write(&mut self) -> Result<(), Error> {
        let world = self.game.world_mut();
        if world.is_recording() {
            world.write_recorded(&mut self.recorded.bytes)?;
            (self.recorded.ticks, self.recorded.fingerprint) = (self.recorded.ticks + 1, world.fingerprint());
            if self.recorded.bytes.len() > MAX_RECORDED {
                world.stop_recording();
            }
        }
        Ok(())
    }
}
