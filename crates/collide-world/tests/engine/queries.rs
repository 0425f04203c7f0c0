//! Raycasts, lines of sight, shapecasts (sweeps) and nearest neighbours, compared with brute force.

use std::sync::LazyLock;

use crate::bodies::{capsule, polygon};
use crate::sectors::{check_sectors, sectors_of};
use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, Filter, Handle, History, Impact, Layers, Mobility, Mode, Moving, Nearest, NearestHits,
    OrientedRect, Query, Ray, RayHits, Rect, Rotor, Segment, Settings, Shape, Sights, Strategy, SweepHits, Threads,
    Touching, Vec2, World, cast_ray, cast_segment, distance, sector_shape, segment_shape, sweep, sweep_entering,
};
use proptest::collection::vec;
use proptest::prelude::{
    Just, ProptestConfig, Strategy as Any, TestCaseError, any, prop_assert_eq, prop_oneof, proptest,
};
use proptest::sample::select;

static TWO: LazyLock<Threads> = LazyLock::new(|| Threads::new(2).unwrap());

/// Numbers on a lattice where shapes touch, anywhere, and at the ends of the range.
fn number() -> impl Any<Value = f32> {
    prop_oneof![
        12 => (-24_i8..24).prop_map(|n| f32::from(n) * 0.5),
        4 => -12.0_f32..12.0,
        1 => select(vec![-0.0, 1e-45, -1e-38, 1.0_f32.next_up(), 2.5_f32.next_down(), 0.1, 16_777_217.0]),
        1 => select(vec![1e20, -1e30, f32::MAX, f32::MIN, 3e38]),
    ]
}

fn size() -> impl Any<Value = f32> {
    prop_oneof![8 => (0_u8..6).prop_map(|n| f32::from(n) * 0.5), 2 => 0.0_f32..2.0, 1 => number().prop_map(f32::abs)]
}

fn shape() -> impl Any<Value = Shape> {
    (number(), number(), size(), size(), 0..5_u8, 0..24_u16).prop_map(|(x, y, a, b, kind, turn)| {
        let (center, half, degrees) = (Vec2::new(x, y), Vec2::new(a, b), f32::from(turn) * 15.0);
        match kind {
            0 => Circle::new(center, a).unwrap().into(),
            1 => {
                let clamped = |corner: Vec2| corner.clamp(Vec2::MIN, Vec2::MAX);
                Rect::new(clamped(center - half), clamped(center + half)).unwrap().into()
            }
            3 => capsule(center, half, degrees),
            4 => polygon(center, half, degrees),
            _ => OrientedRect::new(center, half, Rotor::from_degrees(degrees).unwrap()).unwrap().into(),
        }
    })
}

fn point() -> impl Any<Value = Vec2> {
    (number(), number()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn ray() -> impl Any<Value = Ray> {
    (point(), point(), size(), any::<bool>()).prop_map(|(origin, direction, far, endless)| {
        let direction = if direction == Vec2::ZERO { Vec2::X } else { direction };
        Ray::new(origin, direction, if endless { f32::INFINITY } else { far }).unwrap()
    })
}

fn entity() -> impl Any<Value = Entity> {
    let mobility = select(vec![Mobility::Dynamic, Mobility::Dynamic, Mobility::Static, Mobility::Sleeping]);
    (shape(), mobility, 0..6_u8, any::<bool>()).prop_map(|(shape, mobility, layer, sensor)| {
        let layers = if layer < 3 { Layers { category: 1 << layer, ..Layers::ALL } } else { Layers::ALL };
        Entity { mobility, layers, sensor: sensor && layer == 0, ..Entity::new(shape) }
    })
}

/// A filter: layers, sensors, and the number of an excluded entity.
fn filter() -> impl Any<Value = (Layers, bool, usize)> {
    let layers =
        (0..6_u8).prop_map(|mask| if mask < 4 { Layers { mask: 0b101 << mask, ..Layers::ALL } } else { Layers::ALL });
    (layers, any::<bool>(), 0..40_usize)
}

#[derive(Clone, Debug)]
struct Questions {
    filters: Vec<(Layers, bool, usize)>,
    rays: Vec<Ray>,
    shapes: Vec<Shape>,
    motions: Vec<Vec2>,
    count: usize,
    within: f32,
}

/// A few queries, or enough for the engine to sort a changed world.
fn questions() -> impl Any<Value = Questions> {
    let many = prop_oneof![Just(3_usize), Just(17)];
    let within = prop_oneof![2 => Just(f32::INFINITY), 1 => size(), 1 => Just(-1.0), 1 => Just(f32::NAN)];
    many.prop_flat_map(move |n| {
        let all = (vec(filter(), n), vec(ray(), n), vec(shape(), n), vec(point(), n));
        (all, select(vec![0, 1, 2, 5, usize::MAX]), within.clone()).prop_map(|(all, count, within)| Questions {
            filters: all.0,
            rays: all.1,
            shapes: all.2,
            motions: all.3,
            count,
            within,
        })
    })
}

type Model = Vec<(Handle, Entity)>;

/// Runs all queries, and compares with brute force.
fn check(world: &World, time: Option<f64>, model: &Model, asked: &Questions) -> Result<(), TestCaseError> {
    let queries = time.map_or(world.queries(), |time| world.at(time).unwrap());
    let touching = world.settings().touching;
    let filters: Vec<Filter> = asked
        .filters
        .iter()
        .map(|&(layers, sensors, but)| {
            let except = model.get(but).map(|(handle, _)| *handle);
            Filter { layers: Some(layers).filter(|layers| *layers != Layers::ALL), sensors, except }
        })
        .collect();
    let among = |filter: Filter| {
        let Filter { layers, sensors, except } = filter;
        model.iter().filter(move |(handle, entity)| {
            layers.is_none_or(|layers| layers.meet(&entity.layers))
                && (sensors || !entity.sensor)
                && except != Some(*handle)
        })
    };
    let modes = [Mode::All, Mode::First(1), Mode::First(asked.count), Mode::Count];
    let taken = |mode: Mode, len: usize| if let Mode::First(most) = mode { len.min(most) } else { len };

    let rays: Vec<_> =
        asked.rays.iter().zip(&filters).map(|(ray, filter)| Query { what: *ray, filter: *filter }).collect();
    let mut hits = RayHits::default();
    for mode in modes {
        queries.ray_batch_into(&rays, mode, &mut hits).unwrap();
        prop_assert_eq!(hits.len(), rays.len());
        for (number, ray) in rays.iter().enumerate() {
            let mut all: Vec<_> = among(ray.filter)
                .filter_map(|(who, entity)| Some((*who, cast_ray(&ray.what, entity.shape)?)))
                .collect();
            all.sort_by(|a, b| a.1.entry.partial_cmp(&b.1.entry).unwrap().then(a.0.slot().cmp(&b.0.slot())));
            prop_assert_eq!(queries.ray(*ray), all.first().copied());
            all.truncate(taken(mode, all.len()));
            prop_assert_eq!(hits.count(number), all.len());
            prop_assert_eq!(hits.of(number), if mode == Mode::Count { &[] } else { all.as_slice() }, "{:?}", ray);
        }
    }

    check_sectors(&queries, &sectors_of(&asked.rays, &asked.motions, &filters), asked.count, |sector| {
        let accepts = |(_, entity): &&(Handle, Entity)| touching.accepts(sector_shape(&sector.what, entity.shape));
        let mut all: Vec<_> = among(sector.filter).filter(accepts).map(|(who, _)| *who).collect();
        all.sort_by_key(|who| who.slot());
        all
    })?;

    let sight = |(ray, filter): (&Ray, &Filter)| {
        let to = ray.at(ray.max_t().min(3.0)).clamp(Vec2::MIN, Vec2::MAX);
        Query { what: Segment::new(ray.origin(), to).unwrap(), filter: *filter }
    };
    let segments: Vec<_> = asked.rays.iter().zip(&filters).map(sight).collect();
    let mut blocked = Sights::default();
    queries.blocked_batch_into(&segments, &mut blocked).unwrap();
    for (segment, blocked) in segments.iter().zip(blocked.list()) {
        let hit = |(_, entity): &&(_, Entity)| touching.accepts(segment_shape(&segment.what, entity.shape));
        prop_assert_eq!(*blocked, among(segment.filter).any(|entity| hit(&entity)), "{:?}", segment);
        prop_assert_eq!(*blocked, queries.blocked(*segment));
    }
    for mode in modes {
        queries.segment_batch_into(&segments, mode, &mut hits).unwrap();
        for (number, segment) in segments.iter().enumerate() {
            let mut all: Vec<_> = among(segment.filter)
                .filter(|(_, entity)| touching.accepts(segment_shape(&segment.what, entity.shape)))
                .map(|(who, entity)| (*who, cast_segment(&segment.what, entity.shape).unwrap()))
                .collect();
            all.sort_by(|a, b| a.1.entry.partial_cmp(&b.1.entry).unwrap().then(a.0.slot().cmp(&b.0.slot())));
            prop_assert_eq!(queries.segment(*segment), all.first().copied());
            all.truncate(taken(mode, all.len()));
            prop_assert_eq!(hits.count(number), all.len());
            prop_assert_eq!(hits.of(number), if mode == Mode::Count { &[] } else { all.as_slice() }, "{:?}", segment);
        }
    }

    let moving = asked.shapes.iter().zip(&asked.motions).map(|(shape, motion)| Moving::new(shape, *motion).unwrap());
    let moving: Vec<_> = moving.zip(&filters).map(|(what, filter)| Query { what, filter: *filter }).collect();
    let mut hits = SweepHits::default();
    let rules: [fn(Moving, Shape) -> Option<Impact>; 2] = [|a, b| sweep(a, b), |a, b| sweep_entering(a, b)];
    let views = [queries, queries.entering()].into_iter().zip(rules);
    for ((queries, rule), mode) in views.flat_map(|view| modes.map(|mode| (view, mode))) {
        queries.sweep_batch_into(&moving, mode, &mut hits).unwrap();
        for (number, moving) in moving.iter().enumerate() {
            let mut all: Vec<_> = among(moving.filter)
                .filter_map(|(who, entity)| Some((*who, rule(moving.what, entity.shape)?)))
                .collect();
            all.sort_by(|a, b| a.1.time.partial_cmp(&b.1.time).unwrap().then(a.0.slot().cmp(&b.0.slot())));
            prop_assert_eq!(queries.sweep(*moving), all.first().copied());
            all.truncate(taken(mode, all.len()));
            prop_assert_eq!(hits.count(number), all.len());
            prop_assert_eq!(hits.of(number), if mode == Mode::Count { &[] } else { all.as_slice() }, "{:?}", moving);
        }
    }

    let nearest = |(shape, filter): (&Shape, &Filter)| Query {
        what: Nearest { shape: *shape, count: asked.count, within: asked.within },
        filter: *filter,
    };
    let nearest: Vec<_> = asked.shapes.iter().zip(&filters).map(nearest).collect();
    let mut hits = NearestHits::default();
    queries.nearest_batch_into(&nearest, &mut hits).unwrap();
    for (number, query) in nearest.iter().enumerate() {
        let mut all: Vec<_> =
            among(query.filter).map(|(who, entity)| (*who, distance(query.what.shape, entity.shape))).collect();
        all.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap().then(a.0.slot().cmp(&b.0.slot())));
        all.retain(|(_, far)| *far <= asked.within);
        all.truncate(asked.count);
        prop_assert_eq!(hits.of(number), all.as_slice(), "{:?}", query);
        prop_assert_eq!(queries.nearest(*query), all.first().copied().filter(|_| asked.count > 0));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn every_question_is_answered_as_a_look_at_each_entity_would(
        entities in prop_oneof![vec(entity(), 0..12), vec(entity(), 30..60)],
        moves in vec((0..60_usize, shape()), 0..8),
        asked in questions(),
        strategy in select(Strategy::ALL.to_vec()),
        touching in select(vec![Touching::Closed, Touching::Open]),
    ) {
        let history = History { ticks: 2, teleport_distance: 1.0 };
        let mut world = World::new(Settings { strategy, touching, history, threads: Threads::Serial, ..Settings::default() });
        let mut model: Model = entities.iter().map(|entity| (world.insert(*entity).unwrap(), *entity)).collect();
        check(&world, None, &model, &asked)?;
        world.step();
        check(&world, None, &model, &asked)?;
        let before = model.clone();
        for (who, shape) in moves {
            if let Some((handle, entity)) = model.get_mut(who) {
                world.set(*handle, shape).unwrap();
                entity.shape = shape;
            }
        }
        if model.len() > 2 {
            world.remove(model.remove(1).0).unwrap();
        }
        check(&world, None, &model, &asked)?;
        world.refresh();
        check(&world, None, &model, &asked)?;
        world.step();
        check(&world, Some(1.0), &before, &asked)?;
        check(&world, Some(2.0), &model, &asked)?;
    }

    /// Shapes that do not rotate, between two ticks, at the positions of the engine.
    #[test]
    fn between_two_ticks(
        entities in vec((shape(), -1.0_f32..1.0, -1.0_f32..1.0), 1..40),
        asked in questions(),
        part in select(vec![0.25, 0.5, 0.9375]),
    ) {
        let history = History { ticks: 2, teleport_distance: 1.5 };
        let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
        let mut model = Model::new();
        let straight = |shape: &Shape| !matches!(shape, Shape::OrientedRect(_));
        for (shape, ..) in entities.iter().filter(|entity| straight(&entity.0)) {
            model.push((world.insert(shape).unwrap(), Entity::new(shape)));
        }
        world.step();
        let motions = entities.iter().filter(|entity| straight(&entity.0)).map(|(_, x, y)| Vec2::new(*x, *y));
        for ((handle, entity), motion) in model.iter_mut().zip(motions) {
            if let Ok(to) = entity.shape.translated(motion) {
                world.set(*handle, to).unwrap();
                entity.shape = on_the_way(&entity.shape, &to, part);
            }
        }
        world.step();
        check(&world, Some(1.0 + part), &model, &asked)?;
    }
}

fn on_the_way(from: &Shape, to: &Shape, part: f64) -> Shape {
    let number = |a: f32, b: f32| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as f32;
    let point = |a: Vec2, b: Vec2| Vec2::new(number(a.x, b.x), number(a.y, b.y));
    match (from, to) {
        (Shape::Circle(a), Shape::Circle(b)) => Circle::new(point(a.center(), b.center()), a.radius()).unwrap().into(),
        (Shape::Rect(a), Shape::Rect(b)) => Rect::new(point(a.min(), b.min()), point(a.max(), b.max())).unwrap().into(),
        (Shape::Capsule(a), Shape::Capsule(b)) => a.at(point(a.position(), b.position())).unwrap().into(),
        (Shape::Polygon(a), Shape::Polygon(b)) => a.at(point(a.position(), b.position())).unwrap().into(),
        _ => *from,
    }
}

/// Large worlds of every kind, with narrow cells, wrapped cell indices and many levels; serial and on two threads.
#[test]
fn large_scenes_are_searched_as_small_ones() {
    for kind in SceneKind::ALL {
        let count = if kind == SceneKind::Pile { 300 } else { 6_000 };
        let scene = kind.generate(count, 3);
        let (low, high) = (scene.extent().min(), scene.extent().max());
        for spread in [1.0, 40.0] {
            let mut model = Model::new();
            let [mut serial, mut spreading] =
                [Threads::Serial, TWO.clone()].map(|threads| World::new(Settings { threads, ..Settings::default() }));
            for (number, shape) in scene.shapes().iter().enumerate() {
                // Sparse worlds share cell indices.
                let shape = shape.translated(shape.aabb().min() * (spread - 1.0)).unwrap();
                let entity = if number % 7 == 0 { Entity::fixed(shape) } else { Entity::new(shape) };
                model.push((serial.insert(entity).unwrap(), entity));
                spreading.insert(entity).unwrap();
            }
            serial.step();
            spreading.step();
            let mut next = numbers();
            let mut at = || (low + (high - low) * Vec2::new(next() * 1.2 - 0.1, next() * 1.2 - 0.1)) * spread;
            let origins: Vec<Vec2> = (0..600).map(|_| at()).collect();
            let aims: Vec<Vec2> = (0..600).map(|_| at()).collect();
            let way = |number: usize| {
                let way = aims[number] - origins[number];
                // Some along the axes, some nearly along them.
                match number % 8 {
                    0 => Vec2::new(way.x, 0.0),
                    1 => Vec2::new(0.0, way.y),
                    2 => Vec2::new(way.x, 1e-3),
                    _ => way,
                }
            };
            let ends = [1.0, f32::INFINITY, 0.05];
            let rays: Vec<_> =
                (0..600).map(|n| Query::new(Ray::new(origins[n], way(n), ends[n % 3]).unwrap())).collect();
            let body = |n: usize| {
                scene.shapes()[n % count].translated(origins[n] - scene.shapes()[n % count].aabb().min()).unwrap()
            };
            let moving: Vec<_> = (0..600).map(|n| Query::new(Moving::new(body(n), way(n) * 0.3).unwrap())).collect();
            let near = |n: usize| {
                let nearest = Nearest::to(Circle::new(origins[n], 0.0).unwrap());
                Query::new(Nearest { count: [1, 8, 50][n % 3], ..nearest })
            };
            let near: Vec<_> = (0..600).map(near).collect();
            for mode in [Mode::First(1), Mode::First(4), Mode::All] {
                let [mut a, mut b] =
                    [(); 2].map(|()| (RayHits::default(), SweepHits::default(), NearestHits::default()));
                for (world, hits) in [(&serial, &mut a), (&spreading, &mut b)] {
                    world.queries().ray_batch_into(&rays, mode, &mut hits.0).unwrap();
                    world.queries().sweep_batch_into(&moving, mode, &mut hits.1).unwrap();
                    world.queries().nearest_batch_into(&near, &mut hits.2).unwrap();
                }
                for n in 0..600 {
                    assert_eq!((a.0.of(n), a.1.of(n), a.2.of(n)), (b.0.of(n), b.1.of(n), b.2.of(n)));
                }
                for n in (0..600).step_by(if mode == Mode::All { 12 } else { 29 }) {
                    let most = if let Mode::First(most) = mode { most } else { usize::MAX };
                    let of_ray = |shape: &Shape| cast_ray(&rays[n].what, *shape).map(|hit| (hit.entry, hit));
                    assert_eq!(a.0.of(n), best(&model, most, of_ray), "{kind}, {spread}: {:?}", rays[n]);
                    let of_sweep = |shape: &Shape| sweep(moving[n].what, *shape).map(|hit| (hit.time, hit));
                    assert_eq!(a.1.of(n), best(&model, most, of_sweep), "{kind}, {spread}: {:?}", moving[n]);
                    let of_distance = |shape: &Shape| Some(distance(near[n].what.shape, *shape)).map(|far| (far, far));
                    assert_eq!(
                        a.2.of(n),
                        best(&model, near[n].what.count, of_distance),
                        "{kind}, {spread}: {:?}",
                        near[n]
                    );
                }
            }
        }
    }
}

fn best<T>(model: &Model, most: usize, rank: impl Fn(&Shape) -> Option<(f32, T)>) -> Vec<(Handle, T)> {
    let hits = model.iter().filter_map(|(who, entity)| rank(&entity.shape).map(|(far, hit)| (far, *who, hit)));
    let mut hits: Vec<_> = hits.collect();
    let order = |a: &(f32, Handle, T), b: &(f32, Handle, T)| a.0.total_cmp(&b.0).then(a.1.slot().cmp(&b.1.slot()));
    if most < hits.len() {
        hits.select_nth_unstable_by(most, order);
        hits.truncate(most);
    }
    hits.sort_by(order);
    hits.into_iter().map(|(_, who, hit)| (who, hit)).collect()
}

/// A fixed sequence of numbers from 0 to 1.
fn numbers() -> impl FnMut() -> f32 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    }
}
