//! The greeting of a process.

use std::hash::{BuildHasher, Hasher, RandomState};

use serde::{Deserialize, Serialize};

use crate::TileMap;

/// The greeting of a process, before it is part of the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) worker: u32,
    /// A random number of this process: a restarted process has another one.
    pub(crate) instance: u64,
    /// The number of the run, the same for all.
    pub(crate) run: u64,
    /// The names and values of the options that determine the run, the same for all.
    pub(crate) options: Vec<(String, String)>,
    /// A hash of the list of hosts, the same for all.
    pub(crate) hosts: u64,
    pub(crate) round: u64,
    pub(crate) emitted: Option<u64>,
    pub(crate) parts: Vec<PartInfo>,
}

/// A saved part that a process has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartInfo {
    pub(crate) tick: u64,
    pub(crate) worker: u32,
    pub(crate) workers: u32,
    pub(crate) map: TileMap,
}

/// An option that two processes have with different values.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) option: String,
    pub(super) here: String,
    pub(super) there: String,
}

impl Hello {
    /// A number that no other process has.
    pub(super) fn new_instance() -> u64 {
        RandomState::new().build_hasher().finish()
    }

    /// The first option whose value a peer has not, or the number of the run.
    pub(super) fn difference(&self, peer: &Self) -> Option<Difference> {
        let names = self.options.iter().chain(&peer.options).map(|(name, _)| name);
        let mut values = names.map(|name| (name, self.option(name), peer.option(name)));
        if let Some((name, here, there)) = values.find(|(_, here, there)| here != there) {
            let [here, there] = [here, there].map(|value| value.unwrap_or("not set").to_owned());
            return Some(Difference { option: name.clone(), here, there });
        }
        let [here, there] = [self.run, peer.run].map(|run| format!("{run:016x}"));
        (here != there).then(|| Difference { option: "run".to_owned(), here, there })
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(run: u64, options: &[(&str, &str)]) -> Hello {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Hello { worker: 0, instance: 1, run, options, hosts: 2, round: 0, emitted: None, parts: vec![] }
    }

    #[test]
    fn the_first_difference_is_named() {
        let difference = |a: &Hello, b: &Hello| a.difference(b).map(|found| (found.option, found.here, found.there));
        let named =
            |option: &str, here: &str, there: &str| Some((option.to_owned(), here.to_owned(), there.to_owned()));
        let own = hello(1, &[("seed", "5"), ("tile", "4")]);
        assert_eq!(difference(&own, &own.clone()), None);
        assert_eq!(difference(&own, &hello(2, &[("seed", "5"), ("tile", "3")])), named("tile", "4", "3"));
        assert_eq!(difference(&own, &hello(2, &[("tile", "3")])), named("seed", "5", "not set"));
        let more = hello(2, &[("seed", "5"), ("tile", "4"), ("pace", "1")]);
        assert_eq!(difference(&own, &more), named("pace", "not set", "1"));
        let (run, other) = ("0000000000000001", "0000000000000002");
        assert_eq!(difference(&own, &Hello { run: 2, ..own.clone() }), named("run", run, other));
    }
}
