use std::borrow::Borrow;

use collide_core::RelationTo;
use collide_core::columns::{Circles, RoundPairs, Simd, overlaps};
use collide_core::{OrientedRect, Shape, Touching};

use crate::base::{Meter, work};
use crate::pairs::buffer::PairBuffer;
use crate::pairs::tuning::MIN_COLUMNS;
use crate::store::Rounded;

pub(super) use crate::pairs::tuning::BATCH;

/// The number of candidates whose answers fit into a word.
const BLOCK: usize = 64;

/// One side of candidates: the slots of the rows, and their exact shapes.
pub(super) struct Side<'a, F> {
    pub(super) slots: &'a [u32],
    pub(super) shape: F,
}

/// How candidates are decided, and the work of a decision on shapes, not only on their rounded bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deciding {
    pub(super) simd: Simd,
    pub(super) touching: Touching,
    pub(super) work: u64,
}

/// Tests all candidates, which are pairs of row numbers, and clears them. Calls `take` with the slots of each candidate
/// and whether they overlap. Stops early if the work exceeds the limit of the meter. Returns the number of overlapping pairs.
#[inline(never)]
pub(super) fn decide<A, B, P: Borrow<A>, Q: Borrow<B>>(
    candidates: &mut PairBuffer,
    a: &Side<'_, impl Fn(usize) -> P>,
    b: &Side<'_, impl Fn(usize) -> Q>,
    Deciding { simd, touching, work }: Deciding,
    meter: &mut Meter,
    mut take: impl FnMut([u32; 2], bool),
) -> u64
where
    A: RelationTo<B> + Rounded + Copy + Into<Shape>,
    B: Rounded + Copy + Into<Shape>,
{
    if meter.is_over() {
        candidates.clear();
        return 0;
    }
    meter.add(candidates.len() as u64 * work::CANDIDATE);
    let mut count = 0;
    let mut take = |i: u32, j: usize, hit: bool| {
        count += u64::from(hit);
        take([a.slots[i as usize], b.slots[j]], hit);
    };
    let rect = of_one_row(candidates.as_slice()).and_then(|row| match (*(a.shape)(row).borrow()).into() {
        Shape::OrientedRect(rect) if is_circle((*(b.shape)(0).borrow()).into()) => Some(rect),
        _ => None,
    });
    if let Some(rect) = rect {
        for block in candidates.as_slice().chunks(BLOCK) {
            let circles = block.iter().map(|[_, j]| (*(b.shape)(b.row(*j)).borrow()).into());
            let mut hits = circles_overlapping(rect, circles, simd, touching);
            // Often few of very many.
            while hits != 0 {
                let [i, j] = block[hits.trailing_zeros() as usize];
                take(i, b.row(j), true);
                hits &= hits - 1;
            }
        }
    } else if A::HAS_LONG | B::HAS_LONG {
        for block in candidates.as_slice().chunks(BLOCK) {
            let (hits, units) = hits_of_block(block, a, b, Deciding { simd, touching, work }, meter);
            meter.add(units);
            if meter.is_over() {
                break;
            }
            for (index, &[i, j]) in block.iter().enumerate() {
                take(i, b.row(j), hits >> index & 1 == 1);
            }
        }
    } else {
        meter.add(candidates.len() as u64 * work);
        for block in candidates.as_slice().chunks(BLOCK) {
            if meter.is_over() {
                break;
            }
            for &[i, j] in block {
                let (first, second) = ((a.shape)(i as usize), (b.shape)(b.row(j)));
                take(i, b.row(j), touching.accepts(first.borrow().relation_to(second.borrow())));
            }
        }
    }
    candidates.clear();
    count
}

/// A bit for each of up to 64 candidates that overlaps. The bounds of shapes are decided eight pairs at once; what they
/// leave open, the exact test decides, within the limit of the meter: also the work, without exact arithmetic.
#[inline(always)]
fn hits_of_block<A: RelationTo<B> + Rounded, B: Rounded, P: Borrow<A>, Q: Borrow<B>>(
    block: &[[u32; 2]],
    a: &Side<'_, impl Fn(usize) -> P>,
    b: &Side<'_, impl Fn(usize) -> Q>,
    Deciding { simd, touching, work }: Deciding,
    meter: &Meter,
) -> (u64, u64) {
    let shapes = |[i, j]: [u32; 2]| ((a.shape)(i as usize), (b.shape)(b.row(j)));
    let (mut hits, mut open, mut round) = (0, 0_u64, 0);
    let (mut pairs, mut indices) = (RoundPairs::default(), [0_u8; RoundPairs::CAPACITY]);
    let mut decide = |pairs: &mut RoundPairs, indices: &[u8; RoundPairs::CAPACITY], open: &mut u64| {
        let count = pairs.len();
        let decided = pairs.decide(simd);
        for (bit, index) in indices[..count].iter().enumerate() {
            hits |= u64::from(decided.interior >> bit & 1) << index;
            *open |= u64::from(!(decided.interior | decided.apart) >> bit & 1) << index;
        }
    };
    for (index, &pair) in block.iter().enumerate() {
        let (first, second) = shapes(pair);
        match (first.borrow().round(), second.borrow().round()) {
            (Some(first), Some(second)) => {
                indices[pairs.len()] = index as u8;
                pairs.push(&first, &second);
                round += 1;
                if pairs.len() == RoundPairs::CAPACITY {
                    decide(&mut pairs, &indices, &mut open);
                }
            }
            (Some(_) | None, _) => open |= 1 << index,
        }
    }
    if !pairs.is_empty() {
        decide(&mut pairs, &indices, &mut open);
    }
    let units = u64::from(open.count_ones()) * work + round * work::ROUND;
    while open != 0 && !meter.is_over() {
        let index = open.trailing_zeros();
        open &= open - 1;
        let (first, second) = shapes(block[index as usize]);
        hits |= u64::from(touching.accepts(first.borrow().relation_to(second.borrow()))) << index;
    }
    (hits, units)
}

impl<F> Side<'_, F> {
    /// The row with this number. A number after the last row is that of a copy.
    #[inline]
    fn row(&self, number: u32) -> usize {
        let number = number as usize;
        if number < self.slots.len() { number } else { number - self.slots.len() }
    }
}

/// The row of the probe side, if all of many candidates have the same one, as those of a very large shape do.
fn of_one_row(candidates: &[[u32; 2]]) -> Option<usize> {
    let ([first, _], [last, _]) = (candidates.first()?, candidates.last()?);
    // Candidates are in order of the rows of the probe side.
    (first == last && candidates.len() >= MIN_COLUMNS).then_some(*first as usize)
}

fn is_circle(shape: Shape) -> bool {
    matches!(shape, Shape::Circle(_))
}

/// A bit for each of up to 64 circles that overlaps the rect, tested eight at a time.
#[inline]
fn circles_overlapping(
    rect: OrientedRect,
    circles: impl ExactSizeIterator<Item = Shape>,
    simd: Simd,
    touching: Touching,
) -> u64 {
    let (mut columns, count) = ([[0.0; BLOCK]; 3], circles.len());
    for (index, shape) in circles.enumerate() {
        if let Shape::Circle(circle) = shape {
            columns[0][index] = circle.center().x;
            columns[1][index] = circle.center().y;
            columns[2][index] = circle.radius();
        }
    }
    let mut hits = [0];
    let circles = Circles::new(columns.each_ref().map(|column| &column[..count])).expect("numbers of circles");
    overlaps(simd, rect, circles, touching, &mut hits).expect("a bit for each circle");
    hits[0]
}
