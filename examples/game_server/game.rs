//! The game: bots that roam between walls, players who run and shoot. It has no network code.

use std::collections::HashSet;
use std::error::Error;

use collide2d::{
    Circle, Entity, EntityMut, EventKind, Filter, Handle, History, Interest, Layers, Mobility, MoveOptions, Moves,
    Observer, ObserverId, Query, Ray, Recorder, Rect, Settings, Vec2, Viewpoint, World,
};

use crate::wire::{Id, MAX_VISIBLE, ToClient};

const BOTS: u64 = 1 << 0;
const PLAYERS: u64 = 1 << 1;
const WALLS: u64 = 1 << 2;

/// The layers of observers: everything that collides with players, except walls, which every client has on its map.
const SIGHT: Layers = Layers { category: PLAYERS, mask: BOTS | PLAYERS, group: 0 };

/// The layers of steps: players walk along walls and through everyone else.
const STEPS: Layers = Layers { category: PLAYERS, mask: WALLS, group: 0 };

const SECONDS_PER_TICK: f32 = 1.0 / 60.0;

/// Half the side of the arena.
const HALF: f32 = 100.0;

const RADIUS: f32 = 0.5;
const RUNNING: f32 = 6.0;
const RANGE: f32 = 40.0;

/// The inner and outer radius of a view: an entity enters at the first and leaves at the second.
const VIEW: [f32; 2] = [18.0, 20.0];

/// The ticks of history for lag compensation: 200 ms.
const REWIND: usize = 12;

/// The pair budget of a tick. More pairs are an attack.
const MAX_PAIRS: u64 = 1_000_000;

const MAX_PLAYERS: usize = 512;

/// A seat in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayerId(usize);

/// What a player does.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    Run([f32; 2]),
    /// Shoots in a direction, at the time that the client showed, in ticks.
    Shoot {
        seen: f64,
        direction: [f32; 2],
    },
}

struct Player {
    entity: Handle,
    observer: ObserverId,
    hits: Vec<(Handle, Vec2)>,
}

/// Counters of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub shots: u64,
    pub hits: u64,
    /// The collisions of bots with players.
    pub bumps: u64,
    /// The ticks whose pairs or views exceeded their budget.
    pub given_up: u64,
}

pub struct Game {
    world: World,
    recorder: Recorder,
    interest: Interest,
    players: Vec<Option<Player>>,
    /// The steps of the players, with their results.
    steps: (Vec<(Handle, Vec2)>, Moves),
    pub score: Score,
}

impl Game {
    pub fn new(bots: u16, settings: Settings) -> Result<Self, Box<dyn Error>> {
        // A runner moves a tenth of a unit in a tick.
        let history = History { ticks: REWIND, teleport_distance: 0.5 };
        let world = World::new(Settings { events: true, history, ..settings });
        let (recorder, interest, players, steps, score) = Default::default();
        let mut game = Self { world, recorder, interest, players, steps, score };
        for index in 0..100 {
            let corner = spread(index, 100);
            let wall = Rect::new(corner, corner + Vec2::new(4.0, 1.0))?;
            let layers = Layers { category: WALLS, ..Layers::ALL };
            game.world.insert(Entity { mobility: Mobility::Static, ..Entity::new(wall).with_layers(layers) })?;
        }
        for index in 0..bots {
            game.spawn(spread(index, bots), bot_layers(), Vec2::from_angle(f32::from(index)) * 3.0)?;
        }
        Ok(game)
    }

    fn spawn(&mut self, place: Vec2, layers: Layers, velocity: Vec2) -> Result<Handle, Box<dyn Error>> {
        let runner = Entity::new(Circle::new(place, RADIUS)?).with_layers(layers).with_data(pack(velocity));
        Ok(self.world.insert(runner)?)
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn recorder(&mut self) -> (&mut Recorder, &World) {
        (&mut self.recorder, &self.world)
    }

    /// Takes a seat, if there is one.
    pub fn join(&mut self) -> Option<(PlayerId, Id)> {
        let seat = match self.players.iter().position(Option::is_none) {
            Some(seat) => seat,
            None if self.players.len() < MAX_PLAYERS => {
                self.players.push(None);
                self.players.len() - 1
            }
            None => return None,
        };
        let layers = Layers { category: PLAYERS, ..Layers::ALL };
        let entity =
            self.spawn(spread((seat * 197 % MAX_PLAYERS) as u16, MAX_PLAYERS as u16), layers, Vec2::ZERO).ok()?;
        let eyes = Observer::new(Viewpoint::Entity(entity), VIEW[0], VIEW[1]);
        // The view must fit a datagram.
        let filter = Filter { layers: Some(SIGHT), ..Filter::default() };
        let observer = self.interest.insert(Observer { filter, max_visible: MAX_VISIBLE, ..eyes }).ok()?;
        self.players[seat] = Some(Player { entity, observer, hits: vec![] });
        Some((PlayerId(seat), id(entity)))
    }

    pub fn leave(&mut self, player: PlayerId) {
        if let Some(player) = self.players.get_mut(player.0).and_then(Option::take) {
            // Both exist: they are removed only here.
            let _ = self.interest.remove(player.observer);
            let _ = self.world.remove(player.entity);
        }
    }

    /// One tick: inputs, movement, collisions, lag-compensated shots, area of interest.
    pub fn tick(&mut self, inputs: &[(PlayerId, Input)]) {
        self.run(inputs);
        let walkers: HashSet<u32> = self.players.iter().flatten().map(|player| player.entity.slot()).collect();
        let advance = |entity: &mut EntityMut<'_>| {
            let (place, mut velocity) = (entity.center(), unpack(entity.data()));
            let beyond = place.abs().cmpgt(Vec2::splat(HALF));
            velocity = Vec2::select(beyond, velocity.abs() * -place.signum(), velocity);
            entity.set_data(pack(velocity));
            if !walkers.contains(&entity.slot()) {
                // An entity that cannot move stays where it is.
                let _ = entity.translate(velocity * SECONDS_PER_TICK);
            }
        };
        self.world.update_each(advance);
        self.walk();
        match self.recorder.step_within(&mut self.world, MAX_PAIRS) {
            Ok(_) => self.bounce(),
            // A pile-up: there are no collisions until the entities have moved apart.
            Err(_) => self.score.given_up += 1,
        }
        self.shoot(inputs);
        if self.interest.update(&self.world).is_err() {
            self.score.given_up += 1;
        }
    }

    /// Players walk along walls.
    fn walk(&mut self) {
        let (steps, moves) = &mut self.steps;
        steps.clear();
        for player in self.players.iter().flatten() {
            let velocity = self.world.entity(player.entity).map_or(Vec2::ZERO, |entity| unpack(entity.data));
            steps.push((player.entity, velocity * SECONDS_PER_TICK));
        }
        let options = MoveOptions { layers: Some(STEPS), ..MoveOptions::default() };
        let _ = self.recorder.move_batch_into(&mut self.world, steps, &options, moves);
    }

    fn run(&mut self, inputs: &[(PlayerId, Input)]) {
        for (player, input) in inputs {
            let (Input::Run(direction), Some(Some(player))) = (input, self.players.get(player.0)) else { continue };
            // From the network: any number is possible.
            let direction = Vec2::from_array(*direction).normalize_or_zero();
            if let Some(entity) = self.world.entity(player.entity) {
                let running = entity.with_data(pack(direction * RUNNING));
                let _ = self.world.set(player.entity, running);
            }
        }
    }

    /// Bots that collide turn around.
    fn bounce(&mut self) {
        let began = self.world.events().iter().filter(|event| event.kind == EventKind::Began);
        let met: Vec<[Handle; 2]> = began.map(|event| [event.a, event.b]).collect();
        for handle in met.into_iter().flatten() {
            let Some(entity) = self.world.entity(handle) else { continue };
            if entity.layers.category == BOTS {
                let _ = self.world.set(handle, entity.with_data(pack(-unpack(entity.data))));
            } else if entity.layers.category == PLAYERS {
                self.score.bumps += 1;
            }
        }
    }

    /// Shots hit what the shooter saw: the queries use the history (lag compensation).
    fn shoot(&mut self, inputs: &[(PlayerId, Input)]) {
        for (player, input) in inputs {
            let (Input::Shoot { seen, direction }, Some(Some(shooter))) = (input, self.players.get(player.0)) else {
                continue;
            };
            self.score.shots += 1;
            let Some((target, point)) = self.aim(shooter.entity, *seen, Vec2::from_array(*direction)) else { continue };
            self.score.hits += 1;
            if let Some(Some(shooter)) = self.players.get_mut(player.0) {
                shooter.hits.push((target, point));
            }
            self.respawn(target);
        }
    }

    /// The bot that a shot hits at a time in ticks, and the point.
    fn aim(&self, shooter: Handle, seen: f64, direction: Vec2) -> Option<(Handle, Vec2)> {
        let now = self.world.tick() as f64;
        // Not in the future, not before the history; NaN counts as now.
        let oldest = (now - REWIND as f64 + 1.0).max(1.0);
        let then = if seen.is_nan() { now } else { seen.clamp(oldest.min(now), now) };
        let place = self.world.shape(shooter)?.center();
        let ray = Ray::new(place, direction.normalize_or_zero(), RANGE).ok()?;
        let (target, hit) = self.recorder.at(&self.world, then).ok()?.ray(Query::new(ray).except(shooter))?;
        // Walls stop shots. A bot that has since been removed is not hit again.
        let entity = self.world.entity(target)?;
        (entity.layers.category == BOTS).then_some((target, hit.point))
    }

    /// Removes a bot that was hit, and spawns another one elsewhere.
    fn respawn(&mut self, bot: Handle) {
        if self.world.remove(bot).is_ok() {
            let place = spread((self.score.hits % 1_000) as u16, 1_000);
            // If spawning fails, the game has one bot less.
            let _ = self.spawn(place, bot_layers(), Vec2::from_angle(self.score.hits as f32) * 3.0);
        }
    }

    /// Sends a player the messages of the last tick.
    pub fn messages_for(&mut self, player: PlayerId, mut send: impl FnMut(ToClient)) {
        let Some(Some(player)) = self.players.get_mut(player.0) else { return };
        for (target, point) in player.hits.drain(..) {
            send(ToClient::Hit { target: id(target), point: point.to_array() });
        }
        let (world, interest, observer) = (&self.world, &self.interest, player.observer);
        let placed = |handle: &Handle| Some((id(*handle), world.shape(*handle)?.center().to_array()));
        let entered = interest.entered(observer);
        let stayed = interest.visible(observer).iter().filter(|handle| entered.binary_search(handle).is_err());
        send(ToClient::View {
            tick: world.tick(),
            entered: entered.iter().filter_map(placed).collect(),
            left: interest.left(observer).iter().copied().map(id).collect(),
            moved: stayed.filter_map(placed).collect(),
        });
    }
}

fn bot_layers() -> Layers {
    // Bots collide with players and walls, not with each other.
    Layers { category: BOTS, mask: PLAYERS | WALLS, group: 0 }
}

/// Place `index` of `count` places, spread evenly over the arena by the golden angle.
fn spread(index: u16, count: u16) -> Vec2 {
    let share = (f32::from(index) + 0.5) / f32::from(count);
    Vec2::from_angle(f32::from(index) * 2.399_963) * share.sqrt() * HALF * 0.95
}

fn id(handle: Handle) -> Id {
    Id { slot: handle.slot(), generation: handle.generation() }
}

/// A velocity as the data of an entity.
fn pack(velocity: Vec2) -> u64 {
    u64::from(velocity.x.to_bits()) << 32 | u64::from(velocity.y.to_bits())
}

fn unpack(data: u64) -> Vec2 {
    Vec2::new(f32::from_bits((data >> 32) as u32), f32::from_bits(data as u32))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use collide2d::{Settings, Threads, Vec2};

    use super::{Game, Input, PlayerId, RADIUS, Score, spread};
    use crate::wire::{Id, MAX_BYTES, MAX_VISIBLE, ToClient};

    /// A player who shoots at the nearest entity, at the position it had some ticks ago.
    struct Shooter {
        player: PlayerId,
        me: Id,
        /// The view at each tick.
        seen: Vec<(u64, BTreeMap<Id, Vec2>)>,
    }

    impl Shooter {
        fn look(&mut self, game: &mut Game) {
            let mut view = self.seen.last().map_or_else(BTreeMap::new, |(_, view)| view.clone());
            game.messages_for(self.player, |message| {
                let mut buffer = [0; MAX_BYTES];
                postcard::to_slice(&message, &mut buffer).expect("a message fits into a datagram");
                let ToClient::View { tick, entered, left, moved } = message else { return };
                left.iter().for_each(|id| assert!(view.remove(id).is_some(), "{id:?} left twice"));
                for (id, place) in entered {
                    assert!(view.insert(id, Vec2::from_array(place)).is_none(), "{id:?} entered twice");
                }
                for (id, place) in moved {
                    assert!(view.insert(id, Vec2::from_array(place)).is_some(), "{id:?} moved outside the view");
                }
                assert!(view.len() <= MAX_VISIBLE);
                self.seen.push((tick, view.clone()));
            });
        }

        fn shot(&self, back: usize) -> Option<Input> {
            let (tick, then) = self.seen.get(self.seen.len().checked_sub(back + 1)?)?;
            let here = then[&self.me];
            let others = then.iter().filter(|(id, _)| **id != self.me).map(|(_, place)| *place - here);
            let way = others.min_by(|a, b| a.length().total_cmp(&b.length()))?;
            Some(Input::Shoot { seen: *tick as f64, direction: way.to_array() })
        }
    }

    fn play(threads: Threads, back: usize) -> (Score, u64) {
        let mut game = Game::new(3_000, Settings { threads, ..Settings::default() }).unwrap();
        let (player, me) = game.join().unwrap();
        let mut shooter = Shooter { player, me, seen: vec![] };
        for tick in 0..240 {
            let shot = if tick % 12 == 11 { shooter.shot(back) } else { None };
            game.tick(&shot.map(|shot| (player, shot)).into_iter().collect::<Vec<_>>());
            shooter.look(&mut game);
        }
        (game.score, game.world.fingerprint())
    }

    #[test]
    fn shots_hit_what_was_seen() {
        for back in [0, 5, 9] {
            let (score, _) = play(Threads::Serial, back);
            assert!(score.shots == 20 && score.hits >= 19, "{back} ticks ago: {score:?}");
        }
    }

    /// A player who runs against a wall at an angle walks along it, and around its end.
    #[test]
    fn players_walk_along_walls() {
        let mut game = Game::new(0, Settings::default()).unwrap();
        let (player, _) = game.join().unwrap();
        let handle = game.players[0].as_ref().unwrap().entity;
        let corner = spread(0, 100);
        game.world.set(handle, corner + Vec2::new(-0.25, -2.0)).unwrap();
        for tick in 0..90 {
            game.tick(&[(player, Input::Run([1.0, 1.0]))]);
            let center = game.world.shape(handle).unwrap().center() - corner;
            assert!(!(30..60).contains(&tick) || center.y == -RADIUS, "tick {tick}: not along the wall at {center}");
        }
        let end = game.world.shape(handle).unwrap().center() - corner;
        assert!(end.x > 4.5 && end.y > 0.5, "around the corner, at {end}");
    }

    #[test]
    fn threads_do_not_matter() {
        assert_eq!(play(Threads::Serial, 3), play(Threads::new(2).unwrap(), 3));
    }

    #[test]
    fn what_comes_from_the_network_does_no_harm() {
        let mut game = Game::new(500, Settings::default()).unwrap();
        let (player, _) = game.join().unwrap();
        let numbers = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::MAX, 1e-45];
        for x in numbers {
            for y in numbers {
                let shoot = |seen| (player, Input::Shoot { seen, direction: [x, y] });
                let times = [0.0, -1e300, f64::NAN, f64::INFINITY, 1.5].map(shoot);
                game.tick(&[&[(player, Input::Run([x, y])), (PlayerId(999), Input::Run([x, y]))], &times[..]].concat());
            }
        }
        game.leave(player);
        game.leave(player);
        game.tick(&[(player, Input::Run([1.0, 0.0]))]);
        assert_eq!(game.world().tick(), 37);
    }
}
