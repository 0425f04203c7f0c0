use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::page;
use crate::commands::compare::report::{
    AutoChoice, Comparison, Data, FileComparison, Heat, Machine, Run, SizeCurve, Spread, Verdict,
};

/// Rounds and ticks that waver around `median`, the same at every call.
fn wavering(median: f64, count: u32) -> Vec<f64> {
    let share = |index: u32| f64::from(index.wrapping_mul(2_654_435_761) >> 8) / f64::from(1_u32 << 24);
    (0..count).map(|index| median * (0.96 + 0.08 * share(index) + if index % 97 == 96 { 0.6 } else { 0.0 })).collect()
}

fn run(strategy: &str, threads: usize, cell: Option<f32>, median: f64, ticks: u32) -> Run {
    let share = |name: &str, share: f64| (name.to_owned(), median * share);
    Run {
        strategy: strategy.to_owned(),
        threads,
        cell,
        ran: if strategy == "auto" { "levels" } else { strategy }.to_owned(),
        tick_ms: wavering(median, ticks),
        median_ms: median,
        p99_ms: median * 1.4,
        round_ms: wavering(median, 24),
        phases_ms: BTreeMap::from([
            share("index", 0.2),
            share("pairs", 0.6),
            share("order", 0.15),
            share("events", 0.05),
        ]),
        pairs: 12_000 * u64::from(ticks),
        candidates: if strategy == "brute" { 800_000_000 } else { 13_500 * u64::from(ticks) },
        memory_bytes: 12_345_678,
        fingerprint: "00c0ffee00c0ffee".to_owned(),
    }
}

fn file(name: &str, ticks: u32) -> FileComparison {
    let runs = [("levels", 0.81), ("auto", 0.83), ("grid", 1.2), ("sweep", 2.9), ("rtree", 7.7), ("brute", 96.0)];
    let mut runs: Vec<Run> = runs
        .iter()
        .flat_map(|(strategy, median)| {
            [(2, median * 0.7), (1, *median)].map(|(threads, median)| run(strategy, threads, None, median, ticks))
        })
        .chain(
            [(1.0, 1.9), (2.0, 1.3), (4.0, 1.17), (8.0, 2.2)]
                .map(|(cell, median)| run("grid", 1, Some(cell), median, ticks)),
        )
        .collect();
    runs.sort_by(|a, b| a.median_ms.total_cmp(&b.median_ms));
    let curve = |strategy: &str, unit: f64, power: f64| SizeCurve {
        strategy: strategy.to_owned(),
        points: [1000, 3000, 10_000, 30_000]
            .map(|entities| (entities, unit * (entities as f64 / 1e4).powf(power)))
            .into(),
    };
    FileComparison {
        file: name.to_owned(),
        ticks: ticks as usize,
        rounds: 24,
        data: Data {
            entities: Spread { least: 9000, median: 10_000, most: 10_400 },
            kinds: BTreeMap::from([("circle".to_owned(), 9000), ("rect".to_owned(), 1000)]),
            extent: [-500.0, -250.0, 500.0, 250.0],
            size: Spread { least: 0.5, median: 2.0, most: 40.0 },
            movers: 0.95,
            still: 300,
            still_is_static: true,
            crowding: 7.3,
            pairs: Spread { least: 11_000.0, median: 12_000.0, most: 13_000.0 },
            heat: Heat { width: 40, height: 20, counts: (0..800).map(|index| index % 41 * (index / 40) / 3).collect() },
        },
        runs,
        verdict: Verdict {
            winner: 0,
            ahead: 1.02,
            certain: false,
            noise: Some(0.03),
            words: "levels and auto do not differ at 0.57 ms. Sizes differ much, and all cells of one grid are large."
                .to_owned(),
            auto: Some(AutoChoice { chose: "levels".to_owned(), reason: "sizes differ much".to_owned(), regret: 1.02 }),
        },
        sizes: vec![curve("levels", 0.8, 1.05), curve("grid", 1.2, 1.1), curve("brute", 96.0, 2.0)],
    }
}

fn comparison(files: Vec<FileComparison>) -> Comparison {
    let machine = Machine {
        os: "linux".to_owned(),
        arch: "x86_64".to_owned(),
        cpu: "Example 9000".to_owned(),
        processors: 2,
        simd: "avx2".to_owned(),
    };
    Comparison { version: 1, engine: "0.1.0".to_owned(), machine, files }
}

/// Checks a page: well-formed markup, unique ids, nothing loaded from elsewhere, no NaN or infinity. Returns the text
/// of the page and the titles of its plots.
fn checked(comparison: &Comparison) -> (String, Vec<String>) {
    let page = page(comparison);
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">") && page.ends_with("</html>"));
    assert!(!page.contains("://") && !page.contains("@import") && !page.contains("url("), "{page}");
    let body = &page[page.find("<body>").unwrap()..page.len() - "</html>".len()];
    let document = Document::parse(body).unwrap_or_else(|error| panic!("{error}: {body}"));
    let nodes = || document.descendants().filter(Node::is_element);
    let mut ids: Vec<&str> = nodes().filter_map(|node| node.attribute("id")).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are unique");
    for node in nodes() {
        assert!(!matches!(node.tag_name().name(), "script" | "img" | "link" | "iframe"), "{node:?}");
        for attribute in node.attributes() {
            let words = attribute.value().split(|letter: char| !letter.is_alphabetic());
            assert!(words.clone().all(|word| !matches!(word, "NaN" | "inf")), "{node:?}");
            assert!(!attribute.name().starts_with("on"), "{node:?}");
            let named = attribute.value().split(' ').map(|id| id.trim_start_matches('#'));
            if matches!(attribute.name(), "aria-labelledby" | "href") {
                assert!(named.clone().all(|id| ids.contains(&id)), "{node:?}");
            }
        }
    }
    let text: Vec<&str> = document.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let text = text.join(" ");
    assert!(text.split(|letter: char| !letter.is_alphabetic()).all(|word| !matches!(word, "NaN" | "inf")), "{text}");
    let svg_title = |node: Node<'_, '_>| node.first_element_child().and_then(|title| title.text()).unwrap().to_owned();
    let titles = nodes().filter(|node| node.has_tag_name("svg")).map(svg_title).collect();
    (text, titles)
}

const PLOTS: [&str; 7] = [
    "Heat map of the shapes",
    "Rounds: is the difference more than noise?",
    "Time of each phase",
    "Candidates for each pair",
    "Time of each tick",
    "Time against number of entities",
    "Time against cell size",
];

#[test]
fn one_file_has_every_plot_and_figure() {
    let (text, titles) = checked(&comparison(vec![file("units.csv", 60)]));
    assert_eq!(titles, PLOTS);
    for words in [
        "levels and auto do not differ at 0.57 ms.",
        "not certain",
        "auto chose",
        "runner-up",
        "2 threads: 0.567 ms",
        "10,000 (9,000 to 10,400)",
        "12.3 MB",
        "95% from one tick to the next; 300 never move and are static",
        "grid ×2",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("All files"));
}

#[test]
fn several_files_have_a_summary() {
    let (text, titles) = checked(&comparison(vec![file("a.csv", 60), file("b.csv", 1)]));
    assert!(text.contains("All files") && text.contains("auto's time / best"), "{text}");
    assert_eq!(titles.len(), PLOTS.len() * 2 - 1, "one tick has no line over ticks");
}

#[test]
fn text_of_the_data_is_never_markup() {
    let evil = "<script>alert('1')</script>&amp;\"].csv";
    let mut file = file(evil, 3);
    file.data.kinds.insert(evil.to_owned(), 1);
    file.runs[0].strategy = evil.to_owned();
    file.runs[0].phases_ms.insert(evil.to_owned(), 0.1);
    file.verdict.words = evil.to_owned();
    file.sizes[0].strategy = evil.to_owned();
    let mut comparison = comparison(vec![file]);
    comparison.machine.cpu = evil.to_owned();
    let (text, _) = checked(&comparison);
    assert!(text.matches(evil).count() > 6, "{text}");
}

#[test]
fn one_run_alone_is_ahead_of_nobody() {
    let mut file = file("units.csv", 60);
    file.runs.truncate(1);
    file.sizes.clear();
    file.verdict.auto = None;
    file.verdict.ahead = f64::NAN;
    let (text, titles) = checked(&comparison(vec![file]));
    assert!(!text.contains("runner-up") && !text.contains("auto chose"), "{text}");
    assert_eq!(titles, PLOTS[..5]);
}

#[test]
fn no_pairs_are_no_division() {
    let mut file = file("apart.csv", 5);
    file.runs.iter_mut().for_each(|run| run.pairs = 0);
    file.data.pairs = Spread { least: 0.0, median: 0.0, most: 0.0 };
    let (text, titles) = checked(&comparison(vec![file]));
    assert!(
        text.contains("The data has no pairs") && !titles.contains(&"Candidates for each pair".to_owned()),
        "{text}"
    );
}

#[test]
fn numbers_that_are_none_are_never_shown() {
    let mut odd = file("odd.csv", 10);
    for (index, run) in odd.runs.iter_mut().enumerate() {
        let bad = [f64::NAN, f64::INFINITY, 0.0, f64::MAX, 1e-300][index % 5];
        (run.median_ms, run.p99_ms, run.tick_ms[0], run.round_ms[0]) = (bad, bad, bad, bad);
        run.phases_ms.insert("pairs".to_owned(), bad);
        run.cell = run.cell.map(|_| [f32::NAN, f32::MAX, f32::MIN_POSITIVE][index % 3]);
    }
    odd.sizes[0].points = vec![(0, 1.0), (10, f64::NAN), (usize::MAX, 0.0)];
    odd.data.extent = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    odd.data.entities = Spread { least: 0, median: 0, most: 0 };
    odd.data.heat.counts.clear();
    (odd.data.crowding, odd.data.movers, odd.verdict.noise) = (f64::NAN, f64::NAN, Some(f64::INFINITY));
    let mut empty = file("empty.csv", 0);
    (empty.runs, empty.sizes) = (Vec::new(), Vec::new());
    checked(&comparison(vec![odd, empty]));
    checked(&comparison(Vec::new()));
}

#[test]
fn long_recordings_stay_small_and_pages_equal() {
    let comparison = comparison(vec![file("long.csv", 100_000)]);
    let page = page(&comparison);
    assert!(page.len() < 300_000, "{} bytes", page.len());
    assert_eq!(page, super::page(&comparison));
    checked(&comparison);
}

#[test]
fn one_round_has_no_noise() {
    let mut file = file("short.csv", 5);
    file.verdict.noise = None;
    file.runs.iter_mut().for_each(|run| run.round_ms.truncate(1));
    let (text, _) = checked(&comparison(vec![file]));
    assert!(text.contains(&format!("noise {} interquartile range", super::text::NONE)), "{text}");
}
