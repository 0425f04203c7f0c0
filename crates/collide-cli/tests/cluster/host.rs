//! A host of a cluster as a process.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::common::program;

/// Longer than anything takes on a slow machine.
pub const LONG: Duration = Duration::from_secs(60);

pub const SCENE: [&str; 9] =
    ["--scene", "mixed", "--entities", "600", "--seed", "5", "--fingerprints", "--patience", "2s"];

/// A host while it runs.
pub struct Host {
    pub child: Child,
    out: BufReader<ChildStdout>,
    said: Receiver<String>,
    /// All its messages on standard error up to now.
    heard: Vec<String>,
}

impl Host {
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_with(folder, arguments, &[])
    }

    /// With environment variables.
    pub fn start_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program());
        command.envs(variables.iter().copied()).current_dir(folder).arg("cluster").args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (tell, said) = channel();
        let errors = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || errors.lines().map_while(Result::ok).for_each(|line| _ = tell.send(line)));
        Self { child, out, said, heard: vec![] }
    }

    /// The lines up to that of a tick.
    pub fn until(&mut self, tick: u64, lines: &mut Vec<String>) {
        let mut line = String::new();
        while self.out.read_line(&mut line).unwrap() > 0 {
            lines.push(line.trim().to_owned());
            if line.starts_with(&format!("{tick},")) {
                return;
            }
            line.clear();
        }
        panic!("no tick {tick}: {:?}", self.said.try_iter().collect::<Vec<_>>());
    }

    /// The id of the current process of a worker.
    pub fn process(&mut self, worker: usize) -> String {
        self.heard.extend(self.said.try_iter());
        let start = format!("worker {worker}: process ");
        let rest = self.heard.iter().rev().find_map(|line| Some(line.split_once(&start)?.1)).unwrap();
        rest.split(',').next().unwrap().to_owned()
    }

    /// Waits for a message with this text. Returns the rest of its line.
    pub fn message(&mut self, text: &str) -> String {
        let begin = Instant::now();
        loop {
            self.heard.extend(self.said.try_iter());
            if let Some((_, rest)) = self.heard.iter().find_map(|line| line.split_once(text)) {
                return rest.to_owned();
            }
            assert!(begin.elapsed() < LONG, "no `{text}`: {:?}", self.heard);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end. Returns the exit code and all messages; adds the remaining lines to `lines`.
    pub fn end(mut self, lines: &mut Vec<String>) -> (i32, String) {
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        lines.extend(rest.lines().map(str::to_owned));
        let code = self.child.wait().unwrap().code().unwrap();
        self.heard.extend(self.said.iter());
        (code, self.heard.join("\n"))
    }
}

pub fn signal(name: &str, process: &str) {
    assert!(Command::new("kill").args([name, process]).status().unwrap().success());
}

/// The lines of a single world.
pub fn alone(folder: &Path, ticks: &str) -> Vec<String> {
    let arguments = [&["local", "--ticks", ticks, "--check"], SCENE.as_slice()].concat();
    let mut lines = vec![];
    let (code, said) = Host::start(folder, &arguments).end(&mut lines);
    assert!(code == 0 && said.ends_with("all as in a single world"), "{said}");
    lines
}
