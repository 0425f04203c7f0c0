use std::sync::{Mutex, PoisonError};

use collide_broad::{Levels, Table, Workers};
use collide_core::batch::Row;
use collide_core::{Circle, Rect, Shape, Vec2};

use crate::EntityMut;
use crate::engine::Pieces;

/// Shapes sorted by where they are: circles by themselves, everything else by its bound.
#[derive(Debug, Default)]
pub(crate) struct Set {
    /// With the user's data.
    pub(crate) circles: Levels<Circle, u64, 3>,
    pub(crate) boxes: Levels<Rect, Body, 4>,
}

/// A shape that is no circle, and the user's data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) shape: Shape,
    /// In two halves, so that the whole needs no padding.
    data: [u32; 2],
}

impl Body {
    pub(crate) fn new(shape: Shape, data: u64) -> Self {
        Self { shape, data: [data as u32, (data >> 32) as u32] }
    }

    pub(crate) fn data(&self) -> u64 {
        u64::from(self.data[0]) | u64::from(self.data[1]) << 32
    }

    pub(crate) fn set_data(&mut self, data: u64) {
        self.data = [data as u32, (data >> 32) as u32];
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::new(Circle::new(Vec2::ZERO, 0.0).expect("a point").into(), 0)
    }
}

/// The box around a shape, as a row.
pub(crate) fn bound_row(shape: &Shape) -> [f32; 4] {
    let bound = shape.aabb();
    [bound.min().x, bound.min().y, bound.max().x, bound.max().y]
}

/// Where a shape stands in a set: among the circles or not, in which table, at which row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) is_circle: bool,
    pub(crate) table: usize,
    pub(crate) row: usize,
}

impl Set {
    pub(crate) fn set_levels(&mut self, most: usize) {
        self.circles.set_most(most);
        self.boxes.set_most(most);
    }

    pub(crate) fn len(&self) -> usize {
        self.circles.len() + self.boxes.len()
    }

    /// The most numbers that a table needs to call its rows by, when sorted.
    pub(crate) fn numbered(&self) -> usize {
        let circles = self.circles.tables().iter().map(Table::numbered);
        circles.chain(self.boxes.tables().iter().map(Table::numbered)).max().unwrap_or(0)
    }

    pub(crate) fn clear(&mut self) {
        self.circles.clear();
        self.boxes.clear();
    }

    pub(crate) fn sort(&mut self, workers: &impl Workers) {
        self.circles.sort(workers);
        self.boxes.sort(workers);
    }

    pub(crate) fn push(&mut self, shape: Shape, slot: u32, data: u64) -> Seat {
        if let Shape::Circle(circle) = shape {
            let table = self.circles.push(circle.to_row(), slot, data);
            Seat { is_circle: true, table, row: self.circles.tables()[table].len() - 1 }
        } else {
            let table = self.boxes.push(bound_row(&shape), slot, Body::new(shape, data));
            Seat { is_circle: false, table, row: self.boxes.tables()[table].len() - 1 }
        }
    }

    /// Gives each shape the place its slot has in the slice, if all are there and of the kind they were; says whether.
    pub(crate) fn refresh(&mut self, shapes: &[Shape]) -> bool {
        if self.len() != shapes.len() {
            return false;
        }
        let mut same = true;
        for table in self.circles.tables_mut() {
            table.set_each(|slot, _| match &shapes[slot as usize] {
                Shape::Circle(circle) => circle.to_row(),
                _ => {
                    same = false;
                    [0.0; 3]
                }
            });
        }
        for table in self.boxes.tables_mut() {
            let row = |slot: u32, body: &mut Body| {
                *body = Body::new(shapes[slot as usize], 0);
                same &= !matches!(body.shape, Shape::Circle(_));
                bound_row(&body.shape)
            };
            table.set_each(row);
        }
        same
    }

    /// The shape and data at a seat.
    pub(crate) fn get(&self, seat: Seat) -> (Shape, u64) {
        if seat.is_circle {
            let table = &self.circles.tables()[seat.table];
            (circle_at(table, seat.row).into(), table.payload()[seat.row])
        } else {
            let body = &self.boxes.tables()[seat.table].payload()[seat.row];
            (body.shape, body.data())
        }
    }

    /// Puts a shape of the same kind at a seat.
    pub(crate) fn set(&mut self, seat: Seat, shape: Shape, data: u64) {
        match shape {
            Shape::Circle(circle) => self.circles.tables_mut()[seat.table].set(seat.row, circle.to_row(), data),
            _ => self.boxes.tables_mut()[seat.table].set(seat.row, bound_row(&shape), Body::new(shape, data)),
        }
    }

    /// Takes out what is at a seat; says which slot, if any, has come to sit there.
    pub(crate) fn swap_remove(&mut self, seat: Seat) -> Option<u32> {
        if seat.is_circle {
            let table = &mut self.circles.tables_mut()[seat.table];
            table.swap_remove(seat.row);
            table.labels().get(seat.row).copied()
        } else {
            let table = &mut self.boxes.tables_mut()[seat.table];
            table.swap_remove(seat.row);
            table.labels().get(seat.row).copied()
        }
    }

    /// Lets every shape be changed. What has turned from a circle into something else, or the other way, stays as it was and
    /// is put on the list, with slot and data.
    pub(crate) fn update_each(
        &mut self,
        change: impl Fn(&mut EntityMut<'_>) + Sync + Send,
        turned: &mut Vec<(u32, Shape, u64)>,
        workers: &impl Workers,
    ) {
        let circles = self.circles.tables_mut().iter_mut().flat_map(|table| table.pieces_mut(workers));
        let circles = circles.map(|([x, y, radius], slots, data)| Piece::Circles { x, y, radius, slots, data });
        let boxes = self.boxes.tables_mut().iter_mut().flat_map(|table| table.pieces_mut(workers));
        let boxes = boxes.map(|(bounds, slots, bodies)| Piece::Boxes { bounds, slots, bodies });
        let mut pieces: Pieces<Piece<'_>> = circles.chain(boxes).collect();
        let list = Mutex::new(std::mem::take(turned));
        workers.each(&mut pieces, |_, piece| {
            for row in 0..piece.len() {
                // In one place for all kinds, so that the compiler puts the user's code in here.
                let mut entity = piece.entity(row);
                change(&mut entity);
                if let Some(turned) = entity.turned() {
                    list.lock().unwrap_or_else(PoisonError::into_inner).push(turned);
                }
                piece.settle(row);
            }
        });
        *turned = list.into_inner().unwrap_or_else(PoisonError::into_inner);
        // In whatever order threads came to them.
        turned.sort_unstable_by_key(|(slot, ..)| *slot);
    }

    /// Every seat and who sits there, table by table.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (u32, Seat)> {
        fn rows<S, P, const N: usize>(tables: &[Table<S, P, N>], is_circle: bool) -> impl Iterator<Item = (u32, Seat)> {
            tables.iter().enumerate().flat_map(move |(table, rows)| {
                rows.labels().iter().enumerate().map(move |(row, slot)| (*slot, Seat { is_circle, table, row }))
            })
        }
        rows(self.circles.tables(), true).chain(rows(self.boxes.tables(), false))
    }
}

/// Rows to be gone through by one thread.
enum Piece<'a> {
    Circles { x: &'a mut [f32], y: &'a mut [f32], radius: &'a mut [f32], slots: &'a [u32], data: &'a mut [u64] },
    Boxes { bounds: [&'a mut [f32]; 4], slots: &'a [u32], bodies: &'a mut [Body] },
}

impl Piece<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Circles { slots, .. } | Self::Boxes { slots, .. } => slots.len(),
        }
    }

    #[inline(always)]
    fn entity(&mut self, row: usize) -> EntityMut<'_> {
        match self {
            Self::Circles { x, y, radius, slots, data } => {
                EntityMut::circle([&mut x[row], &mut y[row], &mut radius[row]], &mut data[row], slots[row])
            }
            Self::Boxes { slots, bodies, .. } => EntityMut::body(&mut bodies[row], slots[row]),
        }
    }

    /// Brings the bound of what has been changed up to date.
    #[inline(always)]
    fn settle(&mut self, row: usize) {
        if let Self::Boxes { bounds, bodies, .. } = self {
            for (column, number) in bounds.iter_mut().zip(bound_row(&bodies[row].shape)) {
                column[row] = number;
            }
        }
    }
}

/// The circle of a row.
pub(crate) fn circle_at(table: &Table<Circle, u64, 3>, row: usize) -> Circle {
    Circle::from_row(table.row(row)).expect("rows are made from circles")
}
