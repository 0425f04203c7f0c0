//! What was found, in words.

use std::time::Duration;

use collide2d::Touching;
use collide2d::report::Report;

use crate::input::Table;
use crate::messages::{Cut, choice, counted, grouped, ms};

/// How many pairs there are, of how many shapes.
pub(super) fn found(report: &Report, a: &Table, b: Option<&Table>, touching: Touching) -> String {
    let shapes = |table: &Table| counted(table.shapes.len() as u64, "shape");
    let among = b.map_or_else(|| shapes(a), |b| format!("{} against {}", shapes(a), shapes(b)));
    let one = report.pair_count == 1;
    let rule = match touching {
        Touching::Closed if one => "that overlaps or touches",
        Touching::Closed => "that overlap or touch",
        Touching::Open if one => "that overlaps, touching does not count",
        Touching::Open => "that overlap, touching does not count",
    };
    format!("{among}: {} {rule}", counted(report.pair_count, "pair"))
}

/// How many shapes are in a pair, and the first of those with the most pairs; of `a`, if there are two files. `None`
/// without pairs.
pub(super) fn busiest(a: &Table, b: Option<&Table>, pairs: &[(u32, u32)]) -> Option<String> {
    let mut counts = vec![0_u64; a.shapes.len()];
    for &(i, j) in pairs {
        counts[i as usize] += 1;
        if b.is_none() {
            counts[j as usize] += 1;
        }
    }
    let largest = counts.iter().copied().max().filter(|count| *count > 0)?;
    let index = counts.iter().position(|count| *count == largest)?;
    let at_least = |limit: u64| counts.iter().filter(|count| **count >= limit).count() as u64;
    let (paired, busiest) = (at_least(1), at_least(largest));
    let id = Cut(a.id(index as u32).text);
    let file = if b.is_some() { " of FILE" } else { "" };
    let paired = format!("{}{file} {} in a pair", counted(paired, "shape"), if paired == 1 { "is" } else { "are" });
    let others = if b.is_some() { counted(largest, "shape") + " of FILE2" } else { counted(largest, "other") };
    Some(match busiest - 1 {
        0 => format!("{paired}; the busiest is {id:?}, with {others}"),
        further => format!("{paired}; the busiest are {id:?} and {} more, with {others} each", grouped(further)),
    })
}

/// The strategy, and how long it took.
pub(super) fn timing(report: &Report, reading: Duration) -> String {
    let [reading, finding] = [ms(reading), ms(report.times.total())];
    format!("strategy {}; read in {reading:.1} ms, pairs in {finding:.1} ms", choice(report))
}
