//! Crowds that move apart: `separate_into`.

use collide2d::error::{IndexedError, WorldError};
use collide2d::swept::SweptShape;
use collide2d::{
    CrowdLimit, Entity, Handle, Layers, PushRule, SeparateOptions, Separation, Settings, Shape, Simd, Strategy,
    Threads, Vec2, World, contact,
};

use super::random::overlaps;
use super::{circle, oriented, rect, v};

fn numbers() -> impl FnMut() -> f32 {
    let mut seed = 3_u32;
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    }
}

/// A room with walls around, slanted ones and pillars, as shapes.
fn room() -> Vec<Shape> {
    let frame = [rect(-13.0, -13.0, 1.0, 26.0), rect(12.0, -13.0, 1.0, 26.0)];
    let ends = [rect(-13.0, -13.0, 26.0, 1.0), rect(-13.0, 12.0, 26.0, 1.0)];
    let inside = [oriented(3.0, 2.0, v(4.0, 0.1), 30.0), circle(-4.0, -3.0, 1.5), rect(-6.0, 4.0, 3.0, 0.0)];
    frame.into_iter().chain(ends).chain(inside).collect()
}

/// Shapes of all kinds that overlap each other, but no wall.
fn crowd(count: usize, walls: &[Shape]) -> Vec<Shape> {
    let (mut next, mut crowd) = (numbers(), Vec::new());
    while crowd.len() < count {
        let (x, y, size) = (next() * 20.0 - 10.0, next() * 20.0 - 10.0, next() * 0.3 + 0.2);
        let shape = match crowd.len() % 4 {
            0 | 1 => circle(x, y, size),
            2 => rect(x, y, size * 2.0, size),
            _ => oriented(x, y, v(size, size * 0.5), x * 90.0),
        };
        if !walls.iter().any(|wall| overlaps(&shape, wall)) {
            crowd.push(shape);
        }
    }
    crowd
}

fn filled(settings: Settings, crowd: &[Shape], walls: &[Shape]) -> (World, Vec<Handle>) {
    let mut world = World::new(settings);
    let movers = crowd.iter().map(|shape| world.insert(*shape).unwrap()).collect();
    world.extend(walls.iter().map(|wall| Entity::fixed(*wall)));
    (world, movers)
}

/// The sum of the depths of all overlaps.
fn overlap(shapes: &[(Handle, Shape)]) -> f32 {
    let depth = |a: &Shape, b: &Shape| contact(a, b).map_or(0.0, |contact| contact.depth);
    let pairs = shapes.iter().enumerate().flat_map(|(index, a)| shapes[..index].iter().map(move |b| (a, b)));
    pairs.map(|((_, a), (_, b))| depth(a, b)).sum()
}

fn separate(world: &mut World, movers: &[Handle], options: &SeparateOptions<'_>) -> Vec<(Handle, Shape)> {
    let mut separation = Separation::default();
    world.separate_into(movers, options, &mut separation).unwrap();
    for (handle, shape) in separation.ends() {
        assert_eq!(world.shape(*handle), Some(*shape));
    }
    separation.ends().to_vec()
}

#[test]
fn a_crowd_spreads_and_nothing_is_pushed_into_a_wall() {
    let walls = room();
    let (mut world, movers) = filled(Settings::default(), &crowd(400, &walls), &walls);
    let options = SeparateOptions { rounds: 1, ..SeparateOptions::default() };
    let mut last = separate(&mut world, &movers, &SeparateOptions { rounds: 0, ..options });
    let start = overlap(&last);
    for round in 0..60 {
        let ends = separate(&mut world, &movers, &options);
        for (handle, shape) in &ends {
            let wall = walls.iter().find(|wall| overlaps(shape, wall));
            assert_eq!(wall, None, "round {round}: {handle} at {shape:?}");
        }
        let [before, after] = [&last, &ends].map(|shapes| overlap(shapes));
        assert!(after < before * 1.02, "round {round}: from {before} to {after}");
        last = ends;
    }
    let end = overlap(&last);
    assert!(start > 40.0 && end < start * 0.01, "from {start} to {end}");
}

#[test]
fn results_do_not_depend_on_the_settings() {
    let walls = room();
    // More than are worth several threads.
    let mut crowd = crowd(2_500, &walls);
    crowd.extend((0..100).map(|_| circle(0.0, -8.0, 0.5)));
    let run = |settings: Settings, step: bool| {
        let (mut world, movers) = filled(settings, &crowd, &walls);
        for _ in 0..3 {
            if step {
                world.step();
            }
            separate(&mut world, &movers, &SeparateOptions::default());
        }
        separate(&mut world, &movers[..1_000], &SeparateOptions::default())
    };
    let expected = run(Settings { threads: Threads::Serial, ..Settings::default() }, true);
    for (threads, strategy, simd, step) in [
        (2, Strategy::UniformGrid, Simd::best(), true),
        (3, Strategy::HierarchicalGrid, Simd::Portable, false),
        (8, Strategy::RTree, Simd::best(), false),
    ] {
        let threads = Threads::new(threads).unwrap();
        assert!(run(Settings { threads, strategy, simd, ..Settings::default() }, step) == expected, "{strategy:?}");
    }
}

/// Each mover ends at the same place whatever the order of the slice is, with surplus and large movers.
#[test]
fn results_do_not_depend_on_the_order_of_movers() {
    let walls = room();
    let mut shapes = crowd(300, &walls);
    shapes.extend((0..60).map(|index| circle(-8.0, 8.0, 0.3 * [1.0, 2.0, 5.0][index % 3])));
    for crowd in [SeparateOptions::default().crowd, Some(CrowdLimit::new(2)), None] {
        let options = SeparateOptions { crowd, ..SeparateOptions::default() };
        let ends = |order: &dyn Fn(&mut Vec<Handle>)| {
            let (mut world, mut movers) = filled(Settings::default(), &shapes, &walls);
            order(&mut movers);
            let mut ends = separate(&mut world, &movers, &options);
            ends.sort_unstable_by_key(|(handle, _)| *handle);
            ends
        };
        let expected = ends(&|_| ());
        assert_eq!(ends(&|movers| movers.reverse()), expected, "{crowd:?}");
        assert_eq!(ends(&|movers| movers.sort_by_key(|handle| handle.slot() * 7 % 61)), expected, "{crowd:?}");
    }
}

#[test]
fn shares_and_limits_are_kept() {
    const HEAVY: u64 = 2;
    const SLOW: u64 = 4;
    let rules = [
        PushRule { category: HEAVY, share: 0.0, ..PushRule::default() },
        PushRule { category: SLOW, max_distance: 0.125, ..PushRule::default() },
    ];
    let options = SeparateOptions { rounds: 8, rules: &rules, ..SeparateOptions::default() };
    let mut world = World::default();
    let mut insert = |x: f32, category: u64| {
        let entity = Entity::new(circle(x, 0.0, 1.0)).with_layers(Layers { category, ..Layers::ALL });
        world.insert(entity).unwrap()
    };
    let movers = [(0.0, HEAVY), (1.5, 1), (10.0, SLOW), (11.0, 1), (20.0, HEAVY), (21.0, HEAVY), (30.0, 1), (31.0, 1)];
    let movers = movers.map(|(x, category)| insert(x, category));
    let ends = separate(&mut world, &movers, &options);
    let x: Vec<f32> = ends.iter().map(|(_, shape)| shape.center().x).collect();
    assert_eq!([x[0], x[1]], [0.0, 2.0], "the light one goes all the way");
    assert!((x[2] - 9.875).abs() < 1e-6 && x[2] >= 9.875, "{}", x[2]);
    assert!(x[3] > 11.8 && x[3] < 11.9, "the other goes on: {}", x[3]);
    assert_eq!([x[4], x[5]], [20.0, 21.0], "neither moves");
    assert_eq!([x[6], x[7]], [29.5, 31.5], "equal shares");
    let rules = [PushRule { category: 1, share: 3.0, ..PushRule::default() }];
    let options = SeparateOptions { rounds: 1, rules: &rules, ..SeparateOptions::default() };
    let mut world = World::default();
    let [light, other] = [(0.0, 1), (1.0, 8)].map(|(x, category)| {
        let entity = Entity::new(circle(x, 0.0, 1.0)).with_layers(Layers { category, ..Layers::ALL });
        world.insert(entity).unwrap()
    });
    let ends = separate(&mut world, &[light, other], &options);
    assert_eq!([ends[0].1, ends[1].1], [circle(-0.75, 0.0, 1.0), circle(1.25, 0.0, 1.0)]);
    for bad in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        let still = [PushRule { share: bad, ..PushRule::default() }, PushRule { max_distance: bad, ..rules[0] }];
        for rule in still {
            let options = SeparateOptions { rules: &[rule], ..SeparateOptions::default() };
            let (mut world, movers) = filled(Settings::default(), &[circle(0.0, 0.0, 1.0); 2], &[]);
            let expected: Vec<_> = movers.iter().map(|handle| (*handle, circle(0.0, 0.0, 1.0))).collect();
            assert_eq!(separate(&mut world, &movers, &options), expected);
        }
    }
}

/// The limit holds exactly, whatever the number of rounds.
#[test]
fn no_mover_goes_farther_than_its_limit() {
    let walls = room();
    let start = crowd(300, &walls);
    let limit = 0.1_f32;
    let rules = [PushRule { max_distance: limit, ..PushRule::default() }];
    let (mut world, movers) = filled(Settings::default(), &start, &walls);
    let options = SeparateOptions { rounds: 20, rules: &rules, ..SeparateOptions::default() };
    let ends = separate(&mut world, &movers, &options);
    let ways = start.iter().zip(&ends).map(|(start, (_, end))| SweptShape::between(*start, *end).unwrap().length());
    let ways: Vec<f64> = ways.collect();
    assert!(ways.iter().all(|way| *way <= f64::from(limit) * (1.0 + 1e-12)), "{ways:?}");
    assert!(ways.iter().any(|way| *way > f64::from(limit) * 0.999));
}

/// Everything on one point spreads, each in its own direction, and walls hold.
#[test]
fn piles_on_one_point_spread() {
    let wall = rect(-20.0, -0.5, 40.0, 0.0);
    for shape in [circle(0.0, 0.0, 0.5), rect(-0.5, -0.5, 1.0, 1.0), oriented(0.0, 0.25, v(0.5, 0.25), 30.0)] {
        let (mut world, movers) = filled(Settings::default(), &[shape; 60], &[wall]);
        let (start, mut ends) = (overlap(&movers.iter().map(|handle| (*handle, shape)).collect::<Vec<_>>()), vec![]);
        for _ in 0..60 {
            ends = separate(&mut world, &movers, &SeparateOptions::default());
            assert!(ends.iter().all(|(_, shape)| !overlaps(shape, &wall)));
        }
        let end = overlap(&ends);
        assert!(end < start * 0.05, "{shape:?}: from {start} to {end}");
    }
    // With extents of zero, and at the ends of the range.
    for shape in [circle(1.0, 1.0, 0.0), circle(3e38, 3e38, 1e38), circle(1e-40, 0.0, 1e-41), circle(0.0, 0.0, 3e38)] {
        let (mut world, movers) = filled(Settings::default(), &[shape; 40], &[]);
        let options = SeparateOptions { crowd: Some(CrowdLimit::new(3)), ..SeparateOptions::default() };
        separate(&mut world, &movers, &options);
    }
}

#[test]
fn layers_and_sensors_decide_what_pushes() {
    let mut world = World::default();
    let team = |group: i64| Layers { group, ..Layers::ALL };
    let entities = [
        Entity::new(circle(0.0, 0.0, 1.0)).with_layers(team(-1)),
        Entity::new(circle(1.0, 0.0, 1.0)).with_layers(team(-1)),
        Entity::new(circle(0.5, 0.0, 1.0)).as_sensor(),
        Entity::fixed(circle(9.0, 0.0, 1.0)),
        Entity::new(circle(9.0, 1.0, 1.0)),
    ];
    let handles = entities.map(|entity| world.insert(entity).unwrap());
    let bystander = world.insert(circle(9.0, 3.5, 1.0)).unwrap();
    let twice: Vec<Handle> = handles.iter().chain(&handles).copied().collect();
    let ends = separate(&mut world, &twice, &SeparateOptions { rounds: 20, ..SeparateOptions::default() });
    assert_eq!(ends.len(), 5, "each once");
    for (index, entity) in entities[..3].iter().enumerate() {
        assert_eq!(ends[index], (handles[index], entity.shape));
    }
    // A static entity in the list is a mover too; the one that is not in it blocks.
    assert_eq!(ends[4].1.center(), v(9.0, 1.5));
    assert!(ends[3].1.center().y < -0.4, "{ends:?}");
    assert_eq!(world.shape(bystander), Some(circle(9.0, 3.5, 1.0)));
    // Layers that no entity meets let everything through.
    let nothing = Layers { category: 0, mask: 0, group: 0 };
    world.set(handles[4], circle(9.0, 1.75, 1.0)).unwrap();
    world.set(handles[3], circle(9.0, 0.0, 1.0)).unwrap();
    let options = SeparateOptions { layers: Some(nothing), ..SeparateOptions::default() };
    let ends = separate(&mut world, &handles[3..], &options);
    assert_eq!([ends[0].1, ends[1].1].map(|shape| shape.center().y), [-0.125, 1.875]);
}

/// In the first round, those that overlap it push a mover, and no others.
#[test]
fn who_pushed_is_reported() {
    let (walls, mut separation) = (room(), Separation::default());
    let shapes = crowd(300, &walls);
    for rules in [&[][..], &[PushRule { category: !0, share: 0.0, max_distance: f32::MAX }]] {
        let (mut world, movers) = filled(Settings::default(), &shapes, &walls);
        let options = SeparateOptions { rounds: 1, rules, crowd: None, ..SeparateOptions::default() };
        separation.report_pushes(true);
        world.separate_into(&movers, &options, &mut separation).unwrap();
        let mut count = 0;
        for (index, shape) in shapes.iter().enumerate() {
            let others = shapes
                .iter()
                .zip(&movers)
                .enumerate()
                .filter(|(other, (shape_of, _))| rules.is_empty() && *other != index && overlaps(shape, shape_of));
            let expected: Vec<Handle> = others.map(|(_, (_, handle))| *handle).collect();
            assert_eq!(separation.pushed_by(index), expected, "{index}");
            count += expected.len();
        }
        assert!(!rules.is_empty() || count > 100, "{count}");
        assert!(separation.pushed_by(300).is_empty() && separation.pushed_by(usize::MAX).is_empty());
        separation.report_pushes(false);
        world.separate_into(&movers, &options, &mut separation).unwrap();
        assert!((0..300).all(|index| separation.pushed_by(index).is_empty()));
    }
}

#[test]
fn errors_name_the_index_and_move_nothing() {
    let (mut world, movers) = filled(Settings::default(), &[circle(0.0, 0.0, 1.0); 3], &[]);
    world.remove(movers[1]).unwrap();
    let mut separation = Separation::default();
    let error = world.separate_into(&movers, &SeparateOptions::default(), &mut separation).unwrap_err();
    assert_eq!(error, IndexedError { index: 1, error: WorldError::Stale { handle: movers[1] } });
    assert!(separation.ends().is_empty());
    assert_eq!(world.shape(movers[0]), Some(circle(0.0, 0.0, 1.0)));
    world.separate_into(&[], &SeparateOptions::default(), &mut separation).unwrap();
    assert!(separation.ends().is_empty() && Vec2::ZERO == world.shape(movers[2]).unwrap().center());
}
