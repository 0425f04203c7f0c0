//! The cost of a step with a crowd limit, wherever the entities are and whatever their sizes: in proportion to their number,
//! by counters.

use collide2d::{
    Circle, CrowdLimit, Entity, Handle, OrientedRect, Rect, Rotor, Settings, Shape, Strategy, Threads, Vec2, World,
};

use super::spread;

const MAX: u32 = 16;

fn circle(at: Vec2, radius: f32) -> Shape {
    Circle::new(at, radius).unwrap().into()
}

/// The name and the shapes.
type Scene<'a> = (&'static str, &'a dyn Fn(usize) -> Shape);

fn each_scene(count: usize, mut check: impl FnMut(&str, Vec<Shape>)) {
    let side = (count as f32).sqrt() * 1.5;
    let corner = |index: usize| Vec2::new((index % 2) as f32, (index / 2 % 2) as f32) * 0.02 - 0.01;
    let aura = |index: usize| circle(spread(index) * side, if index.is_multiple_of(10) { side } else { 0.5 });
    let nested = |index: usize| circle(Vec2::ZERO, (-(index as f32 % 100.0)).exp2());
    let nested_apart = |index: usize| {
        let size = (-(index as f32 % 100.0)).exp2();
        circle(spread(index) * size, size)
    };
    let bar = |index: usize| [[0.0, index as f32 * 0.01], [100.0, index as f32 * 0.01 + 0.005]];
    let bars = |index: usize| Rect::new(bar(index)[0], bar(index)[1]).unwrap().into();
    let crossing = |index: usize| {
        let [min, max] = if index.is_multiple_of(2) { bar(index) } else { bar(index).map(|[x, y]| [y, x]) };
        Rect::new(min, max).unwrap().into()
    };
    let rods = |index: usize| {
        let turn = Rotor::from_degrees(if index.is_multiple_of(2) { 45.0 } else { -45.0 }).unwrap();
        OrientedRect::new(Vec2::splat(index as f32 * 0.01), [50.0, 0.001], turn).unwrap().into()
    };
    let scenes: [Scene<'_>; 9] = [
        ("even", &|index| circle(spread(index) * side, 0.5)),
        ("one point", &|_| circle(Vec2::ONE, 0.5)),
        ("a corner of four squares", &|index| circle(corner(index), 0.5)),
        ("a tenth as large as the world", &aura),
        ("nested", &nested),
        ("nested, apart", &nested_apart),
        ("bars side by side", &bars),
        ("bars that cross", &crossing),
        ("rods that cross", &rods),
    ];
    for (name, shape) in scenes {
        check(name, (0..count).map(shape).collect());
    }
}

fn world(shapes: &[Shape], strategy: Strategy) -> (World, Vec<Handle>) {
    let crowd = Some(CrowdLimit::new(MAX));
    let mut world = World::new(Settings { strategy, crowd, threads: Threads::Serial, ..Settings::default() });
    let handles = shapes.iter().map(|shape| world.insert(*shape).unwrap()).collect();
    (world, handles)
}

#[test]
fn pairs_are_at_most_those_of_the_bound() {
    each_scene(2_000, |name, shapes| {
        let pairs = world(&shapes, Strategy::Auto).0.step().pair_count;
        let bound = 9 * u64::from(MAX) * shapes.len() as u64;
        assert!(pairs <= bound, "{name}: {pairs} pairs, at most {bound}");
    });
}

/// Units for each entity and pair, for few and for many entities.
#[test]
fn the_work_of_a_step_is_in_proportion() {
    let mut few = Vec::new();
    let units = |shapes: &[Shape]| {
        let (mut world, _) = world(shapes, Strategy::Auto);
        (0..3)
            .map(|_| *world.step())
            .map(|report| report.work / (shapes.len() as u64 + report.pair_count))
            .max()
            .unwrap()
    };
    each_scene(1_000, |_, shapes| few.push(units(&shapes)));
    let mut few = few.into_iter();
    each_scene(10_000, |name, shapes| {
        let (few, many) = (few.next().unwrap(), units(&shapes));
        assert!(many <= few * 2 + 100 && many < 600, "{name}: {few} units, then {many}");
    });
}

/// The crowds of other places and sizes have no part in it.
#[test]
fn honest_entities_have_the_pairs_of_a_world_without_the_crowd() {
    let honest: Vec<Shape> = (0..500).map(|index| circle(spread(index) * 15.0, 0.5)).collect();
    let wall = Entity::fixed(Rect::new([10.0, 10.0], [11.0, 30.0]).unwrap());
    let pairs = |attackers: &[Shape]| {
        let (mut world, handles) = world(&honest, Strategy::Auto);
        world.insert(wall).unwrap();
        attackers.iter().for_each(|shape| _ = world.insert(*shape).unwrap());
        world.step();
        let last = handles.last().unwrap().slot() + 1;
        world.pairs().iter().filter(|(_, b)| b.slot() <= last).collect::<Vec<_>>()
    };
    let alone = pairs(&[]);
    assert!(alone.len() > 100);
    each_scene(4_000, |name, shapes| assert_eq!(pairs(&shapes), alone, "{name}"));
}
