//! What the workers of a host have told of ticks: each of them once, and in order.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::failure::ClusterFailure;
use super::job::Lap;
use crate::failure::Failure;
use crate::output::{counted, ms};
use crate::statistics::{quantile, sorted};

/// The columns of what is written.
const HEADER: &str = "tick,pairs,fingerprint\n";

/// Where lines go.
enum Out {
    Nowhere,
    Stdout,
    File(PathBuf, BufWriter<File>),
}

/// All that is known of ticks.
pub(super) struct Tally {
    /// How many of the workers are on this host.
    count: usize,
    /// Whether these are all.
    pub(super) is_whole: bool,
    /// The last tick that each has told of.
    told: Vec<Option<u64>>,
    /// Ticks that not all have told of.
    open: BTreeMap<u64, Vec<Lap>>,
    out: Out,
    expected: Option<Receiver<(u64, u64, u64)>>,
    begin: Instant,
    ticks: u64,
    times: Vec<f64>,
    bytes: u64,
    skew: f64,
    last: Vec<Lap>,
}

impl Tally {
    pub(super) fn new(count: usize, is_whole: bool) -> Self {
        Self {
            count,
            is_whole,
            told: vec![None; count],
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

    /// Writes a line for each tick: to a file, which is then gone on with, or to standard output.
    pub(super) fn writing(mut self, file: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = file else {
            stdout().write_all(HEADER.as_bytes())?;
            return Ok(Self { out: Out::Stdout, ..self });
        };
        let write = |error| Failure::Write { file: path.display().to_string(), error };
        let (file, told) = go_on(path).map_err(write)?;
        self.told.fill(told);
        Ok(Self { out: Out::File(path.to_owned(), BufWriter::new(file)), ..self })
    }

    /// Compares with what a single world finds: ticks from 1, pairs, fingerprints.
    pub(super) fn comparing(self, expected: Receiver<(u64, u64, u64)>) -> Self {
        Self { expected: Some(expected), ..self }
    }

    /// The last tick that a worker has told of.
    pub(super) fn told(&self, number: usize) -> Option<u64> {
        self.told[number]
    }

    /// The last tick that is known to be complete everywhere.
    pub(super) fn complete(&self) -> u64 {
        self.told.iter().flatten().copied().max().unwrap_or(0)
    }

    pub(super) fn take(&mut self, number: usize, lap: Lap) -> Result<(), Failure> {
        let tick = lap.tick;
        if self.told[number].is_some_and(|told| tick <= told || self.is_whole && tick > told + 1) {
            return Err(ClusterFailure::Order { tick, told: self.told[number].unwrap_or(0) }.into());
        }
        self.told[number] = Some(tick);
        let laps = self.open.entry(tick).or_default();
        laps.push(lap);
        if laps.len() == self.count
            && let Some(laps) = self.open.remove(&tick)
        {
            self.close(tick, laps)?;
        }
        Ok(())
    }

    fn close(&mut self, tick: u64, laps: Vec<Lap>) -> Result<(), Failure> {
        self.ticks += 1;
        self.times.push(ms(laps.iter().map(|lap| lap.time).max().unwrap_or(Duration::ZERO)));
        self.bytes += laps.iter().map(|lap| lap.bytes).sum::<u64>();
        let (most, all) = laps.iter().fold((0, 0), |(most, all), lap| (most.max(lap.load), all + lap.load));
        self.skew += most as f64 * self.count as f64 / all.max(1) as f64;
        let told: u64 = laps.iter().map(|lap| lap.pairs).sum();
        let whole = laps.iter().find_map(|lap| lap.whole);
        self.last = laps;
        let Some((pairs, fingerprint)) = whole else { return Ok(()) };
        if self.is_whole && told != pairs {
            return Err(ClusterFailure::Shares { tick, told, pairs }.into());
        }
        self.compare(tick, pairs, fingerprint)?;
        self.write(format_args!("{tick},{pairs},{fingerprint:016x}\n"))
    }

    fn write(&mut self, line: std::fmt::Arguments<'_>) -> Result<(), Failure> {
        match &mut self.out {
            Out::Nowhere => Ok(()),
            Out::Stdout => Ok(stdout().write_fmt(line)?),
            // Each line at once: it is what a tick is known to have been told by.
            Out::File(path, out) => out
                .write_fmt(line)
                .and_then(|()| out.flush())
                .map_err(|error| Failure::Write { file: path.display().to_string(), error }),
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

    /// The summary, for people.
    pub(super) fn in_words(&self, workers: usize, restarts: usize) -> String {
        let times = sorted(self.times.iter().copied());
        let at = |share| quantile(&times, share).unwrap_or_default();
        let ticks = self.ticks.max(1) as f64;
        let list = |of: fn(&Lap) -> u64| {
            let numbers: Vec<_> = self.last.iter().map(|lap| of(lap).to_string()).collect();
            numbers.join(" + ")
        };
        let mut text = format!(
            "{}, {}: {:.1} ticks/s; a tick takes {:.2} ms (p50), {:.2} ms (p99); {:.0} bytes a tick sent; {} owned, {} ghosts; {}",
            counted(self.ticks, "tick"),
            counted(workers as u64, "worker"),
            ticks / self.begin.elapsed().as_secs_f64(),
            at(0.5),
            at(0.99),
            self.bytes as f64 / ticks,
            list(|lap| lap.owned),
            list(|lap| lap.ghosts),
            counted(restarts as u64, "restart"),
        );
        if self.is_whole {
            text += &format!("; the heaviest share {:.2} of the mean", self.skew / ticks);
        }
        if self.expected.is_some() {
            text += "; all as in a single world";
        }
        text
    }
}

/// Opens a file of lines to go on with, without a last line that was cut off; and the tick of the last whole one.
fn go_on(path: &Path) -> io::Result<(File, Option<u64>)> {
    let is_new = !path.exists();
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
    // A file without ticks says that none has been told.
    Ok((file, if is_new { None } else { Some(last.unwrap_or(0)) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ticks.csv");
        assert_eq!(go_on(&file).unwrap().1, None);
        assert_eq!(go_on(&file).unwrap().1, Some(0));
        std::fs::write(&file, format!("{HEADER}1,5,00\n2,6,01\n3,7")).unwrap();
        let (mut out, told) = go_on(&file).unwrap();
        out.write_all(b"3,7,02\n").unwrap();
        assert_eq!(told, Some(2));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{HEADER}1,5,00\n2,6,01\n3,7,02\n"));
    }

    #[test]
    fn no_tick_is_told_twice() {
        let lap = |tick| Lap { tick, ..Lap::default() };
        let mut tally = Tally::new(2, true);
        for (number, tick) in [(0, 4), (0, 5), (1, 4), (0, 6), (1, 5)] {
            tally.take(number, lap(tick)).unwrap();
        }
        assert_eq!((tally.ticks, tally.told(0), tally.told(1), tally.complete()), (2, Some(6), Some(5), 6));
        assert!(tally.take(1, lap(5)).is_err() && tally.take(0, lap(8)).is_err());
    }
}
