//! The figures of all runs, grouped by scene, size and contender.

use collide_bench::Figure;

/// All figures, in the order of the first run.
pub(crate) struct Results {
    pub(crate) setup: Setup,
    pub(crate) scenes: Vec<Scene>,
    pub(crate) questions: Vec<Question>,
    pub(crate) scaling: Vec<Scaling>,
    pub(crate) memory: Vec<Memory>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    pub(crate) processor: String,
    pub(crate) processors: usize,
    pub(crate) compiler: String,
    pub(crate) rounds: usize,
    pub(crate) peers: Vec<(String, String)>,
    pub(crate) runs: usize,
}

/// All contenders on one scene of one size.
pub(crate) struct Scene {
    pub(crate) name: String,
    pub(crate) entities: usize,
    /// Nanoseconds for an entity and tick.
    pub(crate) table: Table,
}

/// All contenders for one kind of query.
pub(crate) struct Question {
    pub(crate) name: String,
    pub(crate) entities: usize,
    /// The number of queries of a batch.
    pub(crate) queries: usize,
    /// Microseconds for a query.
    pub(crate) table: Table,
}

/// Contenders for the same work.
pub(crate) struct Table(pub(crate) Vec<Contender>);

pub(crate) struct Contender {
    pub(crate) name: String,
    /// The times, or `None` if a run left it out.
    pub(crate) times: Option<Runs>,
}

/// The origin of a contender.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Ours,
    ByHand,
    Published,
}

/// A world with this number of entities, on this number of threads.
pub(crate) struct Scaling {
    pub(crate) entities: usize,
    pub(crate) threads: usize,
    /// Nanoseconds for an entity and tick.
    pub(crate) times: Runs,
    /// The speedup of plain arithmetic on these threads over one thread.
    pub(crate) arithmetic: Runs,
}

/// Bytes for an entity.
pub(crate) struct Memory {
    pub(crate) scene: String,
    pub(crate) entities: usize,
    pub(crate) order: String,
    pub(crate) content: Runs,
    pub(crate) pairs: Runs,
    pub(crate) beyond: Runs,
    pub(crate) indexes: Runs,
}

/// One figure of each run, at least one run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Runs(Vec<f64>);

impl Runs {
    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
    }

    pub(crate) fn min(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(crate) fn max(&self) -> f64 {
        self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// The ratios run by run, because a slow phase of the machine affects both figures of a run.
    pub(crate) fn over(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }
}

impl Contender {
    pub(crate) fn kind(&self) -> Kind {
        match self.name.as_str() {
            name if name.starts_with("ours") => Kind::Ours,
            name if name.starts_with("one-day") || name.ends_with("by hand") => Kind::ByHand,
            _ => Kind::Published,
        }
    }
}

impl Table {
    /// The times of a contender, if it took part.
    pub(crate) fn times(&self, contender: &str) -> Option<&Runs> {
        self.0.iter().find(|other| other.name == contender)?.times.as_ref()
    }

    /// The published contender with the smallest median, if one took part.
    pub(crate) fn best_peer(&self) -> Option<&Contender> {
        let median = |contender: &&Contender| contender.times.as_ref().map(Runs::median);
        let peers = self.0.iter().filter(|contender| contender.kind() == Kind::Published && contender.times.is_some());
        peers.min_by(|a, b| median(a).partial_cmp(&median(b)).expect("times are numbers"))
    }

    /// The first contender: ours, in the fastest way to use it.
    pub(crate) fn ours(&self) -> Option<&Runs> {
        self.0.first()?.times.as_ref()
    }

    /// The contenders of a table, from the times of all runs.
    fn new(times: Vec<(String, Option<f64>)>, runs: usize, what: std::fmt::Arguments<'_>) -> Result<Self, String> {
        let contenders = grouped(times).into_iter().map(|(name, times)| {
            complete(&times, runs, format_args!("{name} on {what}"))?;
            Ok(Contender { name, times: times.into_iter().collect::<Option<_>>().map(Runs) })
        });
        contenders.collect::<Result<_, String>>().map(Self)
    }
}

impl Results {
    /// Parses a figure from each line.
    ///
    /// # Errors
    /// A message if a line is not a figure, a figure is missing in a run, or the runs differ in their setup.
    pub(crate) fn parse(lines: &str) -> Result<Self, String> {
        let (mut setups, mut peers, mut queried) = (vec![], vec![], vec![]);
        let (mut scaling, mut memory) = (vec![], vec![]);
        for (number, line) in (1..).zip(lines.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))? {
                Figure::Setup { processor, processors, compiler, rounds, peers } => {
                    setups.push(Setup { processor, processors, compiler, rounds, peers, runs: 0 });
                }
                Figure::Peers { scene, entities, contender, nanoseconds } => {
                    peers.push(((scene, entities), (contender, nanoseconds)));
                }
                Figure::Queries { question, entities, queries, contender, microseconds } => {
                    queried.push(((question, entities, queries), (contender, Some(microseconds))));
                }
                Figure::Scaling { entities, threads, nanoseconds, arithmetic } => {
                    scaling.push(((entities, threads), (nanoseconds, arithmetic)));
                }
                Figure::Memory { scene, entities, order, content, pairs, beyond, indexes } => {
                    memory.push(((scene, entities, order), [content, pairs, beyond, indexes]));
                }
            }
        }
        let runs = setups.len();
        let setup = setups.first().ok_or("no figures of peers")?.clone();
        if let Some(other) = setups.iter().find(|other| **other != setup) {
            return Err(format!("runs differ in their setup: {setup:?} and {other:?}"));
        }
        let scenes = grouped(peers).into_iter().map(|((name, entities), times)| {
            Ok(Scene { table: Table::new(times, runs, format_args!("{name}/{entities}"))?, name, entities })
        });
        let questions = grouped(queried).into_iter().map(|((name, entities, queries), times)| {
            let table = Table::new(times, runs, format_args!("{name}/{entities}"))?;
            Ok(Question { name, entities, queries, table })
        });
        let scaling = grouped(scaling).into_iter().map(|((entities, threads), figures)| {
            complete(&figures, runs, format_args!("{entities} entities on {threads} threads"))?;
            let (times, arithmetic): (Vec<_>, Vec<_>) = figures.into_iter().unzip();
            let (times, arithmetic) = (Runs(times), Runs(arithmetic));
            Ok(Scaling { entities, threads, times, arithmetic })
        });
        let memory = grouped(memory).into_iter().map(|((scene, entities, order), figures)| {
            complete(&figures, runs, format_args!("memory of {scene}/{entities} {order}"))?;
            let [content, pairs, beyond, indexes] =
                std::array::from_fn(|index| Runs(figures.iter().map(|figure| figure[index]).collect()));
            Ok(Memory { scene, entities, order, content, pairs, beyond, indexes })
        });
        Ok(Self {
            scenes: scenes.collect::<Result<_, String>>()?,
            questions: questions.collect::<Result<_, String>>()?,
            scaling: scaling.collect::<Result<_, String>>()?,
            memory: memory.collect::<Result<_, String>>()?,
            setup: Setup { runs, ..setup },
        })
    }
}

/// Checks that there is one figure for each run; an interrupted run would shift all later ones.
fn complete<T>(figures: &[T], runs: usize, what: std::fmt::Arguments<'_>) -> Result<(), String> {
    if figures.len() == runs { Ok(()) } else { Err(format!("{what}: {} figures in {runs} runs", figures.len())) }
}

/// The values grouped by key, both in order of appearance.
fn grouped<K: PartialEq, V>(entries: Vec<(K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in entries {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const SAMPLE: &str = include_str!("sample.jsonl");

    #[test]
    fn medians_are_the_middle() {
        let median = |figures: &[f64]| Runs(figures.to_vec()).median();
        assert_eq!(median(&[5.0]), 5.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 100.0]), 3.0);
    }

    #[test]
    fn figures_of_all_runs_come_together() {
        let results = Results::parse(SAMPLE).unwrap();
        assert_eq!((results.setup.runs, results.setup.rounds), (3, 15));
        assert_eq!(results.setup.peers[0], ("broccoli".to_owned(), "6.3.0".to_owned()));
        let names: Vec<_> = results.scenes.iter().map(|scene| (scene.name.as_str(), scene.entities)).collect();
        assert_eq!(names, [("uniform", 1_000), ("uniform", 100_000), ("towns", 100_000)]);
        assert_eq!(results.scenes[0].table.ours(), Some(&Runs(vec![20.0, 24.0, 22.0])));
        assert_eq!((results.questions[0].name.as_str(), results.questions[0].queries), ("overlap", 10_000));
        assert_eq!(results.questions[0].table.ours(), Some(&Runs(vec![0.25, 0.35, 0.3])));
        assert_eq!(results.scaling.len(), 4);
        assert_eq!(results.scaling[1].arithmetic.median(), 1.5);
        assert_eq!([&results.memory[0].beyond, &results.memory[0].indexes].map(Runs::median), [40.5, 5.5]);
    }

    #[test]
    fn ratios_are_of_one_run() {
        let results = Results::parse(SAMPLE).unwrap();
        let [broccoli, ours] = ["broccoli", "ours"].map(|name| results.scenes[0].table.times(name).unwrap());
        // 40 / 20, 72 / 24 and 55 / 22.
        assert_eq!(broccoli.over(ours), Runs(vec![2.0, 3.0, 2.5]));
    }

    #[test]
    fn contenders_left_out_have_no_times() {
        let results = Results::parse(SAMPLE).unwrap();
        assert_eq!(results.scenes[1].table.times("one-day sweep"), None);
        assert_eq!(results.scenes[1].table.0.len(), 4);
    }

    #[test]
    fn the_best_peer_is_published() {
        let results = Results::parse(SAMPLE).unwrap();
        let best = |scene: &Scene| scene.table.best_peer().unwrap().name.clone();
        assert_eq!(results.scenes.iter().map(best).collect::<Vec<_>>(), ["broccoli"; 3]);
        assert!(Table(vec![]).best_peer().is_none());
    }

    #[test]
    fn invalid_figures_are_errors() {
        let error = |lines: &str| Results::parse(lines).err().unwrap();
        assert_eq!(error(""), "no figures of peers");
        let unknown = error("{\"speed\": {}}");
        assert!(unknown.starts_with("line 1: unknown variant `speed`"), "{unknown}");
        let interrupted = SAMPLE.lines().take(SAMPLE.lines().count() - 1).collect::<Vec<_>>().join("\n");
        assert_eq!(error(&interrupted), "memory of uniform/100000 as found: 2 figures in 3 runs");
        let elsewhere = SAMPLE.replacen("rustc 1.95.0", "rustc 1.96.0", 1);
        assert!(error(&elsewhere).starts_with("runs differ in their setup"));
    }
}
