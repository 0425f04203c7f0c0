//! The ids of a file.

use std::collections::TryReserveError;
use std::hash::BuildHasher;
use std::hint::black_box;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::shortage::reserve;

/// Ids, numbered in order of their first appearance. Their memory is reserved fallibly.
#[derive(Default)]
pub(crate) struct Ids {
    /// The texts of all ids, one after the other.
    texts: String,
    /// By number: the end of its text in `texts`, and whether the file has the id as a number, not as a text.
    ends: Vec<(usize, bool)>,
    /// The hash and the number of each id.
    numbers: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

/// An id as it is in the file.
#[derive(Clone, Copy)]
pub(crate) struct Id<'a> {
    pub(crate) text: &'a str,
    pub(crate) numeric: bool,
}

impl Ids {
    /// The id with a number.
    pub(crate) fn get(&self, number: u32) -> Id<'_> {
        let number = number as usize;
        Id { text: text_of(&self.texts, &self.ends, number), numeric: self.ends[number].1 }
    }

    /// The number of an id; a new id gets the next number. Errors: there is not enough memory.
    pub(crate) fn number(&mut self, id: Id<'_>) -> Result<u32, OutOfMemory> {
        let hash = self.hasher.hash_one(id.text) as u32;
        reserve(|| self.numbers.try_reserve(1, |entry| spread(entry.0))).map_err(|_| OutOfMemory)?;
        let Self { texts, ends, numbers, .. } = self;
        let is_same = |entry: &(u32, u32)| entry.0 == hash && text_of(texts, ends, entry.1 as usize) == id.text;
        match numbers.entry(spread(hash), is_same, |entry| spread(entry.0)) {
            Entry::Occupied(entry) => Ok(entry.get().1),
            Entry::Vacant(entry) => {
                let number = u32::try_from(ends.len()).map_err(|_| OutOfMemory)?;
                reserve(|| texts.try_reserve(id.text.len()).and_then(|()| ends.try_reserve(1)))?;
                texts.push_str(id.text);
                ends.push((texts.len(), id.numeric));
                entry.insert((hash, number));
                Ok(number)
            }
        }
    }

    /// Looks ids up without a use for the result. These lookups do not depend on each other, so the processor waits for
    /// the memory of several at a time.
    pub(crate) fn touch<'a>(&self, ids: impl Iterator<Item = &'a str>) {
        let hashes = ids.map(|id| self.hasher.hash_one(id) as u32);
        let found = hashes.filter(|hash| self.numbers.find(spread(*hash), |entry| entry.0 == *hash).is_some()).count();
        black_box(found);
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

fn text_of<'a>(texts: &'a str, ends: &[(usize, bool)], number: usize) -> &'a str {
    let start = number.checked_sub(1).map_or(0, |before| ends[before].0);
    &texts[start..ends[number].0]
}

/// The table uses the low bits of a hash and its top seven bits. It stores only half of a hash: growing would take much
/// longer if it had to look up all texts, and the other half would take memory.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// There is not enough memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_numbered_as_they_appear() {
        let mut ids = Ids::default();
        let texts: Vec<String> = (0..5_000).map(|number| "x".repeat(number % 7) + &number.to_string()).collect();
        for _ in 0..2 {
            for (number, text) in texts.iter().enumerate() {
                assert_eq!(ids.number(Id { text, numeric: number % 3 == 0 }).unwrap() as usize, number);
            }
        }
        assert_eq!(ids.len(), texts.len());
        for (number, text) in texts.iter().enumerate() {
            let id = ids.get(number as u32);
            assert_eq!((id.text, id.numeric), (text.as_str(), number % 3 == 0));
        }
    }
}
