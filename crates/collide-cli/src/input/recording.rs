//! The content of a file: values by tick and by id.

use collide2d::Shape;

use super::error::InputError;
use super::ids::{Id, Ids};
use crate::shortage::reserve;

/// Shapes over time, or the queries of a file.
pub(crate) struct Recording<T = Shape> {
    /// The name of the file, for messages.
    pub(crate) file: String,
    /// At least one, in ascending order.
    pub(crate) ticks: Vec<Frame<T>>,
    pub(crate) ids: Ids,
    /// A message about rows and columns that were not read, if any.
    pub(crate) note: Option<String>,
    /// The share of [movers](Self::movers), where it was counted while reading.
    pub(crate) movers: Option<f64>,
}

/// The ticks whose shapes are kept in memory. The others of a trace are dropped: a few bytes of a trace can encode a
/// million shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ticks {
    All,
    /// The last tick up to this one, and the first after it. Of the others only the numbers are kept.
    Around(u64),
}

impl Ticks {
    /// The ticks for an option that names one. Without the option the last tick is kept: it may be the only one.
    pub(crate) fn around(tick: Option<u64>) -> Self {
        Self::Around(tick.unwrap_or(u64::MAX))
    }
}

/// Counts which shapes change from one tick to the next.
#[derive(Default)]
pub(super) struct Movers {
    /// By id: the shape at the last tick that has one, and the count of that tick.
    last: Vec<Option<(usize, Shape)>>,
    ticks: usize,
    count: usize,
    changed: usize,
}

impl Movers {
    pub(super) fn add_tick(&mut self, rows: &[(u32, Shape)]) {
        for &(number, shape) in rows {
            let number = number as usize;
            if self.last.len() <= number {
                self.last.resize(number + 1, None);
            }
            let before = self.last[number].replace((self.ticks + 1, shape));
            if self.ticks > 0 {
                self.count += 1;
                self.changed += usize::from(before != Some((self.ticks, shape)));
            }
        }
        self.ticks += 1;
    }

    /// The share of the rows after the first tick that changed.
    pub(super) fn share(&self) -> f64 {
        self.changed as f64 / self.count.max(1) as f64
    }
}

/// The shapes of one tick, in the order of the file.
pub(crate) struct Frame<T = Shape> {
    /// The number in the file, or 0.
    pub(crate) tick: u64,
    /// Values by the number of their id. Each id occurs at most once.
    pub(crate) rows: Vec<(u32, T)>,
}

/// The shapes of one tick, and their ids.
pub(crate) struct Table {
    pub(crate) shapes: Vec<Shape>,
    numbers: Vec<u32>,
    ids: Ids,
}

impl<T> Default for Recording<T> {
    fn default() -> Self {
        Self { file: String::new(), ticks: Vec::new(), ids: Ids::default(), note: None, movers: None }
    }
}

impl Recording {
    /// A note for a tick that is named by `option` though the file has no ticks.
    pub(crate) fn ignored_tick(&self, option: Option<String>) -> Option<String> {
        let has_ticks = self.ticks.len() > 1 || self.ticks.iter().any(|frame| frame.tick > 0);
        option.filter(|_| !has_ticks).map(|option| format!("{}: has no ticks, so {option} has no effect", self.file))
    }

    /// The shapes of a tick. `None` means the only tick. A file without ticks has the same shapes at any tick.
    pub(crate) fn frame(&self, tick: Option<u64>) -> Result<&Frame, InputError> {
        let fails = |problem: fn(String, String, u64) -> InputError| {
            Err(problem(self.file.clone(), self.tick_list(), tick.unwrap_or_default()))
        };
        match (self.ticks.as_slice(), tick) {
            ([only], None) => Ok(only),
            ([only], Some(_)) if only.tick == 0 => Ok(only),
            (_, None) => fails(|file, ticks, _| InputError::ManyTicks { file, ticks, option: "--tick N" }),
            (ticks, Some(tick)) => match ticks.binary_search_by_key(&tick, |frame| frame.tick) {
                Ok(index) => Ok(&ticks[index]),
                Err(_) => fails(|file, ticks, tick| InputError::NoTick { file, tick, ticks }),
            },
        }
    }

    /// The shapes of a [tick](Self::frame), with their ids.
    pub(crate) fn table(self, tick: Option<u64>) -> Result<Table, InputError> {
        let rows = &self.frame(tick)?.rows;
        let (mut numbers, mut shapes) = (Vec::new(), Vec::new());
        let reserved =
            reserve(|| numbers.try_reserve_exact(rows.len()).and_then(|()| shapes.try_reserve_exact(rows.len())));
        reserved.map_err(|_| InputError::Memory { file: self.file.clone() })?;
        numbers.extend(rows.iter().map(|(number, _)| *number));
        shapes.extend(rows.iter().map(|(_, shape)| *shape));
        Ok(Table { shapes, numbers, ids: self.ids })
    }

    /// The numbers of the ticks as text.
    pub(crate) fn tick_list(&self) -> String {
        let numbers: Vec<u64> = self.ticks.iter().map(|frame| frame.tick).collect();
        match numbers.as_slice() {
            [] => "no ticks".to_owned(),
            [only] => format!("only tick {only}"),
            [first, .., last] if last - first == numbers.len() as u64 - 1 => {
                format!("{} ticks, {first} to {last}", numbers.len())
            }
            [first, second, .., last] if numbers.len() > 8 => {
                format!("{} ticks, {first}, {second}, ... {last}", numbers.len())
            }
            _ => {
                let list: Vec<_> = numbers.iter().map(u64::to_string).collect();
                format!("{} ticks, {}", numbers.len(), list.join(", "))
            }
        }
    }

    /// The share of the shapes after the first tick that are new or changed since the tick before; 0 for one tick.
    pub(crate) fn movers(&self) -> f64 {
        self.movers.unwrap_or_else(|| {
            let mut movers = Movers::default();
            self.ticks.iter().for_each(|frame| movers.add_tick(&frame.rows));
            movers.share()
        })
    }

    /// By number of the id: whether its shape is the same at all its ticks. If there is only one tick, no id is static.
    pub(crate) fn static_ids(&self) -> Vec<bool> {
        let mut is_static = vec![self.ticks.len() > 1; self.ids.len()];
        let mut first: Vec<Option<Shape>> = vec![None; self.ids.len()];
        for &(number, shape) in self.ticks.iter().flat_map(|frame| &frame.rows) {
            is_static[number as usize] &= *first[number as usize].get_or_insert(shape) == shape;
        }
        is_static
    }
}

impl Table {
    pub(crate) fn id(&self, index: u32) -> Id<'_> {
        self.ids.get(self.numbers[index as usize])
    }
}
