use collide_broad::{CellList, Layout, LevelLists, Workers, sample_indices};
use collide_core::batch::Row;
use collide_core::{Aabb, Circle, OrientedRect, Rect, Rotor, Shape, Vec2};

use super::summary::{SAMPLE, Sample};

/// Shapes sorted by where they are, each kind by itself: what is gone through is all alike, and no processor has to guess.
#[derive(Debug, Default)]
pub(crate) struct Set {
    /// With the user's data.
    pub(crate) circles: LevelLists<Circle, u64, 3>,
    pub(crate) rects: LevelLists<Rect, u64, 4>,
    /// Oriented rectangles, by their bounds.
    pub(crate) oriented: LevelLists<Rect, Oriented, 4>,
}

/// Lists the kinds of shape that a set keeps apart, and what a list of each is called.
macro_rules! kinds {
    ($($Kind:ident => $name:literal,)+) => {
        /// A kind of shape that a set keeps apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Kind {
            $($Kind,)+
        }

        impl Kind {
            /// All kinds; the place of each is its number.
            pub(crate) const ALL: [Self; [$($name),+].len()] = [$(Self::$Kind),+];

            /// What a list of the kind is called.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => $name,)+
                }
            }
        }
    };
}

kinds! {
    Circle => "circles",
    Rect => "rects",
    Oriented => "oriented rects",
}

impl Kind {
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Circle,
            Shape::Rect(_) => Self::Rect,
            Shape::OrientedRect(_) => Self::Oriented,
        }
    }
}

/// An oriented rectangle, and the user's data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oriented {
    pub(crate) rect: OrientedRect,
    pub(crate) data: u64,
}

impl Default for Oriented {
    fn default() -> Self {
        let point = OrientedRect::new(Vec2::ZERO, Vec2::ZERO, Rotor::IDENTITY);
        Self { rect: point.expect("a point"), data: 0 }
    }
}

/// The box around an oriented rectangle, as a row.
pub(crate) fn bound_row(rect: &OrientedRect) -> [f32; 4] {
    let bound = rect.aabb();
    [bound.min().x, bound.min().y, bound.max().x, bound.max().y]
}

/// Where a shape stands in a set: in which table of its kind, at which row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) kind: Kind,
    pub(crate) table: usize,
    pub(crate) row: usize,
}

impl Set {
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        let Self { circles, rects, oriented } = self;
        circles.set_layout(layout);
        rects.set_layout(layout);
        oriented.set_layout(layout);
    }

    pub(crate) fn len(&self) -> usize {
        let Self { circles, rects, oriented } = self;
        circles.len() + rects.len() + oriented.len()
    }

    /// The most numbers that a table needs to call its rows by, when sorted.
    pub(crate) fn numbered(&self) -> usize {
        let Self { circles, rects, oriented } = self;
        let circles = circles.lists().iter().map(CellList::id_count);
        let rects = rects.lists().iter().map(CellList::id_count);
        circles.chain(rects).chain(oriented.lists().iter().map(CellList::id_count)).max().unwrap_or(0)
    }

    pub(crate) fn clear(&mut self) {
        let Self { circles, rects, oriented } = self;
        circles.clear();
        rects.clear();
        oriented.clear();
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let Self { circles, rects, oriented } = self;
        circles.memory() + rects.memory() + oriented.memory()
    }

    /// Becomes the same as another one, in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { circles, rects, oriented } = self;
        circles.clone_from(&other.circles);
        rects.clone_from(&other.rects);
        oriented.clone_from(&other.oriented);
    }

    pub(crate) fn sort(&mut self, workers: &impl Workers) {
        let Self { circles, rects, oriented } = self;
        circles.sort(workers);
        rects.sort(workers);
        oriented.sort(workers);
    }

    /// Whether nothing has changed since it was sorted.
    pub(crate) fn is_sorted(&self) -> bool {
        let Self { circles, rects, oriented } = self;
        circles.is_sorted() && rects.is_sorted() && oriented.is_sorted()
    }

    /// Kind, number of rows, size and number of cells of each table.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, usize, [f64; 2], usize)> {
        fn of<S, P, const N: usize>(
            tables: &[CellList<S, P, N>],
            kind: Kind,
        ) -> impl Iterator<Item = (&'static str, usize, [f64; 2], usize)> {
            let sizes = |table: &CellList<S, P, N>| [table.max_extent(), table.cell_side()];
            tables.iter().map(move |table| (kind.name(), table.len(), sizes(table), table.cell_count()))
        }
        let Self { circles, rects, oriented } = self;
        let circles = of(circles.lists(), Kind::Circle).chain(of(rects.lists(), Kind::Rect));
        circles.chain(of(oriented.lists(), Kind::Oriented))
    }

    /// Bounds and sizes of some shapes.
    pub(crate) fn sample(&self) -> Sample {
        let Self { circles, rects, oriented } = self;
        let (circle_count, rect_count) = (circles.len(), rects.len());
        let sized = |bound: Aabb, reach: f64| (bound, reach.max((bound.max() - bound.min()).max_element().into()));
        sample_indices(self.len(), SAMPLE)
            .map(|number| {
                if number < circle_count {
                    let (table, row) = circles.row_at(number);
                    sized(circle_at(table, row).aabb(), table.max_extent())
                } else if number < circle_count + rect_count {
                    let (table, row) = rects.row_at(number - circle_count);
                    sized(rect_at(table, row).aabb(), table.max_extent())
                } else {
                    let (table, row) = oriented.row_at(number - circle_count - rect_count);
                    sized(table.payload()[row].rect.aabb(), table.max_extent())
                }
            })
            .collect()
    }

    pub(crate) fn push(&mut self, shape: Shape, slot: u32, data: u64) -> Seat {
        let (table, len) = match shape {
            Shape::Circle(circle) => self.circles.push(circle.to_row(), slot, data),
            Shape::Rect(rect) => self.rects.push(rect.to_row(), slot, data),
            Shape::OrientedRect(rect) => self.oriented.push(bound_row(&rect), slot, Oriented { rect, data }),
        };
        Seat { kind: Kind::of(&shape), table, row: len - 1 }
    }

    /// Gives each shape the place its slot has in the slice, if all are there and of the kind they were; says whether.
    pub(crate) fn refresh(&mut self, shapes: &[Shape]) -> bool {
        if self.len() != shapes.len() {
            return false;
        }
        let mut same = true;
        let Self { circles, rects, oriented } = self;
        for table in circles.lists_mut() {
            table.set_each(|slot, _, old| match &shapes[slot as usize] {
                Shape::Circle(circle) => circle.to_row(),
                _ => keep(old, &mut same),
            });
        }
        for table in rects.lists_mut() {
            table.set_each(|slot, _, old| match &shapes[slot as usize] {
                Shape::Rect(rect) => rect.to_row(),
                _ => keep(old, &mut same),
            });
        }
        for table in oriented.lists_mut() {
            table.set_each(|slot, oriented, old| match &shapes[slot as usize] {
                Shape::OrientedRect(rect) => {
                    oriented.rect = *rect;
                    bound_row(rect)
                }
                _ => keep(old, &mut same),
            });
        }
        same
    }

    /// The shape at a seat.
    #[inline]
    pub(crate) fn shape(&self, Seat { kind, table, row }: Seat) -> Shape {
        match kind {
            Kind::Circle => circle_at(&self.circles.lists()[table], row).into(),
            Kind::Rect => rect_at(&self.rects.lists()[table], row).into(),
            Kind::Oriented => self.oriented.lists()[table].payload()[row].rect.into(),
        }
    }

    /// The data at a seat.
    #[inline]
    pub(crate) fn data(&self, Seat { kind, table, row }: Seat) -> u64 {
        match kind {
            Kind::Circle => self.circles.lists()[table].payload()[row],
            Kind::Rect => self.rects.lists()[table].payload()[row],
            Kind::Oriented => self.oriented.lists()[table].payload()[row].data,
        }
    }

    /// Puts a shape at a seat, if it is of the seat's kind; says whether.
    pub(crate) fn set(&mut self, Seat { kind, table, row }: Seat, shape: Shape, data: u64) -> bool {
        match (kind, shape) {
            (Kind::Circle, Shape::Circle(circle)) => self.circles.lists_mut()[table].set(row, circle.to_row(), data),
            (Kind::Rect, Shape::Rect(rect)) => self.rects.lists_mut()[table].set(row, rect.to_row(), data),
            (Kind::Oriented, Shape::OrientedRect(rect)) => {
                self.oriented.lists_mut()[table].set(row, bound_row(&rect), Oriented { rect, data });
            }
            _ => return false,
        }
        true
    }

    /// Takes out what is at a seat; says which slot, if any, has come to sit there.
    pub(crate) fn swap_remove(&mut self, Seat { kind, table, row }: Seat) -> Option<u32> {
        match kind {
            Kind::Circle => self.circles.lists_mut()[table].swap_remove(row),
            Kind::Rect => self.rects.lists_mut()[table].swap_remove(row),
            Kind::Oriented => self.oriented.lists_mut()[table].swap_remove(row),
        }
    }

    /// Every seat and who sits there, table by table.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (u32, Seat)> {
        fn rows<S, P, const N: usize>(tables: &[CellList<S, P, N>], kind: Kind) -> impl Iterator<Item = (u32, Seat)> {
            tables.iter().enumerate().flat_map(move |(table, rows)| {
                rows.ids().iter().enumerate().map(move |(row, slot)| (*slot, Seat { kind, table, row }))
            })
        }
        let Self { circles, rects, oriented } = self;
        let (circles, rects) = (rows(circles.lists(), Kind::Circle), rows(rects.lists(), Kind::Rect));
        circles.chain(rects).chain(rows(oriented.lists(), Kind::Oriented))
    }
}

/// A row stays as it is; that is noted.
fn keep<const N: usize>(old: [f32; N], same: &mut bool) -> [f32; N] {
    *same = false;
    old
}

/// The circle of a row.
#[inline]
pub(crate) fn circle_at(table: &CellList<Circle, u64, 3>, row: usize) -> Circle {
    Circle::from_row(table.row(row)).expect("rows are made from circles")
}

/// The rectangle of a row.
#[inline]
pub(crate) fn rect_at(table: &CellList<Rect, u64, 4>, row: usize) -> Rect {
    Rect::from_row(table.row(row)).expect("rows are made from rectangles")
}
