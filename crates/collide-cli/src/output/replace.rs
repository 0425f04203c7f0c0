//! Files that are written under another name first, so that a file never has a part of its content.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The start and the end of the name of an unfinished file. A killed process may leave one.
const UNFINISHED: (&str, &str) = (".collide-", ".new");

/// The limit of links to links: that of Linux.
const MAX_LINKS: usize = 40;

/// Replaces a file as [`replace_file`] does, and flushes the new one to the disk first: some file systems report only
/// then that the disk is full.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    replace_file(path, |file| {
        write(file)?;
        // Pipes and devices cannot be flushed.
        if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
    })
}

/// Writes a file beside `path`, and gives it that name when it is complete. If an error or the end of the process comes
/// first, the old file is unchanged. Symbolic links stay: the file that they lead to is replaced. The new file has the
/// permissions of the old one, and its owner as far as the system allows it; a hard link keeps the old content.
///
/// What is not a regular file, such as a pipe or a device, is written in place; as are a file in a folder where this
/// process may not make files, and a file that is mounted by itself.
pub(crate) fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // Fails for a folder, and for a file that this process may not write.
    let old = match OpenOptions::new().write(true).open(path) {
        Ok(mut file) => {
            let old = file.metadata()?;
            if !old.is_file() {
                return write(&mut file);
            }
            Some(old)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = follow_links(path);
    let (start, end) = UNFINISHED;
    let new = tempfile::Builder::new().prefix(start).suffix(end).make_in(folder(&target), |new| File::create_new(new));
    let mut new = match new {
        Ok(new) => new,
        // If there is no such folder, this fails with the error of the system alone.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => {
            return write(&mut File::create(path)?);
        }
        Err(error) => return Err(error),
    };
    // First, so that no other user can read the content meanwhile.
    if let Some(old) = old {
        keep_permissions(new.as_file(), &old)?;
    }
    write(new.as_file_mut())?;
    match new.persist(&target) {
        Ok(_) => Ok(()),
        // The name of a file that is mounted by itself, as containers do, belongs to its mount.
        Err(unnamed) if unnamed.error.kind() == ErrorKind::ResourceBusy => {
            fs::copy(unnamed.file.path(), target).map(drop)
        }
        Err(unnamed) => Err(unnamed.error),
    }
}

/// The name of the file that symbolic links lead to, which may not exist.
fn follow_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = folder(&target).join(next);
    }
    target
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn keep_permissions(new: &File, old: &Metadata) -> io::Result<()> {
    // Before the permissions: a change of the owner may remove some of them. Only root may give a file to another user.
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _ = fchown(new, None, Some(old.gid()));
        let _ = fchown(new, Some(old.uid()), None);
    }
    new.set_permissions(old.permissions())
}
