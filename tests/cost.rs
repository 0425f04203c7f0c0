//! The work of ticks and queries is bounded by the number of entities and of results, for any distribution of positions
//! and sizes. Counts rows and candidates, never time.

use collide2d::broad::Visits;
use collide2d::{
    Circle, Entity, Hits, Interest, Layers, Mode, Moving, Nearest, NearestHits, Observer, OrientedRect, Query, Ray,
    RayHits, Rect, Rotor, Segment, Settings, Shape, Strategy, SweepHits, Threads, Vec2, World,
};
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop_assert, prop_assert_eq, prop_oneof, proptest};

const COUNT: usize = 10_000;

/// How the entities of a scene are distributed.
#[derive(Clone, Copy, Debug)]
struct Description {
    positions: u8,
    /// The binary logarithm of the ratio of sizes.
    sizes: i32,
    /// The binary logarithm of the unit of length.
    unit: i32,
    outliers: u8,
    kind: u8,
    seed: u32,
}

fn description() -> impl Values<Value = Description> {
    let unit = prop_oneof![5 => 0..1_i32, 1 => -120..-40_i32, 1 => 40..90_i32];
    let sizes = prop_oneof![3 => 0..2_i32, 2 => 2..12_i32, 1 => 12..60_i32];
    (0_u8..6, sizes, unit, 0_u8..5, 0_u8..4, any::<u32>()).prop_map(|(positions, sizes, unit, outliers, kind, seed)| {
        // A lattice is of equal shapes.
        let sizes = if positions == 3 { 0 } else { sizes };
        Description { positions, sizes, unit, outliers, kind, seed }
    })
}

/// Numbers from 0 to 1.
fn numbers(seed: u32) -> impl FnMut() -> f64 {
    let mut state = u64::from(seed) * 2 + 1;
    move || {
        state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x9E37_79B9_7F4A_7C15);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Description {
    /// About one pair for each entity, or a pile of entities that exclude each other.
    fn entities(&self) -> Vec<Entity> {
        let Self { positions, sizes, unit, outliers, kind, seed } = *self;
        let (mut next, unit) = (numbers(seed), 2_f64.powi(unit));
        let side = (COUNT as f64 * 3.0).sqrt();
        let mut entities = Vec::new();
        for index in 0..COUNT {
            let size = 2_f64.powf((next() - 0.5) * f64::from(sizes));
            // Entities of one size are as dense as in a world of this size alone.
            let mut number = || (next() - 0.5) * side * size;
            let (x, y) = match positions {
                0 => (number(), number()),
                1 => (number() * side, 0.0),
                2 => (0.0, number() * side),
                3 => ((index % 45) as f64 * size, (index / 45) as f64 * size),
                4 => (number() + if index % 2 == 0 { 1e4 } else { -1e4 }, number()),
                _ => (0.0, 0.0),
            };
            let entity = Entity::new(shape(kind, [x * unit, y * unit], 0.4 * size * unit, next()));
            let entity = match (positions, index % 2) {
                (5, 0) => entity.as_sensor(),
                (5, _) => entity.with_layers(Layers { category: 2, mask: 4, ..Layers::default() }),
                _ => entity,
            };
            entities.push(entity);
        }
        let at = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 0.5).unwrap();
        match outliers {
            1 => entities.push(at(3e38, 3e38).into()),
            2 => entities.push(at(1e5, -1e5).into()),
            3 => entities.push(Circle::new(Vec2::ZERO, 1e30).unwrap().into()),
            4 => entities.push(shape(2, [0.0, 0.0], 1e30, 0.125).into()),
            _ => {}
        }
        entities
    }
}

fn shape(kind: u8, [x, y]: [f64; 2], size: f64, turn: f64) -> Shape {
    let number = |number: f64| number.clamp(-1e38, 1e38) as f32;
    let (at, size) = (Vec2::new(number(x), number(y)), number(size));
    match kind {
        0 => Rect::new(at, at + size).unwrap().into(),
        2 => {
            OrientedRect::new(at, [size, size * 0.5], Rotor::from_degrees(turn as f32 * 360.0).unwrap()).unwrap().into()
        }
        _ => Circle::new(at, size).unwrap().into(),
    }
}

fn world(entities: &[Entity]) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend(entities.iter().copied());
    world
}

/// The number of pairs of bounds whose intervals on the axis with fewer of these intersect: what a sweep compares.
fn swept(entities: &[Entity]) -> u64 {
    let count = |axis: usize| {
        let mut ends: Vec<(f32, f32)> =
            entities.iter().map(|entity| (entity.shape.aabb().min()[axis], entity.shape.aabb().max()[axis])).collect();
        ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let later = |(index, (_, end)): (usize, &(f32, f32))| {
            ends[index + 1..].iter().take_while(|(start, _)| start <= end).count() as u64
        };
        ends.iter().enumerate().map(later).sum::<u64>()
    };
    count(0).min(count(1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_tick_visits_few_rows(description in description()) {
        let entities = description.entities();
        let mut world = world(&entities);
        for tick in 0..3 {
            let report = *world.step();
            let visited = match world.visits() {
                Some(Visits { rows, runs, far_runs }) => rows + runs + far_runs,
                None => swept(&entities),
            };
            let results = entities.len() as u64 + report.pair_count;
            prop_assert!(
                visited <= 500 * results && report.candidate_count <= 40 * results,
                "tick {}: {} of {} rows, {:?}", tick, visited, results, report
            );
        }
    }

    #[test]
    fn queries_visit_few_entities(description in description()) {
        // Where sizes differ more, a level holds shapes much smaller than its cells, and a query visits more of them.
        let description = Description { sizes: description.sizes.min(12), ..description };
        let entities = description.entities();
        let mut world = world(&entities);
        world.step();
        let near: Vec<_> = entities.iter().step_by(50).map(|entity| entity.shape).collect();
        let count = near.len() as u64;

        let mut hits = Hits::default();
        let shapes: Vec<_> = near.iter().map(|shape| Query::new(*shape)).collect();
        world.queries().overlap_batch_into(&shapes, Mode::All, &mut hits).unwrap();
        hits.set_max_candidates(12 * (count + hits.total() as u64) + 12 * entities.len() as u64);
        prop_assert_eq!(world.queries().overlap_batch_into(&shapes, Mode::All, &mut hits), Ok(()));

        // Around points: each entity that a large shape overlaps is equally near, at distance zero.
        let point = |shape: &Shape| Shape::from(Circle::new(shape.center(), 0.0).unwrap());
        let points: Vec<_> = near.iter().map(|shape| Query::new(point(shape))).collect();
        let mut hits = Hits::default();
        world.queries().overlap_batch_into(&points, Mode::Count, &mut hits).unwrap();
        let tied: usize = (0..points.len()).map(|query| hits.count(query)).sum();
        let limit = (100 + 15 * entities.len().isqrt() as u64) * count + 4 * entities.len() as u64 + 12 * tied as u64;

        let mut hits = NearestHits::default();
        hits.set_max_candidates(limit);
        let nearest: Vec<_> = near.iter().map(|shape| Query::new(Nearest::to(point(shape)))).collect();
        prop_assert_eq!(world.queries().nearest_batch_into(&nearest, &mut hits), Ok(()));

        let mut hits = RayHits::default();
        hits.set_max_candidates(limit);
        let way = Vec2::new(0.6, 0.8);
        let rays: Vec<_> = near.iter().map(|shape| Query::new(Ray::new(shape.center(), way, 1e38).unwrap())).collect();
        prop_assert_eq!(world.queries().ray_batch_into(&rays, Mode::First(1), &mut hits), Ok(()));
        let end = |shape: &Shape| shape.center() + (shape.aabb().max() - shape.aabb().min());
        let segments = near.iter().map(|shape| Query::new(Segment::new(shape.center(), end(shape)).unwrap()));
        let segments: Vec<_> = segments.collect();
        prop_assert_eq!(world.queries().segment_batch_into(&segments, Mode::First(1), &mut hits), Ok(()));

        let mut hits = SweepHits::default();
        hits.set_max_candidates(limit);
        let moving = |shape: &Shape| Query::new(Moving::new(*shape, end(shape) - shape.center()).unwrap());
        let sweeps: Vec<_> = near.iter().map(moving).collect();
        prop_assert_eq!(world.queries().sweep_batch_into(&sweeps, Mode::First(1), &mut hits), Ok(()));
    }

    #[test]
    fn interest_visits_few_entities(description in description()) {
        let entities = description.entities();
        let mut world = world(&entities);
        world.step();
        let mut all = Interest::new();
        let observers = entities.iter().step_by(50).map(|entity| {
            let bound = entity.shape.aabb();
            let radius = (bound.max() - bound.min()).max_element();
            Observer::new(entity.shape.center(), radius, radius)
        });
        for observer in observers.clone() {
            all.insert(observer).unwrap();
        }
        let candidates = all.update(&world).unwrap().candidate_count;
        let mut limited = Interest::with_max_candidates((candidates + entities.len()) as u64);
        for observer in observers {
            limited.insert(observer).unwrap();
        }
        prop_assert_eq!(limited.update(&world).map(|report| report.candidate_count), Ok(candidates));
    }
}

/// A scene whose sizes differ by a factor of 2^200 is swept, and one that becomes so is swept in the same tick.
#[test]
fn the_strategy_follows_the_data_at_once() {
    let nested = Description { positions: 0, sizes: 100, unit: 0, outliers: 0, kind: 1, seed: 7 }.entities();
    let mut fresh = world(&nested);
    assert_eq!(fresh.step().strategy, Strategy::SweepAndPrune);

    let even = Description { positions: 0, sizes: 0, unit: 0, outliers: 0, kind: 1, seed: 7 };
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<_> = even.entities().into_iter().map(|entity| world.insert(entity).unwrap()).collect();
    for _ in 0..5 {
        assert_eq!(world.step().strategy, Strategy::HierarchicalGrid);
    }
    let moved: Vec<_> = handles.iter().zip(&nested).map(|(handle, entity)| (*handle, entity.shape)).collect();
    world.set_shape_batch(&moved).unwrap();
    assert_eq!(world.step().strategy, Strategy::SweepAndPrune);
}
