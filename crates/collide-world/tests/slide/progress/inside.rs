//! Starts in overlap: rounding, a wall that moved, or the server itself has placed a body inside of a blocker. It gets
//! along the surface as if it had started just outside, and not deeper.

use std::f64::consts::{FRAC_PI_3, TAU};

use collide_oracle::ideal::Mover;
use collide2d::swept::spacing;
use collide2d::{
    Capsule, Circle, DVec2, Entity, Handle, MoveOptions, Movers, Moves, Moving, OrientedRect, Origin, Polygon, Query,
    Relation, Rotor, Settings, Shape, SlideOptions, Slides, Vec2, World, penetration, relation,
};

use super::{KINDS, RUNS, Random, mover};
use crate::random::{holds, times};

/// How far the magnitude of places is from zero, and the factor by which shapes are larger there.
const PLACES: [(f64, f64); 3] = [(0.0, 1.0), (1e3, 1.0), (1e6, 1000.0)];

/// The depth at the start, as a part of the size. Zero is the depth of rounding alone: half of the bodies are inside.
const DEPTHS: [f64; 4] = [0.0, 1e-6, 1e-3, 0.1];

/// A blocker with a long face.
struct Face {
    shape: Shape,
    /// The middle of the face.
    at: DVec2,
    /// The unit vector out of the blocker.
    out: DVec2,
}

/// A kind of blocker.
#[derive(Clone, Copy, Debug)]
enum Wall {
    OrientedRect,
    Capsule,
    Triangle,
    Circle,
}

const WALLS: [Wall; 4] = [Wall::OrientedRect, Wall::Capsule, Wall::Triangle, Wall::Circle];

impl Face {
    /// Half of its length; a circle has this radius.
    const HALF: f64 = 40.0;

    fn new(wall: Wall, random: &mut Random, (magnitude, scale): (f64, f64)) -> Self {
        let out = DVec2::from_angle(random.within(0.0, TAU));
        let at = DVec2::from_angle(random.within(0.0, TAU)) * magnitude;
        let (half, thick) = (Self::HALF * scale, random.within(0.2, 0.6) * scale);
        // The face of the unturned blocker leads along x, and its outside is above.
        let rotor = Rotor::new(out.y as f32, -out.x as f32).unwrap();
        let place = |below: f64| (at - out * below).as_vec2();
        let ends = [Vec2::new(-half as f32, 0.0), Vec2::new(half as f32, 0.0)];
        let shape = match wall {
            Wall::OrientedRect => {
                OrientedRect::new(place(thick), Vec2::new(half as f32, thick as f32), rotor).unwrap().into()
            }
            Wall::Capsule => {
                let capsule = Capsule::new(ends[0], ends[1], thick as f32).unwrap();
                capsule.turned(rotor).unwrap().at(place(thick)).unwrap().into()
            }
            Wall::Triangle => {
                let triangle = Polygon::new(&[ends[0], ends[1], Vec2::new(0.0, -half as f32)], 0.0).unwrap();
                triangle.turned(rotor).unwrap().at(place(0.0)).unwrap().into()
            }
            Wall::Circle => Circle::new(place(half), half as f32).unwrap().into(),
        };
        Self { shape, at, out }
    }

    /// The shape with its deepest point this far behind the face.
    fn place(&self, shape: &Shape, depth: f64) -> Shape {
        let reach = Mover::of(shape).reach(-self.out);
        shape.translated((self.at + self.out * (reach - depth)).as_vec2()).unwrap()
    }
}

/// A world with a blocker and a mover.
fn pair(blocker: Shape, shape: Shape) -> (World, Handle) {
    let mut world = World::new(Settings::default());
    world.insert(Entity::fixed(blocker)).unwrap();
    let handle = world.insert(shape).unwrap();
    world.step();
    (world, handle)
}

/// Slides the mover by each call that moves; all give the same shape.
fn slid(blocker: Shape, shape: Shape, motion: Vec2) -> Shape {
    let (mut world, handle) = pair(blocker, shape);
    let query = Query::new(Moving::new(shape, motion).unwrap()).except(handle);
    let slide = world.queries().slide(query, &SlideOptions::default());
    holds(&[blocker], &shape, motion, &slide).unwrap();
    let mut slides = Slides::default();
    world.queries().slide_batch_into(&[query], &SlideOptions::default(), &mut slides).unwrap();
    assert!(slides.iter().eq([slide.clone()]), "{slides:?}");
    for movers in [Movers::Ignore, Movers::InOrder] {
        let mut world = world.clone();
        let options = MoveOptions { movers, ..MoveOptions::default() };
        world.move_batch_into(&[(handle, motion)], &options, &mut Moves::default()).unwrap();
        assert_eq!(world.shape(handle), Some(slide.shape));
    }
    // A press or a door that came here after the last step.
    let press = world.insert(blocker.translated(Vec2::splat(1e4)).unwrap()).unwrap();
    world.remove(world.iter().next().unwrap().0).unwrap();
    world.step();
    world.set(press, blocker).unwrap();
    assert_eq!(world.queries().slide(query, &SlideOptions::default()).shape, slide.shape);
    slide.shape
}

/// Half of the extent of a shape.
fn size(shape: &Shape) -> f64 {
    let bound = shape.aabb();
    (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element() * 0.5
}

/// Checks that a shape is not deeper in a blocker than before, up to the bounds of the measures.
fn is_not_deeper(blocker: &Shape, start: &Shape, end: &Shape) -> bool {
    let [before, after] = [start, end].map(|shape| f64::from(penetration(shape, blocker)));
    after <= before * (1.0 + 1e-6) + spacing(*start).max_element() + spacing(*end).max_element()
}

/// The way of a body along a face that it overlaps, as a part of the way from just outside.
fn ratio(wall: Wall, kind: usize, place: (f64, f64), depth: f64, random: &mut Random) -> Option<f64> {
    let face = Face::new(wall, random, place);
    let shape = scaled(&mover(kind, random), place.1);
    let along = if random.is_one_of_two() { face.out.perp() } else { -face.out.perp() };
    let angle = random.within(-FRAC_PI_3, FRAC_PI_3);
    let length = random.within(0.05, 0.5) * size(&shape);
    let motion = (DVec2::from_angle(angle).rotate(along) * length).as_vec2();
    let inside = face.place(&shape, depth * size(&shape));
    if relation(inside, face.shape) != Relation::Interior {
        return None;
    }
    let end = slid(face.shape, inside, motion);
    assert!(is_not_deeper(&face.shape, &inside, &end), "{inside:?} by {motion}: {end:?} in {:?}", face.shape);
    let outside = face.place(&shape, -8.0 * spacing(inside).max_element().max(spacing(face.shape).max_element()));
    assert_eq!(relation(outside, face.shape), Relation::Apart);
    let way = |from: &Shape, to: &Shape| (to.center().as_dvec2() - from.center().as_dvec2()).dot(along);
    Some(way(&inside, &end) / way(&outside, &slid(face.shape, outside, motion)))
}

/// The shape around zero, larger by a factor.
fn scaled(shape: &Shape, factor: f64) -> Shape {
    let factor = factor as f32;
    match shape {
        Shape::Circle(circle) => Circle::new(Vec2::ZERO, circle.radius() * factor).unwrap().into(),
        Shape::Rect(rect) => collide2d::Rect::new(rect.min() * factor, rect.max() * factor).unwrap().into(),
        Shape::OrientedRect(rect) => {
            OrientedRect::new(Vec2::ZERO, rect.half_extents() * factor, rect.rotor()).unwrap().into()
        }
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.offsets().map(|offset| offset * factor);
            Capsule::new(a, b, capsule.radius() * factor).unwrap().into()
        }
        Shape::Polygon(polygon) => {
            let offsets: Vec<Vec2> = polygon.offsets().iter().map(|offset| *offset * factor).collect();
            Polygon::new(&offsets, polygon.radius() * factor).unwrap().into()
        }
    }
}

#[test]
fn faces_do_not_hold_what_overlaps_them() {
    let seeds = 0..u64::from(RUNS * times()) * 2;
    for wall in WALLS {
        for (kind, body) in KINDS.iter().enumerate() {
            let mut inside = 0;
            for (place, depth) in PLACES.into_iter().flat_map(|place| DEPTHS.map(|depth| (place, depth))) {
                let ratios = seeds.clone().filter_map(|seed| ratio(wall, kind, place, depth, &mut Random(seed)));
                let ratios: Vec<f64> = ratios.collect();
                let least = ratios.iter().copied().fold(f64::MAX, f64::min);
                assert!(
                    least >= 0.9,
                    "{body} in {wall:?} at {place:?}, depth {depth}: {least:.4} of the way from outside"
                );
                inside += ratios.len();
            }
            assert!(inside > 40, "{body} in {wall:?}: {inside} starts inside");
        }
    }
}

/// How far a body gets up a ramp that rises from a floor, both of which it overlaps by a depth, as a part of the way from
/// just outside of both. `None` if it gets nowhere from there. Each wall goes on inside of the other.
fn ratio_in_valley(kind: usize, depth: f64, seed: u64) -> Option<f64> {
    let mut random = Random(seed);
    let (along, rise) = (DVec2::from_angle(random.within(0.0, TAU)), random.within(10.0, 80.0).to_radians());
    let ways = [along, DVec2::from_angle(rise).rotate(along)];
    let corner = random.place([0.0, 50.0, 1e3][seed as usize % 3]);
    let wall = |way: DVec2| {
        let center = corner - way.perp() * 0.5;
        let rotor = Rotor::new(way.x as f32, way.y as f32).unwrap();
        OrientedRect::new(center.as_vec2(), Vec2::new(Face::HALF as f32, 0.5), rotor).unwrap().into()
    };
    let mut walls: [Shape; 2] = ways.map(wall);
    if random.is_one_of_two() {
        walls.reverse();
    }
    let body = mover(kind, &mut random);
    // The place where the deepest points of both sides are this deep.
    let place = |depth: f64| {
        let reach = ways.map(|way| Mover::of(&body).reach(-way.perp()) - depth);
        let up = (reach[1] - reach[0] * rise.cos()) / -rise.sin();
        body.translated((corner + along.perp() * reach[0] + along * up).as_vec2()).unwrap()
    };
    let (world, _) = crate::world(walls);
    let motion = (along * 0.1 - along.perp() * random.within(0.0, 0.05)).as_vec2();
    let inside = place(depth * size(&body));
    if walls.iter().any(|wall| relation(inside, *wall) != Relation::Interior) {
        return None;
    }
    let outside = place(-16.0 * spacing(inside).max_element().max(spacing(walls[0]).max_element()));
    assert!(walls.iter().all(|wall| relation(outside, *wall) == Relation::Apart));
    let way = |from: &Shape| {
        let slide = crate::slide(&world, *from, motion);
        holds(&walls, from, motion, &slide).unwrap();
        assert!(walls.iter().all(|wall| is_not_deeper(wall, from, &slide.shape)), "{from:?} by {motion}: {slide:?}");
        (slide.shape.center().as_dvec2() - from.center().as_dvec2()).dot(ways[1])
    };
    let [inside_way, outside_way] = [way(&inside), way(&outside)];
    (outside_way > 0.01).then_some(inside_way / outside_way)
}

/// At the foot of a ramp a body overlaps the floor and the ramp. One of a hundred may stop: near an axis, where positions
/// are much closer along one coordinate than along the other, a lift off both surfaces can lead into one of them.
#[test]
fn valleys_do_not_hold_what_overlaps_them() {
    for (kind, body) in KINDS.iter().enumerate() {
        for depth in DEPTHS {
            let seeds = 0..u64::from(RUNS * times()) * 20;
            let ratios: Vec<f64> = seeds.filter_map(|seed| ratio_in_valley(kind, depth, seed)).collect();
            let slow = ratios.iter().filter(|ratio| **ratio < 0.9).count();
            assert!(
                ratios.len() > 15 && slow <= 1 + ratios.len() / 100,
                "{body}, depth {depth}: {slow} of {}",
                ratios.len()
            );
        }
    }
}

/// Small blockers around a place, of all kinds.
fn blockers(random: &mut Random, at: DVec2, count: usize) -> Vec<Shape> {
    let blocker = |_| {
        let kind = (random.next() % KINDS.len() as u64) as usize;
        let shape = scaled(&mover(kind, random), random.within(1.0, 3.0));
        shape.translated((at + random.place(2.0)).as_vec2()).unwrap()
    };
    (0..count).map(blocker).collect()
}

/// Slides that start inside of some blockers: how many there are, and how many of them move.
fn among(count: usize, is_asked: impl Fn(&World, &[Shape], &Shape, Vec2) -> bool) -> [usize; 2] {
    let (mut asked, mut moved) = (0, 0);
    for seed in 0..u64::from(RUNS * times()) * 400 {
        let mut random = Random(seed);
        let at = DVec2::from_angle(random.within(0.0, TAU)) * [0.0, 10.0, 1e3][seed as usize % 3];
        let walls = blockers(&mut random, at, count);
        let kind = (random.next() % KINDS.len() as u64) as usize;
        let shape = mover(kind, &mut random).translated((at + random.place(1.5)).as_vec2()).unwrap();
        let motion = random.place(0.5).as_vec2();
        let (world, _) = crate::world(walls.iter().copied());
        let is_inside = walls.iter().any(|wall| relation(shape, *wall) == Relation::Interior);
        if !is_inside || !is_asked(&world, &walls, &shape, motion) {
            continue;
        }
        let slide = crate::slide(&world, shape, motion);
        holds(&walls, &shape, motion, &slide).unwrap();
        for wall in walls.iter().filter(|wall| relation(shape, **wall) == Relation::Interior) {
            assert!(
                is_not_deeper(wall, &shape, &slide.shape),
                "seed {seed}: {shape:?} by {motion}: {slide:?} in {wall:?}"
            );
        }
        asked += 1;
        moved += usize::from(slide.shape != shape);
    }
    [asked, moved]
}

/// Whether the motion is within 60 degrees of the surface that the shape overlaps.
fn is_along(walls: &[Shape], shape: &Shape, motion: Vec2) -> bool {
    let contact = collide2d::contact(*shape, walls[0]).unwrap();
    contact.normal.perp().dot(motion).abs() >= 0.5 * motion.length()
}

#[test]
fn corners_do_not_hold_what_overlaps_them() {
    let [asked, moved] = among(1, |_, walls, shape, motion| is_along(walls, shape, motion));
    assert!(asked > 300 && moved == asked, "{moved} of {asked}");
}

/// Between two blockers that it overlaps from opposite sides a body may find no way that is not deeper in one of them.
#[test]
fn several_blockers_let_out() {
    let [asked, moved] = among(4, |world, _, shape, motion| {
        let place = world.queries().free(*shape, motion.length());
        place.is_some_and(|place| (place.center() - shape.center()).dot(motion) > 0.0)
    });
    assert!(asked > 300 && moved * 100 >= asked * 99, "{moved} of {asked}");
}

/// A body that stands on a ramp and is rounded into it by a change of the origin goes on.
#[test]
fn a_change_of_origin_holds_nothing() {
    let (mut inside, mut least) = (0, f64::MAX);
    for seed in 0..u64::from(RUNS * times()) * 20 {
        let mut random = Random(seed);
        let face = Face::new(WALLS[seed as usize % 3], &mut random, (0.0, 1.0));
        let shape = face.place(&mover((seed % 5) as usize, &mut random), 0.0);
        let (mut world, handle) = pair(face.shape, shape);
        let [from, to] = [DVec2::ZERO, random.place(1e3)].map(|at| Origin::new(at).unwrap());
        world.rebase(&from, &to).unwrap();
        let (wall, shape) = (world.iter().next().unwrap().1.shape, world.shape(handle).unwrap());
        if relation(wall, shape) != Relation::Interior {
            continue;
        }
        let along = face.out.perp() * 0.1;
        let motion = (along - face.out * 0.05).as_vec2();
        let end = slid(wall, shape, motion);
        let way = (end.center() - shape.center()).as_dvec2().dot(along) / along.length_squared();
        (inside, least) = (inside + 1, least.min(way));
    }
    assert!(inside > 40 && least >= 0.9, "{inside} inside, {least}");
}
