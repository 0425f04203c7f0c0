//! Questions about two shapes.

use std::cmp::Ordering;

use collide2d::columns::{self, Columns, LaneTest, Row, Simd};
use collide2d::swept::{Rounding, SweptShape, place, spacing};
use collide2d::{
    Rotor, Touching, cast_ray, cast_segment, closest_points, contact, containment, contains, contains_point,
    contains_point_strictly, contains_strictly, distance, int, overlaps, overlaps_interior, penetration, region_of,
    relation, rounding, sweep, sweep_entering,
};
use collide2d::{ray_shape, segment_shape};

use crate::lattice::Lattice;
use crate::{Corpus, joins};

/// The number of questions of each kind.
const COUNT: usize = 40_000;

/// The number of rows on each side of a test in columns.
const ROWS: usize = 50;

/// Coordinates are at most this far from zero.
const LIMIT: u16 = 4;

/// Asks every question about two shapes.
pub(crate) fn ask(corpus: &mut Corpus, simd: Simd) {
    for seed in 0..COUNT as u64 {
        let lattice = &mut Lattice::new(seed);
        decide(corpus, lattice);
        measure(corpus, lattice);
        moving(corpus, lattice);
        numbers(corpus, lattice);
    }
    for seed in 0..(COUNT / ROWS) as u64 {
        in_columns(corpus, &mut Lattice::new(seed), simd);
        joins::ask(corpus, &mut Lattice::new(seed), simd);
    }
}

fn decide(corpus: &mut Corpus, lattice: &mut Lattice) {
    let (a, b, point) = (lattice.shape(LIMIT), lattice.shape(LIMIT), lattice.vector(LIMIT));
    corpus.note("relation", [relation(a, b) as u32, relation(b, a) as u32]);
    corpus.note("overlaps", [overlaps(a, b), overlaps_interior(a, b)]);
    corpus.note("containment", (containment(a, b) as u32, [contains(a, b), contains_strictly(a, b)]));
    let region = region_of(a, point).map(|region| region as u32);
    corpus.note("point", ([contains_point(a, point), contains_point_strictly(a, point)], region));

    let mut whole = || {
        let place = [(); 2].map(|()| i32::from(lattice.below(9)) - 4);
        let size = [(); 2].map(|()| u32::from(lattice.below(4)));
        match lattice.below(2) {
            0 => int::Shape::from(int::Circle::new(place[0], place[1], size[0])),
            _ => int::Rect::with_size(place[0], place[1], size[0], size[1]).into(),
        }
    };
    let (a, b) = (whole(), whole());
    corpus.note("whole numbers", [int::relation(a, b) as u32, int::containment(a, b) as u32]);
}

fn measure(corpus: &mut Corpus, lattice: &mut Lattice) {
    let (a, b) = (lattice.shape(LIMIT), lattice.shape(LIMIT));
    corpus.note("distance", [distance(a, b), penetration(a, b)]);
    corpus.note("closest points", closest_points(a, b));
    corpus.note("contact", contact(a, b));
    let (ray, segment) = (lattice.ray(LIMIT), lattice.segment(LIMIT));
    corpus.note("ray", (ray_shape(&ray, a) as u32, cast_ray(&ray, a)));
    corpus.note("segment", (segment_shape(&segment, a) as u32, cast_segment(&segment, a)));
}

fn moving(corpus: &mut Corpus, lattice: &mut Lattice) {
    let (a, b) = (lattice.moving(LIMIT), lattice.moving(LIMIT));
    corpus.note("sweep", sweep(a, b));
    corpus.note("sweep entering", sweep_entering(a, b));
    let rounding = [(); 2].map(|()| [Rounding::Nearest, Rounding::Down, Rounding::Up][usize::from(lattice.below(3))]);
    let (shape, way, motion) = (a.shape(), lattice.way(), b.motion());
    let end = place(shape, way, rounding);
    let Some(swept) = end.and_then(|end| SweptShape::between(shape, end)) else { return };
    let of = |ordering: Ordering| ordering as u32;
    corpus.note("leg", (swept.length(), [swept.compare_length(motion), swept.compare_direction(motion)].map(of)));
    corpus.note("hull", swept.relation_to(b.shape()) as u32);
    corpus.note("obstacle", swept.obstacle(b.shape()));
    // Positions keep the sign of a zero.
    corpus.note("place", (end, spacing(shape)));
    corpus.note("way", (swept.motion(), swept.aabb()));
}

/// Shapes, bounds and rotors. They keep the sign of a zero.
fn numbers(corpus: &mut Corpus, lattice: &mut Lattice) {
    let (a, b, motion) = (lattice.shape(LIMIT), lattice.shape(LIMIT), lattice.vector(3));
    let [rotor, other] = [(); 2].map(|()| lattice.rotor());
    corpus.note("translated", (a.translated(motion).ok(), a.center()));
    corpus.note("rotated", (a.rotated(rotor).ok(), rotor.rotate(motion)));
    corpus.note("rotor", ([rotor * other, rotor.inverse()], rotor.angle()));
    let made = Rotor::new(lattice.number(3), lattice.number(3)).ok();
    corpus.note("new rotor", (made, Rotor::from_angle(lattice.number(4)).ok()));
    let (bound, way) = (a.aabb(), lattice.way());
    let sizes = [bound.expanded(way.x), bound.swept(way), bound.union(&b.aabb())];
    corpus.note("bound", ((bound, sizes), [bound.intersects(&b.aabb()), bound.contains(&b.aabb())]));
    corpus.note("rounding", [rounding::add_down(way.x, way.y), rounding::add_up(way.x, way.y)]);
}

/// Decisions in columns, of every pair of kinds that has them.
fn in_columns(corpus: &mut Corpus, lattice: &mut Lattice, simd: Simd) {
    let [circles, others] = [(); 2].map(|()| rows(|| lattice.circle(LIMIT)));
    let [rects, more] = [(); 2].map(|()| rows(|| lattice.rect(LIMIT)));
    let oriented = rows(|| lattice.oriented_rect(LIMIT));
    for touching in Touching::ALL {
        let hits = [
            row_by_row(&circles, &others, (simd, touching)),
            row_by_row(&circles, &rects, (simd, touching)),
            row_by_row(&rects, &more, (simd, touching)),
            row_by_row(&circles, &oriented, (simd, touching)),
        ];
        corpus.note("columns", hits.map(|hits| [hits]));
    }
}

/// Some shapes.
fn rows<S>(mut shape: impl FnMut() -> S) -> Vec<S> {
    (0..ROWS).map(|_| shape()).collect()
}

/// A bit for each shape of `a` that overlaps the shape of `b` with the same index.
fn row_by_row<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(
    a: &[S],
    b: &[O],
    (simd, touching): (Simd, Touching),
) -> u64 {
    let columns: [Vec<f32>; B] = std::array::from_fn(|column| b.iter().map(|row| row.to_row()[column]).collect());
    let columns = Columns::new(columns.each_ref().map(Vec::as_slice)).unwrap();
    let bit = |(index, one): (usize, &S)| {
        let mut hits = [0];
        columns::overlaps(simd, *one, columns.slice(index..index + 1).unwrap(), touching, &mut hits).unwrap();
        hits[0] << index
    };
    a.iter().enumerate().map(bit).fold(0, |hits, bit| hits | bit)
}
