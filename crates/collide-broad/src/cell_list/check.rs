use std::error::Error;
use std::fmt;

use collide_core::columns::PADDING;

use super::{Anchored, CellList, Payload};

/// The first inconsistency of a cell list, which is a defect of this library. `World::validate` reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellListError {
    /// The lengths of columns, ids and payload do not match the number of rows.
    Length {
        /// Number of rows.
        rows: usize,
    },
    /// The start of a cell is not the end of the previous cell.
    Start {
        /// The index of the cell.
        cell: usize,
    },
    /// A row is not in the range of its cell.
    Cell {
        /// The row.
        row: usize,
    },
    /// A row is larger than the extent that the cells were fitted to.
    Extent {
        /// The row.
        row: usize,
    },
    /// The copy of a row behind the last row differs from the row.
    Copy {
        /// The row.
        row: usize,
    },
    /// The list of rows that have changed since the last sort is not consistent.
    Changed,
}

impl fmt::Display for CellListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { rows } => write!(f, "columns: lengths do not match {rows} rows"),
            Self::Start { cell } => write!(f, "cell {cell}: does not start at the end of the previous cell"),
            Self::Cell { row } => write!(f, "row {row}: is not in its cell"),
            Self::Extent { row } => write!(f, "row {row}: is larger than its cell"),
            Self::Copy { row } => write!(f, "row {row}: its copy differs"),
            Self::Changed => write!(f, "changed rows: are not listed once each"),
        }
    }
}

impl Error for CellListError {}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// Checks that the list is consistent. Takes about as long as a sort, and is meant for tests.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn validate(&self) -> Result<(), CellListError> {
        let Self { rows, len, .. } = self;
        let copied = self.is_sorted().then(|| self.copied().ok_or(CellListError::Start { cell: 0 })).transpose()?;
        let lengths = || rows.columns.iter().map(Vec::len);
        let suits = lengths().all(|length| length == rows.ids.len()) && rows.payload.len() == *len;
        let long_enough = match copied {
            Some(copied) => rows.ids.len() == len + copied + PADDING,
            None => rows.ids.len() >= *len + PADDING || *len == 0,
        };
        if !suits || !long_enough {
            return Err(CellListError::Length { rows: *len });
        }
        if !self.changed.validate() {
            return Err(CellListError::Changed);
        }
        if self.sorted {
            self.check_starts()?;
            self.check_rows()?;
            self.check_directory()?;
        }
        copied.map_or(Ok(()), |copied| self.check_copies(copied))
    }

    /// The number of rows, counted from the first, that have a copy behind the last row.
    fn copied(&self) -> Option<usize> {
        self.sort.starts.get(self.cells.stride() + 2).map(|count| *count as usize)
    }

    fn check_starts(&self) -> Result<(), CellListError> {
        let (starts, cells, len) = (&self.sort.starts, self.cells.len(), self.sort.cells.len() as u32);
        if starts.len() != cells + self.cells.stride() + 3 || starts[0] != 0 || starts[cells] != len {
            return Err(CellListError::Start { cell: 0 });
        }
        for cell in 1..starts.len() {
            let wrapped = cell <= cells || starts[cell] == starts[cell - cells] + len;
            if starts[cell] < starts[cell - 1] || !wrapped {
                return Err(CellListError::Start { cell });
            }
        }
        Ok(())
    }

    /// Checks the rows that have not changed.
    fn check_rows(&self) -> Result<(), CellListError> {
        let mut cells = vec![0; self.len];
        self.cells.of_all(&self.rows.columns[0], &self.rows.columns[1], &mut cells);
        for (row, cell) in cells.iter().enumerate().filter(|(row, _)| !self.changed.has(*row)) {
            let start = *cell as usize;
            let inside = self.sort.starts[start] as usize..self.sort.starts[start + 1] as usize;
            if self.sort.cells.get(row) != Some(cell) || !inside.contains(&row) {
                return Err(CellListError::Cell { row });
            }
            if S::extent(&self.row(row)) > self.max_extent {
                return Err(CellListError::Extent { row });
            }
        }
        Ok(())
    }

    /// Checks that the rows of a list of cells that have not changed are in their cells.
    fn check_directory(&self) -> Result<(), CellListError> {
        let unchanged = |row: &usize| *row < self.len && !self.changed.has(*row);
        for ([line, column], rows) in self.directory.each(&self.sort) {
            let cell = [[column; 2], [line; 2]];
            if let Some(row) = rows.filter(unchanged).find(|row| !self.is_in(*row, cell)) {
                return Err(CellListError::Cell { row });
            }
        }
        Ok(())
    }

    fn check_copies(&self, copied: usize) -> Result<(), CellListError> {
        let bits = |row: usize| (self.row(row).map(f32::to_bits), self.rows.ids[row]);
        let broken = (0..copied).find(|row| bits(*row) != bits(self.len + row));
        broken.map_or(Ok(()), |row| Err(CellListError::Copy { row }))
    }
}
