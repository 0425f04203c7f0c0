//! A host: it runs rounds, one after the other, until all ticks are complete.

use std::collections::VecDeque;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use collide_cluster::Hosts;

use super::args::Limits;
use super::job::{Job, Message, Plan};
use super::processes::Processes;
use super::tally::Tally;
use crate::failure::{ClusterFailure, Failure};
use crate::input::read_text;
use crate::messages::{counted, print_message};

/// The time that processes have to end by themselves before they are killed, so that their exit statuses are known.
const GRACE: Duration = Duration::from_millis(100);
/// The time between two checks for stalled processes and for a changed list of hosts.
const CHECK_PERIOD: Duration = Duration::from_millis(100);

/// The list of the hosts.
pub(super) enum HostList {
    /// A file, which may change while the host waits for others, and the place of this host in it.
    File(PathBuf, usize),
    /// This number of workers on this machine.
    Local(usize),
}

/// A host: it starts the processes of its workers, and restarts them.
pub(super) struct Host {
    pub(super) plan: Plan,
    pub(super) list: HostList,
    pub(super) run: u64,
    pub(super) ticks: u64,
    pub(super) folder: PathBuf,
    pub(super) limits: Limits,
    pub(super) tally: Tally,
    pub(super) round: u64,
    /// The times of the last restarts, and the number of all.
    pub(super) recent: VecDeque<Instant>,
    pub(super) restarts: usize,
}

/// How a round has ended.
enum End {
    Done,
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
            for (number, message) in rest {
                if let Some(Message::Tick(stats)) = message {
                    self.tally.add(number, stats)?;
                }
            }
            match end {
                End::Done => {
                    print_message(&self.tally.summary(hosts.workers(), self.restarts));
                    return Ok(());
                }
                End::HostsChanged => print_message(&"the list of hosts has changed"),
                // The other hosts have all ticks, too, and have ended.
                End::Failed(_) if self.tally.is_complete(self.ticks) => {
                    print_message(&"the other hosts have ended, and all ticks are reported");
                    print_message(&self.tally.summary(hosts.workers(), self.restarts));
                    return Ok(());
                }
                End::Failed(text) => return Err(ClusterFailure::Round { text }.into()),
                End::Lost => self.restart(&statuses)?,
            }
        }
    }

    /// The list of hosts as text, and parsed.
    fn hosts(&self) -> Result<(String, Hosts), Failure> {
        let (file, text) = match &self.list {
            HostList::File(file, _) => (file.display().to_string(), read_text(file)?),
            HostList::Local(count) => {
                let addresses = free_addresses(*count).map_err(|error| ClusterFailure::Spawn { error })?;
                ("loopback".to_owned(), addresses.join("\n"))
            }
        };
        let hosts = text.parse().map_err(|error| ClusterFailure::Hosts { file, error })?;
        Ok((text, hosts))
    }

    fn jobs(&self, hosts: &str) -> Vec<Job> {
        let job = |number: usize, place: usize, folder: PathBuf| Job {
            plan: self.plan.clone(),
            hosts: hosts.to_owned(),
            place,
            run: self.run,
            round: self.round,
            reported: self.tally.reported(number),
            folder,
            wait: self.limits.wait,
        };
        match &self.list {
            HostList::File(_, place) => vec![job(0, *place, self.folder.clone())],
            // Each worker has a folder of its own, as on several machines.
            HostList::Local(count) => {
                (0..*count).map(|number| job(number, number, self.folder.join(format!("worker-{number}")))).collect()
            }
        }
    }

    /// The place in the list of hosts of a process of this host.
    fn place(&self, number: usize) -> usize {
        match self.list {
            HostList::File(_, place) => place,
            HostList::Local(_) => number,
        }
    }

    /// Receives the messages of the processes until the round is over.
    fn watch(&mut self, processes: &mut Processes, hosts: &str) -> Result<End, Failure> {
        let count = processes.workers.len();
        let names: Vec<_> = (0..count).map(|number| format!("worker {}", self.place(number))).collect();
        for (name, worker) in names.iter().zip(&processes.workers) {
            print_message(&format!("{name}: process {}, round {}", worker.child.id(), self.round));
        }
        loop {
            if let Some((number, message)) = processes.next(CHECK_PERIOD)
                && let Some(end) = self.receive(processes, number, &names[number], message)?
            {
                return Ok(end);
            }
            if let Some(worker) = self.stalled(processes) {
                let silence = processes.workers[worker].heard.elapsed();
                print_message(&format!("{}: no message for {silence:.1?}: stalled", names[worker]));
                return Ok(End::Lost);
            }
            if let HostList::File(file, _) = &self.list
                && !processes.workers[0].is_formed
                && read_text(file).is_ok_and(|text| text != hosts && text.parse::<Hosts>().is_ok())
            {
                return Ok(End::HostsChanged);
            }
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
            Some(Message::Alive | Message::Repeated { .. }) => {}
            Some(Message::Note { text }) => print_message(&format!("{name}: {text}")),
            Some(Message::Formed { round, workers, tick, complete }) => {
                worker.is_formed = true;
                self.round = self.round.max(round);
                if number == 0 {
                    let complete = complete.max(self.tally.complete());
                    let workers = counted(workers.into(), "worker");
                    print_message(&format!(
                        "round {round}: {workers}, from tick {tick} on; complete everywhere up to tick {complete}"
                    ));
                }
            }
            Some(Message::Tick(stats)) => self.tally.add(number, stats)?,
            Some(Message::Lost { text }) => {
                print_message(&format!("{name}: {text}"));
                return Ok(Some(End::Lost));
            }
            Some(Message::Failed { text }) => return Ok(Some(End::Failed(format!("{name}: {text}")))),
            Some(Message::Done) => worker.is_done = true,
            None if worker.is_done => {}
            None => return Ok(Some(End::Lost)),
        }
        Ok(processes.workers.iter().all(|worker| worker.is_done).then_some(End::Done))
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
                print_message(&format!("worker {}: {status}", self.place(number)));
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
        print_message(&format!(
            "round {} is over: tick {complete} is the last known to be complete everywhere; restarting",
            self.round
        ));
        Ok(())
    }
}

/// Addresses on loopback that are free at the moment.
fn free_addresses(count: usize) -> std::io::Result<Vec<String>> {
    // All are bound at the same time, so that they differ, and then freed.
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
