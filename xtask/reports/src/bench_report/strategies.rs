//! The table of strategies, from the files that criterion writes for `--bench broad`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use collide_bench::{Lopsided, Strategy};
use collide_scenes::SceneKind;
use serde::Deserialize;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Nanoseconds for an entity, by scene (an index of [`scenes`]) and size, and by strategy.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Strategies(BTreeMap<(usize, u64), BTreeMap<String, f64>>);

/// The description of a benchmark by criterion.
#[derive(Deserialize)]
struct Benchmark {
    group_id: String,
    function_id: String,
    throughput: Throughput,
}

#[derive(Deserialize)]
struct Throughput {
    #[serde(rename = "Elements")]
    elements: u64,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

impl Strategies {
    /// Reads the last figures in criterion's folder.
    pub(crate) fn read(criterion: &Path) -> Result<Self> {
        let mut strategies = Self::default();
        for group in folders(criterion)?.filter(|name| name.starts_with("broad_")) {
            for function in folders(&criterion.join(&group))?.filter(|name| name != "report") {
                let last = criterion.join(&group).join(&function).join("new");
                let read = |name: &str| {
                    let path = last.join(name);
                    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
                };
                strategies.add(&read("benchmark.json")?, &read("estimates.json")?)?;
            }
        }
        if strategies.0.is_empty() {
            return Err(format!("{}: has no figures of --bench broad", criterion.display()).into());
        }
        Ok(strategies)
    }

    fn add(&mut self, benchmark: &str, estimates: &str) -> Result<()> {
        let Benchmark { group_id, function_id, throughput } = serde_json::from_str(benchmark)?;
        let Estimates { median } = serde_json::from_str(estimates)?;
        let scene = group_id.split('/').nth(1).unwrap_or_default();
        let known = scenes().position(|name| name == scene);
        let scene = known.ok_or_else(|| format!("{group_id}: there is no scene {scene}"))?;
        let row = self.0.entry((scene, throughput.elements)).or_default();
        row.insert(function_id, median.point_estimate / throughput.elements as f64);
        Ok(())
    }

    /// The table, as CSV. All figures are of this processor, whose name may have a comma.
    pub(crate) fn table(&self, processor: &str) -> String {
        let mut text =
            format!("processor,scene,entities,{},auto / best\n", Strategy::ALL.map(Strategy::name).join(","));
        for ((scene, count), row) in &self.0 {
            let scene = scenes().nth(*scene).expect("an index of a scene");
            let cell = |strategy: Strategy| row.get(strategy.name()).map_or(String::new(), |time| format!("{time:.1}"));
            let cells = Strategy::ALL.map(cell);
            let best =
                row.iter().filter(|(name, _)| *name != "auto").map(|(_, time)| *time).fold(f64::INFINITY, f64::min);
            let regret = row.get("auto").map_or(String::new(), |auto| format!("{:.2}", auto / best));
            writeln!(text, "\"{processor}\",{scene},{count},{},{regret}", cells.join(","))
                .expect("a string takes all text");
        }
        text
    }
}

/// The names of all scenes of the bench, in its order.
fn scenes() -> impl Iterator<Item = &'static str> {
    SceneKind::ALL.into_iter().map(SceneKind::name).chain(Lopsided::NAMES)
}

fn folders(path: &Path) -> Result<impl Iterator<Item = String>> {
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let folder = |entry: fs::DirEntry| entry.path().is_dir().then(|| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.filter_map(|entry| folder(entry.ok()?)).collect();
    names.sort_unstable();
    Ok(names.into_iter())
}

#[cfg(test)]
mod tests {
    use super::Strategies;

    #[test]
    fn strategies_stand_side_by_side() {
        let mut strategies = Strategies::default();
        for (scene, count, function, median) in [
            ("mixed", 1_000, "grid", 70_000.0),
            ("uniform", 1_000, "auto", 22_000.0),
            ("uniform", 1_000, "levels", 20_000.0),
            ("uniform", 10_000, "sweep", 5_000_000.0),
            ("long-walls", 1_000, "rtree", 9_000.0),
        ] {
            let benchmark = format!(
                r#"{{"group_id":"broad/{scene}/{count}","function_id":"{function}","value_str":null,"throughput":{{"Elements":{count}}}}}"#
            );
            let estimates = format!(r#"{{"median":{{"point_estimate":{median},"standard_error":1.0}}}}"#);
            strategies.add(&benchmark, &estimates).unwrap();
        }
        let table = strategies.table("P");
        let rows: Vec<_> = table.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "\"P\",uniform,1000,22.0,,,20.0,,,1.10",
                "\"P\",uniform,10000,,,,,500.0,,",
                "\"P\",mixed,1000,,,70.0,,,,",
                "\"P\",long-walls,1000,,,,,,9.0,"
            ]
        );
        assert!(strategies.add("{}", "{}").is_err());
        let unknown = r#"{"group_id":"broad/moon/1","function_id":"grid","throughput":{"Elements":1}}"#;
        let error = strategies.add(unknown, r#"{"median":{"point_estimate":1.0}}"#).unwrap_err();
        assert_eq!(error.to_string(), "broad/moon/1: there is no scene moon");
    }
}
