//! A straight wall and the same wall cut into tiles: bodies slide along both in the same way, also with a corner exactly
//! on a seam.

use collide2d::{
    Capsule, Circle, Entity, History, MoveOptions, Movers, Moves, Moving, OrientedRect, Polygon, Query, Rect, Rotor,
    Settings, Shape, Slide, SlideOptions, Slides, Strategy, Vec2, World,
};

use super::progress::Random;
use super::random::times;
use super::{orders, v, world};

/// The last two ticks.
const HISTORY: History = History { ticks: 2, teleport_distance: f32::INFINITY };

/// Half the length of the wall.
const REACH: f32 = 16.0;

/// A rotation and a scale without rounding: the product of complex numbers.
#[derive(Clone, Copy, Debug)]
struct Frame(Vec2);

impl Frame {
    /// Parallel to the axes.
    const STRAIGHT: [Self; 4] = [Self(Vec2::X), Self(Vec2::Y), Self(Vec2::NEG_X), Self(Vec2::NEG_Y)];

    /// At other angles.
    const SLANTED: [Self; 6] = [
        Self(Vec2::new(3.0, 4.0)),
        Self(Vec2::new(-3.0, 4.0)),
        Self(Vec2::new(4.0, -3.0)),
        Self(Vec2::new(1.0, 1.0)),
        Self(Vec2::new(-2.0, 1.0)),
        Self(Vec2::new(-1.0, -3.0)),
    ];

    fn map(self, point: Vec2) -> Vec2 {
        self.0.rotate(point)
    }

    fn is_straight(self) -> bool {
        self.0.abs().element_sum() == 1.0
    }

    fn rotor(self) -> Rotor {
        Rotor::new(self.0.x, self.0.y).unwrap()
    }

    fn polygon(self, points: &[Vec2]) -> Shape {
        let points: Vec<Vec2> = points.iter().map(|point| self.map(*point)).collect();
        Polygon::new(&points, 0.0).unwrap().into()
    }

    fn rect(self, [low, high]: [Vec2; 2]) -> Shape {
        let [a, b] = [low, high].map(|point| self.map(point));
        Rect::new(a.min(b), a.max(b)).unwrap().into()
    }

    fn oriented(self, [low, high]: [Vec2; 2]) -> Shape {
        OrientedRect::new(self.map((low + high) * 0.5), (high - low) * 0.5, self.rotor()).unwrap().into()
    }

    /// A tile of any kind that has this shape.
    fn tile(self, random: &mut Random, ends: [Vec2; 2]) -> Shape {
        let [low, high] = ends;
        let (number, polygon) = (random.next() % 3, [low, v(high.x, low.y), high, v(low.x, high.y)]);
        if number == 0 && self.is_straight() {
            self.rect(ends)
        } else if number == 1 && self.is_straight() {
            self.oriented(ends)
        } else {
            self.polygon(&polygon)
        }
    }

    /// A body of a kind that touches the line `y = 0` from above, at zero if it does so at one point.
    fn body(self, kind: usize, random: &mut Random) -> Shape {
        let mut quarters = |limit: u64| (1 + random.next() % limit) as f32 * 0.25;
        let (width, height, lift) = (quarters(4), quarters(4), quarters(4));
        let ends = [Vec2::ZERO, v(width, height)];
        let radius = height * self.0.length();
        match KINDS[kind] {
            Kind::Rect => self.rect(ends),
            Kind::OrientedRect => self.oriented(ends),
            Kind::Square => self.polygon(&[ends[0], v(width, 0.0), ends[1], v(0.0, height)]),
            Kind::Diamond => self.polygon(&[Vec2::ZERO, v(width, height), v(0.0, 2.0 * height), v(-width, height)]),
            Kind::Triangle => self.polygon(&[Vec2::ZERO, v(width, height), v(width - lift, height + lift)]),
            Kind::Needle => self.polygon(&[Vec2::ZERO, v(width, 3.0), v(width - 0.25, 3.0)]),
            Kind::Flat => self.polygon(&[Vec2::ZERO, v(width - lift, height)]),
            Kind::Segment => Capsule::new(Vec2::ZERO, self.map(v(lift - width, height)), 0.0).unwrap().into(),
            Kind::Capsule => {
                let [a, b] = [v(0.0, height), v(width - lift, height + lift)].map(|point| self.map(point));
                Capsule::new(a, b, radius).unwrap().into()
            }
            Kind::Point => Circle::new(Vec2::ZERO, 0.0).unwrap().into(),
            Kind::Circle => Circle::new(self.map(v(0.0, height)), radius).unwrap().into(),
        }
    }
}

/// The kinds of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Square,
    Diamond,
    Triangle,
    Needle,
    Flat,
    Segment,
    Point,
    Circle,
    Capsule,
    Rect,
    OrientedRect,
}

const KINDS: [Kind; 11] = [
    Kind::Square,
    Kind::Diamond,
    Kind::Triangle,
    Kind::Needle,
    Kind::Flat,
    Kind::Segment,
    Kind::Point,
    Kind::Circle,
    Kind::Capsule,
    Kind::Rect,
    Kind::OrientedRect,
];

/// The kinds without an area.
const FLAT_KINDS: [Kind; 3] = [Kind::Flat, Kind::Segment, Kind::Point];

/// The kinds before this one can be slanted without rounding, if lengths are integers.
const SLANTED_KINDS: usize = 9;

/// A wall below `y = 0`, in one piece and in tiles in any order.
fn walls(frame: Frame, kind: usize, random: &mut Random) -> [Vec<Shape>; 2] {
    // What is flat passes through the joint of two flat tiles.
    let thin = u64::from(FLAT_KINDS.contains(&KINDS[kind]));
    let depth = (random.next() % 3 + thin) as f32 * -0.25;
    let piece = |random: &mut Random, from: f32, to: f32| frame.tile(random, [v(from, depth), v(to, 0.0)]);
    let (mut tiles, mut from) = (Vec::new(), -REACH);
    while from < REACH {
        let to = from + (1 + random.next() % 6) as f32 * 0.25;
        let to = if to > REACH - 1.0 { REACH } else { to };
        tiles.push((random.next(), piece(random, from, to)));
        from = to;
    }
    tiles.sort_by_key(|(number, _)| *number);
    [vec![piece(random, -REACH, REACH)], tiles.into_iter().map(|(_, tile)| tile).collect()]
}

/// A body on the wall or above it, and a motion.
fn start(frame: Frame, kind: usize, random: &mut Random) -> (Shape, Vec2) {
    let mut quarters = |low: i32, count: u64| (low as f32 + (random.next() % count) as f32) * 0.25;
    let at = v(quarters(-16, 33), quarters(0, 3));
    let mut motion = v(quarters(-8, 17), quarters(-8, 8));
    if FLAT_KINDS.contains(&KINDS[kind]) && motion.x == 0.0 {
        motion.x = 0.25; // It would pass between two tiles.
    }
    (frame.body(kind, random).translated(frame.map(at)).unwrap(), frame.map(motion))
}

fn slide(world: &World, shape: Shape, motion: Vec2, max_bounces: usize) -> Slide {
    let options = SlideOptions { max_bounces, ..SlideOptions::default() };
    world.queries().slide(Query::new(Moving::new(shape, motion).unwrap()), &options)
}

/// Whether two slides end at the same place after hits with the same normals: polygons on a straight wall to the bit.
/// Others stop before a contact by up to a millionth of the motion if its position is rounded into the wall.
fn is_same(frame: Frame, motion: Vec2, a: &Slide, b: &Slide) -> bool {
    let [ends_a, ends_b] = [a, b].map(|slide| slide.shape.aabb());
    let off = (ends_a.min() - ends_b.min()).abs().max((ends_a.max() - ends_b.max()).abs()).max_element();
    let far = ends_a.min().abs().max(ends_a.max().abs()).max_element().max(1.0);
    let is_exact = frame.is_straight() && !matches!(a.shape, Shape::Circle(_) | Shape::Capsule(_));
    let limit = if is_exact { 0.0 } else { 4.0 * far * f32::EPSILON + 1.25e-6 * motion.length() };
    let mut pairs = a.hits().iter().zip(b.hits());
    off <= limit && a.hits().len() == b.hits().len() && pairs.all(|(a, b)| (a.normal - b.normal).length() < 1e-6)
}

/// Compares slides along both walls. Returns the number of hits.
fn check(frame: Frame, kind: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let walls = walls(frame, kind, &mut random);
    let worlds = walls.each_ref().map(|wall| world(wall.iter().copied()).0);
    let (mut body, motion) = start(frame, kind, &mut random);
    let mut hit_count = 0;
    // Along a slanted wall the next start is not on the lattice.
    for tick in 0..if frame.is_straight() { 4 } else { 1 } {
        for max_bounces in [0, 1, SlideOptions::default().max_bounces] {
            let slides = worlds.each_ref().map(|world| slide(world, body, motion, max_bounces));
            let [one, cut] = &slides;
            let case = || format!("{:?}, seed {seed}, tick {tick}: {body:?} by {motion}, {frame:?}", KINDS[kind]);
            assert!(is_same(frame, motion, one, cut), "{}\n{one:?}\n{cut:?}\n{:?}", case(), walls[1]);
            hit_count += one.hits().len();
        }
        body = slide(&worlds[0], body, motion, SlideOptions::default().max_bounces).shape;
    }
    hit_count
}

fn check_all(frames: &[Frame], kinds: usize) {
    for (kind, name) in KINDS.iter().enumerate().take(kinds) {
        let seeds = 0..u64::from(600 * times());
        let hit_count: usize = seeds.map(|seed| check(frames[seed as usize % frames.len()], kind, seed)).sum();
        assert!(hit_count > 1_000, "{name:?}: {hit_count} hits");
    }
}

#[test]
fn a_wall_along_an_axis_is_the_same_in_tiles() {
    check_all(&Frame::STRAIGHT, KINDS.len());
}

#[test]
fn a_slanted_wall_is_the_same_in_tiles() {
    check_all(&Frame::SLANTED, SLANTED_KINDS);
}

/// The same tiles in the same slots, whatever the order of rows; one by one, in a batch, in order, and in the past.
#[test]
fn seams_do_not_depend_on_the_order_of_rows_or_the_call() {
    for seed in 0..u64::from(100 * times()) {
        let mut random = Random(seed);
        let (frame, kind) = (Frame::STRAIGHT[seed as usize % 4], seed as usize % KINDS.len());
        let [_, tiles] = walls(frame, kind, &mut random);
        let (body, motion) = start(frame, kind, &mut random);
        let expected = slide(&world(tiles.iter().copied()).0, body, motion, SlideOptions::default().max_bounces);
        let (query, options) = (Query::new(Moving::new(body, motion).unwrap()), SlideOptions::default());
        for world in orders::worlds(&tiles) {
            let mut slides = Slides::default();
            world.queries().slide_batch_into(&[query; 3], &options, &mut slides).unwrap();
            assert!(slides.iter().all(|slide| slide == expected), "seed {seed}: {slides:?}, {expected:?}");
            assert_eq!(world.queries().slide(query, &options), expected, "seed {seed}");
        }
        for (movers, strategy) in [(Movers::Ignore, Strategy::UniformGrid), (Movers::InOrder, Strategy::RTree)] {
            let mut world = World::new(Settings { strategy, history: HISTORY, ..Settings::default() });
            tiles.iter().for_each(|tile| _ = world.insert(Entity::fixed(*tile)).unwrap());
            let body = world.insert(body).unwrap();
            world.step();
            let tick = world.tick();
            let mut moves = Moves::default();
            let options = MoveOptions { movers, ..MoveOptions::default() };
            world.move_batch_into(&[(body, motion)], &options, &mut moves).unwrap();
            assert!(moves.slides().eq([expected.clone()]), "seed {seed}");
            world.step();
            let past = world.at(tick as f64).unwrap().slide(query.except(body), &SlideOptions::default());
            assert_eq!(past, expected, "seed {seed}");
        }
    }
}
