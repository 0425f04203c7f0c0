//! The public calls that count their work.

use collide2d::{
    Aabb, Circle, CrowdLimit, Entity, Handle, History, Hits, Interest, Mode, MoveOptions, Movers, Moves, Moving,
    Nearest, NearestHits, Observer, OrientedRect, Places, Query, Ray, RayHits, Sector, Segment, SeparateOptions,
    Separation, Settings, Shape, Sights, SlideOptions, Slides, SweepHits, SweptPairs, Threads, Turning, Turns, Vec2,
    World,
};

use super::genes::{Gene, Genes, asked, choice, entities, motion, of};

/// What a call did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub units: u64,
    /// Entities, queries and results.
    pub items: u64,
}

impl Cost {
    fn new(units: u64, items: usize) -> Self {
        Self { units, items: items as u64 }
    }

    /// The units for each item.
    pub fn each(&self) -> u64 {
        self.units / self.items.max(1)
    }
}

pub type Call = fn(&Genes, usize) -> Cost;

/// The name, the limit of the units for each item, and the call. The limits are about twice what long runs found: bundles of
/// long thin polygons, decided by exact arithmetic.
pub const CALLS: [(&str, u64, Call); 17] = [
    ("step", 2_500, step),
    ("step with a crowd limit", 2_500, step_with_limit),
    ("overlap", 40_000, overlap),
    ("sector", 60_000, sector),
    ("ray", 20_000, ray),
    ("line of sight", 120_000, sight),
    ("sweep", 100_000, sweep),
    ("nearest", 30_000, nearest),
    ("slide", 800_000, slide),
    ("free place", 500_000, free),
    ("turn", 40_000, turn),
    ("move", 20_000, move_past),
    ("move in order", 500_000, move_in_order),
    ("separate", 120_000, separate),
    ("swept pairs", 60_000, swept),
    ("interest", 5_000, interest),
    ("overlap in the past", 10_000, past),
];

/// The lowest limit of work, up to a quarter, with which a call succeeds. A call that is refused has changed nothing.
fn units(mut call: impl FnMut(u64) -> bool) -> u64 {
    let mut limit = 500;
    while !call(limit) {
        limit += limit / 4;
    }
    limit
}

/// The number of queries.
const QUERIES: usize = 100;

struct Scene {
    world: World,
    handles: Vec<Handle>,
    entities: Vec<Entity>,
}

impl Scene {
    fn new(genes: &Genes, count: usize, crowd: Option<CrowdLimit>) -> Self {
        let entities = entities(genes, count);
        let history = History { ticks: 4, teleport_distance: f32::INFINITY };
        let mut world = World::new(Settings { crowd, history, threads: Threads::Serial, ..Settings::default() });
        let handles = entities.iter().map(|entity| world.insert(*entity).unwrap()).collect();
        world.step();
        Self { world, handles, entities }
    }

    /// A scene in which some entities have changed since the step.
    fn changed(genes: &Genes, count: usize) -> Self {
        let mut scene = Self::new(genes, count, None);
        let changed = (of(genes, Gene::Changed) - 0.5).max(0.0) * 2.0 * count as f64;
        for index in 0..changed as usize {
            let Entity { shape, .. } = &mut scene.entities[index];
            *shape = shape.translated(motion(genes, &Entity::new(*shape), index) * 1e-3).unwrap_or(*shape);
            scene.world.set(scene.handles[index], *shape).unwrap();
        }
        scene
    }

    fn queries<Q>(&self, genes: &Genes, query: impl Fn(Shape, Vec2) -> Option<Q>) -> Vec<Query<Q>> {
        let step = (self.entities.len() / QUERIES).max(1);
        let some = self.entities.iter().enumerate().step_by(step);
        let made = some.filter_map(|(index, entity)| {
            let shape = asked(genes, entity, index);
            query(shape, motion(genes, entity, index)).map(|what| Query::new(what))
        });
        made.collect()
    }

    fn moving(&self, genes: &Genes) -> Vec<Query<Moving>> {
        self.queries(genes, |shape, motion| Moving::new(shape, motion).ok())
    }

    fn moving_entities(&self, motions: &[(Handle, Vec2)]) -> Vec<Query<Moving>> {
        let moving = |(handle, motion): &(Handle, Vec2)| Moving::new(self.world.shape(*handle).unwrap(), *motion);
        motions.iter().map(|motion| Query::new(moving(motion).unwrap())).collect()
    }

    fn motions(&self, genes: &Genes) -> Vec<(Handle, Vec2)> {
        let all = self.handles.iter().zip(&self.entities).enumerate();
        all.filter(|(_, (_, entity))| Moving::new(entity.shape, Vec2::ZERO).is_ok())
            .map(|(index, (handle, entity))| (*handle, motion(genes, entity, index)))
            .filter(|(handle, motion)| Moving::new(self.world.shape(*handle).unwrap(), *motion).is_ok())
            .collect()
    }
}

/// The number of entities whose bound intersects a bound. To find out that the shapes do not overlap is work too.
fn meeting(scene: &Scene, bound: Aabb) -> usize {
    scene.entities.iter().filter(|entity| bound.intersects(&entity.shape.aabb())).count()
}

fn meeting_queries(scene: &Scene, queries: &[Query<Shape>]) -> usize {
    queries.iter().map(|query| meeting(scene, query.what.aabb())).sum()
}

fn step(genes: &Genes, count: usize) -> Cost {
    let mut scene = Scene::new(genes, count, None);
    let report = *scene.world.step();
    let met: usize = scene.entities.iter().map(|entity| meeting(&scene, entity.shape.aabb())).sum();
    Cost::new(report.work, count + met)
}

/// Not more than for each entity and pair of bounds that takes part, however many there are.
fn step_with_limit(genes: &Genes, count: usize) -> Cost {
    let mut scene = Scene::new(genes, count, Some(CrowdLimit::new(16)));
    let report = *scene.world.step();
    let met: usize = scene.entities.iter().map(|entity| meeting(&scene, entity.shape.aabb())).sum();
    // All entities of a square around each, of each size.
    let sizes = 2 + (of(genes, Gene::SizeRange).powi(3) * 100.0) as usize;
    Cost::new(report.work, count + met.min(count * 9 * 16 * sizes))
}

/// One of the modes that give several results, or the first.
fn mode(genes: &Genes) -> Mode {
    [Mode::All, Mode::Count, Mode::First(1), Mode::First(8)][choice(genes, Gene::Option, 4)]
}

fn overlap(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let (queries, mut hits) = (scene.queries(genes, |shape, _| Some(shape)), Hits::default());
    let units = units(|limit| {
        hits.set_max_work(limit);
        scene.world.queries().overlap_batch_into(&queries, Mode::All, &mut hits).is_ok()
    });
    Cost::new(units, queries.len() + meeting_queries(&scene, &queries))
}

fn past(genes: &Genes, count: usize) -> Cost {
    let mut scene = Scene::new(genes, count, None);
    for (index, (handle, entity)) in scene.handles.iter().zip(&scene.entities).enumerate() {
        let by = motion(genes, entity, index);
        let is_moved = spread_of(index) < of(genes, Gene::Changed);
        if let Some(shape) = entity.shape.translated(by).ok().filter(|_| is_moved) {
            scene.world.set(*handle, shape).unwrap();
        }
    }
    scene.world.step();
    let (queries, mut hits) = (scene.queries(genes, |shape, _| Some(shape)), Hits::default());
    let units = units(|limit| {
        hits.set_max_work(limit);
        scene.world.at(1.5).unwrap().overlap_batch_into(&queries, Mode::All, &mut hits).is_ok()
    });
    // Entities that were there before and after.
    let met = meeting_queries(&scene, &queries);
    Cost::new(units, queries.len() + 2 * met + hits.total() + count)
}

fn spread_of(index: usize) -> f64 {
    (index as f64 * 0.618_033_988_749_895).fract()
}

fn sector(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let degrees = (of(genes, Gene::Option) * 360.0) as f32;
    let made = |shape: Shape, motion: Vec2| {
        let radius = (shape.aabb().max() - shape.aabb().min()).max_element();
        Sector::facing(shape.center(), motion, degrees, radius).ok()
    };
    let (queries, mut hits) = (scene.queries(genes, made), Hits::default());
    let units = units(|limit| {
        hits.set_max_work(limit);
        scene.world.queries().sector_batch_into(&queries, Mode::All, &mut hits).is_ok()
    });
    let met = queries.iter().map(|query| meeting(&scene, query.what.aabb()));
    Cost::new(units, queries.len() + met.sum::<usize>())
}

fn ray(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let made = |shape: Shape, motion: Vec2| Ray::new(shape.center(), motion, motion.length().min(1e38)).ok();
    let (queries, mut hits) = (scene.queries(genes, made), RayHits::default());
    let units = units(|limit| {
        hits.set_max_work(limit);
        scene.world.queries().ray_batch_into(&queries, mode(genes), &mut hits).is_ok()
    });
    // A ray may cross the whole scene.
    Cost::new(units, queries.len() * (1 + count.isqrt()) + hits.total() + tied(&scene, &queries, |ray| ray.origin()))
}

/// The number of entities that overlap the start of each query: all of them are equally near.
fn tied<Q>(scene: &Scene, queries: &[Query<Q>], start: impl Fn(&Q) -> Vec2) -> usize {
    let points: Vec<Query<Shape>> =
        queries.iter().map(|query| Query::new(Circle::new(start(&query.what), 0.0).unwrap().into())).collect();
    let mut hits = Hits::default();
    scene.world.queries().overlap_batch_into(&points, Mode::Count, &mut hits).unwrap();
    hits.total()
}

fn sight(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let made = |shape: Shape, motion: Vec2| Segment::new(shape.center(), shape.center() + motion).ok();
    let (queries, mut sights) = (scene.queries(genes, made), Sights::default());
    scene.world.queries().blocked_batch_into(&queries, &mut sights).unwrap();
    Cost::new(sights.work(), queries.len() * (1 + count.isqrt()))
}

fn sweep(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let (queries, mut hits) = (scene.moving(genes), SweepHits::default());
    let asked = scene.world.queries();
    let units = units(|limit| {
        hits.set_max_work(limit);
        asked.sweep_batch_into(&queries, mode(genes), &mut hits).is_ok()
    });
    Cost::new(units, queries.len() + near(&scene, &queries))
}

fn nearest(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let most = 1 + choice(genes, Gene::Option, 32);
    let made = |shape: Shape, _: Vec2| Some(Nearest { count: most, ..Nearest::to(shape) });
    let (queries, mut hits) = (scene.queries(genes, made), NearestHits::default());
    let units = units(|limit| {
        hits.set_max_work(limit);
        scene.world.queries().nearest_batch_into(&queries, &mut hits).is_ok()
    });
    let met = meeting_queries(&scene, &scene.queries(genes, |shape, _| Some(shape)));
    Cost::new(units, queries.len() + hits.total() + met)
}

fn slide(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let (queries, mut slides) = (scene.moving(genes), Slides::default());
    let options = SlideOptions { max_bounces: choice(genes, Gene::Option, 6), ..SlideOptions::default() };
    scene.world.queries().slide_batch_into(&queries, &options, &mut slides).unwrap();
    Cost::new(slides.work(), queries.len() + near(&scene, &queries))
}

/// The number of entities whose bound a query may meet on its way.
fn near(scene: &Scene, queries: &[Query<Moving>]) -> usize {
    let met = |query: &Query<Moving>| meeting(scene, query.what.shape().aabb().swept(query.what.motion().as_dvec2()));
    queries.iter().map(met).sum()
}

fn free(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let (queries, mut places) = (scene.queries(genes, |shape, _| Some(shape)), Places::default());
    let far = queries.first().map_or(1.0, |query| (query.what.aabb().max() - query.what.aabb().min()).max_element());
    let far = far * (of(genes, Gene::Option) * 6.0).exp2() as f32;
    scene.world.queries().free_batch_into(&queries, far, &mut places).unwrap();
    let around = queries.iter().map(|query| query.what.aabb().expanded(f64::from(far)));
    let around =
        around.map(|area| scene.entities.iter().filter(|entity| area.intersects(&entity.shape.aabb())).count());
    Cost::new(places.work(), queries.len() + around.sum::<usize>())
}

fn turn(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let angle = (of(genes, Gene::Option) * 360.0) as f32;
    let made = |shape: Shape, motion: Vec2| {
        let half = (shape.aabb().max() - shape.aabb().min()) * Vec2::new(0.5, 0.05);
        let rect = OrientedRect::new(shape.center(), half, collide2d::Rotor::IDENTITY).ok()?;
        Turning::new(rect, shape.center() + motion.clamp_length_max(half.x * 4.0), angle).ok()
    };
    let (queries, mut turns) = (scene.queries(genes, made), Turns::default());
    scene.world.queries().turn_batch_into(&queries, &mut turns).unwrap();
    Cost::new(turns.work(), queries.len() * (1 + count))
}

fn moved(genes: &Genes, count: usize, movers: Movers) -> Cost {
    let mut scene = Scene::changed(genes, count);
    let motions = scene.motions(genes);
    let near = near(&scene, &scene.moving_entities(&motions));
    let mut moves = Moves::default();
    let options = MoveOptions { movers, ..MoveOptions::default() };
    let units = units(|limit| {
        moves.set_max_work(limit);
        scene.world.move_batch_into(&motions, &options, &mut moves).is_ok()
    });
    Cost::new(units, count + near)
}

fn move_past(genes: &Genes, count: usize) -> Cost {
    moved(genes, count, Movers::Ignore)
}

fn move_in_order(genes: &Genes, count: usize) -> Cost {
    moved(genes, count, Movers::InOrder)
}

fn separate(genes: &Genes, count: usize) -> Cost {
    let mut scene = Scene::changed(genes, count);
    let mut separation = Separation::default();
    let options = SeparateOptions { rounds: 1 + choice(genes, Gene::Option, 4), ..SeparateOptions::default() };
    let units = units(|limit| {
        separation.set_max_work(limit);
        scene.world.separate_into(&scene.handles, &options, &mut separation).is_ok()
    });
    Cost::new(units, count * options.rounds)
}

fn swept(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let (motions, mut pairs) = (scene.motions(genes), SweptPairs::default());
    let units = units(|limit| {
        pairs.set_max_work(limit);
        scene.world.swept_pairs_into(&motions, &mut pairs).is_ok()
    });
    let queries = scene.moving_entities(&motions);
    Cost::new(units, count + pairs.list().len() + near(&scene, &queries))
}

fn interest(genes: &Genes, count: usize) -> Cost {
    let scene = Scene::changed(genes, count);
    let mut interest = Interest::new();
    let (most, mut met) = (choice(genes, Gene::Option, 64), 0);
    for query in scene.queries(genes, |shape, _| Some(shape)) {
        let radius = (query.what.aabb().max() - query.what.aabb().min()).max_element();
        let observer = Observer::new(query.what.center(), radius, radius * 1.1);
        let observer = if most == 0 { observer } else { observer.with_max_visible(most) };
        met += Circle::new(query.what.center(), radius * 1.1).map_or(0, |outer| meeting(&scene, outer.aabb()));
        _ = interest.insert(observer);
    }
    let report = *interest.update(&scene.world).unwrap();
    Cost::new(report.work, count + interest.len() + report.visible_count + met)
}
