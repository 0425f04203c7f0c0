//! A file of shapes or queries, as CSV and as JSON lines, gives consistent rows or a short message.
#![no_main]

use std::cell::RefCell;
use std::fs;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<TempDir> = RefCell::new(tempfile::tempdir().expect("a folder"));
}

fuzz_target!(|bytes: &[u8]| {
    FOLDER.with_borrow(|folder| {
        for name in ["rows.csv", "rows.jsonl"] {
            let path = folder.path().join(name);
            fs::write(&path, bytes).expect("room on the disk");
            collide_cli::fuzzing::read(&path);
        }
    });
});
