//! All figures of a processor as one table.

use std::error::Error;

use super::results::{Contender, Results, Runs, Scaling, Setup, Table};

const HEAD: [&str; 11] = [
    "table",
    "scene or query",
    "entities",
    "threads",
    "what",
    "unit",
    "median",
    "min",
    "max",
    "time / ours",
    "best peer / time",
];

/// The table of a processor, as CSV.
pub(crate) fn of(results: &Results) -> Result<String, Box<dyn Error>> {
    let mut rows = Rows(csv::Writer::from_writer(Vec::new()));
    rows.0.write_record(HEAD)?;
    rows.setup(&results.setup)?;
    for scene in &results.scenes {
        rows.contenders(&scene.table, ["tick", &scene.name, &scene.entities.to_string()], "ns per entity and tick", 1)?;
    }
    for question in &results.questions {
        let name = format!("{}, {} queries", question.name, question.queries);
        rows.contenders(&question.table, ["query", &name, &question.entities.to_string()], "µs per query", 3)?;
    }
    rows.threads(&results.scaling)?;
    for row in &results.memory {
        let parts = [("shape and data", &row.content), ("pairs", &row.pairs), ("beyond", &row.beyond)];
        for (part, bytes) in parts.into_iter().chain([("indexes", &row.indexes)]) {
            let what = format!("{part}, pairs {}", row.order);
            let key = ["memory", &row.scene, &row.entities.to_string(), "1", &what];
            rows.times(key, "bytes per entity", bytes, 1, [None, None])?;
        }
    }
    Ok(String::from_utf8(rows.0.into_inner()?)?)
}

struct Rows(csv::Writer<Vec<u8>>);

impl Rows {
    fn setup(&mut self, setup: &Setup) -> csv::Result<()> {
        let command = format!("cargo xtask bench-report --runs {} --rounds {}", setup.runs, setup.rounds);
        let threads = setup.processors.to_string();
        let versions = setup.peers.iter().map(|(name, version)| (name.as_str(), version.as_str()));
        let of_all = [("command", command.as_str()), ("hardware threads", &threads), ("compiler", &setup.compiler)];
        for (what, value) in of_all.into_iter().chain(versions) {
            self.0.write_record(["setup", "", "", "", what, "", value, "", "", "", ""])?;
        }
        Ok(())
    }

    /// The contenders of a table, compared with ours and with the best peer.
    fn contenders(
        &mut self,
        table: &Table,
        [kind, name, entities]: [&str; 3],
        unit: &str,
        digits: usize,
    ) -> csv::Result<()> {
        let best = table.best_peer().and_then(|peer| peer.times.as_ref());
        for Contender { name: contender, times } in &table.0 {
            let key = [kind, name, entities, "1", contender];
            let Some(times) = times else {
                self.0.write_record([
                    kind,
                    name,
                    entities,
                    "1",
                    contender,
                    "",
                    "left out, too slow",
                    "",
                    "",
                    "",
                    "",
                ])?;
                continue;
            };
            let ratios = [table.ours().map(|ours| times.over(ours)), best.map(|best| best.over(times))];
            self.times(key, unit, times, digits, ratios.map(|ratio| ratio.map(|ratio| ratio.median())))?;
        }
        Ok(())
    }

    fn threads(&mut self, scaling: &[Scaling]) -> csv::Result<()> {
        for row in scaling {
            let [entities, threads] = [row.entities, row.threads].map(|number| number.to_string());
            let key = |what| ["threads", "uniform", &entities, &threads, what];
            self.times(key("ours"), "ns per entity and tick", &row.times, 1, [None, None])?;
            let is_base = |other: &&Scaling| other.entities == row.entities && other.threads == 1;
            if let Some(base) = scaling.iter().find(is_base).filter(|_| row.threads > 1) {
                let gain = base.times.over(&row.times);
                self.value(key("gain"), "", &format!("{:.2}", gain.median()))?;
                self.value(key("gain of arithmetic"), "", &format!("{:.2}", row.arithmetic.median()))?;
                self.value(key("efficiency"), "", &format!("{:.2}", gain.over(&row.arithmetic).median()))?;
            }
        }
        Ok(())
    }

    fn value(&mut self, [table, name, entities, threads, what]: [&str; 5], unit: &str, value: &str) -> csv::Result<()> {
        self.0.write_record([table, name, entities, threads, what, unit, value, "", "", "", ""])
    }

    fn times(
        &mut self,
        [table, name, entities, threads, what]: [&str; 5],
        unit: &str,
        times: &Runs,
        digits: usize,
        ratios: [Option<f64>; 2],
    ) -> csv::Result<()> {
        let [median, min, max] = [times.median(), times.min(), times.max()].map(|time| format!("{time:.digits$}"));
        let [to_ours, of_best] = ratios.map(|ratio| ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")));
        self.0.write_record([table, name, entities, threads, what, unit, &median, &min, &max, &to_ours, &of_best])
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::SAMPLE;
    use super::*;

    #[test]
    fn a_processor_has_a_table() {
        let text = of(&Results::parse(SAMPLE).unwrap()).unwrap();
        for line in [
            "table,scene or query,entities,threads,what,unit,median,min,max,time / ours,best peer / time",
            "setup,,,,command,,cargo xtask bench-report --runs 3 --rounds 15,,,,",
            "setup,,,,broccoli,,6.3.0,,,,",
            "tick,uniform,1000,1,ours,ns per entity and tick,22.0,20.0,24.0,1.00,2.50",
            "tick,uniform,100000,1,broccoli,ns per entity and tick,110.0,80.0,144.0,2.50,1.00",
            "tick,uniform,100000,1,one-day sweep,,\"left out, too slow\",,,,",
            "query,\"overlap, 10000 queries\",100000,1,\"ours, batched\",µs per query,0.300,0.250,0.350,1.00,3.00",
            "query,\"overlap, 10000 queries\",100000,1,rstar,µs per query,0.900,0.750,1.050,3.00,1.00",
            "threads,uniform,100000,1,ours,ns per entity and tick,21.0,20.0,22.0,,",
            "threads,uniform,100000,2,ours,ns per entity and tick,16.5,16.0,17.0,,",
            "threads,uniform,100000,2,gain,,1.25,,,,",
            "threads,uniform,100000,2,gain of arithmetic,,1.50,,,,",
            "threads,uniform,100000,2,efficiency,,0.83,,,,",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} is not in:\n{text}");
        }
        let beyond = text.lines().find(|line| line.contains("beyond, pairs as found")).unwrap();
        assert!(
            beyond.starts_with("memory,uniform,100000,1,") && beyond.contains(",bytes per entity,40.5,"),
            "{beyond}"
        );
    }
}
