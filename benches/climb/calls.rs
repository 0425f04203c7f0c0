//! The public calls that count their work.

use collide2d::{
    Aabb, Batch, Budget, Circle, CrowdLimit, Entity, Handle, History, Hits, Interest, Mode, MoveOptions, Movers, Moves,
    Moving, Nearest, NearestHits, Observer, OrientedRect, Places, Queries, Query, Ray, RayHits, Rotor, Sector, Segment,
    SeparateOptions, Separation, Settings, Shape, Sights, SlideOptions, Slides, Strategy, SweepHits, SweptPairs,
    Threads, Turning, Turns, Vec2, World,
};

use crate::genes::{Gene, Genes, asked, choice, entities, motion, of, spread};

/// A call on a scene.
pub struct Asked {
    /// Entities, queries and results.
    pub items: u64,
    /// Makes the call with a limit of work. Returns whether it was done.
    pub ask: Box<dyn FnMut(u64) -> bool>,
}

impl Asked {
    fn new(items: usize, ask: impl FnMut(u64) -> bool + 'static) -> Self {
        Self { items: items as u64, ask: Box::new(ask) }
    }

    /// The lowest limit of work, up to a quarter, with which the call is done.
    pub fn units(&mut self) -> u64 {
        let mut limit = 500;
        while !(self.ask)(limit) {
            limit += limit / 4;
        }
        limit
    }
}

/// The size of a trial.
#[derive(Clone, Copy)]
pub struct Size {
    pub entities: usize,
    pub queries: usize,
    /// Whether the items are needed.
    pub counts: bool,
}

pub type Call = fn(Scene) -> Asked;

/// A public call, and what a search for its worst case allows.
pub struct Tried {
    pub name: &'static str,
    /// A limit of the units for each item. Long runs found about half of it, before scenes had sensors, a strategy and a past:
    /// bundles of long thin polygons, decided by exact arithmetic.
    pub max_each: u64,
    /// A limit of work that is less than most scenes need. A step also plans, which costs up to a millisecond for a scene of any
    /// size, and is not counted.
    pub limit: u64,
    pub call: Call,
}

pub const CALLS: [Tried; 18] = [
    tried("step", 2_500, 1_000_000, step),
    tried("step with a crowd limit", 2_500, 1_000_000, step_with_limit),
    tried("overlap", 40_000, LIMIT, overlap),
    tried("sector", 60_000, LIMIT, sector),
    tried("ray", 20_000, LIMIT, ray),
    tried("line of sight", 120_000, LIMIT, sight),
    tried("sweep", 100_000, LIMIT, sweep),
    tried("nearest", 30_000, LIMIT, nearest),
    tried("slide", 800_000, LIMIT, slide),
    tried("free place", 500_000, LIMIT, free),
    tried("turn", 40_000, LIMIT, turn),
    tried("move", 20_000, LIMIT, |scene| moved(scene, Movers::Ignore)),
    tried("move in order", 500_000, LIMIT, |scene| moved(scene, Movers::InOrder)),
    tried("separate", 120_000, LIMIT, separate),
    tried("swept pairs", 60_000, LIMIT, swept),
    tried("interest", 5_000, LIMIT, interest),
    tried("batch", 2_500, 1_000_000, batch),
    tried("batch between", 5_000, 1_000_000, batch_between),
];

/// The limit of most calls.
const LIMIT: u64 = 100_000;

const fn tried(name: &'static str, max_each: u64, limit: u64, call: Call) -> Tried {
    Tried { name, max_each, limit, call }
}

/// A world in which some entities have changed since the last step. If the queries are between two ticks, it has stepped after
/// that.
#[derive(Clone)]
pub struct Scene {
    world: World,
    handles: Vec<Handle>,
    entities: Vec<Entity>,
    genes: Genes,
    size: Size,
}

impl Scene {
    pub fn new(genes: &Genes, size: Size) -> Self {
        let entities = entities(genes, size.entities);
        let (world, handles) = world(genes, &entities, None);
        let mut scene = Self { world, handles, entities, genes: *genes, size };
        if scene.is_past() {
            scene.world.step();
            scene.change(1.0);
            scene.world.step();
        } else {
            scene.world.refresh();
            scene.change(1e-3);
        }
        scene
    }

    /// Moves some entities by this part of their motion.
    fn change(&mut self, part: f32) {
        let share = (of(&self.genes, Gene::Changed) - 0.5).max(0.0) * 2.0;
        for index in (0..self.entities.len()).filter(|index| spread(index + 3)[0] < share) {
            let shape = &mut self.entities[index].shape;
            let by = motion(&self.genes, &Entity::new(*shape), index) * part;
            *shape = shape.translated(by).unwrap_or(*shape);
            self.world.set(self.handles[index], *shape).expect("it has room");
        }
    }

    fn is_past(&self) -> bool {
        of(&self.genes, Gene::When) > 0.6
    }

    /// The queries of the present, or between two ticks.
    fn within(&self, max_work: u64) -> Queries<'_> {
        self.ask().within(Budget::of_work(max_work))
    }

    fn ask(&self) -> Queries<'_> {
        if self.is_past() {
            self.world.at(self.world.tick() as f64 - 0.5).expect("remembered")
        } else {
            self.world.queries()
        }
    }

    fn queries<Q>(&self, query: impl Fn(Shape, Vec2) -> Option<Q>) -> Vec<Query<Q>> {
        let step = (self.entities.len() / self.size.queries).max(1);
        let some = self.entities.iter().enumerate().step_by(step);
        let made = some.filter_map(|(index, entity)| {
            let shape = asked(&self.genes, entity, index);
            query(shape, motion(&self.genes, entity, index)).map(|what| Query::new(what))
        });
        made.collect()
    }

    fn moving(&self) -> Vec<Query<Moving>> {
        self.queries(|shape, motion| Moving::new(shape, motion).ok())
    }

    fn moving_entities(&self, motions: &[(Handle, Vec2)]) -> Vec<Query<Moving>> {
        let moving = |(handle, motion): &(Handle, Vec2)| {
            Moving::new(self.world.shape(*handle).expect("there"), *motion).expect("checked")
        };
        motions.iter().map(|motion| Query::new(moving(motion))).collect()
    }

    fn motions(&self) -> Vec<(Handle, Vec2)> {
        let all = self.handles.iter().zip(&self.entities).enumerate();
        all.map(|(index, (handle, entity))| (*handle, motion(&self.genes, entity, index), entity.shape))
            .filter(|(_, motion, shape)| Moving::new(*shape, *motion).is_ok())
            .map(|(handle, motion, _)| (handle, motion))
            .collect()
    }

    /// The number of entities whose bound intersects a bound. To find out that the shapes do not overlap is work too. Each
    /// counts twice between two ticks.
    fn meeting(&self, bound: Aabb) -> usize {
        if !self.size.counts {
            return 0;
        }
        let met = self.entities.iter().filter(|entity| bound.intersects(&entity.shape.aabb())).count();
        met * if self.is_past() { 2 } else { 1 }
    }

    /// Items for each of some queries whose bounds these are.
    fn items(&self, bounds: impl Iterator<Item = Aabb>) -> usize {
        let past = if self.is_past() { self.entities.len() } else { 0 };
        bounds.map(|bound| 1 + self.meeting(bound)).sum::<usize>() + past
    }

    /// The pairs of entities whose bounds intersect, both ways.
    fn met(&self) -> usize {
        self.entities.iter().map(|entity| self.meeting(entity.shape.aabb())).sum()
    }

    fn met_by_queries(&self, queries: &[Query<Shape>]) -> usize {
        self.items(queries.iter().map(|query| query.what.aabb()))
    }

    /// The entities whose bound a query may meet on its way.
    fn met_on_way(&self, queries: &[Query<Moving>]) -> usize {
        let swept = |moving: &Moving| moving.shape().aabb().swept(moving.motion().as_dvec2());
        self.items(queries.iter().map(|query| swept(&query.what)))
    }

    /// Each query may cross the whole scene, and all entities that overlap its start are equally near.
    fn met_by_lines<Q>(&self, queries: &[Query<Q>], start: impl Fn(&Q) -> Vec2) -> usize {
        let point = |query: &Query<Q>| Circle::new(start(&query.what), 0.0).expect("finite").aabb();
        queries.len() * self.entities.len().isqrt() + self.items(queries.iter().map(point))
    }
}

fn world(genes: &Genes, entities: &[Entity], crowd: Option<CrowdLimit>) -> (World, Vec<Handle>) {
    let history = History { ticks: 4, teleport_distance: f32::INFINITY };
    let strategy = [Strategy::Auto, Strategy::Auto, Strategy::HierarchicalGrid, Strategy::UniformGrid];
    let strategy = strategy[choice(genes, Gene::Strategy, 4)];
    let mut world = World::new(Settings { crowd, history, strategy, threads: Threads::Serial, ..Settings::default() });
    let handles = entities.iter().map(|entity| world.insert(*entity).expect("room")).collect();
    (world, handles)
}

fn extent(shape: &Shape) -> f32 {
    let bound = shape.aabb();
    (bound.max() - bound.min()).max_element()
}

fn step(scene: Scene) -> Asked {
    let met = scene.met();
    stepped(scene.size.entities + met, scene.world)
}

fn step_with_limit(scene: Scene) -> Asked {
    // Not more than all entities of a square around each, of each size.
    let sizes = 2 + (of(&scene.genes, Gene::SizeRange).powi(3) * 100.0) as usize;
    let met = scene.met().min(scene.size.entities * 9 * 16 * sizes);
    stepped(scene.size.entities + met, world(&scene.genes, &scene.entities, Some(CrowdLimit::new(16))).0)
}

fn stepped(items: usize, mut world: World) -> Asked {
    Asked::new(items, move |max_work| world.step_within(Budget::of_work(max_work)).is_ok())
}

/// One of the modes that give several results, or the first.
fn mode(genes: &Genes) -> Mode {
    [Mode::All, Mode::Count, Mode::First(1), Mode::First(8)][choice(genes, Gene::Option, 4)]
}

fn overlap(scene: Scene) -> Asked {
    let (queries, mut hits) = (scene.queries(|shape, _| Some(shape)), Hits::default());
    Asked::new(scene.met_by_queries(&queries), move |limit| {
        scene.within(limit).overlap_batch_into(&queries, Mode::All, &mut hits).is_ok()
    })
}

fn sector(scene: Scene) -> Asked {
    let degrees = (of(&scene.genes, Gene::Option) * 360.0) as f32;
    let made = |shape: Shape, motion: Vec2| Sector::facing(shape.center(), motion, degrees, extent(&shape)).ok();
    let (queries, mut hits) = (scene.queries(made), Hits::default());
    Asked::new(scene.items(queries.iter().map(|query| query.what.aabb())), move |limit| {
        scene.within(limit).sector_batch_into(&queries, Mode::All, &mut hits).is_ok()
    })
}

fn ray(scene: Scene) -> Asked {
    let made = |shape: Shape, motion: Vec2| Ray::new(shape.center(), motion, motion.length().min(1e38)).ok();
    let (queries, mut hits, mode) = (scene.queries(made), RayHits::default(), mode(&scene.genes));
    let along: usize = if scene.size.counts {
        scene.ask().ray_batch_into(&queries, mode, &mut hits).expect("no limit");
        hits.total()
    } else {
        0
    };
    Asked::new(scene.met_by_lines(&queries, Ray::origin) + along, move |limit| {
        scene.within(limit).ray_batch_into(&queries, mode, &mut hits).is_ok()
    })
}

fn sight(scene: Scene) -> Asked {
    let made = |shape: Shape, motion: Vec2| Segment::new(shape.center(), shape.center() + motion).ok();
    let (queries, mut sights) = (scene.queries(made), Sights::default());
    Asked::new(scene.met_by_lines(&queries, Segment::from), move |limit| {
        scene.within(limit).blocked_batch_into(&queries, &mut sights).is_ok()
    })
}

fn sweep(scene: Scene) -> Asked {
    let (queries, mut hits, mode) = (scene.moving(), SweepHits::default(), mode(&scene.genes));
    Asked::new(scene.met_on_way(&queries), move |limit| {
        scene.within(limit).sweep_batch_into(&queries, mode, &mut hits).is_ok()
    })
}

fn nearest(scene: Scene) -> Asked {
    let most = 1 + choice(&scene.genes, Gene::Option, 32);
    let made = |shape: Shape, _: Vec2| Some(Nearest { count: most, ..Nearest::to(shape) });
    let (queries, mut hits) = (scene.queries(made), NearestHits::default());
    let met = scene.met_by_queries(&scene.queries(|shape, _| Some(shape)));
    Asked::new(met + queries.len() * most, move |limit| {
        scene.within(limit).nearest_batch_into(&queries, &mut hits).is_ok()
    })
}

fn slide(scene: Scene) -> Asked {
    let (queries, mut slides) = (scene.moving(), Slides::default());
    let options = SlideOptions { max_bounces: choice(&scene.genes, Gene::Option, 6), ..SlideOptions::default() };
    Asked::new(scene.met_on_way(&queries), move |limit| {
        scene.within(limit).slide_batch_into(&queries, &options, &mut slides).is_ok()
    })
}

fn free(scene: Scene) -> Asked {
    let (queries, mut places) = (scene.queries(|shape, _| Some(shape)), Places::default());
    let far =
        queries.first().map_or(1.0, |query| extent(&query.what)) * (of(&scene.genes, Gene::Option) * 6.0).exp2() as f32;
    Asked::new(scene.items(queries.iter().map(|query| query.what.aabb().expanded(f64::from(far)))), move |limit| {
        scene.within(limit).free_batch_into(&queries, far, &mut places).is_ok()
    })
}

fn turn(scene: Scene) -> Asked {
    let angle = (of(&scene.genes, Gene::Option) * 360.0) as f32;
    let made = |shape: Shape, motion: Vec2| {
        let half = (shape.aabb().max() - shape.aabb().min()) * Vec2::new(0.5, 0.05);
        let rect = OrientedRect::new(shape.center(), half, Rotor::IDENTITY).ok()?;
        Turning::new(rect, shape.center() + motion.clamp_length_max(half.x * 4.0), angle).ok()
    };
    let (queries, mut turns) = (scene.queries(made), Turns::default());
    Asked::new(queries.len() * (1 + scene.size.entities), move |limit| {
        scene.within(limit).turn_batch_into(&queries, &mut turns).is_ok()
    })
}

fn moved(mut scene: Scene, movers: Movers) -> Asked {
    let motions = scene.motions();
    let near = scene.met_on_way(&scene.moving_entities(&motions));
    let mut moves = Moves::default();
    Asked::new(scene.size.entities + near, move |limit| {
        let options = MoveOptions { movers, budget: Budget::of_work(limit), ..MoveOptions::default() };
        scene.world.move_batch_into(&motions, &options, &mut moves).is_ok()
    })
}

fn separate(mut scene: Scene) -> Asked {
    let mut separation = Separation::default();
    let rounds = 1 + choice(&scene.genes, Gene::Option, 4);
    Asked::new(scene.size.entities * rounds, move |limit| {
        let options = SeparateOptions { rounds, budget: Budget::of_work(limit), ..SeparateOptions::default() };
        scene.world.separate_into(&scene.handles, &options, &mut separation).is_ok()
    })
}

fn swept(scene: Scene) -> Asked {
    let (motions, mut pairs) = (scene.motions(), SweptPairs::default());
    let near = scene.met_on_way(&scene.moving_entities(&motions));
    Asked::new(scene.size.entities + near, move |limit| {
        scene.world.swept_pairs_into(&motions, Budget::of_work(limit), &mut pairs).is_ok()
    })
}

fn interest(scene: Scene) -> Asked {
    let mut interest = Interest::new();
    let (most, mut met) = (choice(&scene.genes, Gene::Option, 64), 0);
    for query in scene.queries(|shape, _| Some(shape)) {
        let radius = extent(&query.what);
        let observer = Observer::new(query.what.center(), radius, radius * 1.1);
        let observer = if most == 0 { observer } else { observer.with_max_visible(most) };
        met += Circle::new(query.what.center(), radius * 1.1).map_or(0, |outer| scene.meeting(outer.aabb()));
        _ = interest.insert(observer);
    }
    Asked::new(scene.size.entities + interest.len() * 2 + met, move |limit| {
        interest.update_within(&scene.world, Budget::of_work(limit)).is_ok()
    })
}

fn batch(scene: Scene) -> Asked {
    batched(scene, |batch, shapes, out| batch.pairs_into(shapes, out).is_ok())
}

fn batch_between(scene: Scene) -> Asked {
    batched(scene, |batch, shapes, out| {
        let (a, b) = shapes.split_at(shapes.len() / 2);
        batch.pairs_between_into(a, b, out).is_ok()
    })
}

fn batched(scene: Scene, mut ask: impl FnMut(&mut Batch, &[Shape], &mut Vec<(u32, u32)>) -> bool + 'static) -> Asked {
    let shapes: Vec<Shape> = scene.entities.iter().map(|entity| entity.shape).collect();
    let (mut batch, mut pairs) = (Batch::new(scene.world.settings().clone()), Vec::new());
    Asked::new(shapes.len() + scene.met(), move |max_work| {
        ask(batch.within(Budget::of_work(max_work)), &shapes, &mut pairs)
    })
}
