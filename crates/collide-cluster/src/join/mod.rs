//! Forms a cluster of processes, and forms it again after one is lost.

#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod greeting;
mod hello;
mod plan;
mod rendezvous;

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
use hello::{Hello, PartInfo};
use plan::Plan;
use rendezvous::Rendezvous;

/// The configuration of a process with one worker that joins a cluster.
///
/// Timely's set of workers is fixed. When a process is lost, all others end too, and all start a new *round*. They
/// agree on the newest tick whose parts are all in their [folders](Folder), and continue from it.
#[derive(Clone, Debug)]
pub struct Join<'a> {
    /// The hosts of the cluster.
    pub hosts: &'a Hosts,
    /// The place of this process in `hosts`.
    pub place: usize,
    /// The address to listen on. `None` for the address at `place`. They differ behind a proxy, a tunnel or a translation
    /// of addresses: the others connect to the address at `place`.
    pub listen: Option<&'a str>,
    /// The number of the run, as for the [folder](Folder::open). If two processes have different numbers, both end with
    /// [`JoinError::Option`].
    pub run: u64,
    /// The names and the values of the options that determine the run, for that error. They may be empty: the error then
    /// has the numbers of the run.
    pub options: &'a [(String, String)],
    /// The number of the round. All processes take the highest of theirs.
    pub round: u64,
    /// The last tick that this process emitted to its front end, in any round. `None` if it emitted none.
    pub emitted: Option<u64>,
    /// The time limit of waiting for the others.
    pub wait: Duration,
}

/// A notice while a process waits for others.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Notice<'a> {
    /// Some hosts are not connected.
    Waiting {
        /// Their addresses.
        missing: &'a [&'a str],
    },
    /// A host of the list was rejected.
    Refused {
        /// Its address.
        address: SocketAddr,
        /// The reason.
        reason: &'static str,
    },
    /// A process was rejected, because another process has the same place in the list of hosts. It ends with
    /// [`JoinError::Taken`].
    Taken {
        /// Its address.
        address: SocketAddr,
        /// The address at that place.
        listed: &'a str,
    },
    /// A connection from an address that is not in the list of hosts was rejected.
    Stranger {
        /// Its address.
        address: SocketAddr,
    },
}

impl fmt::Display for Notice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting { missing } => write!(f, "waiting for {}", missing.join(", ")),
            Self::Refused { address, reason } => write!(f, "{address} {reason}"),
            Self::Taken { address, listed } => {
                write!(
                    f,
                    "{address} has the place of {listed} in the list of hosts, which another process has: rejected"
                )
            }
            Self::Stranger { address } => write!(f, "{address} is not in the list of hosts: rejected"),
        }
    }
}

/// Why a process cannot join a cluster.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The list of hosts has no address at this place.
    #[error("place {place}: the list of hosts has no address there")]
    Place {
        /// The place.
        place: usize,
    },
    /// The process cannot listen on its address.
    #[error("{address}: cannot listen: {error}")]
    Listen {
        /// The address.
        address: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A process of the cluster has another value of an option that must be the same on all hosts.
    #[error("{address}: {option} must be the same on all hosts: {} there, {} here", there.escape_debug(), here.escape_debug())]
    Option {
        /// The address of the other process.
        address: String,
        /// The name of the option.
        option: String,
        /// The value of this process.
        here: String,
        /// The value of the other process.
        there: String,
    },
    /// Another process has the same place in the list of hosts.
    #[error("{address}: another process has the same place in the list of hosts, that of {listed}")]
    Taken {
        /// The address of that process, or of the one that has rejected this process.
        address: String,
        /// The address at that place.
        listed: String,
    },
    /// Some hosts did not connect in time.
    #[error("not connected in time: {}", missing.join(", "))]
    Missing {
        /// Their addresses.
        missing: Vec<String>,
    },
    /// A part cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The system has refused to start a thread or to open a socket.
    #[error("worker: {0}")]
    Start(String),
}

/// The start of a round.
#[derive(Clone, Debug)]
pub struct Start {
    /// The number of the round: higher than that of each earlier round.
    pub round: u64,
    /// The worker of this process.
    pub worker: u32,
    /// The number of workers.
    pub workers: u32,
    /// The tick that the round continues from. The first tick to run is the next one.
    pub tick: u64,
    /// The last tick known to be complete on all workers.
    pub complete: u64,
    /// The last tick whose results were emitted in an earlier round. Sinks suppress the results up to this tick.
    pub suppress_through: u64,
    map: Option<TileMap>,
    parts: Vec<Vec<u8>>,
}

/// A round that is ready to start.
pub struct Round {
    /// The start of the round.
    pub start: Start,
    /// Files that could not be used, and why.
    pub faults: Vec<FolderError>,
    sockets: Vec<Option<TcpStream>>,
}

impl Join<'_> {
    /// Connects to all other processes and agrees with them on the tick to continue from. Listens on the address of the
    /// process's own place or on [`listen`](Self::listen), and rejects connections from addresses that are not in the
    /// list of hosts. A connection that does not complete its greeting within 5 s is closed; it does not delay others.
    ///
    /// # Errors
    /// [`JoinError`]. [`JoinError::Option`] ends both processes that differ, and [`JoinError::Taken`] those that have one
    /// place, except for the first one that listens on its address. After other errors the other processes continue to
    /// wait.
    pub fn connect(&self, folder: Option<&Folder>, notice: impl FnMut(Notice<'_>)) -> Result<Round, JoinError> {
        let worker = self.hosts.worker(self.place).ok_or(JoinError::Place { place: self.place })? as u32;
        let (stored, faults) = folder.map(Folder::parts).transpose()?.unwrap_or_default();
        let infos = stored.iter().map(|stored| {
            let part = &stored.part;
            PartInfo { tick: part.tick, worker: part.worker, workers: part.workers, map: part.map.clone() }
        });
        let (instance, options, hosts) = (Hello::new_instance(), self.options.to_vec(), self.hosts.digest());
        let (run, round, emitted, parts) = (self.run, self.round, self.emitted, infos.collect());
        let hello = Hello { worker, instance, run, options, hosts, round, emitted, parts };
        let addresses: Vec<_> = self.hosts.addresses().collect();
        let (sockets, hellos) = if addresses.len() == 1 {
            (vec![None], vec![hello])
        } else {
            let listen = self.listen.unwrap_or(addresses[worker as usize]);
            let deadline = Instant::now() + self.wait;
            Rendezvous { addresses, listen, hello, deadline, notice }.run()?
        };
        let plan = Plan::of(&hellos);
        let mut parts = Vec::new();
        for (number, _) in (0..).zip(&plan.sources).filter(|(_, source)| **source == worker) {
            let is = |part: &crate::SavedPart| {
                (part.tick, part.worker, part.workers) == (plan.tick, number, plan.sources.len() as u32)
            };
            if let Some(stored) = stored.iter().find(|stored| is(&stored.part)) {
                parts.push(stored.bytes()?);
            }
        }
        let start = Start {
            round: hellos.iter().map(|hello| hello.round).max().unwrap_or(round),
            worker,
            workers: hellos.len() as u32,
            tick: plan.tick,
            complete: plan::complete(&hellos).unwrap_or(0),
            suppress_through: plan.suppress_through(&hellos, worker),
            map: plan.map,
            parts,
        };
        Ok(Round { start, faults, sockets })
    }
}

impl Start {
    /// Creates the worker's [`Member`], in its state after [`tick`](Self::tick).
    ///
    /// # Errors
    /// The errors of [`Member::new`] and [`Member::restore`].
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
    /// Runs the work of a worker on its own thread, and waits for it.
    ///
    /// # Errors
    /// [`JoinError::Start`] if the system refuses to start a thread, or the work panics.
    ///
    /// # Panics
    /// Timely's threads panic when another process is lost, and some of them may then wait forever. The process must
    /// end, and start again for the next round. [`exit_on_panic`] ends it.
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

/// Installs a panic hook that passes the message to `emit` and ends the process with `code`.
///
/// Timely's threads panic when a peer is lost, and other threads may then wait forever. A supervisor starts the process
/// again, and it [joins](Join) the next round.
pub fn exit_on_panic(code: i32, emit: impl Fn(&str) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panic");
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        // A message of timely about a socket needs no source location.
        if text.starts_with("timely communication error") || text.starts_with("MergeQueue") {
            emit(&format!("lost a peer: {text}"));
        } else {
            emit(&format!("{place}: {text}"));
        }
        std::process::exit(code);
    }));
}
