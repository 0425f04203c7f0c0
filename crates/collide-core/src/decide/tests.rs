//! The fast tests against the general decision, and hard cases by name.

extern crate std;

mod cases;
mod random;
mod sectors;

use std::{format, string::String};

use super::{Containment, containment, fast, general};
use crate::columns::{Round, RoundHits, RoundPairs, Simd};
use crate::convex::Pair;
use crate::exact::ROUNDOFF;
use crate::shape::corners::Corners;
use crate::shape::discs::Discs;
use crate::shape::outline::Outline;
use crate::swept::SweptShape;
use crate::{Circle, OrientedRect, Ray, Relation, Rotor, Segment, Shape, ShapeKind, Vec2};
use random::{Counts, Random, Style, at_border, neighbour};

/// The number of cases for a pair of kinds, or a moving set and a kind: fewer for hulls of many points, because the
/// general decision takes longer.
fn cases(kinds: &[ShapeKind]) -> u32 {
    if kinds.iter().all(|kind| *kind <= ShapeKind::OrientedRect) { 80_000 } else { 16_000 }
}

fn seed(a: ShapeKind, b: ShapeKind) -> u64 {
    a as u64 * ShapeKind::ALL.len() as u64 + b as u64
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
        (Shape::Circle(a), Shape::Capsule(b)) | (Shape::Capsule(b), Shape::Circle(a)) => {
            fast::circle_capsule(a, b, roundoff)
        }
        (Shape::Rect(a), Shape::Capsule(b)) | (Shape::Capsule(b), Shape::Rect(a)) => fast::capsule_with(a, b, roundoff),
        (Shape::OrientedRect(a), Shape::Capsule(b)) | (Shape::Capsule(b), Shape::OrientedRect(a)) => {
            fast::capsule_with(a, b, roundoff)
        }
        (Shape::Capsule(a), Shape::Capsule(b)) => fast::capsules(a, b, roundoff),
        (Shape::Circle(a), Shape::Polygon(b)) | (Shape::Polygon(b), Shape::Circle(a)) => {
            fast::circle_polygon(a, b, roundoff)
        }
        (Shape::Rect(a), Shape::Polygon(b)) | (Shape::Polygon(b), Shape::Rect(a)) => fast::rect_polygon(a, b, roundoff),
        (Shape::OrientedRect(a), Shape::Polygon(b)) | (Shape::Polygon(b), Shape::OrientedRect(a)) => {
            fast::oriented_rect_polygon(a, b, roundoff)
        }
        (Shape::Capsule(a), Shape::Polygon(b)) | (Shape::Polygon(b), Shape::Capsule(a)) => {
            fast::capsule_polygon(a, b, roundoff)
        }
        (Shape::Polygon(a), Shape::Polygon(b)) => fast::polygons(a, b, roundoff),
    }
}

#[test]
fn fast_relations_and_containments_are_those_of_the_general_decision() {
    for a_kind in ShapeKind::ALL {
        for b_kind in ShapeKind::ALL {
            let mut random = Random(seed(a_kind, b_kind));
            let (mut relations, mut containments) = (Counts::default(), Counts::default());
            let cases = cases(&[a_kind, b_kind]);
            for _ in 0..cases {
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
            relations.finish(cases, &format!("relation of {a_kind} and {b_kind}"));
            // The others have no fast test.
            if b_kind == ShapeKind::Circle || b_kind.max(a_kind) <= ShapeKind::OrientedRect {
                containments.finish(cases, &format!("containment of {b_kind} in {a_kind}"));
            }
        }
    }
}

#[test]
fn a_long_rect_leaves_few_circles_to_exact_arithmetic() {
    let rect = OrientedRect::new([3.0, -2.0], [1e30, 0.5], Rotor::from_degrees(10.0).unwrap()).unwrap();
    let mut random = Random(7);
    let mut at = || random.below(400_000) as f32 / 1e3 - 200.0;
    let circles = (0..1_000).map(|_| Circle::new([at(), at()], 0.5).unwrap());
    let open = circles.filter(|circle| fast::circle_oriented_rect(circle, &rect, ROUNDOFF).is_none());
    assert!(open.count() < 2);
}

/// A shape whose bounds as a capsule are the shape itself.
fn round(shape: &Shape) -> Option<Round> {
    match shape {
        Shape::Circle(circle) => Some(circle.into()),
        Shape::Capsule(capsule) => Some(capsule.into()),
        Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Polygon(_) => None,
    }
}

/// A bound that is wider than needed, or a point that is not the nearest one, gives no wrong answer, but leaves more to
/// exact arithmetic.
#[test]
fn few_ordinary_shapes_are_left_to_exact_arithmetic() {
    for a_kind in ShapeKind::ALL {
        for b_kind in ShapeKind::ALL {
            let (mut random, style, cases) = (Random(400 + seed(a_kind, b_kind)), Style::ORDINARY, 2_000);
            let (mut resting, mut round_pairs, mut moving, mut moving_rects) = (0, 0, 0, 0);
            for _ in 0..cases {
                let (a, b) = (style.shape(a_kind, &mut random), style.shape(b_kind, &mut random));
                resting += u32::from(fast_relation(&a, &b, ROUNDOFF).is_none());
                if let (Some(a), Some(b)) = (round(&a), round(&b)) {
                    let mut pairs = RoundPairs::default();
                    pairs.push(&a, &b);
                    round_pairs += u32::from(pairs.decide(Simd::best()) == RoundHits::default());
                }
                let end = a.translated(style.vector(&mut random)).unwrap();
                let set = SweptShape::between(a, end).unwrap();
                moving += u32::from(fast::moving(&set.outline(), &b.outline(), ROUNDOFF).is_none());
                if let (Shape::Rect(from), Shape::Rect(to), Shape::Rect(other)) = (&a, &end, &b) {
                    moving_rects += u32::from(fast::moving_rect_rect([from, to], other).is_none());
                }
            }
            // Some rotors are so long or so short that the rect has no ordinary size.
            let has_rotor = [a_kind, b_kind].contains(&ShapeKind::OrientedRect);
            let limit = if has_rotor { cases / 5 } else { cases / 100 };
            assert!(resting < limit, "{resting} of {a_kind} and {b_kind}");
            // Lines that cross have no radius to be within.
            assert!(round_pairs < cases / 50, "{round_pairs} of {a_kind} and {b_kind}, eight at once");
            assert!(moving < cases / 100, "{moving} of {a_kind} on its delta to {b_kind}");
            assert!(moving_rects < cases / 100, "{moving_rects} of rects on their delta");
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
            let mut random = Random(100 + seed(a_kind, b_kind));
            let (mut counts, mut resized, mut fast_circles) = (Counts::default(), 0, 0);
            let cases = cases(&[a_kind, b_kind]);
            for _ in 0..cases {
                let style = Style::any(&mut random);
                let (a, b) = (style.shape(a_kind, &mut random), style.shape(b_kind, &mut random));
                let other = style.shape(a_kind, &mut random);
                let end = if a_kind == ShapeKind::Rect && random.below(4) == 0 {
                    other
                } else if random.below(8) == 0 {
                    neighbour(&a, &mut random)
                } else {
                    a.translated(style.motion(&a, &mut random)).unwrap()
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
                if let (Shape::Circle(from), Shape::Circle(to)) = (&a, &end) {
                    let swept_circle = SweptShape::of(*from).ending(to).unwrap();
                    let relation = swept_circle.relation_to(b);
                    assert_eq!(relation, swept_general(&set, &b), "a circle, {}", case());
                    assert_eq!(swept_circle.obstacle(b), swept.obstacle(b), "a circle, {}", case());
                    fast_circles += u32::from(is_decided_by_circle_kernel(&swept_circle, &b));
                }
            }
            counts.finish(cases, &format!("{a_kind} on its delta to {b_kind}"));
            assert!(a_kind != ShapeKind::Rect || resized > cases / 10, "only {resized} rects change their size");
            let has_kernel = a_kind == ShapeKind::Circle && matches!(b_kind, ShapeKind::Circle | ShapeKind::Rect);
            assert_eq!(has_kernel, fast_circles > cases / 10, "{fast_circles} decided by the kernels of circles");
        }
    }
}

/// Whether a kernel of moving circles decides without the general test.
fn is_decided_by_circle_kernel(swept: &SweptShape<Circle>, other: &Shape) -> bool {
    match other {
        Shape::Circle(other) => fast::moving_circle_circle(&swept.from(), swept.to().center(), other).is_some(),
        Shape::Rect(other) => fast::moving_circle_rect(&swept.from(), swept.to().center(), other).is_some(),
        Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => false,
    }
}

/// The general relation of a moving set.
fn swept_general(set: &Outline, other: &Shape) -> Relation {
    general::relation(&Pair::new(set, &other.outline()))
}

#[test]
fn fast_relations_of_lines_are_those_of_the_general_decision() {
    for kind in ShapeKind::ALL {
        let mut random = Random(200 + kind as u64);
        let (mut segments, mut rays) = (Counts::default(), Counts::default());
        let cases = cases(&[kind]);
        for _ in 0..cases {
            let style = Style::any(&mut random);
            let (shape, from, to) =
                (style.shape(kind, &mut random), style.vector(&mut random), style.vector(&mut random));
            let segment = Segment::new(from, to).unwrap();
            let start = Circle::new(from, 0.0).unwrap().into();
            let shape = at_border((style, &mut random), [start, shape], |shape| super::segment_shape(&segment, *shape));
            let other = shape.outline();
            let set = segment.outline();
            check_moving(&mut segments, [&set, &set, &other], || format!("{segment:?} and {shape:?}"));
            let max_t = [f32::INFINITY, random.below(5) as f32, 0.3][random.below(3) as usize];
            let Ok(ray) = Ray::new(from, to, max_t) else { continue };
            let sets = [&ray.outline(), &ray.outline_past(&other), &other];
            check_moving(&mut rays, sets, || format!("{ray:?} and {shape:?}"));
        }
        segments.finish(cases, &format!("segment and {kind}"));
        rays.finish(cases, &format!("ray and {kind}"));
    }
}

#[test]
fn discs_are_within_and_around_their_polygon() {
    let mut random = Random(300);
    let (mut cases, mut tight) = (0, 0);
    while cases < 50_000 {
        let Shape::Polygon(polygon) = Style::any(&mut random).shape(ShapeKind::Polygon, &mut random) else { continue };
        let polygon = polygon.at(Vec2::ZERO).unwrap();
        let &Discs { middle, within, around } = polygon.discs();
        cases += 1;
        let disc = |radius| Circle::new(middle, radius);
        if within > 0.0 {
            assert_ne!(containment(polygon, disc(within).unwrap()), Containment::StickingOut, "within {polygon:?}");
            tight += u32::from(containment(polygon, disc(within * 1.0001).unwrap()) == Containment::StickingOut);
        }
        if around < f32::INFINITY {
            assert_ne!(containment(disc(around).unwrap(), polygon), Containment::StickingOut, "around {polygon:?}");
        }
    }
    assert!(tight > cases / 4, "only {tight} are tight");
}
