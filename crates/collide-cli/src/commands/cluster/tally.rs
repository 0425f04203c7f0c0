//! The ticks that the workers of a host report: each once, and in order.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::message::TickStats;
use crate::failure::{ClusterFailure, Failure};
use crate::messages::{counted, ms};
use crate::statistics::{quantile, sorted};

/// The header of the output.
const HEADER: &str = "tick,pairs,fingerprint\n";

/// Where the lines are written.
enum Out {
    Nowhere,
    Stdout,
    File(PathBuf, BufWriter<File>),
}

/// The reports of the workers, and their totals.
pub(super) struct Tally {
    /// The number of workers of this host.
    count: usize,
    /// Whether these are all workers of the cluster.
    pub(super) is_whole: bool,
    /// By worker: the last tick it has reported.
    reported: Vec<Option<u64>>,
    /// The ticks that not all workers have reported.
    open: BTreeMap<u64, Vec<TickStats>>,
    out: Out,
    expected: Option<Receiver<(u64, u64, u64)>>,
    begin: Instant,
    ticks: u64,
    times: Vec<f64>,
    bytes: u64,
    skew: f64,
    last: Vec<TickStats>,
}

impl Tally {
    pub(super) fn new(count: usize, is_whole: bool) -> Self {
        Self {
            count,
            is_whole,
            reported: vec![None; count],
            open: BTreeMap::new(),
            out: Out::Nowhere,
            expected: None,
            begin: Instant::now(),
            ticks: 0,
            times: Vec::new(),
            bytes: 0,
            skew: 0.0,
            last: Vec::new(),
        }
    }

    /// Writes a line for each tick to standard output, or appends it to a file.
    pub(super) fn writing(mut self, file: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file else {
            stdout().write_all(HEADER.as_bytes())?;
            return Ok(Self { out: Out::Stdout, ..self });
        };
        let (file, last) = open_to_append(path).map_err(Failure::writing(path))?;
        self.reported.fill(last);
        Ok(Self { out: Out::File(path.to_owned(), BufWriter::new(file)), ..self })
    }

    /// Compares each tick with the expected one: number, pairs and fingerprint.
    pub(super) fn comparing(self, expected: Receiver<(u64, u64, u64)>) -> Self {
        Self { expected: Some(expected), ..self }
    }

    /// The last tick that a worker has reported.
    pub(super) fn reported(&self, number: usize) -> Option<u64> {
        self.reported[number]
    }

    /// Whether all workers of this host have reported `tick` as their last.
    pub(super) fn is_complete(&self, tick: u64) -> bool {
        self.reported.iter().all(|last| *last == Some(tick))
    }

    /// The last tick that is known to be complete everywhere.
    pub(super) fn complete(&self) -> u64 {
        self.reported.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Adds the report of a worker.
    pub(super) fn add(&mut self, number: usize, stats: TickStats) -> Result<(), Failure> {
        let tick = stats.tick;
        if let Some(last) = self.reported[number]
            && (tick <= last || self.is_whole && tick > last + 1)
        {
            return Err(ClusterFailure::Order { tick, last }.into());
        }
        self.reported[number] = Some(tick);
        let reports = self.open.entry(tick).or_default();
        reports.push(stats);
        if reports.len() == self.count
            && let Some(reports) = self.open.remove(&tick)
        {
            self.close(tick, reports)?;
        }
        Ok(())
    }

    fn close(&mut self, tick: u64, reports: Vec<TickStats>) -> Result<(), Failure> {
        self.ticks += 1;
        self.times.push(ms(reports.iter().map(|stats| stats.time).max().unwrap_or(Duration::ZERO)));
        self.bytes += reports.iter().map(|stats| stats.bytes).sum::<u64>();
        let max_load = reports.iter().map(|stats| stats.load).max().unwrap_or(0);
        let load: u64 = reports.iter().map(|stats| stats.load).sum();
        self.skew += max_load as f64 * self.count as f64 / load.max(1) as f64;
        let sum: u64 = reports.iter().map(|stats| stats.pairs).sum();
        let whole = reports.iter().find_map(|stats| stats.whole);
        self.last = reports;
        let Some((pairs, fingerprint)) = whole else { return Ok(()) };
        if self.is_whole && sum != pairs {
            return Err(ClusterFailure::Shares { tick, sum, pairs }.into());
        }
        self.compare(tick, pairs, fingerprint)?;
        self.write(format_args!("{tick},{pairs},{fingerprint:016x}\n"))
    }

    fn write(&mut self, line: std::fmt::Arguments<'_>) -> Result<(), Failure> {
        match &mut self.out {
            Out::Nowhere => Ok(()),
            Out::Stdout => Ok(stdout().write_fmt(line)?),
            // Each line is flushed: after a restart the file says which ticks were written.
            Out::File(path, out) => out.write_fmt(line).and_then(|()| out.flush()).map_err(Failure::writing(path)),
        }
    }

    fn compare(&mut self, tick: u64, pairs: u64, fingerprint: u64) -> Result<(), Failure> {
        let Some(expected) = &self.expected else { return Ok(()) };
        let Some((_, expected_pairs, expected)) = expected.iter().find(|(number, ..)| *number == tick) else {
            return Ok(());
        };
        if (expected_pairs, expected) == (pairs, fingerprint) {
            return Ok(());
        }
        Err(ClusterFailure::NotAlone { tick, pairs, fingerprint, expected_pairs, expected }.into())
    }

    /// The summary for people.
    pub(super) fn summary(&self, workers: usize, restarts: usize) -> String {
        let times = sorted(self.times.iter().copied());
        let at = |share| quantile(&times, share).unwrap_or_default();
        let ticks = self.ticks.max(1) as f64;
        let list = |field: fn(&TickStats) -> u64| {
            let numbers: Vec<_> = self.last.iter().map(|stats| field(stats).to_string()).collect();
            numbers.join(" + ")
        };
        let mut text = format!(
            "{}, {}: {:.1} ticks/s; a tick takes {:.2} ms (p50), {:.2} ms (p99); {:.0} bytes a tick sent; \
             {} owned, {} ghosts; {}",
            counted(self.ticks, "tick"),
            counted(workers as u64, "worker"),
            ticks / self.begin.elapsed().as_secs_f64(),
            at(0.5),
            at(0.99),
            self.bytes as f64 / ticks,
            list(|stats| stats.owned),
            list(|stats| stats.ghosts),
            counted(restarts as u64, "restart"),
        );
        if self.is_whole {
            text += &format!("; the busiest worker has {:.2} of the mean load", self.skew / ticks);
        }
        if self.expected.is_some() {
            text += "; all as in a single world";
        }
        text
    }
}

/// Opens a file of lines to append to, and removes an incomplete last line. Returns the tick of the last complete line,
/// `None` for a new file. Errors also for a device or a pipe, of which no content is read: it may have no end.
fn open_to_append(path: &Path) -> io::Result<(File, Option<u64>)> {
    let is_new = match fs::metadata(path) {
        Ok(about) if !about.is_file() => return Err(io::Error::other("must be a regular file")),
        found => found.is_err(),
    };
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        file.write_all(HEADER.as_bytes())?;
    }
    let last = text[..whole].lines().last().and_then(|line| line.split(',').next()?.parse().ok());
    // An existing file without ticks means that none has been written.
    Ok((file, if is_new { None } else { Some(last.unwrap_or(0)) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_appended_to() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ticks.csv");
        assert_eq!(open_to_append(&file).unwrap().1, None);
        assert_eq!(open_to_append(&file).unwrap().1, Some(0));
        fs::write(&file, format!("{HEADER}1,5,00\n2,6,01\n3,7")).unwrap();
        let (mut out, last) = open_to_append(&file).unwrap();
        out.write_all(b"3,7,02\n").unwrap();
        assert_eq!(last, Some(2));
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("{HEADER}1,5,00\n2,6,01\n3,7,02\n"));
    }

    #[test]
    fn ticks_are_reported_once() {
        let stats = |tick| TickStats { tick, ..TickStats::default() };
        let mut tally = Tally::new(2, true);
        for (number, tick) in [(0, 4), (0, 5), (1, 4), (0, 6), (1, 5)] {
            tally.add(number, stats(tick)).unwrap();
        }
        assert_eq!((tally.ticks, tally.reported(0), tally.reported(1), tally.complete()), (2, Some(6), Some(5), 6));
        assert!(tally.add(1, stats(5)).is_err() && tally.add(0, stats(8)).is_err());
    }
}
