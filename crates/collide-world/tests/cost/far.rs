//! Entities that jump far away cost themselves: the ticks of all, and the queries of those who stay, cost what they cost
//! without them. By counters.

use collide2d::{
    Budget, Circle, CrowdLimit, Entity, Handle, Layers, Mode, Moving, Nearest, NearestHits, Query, Ray, RayHits, Rect,
    Settings, SlideOptions, Slides, Strategy, Threads, Vec2, World,
};

use super::spread;

const COUNT: usize = 4_000;
const SIDE: f32 = 300.0;

/// How far they jump.
const WAYS: [f32; 9] = [3e3, 1e5, 1e6, 1e7, 1e9, 1e10, 1e12, 1e20, 1e30];

struct Scene {
    world: World,
    jumpers: Vec<Handle>,
}

impl Scene {
    fn new(strategy: Strategy) -> Self {
        let crowd = Some(CrowdLimit::new(32));
        let mut world = World::new(Settings { strategy, crowd, threads: Threads::Serial, ..Settings::default() });
        let mut insert = |index: usize| world.insert(Circle::new(spread(index) * SIDE, 0.5).unwrap()).unwrap();
        (0..COUNT).for_each(|index| assert!(insert(index).slot() == index as u32));
        let jumpers = (0..COUNT).map(|index| insert(index + COUNT)).collect();
        Self { world, jumpers }
    }

    fn jump(&mut self, way: f32, tick: usize) {
        for (index, handle) in self.jumpers.iter().enumerate() {
            let at = Vec2::splat(2.0 * SIDE) + spread(index + 3 * tick) * way;
            self.world.set(*handle, Circle::new(at, 0.5).unwrap()).unwrap();
        }
    }

    /// The work of a tick, for each entity.
    fn tick(&mut self) -> u64 {
        self.world.step().work / (2 * COUNT as u64)
    }

    /// The smallest limit of work, to a half, that is enough for the queries of those who stay.
    fn queries(&self) -> u64 {
        let from = |index: usize| spread(index) * SIDE;
        let rays = (0..40).map(|index| Query::new(Ray::new(from(index), from(index + 9) - from(index), 0.2).unwrap()));
        let near = (0..40).map(|index| {
            let at = Circle::new(from(index), 0.0).unwrap();
            Query::new(Nearest { count: 8, ..Nearest::to(at) }).on(Layers::ALL)
        });
        let (rays, near): (Vec<_>, Vec<_>) = (rays.collect(), near.collect());
        let is_enough = |limit: &u64| {
            let (mut hits, mut nearest) = (RayHits::default(), NearestHits::default());
            let limited = self.world.queries().within(Budget::of_work(*limit));
            limited.ray_batch_into(&rays, Mode::First(1), &mut hits).is_ok()
                && limited.nearest_batch_into(&near, &mut nearest).is_ok()
        };
        (4..40).map(|power| 1 << power).find(is_enough).unwrap()
    }
}

#[test]
fn ticks_and_queries_cost_what_they_cost_without_jumps() {
    for strategy in [Strategy::Auto, Strategy::HierarchicalGrid] {
        let mut scene = Scene::new(strategy);
        scene.jump(SIDE, 0);
        let (tick, queries) = (scene.tick(), scene.queries());
        for way in WAYS {
            let mut scene = Scene::new(strategy);
            // All cells are fitted again after 64 ticks.
            for number in 0..70 {
                scene.jump(way, number);
                let work = scene.tick();
                assert!(work <= 3 * tick, "{strategy:?}, {way:e}, tick {number}: {work} units each, usually {tick}");
            }
            let work = scene.queries();
            assert!(work <= 4 * queries, "{strategy:?}, {way:e}: at least {work} units a query, usually {queries}");
        }
    }
}

/// In each tick they are far away or back among the others, at another place and another size.
#[test]
fn jumps_to_and_fro_cost_little() {
    for strategy in [Strategy::Auto, Strategy::HierarchicalGrid] {
        let mut scene = Scene::new(strategy);
        scene.jump(SIDE, 0);
        let (tick, queries) = (scene.tick(), scene.queries());
        for number in 0..100 {
            let way = if number % 2 == 0 { WAYS[number / 2 % WAYS.len()] } else { SIDE };
            scene.jump(way, number);
            let work = scene.tick();
            assert!(work <= 3 * tick, "{strategy:?}, tick {number}: {work} units each, usually {tick}");
            let work = scene.queries();
            assert!(work <= 4 * queries, "{strategy:?}, tick {number}: {work} units a query, usually {queries}");
        }
    }
}

/// The work of each slide among walls and excluded rects of the same size, half of them on one point; some start far away.
fn slides(excluded: usize, far: usize, way: f32) -> u64 {
    let of = |category| Layers { category, ..Layers::ALL };
    let rect = |at: Vec2, size: f32| Entity::fixed(Rect::new(at, at + size).unwrap());
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    (0..400).for_each(|index| _ = world.insert(rect(spread(index) * SIDE, 4.0).with_layers(of(1))).unwrap());
    for index in 0..excluded {
        let at = if index % 2 == 0 { Vec2::splat(SIDE * 0.5) } else { spread(index) * SIDE };
        world.insert(rect(at, 4.0).with_layers(of(2))).unwrap();
    }
    world.refresh();
    let query = |index: usize| {
        let at = spread(index + 7) * SIDE * if index < far { way } else { 1.0 };
        let moving = Moving::new(Circle::new(at, 0.5).unwrap(), (spread(index + 99) - 0.5) * 0.4).unwrap();
        Query::new(moving).on(Layers { mask: 1, ..Layers::ALL })
    };
    let queries: Vec<Query<Moving>> = (0..COUNT).map(query).collect();
    let mut slides = Slides::default();
    world.queries().slide_batch_into(&queries, &SlideOptions::default(), &mut slides).unwrap();
    // Those who are near do move.
    let moved =
        slides.iter().zip(&queries).skip(far).filter(|(slide, query)| slide.shape != query.what.shape()).count();
    assert!(moved > (COUNT - far) * 9 / 10, "{moved}");
    slides.work() / COUNT as u64
}

/// Movers far away do not make the walk of the others dearer, nor do static entities that the filter excludes.
#[test]
fn walking_costs_what_is_near() {
    let usual = slides(0, 0, 1.0);
    for way in WAYS {
        let work = slides(0, 40, way);
        assert!(work <= usual * 3 / 2, "{way:e}: {work} and {usual}");
    }
    for (excluded, far, way) in [(2_000, 0, 1.0), (20_000, 0, 1.0), (20_000, 40, 1e30), (20_000, COUNT / 2, 1e30)] {
        let work = slides(excluded, far, way);
        assert!(work <= usual * 3 / 2, "{excluded}, {far}: {work} and {usual}");
    }
}
