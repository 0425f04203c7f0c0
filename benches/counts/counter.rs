//! Which part of the program is counted.

use std::hint::black_box;

/// The rows that are chosen, by how their names begin; none chooses all.
pub struct Counter {
    chosen: Vec<String>,
}

impl Counter {
    pub fn new(chosen: Vec<String>) -> Self {
        Self { chosen }
    }

    /// Whether a row is chosen whose name begins with this. Otherwise the scene of these rows is not needed.
    pub fn needs(&self, group: &str) -> bool {
        self.chosen.is_empty() || self.chosen.iter().any(|name| name.starts_with(group) || group.starts_with(name))
    }

    /// Runs a part of a row with some units (entities, queries, or 1), and counts its instructions.
    pub fn count(&self, row: &str, units: usize, part: impl FnMut()) {
        self.count_for(&[(row, units)], part);
    }

    /// The same for several rows, each with its units.
    pub fn count_for(&self, rows: &[(&str, usize)], mut part: impl FnMut()) {
        if rows.iter().any(|(row, _)| self.needs(row)) {
            let fields: Vec<String> = rows.iter().map(|(row, units)| format!("{units}\t{row}")).collect();
            println!("{}", fields.join("\t"));
            counted(&mut part);
        } else {
            part();
        }
    }
}

/// `cargo xtask counts` finds this function by its name: callgrind counts from its start to its end.
#[inline(never)]
fn counted(part: &mut dyn FnMut()) {
    part();
    black_box(part);
}
