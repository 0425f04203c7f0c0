//! Files of a folder and of those inside it.

use std::fs;
use std::path::{Path, PathBuf};

/// Copies a folder.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    for file in files(from)? {
        let inside = file.strip_prefix(from).map_err(|error| format!("{}: {error}", file.display()))?;
        let out = to.join(inside);
        let copied = out.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(&file, &out).map(drop));
        copied.map_err(|error| format!("{}: {error}", out.display()))?;
    }
    Ok(())
}

/// All files, in order.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let named = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(named)? {
        let path = entry.map_err(named)?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}
