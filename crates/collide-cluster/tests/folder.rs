//! Files in the folder of parts that are not parts.

use std::fs::{self, File};

use collide_cluster::{Folder, FolderError, SavedError};
use tempfile::tempdir;

/// The name of a part of the run 7.
fn name(tick: u64) -> String {
    format!("0000000000000007-{tick:012}-000.part")
}

#[test]
fn files_that_are_not_parts_are_named() {
    let folder = tempdir().unwrap();
    let path = |tick| folder.path().join(name(tick));
    fs::create_dir(path(1)).unwrap();
    // These take no space on the disk. The second one would fill the memory.
    File::create(path(2)).unwrap().set_len((1 << 34) + 1).unwrap();
    File::create(path(3)).unwrap().set_len(1 << 34).unwrap();
    fs::write(path(4), "short").unwrap();
    let (parts, faults) = Folder::open(folder.path(), 7).unwrap().parts().unwrap();
    assert_eq!((parts.len(), faults.len()), (0, 4));
    assert!(matches!(&faults[0], FolderError::NotFile { file } if file.ends_with(&name(1))));
    assert!(matches!(&faults[1], FolderError::Size { size: 17_179_869_185, limit: 17_179_869_184, .. }));
    assert!(matches!(&faults[2], FolderError::Part { error: SavedError::Version, .. }));
    assert!(matches!(&faults[3], FolderError::Part { error: SavedError::Version, .. }));
}

#[cfg(unix)]
#[test]
fn a_pipe_named_as_a_part_is_not_opened() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join(name(1));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (parts, faults) = Folder::open(folder.path(), 7).unwrap().parts().unwrap();
    assert_eq!((parts.len(), faults.len()), (0, 1));
    assert_eq!(faults[0].to_string(), format!("{}: must be a regular file", pipe.display()));
}

#[test]
fn unfinished_files_of_earlier_processes_are_removed() {
    let folder = tempdir().unwrap();
    let other = "0000000000000007-000000000003-001.new-1";
    for file in ["0000000000000007-000000000003-000.new-1", other, "notes.txt"] {
        fs::write(folder.path().join(file), "").unwrap();
    }
    let parts = Folder::open(folder.path(), 7).unwrap();
    (4..8).for_each(|tick| parts.write(tick, 0, b"part").unwrap());
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert_eq!(files, [other.to_owned(), name(5), name(6), name(7), "notes.txt".to_owned()]);
}
