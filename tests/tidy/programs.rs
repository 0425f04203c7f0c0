use std::fs;
use std::path::Path;

use cargo_metadata::{MetadataCommand, TargetKind};

use crate::{check, root};

/// A test file that is neither a program nor a module of one would not run. Cargo does not look for it, because the
/// manifest lists the programs.
#[test]
fn every_test_file_runs() {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec().unwrap();
    let mut faults = Vec::new();
    for package in &metadata.packages {
        let tests = package.targets.iter().filter(|target| target.kind == [TargetKind::Test]);
        let programs: Vec<_> = tests.map(|target| target.src_path.as_std_path()).collect();
        let modules = programs.iter().flat_map(|program| modules(program)).collect::<Vec<_>>();
        let folder = package.manifest_path.with_file_name("tests");
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let file = if path.is_dir() { path.join("main.rs") } else { path.clone() };
            let is_test = file.is_file() && file.extension().is_some_and(|ending| ending == "rs");
            let name = path.file_stem().unwrap().to_str().unwrap();
            if is_test && !programs.contains(&file.as_path()) && !modules.iter().any(|module| module == name) {
                faults.push(path.display().to_string());
            }
        }
    }
    check("tests that do not run", faults);
}

/// The names of the modules that a file declares.
fn modules(program: &Path) -> Vec<String> {
    let text = fs::read_to_string(program).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    names.map(str::to_owned).collect()
}
