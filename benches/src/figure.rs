//! The figures of a bench in machine-readable form.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::{env, path::Path};

use serde::{Deserialize, Serialize};

/// One figure, a line of JSON.
///
/// The kind is the only key of an outer object, not a tag among the fields: serde reads tagged enums through a buffer,
/// which fails on numbers if another crate of the build enables `arbitrary_precision` of `serde_json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// The machine of a comparison with peers, and the versions of the peers.
    Setup {
        /// The name of the processor.
        processor: String,
        /// The number of hardware threads.
        processors: usize,
        /// The compiler's name and version.
        compiler: String,
        /// Turns of each contender.
        rounds: usize,
        /// Names of peers and their versions.
        peers: Vec<(String, String)>,
    },
    /// The time of one contender on one scene.
    Peers {
        /// The scene.
        scene: String,
        /// The number of entities.
        entities: usize,
        /// The name of the contender.
        contender: String,
        /// Nanoseconds for an entity and tick, or `None` if the contender was too slow.
        nanoseconds: Option<f64>,
    },
    /// The time of one contender for a batch of queries on the uniform scene.
    Queries {
        /// What is asked.
        question: String,
        /// The number of entities.
        entities: usize,
        /// The number of queries of the batch.
        queries: usize,
        /// The name of the contender.
        contender: String,
        /// Microseconds for a query.
        microseconds: f64,
    },
    /// The time of a world on the uniform scene.
    Scaling {
        /// The number of entities.
        entities: usize,
        /// The number of threads.
        threads: usize,
        /// Nanoseconds for an entity and tick.
        nanoseconds: f64,
        /// The speedup of plain arithmetic on these threads over one thread, measured in the same turns.
        arithmetic: f64,
    },
    /// The memory of a warm world, in bytes for an entity.
    Memory {
        /// The scene.
        scene: String,
        /// The number of entities.
        entities: usize,
        /// The order of its pairs.
        order: String,
        /// The shapes and the user's data.
        content: f64,
        /// The listed pairs.
        pairs: f64,
        /// Everything else, without indexes that are built on first use.
        beyond: f64,
        /// All indexes that are built on first use, by access by handle and by queries.
        indexes: f64,
    },
}

/// Appends a figure to the file that `COLLIDE_BENCH_JSON` names, if it names one.
///
/// # Panics
/// If the file cannot be written, because the report would be incomplete.
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
