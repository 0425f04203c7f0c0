//! How the shapes of a crowd push each other apart.

use std::f64::consts::PI;
use std::iter::Peekable;
use std::ops::Range;

use collide_broad::internal::{Workers, grown};
use collide_core::{DVec2, Shape, Vec2, contact_normal};

use crate::base::{Cells, Cursor, ListKind, Meter, Row, Spent, WORTH_SPREADING, max_pieces, work};
use crate::{Budget, CrowdLimit, Handle, Threads};

/// The search for overlaps within a crowd. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    cells: Cells,
    pieces: Vec<PushPiece>,
    /// The number of them in the last search.
    count: usize,
    /// For each shape the sum of its pushes, and their number.
    sums: Vec<(DVec2, u32)>,
    /// The work of all searches since it was set.
    pub(crate) meter: Meter,
}

/// The shapes of a crowd.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Members<'a> {
    /// Shapes on one point go apart in a direction that the slot selects.
    pub(crate) shapes: &'a [(Handle, Shape)],
    /// Of two shapes that overlap, each takes a share of the way apart: in the ratio of these numbers.
    pub(crate) shares: &'a [f64],
    pub(crate) crowd: Option<CrowdLimit>,
}

/// What a piece of the search finds, and its buffer.
#[derive(Debug, Default)]
struct PushPiece {
    pushes: Vec<Push>,
    cursor: Cursor,
}

/// What moves two shapes apart.
#[derive(Clone, Copy, Debug)]
struct Push {
    members: [u32; 2],
    translations: [DVec2; 2],
}

/// The work between two looks at that of all threads.
const LOOK: u64 = 4_000;

/// The push of a shape that overlaps several others, as a multiple of the mean of the ways out. The sum would be too
/// far where several are on the same side, and the mean is slow where they are all around.
const BEYOND_MEAN: f64 = 1.5;

impl Crowd {
    /// Finds the push of each shape: out of those that it overlaps and meets. The surplus of the limit does not push, and is
    /// pushed by those of its cell that take part; any other shape is pushed out of at most `max` larger ones, the smallest
    /// first. Stops if the limit of the meter is exceeded. `category` is that of a shape.
    ///
    /// `changed` are the numbers of the shapes that have changed since the search before, if it was for the same ones.
    pub(crate) fn find(
        &mut self,
        members: Members<'_>,
        changed: Option<&[u32]>,
        category: impl Fn(u32) -> u64 + Sync,
        meet: impl Fn(usize, usize) -> bool + Sync + Send,
        threads: &Threads,
    ) {
        let Self { cells, pieces, count, sums, meter } = self;
        let row = |(handle, shape): &(Handle, Shape)| (handle.slot, shape.aabb());
        match changed {
            Some(changed) => {
                cells.update(changed.iter().map(|number| (*number, row(&members.shapes[*number as usize]))));
            }
            None => cells.fill(members.shapes.iter().map(row)),
        }
        cells.limit(members.crowd, &category);
        meter.add(members.shapes.len() as u64 * work::place::SORTED);
        let (cells, len) = (&*cells, cells.rows().len() + cells.surplus().len());
        let is_first = |number: u32| members.crowd.is_some_and(|crowd| crowd.first & category(number) != 0);
        let search = PushSearch { members, cells };
        let (left, spent) = (Budget::of_work(meter.left()), Spent::default());
        *count = threads.run(len, WORTH_SPREADING, |workers| {
            let count = max_pieces(workers);
            workers.each(grown(pieces, count), |number, piece| {
                piece.pushes.clear();
                piece.cursor = Cursor::default();
                let mut rows = (len * number / count..len * (number + 1) / count).peekable();
                while rows.peek().is_some() && !spent.is_over(&left) {
                    // To add to the sum of all threads for each row would delay them.
                    let mut own = Meter::of_this_thread(u64::MAX);
                    own.add(search.some(&mut rows, &meet, is_first, piece));
                    _ = spent.add(&left, 0, own.done());
                }
            });
            count
        });
        meter.add(spent.work());
        sums.clear();
        sums.resize(members.shapes.len(), (DVec2::ZERO, 0));
        for push in pieces[..*count].iter().flat_map(|piece| &piece.pushes) {
            for (member, translation) in
                push.members.into_iter().zip(push.translations).filter(|(_, translation)| *translation != DVec2::ZERO)
            {
                let (sum, count) = &mut sums[member as usize];
                *sum += translation;
                *count += 1;
            }
        }
    }

    /// The numbers of each shape that another one has pushed in the last search, and of that one.
    pub(crate) fn pushed_by(&self) -> impl Iterator<Item = (u32, u32)> {
        self.found().flat_map(|Push { members: [a, b], translations }| {
            let pushed = [((*a, *b), translations[0]), ((*b, *a), translations[1])];
            pushed.into_iter().filter(|(_, translation)| *translation != DVec2::ZERO).map(|(pair, _)| pair)
        })
    }

    /// What the last search has found, in the order of the rows, whatever the number of pieces.
    fn found(&self) -> impl Iterator<Item = &Push> {
        self.pieces[..self.count].iter().flat_map(|piece| &piece.pushes)
    }

    /// The number and the push of each shape that overlaps others.
    pub(crate) fn pushes(&self) -> impl Iterator<Item = (usize, DVec2)> {
        let pushed = self.sums.iter().enumerate().filter(|(_, (_, count))| *count > 0);
        pushed.map(|(number, (sum, count))| (number, *sum * (BEYOND_MEAN / f64::from(*count)).min(1.0)))
    }
}

impl<'a> Members<'a> {
    fn shape(&self, number: u32) -> &'a Shape {
        &self.shapes[number as usize].1
    }
}

#[derive(Clone, Copy)]
struct PushSearch<'a> {
    members: Members<'a>,
    cells: &'a Cells,
}

impl PushSearch<'_> {
    /// Finds the overlaps of the shapes in some rows, which may go on to the surplus. Returns the units of work.
    fn some(
        &self,
        rows: &mut Peekable<Range<usize>>,
        meet: impl Fn(usize, usize) -> bool,
        is_first: impl Fn(u32) -> bool,
        piece: &mut PushPiece,
    ) -> u64 {
        let mut units = 0;
        while let Some(row) = rows.next_if(|_| units < LOOK) {
            units += match row.checked_sub(self.cells.rows().len()) {
                Some(number) => self.surplus(number, &meet, piece),
                None => self.row(row, &meet, &is_first, piece),
            };
        }
        units
    }

    /// Finds the overlaps of the shape in a row with those after it. Returns the units of work.
    fn row(
        &self,
        row: usize,
        meet: impl Fn(usize, usize) -> bool,
        is_first: impl Fn(u32) -> bool,
        PushPiece { pushes, cursor }: &mut PushPiece,
    ) -> u64 {
        let (same, coarser) = self.cells.around(row, cursor);
        let mut units = 0;
        for range in same {
            units += self.range(row, range, &meet, |_| true, pushes);
        }
        // The number of larger ones, of the categories that come first and of others.
        let (max, has_first) = self.members.crowd.map_or((u32::MAX, true), |crowd| (crowd.max, crowd.first != 0));
        let mut left = [max; 2];
        for range in coarser {
            let accepts = |other: u32| {
                let left = &mut left[usize::from(is_first(other))];
                let accepts = *left > 0;
                *left -= u32::from(accepts);
                accepts
            };
            units += self.range(row, range, &meet, accepts, pushes);
            if left[0] == 0 && (!has_first || left[1] == 0) {
                break;
            }
        }
        units
    }

    /// Finds the overlaps of the shape in a row with those in a range of rows that are accepted by number. Returns the
    /// units of work.
    #[inline]
    fn range(
        &self,
        row: usize,
        range: Range<usize>,
        meet: impl Fn(usize, usize) -> bool,
        mut accepts: impl FnMut(u32) -> bool,
        pushes: &mut Vec<Push>,
    ) -> u64 {
        let rows = self.cells.rows();
        let Row { number, bound, .. } = &rows[row];
        let mut units = work::push::LINE + work::push::COMPARED * range.len() as u64;
        for Row { number: other, bound: near, .. } in &rows[range] {
            if near.intersects(bound) && meet(*number as usize, *other as usize) && accepts(*other) {
                units += work::push::PUSH * self.share(*number, *other);
                pushes.extend(self.push(*number, *other));
            }
        }
        units
    }

    /// Finds the pushes of one of the surplus by those of its cell that take part. Returns the units of work.
    fn surplus(
        &self,
        index: usize,
        meet: impl Fn(usize, usize) -> bool,
        PushPiece { pushes, .. }: &mut PushPiece,
    ) -> u64 {
        let (number, firsts) = self.cells.surplus_at(index);
        let mut units = work::push::COMPARED * firsts.len() as u64;
        for first in firsts.iter().filter(|first| meet(number as usize, **first as usize)) {
            units += work::push::PUSH * self.share(number, *first);
            let push = self.push(number, *first);
            pushes.extend(push.map(|push| Push { translations: [push.translations[0], DVec2::ZERO], ..push }));
        }
        units
    }

    /// The share of two shapes in a measure.
    fn share(&self, a: u32, b: u32) -> u64 {
        [a, b].map(|number| work::measure(ListKind::of(self.members.shape(number)))).iter().sum()
    }

    /// The push of two shapes, if their interiors overlap and one of them gives way.
    fn push(&self, a: u32, b: u32) -> Option<Push> {
        let share = [a, b].map(|number| self.members.shares[number as usize]);
        let shares = share[0] + share[1];
        if shares == 0.0 {
            return None;
        }
        let [first, second] = [a, b].map(|number| self.members.shape(number));
        let (normal, depth) = contact_normal(*first, *second).filter(|(_, depth)| *depth > 0.0)?;
        let coincide = first.middle() == second.middle();
        let slot = |number: u32| self.members.shapes[number as usize].0.slot();
        let normal = if coincide { apart(slot(a), slot(b)) } else { normal.as_dvec2() };
        let translation = normal * f64::from(depth);
        Some(Push {
            members: [a, b],
            translations: [-translation * (share[0] / shares), translation * (share[1] / shares)],
        })
    }
}

/// The direction from one of two shapes on the same point to the other, by their slots. Each goes in the direction of
/// its slot, and these are spread evenly around.
fn apart(from: u32, to: u32) -> DVec2 {
    let [from, to] = [from, to].map(|slot| {
        // A turn by the golden angle for each slot.
        let angle = f64::from(slot) * (PI * (3.0 - 5.0_f64.sqrt()));
        DVec2::new(libm::cos(angle), libm::sin(angle))
    });
    (to - from).try_normalize().unwrap_or(DVec2::X)
}

/// A push as a motion of a shape of at most this length, in `f32`.
pub(crate) fn limited(push: DVec2, max_length: f64) -> Vec2 {
    // Less by more than the rounding to `f32`.
    const DOWN: f64 = 1.0 - 1.0 / (1 << 22) as f64;
    let length = push.length();
    let limited = if length > max_length * DOWN { push * (max_length * DOWN / length) } else { push };
    limited.as_vec2()
}

#[cfg(test)]
mod tests;
