//! Search by distance: along a path, or around a shape.

use std::ops::Range;

use collide_broad::{Path, Placed, Table};
use collide_core::batch::Row;
use collide_core::{Aabb, Circle, Rect, Shape};

use super::{Queries, Resolved};
use crate::store::{Set, Turned};

/// Farther out than any shape reaches. A bound ends at the largest `f32`, which its shape may reach past.
const BEYOND_ALL: f64 = 1e80;

/// What rounding in `f64` may amount to, as a part of the numbers at hand; with much to spare.
const ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

/// A box around a shape, by its middle; and a radius of which a disc around that middle holds the shape too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) middle: [f64; 2],
    pub(super) half: [f64; 2],
    pub(super) radius: f64,
}

impl Outline {
    fn of_box([low, high]: [[f64; 2]; 2]) -> Self {
        let most = f64::from(f32::MAX);
        let [left, bottom] = low.map(|low| if low > -most { low } else { -BEYOND_ALL });
        let [right, top] = high.map(|high| if high < most { high } else { BEYOND_ALL });
        let middle = [(left + right) * 0.5, (bottom + top) * 0.5];
        Self { middle, half: [(right - left) * 0.5, (top - bottom) * 0.5], radius: f64::INFINITY }
    }

    fn of_circle([x, y, radius]: [f32; 3]) -> Self {
        let radius = f64::from(radius);
        Self { middle: [f64::from(x), f64::from(y)], half: [radius; 2], radius }
    }

    /// Of a shape that is asked about.
    pub(super) fn of(shape: &Shape) -> Self {
        let corners = |bound: Aabb| [bound.min(), bound.max()].map(|corner| corner.to_array().map(f64::from));
        match shape {
            Shape::Circle(circle) => Self::of_circle(circle.to_row()),
            Shape::Rect(_) | Shape::OrientedRect(_) => Self::of_box(corners(shape.aabb())),
        }
    }

    /// Wider on all sides.
    pub(super) fn widened(mut self, by: f64) -> Self {
        self.half = self.half.map(|half| half + by);
        self.radius += by;
        self
    }

    /// Lower and upper corner.
    pub(super) fn corners(&self) -> [[f64; 2]; 2] {
        let Self { middle: [x, y], half: [width, height], .. } = *self;
        [[x - width, y - height], [x + width, y + height]]
    }

    /// How far it reaches from its middle along a unit vector, or against it.
    fn support(&self, [x, y]: [f64; 2]) -> f64 {
        let box_support = x.abs() * self.half[0] + y.abs() * self.half[1];
        if box_support < self.radius { box_support } else { self.radius }
    }

    /// From the middle of another one, and what rounding may amount to.
    fn seen_from(&self, from: &Self) -> ([f64; 2], f64) {
        let way = [self.middle[0] - from.middle[0], self.middle[1] - from.middle[1]];
        let size = |of: &Self| of.middle[0].abs() + of.middle[1].abs() + of.half[0] + of.half[1];
        (way, (size(self) + size(from)) * ROUNDING)
    }
}

/// Rows that have an outline.
pub(super) trait Outlined<const N: usize>: Placed<N> {
    fn outline(row: [f32; N]) -> Outline;
}

impl Outlined<3> for Circle {
    #[inline]
    fn outline(row: [f32; 3]) -> Outline {
        Outline::of_circle(row)
    }
}

impl Outlined<4> for Rect {
    #[inline]
    fn outline(row: [f32; 4]) -> Outline {
        Outline::of_box(<Self as Placed<4>>::corners(&row))
    }
}

/// What goes with rows of these shapes, and tells which shape each stands for.
pub(super) trait Payload<S, const N: usize>: Copy + Default + Send + Sync {
    fn shape(&self, row: [f32; N]) -> Shape;
}

impl Payload<Circle, 3> for u64 {
    fn shape(&self, row: [f32; 3]) -> Shape {
        Circle::from_row(row).expect("rows are made from circles").into()
    }
}

impl Payload<Rect, 4> for u64 {
    fn shape(&self, row: [f32; 4]) -> Shape {
        Rect::from_row(row).expect("rows are made from rectangles").into()
    }
}

impl Payload<Rect, 4> for Turned {
    fn shape(&self, _: [f32; 4]) -> Shape {
        self.rect.into()
    }
}

/// Where to look for what is asked.
pub(super) trait Aim: Copy {
    /// Where the search begins.
    fn middle(&self) -> [f64; 2];

    /// Goes through the rows of a table that may be as near as `wanted`.
    fn search<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize>(
        &self,
        table: &Table<S, P, N>,
        wanted: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    );

    /// Whether something with this outline may be as near as `wanted`.
    fn may_reach(&self, outline: &Outline, wanted: f64) -> bool;
}

/// Along the path of an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    outline: Outline,
    motion: [f64; 2],
    until: f64,
    /// The direction, of length one or zero, and how long it was given.
    unit: [f64; 2],
    length: f64,
    /// How far the outline reaches along and aside.
    ahead: f64,
    aside: f64,
}

impl Along {
    pub(super) fn new(outline: Outline, motion: [f64; 2], until: f64) -> Self {
        let length = libm::sqrt(motion[0] * motion[0] + motion[1] * motion[1]);
        let unit = if length > 0.0 { motion.map(|way| way / length) } else { [0.0; 2] };
        let (ahead, aside) = (outline.support(unit), outline.support([unit[1], unit[0]]));
        Self { outline, motion, until, unit, length, ahead, aside }
    }
}

impl Aim for Along {
    fn middle(&self) -> [f64; 2] {
        self.outline.middle
    }

    fn search<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize>(
        &self,
        table: &Table<S, P, N>,
        wanted: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    ) {
        let [low, high] = self.outline.corners();
        table.along(&Path { low, high, motion: self.motion, until: self.until.min(wanted) }, visit);
    }

    #[inline]
    fn may_reach(&self, outline: &Outline, wanted: f64) -> bool {
        let ([x, y], rounding) = outline.seen_from(&self.outline);
        let [cos, sin] = self.unit;
        let (along, across) = (x * cos + y * sin, x * sin - y * cos);
        let near = outline.support([sin, cos]) + self.aside + rounding;
        let reach = outline.support([cos, sin]) + self.ahead + rounding;
        let too_far = along - reach > wanted * self.length;
        (across.abs() <= near) & (along >= -reach) & !too_far
    }
}

/// Around an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) outline: Outline,
    /// How many are wanted.
    pub(super) enough: usize,
}

impl Aim for Around {
    fn middle(&self) -> [f64; 2] {
        self.outline.middle
    }

    fn search<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize>(
        &self,
        table: &Table<S, P, N>,
        wanted: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    ) {
        table.around(self.outline.corners(), self.enough, wanted, visit);
    }

    #[inline]
    fn may_reach(&self, outline: &Outline, wanted: f64) -> bool {
        let ([x, y], rounding) = outline.seen_from(&self.outline);
        let gap = |way: f64, axis: usize| {
            let gap = way.abs() - outline.half[axis] - self.outline.half[axis] - rounding;
            if gap > 0.0 { gap } else { 0.0 }
        };
        let (right, up) = (gap(x, 0), gap(y, 1));
        let round = wanted + outline.radius + self.outline.radius + rounding;
        (right * right + up * up <= wanted * wanted) & (x * x + y * y <= round * round)
    }
}

/// What is made of the shapes found.
pub(super) trait Take {
    /// How near a shape must be to be wanted, or a little farther.
    fn wanted(&self) -> f64;

    fn take(&mut self, slot: u32, shape: &Shape);
}

impl Queries<'_> {
    /// Gives at least each shape that is as near as is wanted, and that the filter lets through, once.
    pub(super) fn seek(&self, sets: [&Set; 2], aim: impl Aim, filter: &Resolved, taker: &mut impl Take) {
        for set in sets {
            set.circles.tables().iter().for_each(|table| self.seek_in(table, aim, filter, taker));
            set.rects.tables().iter().for_each(|table| self.seek_in(table, aim, filter, taker));
            set.turned.tables().iter().for_each(|table| self.seek_in(table, aim, filter, taker));
        }
    }

    fn seek_in<S: Outlined<N>, P: Payload<S, N>, const N: usize>(
        &self,
        table: &Table<S, P, N>,
        aim: impl Aim,
        filter: &Resolved,
        taker: &mut impl Take,
    ) {
        let (slots, payload) = (table.labels(), table.payload());
        aim.search(table, taker.wanted(), |rows| {
            let mut wanted = taker.wanted();
            for row in rows {
                if !aim.may_reach(&S::outline(table.row(row)), wanted) || !filter.accepts(slots[row], self.traits) {
                    continue;
                }
                let shape = match self.between {
                    None => payload[row].shape(table.row(row)),
                    Some(between) => match between.shape(slots[row]) {
                        Some(shape) => shape,
                        None => continue,
                    },
                };
                taker.take(slots[row], &shape);
                wanted = taker.wanted();
            }
            wanted
        });
    }
}
