//! The state of a host for monitors: the metrics of `--status`.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::time::{Duration, Instant};

use super::message::TickStats;

/// The time over which the rate of ticks is measured.
const RATE_WINDOW: Duration = Duration::from_secs(10);
/// The minimum time between two samples of the rate.
const RATE_STEP: Duration = Duration::from_millis(100);
/// The time between two warnings that no restart point exists.
const WARNING_PERIOD: Duration = Duration::from_secs(60);

/// What a host knows about itself and its workers.
pub(super) struct Status {
    pace: Duration,
    workers: Vec<WorkerStatus>,
    /// Whether the workers of this host run ticks.
    pub(super) is_running: bool,
    round: u64,
    /// The number of workers of the cluster.
    cluster: u32,
    ticks: u64,
    /// The time of the last complete tick.
    advanced: Instant,
    /// Times, with the number of ticks at each.
    samples: VecDeque<(Instant, u64)>,
    restarts: u64,
    shares: (u64, u64),
    /// The time of the last warning that no restart point exists, or of the start.
    warned: Instant,
}

/// What a host knows about one of its workers.
#[derive(Clone)]
struct WorkerStatus {
    place: usize,
    tick: u64,
    heard: Instant,
    lag: Duration,
    work: Duration,
    wait: Duration,
    saved: Option<u64>,
    failed: u64,
    /// Failed saves since the last one that did not fail: of own parts, and of copies.
    failed_in_row: [u64; 2],
}

impl Status {
    /// The status of a host whose workers have these places, at ticks of the length `pace`.
    pub(super) fn new(places: impl Iterator<Item = usize>, pace: Duration) -> Self {
        let now = Instant::now();
        let worker = |place| WorkerStatus {
            place,
            tick: 0,
            heard: now,
            lag: Duration::ZERO,
            work: Duration::ZERO,
            wait: Duration::ZERO,
            saved: None,
            failed: 0,
            failed_in_row: [0; 2],
        };
        Self {
            pace,
            workers: places.map(worker).collect(),
            is_running: false,
            round: 0,
            cluster: 0,
            ticks: 0,
            advanced: now,
            samples: VecDeque::from([(now, 0)]),
            restarts: 0,
            shares: (0, 0),
            warned: now,
        }
    }

    /// A worker is part of the cluster, which continues after `tick`.
    pub(super) fn formed(&mut self, number: usize, round: u64, workers: u32, tick: u64) {
        let now = Instant::now();
        (self.round, self.cluster, self.is_running, self.advanced) = (round, workers, true, now);
        let worker = &mut self.workers[number];
        (worker.tick, worker.heard, worker.lag) = (tick, now, Duration::ZERO);
        worker.saved = Some(tick).filter(|tick| *tick > 0);
    }

    /// A worker has completed a tick for the first time.
    pub(super) fn ticked(&mut self, number: usize, stats: &TickStats) {
        self.shares = stats.shares;
        let worker = &mut self.workers[number];
        worker.lag = stats.lag;
        worker.work += stats.work;
        worker.wait += stats.time.saturating_sub(stats.work);
        self.advanced(number, stats.tick);
    }

    /// A worker has completed a tick.
    pub(super) fn advanced(&mut self, number: usize, tick: u64) {
        let (before, now) = (self.tick(), Instant::now());
        (self.workers[number].tick, self.workers[number].heard) = (tick, now);
        let count = self.tick().saturating_sub(before);
        if count > 0 {
            self.ticks += count;
            self.advanced = now;
            if self.samples.back().is_none_or(|(last, _)| now - *last >= RATE_STEP) {
                self.samples.push_back((now, self.ticks));
            }
            self.drop_samples(now);
        }
    }

    /// Removes the samples before the window, except the last one of them.
    fn drop_samples(&mut self, now: Instant) {
        while self.samples.get(1).is_some_and(|(time, _)| now - *time > RATE_WINDOW) {
            self.samples.pop_front();
        }
    }

    pub(super) fn saved(&mut self, number: usize, tick: u64) {
        let worker = &mut self.workers[number];
        worker.saved = Some(tick);
        worker.failed_in_row[0] = 0;
    }

    /// Counts a failed save, of the worker's own part or of a copy. Returns the number of them in a row.
    pub(super) fn save_failed(&mut self, number: usize, is_copy: bool) -> u64 {
        let worker = &mut self.workers[number];
        worker.failed += 1;
        worker.failed_in_row[usize::from(is_copy)] += 1;
        worker.failed_in_row[usize::from(is_copy)]
    }

    /// A copy does not fail any more. Its own message is not needed to know the last saved tick.
    pub(super) fn copied(&mut self, number: usize) {
        self.workers[number].failed_in_row[1] = 0;
    }

    pub(super) fn restarted(&mut self) {
        self.restarts += 1;
    }

    /// The last tick that is complete on all workers of this host.
    pub(super) fn tick(&self) -> u64 {
        self.workers.iter().map(|worker| worker.tick).min().unwrap_or(0)
    }

    /// The last tick of which all workers of this host have saved their parts.
    pub(super) fn saved_tick(&self) -> Option<u64> {
        self.workers.iter().map(|worker| worker.saved).min().flatten()
    }

    /// Whether it is time to warn that no restart point exists while ticks run.
    pub(super) fn is_warning_due(&mut self, now: Instant) -> bool {
        let is_late = now.saturating_duration_since(self.warned) >= WARNING_PERIOD;
        let is_due = is_late && self.is_running && self.saved_tick().is_none();
        if is_due {
            self.warned = now;
        }
        is_due
    }

    /// Ticks a second over the last ten seconds, or since the start.
    fn rate(&self, now: Instant) -> f64 {
        let base = self.samples.iter().rev().find(|(time, _)| now - *time > RATE_WINDOW).or(self.samples.front());
        let Some((time, ticks)) = base.filter(|_| now - self.advanced <= RATE_WINDOW) else { return 0.0 };
        (self.ticks - ticks) as f64 / (now - *time).as_secs_f64().max(1e-9)
    }

    /// The weight of the heaviest share over the mean, of all workers of the cluster.
    fn skew(&self) -> f64 {
        let (max, sum) = self.shares;
        if sum == 0 { 1.0 } else { max as f64 * f64::from(self.cluster) / sum as f64 }
    }

    /// The time by which a worker is behind the plan: at its last tick, and since then if the next one is late.
    fn lag(&self, worker: &WorkerStatus, now: Instant) -> Duration {
        if self.pace.is_zero() || !self.is_running {
            return worker.lag;
        }
        worker.lag + (now - worker.heard).saturating_sub(self.pace)
    }
}

/// The metrics in the text format of Prometheus.
impl Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let now = Instant::now();
        let front = self.workers.iter().map(|worker| worker.tick).max().unwrap_or(0);
        let mut page = Page(f);
        page.one("running", "gauge", "1 while the workers of this host run ticks", u8::from(self.is_running))?;
        page.one("round", "counter", "Number of the current round of the cluster", self.round)?;
        page.one("workers", "gauge", "Number of workers of the cluster", self.cluster)?;
        page.one("tick", "gauge", "Last tick that is complete on all workers of this host", self.tick())?;
        page.one("ticks_total", "counter", "Ticks completed by this command, with those computed again", self.ticks)?;
        page.one("ticks_per_second", "gauge", "Ticks a second over the last 10 s", self.rate(now))?;
        page.one("tick_age_seconds", "gauge", "Time since the last complete tick", seconds(now - self.advanced))?;
        page.one("restarts_total", "counter", "Restarts of the workers after a lost process", self.restarts)?;
        page.one("skew", "gauge", "Weight of the heaviest share of the cluster over the mean weight", self.skew())?;
        let lag = "Time by which the worker is behind the plan of --pace; 0 without --pace";
        page.each("lag_seconds", "gauge", lag, self, |worker| seconds(self.lag(worker, now)))?;
        let behind = "Ticks by which the worker is behind the first worker of this host";
        page.each("lag_ticks", "gauge", behind, self, |worker| front - worker.tick)?;
        let work = "Time in ticks in which the worker computed";
        page.each("work_seconds_total", "counter", work, self, |worker| seconds(worker.work))?;
        let wait = "Time in ticks in which the worker waited for messages of others";
        page.each("wait_seconds_total", "counter", wait, self, |worker| seconds(worker.wait))?;
        let saved = "Last tick whose part of the worker is on the disk; 0 if there is none";
        page.each("saved_tick", "gauge", saved, self, |worker| worker.saved.unwrap_or(0))?;
        let failed = "Parts and copies that the worker could not write";
        page.each("saves_failed_total", "counter", failed, self, |worker| worker.failed)?;
        let in_row = "Failed saves since the last successful one; the larger number of parts and copies";
        page.each("saves_failed_in_row", "gauge", in_row, self, |worker| {
            worker.failed_in_row[0].max(worker.failed_in_row[1])
        })
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// The prefix of all names.
const PREFIX: &str = "collide_cluster_";

/// Writes metrics, each with its description and its kind.
struct Page<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Page<'_, '_> {
    fn head(&mut self, name: &str, kind: &str, help: &str) -> fmt::Result {
        writeln!(self.0, "# HELP {PREFIX}{name} {help}\n# TYPE {PREFIX}{name} {kind}")
    }

    /// A metric of the host.
    fn one(&mut self, name: &str, kind: &str, help: &str, value: impl Display) -> fmt::Result {
        self.head(name, kind, help)?;
        writeln!(self.0, "{PREFIX}{name} {value}")
    }

    /// A metric of each worker.
    fn each<T: Display>(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        status: &Status,
        value: impl Fn(&WorkerStatus) -> T,
    ) -> fmt::Result {
        self.head(name, kind, help)?;
        let mut workers = status.workers.iter();
        workers
            .try_for_each(|worker| writeln!(self.0, "{PREFIX}{name}{{worker=\"{}\"}} {}", worker.place, value(worker)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(tick: u64) -> TickStats {
        TickStats {
            tick,
            shares: (30, 40),
            work: Duration::from_secs(1),
            time: Duration::from_secs(3),
            ..TickStats::default()
        }
    }

    fn value(page: &str, name: &str) -> f64 {
        let line = page.lines().find_map(|line| line.strip_prefix(&format!("collide_cluster_{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
    }

    #[test]
    fn metrics_describe_the_workers() {
        let mut status = Status::new([4, 5].into_iter(), Duration::ZERO);
        assert_eq!((status.tick(), status.saved_tick()), (0, None));
        (0..2).for_each(|number| status.formed(number, 3, 2, 10));
        assert_eq!(status.saved_tick(), Some(10));
        status.ticked(0, &stats(11));
        status.ticked(0, &stats(12));
        status.ticked(1, &stats(11));
        status.saved(0, 12);
        assert_eq!([true, true, false].map(|is_copy| status.save_failed(1, is_copy)), [1, 2, 1]);
        status.restarted();
        let page = status.to_string();
        let values = [
            ("running", 1.0),
            ("round", 3.0),
            ("workers", 2.0),
            ("tick", 11.0),
            ("ticks_total", 1.0),
            ("restarts_total", 1.0),
            ("skew", 1.5),
            ("lag_ticks{worker=\"4\"}", 0.0),
            ("lag_ticks{worker=\"5\"}", 1.0),
            ("lag_seconds{worker=\"5\"}", 0.0),
            ("work_seconds_total{worker=\"4\"}", 2.0),
            ("wait_seconds_total{worker=\"4\"}", 4.0),
            ("saved_tick{worker=\"4\"}", 12.0),
            ("saved_tick{worker=\"5\"}", 10.0),
            ("saves_failed_total{worker=\"5\"}", 3.0),
            ("saves_failed_in_row{worker=\"5\"}", 2.0),
        ];
        for (name, expected) in values {
            assert_eq!(value(&page, name), expected, "{name}");
        }
        assert!(value(&page, "ticks_per_second") > 0.0 && value(&page, "tick_age_seconds") >= 0.0);
        status.copied(1);
        status.saved(1, 12);
        assert_eq!(
            (value(&status.to_string(), "saves_failed_in_row{worker=\"5\"}"), status.saved_tick()),
            (0.0, Some(12))
        );
    }

    #[test]
    fn a_missing_restart_point_is_said_each_minute() {
        let mut status = Status::new(0..2, Duration::ZERO);
        let now = Instant::now();
        let minute = |number: u32| now + number * WARNING_PERIOD + Duration::from_secs(1);
        assert!(!status.is_warning_due(minute(1)), "no tick runs");
        (0..2).for_each(|number| status.formed(number, 1, 2, 0));
        let due = [minute(0), minute(1), minute(1), minute(2)].map(|time| status.is_warning_due(time));
        assert_eq!(due, [false, true, false, true]);
        status.saved(0, 5);
        assert!(status.is_warning_due(minute(3)), "one of two workers has saved");
        status.saved(1, 5);
        assert!(!status.is_warning_due(minute(4)));
    }

    #[test]
    fn the_lag_grows_while_a_tick_is_late() {
        let mut status = Status::new(0..1, Duration::from_millis(10));
        status.formed(0, 1, 1, 0);
        status.ticked(0, &TickStats { lag: Duration::from_secs(2), ..stats(1) });
        let later = Instant::now() + Duration::from_secs(5);
        assert!(status.lag(&status.workers[0], later) > Duration::from_secs(6));
        assert_eq!(status.rate(later + 3 * RATE_WINDOW), 0.0);
    }
}
