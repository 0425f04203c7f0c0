//! Files that a command writes are complete or unchanged, also if the disk is full or the process is killed.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use common::{Files, program};

const OLD: &str = "id,x,y,radius\nold,0,0,1\n";

/// A folder with an input of three rows and a large one.
fn files() -> Files {
    let rows: String = (0..20_000).map(|id| format!("{id},0.5,0.25,1\n")).collect();
    let large = format!("id,x,y,radius\n{rows}");
    Files::new(&[("units.csv", b"id,x,y,radius\na,0,0,1\nb,1,0,1\n"), ("large.csv", large.as_bytes())])
}

/// Runs a command line in the folder with a limit of 64 kB for each file. `handler` says what happens at the limit: `''`
/// makes the write fail, as on a full disk; `-` kills the process.
fn limited(folder: &Path, handler: &str, arguments: &str) -> Output {
    let line = format!("ulimit -c 0; ulimit -f 64; trap {handler} XFSZ; exec '{}' {arguments}", program().display());
    Command::new("bash").current_dir(folder).args(["-c", &line]).output().unwrap()
}

/// The names in a folder but for the inputs.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| !["units.csv", "large.csv"].contains(&name.as_str())).collect();
    names.sort();
    names
}

fn convert(files: &Files, out: &str) {
    let ran = files.run(&["convert", "units.csv", out], b"");
    assert_eq!((ran.code, ran.err), (0, format!("{out}: 1 tick, 2 rows\n")));
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let files = files();
    for out in ["out.csv", "out.jsonl", "out.ctrace"] {
        let path = files.path().join(out);
        fs::write(&path, OLD).unwrap();
        let ran = limited(files.path(), "''", &format!("convert large.csv {out}"));
        let error = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(1) && error.contains(&format!("error: {out}: cannot write: ")), "{error}");
        assert!(fs::read_to_string(&path).unwrap() == OLD, "{out} has changed");
        fs::remove_file(path).unwrap();
        // A file that did not exist does not exist then.
        assert_eq!(limited(files.path(), "''", &format!("convert large.csv {out}")).status.code(), Some(1));
        assert_eq!(names(files.path()), [""; 0]);
    }
    fs::write(files.path().join("page.html"), OLD).unwrap();
    let line = "compare units.csv --budget 20ms --html page.html";
    // The page is smaller than the limit of the other commands.
    let page = format!("ulimit -f 4; trap '' XFSZ; exec '{}' {line}", program().display());
    let ran = Command::new("bash").current_dir(files.path()).args(["-c", &page]).output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    assert!(fs::read_to_string(files.path().join("page.html")).unwrap() == OLD, "the page has changed");
    assert_eq!(names(files.path()), ["page.html"]);
}

#[test]
fn a_killed_process_leaves_the_old_file() {
    let files = files();
    let path = files.path().join("out.csv");
    fs::write(&path, OLD).unwrap();
    let ran = limited(files.path(), "-", "convert large.csv out.csv");
    assert_eq!(ran.status.code(), None, "killed: {ran:?}");
    assert!(fs::read_to_string(&path).unwrap() == OLD, "the file has changed");
    // Its unfinished file has a name that says whose it is.
    let left = names(files.path());
    assert!(left.len() == 2 && left[0].starts_with(".collide-") && left[0].ends_with(".new"), "{left:?}");
}

#[test]
fn links_stay_and_permissions_are_kept() {
    let files = files();
    let folder = files.path();
    fs::create_dir(folder.join("far")).unwrap();
    fs::write(folder.join("far/old.csv"), OLD).unwrap();
    fs::set_permissions(folder.join("far/old.csv"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("far/middle.csv", folder.join("link.csv")).unwrap();
    symlink("old.csv", folder.join("far/middle.csv")).unwrap();
    symlink("far/new.csv", folder.join("dangling.csv")).unwrap();
    for (link, file) in [("link.csv", "far/old.csv"), ("dangling.csv", "far/new.csv")] {
        convert(&files, link);
        assert!(folder.join(link).is_symlink() && folder.join("far/middle.csv").is_symlink(), "{link}");
        assert!(fs::read_to_string(folder.join(file)).unwrap().contains("\nb,"), "{link}");
    }
    let mode = |file: &str| fs::metadata(folder.join(file)).unwrap().mode() & 0o7777;
    assert_eq!(mode("far/old.csv"), 0o604);
    // Only root may give a file to another user.
    if chown(folder.join("far/old.csv"), Some(1), Some(2)).is_ok() {
        convert(&files, "link.csv");
        let about = fs::metadata(folder.join("far/old.csv")).unwrap();
        assert_eq!((about.uid(), about.gid(), about.mode() & 0o7777), (1, 2, 0o604));
    }
    // A new file has the mode of all new files.
    convert(&files, "new.csv");
    fs::File::create(folder.join("other")).unwrap();
    assert_eq!((mode("new.csv"), mode("far/new.csv")), (mode("other"), mode("other")));
}

#[test]
fn pipes_and_devices_are_written_in_place() {
    let files = files();
    let pipe = files.path().join("pipe.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut text = String::new();
            fs::File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
            text
        }
    });
    convert(&files, "pipe.csv");
    assert!(reader.join().unwrap().ends_with("\nb,1,0,1,,,,,,,,\n"));
    symlink("/dev/null", files.path().join("null.csv")).unwrap();
    convert(&files, "null.csv");
    assert!(fs::metadata(files.path().join("null.csv")).unwrap().mode() & 0o170_000 == 0o020_000, "a device");
    assert_eq!(names(files.path()), ["null.csv", "pipe.csv"]);
}

/// The file may be written, but its folder takes no new ones. Root may do all this.
#[test]
fn a_folder_without_new_files_and_a_file_that_is_read_only() {
    let files = files();
    let folder = files.path().join("closed");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("out.csv"), OLD).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    convert(&files, "closed/out.csv");
    let is_root = fs::File::create(folder.join("probe")).is_ok();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(fs::read_to_string(folder.join("out.csv")).unwrap().contains("\nb,"));
    fs::set_permissions(folder.join("out.csv"), fs::Permissions::from_mode(0o444)).unwrap();
    let ran = files.run(&["convert", "units.csv", "closed/out.csv"], b"");
    assert!(is_root || ran.code == 1 && ran.err.starts_with("error: closed/out.csv: cannot write: "), "{}", ran.err);
    let ran = files.run(&["convert", "units.csv", "none/out.csv"], b"");
    let missing = "error: none/out.csv: cannot write: No such file or directory (os error 2)\n";
    assert_eq!((ran.code, ran.err.as_str()), (1, missing));
    let ran = files.run(&["convert", "units.csv", "closed/out.csv/"], b"");
    assert_eq!(ran.code, 1, "{}", ran.err);
}

#[test]
fn manual_pages_are_replaced() {
    let files = files();
    assert_eq!(files.run(&["man", "pages"], b"").code, 0);
    let page = files.path().join("pages/collide-pairs.1");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o640)).unwrap();
    let before = fs::metadata(&page).unwrap();
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(files.run(&["man", "pages"], b"").code, 0);
    let after = fs::metadata(&page).unwrap();
    assert_ne!(before.ino(), after.ino(), "another file has the name");
    assert_eq!((before.mode(), text), (after.mode(), fs::read_to_string(&page).unwrap()));
}
