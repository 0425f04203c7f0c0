//! Rounds, one after the other, until all ticks are made.

use std::collections::VecDeque;
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use collide_cluster::Hosts;

use super::crew::Crew;
use super::failure::ClusterFailure;
use super::job::{Job, Plan, Word};
use super::tally::Tally;
use crate::failure::Failure;
use crate::input::InputError;
use crate::output::{counted, say};

/// How long to wait for others who end for the same reason, before they are ended: so that it is told who was first.
const GRACE: Duration = Duration::from_millis(100);
/// How often to look at what is not told.
const LOOK: Duration = Duration::from_millis(100);

/// Where the list of hosts is from.
pub(super) enum Where {
    /// A file, which may change while one waits; and the place in it.
    File(PathBuf, usize),
    /// All on this machine.
    Here(usize),
}

/// How often a host may begin anew.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Limits {
    /// How often to begin anew after a process was lost, within the time of --within
    #[arg(long, value_name = "N", default_value = "5")]
    pub(super) restarts: usize,

    /// The time in which restarts are counted
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = humantime::parse_duration)]
    pub(super) within: Duration,

    /// How long to wait for the other hosts
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = humantime::parse_duration)]
    pub(super) wait: Duration,
}

/// A host: it starts the processes of its workers, and starts them again.
pub(super) struct Host {
    pub(super) plan: Plan,
    pub(super) at: Where,
    pub(super) run: u64,
    pub(super) ticks: u64,
    pub(super) folder: PathBuf,
    pub(super) limits: Limits,
    pub(super) tally: Tally,
    pub(super) round: u64,
    /// When the last restarts were, and how many there have been in all.
    pub(super) recent: VecDeque<Instant>,
    pub(super) restarts: usize,
}

/// How a round ended.
enum End {
    Done,
    /// The list of hosts is another.
    Moved,
    Lost,
    Failed(String),
}

impl Host {
    /// Makes all ticks, in as many rounds as it takes.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        loop {
            self.round += 1;
            let (text, hosts) = self.hosts()?;
            let jobs = self.jobs(&text);
            let mut crew = Crew::start(&jobs).map_err(|error| ClusterFailure::Spawn { error })?;
            let end = self.watch(&mut crew, &text)?;
            std::thread::sleep(GRACE);
            let (rest, statuses) = crew.end();
            for (number, word) in rest {
                if let Some(Word::Tick(lap)) = word {
                    self.tally.take(number, lap)?;
                }
            }
            match end {
                End::Done => {
                    say(&self.tally.in_words(hosts.workers(), self.restarts));
                    return Ok(());
                }
                End::Moved => say(&"the list of hosts has changed"),
                // Whoever else has all does not wait for those who come late.
                End::Failed(_) if self.has_all() => {
                    say(&"the others are gone, and all ticks were told");
                    say(&self.tally.in_words(hosts.workers(), self.restarts));
                    return Ok(());
                }
                End::Failed(text) => return Err(ClusterFailure::Round { text }.into()),
                End::Lost => self.lost(&statuses)?,
            }
        }
    }

    fn has_all(&self) -> bool {
        (0..self.places()).all(|number| self.tally.told(number) == Some(self.ticks))
    }

    /// How many processes are started here.
    fn places(&self) -> usize {
        match self.at {
            Where::File(..) => 1,
            Where::Here(count) => count,
        }
    }

    fn hosts(&self) -> Result<(String, Hosts), Failure> {
        let text = match &self.at {
            Where::File(file, _) => read(file)?,
            Where::Here(count) => free_addresses(*count).map_err(|error| ClusterFailure::Spawn { error })?.join("\n"),
        };
        let hosts = text.parse().map_err(|error| ClusterFailure::Hosts { file: self.file(), error })?;
        Ok((text, hosts))
    }

    fn file(&self) -> String {
        match &self.at {
            Where::File(file, _) => file.display().to_string(),
            Where::Here(_) => "loopback".to_owned(),
        }
    }

    fn jobs(&self, hosts: &str) -> Vec<Job> {
        let job = |number: usize, place: usize, folder: PathBuf| Job {
            plan: self.plan.clone(),
            hosts: hosts.to_owned(),
            place,
            run: self.run,
            round: self.round,
            told: self.tally.told(number),
            folder,
            wait: self.limits.wait,
        };
        match &self.at {
            Where::File(_, place) => vec![job(0, *place, self.folder.clone())],
            // A folder each, as if they were on several machines.
            Where::Here(count) => {
                (0..*count).map(|number| job(number, number, self.folder.join(format!("worker-{number}")))).collect()
            }
        }
    }

    /// Listens to what the processes say until the round is over.
    fn watch(&mut self, crew: &mut Crew, hosts: &str) -> Result<End, Failure> {
        let number = |number: usize| match self.at {
            Where::File(_, place) => place,
            Where::Here(_) => number,
        };
        let names: Vec<_> = (0..crew.workers.len()).map(|worker| format!("worker {}", number(worker))).collect();
        for (name, worker) in names.iter().zip(&crew.workers) {
            say(&format!("{name}: process {}, round {}", worker.child.id(), self.round));
        }
        loop {
            if let Some((number, word)) = crew.next(LOOK)
                && let Some(end) = self.hear(crew, number, &names[number], word)?
            {
                return Ok(end);
            }
            if let Some(worker) = self.silent(crew) {
                say(&format!(
                    "{}: nothing heard for {:.1?}: it has stalled",
                    names[worker],
                    crew.workers[worker].heard.elapsed()
                ));
                return Ok(End::Lost);
            }
            if let Where::File(file, _) = &self.at
                && !crew.workers[0].is_formed
                && read(file).is_ok_and(|text| text != hosts && text.parse::<Hosts>().is_ok())
            {
                return Ok(End::Moved);
            }
        }
    }

    /// Takes a word of a process; says how the round has ended, if that is what it says.
    fn hear(&mut self, crew: &mut Crew, number: usize, name: &str, word: Option<Word>) -> Result<Option<End>, Failure> {
        let worker = &mut crew.workers[number];
        match word {
            Some(Word::Pulse | Word::Again { .. }) => {}
            Some(Word::Said { text }) => say(&format!("{name}: {text}")),
            Some(Word::Formed { round, workers, tick, complete }) => {
                worker.is_formed = true;
                self.round = self.round.max(round);
                if number == 0 {
                    let complete = complete.max(self.tally.complete());
                    let workers = counted(workers.into(), "worker");
                    say(&format!(
                        "round {round}: {workers}, from tick {tick} on; complete everywhere up to tick {complete}"
                    ));
                }
            }
            Some(Word::Tick(lap)) => self.tally.take(number, lap)?,
            Some(Word::Lost { text }) => {
                say(&format!("{name}: {text}"));
                return Ok(Some(End::Lost));
            }
            Some(Word::Failed { text }) => return Ok(Some(End::Failed(format!("{name}: {text}")))),
            Some(Word::Done) => worker.is_done = true,
            None if worker.is_done => {}
            None => return Ok(Some(End::Lost)),
        }
        Ok(crew.workers.iter().all(|worker| worker.is_done).then_some(End::Done))
    }

    /// One of whom nothing has been heard for too long: a little longer than the others wait for it, as they may say more.
    fn silent(&self, crew: &Crew) -> Option<usize> {
        let most = self.plan.patience + self.plan.patience / 2;
        crew.workers.iter().position(|worker| !worker.is_done && worker.heard.elapsed() > most)
    }

    fn lost(&mut self, statuses: &[Option<ExitStatus>]) -> Result<(), Failure> {
        for (number, status) in statuses.iter().enumerate() {
            if let Some(status) = status.filter(|status| status.code().is_none()) {
                let place = if let Where::File(_, place) = self.at { place } else { number };
                say(&format!("worker {place}: {status}"));
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
        say(&format!(
            "round {} is over: tick {complete} is the last known to be complete everywhere; begins anew",
            self.round
        ));
        Ok(())
    }
}

fn read(file: &PathBuf) -> Result<String, InputError> {
    fs::read_to_string(file).map_err(|error| InputError::File {
        file: file.display().to_string(),
        action: "read",
        error,
    })
}

/// Addresses on loopback that nobody has at the moment.
fn free_addresses(count: usize) -> std::io::Result<Vec<String>> {
    // Held together, so that they differ, and then given back.
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
