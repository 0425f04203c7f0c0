//! A server under attack: `cargo bench --bench hostile`, or with a number of ticks: `cargo bench --bench hostile -- 96`.
//!
//! 2,000 honest players walk among 400 walls, push each other apart, shoot, and each tenth has a view. n attackers stand
//! in another part of the world: stacked on one point or on the corner of four squares, jumping from place to place by far
//! motions, and nested in each other, in turn. Each tenth of them is an aura that covers the whole world, a hundredth leaves
//! and respawns in each tick; all walk, shoot across the world, and each has a view.
//!
//! The server does not know who attacks: all players are in the same calls, with the limits of the server guide. It lets
//! each player shoot once in five ticks. The honest players have the same pairs, hits and views with and without
//! attackers: the run fails if not. Milliseconds of a tick on one thread. *Peaceful* is the same tick with the same number of
//! players who walk, shoot and look, spread like the honest ones.

use std::time::{Duration, Instant};

use collide_bench::{is_test, processor, spread};
use collide2d::{Budget, Mode};
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
struct Answered {
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
    moves: Moves,
    separation: Separation,
    hits: RayHits,
    players: Vec<Handle>,
    motions: Vec<(Handle, Vec2)>,
    shots: Vec<Query<Ray>>,
    tick: usize,
    /// How many shots were stopped.
    stopped: usize,
    is_peaceful: bool,
    /// The time of each stage of the last tick.
    stages: [Duration; STAGES.len()],
}

/// The stages of a tick.
const STAGES: [&str; 5] = ["walk", "separate", "step", "shoot", "views"];

/// The limit of candidates of a shot.
const SHOT: Budget = Budget { max_candidates_each: 128, ..Budget::UNLIMITED };

/// The number of ticks between two shots of a player.
const RELOAD: usize = 5;

fn player(at: Vec2, radius: f32) -> Entity {
    let layers = Layers { category: PLAYERS, mask: WALLS | PLAYERS, ..Layers::ALL };
    Entity::new(Circle::new(at, radius).expect("finite")).with_layers(layers)
}

fn shot(world: &World, handle: Handle, direction: Vec2, length: f32) -> Option<Query<Ray>> {
    let from = world.shape(handle).expect("there").center();
    Ray::new(from, direction, length).ok().map(|ray| Query::new(ray).except(handle).solid())
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
        let hits = RayHits::default();
        Self {
            world,
            honest,
            attackers,
            velocities,
            observers,
            attacking,
            interest,
            moves: Moves::default(),
            separation: Separation::default(),
            hits,
            players: Vec::new(),
            motions: Vec::new(),
            shots: Vec::new(),
            tick: 0,
            stopped: 0,
            is_peaceful,
            stages: [Duration::ZERO; STAGES.len()],
        }
    }

    /// One tick of the server. Returns its time.
    fn tick(&mut self) -> Duration {
        self.attack();
        let mut clock = Instant::now();
        let mut lap = |stages: &mut [Duration; STAGES.len()], index: usize| {
            stages[index] = clock.elapsed();
            clock = Instant::now();
        };
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
        let is_far = self.tick % 4 == 3 && !self.is_peaceful;
        let motion = |(index, handle): (usize, &Handle)| {
            // Away from the honest players: in their place they would be players as all others.
            let way = spread(index + self.tick);
            (*handle, if is_far { way * 1e30 } else { (way - 0.5) * 0.4 })
        };
        self.motions.extend(self.attackers.iter().enumerate().map(motion));
        self.world.move_batch_into(&self.motions, &options, &mut self.moves).expect("no limit");
        lap(&mut self.stages, 0);
        self.players.clear();
        self.players.extend(self.motions.iter().map(|(handle, _)| *handle));
        self.world.separate_into(&self.players, &separate, &mut self.separation).expect("no limit");
        lap(&mut self.stages, 1);
        self.world.step();
        lap(&mut self.stages, 2);
        self.aim();
        let shots = self.world.queries().within(SHOT);
        shots.ray_batch_into(&self.shots, Mode::First(1), &mut self.hits).expect("no limit");
        self.stopped += self.hits.stopped().len();
        lap(&mut self.stages, 3);
        self.interest.update(&self.world);
        lap(&mut self.stages, 4);
        self.tick += 1;
        self.stages.iter().sum()
    }

    /// The shots of a tick. Attackers shoot across the world.
    fn aim(&mut self) {
        self.shots.clear();
        let loaded = |list: &[Handle]| (self.tick % RELOAD..list.len()).step_by(RELOAD);
        for index in loaded(&self.honest) {
            self.shots.extend(shot(&self.world, self.honest[index], spread(index) - 0.5, 60.0));
        }
        for index in loaded(&self.attackers) {
            let (direction, length) =
                if self.is_peaceful { (spread(index) - 0.5, 60.0) } else { (-CAMP + spread(index) * SIDE, 1e5) };
            self.shots.extend(shot(&self.world, self.attackers[index], direction, length));
        }
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

    fn answered(&self) -> Answered {
        let last = (WALL_COUNT + self.honest.len()) as u32;
        let pairs = self.world.pairs().slots().iter().filter(|(_, b)| *b < last);
        let of_honest = (self.honest.len() + RELOAD - 1 - (self.tick - 1) % RELOAD) / RELOAD;
        let hits = (0..of_honest).map(|number| self.hits.of(number).first().map(|(handle, hit)| (*handle, hit.entry)));
        let views = self.observers.iter().map(|(observer, _)| self.interest.visible(*observer).to_vec());
        Answered { pairs: pairs.copied().collect(), hits: hits.collect(), views: views.collect() }
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
        if is_test() { (100, &[0, 300], 20) } else { (2_000, &[0, 2_000, 20_000], ticks()) };
    println!("{}; {honest} honest players, {ticks} ticks", processor());
    println!(
        "An attacker costs what a tick takes more than 1.5 times that without attackers, divided by their number.\n"
    );
    println!("| attackers | p50, ms | p99 | p99.9 | an attacker, µs | peaceful, p50, ms | stopped shots a tick |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    let mut without = 0.0;
    let mut alone = Game::new(honest, 0, false);
    let expected: Vec<Answered> = (0..ticks.min(100))
        .map(|_| {
            alone.tick();
            alone.answered()
        })
        .collect();
    let mut stages = Vec::new();
    for count in counts {
        let hostile = run(&mut Game::new(honest, *count, false), ticks, &expected);
        // Fewer ticks: only the median is shown.
        let peaceful = run(&mut Game::new(honest, *count, true), ticks / 5 + 1, &expected);
        let (half, quiet) = (part(&hostile.times, 0.5), part(&peaceful.times, 0.5));
        if *count == 0 {
            without = half;
        }
        let each = if *count == 0 { 0.0 } else { (half - 1.5 * without) * 1e3 / *count as f64 };
        println!(
            "| {count} | {half:.2} | {:.2} | {:.2} | {each:.1} | {quiet:.2} | {:.0} |",
            part(&hostile.times, 0.99),
            part(&hostile.times, 0.999),
            hostile.stopped as f64 / ticks as f64
        );
        stages.push((*count, hostile.stages, peaceful.stages));
    }
    println!("\nMean of each stage, ms: attackers (peaceful players)\n");
    let names = counts.iter().map(|count| format!(" {count} |")).collect::<String>();
    println!("| stage |{names}\n|---|{}", "---:|".repeat(counts.len()));
    for (index, name) in STAGES.iter().enumerate() {
        let row = stages.iter().map(|(_, hostile, quiet)| format!(" {:.2} ({:.2}) |", hostile[index], quiet[index]));
        println!("| {name} |{}", row.collect::<String>());
    }
}

/// How many ticks, 1,000 unless an argument says how many.
fn ticks() -> usize {
    std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(1_000)
}

fn part(times: &[f64], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part) as usize]
}

/// What some ticks took, in milliseconds.
struct Run {
    /// In ascending order.
    times: Vec<f64>,
    /// The mean of each stage.
    stages: [f64; STAGES.len()],
    stopped: usize,
}

/// Runs some ticks. Checks the answers of the honest players.
fn run(game: &mut Game, ticks: usize, expected: &[Answered]) -> Run {
    let (mut times, mut stages) = (Vec::new(), [0.0; STAGES.len()]);
    for tick in 0..ticks {
        times.push(game.tick().as_secs_f64() * 1e3);
        for (sum, stage) in stages.iter_mut().zip(game.stages) {
            *sum += stage.as_secs_f64() * 1e3 / ticks as f64;
        }
        if let Some(expected) = expected.get(tick) {
            let answered = game.answered();
            assert!(answered.pairs == expected.pairs, "pairs of tick {tick}");
            assert!(answered.hits == expected.hits, "hits of tick {tick}");
            assert!(answered.views == expected.views, "views of tick {tick}");
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    Run { times, stages, stopped: game.stopped }
}
