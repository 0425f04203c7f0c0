//! The fast tests against the general decision, and hard cases by name.

extern crate std;

use std::{format, string::String};

use super::{containment, fast, general};
use crate::convex::Pair;
use crate::exact::ROUNDOFF;
use crate::shape::corners::Corners;
use crate::shape::outline::{Motion, Outline};
use crate::swept::SweptShape;
use crate::{Circle, OrientedRect, Ray, Rect, Relation, Rotor, Segment, Shape, ShapeKind, Vec2};

/// Cases for each pair of kinds, or of a moving set and a kind.
const CASES: u32 = 80_000;

/// Deterministic random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % count
    }

    /// An integer from `-size` to `size`.
    fn whole(&mut self, size: i32) -> i32 {
        self.below(2 * size.cast_unsigned() as u64 + 1) as i32 - size
    }
}

/// What the numbers of a case are like: integers up to `size` times `unit`, or numbers of very different size.
#[derive(Clone, Copy)]
struct Style {
    size: i32,
    unit: f32,
    is_wide: bool,
}

impl Style {
    /// In half of the cases there are so few numbers that shapes touch often, in the others up to 24 digits.
    fn any(random: &mut Random) -> Self {
        let units = [0.25, f32::from_bits(1), libm::exp2f(100.0), 0.1];
        let digits = if random.below(2) == 0 { 0 } else { random.below(22) };
        let is_wide = random.below(8) == 0;
        let unit = if is_wide { 1.0 } else { units[random.below(4) as usize] };
        Self { size: 6 << digits, unit, is_wide }
    }

    fn number(self, random: &mut Random) -> f32 {
        let power = if self.is_wide { random.whole(40) as f32 } else { 0.0 };
        random.whole(self.size) as f32 * self.unit * libm::exp2f(power)
    }

    fn vector(self, random: &mut Random) -> Vec2 {
        Vec2::new(self.number(random), self.number(random))
    }

    /// Zero in many cases.
    fn size(self, random: &mut Random) -> f32 {
        if random.below(4) == 0 { 0.0 } else { self.number(random).abs() }
    }

    fn rotor(self, random: &mut Random) -> Rotor {
        let raw = [(3.0, 4.0), (-119.0, 120.0), (1.0, 1.0), (0.0, -2.0), (1e-3, 7e-4), (3e-20, 4e-20), (1e20, 1.0)];
        match random.below(4) {
            0 => Rotor::IDENTITY,
            1 => Rotor::from_degrees(random.whole(360) as f32).unwrap(),
            _ => {
                let (cos, sin) = raw[random.below(7) as usize];
                Rotor::from_raw(cos, sin).unwrap()
            }
        }
    }

    fn shape(self, kind: ShapeKind, random: &mut Random) -> Shape {
        let at = self.vector(random);
        let size = Vec2::new(self.size(random), self.size(random));
        let shape = match kind {
            ShapeKind::Circle => Circle::new(at, size.x).unwrap().into(),
            ShapeKind::Rect => Rect::new(at, at + size).unwrap().into(),
            ShapeKind::OrientedRect => OrientedRect::new(at, size, self.rotor(random)).unwrap().into(),
        };
        if random.below(3) == 0 { neighbour(&shape, random) } else { shape }
    }
}

/// A shape of which one number is one unit in the last place away, if that is a shape.
fn neighbour(shape: &Shape, random: &mut Random) -> Shape {
    let mut numbers = shape.to_numbers();
    let number = &mut numbers[random.below(6) as usize];
    *number = if random.below(2) == 0 { number.next_up() } else { number.next_down() };
    Shape::from_numbers(shape.kind(), numbers).unwrap_or(*shape)
}

/// In some cases the shape moved along x to where a decision changes, on the lattice of the style.
fn at_border<T: PartialEq>(
    (style, random): (Style, &mut Random),
    [a, b]: [Shape; 2],
    decide: impl Fn(&Shape) -> T,
) -> Shape {
    let moved = |count: i32| b.translated(Vec2::X * (count as f32 * style.unit)).unwrap_or(b);
    let to_a = ((a.center().x - b.center().x) / style.unit) as i32;
    let (mut far, mut near) = (style.size * 4, to_a.clamp(-style.size * 2, style.size * 2));
    if random.below(8) > 0 {
        return b;
    }
    let result = decide(&moved(near));
    if decide(&moved(far)) == result {
        return b;
    }
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        *(if decide(&moved(middle)) == result { &mut near } else { &mut far }) = middle;
    }
    moved(if random.below(2) == 0 { far } else { near })
}

/// The results of the fast tests: how many were certain, with rounding and without, and how many shapes touched.
#[derive(Default)]
struct Counts {
    certain: u32,
    lossless: u32,
    touching: u32,
}

impl Counts {
    /// Compares a fast test with the exact result, where it is certain.
    fn check<T: PartialEq + core::fmt::Debug>(
        &mut self,
        exact: T,
        is_plain: bool,
        fast: impl Fn(f64) -> Option<T>,
        case: impl Fn() -> String,
    ) {
        if let Some(result) = fast(ROUNDOFF) {
            self.certain += 1;
            assert_eq!(result, exact, "the fast test of {}", case());
        }
        if is_plain && let Some(result) = fast(0.0) {
            self.lossless += 1;
            assert_eq!(result, exact, "the fast test without rounding of {}", case());
        }
    }

    /// Fails if the cases did not reach what they are for.
    fn finish(&self, what: &str) {
        let Self { certain, lossless, touching } = *self;
        assert!(certain > CASES / 4, "{what}: only {certain} were certain");
        assert!(lossless > CASES / 40, "{what}: only {lossless} were without rounding");
        assert!(touching > CASES / 2000, "{what}: only {touching} touched");
    }
}

fn fast_relation(a: &Shape, b: &Shape, roundoff: f64) -> Option<Relation> {
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => fast::circle_circle(a, b, roundoff),
        (Shape::Rect(a), Shape::Rect(b)) => fast::rect_rect(a, b, roundoff),
        (Shape::OrientedRect(a), Shape::OrientedRect(b)) => fast::boxes(a, b, roundoff),
        (Shape::Circle(a), Shape::Rect(b)) | (Shape::Rect(b), Shape::Circle(a)) => fast::rect_circle(b, a, roundoff),
        (Shape::Circle(a), Shape::OrientedRect(b)) | (Shape::OrientedRect(b), Shape::Circle(a)) => {
            fast::circle_oriented_rect(a, b, roundoff)
        }
        (Shape::Rect(a), Shape::OrientedRect(b)) | (Shape::OrientedRect(b), Shape::Rect(a)) => {
            fast::boxes(a, b, roundoff)
        }
    }
}

#[test]
fn fast_relations_and_containments_are_those_of_the_general_decision() {
    for a_kind in ShapeKind::ALL {
        for b_kind in ShapeKind::ALL {
            let mut random = Random(a_kind as u64 * 3 + b_kind as u64);
            let (mut relations, mut containments) = (Counts::default(), Counts::default());
            for _ in 0..CASES {
                let style = Style::any(&mut random);
                let (a, b) = (style.shape(a_kind, &mut random), style.shape(b_kind, &mut random));
                let b = match random.below(2) {
                    0 => at_border((style, &mut random), [a, b], |b| super::relation(a, *b)),
                    _ => at_border((style, &mut random), [a, b], |b| containment(a, *b)),
                };
                let outlines = (a.outline(), b.outline());
                let pair = Pair::new(&outlines.0, &outlines.1);
                let (case, is_plain) = (|| format!("{a:?} and {b:?}"), pair.is_plain());
                let relation = general::relation(&pair);
                relations.touching += u32::from(relation == Relation::Touching);
                relations.check(relation, is_plain, |roundoff| fast_relation(&a, &b, roundoff), case);
                let reach = containment::reach(pair);
                containments.touching += u32::from(reach.is_eq());
                containments.check(reach, is_plain, |roundoff| containment::quick(&b, &a, roundoff), case);
            }
            relations.finish(&format!("relation of {a_kind} and {b_kind}"));
            containments.finish(&format!("containment of {b_kind} in {a_kind}"));
        }
    }
}

fn check_moving(counts: &mut Counts, [fast_set, set, other]: [&Outline; 3], case: impl Fn() -> String) {
    let pair = Pair::new(set, other);
    let relation = general::relation(&pair);
    counts.touching += u32::from(relation == Relation::Touching);
    let fast_set = |roundoff: f64| if roundoff > 0.0 { fast_set } else { set };
    let fast = |roundoff| fast::moving(fast_set(roundoff), other, roundoff);
    counts.check(relation, pair.is_plain(), fast, case);
}

#[test]
fn fast_relations_of_moving_shapes_are_those_of_the_general_decision() {
    for a_kind in ShapeKind::ALL {
        for b_kind in ShapeKind::ALL {
            let mut random = Random(100 + a_kind as u64 * 3 + b_kind as u64);
            let (mut counts, mut resized) = (Counts::default(), 0);
            for _ in 0..CASES {
                let style = Style::any(&mut random);
                let (a, b) = (style.shape(a_kind, &mut random), style.shape(b_kind, &mut random));
                let other = style.shape(a_kind, &mut random);
                let end = if a_kind == ShapeKind::Rect && random.below(4) == 0 {
                    other
                } else if random.below(8) == 0 {
                    neighbour(&a, &mut random)
                } else {
                    a.translated(style.vector(&mut random)).unwrap()
                };
                let Some(swept) = SweptShape::between(a, end).filter(|_| a != end) else { continue };
                let b = at_border((style, &mut random), [a, b], |b| swept.relation_to(*b));
                let (set, other) = (swept.outline(), b.outline());
                let case = || format!("{a:?} to {end:?} and {b:?}");
                resized += u32::from(matches!(set.corners, Corners::Rects(_)));
                check_moving(&mut counts, [&set, &set, &other], case);
                if let (Shape::Rect(from), Shape::Rect(to), Shape::Rect(other)) = (&a, &end, &b)
                    && let Some(relation) = fast::moving_rect_rect([from, to], other)
                {
                    assert_eq!(relation, swept_general(&set, &b), "moving_rect_rect of {}", case());
                }
            }
            counts.finish(&format!("{a_kind} on its way to {b_kind}"));
            assert!(a_kind != ShapeKind::Rect || resized > CASES / 10, "only {resized} rects change their size");
        }
    }
}

fn swept_general(set: &Outline, other: &Shape) -> Relation {
    general::relation(&Pair::new(set, &other.outline()))
}

#[test]
fn fast_relations_of_lines_are_those_of_the_general_decision() {
    for kind in ShapeKind::ALL {
        let mut random = Random(200 + kind as u64);
        let (mut segments, mut rays) = (Counts::default(), Counts::default());
        for _ in 0..CASES {
            let style = Style::any(&mut random);
            let (shape, from, to) =
                (style.shape(kind, &mut random), style.vector(&mut random), style.vector(&mut random));
            let segment = Segment::new(from, to).unwrap();
            let start = circle(from.x, from.y, 0.0);
            let shape = at_border((style, &mut random), [start, shape], |shape| super::segment_shape(&segment, *shape));
            let other = shape.outline();
            let set = segment.outline();
            check_moving(&mut segments, [&set, &set, &other], || format!("{segment:?} and {shape:?}"));
            let max_t = [f32::INFINITY, random.below(5) as f32, 0.3][random.below(3) as usize];
            let Ok(ray) = Ray::new(from, to, max_t) else { continue };
            let sets = [&ray.outline(), &ray.outline_past(&other), &other];
            check_moving(&mut rays, sets, || format!("{ray:?} and {shape:?}"));
        }
        segments.finish(&format!("segment and {kind}"));
        rays.finish(&format!("ray and {kind}"));
    }
}

fn circle(x: f32, y: f32, radius: f32) -> Shape {
    Circle::new([x, y], radius).unwrap().into()
}

fn rect(min: [f32; 2], max: [f32; 2]) -> Shape {
    Rect::new(min, max).unwrap().into()
}

fn oriented(center: [f32; 2], half: [f32; 2], (cos, sin): (f32, f32)) -> Shape {
    OrientedRect::new(center, half, Rotor::from_raw(cos, sin).unwrap()).unwrap().into()
}

/// The relation of a swept shape, which the general decision must share.
fn swept(from: Shape, to: Shape, other: Shape) -> Relation {
    let swept = SweptShape::between(from, to).unwrap();
    let relation = swept.relation_to(other);
    assert_eq!(relation, swept_general(&swept.outline(), &other));
    relation
}

#[test]
fn an_extremely_long_motion_beside_and_into_walls() {
    let far = 1e30;
    for (radius, top) in [(0.5, 0.5), (0.0, 0.0)] {
        let ball = |x: f32| circle(x, 0.0, radius);
        let wall = |bottom: f32| rect([1.0, bottom], [2.0, 9.0]);
        assert_eq!(swept(ball(0.0), ball(far), wall(top)), Relation::Touching);
        assert_eq!(swept(ball(0.0), ball(far), wall(top.next_up())), Relation::Apart);
        assert_eq!(swept(ball(0.0), ball(far), wall(top.next_down())), Relation::Interior);
        assert_eq!(swept(ball(0.0), ball(-far), wall(-1.0)), Relation::Apart);
    }
    let bar = |x: f32, y: f32| oriented([x, y], [5.0, 0.0], (3.0, 4.0));
    // The motion is parallel to the bar, so both are one segment, through the corner of a rect.
    let corner = |x: f32| rect([x, -9.0], [x + 1.0, 40.0]);
    assert_eq!(swept(bar(0.0, 0.0), bar(3.0 * far, 4.0 * far), corner(30.0)), Relation::Interior);
    assert_eq!(swept(bar(0.0, 0.0), bar(-far, 0.0), corner(15.0)), Relation::Touching);
    assert_eq!(swept(bar(0.0, 0.0), bar(-far, 0.0), corner(15.0_f32.next_up())), Relation::Apart);
}

#[test]
fn endless_rays_that_touch() {
    let endless = |x: f32, y: f32, direction: [f32; 2]| Ray::new([x, y], direction, f32::INFINITY).unwrap();
    let tiny = f32::from_bits(1);
    // The corner (3, 4), from near and far, with the shortest and the longest direction.
    let shapes = [rect([3.0, 3.0], [9.0, 4.0]), oriented([9.0, 4.0], [3.0, 0.0], (2.0, 0.0)), circle(3.0, 4.0, 0.0)];
    for shape in shapes {
        for unit in [tiny, 1.0, libm::exp2f(125.0)] {
            let ray = endless(0.0, 0.0, [3.0 * unit, 4.0 * unit]);
            assert_eq!(super::ray_shape(&ray, shape), Relation::Touching, "{ray:?} and {shape:?}");
            assert_eq!(super::ray_shape(&endless(0.0, 0.0, [-3.0 * unit, -4.0 * unit]), shape), Relation::Apart);
        }
        assert_eq!(super::ray_shape(&endless(0.0, tiny, [3.0, 4.0]), shape), Relation::Apart);
    }
    // A graze at the end of the range, and the disc that the ray leaves by the smallest number.
    let max = f32::MAX;
    assert_eq!(super::ray_shape(&endless(-max, 1.0, [tiny, 0.0]), circle(max, 0.0, 1.0)), Relation::Touching);
    assert_eq!(super::ray_shape(&endless(-max, 1.0, [tiny, 0.0]), circle(max, -tiny, 1.0)), Relation::Apart);
    assert_eq!(super::ray_shape(&endless(-max, 1.0, [tiny, 0.0]), circle(max, tiny, 1.0)), Relation::Interior);
}

#[test]
fn rects_that_change_their_size_on_the_way() {
    // The upper left corner moves along (4, 3), the lower right one along (2, 5).
    let (from, to) = (rect([0.0, 0.0], [4.0, 4.0]), rect([4.0, 5.0], [6.0, 7.0]));
    let above = |bottom: f32| swept(from, to, rect([0.0, bottom], [2.0, 9.0]));
    assert_eq!(above(5.5_f32.next_down()), Relation::Interior);
    assert_eq!(above(5.5), Relation::Touching);
    assert_eq!(above(5.5_f32.next_up()), Relation::Apart);
    assert_eq!(swept(from, to, rect([5.0, 0.0], [9.0, 2.5])), Relation::Touching);
    let disc = |radius: f32| swept(from, to, circle(-1.0, 9.5, radius));
    assert_eq!(disc(5.0_f32.next_up()), Relation::Interior);
    assert_eq!(disc(5.0), Relation::Touching);
    assert_eq!(disc(5.0_f32.next_down()), Relation::Apart);
    let beside = |half: f32| swept(from, to, oriented([-1.0, 9.5], [half, 0.0], (3.0, -4.0)));
    assert_eq!(beside(1.0_f32.next_up()), Relation::Interior);
    assert_eq!(beside(1.0), Relation::Touching);
    assert_eq!(beside(1.0_f32.next_down()), Relation::Apart);
    assert_eq!(swept(from, rect([8.0, 0.0], [8.0, 0.0]), rect([6.0, 2.0], [9.0, 3.0])), Relation::Touching);
    assert_eq!(swept(from, rect([8.0, 0.0], [8.0, 2.0]), rect([6.0, 3.0], [9.0, 4.0])), Relation::Touching);
}

#[test]
fn zero_area_shapes_that_cross_or_lie_end_to_end() {
    let along = |x: f32, half: f32| oriented([3.0 * x, 4.0 * x], [half, 0.0], (3.0, 4.0));
    let across = |x: f32, half: f32| oriented([3.0 * x, 4.0 * x], [0.0, half], (3.0, 4.0));
    let point = |x: f32| circle(3.0 * x, 4.0 * x, 0.0);
    let relation = |a: Shape, b: Shape| {
        let outlines = (a.outline(), b.outline());
        let result = super::relation(a, b);
        assert_eq!(result, general::relation(&Pair::new(&outlines.0, &outlines.1)), "{a:?} and {b:?}");
        assert_eq!(result, super::relation(b, a));
        result
    };
    assert_eq!(relation(along(0.0, 1.0), across(0.5, 1.0)), Relation::Interior); // crossing
    assert_eq!(relation(along(0.0, 1.0), across(1.0, 1.0)), Relation::Touching); // a T
    assert_eq!(relation(along(0.0, 1.0), along(2.0, 1.0)), Relation::Touching); // end to end
    assert_eq!(relation(along(0.0, 1.0), along(2.0, 1.0_f32.next_down())), Relation::Apart);
    assert_eq!(relation(along(0.0, 1.0), along(0.5, 1.0)), Relation::Touching); // collinear, one over the other
    assert_eq!(relation(along(0.0, 1.0), point(1.0)), Relation::Touching);
    assert_eq!(relation(rect([0.0, 0.0], [6.0, 0.0]), along(0.5, 0.5)), Relation::Touching);
    assert_eq!(relation(rect([-1.0, 1.0], [6.0, 1.0]), along(0.5, 0.5)), Relation::Interior);
    assert_eq!(swept(point(-2.0), point(-1.0), along(0.0, 1.0)), Relation::Touching);
    assert_eq!(swept(point(-3.0), point(-2.0), along(0.0, 1.0)), Relation::Apart);
}

#[test]
fn a_separating_motion_below_the_smallest_normal_number() {
    let a = circle(0.148_895_26, -0.150_146_48, 0.211_456_3);
    let b = oriented([-8.899_216, 8.973_999], [0.074_783_325, 0.0], (-119.0, 120.0));
    assert_eq!(super::relation(a, b), Relation::Touching);
    let a = crate::Moving::new(a, [-0.018_310_547, -0.018_157_959]).unwrap();
    let b = crate::Moving::new(b, [1e-45, 0.0]).unwrap();
    assert_eq!(crate::sweep_entering(a, b).map(|impact| impact.time), Some(0.0));
}

/// The path is so nearly parallel to the long side of the rect that the fast test takes them for parallel. The disc is
/// beside the end of the side that is off the line of the path.
#[test]
fn a_path_nearly_parallel_to_a_side() {
    let disc = Circle::new([7.516_042_4e-6, 6.599_06e-6], 1.961_387_1e-7).unwrap();
    let bar = oriented([15_988_999.0, 14_603_488.0], [1.0, 0.0], (15_988_999.0, 14_603_488.0));
    let motion = Motion::between(Vec2::ZERO, Vec2::new(-9_707_663.0, -8_866_455.0));
    let (set, other) = (Outline { motion, ..disc.outline() }, bar.outline());
    assert_eq!(general::relation(&Pair::new(&set, &other)), Relation::Apart);
    assert_eq!(super::moving_relation(&set, &other), Relation::Apart);
}
