//! The automatic choice of the strategy, against an adversary who sees it.

use collide2d::{Circle, Handle, OrientedRect, Rect, Rotor, Settings, Shape, Strategy, Threads, Vec2, World};

use super::spread;

const COUNT: usize = 3_000;

const STRATEGIES: [Strategy; 3] = [Strategy::HierarchicalGrid, Strategy::SweepAndPrune, Strategy::RTree];

fn circle(at: Vec2, radius: f32) -> Shape {
    Circle::new(at, radius).unwrap().into()
}

fn rod(at: Vec2, half: [f32; 2], degrees: f32) -> Shape {
    OrientedRect::new(at, half, Rotor::from_degrees(degrees).unwrap()).unwrap().into()
}

/// Shapes for which another strategy is best each time, or that make one of them slow.
fn scenes() -> Vec<(&'static str, Vec<Shape>)> {
    let even = |index: usize| circle(spread(index) * 60.0, 0.5);
    let with_one = |one: Shape| move |index: usize| if index == 7 { one } else { even(index) };
    let huge = with_one(circle(Vec2::splat(30.0), 1e6));
    let large = with_one(circle(Vec2::splat(30.0), 15.0));
    let long = with_one(rod(Vec2::splat(30.0), [1e30, 0.5], 45.0));
    let wall = |index: usize| {
        let at = index as f32;
        let [min, max] = if index.is_multiple_of(2) {
            [Vec2::new(at, -1e5), Vec2::new(at + 0.5, -0.25)]
        } else {
            [Vec2::new(-1e5, at + 0.75), Vec2::new(-0.25, at + 1.2)]
        };
        Rect::new(min, max).unwrap().into()
    };
    let nested = |index: usize| {
        let size = (200.0 * (spread(index).x - 0.5)).exp2();
        circle((spread(index + 5) * 60.0).min(Vec2::splat(1e8)) * size, size * 0.5)
    };
    let sizes = |index: usize| circle(spread(index) * 60.0, (-20.0 * spread(index + 3).x).exp2());
    let line = |index: usize| circle(Vec2::new(index as f32 * 0.9, 0.0), 0.5);
    let column = |index: usize| circle(Vec2::new(0.0, index as f32 * 0.9), 0.5);
    let pile = |index: usize| circle(spread(index) * 2.0, 0.1);
    let far = |index: usize| circle(spread(index) * 1e9, 0.5);
    let rods = |index: usize| rod(Vec2::new(-1.0, 1.0) * (index as f32 * 0.01), [1_000.0, 0.001], 45.0);
    let diagonal = |index: usize| circle(Vec2::splat(index as f32 * 0.9), 0.5);
    type Place<'a> = &'a dyn Fn(usize) -> Shape;
    let all: [(&str, Place<'_>); 14] = [
        ("even", &even),
        ("one huge", &huge),
        ("one large", &large),
        ("one long", &long),
        ("walls that cross", &wall),
        ("nested", &nested),
        ("sizes", &sizes),
        ("a line", &line),
        ("a column", &column),
        ("a pile", &pile),
        ("far apart", &far),
        ("rods", &rods),
        ("a diagonal", &diagonal),
        ("even, smaller", &|index| circle(spread(index) * 6.0, 0.05)),
    ];
    all.map(|(name, place)| (name, (0..COUNT).map(place).collect())).into()
}

fn world(strategy: Strategy) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings { threads: Threads::Serial, strategy, ..Settings::default() });
    let (_, shapes) = &scenes()[0];
    let handles = shapes.iter().map(|shape| world.insert(*shape).unwrap()).collect();
    (world, handles)
}

/// The work of a tick after all shapes have changed.
fn work(world: &mut World, handles: &[Handle], shapes: &[Shape]) -> u64 {
    let changes: Vec<_> = handles.iter().copied().zip(shapes.iter().copied()).collect();
    world.set_batch(&changes).unwrap();
    world.step().work
}

/// A tick costs at most a multiple of what the best strategy does, and what is linear, whatever the ticks before were. The
/// adversary moves to the scene that is worst for the last choice, stays for some ticks, and moves on.
#[test]
fn no_history_makes_a_tick_much_dearer_than_the_best_strategy_does() {
    let scenes = scenes();
    let costs: Vec<[u64; 3]> = scenes
        .iter()
        .map(|(_, shapes)| {
            STRATEGIES.map(|strategy| {
                let (mut world, handles) = world(strategy);
                (0..3).map(|_| work(&mut world, &handles, shapes)).last().unwrap()
            })
        })
        .collect();
    let (mut world, handles) = world(Strategy::Auto);
    let (mut chosen, mut now, mut stay) = (Strategy::HierarchicalGrid, 0, 0);
    let mut worst = (0.0, String::new());
    for tick in 0..2_000 {
        if stay == 0 {
            let last = STRATEGIES.iter().position(|strategy| *strategy == chosen).unwrap_or(0);
            let ratio = |costs: &[u64; 3]| costs[last] as f64 / *costs.iter().min().unwrap() as f64;
            let tempting = (0..scenes.len())
                .filter(|scene| *scene != now)
                .max_by(|a, b| ratio(&costs[*a]).total_cmp(&ratio(&costs[*b])));
            now = if tick % 3 == 0 { tick * 7 % scenes.len() } else { tempting.unwrap() };
            stay = 1 + tick % 5;
        }
        stay -= 1;
        let (name, shapes) = &scenes[now];
        let work = work(&mut world, &handles, shapes);
        chosen = world.report().unwrap().strategy;
        let best = *costs[now].iter().min().unwrap();
        let ratio = work as f64 / (best + LINEAR * COUNT as u64) as f64;
        if ratio > worst.0 {
            worst = (ratio, format!("tick {tick}, {name}, {chosen}: {work}, best {best}, {:?}", costs[now]));
        }
    }
    assert!(worst.0 < 3.0, "{worst:?}");
}

/// The work for an entity that no choice saves.
const LINEAR: u64 = 100;
