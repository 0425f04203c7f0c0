//! Runs the command on files made for the test.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use tempfile::TempDir;

/// A folder of input files.
pub struct Files(TempDir);

/// What a run printed, and its exit code.
#[allow(dead_code, reason = "each test file uses its part")]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Files {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    #[allow(dead_code, reason = "each test file uses its part")]
    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    /// Runs `collide pairs` in the folder, so that messages name files as given.
    pub fn pairs(&self, arguments: &[&str]) -> Ran {
        self.pairs_of(arguments, b"")
    }

    pub fn pairs_of(&self, arguments: &[&str], stdin: &[u8]) -> Ran {
        self.run(&[&["pairs"], arguments].concat(), stdin)
    }

    /// Runs `collide` in the folder.
    pub fn run(&self, arguments: &[&str], stdin: &[u8]) -> Ran {
        let mut command = Command::new(program());
        let output = command.current_dir(self.0.path()).args(arguments).write_stdin(stdin).output().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs the examples of a command's `--help` in the folder, with the shell, and gives their output.
#[allow(dead_code, reason = "each test file uses its part")]
#[cfg(unix)]
pub fn examples(files: &Files, command: &str) -> Vec<String> {
    let words = command.split(' ').chain(["--help"]).collect::<Vec<_>>();
    let help = files.run(&words, b"").out;
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
    let folder = program().parent().unwrap().display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let run = |line: &str| {
        let mut shell = Command::new("sh");
        let output = shell.current_dir(files.path()).env("PATH", &path).args(["-ec", line]).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    lines.map(run).collect()
}

pub fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_collide").into()
}

/// Runs on one CSV text in a file `units.csv`.
#[allow(dead_code, reason = "each test file uses its part")]
pub fn pairs(text: &str, options: &[&str]) -> Ran {
    let files = Files::new(&[("units.csv", text.as_bytes())]);
    files.pairs(&[&["units.csv"], options].concat())
}

/// Replaces the last of some bytes in a trace, and makes the checksums right again.
#[allow(dead_code, reason = "each test file uses its part")]
pub fn forge(trace: &mut [u8], old: &[u8], new: &[u8]) {
    let at = trace.windows(old.len()).rposition(|bytes| bytes == old).unwrap();
    trace[at..at + old.len()].copy_from_slice(new);
    let mut checksum = xxhash_rust::xxh3::xxh3_64(&trace[..12]);
    let mut rest = &mut trace[12..];
    while !rest.is_empty() {
        let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
        checksum = xxhash_rust::xxh3::xxh3_64_with_seed(&rest[16..16 + length], checksum);
        rest[8..16].copy_from_slice(&checksum.to_le_bytes());
        rest = &mut rest[16 + length..];
    }
}
