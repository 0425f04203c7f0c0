//! Runs the command on files made for the test.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use tempfile::TempDir;

/// A folder of input files.
pub struct Files(TempDir);

/// What a run printed, and its exit code.
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
        let mut command = Command::new(program());
        let output =
            command.current_dir(self.0.path()).arg("pairs").args(arguments).write_stdin(stdin).output().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
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
