//! Saved parts as files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{SavedError, SavedPart};

/// The number of parts kept for each worker, in case the last one is damaged or was not saved by all.
const KEPT: usize = 3;

/// The limit of the size of a part that is read, in bytes: twice that of a part with as many entities as a cluster
/// allows by default.
const MAX_PART_BYTES: u64 = 1 << 34;

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
    /// The name of a part belongs to something else, such as a folder or a pipe.
    #[error("{file}: must be a regular file")]
    NotFile {
        /// The name.
        file: String,
    },
    /// A file is larger than any part.
    #[error("{file}: must have at most {limit} bytes, has {size}")]
    Size {
        /// The name of the file.
        file: String,
        /// Its size in bytes.
        size: u64,
        /// The limit.
        limit: u64,
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

    /// Removes the parts of a worker before the last three, and what its earlier processes did not finish to write.
    fn remove_old(&self, worker: u32) -> Result<(), FolderError> {
        let (ending, unfinished) = (format!("-{worker:03}{ENDING}"), format!("-{worker:03}.new-"));
        let files = self.files()?;
        let own = files.iter().filter(|(name, _)| name.ends_with(&ending));
        let old = own.rev().skip(KEPT).chain(files.iter().filter(|(name, _)| name.contains(&unfinished)));
        for (_, file) in old {
            // Another process that shares the folder may have been first.
            let _ = fs::remove_file(file);
        }
        Ok(())
    }

    /// The names of all files of the run, in order of ticks, and their paths.
    fn files(&self) -> Result<Vec<(String, PathBuf)>, FolderError> {
        let prefix = self.prefix();
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fails(&self.path, "read"))? {
            let entry = entry.map_err(fails(&self.path, "read"))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&prefix) {
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
        for (_, file) in self.files()?.into_iter().filter(|(name, _)| name.ends_with(ENDING)) {
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
    let name = || file.display().to_string();
    // Opening a pipe would wait for its writer.
    let about = fs::metadata(file).map_err(fails(file, "read"))?;
    if !about.is_file() {
        return Err(FolderError::NotFile { file: name() });
    }
    let (size, limit) = (about.len(), MAX_PART_BYTES);
    if size > limit {
        return Err(FolderError::Size { file: name(), size, limit });
    }
    let bytes = read_part(file, size).map_err(fails(file, "read"))?;
    let part = SavedPart::of(&bytes).map_err(|error| FolderError::Part { file: name(), error })?;
    Ok((part, bytes))
}

/// The bytes of a file; its header alone if that is not the header of a part.
fn read_part(file: &Path, size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut source = File::open(file)?.take(size);
    source.by_ref().take(SavedPart::HEADER as u64).read_to_end(&mut bytes)?;
    if SavedPart::has_header(&bytes) {
        let rest = usize::try_from(source.limit()).map_err(|_| ErrorKind::OutOfMemory)?;
        bytes.try_reserve_exact(rest).map_err(|_| ErrorKind::OutOfMemory)?;
        source.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
