use collide_core::{Shape, ShapeKind};

use super::{MOST_TICKS, SnapshotError};
use crate::base::{CollisionFilter, MAX_ENTITIES, PairRules, check_held, check_pairs};
use crate::store::{FilterTable, Roster, SavedRows, Tag, holders};
use crate::{Handle, Invalid, Layers};

/// Reads lists one after the other, none longer than the bytes left.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// `count` items of `BYTES` bytes each.
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

    /// A length, and as many items.
    fn list<const BYTES: usize>(&mut self, field: &'static str) -> Result<&'a [[u8; BYTES]], SnapshotError> {
        let count = self.number(field)?;
        self.items(field, count)
    }

    /// Two flags.
    fn flags(&mut self, field: &'static str) -> Result<[bool; 2], SnapshotError> {
        let value = self.items::<1>(field, 1)?.first().map_or(0, |[value]| *value);
        if value < 4 { Ok([value & 1 != 0, value & 2 != 0]) } else { Err(SnapshotError::Flag { field, value }) }
    }

    fn rules(&mut self, field: &'static str) -> Result<PairRules, SnapshotError> {
        let value = self.items::<1>(field, 1)?.first().map_or(0, |[value]| *value);
        PairRules::try_from(value).map_err(|_| SnapshotError::Flag { field, value })
    }

    fn numbers(&mut self, field: &'static str) -> Result<Vec<u32>, SnapshotError> {
        Ok(whole(self.list(field)?).collect())
    }
}

fn whole(items: &[[u8; 4]]) -> impl ExactSizeIterator<Item = u32> {
    items.iter().map(|bytes| u32::from_le_bytes(*bytes))
}

/// The content of a snapshot.
pub(super) struct Saved<'a> {
    pub(super) tick: u64,
    pub(super) roster: Roster,
    /// Which entities of one sort could be one of the pairs.
    pub(super) rules: PairRules,
    pub(super) pairs: Vec<(u32, u32)>,
    pub(super) held: Vec<(u32, u32)>,
    pub(super) sets: [[SavedRows<'a>; ShapeKind::ALL.len()]; 2],
}

impl<'a> Saved<'a> {
    /// Reads the content of a snapshot of a version from [`OLDEST`](super::OLDEST) to [`VERSION`](super::VERSION).
    pub(super) fn read(version: u32, body: &'a [u8]) -> Result<Self, SnapshotError> {
        let mut reader = Reader { rest: body };
        let tick = reader.number("tick")?;
        if tick >= MOST_TICKS {
            return Err(SnapshotError::Tick { tick });
        }
        let generations = reader.numbers("generations")?;
        let free = reader.numbers("free")?;
        let [was_removed, changed] = reader.flags("removed")?;
        let at_tick = was_removed.then(|| reader.numbers("generations at tick")).transpose()?;
        let removed = read_removed(&mut reader, at_tick.as_deref())?;
        let ticks = changed.then(|| reader.items("change ticks", generations.len() as u64)).transpose()?;
        let change_ticks = ticks.map(|ticks| ticks.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect());
        let filters = read_filters(&mut reader)?;
        let rules = if cfg!(test) && version == 0 {
            PairRules { static_pairs: true, sensor_pairs: false }
        } else {
            reader.rules("pair rules")?
        };
        let pairs = read_pairs(&mut reader, "pairs")?;
        let held = read_pairs(&mut reader, "held pairs")?;
        let sets = [read_set(&mut reader)?, read_set(&mut reader)?];
        let roster = Roster { generations, free, at_tick, removed, change_ticks, filters };
        match reader.rest.len() {
            0 => Ok(Self { tick, roster, rules, pairs, held, sets }),
            left => Err(SnapshotError::TooLong { left }),
        }
    }

    /// Checks that the content is a consistent world. Returns whether its pairs are not in order of slots.
    pub(super) fn check(&self) -> Result<bool, Invalid> {
        let Self { roster, pairs, held, sets, .. } = self;
        let slots = |set: usize| sets[set].iter().flat_map(SavedRows::slots);
        let holders = holders(&roster.generations, &roster.free, false, [slots(0), slots(1)])?;
        roster.validate(self.tick, &holders)?;
        let ascending = check_pairs(pairs, |slot| roster.was_there(slot, &holders))?;
        check_held(held, pairs, |slot| roster.was_there(slot, &holders))?;
        Ok(!ascending)
    }
}

fn read_pairs(reader: &mut Reader<'_>, field: &'static str) -> Result<Vec<(u32, u32)>, SnapshotError> {
    let pairs = reader.list::<8>(field)?.iter().map(|bytes| u64::from_le_bytes(*bytes));
    Ok(pairs.map(|pair| (pair as u32, (pair >> 32) as u32)).collect())
}

/// The entities removed since the tick, if there are any, with their generations at the tick.
fn read_removed(reader: &mut Reader<'_>, at_tick: Option<&[u32]>) -> Result<Vec<(Handle, Tag)>, SnapshotError> {
    let Some(at_tick) = at_tick else { return Ok(vec![]) };
    let slots = reader.list("removed entities")?;
    let count = slots.len() as u64;
    let [data, category] = [reader.items("removed data", count)?, reader.items("removed category", count)?];
    let rows = whole(slots).zip(data.iter().zip(category)).map(|(slot, (data, category))| {
        let unknown = Invalid::UnknownSlot { slot, slot_count: at_tick.len() };
        let generation = *at_tick.get(slot as usize).ok_or(unknown)?;
        let [data, category] = [data, category].map(|bytes| u64::from_le_bytes(*bytes));
        Ok((Handle { slot, generation }, Tag { data, category }))
    });
    Ok(rows.collect::<Result<_, Invalid>>()?)
}

/// The collision filters in use, and the filter number of each slot.
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

/// The rows of a set, checked.
fn read_set<'a>(reader: &mut Reader<'a>) -> Result<[SavedRows<'a>; ShapeKind::ALL.len()], SnapshotError> {
    let mut kinds = ShapeKind::ALL.map(SavedRows::none);
    for rows in &mut kinds {
        *rows = read_rows(reader, rows.kind)?;
    }
    let count = kinds.iter().map(|rows| rows.slots.len()).sum();
    if count > MAX_ENTITIES {
        return Err(Invalid::TooMany { count }.into());
    }
    kinds.iter().try_for_each(SavedRows::check)?;
    Ok(kinds)
}

fn read_rows<'a>(reader: &mut Reader<'a>, kind: ShapeKind) -> Result<SavedRows<'a>, SnapshotError> {
    let label = list_name(kind);
    let slots = reader.list(label)?;
    let count = slots.len() as u64;
    let data = reader.items(label, count)?;
    let mut columns: [&[[u8; 4]]; Shape::NUMBERS] = [&[]; Shape::NUMBERS];
    for column in &mut columns[..kind.columns().len()] {
        *column = reader.items(label, count)?;
    }
    Ok(SavedRows { kind, slots, data, columns })
}

/// The field of an error about the rows of a kind.
fn list_name(kind: ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Circle => "circles",
        ShapeKind::Rect => "rects",
        ShapeKind::OrientedRect => "oriented rects",
        ShapeKind::Capsule => "capsules",
        ShapeKind::Polygon => "polygons",
    }
}
