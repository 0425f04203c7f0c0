//! The processes that a host has started for a round.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::job::{Job, Word};

/// What a process says, by its number; `None` when it says no more.
pub(super) type Heard = (usize, Option<Word>);

/// All of them. They end when this is dropped, and when the host itself is gone.
pub(super) struct Crew {
    pub(super) workers: Vec<Process>,
    words: Receiver<Heard>,
}

/// One of them.
pub(super) struct Process {
    pub(super) child: Child,
    /// As long as it is open, the process goes on.
    _lifeline: Option<ChildStdin>,
    /// When it has last said anything.
    pub(super) heard: Instant,
    pub(super) is_formed: bool,
    pub(super) is_done: bool,
}

impl Crew {
    pub(super) fn start(jobs: &[Job]) -> io::Result<Self> {
        let (tell, words) = channel();
        // Dropped with what it has, should one of them not start.
        let mut crew = Self { workers: Vec::new(), words };
        for (number, job) in jobs.iter().enumerate() {
            crew.workers.push(Process::start(number, job, tell.clone())?);
        }
        Ok(crew)
    }

    /// What one of them says next, `None` if that was all.
    pub(super) fn next(&mut self, wait: Duration) -> Option<Heard> {
        match self.words.recv_timeout(wait) {
            Ok((number, word)) => {
                self.workers[number].heard = Instant::now();
                Some((number, word))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Ends all of them, and what they had still said; how those ended that did so by themselves.
    pub(super) fn end(mut self) -> (Vec<Heard>, Vec<Option<ExitStatus>>) {
        let statuses = self.workers.iter_mut().map(|worker| worker.child.try_wait().ok().flatten()).collect();
        self.kill();
        // The pipes end with the processes.
        (self.words.iter().collect(), statuses)
    }

    fn kill(&mut self) {
        for worker in &mut self.workers {
            // One that is over already cannot be ended again.
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Process {
    fn start(number: usize, job: &Job, tell: Sender<Heard>) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(["cluster", "worker"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (mut lifeline, output) = (child.stdin.take(), child.stdout.take());
        if let Some(lifeline) = &mut lifeline {
            let mut line = serde_json::to_vec(job)?;
            line.push(b'\n');
            // One that is gone already is noticed by its silence.
            let _ = lifeline.write_all(&line);
        }
        std::thread::spawn(move || {
            // A line that is cut off was not said.
            let lines = output.into_iter().flat_map(|output| BufReader::new(output).lines()).map_while(Result::ok);
            for word in lines.filter_map(|line| serde_json::from_str(&line).ok()) {
                let _ = tell.send((number, Some(word)));
            }
            let _ = tell.send((number, None));
        });
        let (heard, is_formed, is_done) = (Instant::now(), false, false);
        Ok(Self { child, _lifeline: lifeline, heard, is_formed, is_done })
    }
}
