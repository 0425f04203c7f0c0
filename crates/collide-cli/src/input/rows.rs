use super::recording::{Frame, Id, Recording};
use super::{Fault, InputError};

/// How many faults are shown of those that were left out.
const SHOWN: usize = 3;

/// What a row says.
pub(crate) struct Entry<'a, T> {
    /// Where rows have a tick.
    pub(crate) tick: Option<u64>,
    pub(crate) id: Id<'a>,
    pub(crate) what: T,
}

/// Takes rows one by one, and decides what becomes of faulty ones.
pub(crate) struct Rows<T> {
    file: String,
    skip_invalid: bool,
    recording: Recording<T>,
    /// Of each id, the tick it was read in last, counted, and the line.
    last: Vec<(usize, u64)>,
    /// Whether rows have a tick, once there was one.
    ticked: Option<bool>,
    row_count: usize,
    fault_count: usize,
    /// The first few.
    faults: Vec<InputError>,
}

impl<T> Rows<T> {
    pub(crate) fn new(file: String, skip_invalid: bool) -> Self {
        let recording = Recording { file: file.clone(), ..Recording::default() };
        let (last, faults) = Default::default();
        Self { file, skip_invalid, recording, last, ticked: None, row_count: 0, fault_count: 0, faults }
    }

    /// A row that may be faulty.
    pub(crate) fn take(&mut self, line: u64, row: Result<Entry<'_, T>, Fault>) -> Result<(), InputError> {
        self.row_count += 1;
        match row.and_then(|entry| self.add(line, entry)) {
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

    fn add(&mut self, line: u64, Entry { tick, id, what }: Entry<'_, T>) -> Result<(), Fault> {
        if id.text.is_empty() {
            return Err(Fault::new("id", "missing"));
        }
        let begins = self.begins(tick)?;
        let now = self.recording.ticks.len() - usize::from(!begins);
        let number = self.recording.ids.number(id);
        match self.last.get_mut(number as usize) {
            None => self.last.push((now, line)),
            Some((tick, first)) if *tick == now => {
                let within =
                    self.ticked.unwrap_or_default().then(|| format!(" in tick {}", self.recording.ticks[now].tick));
                let within = within.unwrap_or_default();
                return Err(Fault::new("id", format!("duplicate {:?}{within}, first on line {first}", id.text)));
            }
            Some(last) => *last = (now, line),
        }
        if begins {
            self.recording.ticks.push(Frame { tick: tick.unwrap_or_default(), rows: Vec::new() });
        }
        self.recording.ticks[now].rows.push((number, what));
        Ok(())
    }

    /// Whether a tick begins with the next row, given what that says.
    fn begins(&mut self, tick: Option<u64>) -> Result<bool, Fault> {
        let fault = |problem: String| Err(Fault::new("tick", problem));
        match (*self.ticked.get_or_insert(tick.is_some()), tick) {
            (true, None) => fault("missing: the rows before it have one".to_owned()),
            (false, Some(_)) => fault("must be absent: the rows before it have none".to_owned()),
            _ => match (self.recording.ticks.last(), tick.unwrap_or_default()) {
                (Some(last), tick) if tick < last.tick => {
                    fault(format!("must not be below that of the row before, {}, is {tick}", last.tick))
                }
                (last, tick) => Ok(last.is_none_or(|last| last.tick < tick)),
            },
        }
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
    pub(crate) fn finish(mut self) -> Recording<T> {
        if self.recording.ticks.is_empty() {
            self.recording.ticks.push(Frame { tick: 0, rows: Vec::new() });
        }
        if self.fault_count > 0 {
            let mut message = format!("{}: left out {} of {} rows:", self.file, self.fault_count, self.row_count);
            for fault in &self.faults {
                message += &format!("\n  {fault}");
            }
            if self.fault_count > SHOWN {
                message += "\n  ...";
            }
            self.recording.left_out = Some(message);
        }
        self.recording
    }
}

/// The number of a tick, as it is written.
pub(crate) fn tick(text: &str) -> Result<u64, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::new("tick", "missing"));
    }
    // A sign is no digit, though the parser takes a plus.
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| Fault::new("tick", format!("must be a whole number from 0 to {}, is {text}", u64::MAX)))
}
