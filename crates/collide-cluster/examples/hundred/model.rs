//! Simulates how a scene is shared among many workers: from one world, with the cluster's own map of tiles.

use collide_cluster::{TileMap, Workers};
use collide_core::{Circle, Shape, Vec2};
use collide_scenes::{Scene, SceneKind};
use collide_world::{Handle, Settings, World};

/// The weight of holding an entity, as in a cluster. The weight of finding a pair is one.
const HELD: u64 = 4;

/// The bytes of a new shape of a circle, of a new circle, of a circle with a new owner, and of an empty message.
const BYTES: [u64; 4] = [19, 36, 60, 30];

/// The number of messages from each worker to each other in a tick.
const STAGES: u64 = 4;

/// Entities that move.
pub enum Crowd {
    Scene(Scene),
    /// A third moves around the middle as a group, at a speed in units per second; the others are anywhere in a square.
    Moving {
        spots: Vec<Vec2>,
        speed: f32,
        time: f32,
        side: f32,
    },
}

impl Crowd {
    pub fn of(name: &str, count: usize) -> Option<Self> {
        if let Some(speed) = name.strip_prefix("crowd-") {
            let side = (count as f32 * 1.5).sqrt();
            let mut state = 7_u64;
            let mut number = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as f32 / (1 << 24) as f32 - 0.5
            };
            let mut spot = |side: f32| Vec2::new(number(), number()) * side;
            let spots = (0..count).map(|who| spot(if who % 3 == 0 { side * 0.25 } else { side })).collect();
            return Some(Self::Moving { spots, speed: speed.parse().ok()?, time: 0.0, side });
        }
        Some(Self::Scene(name.parse::<SceneKind>().ok()?.generate(count, 1)))
    }

    pub fn advance(&mut self, seconds: f32) {
        match self {
            Self::Scene(scene) => scene.advance(seconds),
            Self::Moving { time, .. } => *time += seconds,
        }
    }

    pub fn shapes(&self) -> Vec<Shape> {
        match self {
            Self::Scene(scene) => scene.shapes().to_vec(),
            Self::Moving { spots, speed, time, side } => {
                let radius = side * 0.3;
                let angle = time * speed / radius;
                let middle = Vec2::new(angle.cos(), angle.sin()) * radius;
                let at = |(who, spot): (usize, &Vec2)| if who.is_multiple_of(3) { *spot + middle } else { *spot };
                let circle = |center| Circle::new(center, 0.5).expect("a circle").into();
                spots.iter().enumerate().map(at).map(circle).collect()
            }
        }
    }
}

/// The share of a worker in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub own: u64,
    pub ghosts: u64,
    /// Pairs found here, and those whose first entity is owned here.
    pub found: u64,
    pub pairs: u64,
    pub left: u64,
    pub bytes: u64,
}

impl Share {
    /// The weight by which shares are balanced.
    pub fn weight(&self) -> u64 {
        HELD * self.own + self.pairs
    }

    /// The work of the tick.
    pub fn load(&self) -> u64 {
        HELD * (self.own + self.ghosts) + self.found
    }
}

/// All workers in a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    pub shares: Vec<Share>,
    pub rebalanced: bool,
    /// The weight of the heaviest tile.
    pub heaviest: u64,
}

impl Tick {
    /// The maximum of a number over the mean.
    pub fn skew(&self, of: impl Fn(&Share) -> u64) -> f64 {
        let all: u64 = self.shares.iter().map(&of).sum();
        let max = self.shares.iter().map(&of).max().unwrap_or(0);
        max as f64 * self.shares.len() as f64 / all.max(1) as f64
    }
}

/// A cluster that only counts.
pub struct Model {
    map: TileMap,
    world: World,
    handles: Vec<Handle>,
    crowd: Crowd,
    /// By entity: its owner and its holders at the last tick.
    held: Vec<(u32, Workers)>,
    max_imbalance_percent: u32,
}

impl Model {
    pub fn new(crowd: Crowd, tile: i8, workers: usize) -> Self {
        let mut world = World::new(Settings::default());
        let handles: Vec<Handle> =
            crowd.shapes().iter().map(|shape| world.insert(shape).expect("there is room")).collect();
        let map = TileMap::even(tile, workers).expect("a map");
        let held = vec![(u32::MAX, Workers::NONE); handles.len()];
        let max_imbalance_percent = collide_cluster::Settings::default().max_imbalance_percent;
        Self { map, world, handles, crowd, held, max_imbalance_percent }
    }

    pub fn tick(&mut self, seconds: f32) -> Tick {
        self.crowd.advance(seconds);
        let shapes = self.crowd.shapes();
        let updates: Vec<_> = self.handles.iter().copied().zip(shapes.iter().copied()).collect();
        self.world.set_batch(&updates).expect("all are there");
        self.world.step();
        let workers = self.map.workers();
        let empty = BYTES[3] * STAGES * (workers as u64 - 1);
        let mut shares = vec![Share { bytes: empty, ..Share::default() }; workers];
        let mut tiles = Vec::with_capacity(shapes.len());
        for (shape, held) in shapes.iter().zip(&mut self.held) {
            tiles.push(self.map.tile_at(shape.center()));
            let owner = self.map.worker_of(tiles[tiles.len() - 1]);
            let holders = self.map.workers_touched(&shape.aabb()).and(Workers::one(owner));
            count(&mut shares, *held, (owner, holders));
            *held = (owner, holders);
        }
        let mut weights: Vec<(u32, u64)> = tiles.iter().map(|tile| (*tile, HELD)).collect();
        for &(a, b) in self.world.pairs().slots() {
            let [first, second] = [a, b].map(|slot| slot as usize);
            let corner = shapes[first].aabb().min().max(shapes[second].aabb().min());
            let (owner, finder) = (self.held[first].0, self.map.worker_at(corner));
            assert!(
                self.held[first].1.has(finder) && self.held[second].1.has(finder),
                "the worker that finds a pair holds both entities"
            );
            shares[finder as usize].found += 1;
            shares[owner as usize].pairs += 1;
            shares[finder as usize].bytes += if finder == owner { 0 } else { 8 };
            weights.push((tiles[first], 1));
        }
        let mut tick = Tick { shares, ..Tick::default() };
        self.balance(weights, &mut tick);
        tick
    }

    /// Rebalances the map as a cluster does, at each tick.
    fn balance(&mut self, mut weights: Vec<(u32, u64)>, tick: &mut Tick) {
        weights.sort_unstable_by_key(|(tile, _)| *tile);
        let weights: Vec<(u32, u64)> = weights
            .chunk_by(|a, b| a.0 == b.0)
            .map(|tiles| (tiles[0].0, tiles.iter().map(|(_, weight)| weight).sum()))
            .collect();
        tick.heaviest = weights.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
        if let Some(map) = self.map.rebalanced(&weights, self.max_imbalance_percent) {
            self.map = map;
            tick.rebalanced = true;
        }
    }
}

/// Counts an entity and the bytes of its messages.
fn count(shares: &mut [Share], (before, held): (u32, Workers), (owner, holders): (u32, Workers)) {
    let first = before == u32::MAX;
    let sender = if first { owner } else { before } as usize;
    let others = |workers: Workers, of: u32| workers.without(Workers::one(of));
    shares[owner as usize].own += 1;
    others(holders, owner).iter().for_each(|ghost| shares[ghost as usize].ghosts += 1);
    let receivers = others(holders, sender as u32);
    let new = receivers.without(held).len() as u64;
    shares[sender].bytes += BYTES[1] * new + BYTES[0] * (receivers.len() as u64 - new);
    if !first && owner != before {
        shares[sender].left += 1;
        shares[sender].bytes += BYTES[2];
    }
}
