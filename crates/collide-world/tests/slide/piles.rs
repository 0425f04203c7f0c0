//! Piles: what blocks movers in order by a search of all pairs, what piles cost, and how they spread.

use collide2d::{
    Budget, Capsule, Circle, CrowdLimit, Entity, Handle, Layers, MoveOptions, Movers, Moves, Moving, Places, Query,
    Relation, SeparateOptions, Separation, Settings, Shape, SlideOptions, Strategy, Threads, Vec2, World, relation,
};

use super::{circle, oriented, rect, v};

fn numbers(mut seed: u32) -> impl FnMut() -> f32 {
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    }
}

/// The side of the square of a shape, and its column and line among the squares with a side.
fn side(shape: &Shape) -> f64 {
    let bound = shape.aabb();
    let longer = (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element();
    let mut side = 2.0_f64.powi(-40);
    while side < longer {
        side *= 2.0;
    }
    side
}

fn square(shape: &Shape, side: f64) -> [f64; 2] {
    let bound = shape.aabb();
    let center = (bound.min().as_dvec2() + bound.max().as_dvec2()) * 0.5;
    [(center.x / side).floor(), (center.y / side).floor()]
}

/// The movers that are surplus, by looking at all pairs.
fn surplus(entities: &[Entity], crowd: Option<CrowdLimit>) -> Vec<bool> {
    let Some(CrowdLimit { max, first }) = crowd else { return vec![false; entities.len()] };
    let is_first = |index: usize| entities[index].layers.category & first != 0;
    let place =
        |index: usize| (side(&entities[index].shape), square(&entities[index].shape, side(&entities[index].shape)));
    let before = |index: usize, other: usize| {
        other != index && place(index) == place(other) && (!is_first(other), other) < (!is_first(index), index)
    };
    let all = 0..entities.len();
    let of_places: Vec<bool> =
        all.clone().map(|index| all.clone().filter(|other| before(index, *other)).count() >= max as usize).collect();
    let is_larger = |index: usize, other: usize| {
        let bounds = [index, other].map(|index| entities[index].shape.aabb());
        place(other).0 > place(index).0 && bounds[0].intersects(&bounds[1])
    };
    let has_many_around = |index: usize| {
        let counts = |other: &usize| !of_places[*other] && (is_first(*other) || !is_first(index));
        all.clone().filter(counts).filter(|other| is_larger(index, *other)).count() > max as usize
    };
    all.clone().map(|index| of_places[index] || has_many_around(index)).collect()
}

/// Movers of all kinds and of many sizes, in clusters.
fn crowd(seed: u32, count: usize) -> Vec<(Entity, Vec2)> {
    let mut next = numbers(seed);
    let centers: Vec<Vec2> = (0..4).map(|_| v(next(), next()) * 12.0).collect();
    let mut mover = |index: usize| {
        let (size, spread) = (0.6 * 0.5_f32.powi((next() * 5.0) as i32), next() * next() * 5.0);
        let at = centers[index % 4] + v(next() - 0.5, next() - 0.5) * spread;
        let shape = match index % 5 {
            0 | 1 => circle(at.x, at.y, size),
            2 => rect(at.x, at.y, size, size * 0.5),
            3 => oriented(at.x, at.y, v(size, size * 0.3), next() * 180.0),
            _ => Capsule::new(at, at + v(size, next() * size), size * 0.2).unwrap().into(),
        };
        let category = 1 << (next() * 3.0) as u64;
        let layers = Layers { category, group: [0, 0, 0, -1][(next() * 4.0) as usize], ..Layers::ALL };
        let entity = Entity { sensor: next() < 0.05, layers, ..Entity::new(shape) };
        let length = if next() < 0.1 { 9.0 } else { 0.5 };
        (entity, v(next() - 0.5, next() - 0.5) * length)
    };
    (0..count).map(&mut mover).collect()
}

/// The surplus blocks no mover, and no mover blocks it; all else blocks as without a limit.
#[test]
fn the_surplus_does_not_block() {
    let mut surplus_count = 0;
    for seed in 0..40 {
        let crowd = crowd(seed, 120);
        let entities: Vec<Entity> = crowd.iter().map(|(entity, _)| *entity).collect();
        let walls = [rect(3.0, 3.0, 0.1, 4.0), rect(-1.0, 5.0, 9.0, 0.0)].map(Entity::fixed);
        let layers = (seed % 3 == 0).then_some(Layers { group: -1, ..Layers::ALL });
        let limits = [0, 1, 2, 5, 16, u32::MAX].map(|max| Some(CrowdLimit::new(max)));
        let with_first = [1, 3].map(|max| Some(CrowdLimit::new(max).with_first(2)));
        for crowd_limit in limits.into_iter().chain(with_first).chain([None]) {
            let mut expected = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
            let handles: Vec<Handle> = entities.iter().map(|entity| expected.insert(*entity).unwrap()).collect();
            expected.extend(walls);
            let start = expected.clone();
            let are_in = surplus(&entities, crowd_limit);
            surplus_count += are_in.iter().filter(|is_in| **is_in).count();
            let mut slides = Vec::new();
            for (index, (entity, motion)) in crowd.iter().enumerate() {
                let ignored = |other: Handle| {
                    let number = handles.iter().position(|handle| *handle == other);
                    number.is_some_and(|number| are_in[index] || are_in[number])
                };
                let accept = |other| !ignored(other);
                let layers = if entity.sensor {
                    Layers { category: 0, mask: 0, group: 0 }
                } else {
                    layers.unwrap_or(entity.layers)
                };
                let query = Query::new(Moving::new(entity.shape, *motion).unwrap()).on(layers).except(handles[index]);
                let slide = expected.queries().filtered(&accept).slide(query, &SlideOptions::default());
                expected.set(handles[index], slide.shape).unwrap();
                slides.push(slide);
            }
            let moving: Vec<_> = handles.iter().zip(&crowd).map(|(handle, (_, motion))| (*handle, *motion)).collect();
            let options = MoveOptions { movers: Movers::InOrder, layers, crowd: crowd_limit, ..MoveOptions::default() };
            for (threads, strategy) in [(1, Strategy::default()), (3, Strategy::RTree)] {
                let mut world = start.clone();
                world.set_settings(Settings {
                    threads: Threads::new(threads).unwrap(),
                    strategy,
                    ..Settings::default()
                });
                let mut moves = Moves::default();
                world.move_batch_into(&moving, &options, &mut moves).unwrap();
                assert!(moves.slides().eq(slides.iter().cloned()), "seed {seed}, {crowd_limit:?}");
            }
        }
    }
    assert!(surplus_count > 1_000, "{surplus_count}");
}

/// Movers that do not overlap are no surplus, so that none come to overlap.
#[test]
fn movers_that_do_not_overlap_are_no_surplus() {
    let mut world = World::default();
    let place = |index: usize| v((index % 20) as f32, (index / 20) as f32);
    let movers: Vec<Handle> =
        (0..400).map(|index| world.insert(circle(place(index).x, place(index).y, 0.5)).unwrap()).collect();
    let options = MoveOptions { movers: Movers::InOrder, crowd: Some(CrowdLimit::new(8)), ..MoveOptions::default() };
    let mut moves = Moves::default();
    for _ in 0..5 {
        let step = |handle: &Handle| (*handle, (v(9.5, 9.5) - world.shape(*handle).unwrap().center()) * 0.05);
        let steps: Vec<_> = movers.iter().map(step).collect();
        world.move_batch_into(&steps, &options, &mut moves).unwrap();
    }
    let shapes: Vec<Shape> = movers.iter().map(|mover| world.shape(*mover).unwrap()).collect();
    for (index, shape) in shapes.iter().enumerate() {
        assert!(shapes[..index].iter().all(|other| relation(shape, other) != Relation::Interior));
    }
}

const COUNT: usize = 4_000;

/// The point of a low-discrepancy sequence in the unit square.
fn spread(index: usize) -> Vec2 {
    let part = |step: f64| (index as f64 * step).fract() as f32;
    v(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
}

fn ball(at: Vec2) -> Shape {
    Circle::new(at, 0.5).unwrap().into()
}

fn capsule(at: Vec2, index: usize) -> Shape {
    let way = Vec2::from_angle(index as f32) * 0.4;
    Capsule::new(at - way, at + way, 0.2).unwrap().into()
}

/// Whether the calls of a tick stay within a limit of work.
fn stays_within(shape: &dyn Fn(usize) -> Shape, [separate, ignore, in_order]: [u64; 3]) -> [bool; 3] {
    let mut start = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let movers: Vec<Handle> = (0..COUNT).map(|index| start.insert(shape(index)).unwrap()).collect();
    start.refresh();
    let moving: Vec<_> = (0..).zip(&movers).map(|(index, mover)| (*mover, (spread(index + 9) - 0.5) * 0.4)).collect();
    let options = SeparateOptions { budget: Budget::of_work(separate), ..SeparateOptions::default() };
    let separated = start.clone().separate_into(&movers, &options, &mut Separation::default()).is_ok();
    let moved = [(Movers::Ignore, ignore), (Movers::InOrder, in_order)].map(|(movers, limit)| {
        let options = MoveOptions { movers, budget: Budget::of_work(limit), ..MoveOptions::default() };
        start.clone().move_batch_into(&moving, &options, &mut Moves::default()).is_ok()
    });
    [separated, moved[0], moved[1]]
}

/// The work of these calls, at most a tenth too much.
fn work(shape: &dyn Fn(usize) -> Shape) -> [u64; 3] {
    let mut limits = [COUNT as u64 * 100; 3];
    loop {
        let within = stays_within(shape, limits);
        if within == [true; 3] {
            return limits;
        }
        for (limit, _) in limits.iter_mut().zip(within).filter(|(_, within)| !within) {
            *limit += *limit / 10;
        }
    }
}

/// The side of the square of a crowd in which each overlaps one or two others.
fn wide() -> f32 {
    (COUNT as f32).sqrt() * 1.15
}

/// The shape of a number.
type Pile<'a> = &'a dyn Fn(usize) -> Shape;

/// Calls `check` with each pile of circles and its name.
fn each_pile(check: &dyn Fn(&str, Pile<'_>)) {
    let piles: [(&str, Pile<'_>); 6] = [
        ("one point", &|_| ball(Vec2::ONE)),
        ("a corner", &|index| ball((spread(index) * 2.0).floor() * 1e-3 - 5e-4)),
        ("a disc", &|index| ball(Vec2::from_angle(spread(index).x * 6.3) * spread(index).y.sqrt() * 3.0)),
        ("a line", &|index| ball(v(spread(index).x * 20.0, 0.0))),
        ("nested sizes", &|index| {
            let size = 2_f32.powi(index as i32 % 60 - 30);
            circle(spread(index).x * size, spread(index).y * size, size)
        }),
        ("a tenth large", &|index| {
            let at = spread(index) * wide();
            circle(at.x, at.y, if index.is_multiple_of(10) { wide() } else { 0.5 })
        }),
    ];
    piles.into_iter().for_each(|(name, pile)| check(name, pile));
}

/// In a pile of any form a call costs at most seven times what it costs in a crowd; movers in order four times, and movers
/// that ignore each other three times.
#[test]
fn piles_cost_little_more_than_a_crowd() {
    let limits_of = |shape: &dyn Fn(usize) -> Shape| {
        let [separate, ignore, in_order] = work(shape);
        [separate * 7, ignore * 3, in_order * 4]
    };
    let limits = limits_of(&|index| ball(spread(index) * wide()));
    each_pile(&|name, pile| assert_eq!(stays_within(pile, limits), [true; 3], "{name}: {limits:?}"));
    let limits = limits_of(&|index| capsule(spread(index) * wide(), index));
    for (name, place) in [("one point", 0.0), ("a disc", 3.0)] {
        let pile = |index| capsule((spread(index) - 0.5) * place, index);
        assert_eq!(stays_within(&pile, limits), [true; 3], "capsules, {name}: {limits:?}");
    }
}

/// The work to find a free place for each of some shapes, among at most 32.
fn free_work(shape: &dyn Fn(usize) -> Shape) -> u64 {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let queries: Vec<Query<Shape>> =
        (0..COUNT).map(|index| Query::new(shape(index)).except(world.insert(shape(index)).unwrap())).collect();
    world.refresh();
    let mut places = Places::default();
    let few = Budget { max_candidates_each: 32, ..Budget::UNLIMITED };
    world.queries().within(few).free_batch_into(&queries, 3.0, &mut places).unwrap();
    places.work()
}

/// The same for free places of all of them.
#[test]
fn free_places_in_piles_cost_at_most_three_times_those_in_a_crowd() {
    let circles = free_work(&|index| ball(spread(index) * wide()));
    each_pile(&|name, pile| {
        let work = free_work(pile);
        println!("{name}: {}", work as f64 / circles as f64);
        assert!(work < circles * 3, "{name}: {work} and {circles}");
    });
    let capsules = free_work(&|index| capsule(spread(index) * wide(), index));
    for (name, place) in [("one point", 0.0), ("a disc", 3.0), ("as dense as allowed", 40.0), ("a wave", 60.0)] {
        let work = free_work(&|index| capsule((spread(index) - 0.5) * place, index));
        println!("{name}: {}", work as f64 / capsules as f64);
        assert!(work < capsules * 3, "capsules, {name}: {work} and {capsules}");
    }
}

/// A free place in a pile costs about a thousand units for each shape near it.
#[test]
fn free_places_in_piles_cost_what_is_near() {
    for count in [1_000, 10_000] {
        let world: World = (0..count).map(|index| capsule(Vec2::ZERO, index)).collect();
        let mut places = Places::default();
        let query = Query::new(capsule(Vec2::ZERO, 0));
        let limited = world.queries().within(Budget::of_work(count as u64 * 2_000));
        limited.free_batch_into(&[query], 2.0, &mut places).unwrap();
        let place = places.list()[0].expect("around the pile there is room");
        assert!(world.iter().all(|(_, other)| relation(place, other.shape) != Relation::Interior));
    }
}

/// The depth of all overlaps of a thousand movers falls to these parts in ten and in forty calls.
#[test]
fn large_piles_spread() {
    let depth = |world: &World, movers: &[Handle]| {
        let places: Vec<Vec2> = movers.iter().map(|mover| world.shape(*mover).unwrap().center()).collect();
        let depth = |a: &Vec2, b: &Vec2| f64::from((1.0 - a.distance(*b)).max(0.0));
        let with = |(index, a): (usize, &Vec2)| places[..index].iter().map(|b| depth(a, b)).sum::<f64>();
        places.iter().enumerate().map(with).sum::<f64>()
    };
    for (place, limits) in [(0.0, [0.05, 0.01]), (3.0, [0.35, 0.08])] {
        let mut world = World::default();
        let movers: Vec<Handle> =
            (0..1_000).map(|index| world.insert(ball((spread(index) - 0.5) * place)).unwrap()).collect();
        let mut separation = Separation::default();
        let start = depth(&world, &movers);
        let mut after = |calls: usize| {
            for _ in 0..calls {
                world.separate_into(&movers, &SeparateOptions::default(), &mut separation).unwrap();
            }
            depth(&world, &movers) / start
        };
        let [ten, forty] = [after(10), after(30)];

        assert!(ten < limits[0] && forty < limits[1], "{ten} and {forty}");
    }
}
