//! What is wrong, in words.

use super::cells::{Asked, Cell};

/// The maximum number of cells in the text of a fault.
const MAX_CELLS: usize = 12;

/// What is compared: the answers to a call in a scene, or their work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) scene: &'static str,
    pub(super) call: &'static str,
    pub(super) what: What,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Answers(Asked),
    Work(Asked),
}

/// A difference, and the cells that have one in the same place.
struct Fault {
    place: Place,
    first: String,
    cells: Vec<String>,
}

/// The differences of all cells.
#[derive(Default)]
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    /// Compares in a place of a cell: `difference` must be `None`.
    pub(super) fn check(&mut self, place: Place, cell: &Cell, difference: Option<String>) {
        let Some(first) = difference else { return };
        let fault = match self.0.iter_mut().find(|fault| fault.place == place) {
            Some(fault) => fault,
            None => {
                self.0.push(Fault { place, first, cells: vec![] });
                self.0.last_mut().expect("just pushed")
            }
        };
        fault.cells.push(cell.to_string());
    }

    /// A text for each place.
    pub(super) fn texts(self) -> Vec<String> {
        let text = |Fault { place: Place { scene, call, what }, first, cells }: Fault| {
            let (count, some) = (cells.len(), cells[..cells.len().min(MAX_CELLS)].join("; "));
            format!("scene {scene}, call {call}, {what:?}: {first}\n  in {count} cells: {some}")
        };
        self.0.into_iter().map(text).collect()
    }
}
