//! The cost of area of interest: `cargo bench --bench interest`.
//!
//! A hundred thousand circles move, and five thousand of them are observers: entities enter a view at 18 units and
//! leave it at 20. In the uniform scene about 700 entities are visible to each observer; the others have radii for 20 to
//! 100. All contenders run the same ticks in turns, each on its own copy of the scene, and must agree on the number of
//! entities that enter and leave. `by hand` loads an R-tree of `rstar` at each tick, searches it for each observer, and
//! compares two hash sets.
//!
//! Milliseconds for a tick, the median: `tick` moves entities and finds pairs, the other columns add to it.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use collide_bench::{Game, is_test, median};
use collide_scenes::{Scene, SceneKind};
use collide2d::{Handle, Interest, Observer, ObserverId, Settings, Shape, Threads, Vec2, Viewpoint};
use rstar::primitives::GeomWithData;
use rstar::{AABB, PointDistance, RTree, RTreeObject};

/// The inner and outer radius of a view.
#[derive(Clone, Copy)]
struct Radii {
    inner: f32,
    outer: f32,
}

/// The number of visible entities, of those that entered, and of those that left.
type Counts = [usize; 3];

/// The `Interest` of the engine, with a limit of visible entities.
struct Ours {
    interest: Interest,
    ids: Vec<ObserverId>,
}

impl Ours {
    fn new(observers: &[Handle], radii: Radii, max_visible: usize) -> Self {
        let mut interest = Interest::default();
        let observer = |handle: &Handle| Observer {
            max_visible,
            ..Observer::new(Viewpoint::Entity(*handle), radii.inner, radii.outer)
        };
        let ids = observers.iter().map(|handle| interest.insert(observer(handle)).expect("sound radii")).collect();
        Self { interest, ids }
    }

    fn tick(&mut self, game: &Game) -> Duration {
        let start = Instant::now();
        self.interest.update(&game.world);
        start.elapsed()
    }

    fn counts(&self) -> Counts {
        let sum = |of: fn(&Interest, ObserverId) -> usize| self.ids.iter().map(|id| of(&self.interest, *id)).sum();
        [
            sum(|interest, id| interest.visible(id).len()),
            sum(|interest, id| interest.entered(id).len()),
            sum(|interest, id| interest.left(id).len()),
        ]
    }
}

/// A circle in a tree.
struct Disc {
    center: [f32; 2],
    radius: f32,
}

impl RTreeObject for Disc {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        let ([x, y], radius) = (self.center, self.radius);
        AABB::from_corners([x - radius, y - radius], [x + radius, y + radius])
    }
}

impl PointDistance for Disc {
    fn distance_2(&self, [x, y]: &[f32; 2]) -> f32 {
        let (dx, dy) = (self.center[0] - x, self.center[1] - y);
        let gap = ((dx * dx + dy * dy).sqrt() - self.radius).max(0.0);
        gap * gap
    }
}

/// An R-tree and hash sets.
struct ByHand {
    radii: Radii,
    views: Vec<HashSet<Handle>>,
    came: Vec<Handle>,
    left: Vec<Handle>,
}

impl ByHand {
    fn tick(&mut self, game: &Game, observers: &[Handle]) -> Duration {
        let start = Instant::now();
        let disc = |(handle, shape)| {
            let Shape::Circle(circle) = shape else { unreachable!("all are circles") };
            GeomWithData::new(Disc { center: circle.center().to_array(), radius: circle.radius() }, handle)
        };
        let discs = game.world.iter().map(|(handle, entity)| disc((handle, entity.shape)));
        let tree = RTree::bulk_load(discs.collect());
        self.came.clear();
        self.left.clear();
        for (handle, view) in observers.iter().zip(&mut self.views) {
            let at: Vec2 = game.world.shape(*handle).expect("it is there").center();
            let (inner_sq, outer_sq) = (self.radii.inner * self.radii.inner, self.radii.outer * self.radii.outer);
            let near = tree.locate_within_distance(at.to_array(), outer_sq);
            let sees = |disc: &&GeomWithData<Disc, Handle>| {
                view.contains(&disc.data) || disc.distance_2(&at.to_array()) <= inner_sq
            };
            let now: HashSet<Handle> = near.filter(sees).map(|disc| disc.data).collect();
            self.came.extend(now.difference(view));
            self.left.extend(view.difference(&now));
            *view = now;
        }
        start.elapsed()
    }

    fn counts(&self) -> Counts {
        [self.views.iter().map(HashSet::len).sum(), self.came.len(), self.left.len()]
    }
}

/// The limits of visible entities.
const LIMITS: [usize; 3] = [32, 64, 96];

/// Compares the counts. The rounding of `f32` by hand may decide a touching entity either way.
fn agree(ours: Counts, by_hand: Counts) {
    for (ours, by_hand) in ours.into_iter().zip(by_hand) {
        assert!(ours.abs_diff(by_hand) <= 2 + ours / 10_000, "ours {ours}, by hand {by_hand}");
    }
}

fn run(name: &str, scene: &Scene, watching: usize, radii: Radii, threads: usize) {
    let mut game = Game::new(scene, Settings { threads: Threads::new(threads).expect("a few"), ..Settings::default() });
    let step = (scene.len() / watching).max(1);
    let observers: Vec<Handle> = game.world.iter().map(|(handle, _)| handle).step_by(step).take(watching).collect();
    let mut ours = Ours::new(&observers, radii, usize::MAX);
    let mut capped = LIMITS.map(|max_visible| Ours::new(&observers, radii, max_visible));
    let views = vec![HashSet::new(); observers.len()];
    let mut by_hand = ByHand { radii, views, came: vec![], left: vec![] };
    let rounds = if is_test() { 2 } else { 9 };
    let mut times: [Vec<Duration>; 6] = Default::default();
    let mut seen = 0;
    for round in 0..rounds + 3 {
        let tick = game.tick();
        let [a, b, c] = capped.each_mut().map(|capped| capped.tick(&game));
        let mut took = [tick, ours.tick(&game), a, b, c, Duration::ZERO];
        // It is slow, and does not use threads.
        if threads == 1 {
            took[5] = by_hand.tick(&game, &observers);
            agree(ours.counts(), by_hand.counts());
        }
        seen = ours.counts()[0];
        if round >= 3 {
            times.iter_mut().zip(took).for_each(|(times, took)| times.push(took));
        }
    }
    let [tick, ours, a, b, c, by_hand] = times.map(|times| median(times).as_secs_f64() * 1e3);
    let in_view = seen / observers.len();
    let by_hand = if threads == 1 { format!("{by_hand:.1} | {:.1}", by_hand / ours) } else { "| ".to_owned() };
    println!("| {name} | {threads} | {in_view} | {tick:.1} | {ours:.1} | {a:.1} | {b:.1} | {c:.1} | {by_hand} |");
}

fn main() {
    let (count, watching) = if is_test() { (300, 20) } else { (100_000, 5_000) };
    let scene = SceneKind::Uniform.generate(count, 1);
    println!("| scene | threads | in view of each | tick | interest | at most 32 | 64 | 96 | by hand | times ours |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for threads in [1, 2] {
        run("few", &scene, watching, Radii { inner: 2.5, outer: 3.0 }, threads);
        run("sparse", &scene, watching, Radii { inner: 4.5, outer: 5.5 }, threads);
        run("some", &scene, watching, Radii { inner: 6.5, outer: 7.0 }, threads);
        run("uniform", &scene, watching, Radii { inner: 18.0, outer: 20.0 }, threads);
    }
}
