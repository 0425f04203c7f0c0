//! A host: it runs rounds, one after the other, until all ticks are complete.

use std::collections::VecDeque;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use collide_cluster::Hosts;
use tracing::{info, warn};

use super::args::Limits;
use super::job::{Job, Options, Plan};
use super::message::Message;
use super::processes::Processes;
use super::publish::SharedStatus;
use super::status::Status;
use super::tally::Tally;
use crate::failure::{ClusterFailure, Failure};
use crate::input::read_text;
use crate::messages::counted;

/// The time that processes have to end by themselves before they are killed, so that their exit statuses are known.
const GRACE: Duration = Duration::from_millis(100);
/// The time between two checks for stalled processes and for a changed list of hosts.
const CHECK_PERIOD: Duration = Duration::from_millis(100);

/// The list of the hosts.
pub(super) enum HostList {
    /// A file, which may change while the host waits for others.
    File {
        file: PathBuf,
        /// The place of this host in it.
        place: usize,
        /// The address to listen on, if it is another one.
        listen: Option<String>,
    },
    /// This number of workers on this machine.
    Local(usize),
}

/// A host: it starts the processes of its workers, and restarts them.
pub(super) struct Host {
    pub(super) plan: Plan,
    pub(super) list: HostList,
    pub(super) options: Options,
    pub(super) ticks: u64,
    pub(super) folder: PathBuf,
    pub(super) limits: Limits,
    pub(super) tally: Tally,
    pub(super) status: SharedStatus,
    /// Set by each signal that asks the command to stop.
    pub(super) signals: Arc<AtomicBool>,
    /// Whether this host has asked the workers to stop.
    pub(super) has_asked: bool,
    pub(super) round: u64,
    /// The times of the last restarts, and the number of all.
    pub(super) recent: VecDeque<Instant>,
    pub(super) restarts: usize,
}

/// How a round has ended.
enum End {
    Done,
    /// A host has asked all workers to stop after this tick.
    Stopped(u64),
    /// This host stops before the round has begun, or without waiting for its workers.
    Quit,
    /// The list of hosts has changed.
    HostsChanged,
    Lost,
    Failed(String),
}

impl Host {
    /// Runs rounds until all ticks are complete.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        loop {
            self.round += 1;
            let (text, hosts) = self.hosts()?;
            let jobs = self.jobs(&text);
            let mut processes = Processes::start(&jobs).map_err(|error| ClusterFailure::Spawn { error })?;
            let end = self.watch(&mut processes, &text)?;
            std::thread::sleep(GRACE);
            let (rest, statuses) = processes.end();
            self.status().is_running = false;
            for (number, message) in rest {
                if let Some(message) = message {
                    self.note(number, &format!("worker {}", self.place(number)), message)?;
                }
            }
            match end {
                End::Done => {
                    info!("{}", self.tally.summary(hosts.workers(), self.restarts));
                    return Ok(());
                }
                End::Stopped(tick) if self.has_asked => {
                    info!("{}", self.tally.summary(hosts.workers(), self.restarts));
                    return self.stopped(Some(tick));
                }
                End::Stopped(tick) => info!("another host has stopped; tick {tick} is saved; waiting for that host"),
                End::Quit => return self.stopped(None),
                End::Lost if self.has_asked => return self.stopped(None),
                End::HostsChanged => info!("the list of hosts has changed"),
                // The other hosts have all ticks, too, and have ended.
                End::Failed(_) if self.tally.is_complete(self.ticks) => {
                    info!("the other hosts have ended, and all ticks are reported");
                    info!("{}", self.tally.summary(hosts.workers(), self.restarts));
                    return Ok(());
                }
                End::Failed(text) => return Err(ClusterFailure::Round { text }.into()),
                End::Lost => self.restart(&statuses)?,
            }
        }
    }

    pub(super) fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The end after a signal. It is a success if the last tick is saved, or if this round has run none.
    pub(super) fn stopped(&self, tick: Option<u64>) -> Result<(), Failure> {
        let status = self.status();
        let (last, saved) = (tick.unwrap_or(status.tick()), status.saved_tick());
        if last > 0 && saved != Some(last) {
            return Err(ClusterFailure::Unsaved { saved }.into());
        }
        if last > 0 {
            info!("stopped after tick {last}; it is saved");
        } else {
            info!("stopped before the first tick");
        }
        Ok(())
    }

    /// The list of hosts as text, and parsed.
    fn hosts(&self) -> Result<(String, Hosts), Failure> {
        let (file, text) = match &self.list {
            HostList::File { file, .. } => (file.display().to_string(), read_text(file)?),
            HostList::Local(count) => {
                let addresses = free_addresses(*count).map_err(|error| ClusterFailure::Spawn { error })?;
                ("loopback".to_owned(), addresses.join("\n"))
            }
        };
        let hosts = text.parse().map_err(|error| ClusterFailure::Hosts { file, error })?;
        Ok((text, hosts))
    }

    fn jobs(&self, hosts: &str) -> Vec<Job> {
        let job = |number: usize, place: usize, listen: Option<String>, folder: PathBuf| Job {
            plan: self.plan.clone(),
            hosts: hosts.to_owned(),
            place,
            listen,
            options: self.options.clone(),
            round: self.round,
            reported: self.tally.reported(number),
            folder,
            wait: self.limits.wait,
        };
        match &self.list {
            HostList::File { place, listen, .. } => vec![job(0, *place, listen.clone(), self.folder.clone())],
            // Each worker has a folder of its own, as on several machines.
            HostList::Local(count) => {
                let folder = |number| self.folder.join(format!("worker-{number}"));
                (0..*count).map(|number| job(number, number, None, folder(number))).collect()
            }
        }
    }

    /// The place in the list of hosts of a process of this host.
    fn place(&self, number: usize) -> usize {
        match self.list {
            HostList::File { place, .. } => place,
            HostList::Local(_) => number,
        }
    }

    /// Receives the messages of the processes until the round is over.
    fn watch(&mut self, processes: &mut Processes, hosts: &str) -> Result<End, Failure> {
        let count = processes.workers.len();
        let names: Vec<_> = (0..count).map(|number| format!("worker {}", self.place(number))).collect();
        for (name, worker) in names.iter().zip(&processes.workers) {
            info!("{name}: process {}, round {}", worker.child.id(), self.round);
        }
        loop {
            if self.signals.swap(false, Ordering::Relaxed) && self.quits(processes) {
                return Ok(End::Quit);
            }
            self.warn_if_unsaved();
            if let Some((number, message)) = processes.next(CHECK_PERIOD)
                && let Some(end) = self.receive(processes, number, &names[number], message)?
            {
                return Ok(end);
            }
            if let Some(worker) = self.stalled(processes) {
                let silence = processes.workers[worker].heard.elapsed();
                warn!("{}: no message for {silence:.1?}: stalled", names[worker]);
                return Ok(End::Lost);
            }
            if let HostList::File { file, .. } = &self.list
                && !processes.workers[0].is_formed
                && read_text(file).is_ok_and(|text| text != hosts && text.parse::<Hosts>().is_ok())
            {
                return Ok(End::HostsChanged);
            }
        }
    }

    /// Handles a signal. Asks the workers to stop, and returns whether the host ends at once instead: at the second
    /// signal, and while the cluster is not formed.
    fn quits(&mut self, processes: &mut Processes) -> bool {
        if std::mem::replace(&mut self.has_asked, true) || !processes.workers.iter().all(|worker| worker.is_formed) {
            return true;
        }
        info!("stopping: the workers save the next tick");
        processes.stop();
        false
    }

    fn warn_if_unsaved(&self) {
        let mut status = self.status();
        if status.is_warning_due(Instant::now()) {
            warn!(
                "no restart point exists at tick {}: after a lost process all ticks are computed again",
                status.tick()
            );
        }
    }

    /// Handles a message of a process. Returns how the round has ended, if the message says so.
    fn receive(
        &mut self,
        processes: &mut Processes,
        number: usize,
        name: &str,
        message: Option<Message>,
    ) -> Result<Option<End>, Failure> {
        let worker = &mut processes.workers[number];
        match message {
            Some(Message::Formed { round, workers, tick, complete }) => {
                worker.is_formed = true;
                self.round = self.round.max(round);
                self.status().formed(number, round, workers, tick);
                if number == 0 {
                    self.say_start(workers, tick, complete);
                }
            }
            Some(Message::Stopped { tick }) => worker.stopped = Some(tick),
            Some(Message::Lost { text }) => {
                warn!("{name}: {text}");
                return Ok(Some(End::Lost));
            }
            Some(Message::Failed { text }) => return Ok(Some(End::Failed(format!("{name}: {text}")))),
            Some(Message::Done) => worker.is_done = true,
            Some(message) => self.note(number, name, message)?,
            None if worker.is_done => {}
            None => return Ok(Some(End::Lost)),
        }
        let all_done = processes.workers.iter().all(|worker| worker.is_done);
        let stopped = processes.workers[0].stopped.filter(|tick| *tick < self.ticks);
        Ok(all_done.then(|| stopped.map_or(End::Done, End::Stopped)))
    }

    /// Handles a message that does not end a round.
    pub(super) fn note(&mut self, number: usize, name: &str, message: Message) -> Result<(), Failure> {
        match message {
            Message::Note { text } => info!("{name}: {text}"),
            Message::Warning { text } => warn!("{name}: {text}"),
            Message::Tick(stats) => {
                self.status().ticked(number, &stats);
                self.tally.add(number, stats)?;
            }
            Message::Repeated { tick } => self.status().advanced(number, tick),
            Message::Saved { tick } => self.status().saved(number, tick),
            Message::Copied => self.status().copied(number),
            Message::SaveFailed { tick, is_copy, text } => {
                let mut status = self.status();
                let row = status.save_failed(number, is_copy);
                let last = status.saved_tick().map_or("there is no restart point".to_owned(), |saved| {
                    format!("the last saved tick of this host is {saved}")
                });
                let what = if is_copy { "the copy of a part" } else { "the part" };
                let saves = counted(row, "failed save");
                warn!("{name}: {what} of tick {tick} is not saved ({saves} in a row; {last}): {text}");
            }
            _ => {}
        }
        Ok(())
    }

    fn say_start(&self, workers: u32, tick: u64, complete: u64) {
        let (round, complete) = (self.round, complete.max(self.tally.complete()));
        let workers = counted(workers.into(), "worker");
        info!("round {round}: {workers}, from tick {tick} on; complete everywhere up to tick {complete}");
        if tick == 0 && complete > 0 {
            warn!("no restart point exists: all ticks are computed again");
        }
    }

    /// A worker that has sent no message for too long. The limit is longer than the time that the other workers wait
    /// for it, because their messages may have more details.
    fn stalled(&self, processes: &Processes) -> Option<usize> {
        let patience = self.plan.settings.patience;
        let limit = patience + patience / 2;
        processes.workers.iter().position(|worker| !worker.is_done && worker.heard.elapsed() > limit)
    }

    /// Counts a restart. Errors: [`ClusterFailure::Restarts`] if there are too many.
    fn restart(&mut self, statuses: &[Option<ExitStatus>]) -> Result<(), Failure> {
        for (number, status) in statuses.iter().enumerate() {
            if let Some(status) = status.filter(|status| status.code().is_none()) {
                warn!("worker {}: {status}", self.place(number));
            }
        }
        let complete = self.tally.complete();
        let now = Instant::now();
        self.recent.push_back(now);
        while self.recent.front().is_some_and(|first| now - *first > self.limits.within) {
            self.recent.pop_front();
        }
        if self.recent.len() > self.limits.restarts {
            let (restarts, within) = (self.limits.restarts, self.limits.within);
            return Err(ClusterFailure::Restarts { restarts, within, complete }.into());
        }
        self.restarts += 1;
        self.status().restarted();
        let round = self.round;
        warn!("round {round} is over: tick {complete} is the last known to be complete everywhere; restarting");
        Ok(())
    }
}

/// Addresses on loopback that are free at the moment.
fn free_addresses(count: usize) -> std::io::Result<Vec<String>> {
    // All are bound at the same time, so that they differ, and then freed.
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
