//! What a bench measured, for programs to read.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::{env, path::Path};

use serde::{Deserialize, Serialize};

/// One figure, a line of JSON.
///
/// The kind is the only key of an outer object, and no tag among the others: serde reads a tagged one by way of a buffer, which
/// fails on numbers where another crate of the build has asked `serde_json` for their digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Where a comparison with peers runs, and against which versions.
    Setup {
        /// The name of the processor.
        processor: String,
        /// How many threads the system offers.
        processors: usize,
        /// The compiler's name and version.
        compiler: String,
        /// Turns of each contender.
        rounds: usize,
        /// Names of peers and their versions.
        peers: Vec<(String, String)>,
    },
    /// What one contender took on one scene.
    Peers {
        /// The scene.
        scene: String,
        /// How many entities it has.
        entities: usize,
        /// Who contends.
        contender: String,
        /// Nanoseconds for an entity and tick, or nothing for those left out as too slow.
        nanoseconds: Option<f64>,
    },
    /// What a world took on the uniform scene.
    Scaling {
        /// How many entities it has.
        entities: usize,
        /// How many threads it has.
        threads: usize,
        /// Nanoseconds for an entity and tick.
        nanoseconds: f64,
        /// How many times faster than one thread these threads do plain arithmetic, measured in between.
        arithmetic: f64,
    },
    /// What a warm world holds, in bytes for an entity.
    Memory {
        /// The scene.
        scene: String,
        /// How many entities it has.
        entities: usize,
        /// In which order it lists pairs.
        order: String,
        /// The numbers of the shapes, and the user's data.
        content: f64,
        /// The pairs listed.
        pairs: f64,
        /// All else.
        beyond: f64,
    },
}

/// Appends a figure to the file that `COLLIDE_BENCH_JSON` names, if it names one.
///
/// # Panics
/// When the file cannot be written: a report without it would be wrong.
pub fn record(figure: &Figure) {
    if let Some(path) = env::var_os("COLLIDE_BENCH_JSON") {
        let path = Path::new(&path);
        append(path, figure).unwrap_or_else(|error| panic!("COLLIDE_BENCH_JSON: {}: {error}", path.display()));
    }
}

fn append(path: &Path, figure: &Figure) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    writeln!(file, "{}", serde_json::to_string(figure)?)
}
