//! The worker processes that a host starts for a round.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::job::Job;
use super::message::{Message, STOP};

/// The number of a process and its message, or `None` at the end of its output.
pub(super) type Received = (usize, Option<Message>);

/// The worker processes. They end when this is dropped, and when the host itself has ended.
pub(super) struct Processes {
    pub(super) workers: Vec<Process>,
    messages: Receiver<Received>,
}

/// A worker process.
pub(super) struct Process {
    pub(super) child: Child,
    /// The process ends when this is closed.
    lifeline: Option<ChildStdin>,
    /// The time of the last message.
    pub(super) heard: Instant,
    pub(super) is_formed: bool,
    /// The tick after which all workers have stopped, if a host has asked for it.
    pub(super) stopped: Option<u64>,
    pub(super) is_done: bool,
}

impl Processes {
    pub(super) fn start(jobs: &[Job]) -> io::Result<Self> {
        let (sender, messages) = channel();
        // If one of the processes cannot be started, the drop ends the others.
        let mut processes = Self { workers: Vec::new(), messages };
        for (number, job) in jobs.iter().enumerate() {
            processes.workers.push(Process::start(number, job, sender.clone())?);
        }
        Ok(processes)
    }

    /// The next message of any process; `None` if none arrives within `timeout`.
    pub(super) fn next(&mut self, timeout: Duration) -> Option<Received> {
        match self.messages.recv_timeout(timeout) {
            Ok((number, message)) => {
                self.workers[number].heard = Instant::now();
                Some((number, message))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Ends all processes. Returns their remaining messages, and the exit status of each that had ended by itself.
    pub(super) fn end(mut self) -> (Vec<Received>, Vec<Option<ExitStatus>>) {
        let statuses = self.workers.iter_mut().map(|worker| worker.child.try_wait().ok().flatten()).collect();
        self.kill();
        // The pipes end with the processes.
        (self.messages.iter().collect(), statuses)
    }

    /// Asks all processes to stop the round after the same tick.
    pub(super) fn stop(&mut self) {
        for lifeline in self.workers.iter_mut().filter_map(|worker| worker.lifeline.as_mut()) {
            // If the process has ended already, the end of its output says so.
            let _ = writeln!(lifeline, "{STOP}").and_then(|()| lifeline.flush());
        }
    }

    fn kill(&mut self) {
        for worker in &mut self.workers {
            // Fails if the process has ended already.
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Process {
    fn start(number: usize, job: &Job, sender: Sender<Received>) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(["cluster", "worker"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (mut lifeline, output) = (child.stdin.take(), child.stdout.take());
        if let Some(lifeline) = &mut lifeline {
            let mut line = serde_json::to_vec(job)?;
            line.push(b'\n');
            // If the process has ended already, the end of its output says so.
            let _ = lifeline.write_all(&line);
        }
        std::thread::spawn(move || {
            // An incomplete line is no message.
            let lines = output.into_iter().flat_map(|output| BufReader::new(output).lines()).map_while(Result::ok);
            for message in lines.filter_map(|line| serde_json::from_str(&line).ok()) {
                let _ = sender.send((number, Some(message)));
            }
            let _ = sender.send((number, None));
        });
        Ok(Self { child, lifeline, heard: Instant::now(), is_formed: false, stopped: None, is_done: false })
    }
}
