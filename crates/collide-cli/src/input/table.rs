use collide::Shape;
use indexmap::IndexSet;

use super::{Fault, InputError};

/// How many faults are shown of those that were left out.
const SHOWN: usize = 3;

/// The shapes of a file, in its order, and their ids.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) shapes: Vec<Shape>,
    ids: IndexSet<Box<str>>,
    /// Whether the id was a number in the file, not a text.
    numeric: Vec<bool>,
    /// What was said about the rows left out, if any.
    pub(crate) left_out: Option<String>,
}

/// The id of a shape as it was given.
#[derive(Clone, Copy)]
pub(crate) struct Id<'a> {
    pub(crate) text: &'a str,
    pub(crate) numeric: bool,
}

impl Table {
    pub(crate) fn id(&self, index: u32) -> Id<'_> {
        let index = index as usize;
        Id { text: &self.ids[index], numeric: self.numeric[index] }
    }
}

/// Takes rows one by one, and decides what becomes of faulty ones.
pub(crate) struct Rows {
    file: String,
    skip_invalid: bool,
    table: Table,
    /// The line of each shape.
    lines: Vec<u64>,
    row_count: usize,
    fault_count: usize,
    /// The first few.
    faults: Vec<InputError>,
}

impl Rows {
    pub(crate) fn new(file: String, skip_invalid: bool) -> Self {
        let (table, lines, faults) = Default::default();
        Self { file, skip_invalid, table, lines, row_count: 0, fault_count: 0, faults }
    }

    /// A row that may be faulty.
    pub(crate) fn take(&mut self, line: u64, row: Result<(Id<'_>, Shape), Fault>) -> Result<(), InputError> {
        self.row_count += 1;
        match row.and_then(|(id, shape)| self.add(line, id, shape)) {
            Ok(()) => Ok(()),
            Err(fault) if self.skip_invalid => {
                self.fault_count += 1;
                if self.faults.len() < SHOWN {
                    self.faults.push(self.fatal(line, fault));
                }
                Ok(())
            }
            Err(fault) => Err(self.fatal(line, fault)),
        }
    }

    fn add(&mut self, line: u64, id: Id<'_>, shape: Shape) -> Result<(), Fault> {
        if id.text.is_empty() {
            return Err(Fault::new("id", "missing"));
        }
        if let Some(first) = self.table.ids.get_index_of(id.text) {
            return Err(Fault::new("id", format!("duplicate {:?}, first on line {}", id.text, self.lines[first])));
        }
        self.table.ids.insert(id.text.into());
        self.table.numeric.push(id.numeric);
        self.table.shapes.push(shape);
        self.lines.push(line);
        Ok(())
    }

    /// A fault that no going on can mend.
    pub(crate) fn fatal(&self, line: u64, fault: Fault) -> InputError {
        InputError::Row { file: self.file.clone(), line, fault }
    }

    /// The file could not be read on.
    pub(crate) fn unreadable(&self, error: std::io::Error) -> InputError {
        InputError::File { file: self.file.clone(), action: "read", error }
    }

    /// All rows are in.
    pub(crate) fn finish(mut self) -> Table {
        if self.fault_count > 0 {
            let mut message = format!("{}: left out {} of {} rows:", self.file, self.fault_count, self.row_count);
            for fault in &self.faults {
                message += &format!("\n  {fault}");
            }
            if self.fault_count > SHOWN {
                message += "\n  ...";
            }
            self.table.left_out = Some(message);
        }
        self.table
    }
}
