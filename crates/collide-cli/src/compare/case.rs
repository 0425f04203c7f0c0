use std::fmt;

use collide2d::{CellSize, Settings, Strategy, Threads, Touching};

use super::args::{CompareArgs, Param};
use crate::failure::Failure;
use crate::output::counted;
use crate::player::Player;

/// A way to find pairs, to be measured.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) strategy: Strategy,
    pub(crate) threads: usize,
    pub(crate) cell: Option<CellSize>,
    pool: Threads,
}

/// What holds for all cases alike.
pub(crate) struct Rules {
    pub(crate) touching: Touching,
    /// By the number of its id, whether a shape is static.
    pub(crate) still: Vec<bool>,
}

impl Case {
    /// All that the arguments ask for, each once.
    pub(crate) fn all(args: &CompareArgs) -> Result<Vec<Self>, Failure> {
        let cells = match &args.param {
            None => vec![None],
            Some(Param::Cell(_)) if !args.strategies.contains(&Strategy::UniformGrid) => {
                return Err(Failure::Usage(
                    "--param cell: only the strategy grid has it, which --strategies leaves out",
                ));
            }
            Some(Param::Cell(cells)) => once(cells),
        };
        let default = [1, std::thread::available_parallelism().map_or(1, |count| count.get().min(1024))];
        let counts = once(if args.threads.is_empty() { &default } else { args.threads.as_slice() });
        let mut cases = Vec::new();
        for threads in counts {
            let pool = Threads::new(threads)?;
            for strategy in once(&args.strategies) {
                let cells = if strategy == Strategy::UniformGrid { cells.as_slice() } else { &[None] };
                cases.extend(cells.iter().map(|cell| Self { strategy, threads, cell: *cell, pool: pool.clone() }));
            }
        }
        Ok(cases)
    }

    /// A world to measure it in.
    pub(crate) fn player(&self, rules: &Rules) -> Player {
        let (&Self { strategy, cell, .. }, touching) = (self, rules.touching);
        let settings = Settings { strategy, cell, touching, threads: self.pool.clone(), ..Settings::default() };
        Player::new(settings).with_still(rules.still.clone())
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name(self.strategy.name(), self.threads, self.cell.map(CellSize::get)))
    }
}

/// How a run is called.
pub(crate) fn name(strategy: &str, threads: usize, cell: Option<f32>) -> String {
    let cell = cell.map(|cell| format!(" with cells of {}", side(cell))).unwrap_or_default();
    format!("{strategy}{cell} on {}", counted(threads as u64, "thread"))
}

/// The side of a cell, as short as it can be written.
pub(crate) fn side(cell: f32) -> String {
    let (plain, power) = (cell.to_string(), format!("{cell:e}"));
    if plain.len() <= 8 { plain } else { power }
}

/// Without those that were there before.
fn once<T: Copy + PartialEq>(values: &[T]) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(value) {
            seen.push(*value);
        }
    }
    seen
}
