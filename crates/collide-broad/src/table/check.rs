use std::error::Error;
use std::fmt;

use collide_core::batch::PADDING;

use super::{Placed, Table};

/// What is wrong with a table: a fault of this library. See [`Table::validate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Columns, labels and payload are not as long as the number of rows asks for.
    Length {
        /// How many rows there are.
        rows: usize,
    },
    /// Where the rows of a cell start is not where those of the one before end.
    Start {
        /// The number of the cell in the table.
        cell: usize,
    },
    /// A row is not where its cell has it.
    Cell {
        /// The row.
        row: usize,
    },
    /// A row is larger than the cells were fitted for.
    Reach {
        /// The row.
        row: usize,
    },
    /// What is copied behind the last row is not the row.
    Copy {
        /// The row.
        row: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { rows } => write!(f, "columns: their lengths do not suit {rows} rows"),
            Self::Start { cell } => write!(f, "cell {cell}: does not start where the one before ends"),
            Self::Cell { row } => write!(f, "row {row}: is not in its cell"),
            Self::Reach { row } => write!(f, "row {row}: is larger than its cell"),
            Self::Copy { row } => write!(f, "row {row}: its copy is another"),
        }
    }
}

impl Error for Fault {}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    /// Looks whether everything is as it must be: for tests, as it takes about as long as a sort.
    ///
    /// # Errors
    /// [`Fault`] for the first that is not.
    pub fn validate(&self) -> Result<(), Fault> {
        let Self { rows, len, .. } = self;
        let copied = if self.sorted { self.copied().ok_or(Fault::Start { cell: 0 })? + PADDING } else { 0 };
        let lengths = || rows.columns.iter().map(Vec::len);
        let suits = lengths().all(|length| length == rows.labels.len()) && rows.payload.len() == *len;
        let long_enough = if self.sorted { rows.labels.len() == len + copied } else { rows.labels.len() >= *len };
        if !suits || !long_enough {
            return Err(Fault::Length { rows: *len });
        }
        if self.sorted { self.check_starts().and_then(|()| self.check_rows()) } else { Ok(()) }
    }

    /// How many of the first rows have a copy behind the last one.
    fn copied(&self) -> Option<usize> {
        self.sort.starts.get(self.cells.stride() + 2).map(|count| *count as usize)
    }

    fn check_starts(&self) -> Result<(), Fault> {
        let (starts, cells, len) = (&self.sort.starts, self.cells.len(), self.len as u32);
        if starts.len() != cells + self.cells.stride() + 3 || starts[0] != 0 || starts[cells] != len {
            return Err(Fault::Start { cell: 0 });
        }
        for cell in 1..starts.len() {
            let wound = cell <= cells || starts[cell] == starts[cell - cells] + len;
            if starts[cell] < starts[cell - 1] || !wound {
                return Err(Fault::Start { cell });
            }
        }
        Ok(())
    }

    fn check_rows(&self) -> Result<(), Fault> {
        let mut cells = vec![0; self.len];
        self.cells.of_all(&self.rows.columns[0], &self.rows.columns[1], &mut cells);
        if cells.len() != self.sort.cells.len() {
            return Err(Fault::Length { rows: self.len });
        }
        for (row, (cell, noted)) in cells.iter().zip(&self.sort.cells).enumerate() {
            let start = *cell as usize;
            let inside = self.sort.starts[start] as usize..self.sort.starts[start + 1] as usize;
            if cell != noted || !inside.contains(&row) {
                return Err(Fault::Cell { row });
            }
            if S::reach(&self.row(row)) > self.reach {
                return Err(Fault::Reach { row });
            }
        }
        let bits = |row: usize| (self.row(row).map(f32::to_bits), self.rows.labels[row]);
        let broken = (0..self.copied().unwrap_or(0)).find(|row| bits(*row) != bits(self.len + row));
        broken.map_or(Ok(()), |row| Err(Fault::Copy { row }))
    }
}
