//! Answers, kept as bits to compare and as values to print.

use std::fmt::Debug;

use collide2d::fingerprint;

use super::cells::Asked;
use crate::bits::Bits;

/// A question or an answer that is printed if it is wrong.
pub(super) trait Shown: Debug + Send + Sync + 'static {}

impl<T: Debug + Send + Sync + 'static> Shown for T {}

/// The maximum length of the text of an answer.
const MAX_TEXT: usize = 800;

/// The answers of a run, by call.
#[derive(Default)]
pub struct Notes(Vec<Noted>);

impl Notes {
    /// The answers to a call so far.
    pub(super) fn of(&mut self, call: &'static str, asked: Asked) -> &mut Noted {
        let known = self.0.iter().position(|noted| (noted.call, noted.asked) == (call, asked));
        let index = known.unwrap_or_else(|| {
            self.0.push(Noted { call, asked, numbers: vec![], answers: vec![], work: vec![] });
            self.0.len() - 1
        });
        &mut self.0[index]
    }

    /// The answers to a call, if there are any.
    pub(super) fn get(&self, call: &str, asked: Asked) -> Option<&Noted> {
        self.0.iter().find(|noted| (noted.call, noted.asked) == (call, asked))
    }

    /// The answers to all calls, in the order of the first answers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Noted> {
        self.0.iter()
    }
}

/// The answers to a call.
pub struct Noted {
    pub(super) call: &'static str,
    pub(super) asked: Asked,
    /// All bits of all answers.
    numbers: Vec<u32>,
    answers: Vec<Answer>,
    /// What may depend on the strategy and the lineage, but not on threads or SIMD levels.
    work: Vec<u64>,
}

/// An answer to print.
struct Answer {
    /// The end of its bits.
    end: usize,
    /// The question and the answer.
    text: Box<dyn Shown>,
}

impl Noted {
    /// Notes an answer with its question.
    pub(super) fn answer(&mut self, question: impl Shown, answer: impl Bits + Shown) {
        answer.push_bits(&mut self.numbers);
        self.answers.push(Answer { end: self.numbers.len(), text: Box::new((question, answer)) });
    }

    /// Notes a number that may depend on the strategy and the lineage, such as a count of work.
    pub(super) fn work(&mut self, units: u64) {
        self.work.push(units);
    }

    /// The number of answers and their fingerprint.
    pub(super) fn digest(&self) -> (usize, u64) {
        (self.answers.len(), fingerprint(self.numbers.iter().copied()))
    }

    /// The first answer that differs from that of a reference, in words.
    pub(super) fn difference(&self, reference: &Self) -> Option<String> {
        if self.numbers == reference.numbers && self.answers.len() == reference.answers.len() {
            return None;
        }
        let last = self.answers.len().max(reference.answers.len());
        let index = (0..last).find(|index| self.bits(*index) != reference.bits(*index)).unwrap_or(last);
        let text = |noted: &Self| {
            let text = noted.answers.get(index).map_or("no answer".to_owned(), |found| format!("{:?}", found.text));
            text.chars().take(MAX_TEXT).collect::<String>()
        };
        Some(format!("answer {index}\n  must be {}\n  is      {}", text(reference), text(self)))
    }

    /// The first work that differs from that of a reference, in words.
    pub(super) fn difference_of_work(&self, reference: &Self) -> Option<String> {
        if self.work == reference.work {
            return None;
        }
        let index = self.work.iter().zip(&reference.work).position(|(one, other)| one != other);
        let index = index.unwrap_or(self.work.len().min(reference.work.len()));
        let (expected, found) = (reference.work.get(index), self.work.get(index));
        Some(format!("work {index}\n  must be {expected:?}\n  is      {found:?}"))
    }

    /// The bits of an answer.
    fn bits(&self, index: usize) -> Option<&[u32]> {
        let end = self.answers.get(index)?.end;
        let start = index.checked_sub(1).map_or(0, |before| self.answers[before].end);
        Some(&self.numbers[start..end])
    }
}
