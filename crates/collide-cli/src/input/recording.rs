use collide2d::Shape;
use indexmap::IndexSet;

use super::InputError;

/// Shapes over time, or what else a file holds.
pub(crate) struct Recording<T = Shape> {
    /// The name of the file, for messages.
    pub(crate) file: String,
    /// At least one; their numbers ascend.
    pub(crate) ticks: Vec<Frame<T>>,
    pub(crate) ids: Ids,
    /// What was said about the rows left out, if any.
    pub(crate) left_out: Option<String>,
    /// The share of [movers](Self::movers), where that was counted while reading.
    pub(crate) movers: Option<f64>,
}

/// What of a recording is wanted. Of a trace all else is passed over: a few bytes can say that a million shapes stand where they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All ticks.
    All,
    /// The shapes of the last tick up to this one, and of the first after it; of all others the numbers.
    Around(u64),
}

impl Wanted {
    /// A tick, where there are several: none is known to be the only one before all are read.
    pub(crate) fn at(tick: Option<u64>) -> Self {
        Self::Around(tick.unwrap_or(u64::MAX))
    }
}

/// Counts which shapes change from one tick to the next.
#[derive(Default)]
pub(super) struct Movers {
    /// Of each id, its shape when it was there last, and in which tick, counted.
    last: Vec<Option<(usize, Shape)>>,
    ticks: usize,
    count: usize,
    changed: usize,
}

impl Movers {
    /// The next tick.
    pub(super) fn see(&mut self, rows: &[(u32, Shape)]) {
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

    pub(super) fn share(&self) -> f64 {
        self.changed as f64 / self.count.max(1) as f64
    }
}

/// The shapes of one tick, in the order of the file.
pub(crate) struct Frame<T = Shape> {
    /// As the file numbers it; 0 where it does not.
    pub(crate) tick: u64,
    /// Each with the number of its id; no id comes twice.
    pub(crate) rows: Vec<(u32, T)>,
}

/// Ids by number, in order of their first appearance.
#[derive(Default)]
pub(crate) struct Ids {
    texts: IndexSet<Box<str>>,
    /// Whether the id was a number in the file, not a text.
    numeric: Vec<bool>,
}

/// The id of a shape as it was given.
#[derive(Clone, Copy)]
pub(crate) struct Id<'a> {
    pub(crate) text: &'a str,
    pub(crate) numeric: bool,
}

/// The shapes of one tick as they are searched, and their ids.
pub(crate) struct Table {
    pub(crate) shapes: Vec<Shape>,
    numbers: Vec<u32>,
    ids: Ids,
}

impl<T> Default for Recording<T> {
    fn default() -> Self {
        Self { file: String::new(), ticks: Vec::new(), ids: Ids::default(), left_out: None, movers: None }
    }
}

impl Ids {
    /// The id of a number.
    pub(crate) fn get(&self, number: u32) -> Id<'_> {
        let number = number as usize;
        Id { text: &self.texts[number], numeric: self.numeric[number] }
    }

    /// The number of an id, a new one if it is new.
    pub(crate) fn number(&mut self, id: Id<'_>) -> u32 {
        let known = self.texts.get_index_of(id.text);
        known.unwrap_or_else(|| {
            self.numeric.push(id.numeric);
            self.texts.insert_full(id.text.into()).0
        }) as u32
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }
}

impl Recording {
    /// The shapes of a tick. None needs to be named where there is but one; and one numbered 0, as in a file without ticks,
    /// holds at any tick.
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

    /// The same with the ids, without all else.
    pub(crate) fn table(self, tick: Option<u64>) -> Result<Table, InputError> {
        let (numbers, shapes) = self.frame(tick)?.rows.iter().copied().unzip();
        Ok(Table { shapes, numbers, ids: self.ids })
    }

    /// The ticks there are, in words.
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

    /// Of the shapes of all ticks but the first, the share that were not there or not the same at the tick before; 0 for one tick.
    pub(crate) fn movers(&self) -> f64 {
        self.movers.unwrap_or_else(|| {
            let mut movers = Movers::default();
            self.ticks.iter().for_each(|frame| movers.see(&frame.rows));
            movers.share()
        })
    }

    /// By number, which ids have the same shape in all of several ticks that they are in. One tick does not tell.
    pub(crate) fn still(&self) -> Vec<bool> {
        let mut still = vec![self.ticks.len() > 1; self.ids.len()];
        let mut first: Vec<Option<Shape>> = vec![None; self.ids.len()];
        for &(number, shape) in self.ticks.iter().flat_map(|frame| &frame.rows) {
            still[number as usize] &= *first[number as usize].get_or_insert(shape) == shape;
        }
        still
    }
}

impl Table {
    pub(crate) fn id(&self, index: u32) -> Id<'_> {
        self.ids.get(self.numbers[index as usize])
    }
}
