//! How processes become a cluster, and become one again after one was lost.

mod meet;
mod plan;

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use thiserror::Error;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::worker::Worker;

use crate::{ClusterError, Folder, FolderError, Hosts, Member, Settings, TileMap};
use meet::Meeting;
use plan::{Hello, Named, Plan};

/// One process, of one worker, that is to be part of a cluster.
///
/// Timely's set of workers is fixed: when a process is lost, all others have to end, too, and all begin a new *round*. They then agree on
/// the newest tick whose parts are all there, in the [folders](Folder) of whoever is there, and go on from it.
#[derive(Clone, Debug)]
pub struct Join<'a> {
    /// Who takes part.
    pub hosts: &'a Hosts,
    /// At which place this process is.
    pub place: usize,
    /// What is made, as a number: whoever has another is refused. That of the [folder](Folder::open).
    pub run: u64,
    /// The number of the round, if nobody has a higher one.
    pub round: u64,
    /// The last tick that this place has told its front end of; `None` where nothing has been told, and so nothing can be lacking.
    pub told: Option<u64>,
    /// How long to wait for the others.
    pub wait: Duration,
}

/// What happens while a process waits for others.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Notice<'a> {
    /// Some are not there.
    Waiting {
        /// Their addresses.
        missing: &'a [&'a str],
    },
    /// One that is in the list of hosts does not fit.
    Refused {
        /// Who.
        address: SocketAddr,
        /// Why.
        what: &'static str,
    },
    /// One that is not in the list of hosts was turned away.
    Stranger {
        /// Who.
        address: SocketAddr,
    },
}

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting { missing } => write!(f, "waits for {}", missing.join(", ")),
            Self::Refused { address, what } => write!(f, "{address} {what}"),
            Self::Stranger { address } => write!(f, "{address} is not in the list of hosts, and was turned away"),
        }
    }
}

/// Why a process does not become part of a cluster.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The list of hosts has nobody at this place.
    #[error("place {place}: nobody is there in the list of hosts")]
    Place {
        /// The place.
        place: usize,
    },
    /// The address cannot be listened on.
    #[error("{address}: cannot listen: {error}")]
    Listen {
        /// Which.
        address: String,
        /// Why.
        error: io::Error,
    },
    /// Others did not come in time.
    #[error("not there in time: {}", missing.join(", "))]
    Missing {
        /// Their addresses.
        missing: Vec<String>,
    },
    /// A part cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The system has refused a thread or a socket.
    #[error("worker: {0}")]
    Start(String),
}

/// How a round begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The number of the round: higher than those of all rounds before.
    pub round: u64,
    /// The worker of this process.
    pub worker: u32,
    /// How many there are.
    pub workers: u32,
    /// The tick after which it goes on: the first one to make is the next.
    pub tick: u64,
    /// The last tick that is known to have been complete everywhere.
    pub complete: u64,
    /// Up to this tick all that comes has been told before: sinks are to leave it out.
    pub silent: u64,
    map: Option<TileMap>,
    parts: Vec<Vec<u8>>,
}

/// A cluster that is about to begin.
pub struct Round {
    /// How.
    pub start: Start,
    /// Files that were no use, and why.
    pub faults: Vec<FolderError>,
    sockets: Vec<Option<TcpStream>>,
}

impl Join<'_> {
    /// Waits for all others and agrees with them on where to go on. Listens on the address of the process's own place and connects to
    /// those of the others, and whoever is not from one of these is turned away.
    ///
    /// # Errors
    /// [`JoinError`]; others then go on waiting.
    pub fn meet(&self, folder: Option<&Folder>, notice: impl FnMut(Notice<'_>)) -> Result<Round, JoinError> {
        let worker = self.hosts.worker(self.place).ok_or(JoinError::Place { place: self.place })? as u32;
        let (held, faults) = folder.map(Folder::held).transpose()?.unwrap_or_default();
        let named = held.iter().map(|held| {
            let part = &held.part;
            Named { tick: part.tick, worker: part.worker, workers: part.workers, map: part.map.clone() }
        });
        let (run, hosts, round, told) = (self.run, self.hosts.digest(), self.round, self.told);
        let hello = Hello { worker, run, hosts, round, told, parts: named.collect() };
        let addresses: Vec<_> = self.hosts.addresses().collect();
        let (sockets, hellos) = if addresses.len() == 1 {
            (vec![None], vec![hello])
        } else {
            Meeting { addresses, hello, deadline: Instant::now() + self.wait, notice }.run()?
        };
        let plan = Plan::of(&hellos);
        let mut parts = Vec::new();
        for (number, _) in (0..).zip(&plan.bringers).filter(|(_, bringer)| **bringer == worker) {
            let is = |part: &crate::SavedPart| {
                (part.tick, part.worker, part.workers) == (plan.tick, number, plan.bringers.len() as u32)
            };
            if let Some(held) = held.iter().find(|held| is(&held.part)) {
                parts.push(held.bytes()?);
            }
        }
        let start = Start {
            round: hellos.iter().map(|hello| hello.round).max().unwrap_or(round),
            worker,
            workers: hellos.len() as u32,
            tick: plan.tick,
            complete: plan::complete(&hellos).unwrap_or(0),
            silent: plan.silent(&hellos, worker),
            map: plan.map,
            parts,
        };
        Ok(Round { start, faults, sockets })
    }
}

impl Start {
    /// The worker's end of the cluster, as it was after the tick.
    ///
    /// # Errors
    /// As [`Member::new`] and [`Member::restore`] have them.
    pub fn member(&self, worker: &mut Worker, settings: Settings) -> Result<Member, ClusterError> {
        if self.tick == 0 {
            return Member::new(worker, settings);
        }
        let parts: Vec<&[u8]> = self.parts.iter().map(Vec::as_slice).collect();
        let map = self.map.clone().or(settings.map);
        Member::restore(worker, Settings { map, ..settings }, self.tick, &parts)
    }
}

impl Round {
    /// Does the work of a worker, on a thread of its own, and waits for it.
    ///
    /// # Errors
    /// [`JoinError::Start`] when the system refuses a thread, or the work has panicked.
    ///
    /// # Panics
    /// In timely's threads when another process is lost, some of which may then wait for ever: the process is to end, and to begin anew with
    /// the next round. [`exit_on_panic`] sees to the first.
    pub fn run<T: Send + 'static>(
        self,
        work: impl Fn(&mut Worker, &Start) -> T + Send + Sync + 'static,
    ) -> Result<T, JoinError> {
        let Self { start, sockets, .. } = self;
        let (builders, others) = if start.workers == 1 {
            Config::Thread.try_build().map_err(JoinError::Start)?
        } else {
            let hooks = Hooks::default();
            let process = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
            let network = initialize_networking_from_sockets(process, sockets, start.worker as usize, 1, hooks);
            let (builders, guard) = network.map_err(|error| JoinError::Start(error.to_string()))?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard) as _)
        };
        let run = move |worker: &mut Worker| work(worker, &start);
        let guards = timely::execute::execute_from(builders, others, timely::WorkerConfig::default(), run);
        let done = guards.map_err(JoinError::Start)?.join().into_iter().next();
        done.unwrap_or_else(|| Err("none".to_owned())).map_err(JoinError::Start)
    }
}

impl fmt::Debug for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round").field("start", &self.start).field("faults", &self.faults).finish_non_exhaustive()
    }
}

/// Has the process end with a code as soon as anything panics, after that was told: the boundary at which a lost peer is noticed.
///
/// Timely's threads panic when the process at the other end of a socket is gone, and those of other sockets might wait for each other for
/// ever. Whoever runs this process then starts it again, and it [joins](Join) the next round.
pub fn exit_on_panic(code: i32, tell: impl Fn(&str) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic");
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        // What timely says of a socket needs no place in its code.
        if text.starts_with("timely communication error") || text.starts_with("MergeQueue") {
            tell(&format!("lost a peer: {text}"));
        } else {
            tell(&format!("{place}: {text}"));
        }
        std::process::exit(code);
    }));
}
