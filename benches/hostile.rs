//! A server under attack: `cargo bench --bench hostile`.
//!
//! 2,000 honest players walk among 400 walls, push each other apart, shoot, and each tenth has a view. n attackers stand
//! in another part of the world: stacked on one point or on the corner of four squares, jumping from place to place by far
//! motions, and nested in each other, in turn. Each tenth of them is an aura that covers the whole world, a hundredth leaves
//! and comes again in each tick, and all walk, shoot across the world and have views like the others.
//!
//! All limits of the server guide are set. The honest players have the same pairs, hits and views with and without
//! attackers: the run fails if not. Milliseconds of a tick on one thread. *Peaceful* is the same tick with the same number of players
//! who walk, shoot and look, spread like the honest ones.

use std::time::{Duration, Instant};

use collide_bench::{is_test, processor, spread};
use collide2d::Mode;
use collide2d::{
    Circle, CrowdLimit, Entity, Handle, History, Interest, Layers, MoveOptions, Moves, Observer, ObserverId, Query,
    Ray, RayHits, Rect, SeparateOptions, Separation, Settings, Threads, Vec2, World,
};

const WALLS: u64 = 1 << 0;
const PLAYERS: u64 = 1 << 1;
const HONEST: u64 = 1 << 2;

const WALL_COUNT: usize = 400;
const SIDE: f32 = 300.0;

/// Where the attackers stand.
const CAMP: Vec2 = Vec2::new(5_000.0, 5_000.0);

/// What a tick did for the honest players.
#[derive(PartialEq)]
struct Seen {
    pairs: Vec<(u32, u32)>,
    hits: Vec<Option<(Handle, f32)>>,
    views: Vec<Vec<Handle>>,
}

struct Game {
    world: World,
    honest: Vec<Handle>,
    attackers: Vec<Handle>,
    velocities: Vec<Vec2>,
    observers: Vec<(ObserverId, usize)>,
    attacking: Vec<ObserverId>,
    interest: Interest,
    moves: [Moves; 2],
    separations: [Separation; 2],
    hits: [RayHits; 2],
    motions: Vec<(Handle, Vec2)>,
    shots: Vec<Query<Ray>>,
    tick: usize,
    /// How many calls of the attackers were refused.
    refused: usize,
    is_peaceful: bool,
}

fn player(at: Vec2, radius: f32) -> Entity {
    let layers = Layers { category: PLAYERS, mask: WALLS | PLAYERS, ..Layers::ALL };
    Entity::new(Circle::new(at, radius).expect("finite")).with_layers(layers)
}

impl Game {
    fn new(honest_count: usize, attacker_count: usize, is_peaceful: bool) -> Self {
        let crowd = Some(CrowdLimit::new(32).with_first(HONEST));
        let history = History { ticks: 15, ..History::default() };
        let mut world =
            World::new(Settings { threads: Threads::Serial, events: true, history, crowd, ..Settings::default() });
        let wall = Layers { category: WALLS, mask: !WALLS, ..Layers::ALL };
        for index in 0..WALL_COUNT {
            let (at, size) = (spread(index) * SIDE, Vec2::new(1.0 + (index % 7) as f32, 1.0 + (index % 3) as f32));
            let rect = Rect::new(at, at + size).expect("finite");
            world.insert(Entity::fixed(rect).with_layers(wall)).expect("room");
        }
        let mut interest = Interest::new();
        interest.set_crowd(crowd);
        let (mut honest, mut velocities, mut observers) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..honest_count {
            let mut entity = player(spread(index + 1_000) * SIDE, 0.5);
            entity.layers.category |= HONEST;
            honest.push(world.insert(entity).expect("room"));
            velocities.push((spread(index + 7) - 0.5) * 0.4);
            if index % 10 == 0 {
                let observer = Observer::new(honest[index], 18.0, 20.0).solid().with_max_visible(64);
                observers.push((interest.insert(observer).expect("valid"), index));
            }
        }
        let (mut attackers, mut attacking) = (Vec::new(), Vec::new());
        for index in 0..attacker_count {
            let entity = if is_peaceful { player(peaceful(index, attacker_count), 0.5) } else { attacker(index) };
            attackers.push(world.insert(entity).expect("room"));
            let observer = Observer::new(attackers[index], 18.0, 20.0).solid().with_max_visible(64);
            attacking.push(interest.insert(observer).expect("valid"));
        }
        let (mut moves, mut separations) = (<[Moves; 2]>::default(), <[Separation; 2]>::default());
        moves[1].set_max_work(2_000 * (attacker_count as u64 + 100));
        separations[1].set_max_work(2_000 * (attacker_count as u64 + 100));
        let mut hits = <[RayHits; 2]>::default();
        hits[1].set_max_work(2_000 * (attacker_count as u64 + 100));
        Self {
            world,
            honest,
            attackers,
            velocities,
            observers,
            attacking,
            interest,
            moves,
            separations,
            hits,
            motions: Vec::new(),
            shots: Vec::new(),
            tick: 0,
            refused: 0,
            is_peaceful,
        }
    }

    /// One tick of the server. Returns its time.
    fn tick(&mut self) -> Duration {
        self.attack();
        let start = Instant::now();
        let walls_only = Layers { category: PLAYERS, mask: WALLS, ..Layers::ALL };
        let options = MoveOptions { layers: Some(walls_only), ..MoveOptions::default() };
        let separate = SeparateOptions { layers: Some(walls_only), rounds: 2, ..SeparateOptions::default() };
        self.motions.clear();
        for (handle, velocity) in self.honest.iter().zip(&mut self.velocities) {
            let at = self.world.shape(*handle).expect("there").center();
            let outside = at.cmplt(Vec2::ZERO) | at.cmpgt(Vec2::splat(SIDE));
            if outside.any() {
                *velocity = (Vec2::splat(SIDE * 0.5) - at).normalize_or_zero() * 0.2;
            }
            self.motions.push((*handle, *velocity));
        }
        self.world.move_batch_into(&self.motions, &options, &mut self.moves[0]).expect("no limit");
        self.world.separate_into(&self.honest, &separate, &mut self.separations[0]).expect("no limit");
        self.motions.clear();
        let far = if self.tick % 4 == 3 && !self.is_peaceful { 1e30 } else { 0.4 };
        let motion = |(index, handle): (usize, &Handle)| (*handle, (spread(index + self.tick) - 0.5) * far);
        self.motions.extend(self.attackers.iter().enumerate().map(motion));
        let moved = self.world.move_batch_into(&self.motions, &options, &mut self.moves[1]);
        let separated = self.world.separate_into(&self.attackers, &separate, &mut self.separations[1]);
        self.refused += usize::from(moved.is_err()) + usize::from(separated.is_err());
        self.world.step();
        self.shoot();
        self.interest.update(&self.world).expect("no limit");
        self.tick += 1;
        start.elapsed()
    }

    /// A fifth of the honest players and all attackers shoot.
    fn shoot(&mut self) {
        let shot = |world: &World, handle: Handle, direction: Vec2, length: f32| {
            let from = world.shape(handle).expect("there").center();
            Ray::new(from, direction, length).ok().map(|ray| Query::new(ray).except(handle).solid())
        };
        self.shots.clear();
        for index in (self.tick % 5..self.honest.len()).step_by(5) {
            self.shots.extend(shot(&self.world, self.honest[index], spread(index) - 0.5, 60.0));
        }
        let queries = self.world.queries();
        queries.ray_batch_into(&self.shots, Mode::First(1), &mut self.hits[0]).expect("no limit");
        self.shots.clear();
        for (index, handle) in self.attackers.iter().enumerate() {
            let (direction, length) =
                if self.is_peaceful { (spread(index) - 0.5, 60.0) } else { (-CAMP + spread(index) * SIDE, 1e5) };
            // Peaceful players shoot as often as honest ones.
            if !self.is_peaceful || index % 5 == self.tick % 5 {
                self.shots.extend(shot(&self.world, *handle, direction, length));
            }
        }
        self.refused += usize::from(queries.ray_batch_into(&self.shots, Mode::First(1), &mut self.hits[1]).is_err());
    }

    /// What attackers do before a tick: most of them take another place.
    fn attack(&mut self) {
        if self.is_peaceful {
            return;
        }
        let phase = self.tick / 8 % 4;
        for index in 0..self.attackers.len() {
            if index % 10 == 0 {
                continue;
            }
            let handle = self.attackers[index];
            if index % 100 == self.tick % 100 {
                self.world.remove(handle).expect("there");
                let next = self.world.insert(attacker(index)).expect("room");
                let observer = Observer::new(next, 18.0, 20.0).solid().with_max_visible(64);
                self.interest.set(self.attacking[index], observer).expect("valid");
                self.attackers[index] = next;
                continue;
            }
            let corner = Vec2::new((index % 2) as f32, (index / 2 % 2) as f32) * 0.02 - 0.01;
            let (at, radius) = match phase {
                0 => (CAMP, 0.5),
                1 => (CAMP + corner, 0.5),
                2 => (CAMP + (spread(index + self.tick * 31) - 0.5) * 400.0, 0.5),
                _ => (CAMP, (-((index % 40) as f32)).exp2()),
            };
            self.world.set(handle, Circle::new(at, radius).expect("finite")).expect("there");
        }
    }

    fn seen(&self) -> Seen {
        let last = (WALL_COUNT + self.honest.len()) as u32;
        let pairs = self.world.pairs().slots().iter().filter(|(_, b)| *b < last);
        let hits = (0..self.hits[0].len())
            .map(|number| self.hits[0].of(number).first().map(|(handle, hit)| (*handle, hit.entry)));
        let views = self.observers.iter().map(|(observer, _)| self.interest.visible(*observer).to_vec());
        Seen { pairs: pairs.copied().collect(), hits: hits.collect(), views: views.collect() }
    }
}

/// Players as dense as the honest ones.
fn peaceful(index: usize, count: usize) -> Vec2 {
    CAMP + spread(index) * SIDE * (count as f32 / 2_000.0).sqrt()
}

/// Each tenth attacker is an aura that covers the world.
fn attacker(index: usize) -> Entity {
    if index.is_multiple_of(10) { player(CAMP * 0.5, 1e4).as_sensor() } else { player(CAMP, 0.5) }
}

fn main() {
    let (honest, counts, ticks): (_, &[usize], _) =
        if is_test() { (100, &[0, 300], 20) } else { (2_000, &[0, 2_000, 20_000], 1_000) };
    println!("{}; {honest} honest players, {ticks} ticks", processor());
    println!("| attackers | p50, ms | p99 | p99.9 | peaceful, p50 | ratio | refused calls of attackers |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    let mut alone = Game::new(honest, 0, false);
    let expected: Vec<Seen> = (0..ticks.min(100))
        .map(|_| {
            alone.tick();
            alone.seen()
        })
        .collect();
    for count in counts {
        let mut game = Game::new(honest, *count, false);
        let times = run(&mut game, ticks, &expected);
        // Fewer ticks: only the median is shown.
        let quiet = run(&mut Game::new(honest, *count, true), ticks / 5 + 1, &expected);
        let (half, peaceful) = (part(&times, 0.5), part(&quiet, 0.5));
        println!(
            "| {count} | {half:.2} | {:.2} | {:.2} | {peaceful:.2} | {:.2} | {} |",
            part(&times, 0.99),
            part(&times, 0.999),
            half / peaceful,
            game.refused
        );
    }
}

fn part(times: &[f64], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part) as usize]
}

/// The times of some ticks in ascending order, in milliseconds. Checks what the honest players have seen.
fn run(game: &mut Game, ticks: usize, expected: &[Seen]) -> Vec<f64> {
    let mut times: Vec<f64> = Vec::new();
    for tick in 0..ticks {
        times.push(game.tick().as_secs_f64() * 1e3);
        if let Some(expected) = expected.get(tick) {
            let seen = game.seen();
            assert!(seen.pairs == expected.pairs, "pairs of tick {tick}");
            assert!(seen.hits == expected.hits, "hits of tick {tick}");
            assert!(seen.views == expected.views, "views of tick {tick}");
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    times
}
