//! Saved parts as files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{SavedError, SavedPart};

/// The number of parts kept for each worker, in case the last one is damaged or was not saved by all.
const KEPT: usize = 3;

/// The extension of the names of parts.
const ENDING: &str = ".part";

/// A folder with the saved parts of one run: [`Member::save`](crate::Member::save) as files.
///
/// A part gets its name only when it is complete and on the disk, even if the machine fails. The last three of each
/// worker are kept. Files of other runs and all other files are not touched. Several processes may share a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    run: u64,
}

/// A part in a folder.
#[derive(Clone, Debug)]
pub struct StoredPart {
    /// The description of the part.
    pub part: SavedPart,
    file: PathBuf,
}

/// Why a part cannot be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// An operation on a file failed.
    #[error("{file}: cannot {action}: {error}")]
    File {
        /// The name of the file.
        file: String,
        /// The operation, such as "open".
        action: &'static str,
        /// The error of the system.
        error: io::Error,
    },
    /// A file is not a part, or is damaged.
    #[error("{file}: {error}")]
    Part {
        /// The name of the file.
        file: String,
        /// The reason.
        error: SavedError,
    },
}

fn fails(file: &Path, action: &'static str) -> impl FnOnce(io::Error) -> FolderError {
    move |error| FolderError::File { file: file.display().to_string(), action, error }
}

impl Folder {
    /// Opens a folder for a run, and creates it if it does not exist. `run` is a number that no other run has: a hash
    /// of all inputs that determine the results.
    ///
    /// # Errors
    /// [`FolderError::File`] if the folder cannot be created.
    pub fn open(path: &Path, run: u64) -> Result<Self, FolderError> {
        fs::create_dir_all(path).map_err(fails(path, "make"))?;
        Ok(Self { path: path.to_owned(), run })
    }

    /// The start of the names of a run's parts.
    fn prefix(&self) -> String {
        format!("{:016x}-", self.run)
    }

    /// Writes a part atomically: when this returns, the part is complete on the disk or does not exist. Blocks until
    /// the disk has written it.
    ///
    /// # Errors
    /// [`FolderError::File`] if the system reports an error; earlier parts are kept then.
    pub fn write(&self, tick: u64, worker: u32, bytes: &[u8]) -> Result<(), FolderError> {
        let file = self.path.join(format!("{}{tick:012}-{worker:03}{ENDING}", self.prefix()));
        // A name that no other process and no other part has.
        let new = file.with_extension(format!("new-{}", std::process::id()));
        let write = || {
            let mut out = File::create(&new)?;
            out.write_all(bytes)?;
            out.sync_all()?;
            fs::rename(&new, &file)?;
            // Makes the name durable, too.
            File::open(&self.path)?.sync_all()
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&new);
            fails(&file, "write")(error)
        })?;
        self.remove_old(worker)
    }

    fn remove_old(&self, worker: u32) -> Result<(), FolderError> {
        let ending = format!("-{worker:03}{ENDING}");
        let files = self.files()?;
        let own: Vec<_> = files.iter().filter(|(name, _)| name.ends_with(&ending)).collect();
        for (_, file) in own.iter().rev().skip(KEPT) {
            // Another process that shares the folder may have been first.
            let _ = fs::remove_file(file);
        }
        Ok(())
    }

    /// The names of all parts, in order of ticks, and their files.
    fn files(&self) -> Result<Vec<(String, PathBuf)>, FolderError> {
        let prefix = self.prefix();
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fails(&self.path, "read"))? {
            let entry = entry.map_err(fails(&self.path, "read"))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&prefix) && name.ends_with(ENDING) {
                files.push((name, entry.path()));
            }
        }
        files.sort();
        Ok(files)
    }

    /// All complete parts, in order of ticks and workers, and the errors of the other files.
    ///
    /// # Errors
    /// [`FolderError::File`] if the folder itself cannot be read.
    pub fn parts(&self) -> Result<(Vec<StoredPart>, Vec<FolderError>), FolderError> {
        let (mut parts, mut faults) = (Vec::new(), Vec::new());
        for (_, file) in self.files()? {
            match read(&file) {
                Ok((part, _)) => parts.push(StoredPart { part, file }),
                Err(fault) => faults.push(fault),
            }
        }
        Ok((parts, faults))
    }
}

impl StoredPart {
    /// The bytes of the part.
    ///
    /// # Errors
    /// [`FolderError`] if the file no longer exists or is damaged.
    pub fn bytes(&self) -> Result<Vec<u8>, FolderError> {
        read(&self.file).map(|(_, bytes)| bytes)
    }
}

fn read(file: &Path) -> Result<(SavedPart, Vec<u8>), FolderError> {
    let bytes = fs::read(file).map_err(fails(file, "read"))?;
    let part = SavedPart::of(&bytes).map_err(|error| FolderError::Part { file: file.display().to_string(), error })?;
    Ok((part, bytes))
}
