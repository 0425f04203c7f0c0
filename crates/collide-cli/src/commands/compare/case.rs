//! The runs to measure.

use std::fmt;

use collide2d::{CellSize, Settings, Strategy, Threads, Touching};

use super::args::{CompareArgs, Param};
use crate::failure::Failure;
use crate::messages::counted;
use crate::options::processor_count;
use crate::player::Player;

/// A strategy with its parameters, to be measured.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) strategy: Strategy,
    pub(crate) threads: usize,
    pub(crate) cell: Option<CellSize>,
    pool: Threads,
}

/// The settings that are the same for all cases.
pub(crate) struct Rules {
    pub(crate) touching: Touching,
    /// Whether two static entities can be a pair.
    pub(crate) static_pairs: bool,
    /// By number of the id: whether the entity is static.
    pub(crate) is_static: Vec<bool>,
}

impl Case {
    /// All cases of the arguments, without duplicates.
    pub(crate) fn all(args: &CompareArgs) -> Result<Vec<Self>, Failure> {
        let cells = match &args.param {
            None => vec![None],
            Some(Param::Cell(_)) if !args.strategies.contains(&Strategy::UniformGrid) => {
                return Err(Failure::Usage(
                    "--param cell: only the strategy grid has it, but --strategies does not include grid",
                ));
            }
            Some(Param::Cell(cells)) => unique(cells),
        };
        let default = [1, processor_count()];
        let counts = unique(if args.threads.is_empty() { &default } else { args.threads.as_slice() });
        let mut cases = Vec::new();
        for count in counts {
            let pool = Threads::new(count)?;
            // Two large numbers may start the same number of threads.
            let threads = if let Threads::Pool(pool) = &pool { pool.current_num_threads() } else { 1 };
            if cases.iter().any(|case: &Self| case.threads == threads) {
                continue;
            }
            for strategy in unique(&args.strategies) {
                let cells = if strategy == Strategy::UniformGrid { cells.as_slice() } else { &[None] };
                cases.extend(cells.iter().map(|cell| Self { strategy, threads, cell: *cell, pool: pool.clone() }));
            }
        }
        Ok(cases)
    }

    /// A world to measure the case in.
    pub(crate) fn player(&self, rules: &Rules) -> Player {
        let (&Self { strategy, cell, .. }, &Rules { touching, static_pairs, .. }) = (self, rules);
        let threads = self.pool.clone();
        let settings = Settings { strategy, cell, touching, static_pairs, threads, ..Settings::default() };
        Player::new(settings).with_static(rules.is_static.clone())
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name(self.strategy.name(), self.threads, self.cell.map(CellSize::get)))
    }
}

/// The name of a run.
pub(crate) fn name(strategy: &str, threads: usize, cell: Option<f32>) -> String {
    let cell = cell.map(|cell| format!(" with cells of {}", side(cell))).unwrap_or_default();
    format!("{strategy}{cell} on {}", counted(threads as u64, "thread"))
}

/// The side of a cell in decimal notation, or in scientific notation where that is shorter.
pub(crate) fn side(cell: f32) -> String {
    let (plain, power) = (cell.to_string(), format!("{cell:e}"));
    if plain.len() <= 8 { plain } else { power }
}

/// The values without duplicates.
fn unique<T: Copy + PartialEq>(values: &[T]) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(value) {
            seen.push(*value);
        }
    }
    seen
}
