use collide_core::batch::Row;
use collide_core::{Circle, OrientedRect, Rect};

use super::{MOST_TICKS, SnapshotError};
use crate::base::{CollisionFilter, MOST, check_pairs};
use crate::store::{FilterTable, Oriented, Roster, Set, bound_row, holders};
use crate::{Invalid, Layers};

/// Reads lists one after the other, none longer than what is left.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// So many items of so many bytes each.
    fn items<const BYTES: usize>(
        &mut self,
        field: &'static str,
        count: u64,
    ) -> Result<&'a [[u8; BYTES]], SnapshotError> {
        let left = self.rest.len();
        let needed = count.saturating_mul(BYTES as u64);
        let size = usize::try_from(needed).ok().filter(|size| *size <= left);
        let size = size.ok_or(SnapshotError::Truncated { field, needed, left })?;
        let (items, rest) = self.rest.split_at(size);
        self.rest = rest;
        Ok(items.as_chunks().0)
    }

    fn number(&mut self, field: &'static str) -> Result<u64, SnapshotError> {
        Ok(self.items(field, 1)?.first().map_or(0, |bytes| u64::from_le_bytes(*bytes)))
    }

    /// A length and so many items.
    fn list<const BYTES: usize>(&mut self, field: &'static str) -> Result<&'a [[u8; BYTES]], SnapshotError> {
        let count = self.number(field)?;
        self.items(field, count)
    }

    fn flag(&mut self, field: &'static str) -> Result<bool, SnapshotError> {
        match self.items(field, 1)? {
            [[0]] => Ok(false),
            [[1]] => Ok(true),
            other => Err(SnapshotError::Flag { field, value: other.first().map_or(0, |[value]| *value) }),
        }
    }

    fn numbers(&mut self, field: &'static str) -> Result<Vec<u32>, SnapshotError> {
        Ok(whole(self.list(field)?).collect())
    }
}

fn whole(items: &[[u8; 4]]) -> impl ExactSizeIterator<Item = u32> {
    items.iter().map(|bytes| u32::from_le_bytes(*bytes))
}

/// All that was saved.
pub(super) struct Saved<'a> {
    pub(super) tick: u64,
    pub(super) roster: Roster,
    pub(super) pairs: Vec<(u32, u32)>,
    pub(super) sets: [Shapes<'a>; 2],
}

impl<'a> Saved<'a> {
    pub(super) fn read(body: &'a [u8]) -> Result<Self, SnapshotError> {
        let mut reader = Reader { rest: body };
        let tick = reader.number("tick")?;
        if tick >= MOST_TICKS {
            return Err(SnapshotError::Tick { tick });
        }
        let generations = reader.numbers("generations")?;
        let free = reader.numbers("free")?;
        let at_tick = reader.flag("removed")?.then(|| reader.numbers("generations at tick")).transpose()?;
        let filters = read_filters(&mut reader)?;
        let pairs = reader.list::<8>("pairs")?.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let pairs = pairs.map(|pair| (pair as u32, (pair >> 32) as u32)).collect();
        let sets = [Shapes::read(&mut reader)?, Shapes::read(&mut reader)?];
        match reader.rest.len() {
            0 => Ok(Self { tick, roster: Roster { generations, free, at_tick, filters }, pairs, sets }),
            left => Err(SnapshotError::TooLong { left }),
        }
    }

    /// Looks whether it is a world; says whether its pairs are in the order they were found in.
    pub(super) fn check(&self) -> Result<bool, Invalid> {
        let Self { roster, pairs, sets: [moving, fixed], .. } = self;
        let holders = holders(&roster.generations, &roster.free, false, [moving.slots(), fixed.slots()])?;
        roster.validate(&holders)?;
        let ascending = check_pairs(pairs, |slot| roster.was_there(slot, &holders))?;
        Ok(!ascending)
    }
}

/// The layers in use, and who has which.
fn read_filters(reader: &mut Reader<'_>) -> Result<FilterTable, SnapshotError> {
    let count = reader.number("layers")?;
    let [category, mask, group] =
        [reader.items("category", count)?, reader.items("mask", count)?, reader.items("group", count)?];
    let flags = reader.items::<1>("kind", count)?;
    let mut list = Vec::with_capacity(flags.len());
    for ((category, mask), (group, [flags])) in category.iter().zip(mask).zip(group.iter().zip(flags)) {
        if *flags > 3 {
            return Err(SnapshotError::Flag { field: "kind", value: *flags });
        }
        let layers = Layers {
            category: u64::from_le_bytes(*category),
            mask: u64::from_le_bytes(*mask),
            group: i64::from_le_bytes(*group),
        };
        list.push(CollisionFilter { layers, sensor: flags & 1 != 0, sleeping: flags & 2 != 0 });
    }
    Ok(FilterTable::from_parts(&list, reader.numbers("layers of slots")?))
}

/// Rows of one kind, still as bytes.
struct Rows<'a, const N: usize> {
    slots: &'a [[u8; 4]],
    data: &'a [[u8; 8]],
    columns: [&'a [[u8; 4]]; N],
}

impl<'a, const N: usize> Rows<'a, N> {
    fn read(reader: &mut Reader<'a>, kind: &'static str) -> Result<Self, SnapshotError> {
        let slots = reader.list(kind)?;
        let count = slots.len() as u64;
        let data = reader.items(kind, count)?;
        let mut columns: [&[[u8; 4]]; N] = [&[]; N];
        for column in &mut columns {
            *column = reader.items(kind, count)?;
        }
        Ok(Self { slots, data, columns })
    }

    /// The shape of each row.
    fn shapes<S: Row<N>>(&self) -> impl Iterator<Item = Result<S, Invalid>> {
        whole(self.slots).enumerate().map(|(row, slot)| {
            let numbers = std::array::from_fn(|column| f32::from_le_bytes(self.columns[column][row]));
            S::from_row(numbers).map_err(|error| Invalid::Shape { slot, error })
        })
    }

    /// Looks whether all rows are shapes: first at all of them without a branch, as nearly always they are.
    fn check<S: Row<N>>(&self) -> Result<(), Invalid> {
        let count = self.slots.len();
        let columns = self.columns.map(|column| &column[..count]);
        let well = |row: usize| S::is_row(std::array::from_fn(|column| f32::from_le_bytes(columns[column][row])));
        if (0..count).fold(true, |all, row| all & well(row)) {
            Ok(())
        } else {
            self.shapes::<S>().try_for_each(|shape| shape.map(|_| ()))
        }
    }

    fn floats(&self) -> [impl Iterator<Item = f32>; N] {
        self.columns.map(|column| column.iter().map(|bytes| f32::from_le_bytes(*bytes)))
    }

    fn data(&self) -> impl Iterator<Item = u64> {
        self.data.iter().map(|bytes| u64::from_le_bytes(*bytes))
    }
}

/// The rows of a set.
pub(super) struct Shapes<'a> {
    circles: Rows<'a, 3>,
    rects: Rows<'a, 4>,
    oriented: Rows<'a, 6>,
    oriented_rects: Vec<OrientedRect>,
}

impl<'a> Shapes<'a> {
    /// Reads them, and looks whether they are shapes.
    fn read(reader: &mut Reader<'a>) -> Result<Self, SnapshotError> {
        let circles = Rows::read(reader, "circles")?;
        let rects = Rows::read(reader, "rects")?;
        let oriented = Rows::read(reader, "oriented rects")?;
        let count = circles.slots.len() + rects.slots.len() + oriented.slots.len();
        if count > MOST {
            return Err(Invalid::TooMany { count }.into());
        }
        circles.check::<Circle>()?;
        rects.check::<Rect>()?;
        let oriented_rects = oriented.shapes().collect::<Result<_, _>>()?;
        Ok(Self { circles, rects, oriented, oriented_rects })
    }

    fn slots(&self) -> impl Iterator<Item = u32> {
        whole(self.circles.slots).chain(whole(self.rects.slots)).chain(whole(self.oriented.slots))
    }

    /// Puts them in the place of what a set has.
    pub(super) fn refill(self, set: &mut Set) {
        let Self { circles, rects, oriented, oriented_rects } = self;
        set.circles.refill(circles.floats(), whole(circles.slots), circles.data());
        set.rects.refill(rects.floats(), whole(rects.slots), rects.data());
        let bounds: Vec<_> = oriented_rects.iter().map(bound_row).collect();
        let columns = [0, 1, 2, 3].map(|column| bounds.iter().map(move |bound| bound[column]));
        let rects = oriented_rects.into_iter().zip(oriented.data()).map(|(rect, data)| Oriented { rect, data });
        set.oriented.refill(columns, whole(oriented.slots), rects);
    }
}
