//! Random worlds: each slide against an oracle in big integers. `COLLIDE_SLIDES=50 cargo test --release --test slide`
//! runs 50 times the number of slides.

use crate::bodies::{capsule, polygon};
use collide2d::swept::{SweptShape, spacing};
use collide2d::{
    Budget, Circle, Entity, Moving, OrientedRect, Places, Query, Rect, Relation, Rotor, Settings, Shape, Simd, Slide,
    SlideOptions, Slides, Threads, Vec2, World, relation,
};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};

use super::apart::Outline;
use super::{oriented, slide};
use collide_oracle::bodies::Body;

/// The number of worlds in the normal run; each has [`SLIDES`] slides.
const WORLDS: u32 = 1_000;
const SLIDES: usize = 100;

/// A slide in one direction.
const STOP: SlideOptions<'_> = SlideOptions { max_bounces: 0, leave_overlapped: true, pass: None };

/// A scale of numbers.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// The size of the world.
    extent: f32,
    /// Positions and sizes are multiples of this, if it is not zero.
    lattice: f32,
}

const SCALES: [Scale; 6] = [
    Scale { extent: 10.0, lattice: 0.0 },
    Scale { extent: 10.0, lattice: 0.5 },
    Scale { extent: 1000.0, lattice: 0.0 },
    Scale { extent: 1e30, lattice: 0.0 },
    Scale { extent: 1e-41, lattice: 0.0 },
    Scale { extent: 16.0, lattice: 1.0 },
];

impl Scale {
    fn number(self, unit: f32) -> f32 {
        let value = unit * self.extent;
        if self.lattice > 0.0 { (value / self.lattice).round() * self.lattice } else { value }
    }

    fn shape(self, kind: u8, [x, y, width, height, turn]: [f32; 5]) -> Shape {
        let [x, y] = [x, y].map(|at| self.number(at));
        let [width, height] = [width, height].map(|size| self.number(size.abs() * 0.2));
        match kind {
            0 => Circle::new(Vec2::new(x, y), width).unwrap().into(),
            1 => Rect::new(Vec2::new(x, y), Vec2::new(x + width, y + height)).unwrap().into(),
            2 => oriented(x, y, Vec2::new(width, height), turn * 180.0),
            4 => capsule(Vec2::new(x, y), Vec2::new(width, height), turn * 180.0),
            5 => polygon(Vec2::new(x, y), Vec2::new(width, height), turn * 180.0),
            _ => {
                let rotor = Rotor::from_raw(3.0, 4.0).unwrap();
                OrientedRect::new(Vec2::new(x, y), Vec2::new(width, height) * 0.2, rotor).unwrap().into()
            }
        }
    }
}

fn unit() -> BoxedStrategy<f32> {
    prop_oneof![8 => -1_f32..1.0, 1 => Just(0.0), 1 => Just(0.5)].boxed()
}

fn numbers() -> impl Strategy<Value = [f32; 5]> {
    proptest::array::uniform5(unit())
}

/// A world, and shapes with their motions.
fn case() -> impl Strategy<Value = (Scale, Vec<Shape>, Vec<(Shape, Vec2)>)> {
    let blockers = proptest::collection::vec((0..6_u8, numbers()), 0..24);
    let movers = proptest::collection::vec((0..6_u8, numbers(), proptest::array::uniform2(unit()), 0..3_u8), SLIDES);
    (0..SCALES.len(), blockers, movers).prop_map(|(scale, blockers, movers)| {
        let scale = SCALES[scale];
        let blockers = blockers.into_iter().map(|(kind, numbers)| scale.shape(kind, numbers)).collect();
        let movers = movers.into_iter().map(|(kind, numbers, motion, length)| {
            let factor = [1.0, 0.1, 0.001][usize::from(length)];
            (scale.shape(kind, numbers), Vec2::from(motion.map(|way| scale.number(way) * factor)))
        });
        (scale, blockers, movers.collect())
    })
}

/// How many times the normal number of slides to run.
pub fn times() -> u32 {
    std::env::var("COLLIDE_SLIDES").map_or(1, |times| times.parse().expect("a number"))
}

pub fn overlaps(a: &Shape, b: &Shape) -> bool {
    a.aabb().intersects(&b.aabb())
        && !Outline::of(a).is_clearly_apart(&Outline::of(b))
        && Body::of(a).relation(&Body::of(b)) == Relation::Interior
}

/// Checks the guarantee.
pub fn holds(blockers: &[Shape], start: &Shape, motion: Vec2, slide: &Slide) -> TestCaseResult {
    for blocker in blockers {
        let entered = slide.shape != *start && overlaps(&slide.shape, blocker) && !overlaps(start, blocker);
        prop_assert!(!entered, "{:?} by {} ends at {:?} in {:?}", start, motion, slide, blocker);
    }
    let swept = SweptShape::between(*start, slide.shape);
    prop_assert!(swept.is_some(), "{:?} became {:?}", start, slide.shape);
    // The sum of the swept shapes' lengths is at most the motion, up to the rounding of roots.
    prop_assert!(swept.unwrap().length() <= motion.as_dvec2().length() * (1.0 + 1e-12), "{:?} by {}", start, motion);
    Ok(())
}

/// A slide without bounces is one swept shape, apart from seams.
fn leg_holds(blockers: &[Shape], start: &Shape, motion: Vec2, slide: &Slide) -> TestCaseResult {
    holds(blockers, start, motion, slide)?;
    let swept = SweptShape::between(*start, slide.shape).unwrap();
    prop_assert!(swept.compare_length(motion).is_le());
    let (mut hull, mut outline) = (Body::of(start), Outline::of(start));
    hull.corners.extend(Body::of(&slide.shape).corners);
    outline.corners.extend(Outline::of(&slide.shape).corners);
    let is_near =
        |blocker: &&Shape| swept.aabb().intersects(&blocker.aabb()) && !outline.is_clearly_apart(&Outline::of(blocker));
    for blocker in blockers.iter().filter(is_near) {
        let passes = !overlaps(start, blocker) && hull.relation(&Body::of(blocker)) == Relation::Interior;
        prop_assert!(!passes || is_seam(start, slide, blocker), "{:?} by {} passes {:?}", start, motion, blocker);
    }
    Ok(())
}

/// Whether a blocker stands out into the swept shape by so little that a slide steps over it: by at most 16 spacings of positions,
/// and the rounding of the step.
fn is_seam(start: &Shape, slide: &Slide, blocker: &Shape) -> bool {
    let (way, unit) = (slide.shape.center() - start.center(), spacing(*start).max(spacing(slide.shape)).max_element());
    let aside = way.as_dvec2().normalize_or_zero().perp() * unit * 18.0;
    [aside, -aside].into_iter().any(|aside| {
        let ends = [*start, slide.shape].map(|end| end.translated(aside.as_vec2()));
        let [Ok(from), Ok(to)] = ends else { return false };
        let mut hull = Body::of(&from);
        hull.corners.extend(Body::of(&to).corners);
        hull.relation(&Body::of(blocker)) != Relation::Interior
    })
}

#[test]
fn slides_end_outside_of_everything() {
    let times = times();
    let config = ProptestConfig { cases: WORLDS * times, failure_persistence: None, ..ProptestConfig::default() };
    let check = |(_, blockers, movers): (Scale, Vec<Shape>, Vec<(Shape, Vec2)>)| {
        let (world, _) = super::world(blockers.iter().copied());
        for (shape, motion) in movers {
            holds(&blockers, &shape, motion, &slide(&world, shape, motion))?;
            let moving = Moving::new(shape, motion).unwrap();
            leg_holds(&blockers, &shape, motion, &world.queries().slide(Query::new(moving), &STOP))?;
        }
        Ok(())
    };
    TestRunner::new(config).run(&case(), check).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A slide that may not bounce steps over a corner that stands out by rounding: found in a random world of subnormal
/// numbers.
#[test]
fn a_slide_without_bounces_steps_over_a_seam() {
    let at =
        |x: i32, y: i32| Vec2::from([x, y].map(|steps| f32::from_bits(steps.unsigned_abs()).copysign(steps as f32)));
    let start = Shape::from(Rect::new(at(4035, -6769), at(4764, -5742)).unwrap());
    let quarter = Rotor::from_raw(0.0, 1.0).unwrap();
    let blocker = Shape::from(OrientedRect::new(at(3389, -4828), at(682, 649), quarter).unwrap());
    let (world, motion) = (super::world([blocker]).0, at(0, 2782));
    let slide = world.queries().slide(Query::new(Moving::new(start, motion).unwrap()), &STOP);
    assert!(slide.shape.center().y > blocker.center().y, "{slide:?}");
    leg_holds(&[blocker], &start, motion, &slide).unwrap();
}

/// The same shape slides on and on among tiles: rounding of one end must not lead into a wall at the next.
#[test]
fn long_ways_among_tiles_stay_outside() {
    let times = times();
    let config = ProptestConfig { cases: 300 * times, failure_persistence: None, ..ProptestConfig::default() };
    let strategy = (0..6_u8, numbers(), proptest::collection::vec(proptest::array::uniform2(unit()), 60), any::<u64>());
    let check = |(kind, numbers, motions, tiles): (u8, [f32; 5], Vec<[f32; 2]>, u64)| {
        let tile = |index: u32| super::rect((index % 8) as f32 - 4.0, (index / 8) as f32 - 4.0, 1.0, 1.0);
        let blockers: Vec<Shape> = (0..64).filter(|index| tiles >> index & 1 == 1).map(tile).collect();
        let (world, _) = super::world(blockers.iter().copied());
        let mut shape = Scale { extent: 4.0, lattice: 0.0 }.shape(kind, numbers);
        for motion in motions.into_iter().map(Vec2::from) {
            // The first swept shape of each, from where the shape touches others.
            let moving = Query::new(Moving::new(shape, motion).unwrap());
            leg_holds(&blockers, &shape, motion, &world.queries().slide(moving, &STOP))?;
            let done = slide(&world, shape, motion);
            holds(&blockers, &shape, motion, &done)?;
            if let (Shape::Rect(before), Shape::Rect(after)) = (shape, done.shape) {
                prop_assert!((after.max() - after.min()).cmple(before.max() - before.min()).all());
            }
            shape = done.shape;
        }
        Ok(())
    };
    TestRunner::new(config).run(&strategy, check).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Batches give the bytes of single slides, for every strategy, number of threads and SIMD level, also if the world has
/// changed since the last step.
#[test]
fn batches_equal_single_slides() {
    let config = ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() };
    let check = |(_, blockers, movers): (Scale, Vec<Shape>, Vec<(Shape, Vec2)>)| {
        let movers: Vec<Query<Moving>> = (0..4)
            .flat_map(|_| movers.iter().map(|(shape, motion)| Query::new(Moving::new(*shape, *motion).unwrap())))
            .collect();
        let expected: Vec<Slide> = {
            let (world, _) = super::world(blockers.iter().copied());
            movers.iter().map(|query| world.queries().slide(*query, &SlideOptions::default())).collect()
        };
        for (strategy, threads) in [
            (collide2d::Strategy::UniformGrid, 1),
            (collide2d::Strategy::HierarchicalGrid, 3),
            (collide2d::Strategy::RTree, 2),
        ] {
            for (simd, step) in [(Simd::best(), true), (Simd::Portable, false)] {
                let threads = Threads::new(threads).unwrap();
                let mut world = World::new(Settings { strategy, threads, simd, ..Settings::default() });
                blockers.iter().for_each(|shape| _ = world.insert(Entity::new(*shape)).unwrap());
                if step {
                    world.step();
                }
                let mut slides = Slides::default();
                world.queries().slide_batch_into(&movers, &SlideOptions::default(), &mut slides).unwrap();
                prop_assert_eq!(&slides.iter().collect::<Vec<_>>(), &expected);
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&case(), check).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Under a constant motion a shape gets forward in every tick until it rests: it never returns to a place.
#[test]
fn constant_motions_come_to_rest() {
    let config = ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() };
    let check = |(scale, blockers, movers): (Scale, Vec<Shape>, Vec<(Shape, Vec2)>)| {
        let border = [(-3.0, -3.0), (2.0, -3.0), (-3.0, -3.0), (-3.0, 2.0)];
        let sizes = [(1.0, 6.0), (1.0, 6.0), (6.0, 1.0), (6.0, 1.0)];
        let frame = border.into_iter().zip(sizes).map(|((x, y), (width, height))| {
            let [x, y, width, height] = [x, y, width, height].map(|number: f32| number * scale.extent);
            super::rect(x, y, width, height)
        });
        let (world, _) = super::world(blockers.into_iter().chain(frame));
        for (start, motion) in movers.into_iter().take(4) {
            // Long enough to reach the border within some ticks.
            let motion = motion.normalize_or_zero() * scale.extent * 0.1;
            let mut shape = start;
            for _ in 0..2_000 {
                let next = slide(&world, shape, motion).shape;
                if next == shape {
                    break;
                }
                let swept = SweptShape::between(shape, next).expect("the same shape");
                prop_assert!(swept.compare_direction(motion).is_gt(), "{:?} by {}: {:?}", start, motion, swept);
                shape = next;
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&case(), check).unwrap_or_else(|failure| panic!("{failure}"));
}

/// The place that is found among at most `max` candidates, if there is one without this limit.
fn limited_place(
    blockers: &[Shape],
    shape: &Shape,
    (place, distance): (Shape, f64),
    (max_distance, max): (f32, u64),
) -> Option<Shape> {
    let (bound, far) = (shape.aabb(), f64::from(max_distance));
    let side = (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element();
    let mut within: Vec<f64> =
        [0.0, side, side * 4.0, side * 16.0].into_iter().filter(|near| near * 2.0 < far).collect();
    within.push(far);
    for near in within {
        let area = bound.expanded(near);
        let area = Rect::new(area.min(), area.max()).unwrap();
        let candidates = blockers.iter().filter(|blocker| relation(area, **blocker) != Relation::Apart);
        if candidates.count() as u64 > max {
            return None;
        }
        if distance <= near {
            return Some(place);
        }
    }
    unreachable!("the place is within the maximum distance")
}

/// Free places are free of everything, not too far, and not farther than a place found by sampling around which there
/// is room.
#[test]
fn free_places_are_free_and_near() {
    let config = ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() };
    let check = |(scale, blockers, movers): (Scale, Vec<Shape>, Vec<(Shape, Vec2)>)| {
        let (world, _) = super::world(blockers.iter().copied());
        for (shape, motion) in movers.into_iter().take(30) {
            let max_distance = motion.length().min(scale.extent);
            let is_free = |shape: &Shape| !blockers.iter().any(|blocker| overlaps(shape, blocker));
            let Some(found) = world.queries().free(shape, max_distance) else {
                prop_assert!(!is_free(&shape));
                continue;
            };
            prop_assert!(is_free(&found), "{:?} to {:?}", shape, found);
            let mut places = Places::default();
            world.queries().free_batch_into(&[shape.into()], max_distance, &mut places).unwrap();
            prop_assert_eq!(places.list(), [Some(found)]);
            let distance = SweptShape::between(shape, found).unwrap().length();
            prop_assert!(distance <= f64::from(max_distance) * (1.0 + 1e-12));
            if is_free(&shape) {
                prop_assert_eq!(found, shape);
            }
            for max in [0, 1, 3, 9, 27] {
                let few = Budget { max_candidates_each: max, ..Budget::UNLIMITED };
                let expected = limited_place(&blockers, &shape, (found, distance), (max_distance, max));
                let place = world.queries().within(few).free(shape, max_distance);
                prop_assert_eq!(place, expected, "{:?}, {}, {}", shape, max_distance, max);
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&case(), check).unwrap_or_else(|failure| panic!("{failure}"));
}

/// The stated bound of the distance, for points: a place with a margin is never nearer.
#[test]
fn no_free_place_with_a_margin_is_nearer() {
    let config = ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() };
    let check = |(_, blockers, movers): (Scale, Vec<Shape>, Vec<(Shape, Vec2)>)| {
        let (world, _) = super::world(blockers.iter().copied());
        for (at, way) in movers.into_iter().map(|(shape, motion)| (shape.center(), motion)).take(30) {
            let distance = way.length();
            // The margin, and a little more for the rounding of this test.
            let Ok(room) = Circle::new(at + way, distance * 0.0495) else { continue };
            let point = Circle::new(at, 0.0).unwrap();
            if distance > 0.0 && !blockers.iter().any(|blocker| collide2d::overlaps(room, blocker)) {
                let found = world.queries().free(point, distance * 1.001);
                prop_assert!(found.is_some(), "from {} there is room at {}", at, at + way);
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&case(), check).unwrap_or_else(|failure| panic!("{failure}"));
}
