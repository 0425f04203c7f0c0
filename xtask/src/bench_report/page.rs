//! The text of the report, and its place in a page that is otherwise written by hand.

use std::fmt::{self, Write};

use super::results::{Results, Runs, Scaling, Scene};

pub(crate) const COST_PLOT: &str = "cost.svg";
pub(crate) const RATIO_PLOT: &str = "ratios.svg";

/// The names of the marks around the comparison with peers, and around the table of strategies.
pub(crate) const REPORT: &str = "bench-report";
pub(crate) const STRATEGIES: &str = "strategies";

/// The page with `text` between its marks called `name`. All other text is unchanged.
pub(crate) fn between_marks(page: &str, name: &str, text: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let (before, rest) = page.split_once(&begin).ok_or_else(|| format!("the page has no line {begin}"))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| format!("the page has no line {end} behind {begin}"))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
}

/// All sections, as Markdown.
pub(crate) fn sections(results: &Results) -> String {
    let mut text = String::new();
    let written = write_setup(&mut text, results)
        .and_then(|()| results.scenes.iter().try_for_each(|scene| write_scene(&mut text, scene)))
        .and_then(|()| write_scaling(&mut text, results))
        .and_then(|()| write_memory(&mut text, results));
    written.expect("a string takes all text");
    text
}

fn write_setup(text: &mut String, results: &Results) -> fmt::Result {
    let setup = &results.setup;
    let peers: Vec<String> = setup.peers.iter().map(|(name, version)| format!("`{name}` {version}")).collect();
    writeln!(text, "## Compared with peers\n")?;
    writeln!(text, "`cargo xtask bench-report --runs {} --rounds {}`", setup.runs, setup.rounds)?;
    writeln!(text, "on {}, {} hardware threads, {}.", setup.processor, setup.processors, setup.compiler)?;
    writeln!(text, "Peers: {}.\n", peers.join(",\n"))?;
    writeln!(text, "Every contender does the same job on one thread: move the entities, then find all pairs that")?;
    writeln!(
        text,
        "overlap. The contenders take turns. Figures are medians of {} runs, with minimum and maximum;",
        setup.runs
    )?;
    writeln!(text, "each run's figure is itself a median of {} turns. Ratios are computed run by run.", setup.rounds)?;
    writeln!(
        text,
        "`time / ours` above 1 is slower than ours, `broccoli / time` above 1 is faster than `broccoli`.\n"
    )?;
    writeln!(text, "![Nanoseconds for each entity and tick against the number of entities](img/{COST_PLOT})\n")?;
    writeln!(text, "![Time of each contender over ours, scene by scene](img/{RATIO_PLOT})")
}

fn write_scene(text: &mut String, scene: &Scene) -> fmt::Result {
    writeln!(text, "\n### {}, {} entities\n", scene.name, grouped_digits(scene.entities))?;
    writeln!(text, "| contender | ns per entity and tick | time / ours | broccoli / time |")?;
    writeln!(text, "|---|---:|---:|---:|")?;
    for contender in &scene.contenders {
        let name = &contender.name;
        let Some(times) = &contender.times else {
            writeln!(text, "| {name} | left out, too slow | – | – |")?;
            continue;
        };
        let ratio = |ratio: Option<Runs>| ratio.map_or("–".to_owned(), |ratio| format!("{:.2}", ratio.median()));
        let to_ours = ratio(scene.times("ours").map(|ours| times.over(ours)));
        let of_broccoli = ratio(scene.times("broccoli").map(|broccoli| broccoli.over(times)));
        writeln!(text, "| {name} | {} | {to_ours} | {of_broccoli} |", with_range(times))?;
    }
    Ok(())
}

fn write_scaling(text: &mut String, results: &Results) -> fmt::Result {
    writeln!(text, "\n## Size and threads\n")?;
    writeln!(
        text,
        "Whole ticks of the uniform scene. Gain is the time on one thread over the time on several. Gain of"
    )?;
    writeln!(
        text,
        "arithmetic is the same for floating-point work without memory access, timed in the same turns: the"
    )?;
    writeln!(text, "maximum on this machine. Efficiency is gain over gain of arithmetic.\n")?;
    writeln!(text, "| entities | threads | ns per entity and tick | gain | gain of arithmetic | efficiency |")?;
    writeln!(text, "|---:|---:|---:|---:|---:|---:|")?;
    for row in &results.scaling {
        write!(text, "| {} | {} | {} |", grouped_digits(row.entities), row.threads, with_range(&row.times))?;
        let is_base = |other: &&Scaling| other.entities == row.entities && other.threads == 1;
        match results.scaling.iter().find(is_base) {
            Some(base) if row.threads > 1 => {
                let gain = base.times.over(&row.times);
                let efficiency = gain.over(&row.arithmetic).median();
                writeln!(text, " {:.2} | {:.2} | {efficiency:.2} |", gain.median(), row.arithmetic.median())?;
            }
            _ => writeln!(text, " – | – | – |")?,
        }
    }
    Ok(())
}

fn write_memory(text: &mut String, results: &Results) -> fmt::Result {
    writeln!(text, "\n## Memory\n")?;
    writeln!(
        text,
        "Memory of a warm world on one thread, in bytes for each entity: its shape and data, the listed pairs,"
    )?;
    writeln!(text, "and everything else, with the spare capacity of buffers.\n")?;
    writeln!(text, "| scene | entities | order of pairs | shape and data | pairs | beyond |")?;
    writeln!(text, "|---|---:|---|---:|---:|---:|")?;
    for row in &results.memory {
        let [content, pairs, beyond] = [&row.content, &row.pairs, &row.beyond].map(Runs::median);
        let entities = grouped_digits(row.entities);
        writeln!(text, "| {} | {entities} | {} | {content:.1} | {pairs:.1} | {beyond:.1} |", row.scene, row.order)?;
    }
    Ok(())
}

fn with_range(times: &Runs) -> String {
    format!("{:.1} [{:.1}..{:.1}]", times.median(), times.min(), times.max())
}

/// `1,000,000`.
pub(crate) fn grouped_digits(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::SAMPLE;
    use super::*;

    #[test]
    fn sections_have_the_medians() {
        let text = sections(&Results::parse(SAMPLE).unwrap());
        for line in [
            "`cargo xtask bench-report --runs 3 --rounds 15`",
            "Peers: `broccoli` 6.3.0,",
            "`rstar` 0.14.0.",
            "### towns, 100,000 entities",
            "| ours | 22.0 [20.0..24.0] | 1.00 | 2.50 |",
            "| broccoli | 110.0 [80.0..144.0] | 2.50 | 1.00 |",
            "| one-day sweep | left out, too slow | – | – |",
            "| 100,000 | 1 | 21.0 [20.0..22.0] | – | – | – |",
            "| 100,000 | 2 | 16.5 [16.0..17.0] | 1.25 | 1.50 | 0.83 |",
            "| uniform | 100,000 | as found | 20.0 | 8.0 | 40.5 |",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} is not in:\n{text}");
        }
    }

    #[test]
    fn what_is_written_by_hand_stays() {
        let (begin, end) = ("<!-- x:begin -->", "<!-- x:end -->");
        let page = format!("# Title\n\n{begin}\nold\n{end}\n\nBy hand.\n");
        let new = between_marks(&page, "x", "new\n").unwrap();
        assert_eq!(new, format!("# Title\n\n{begin}\n\nnew\n\n{end}\n\nBy hand.\n"));
        assert_eq!(between_marks(&new, "x", "new").unwrap(), new);
        assert!(between_marks(&page, "y", "new").is_err());
        assert!(between_marks(&format!("{end}{begin}"), "x", "new").is_err());
    }

    #[test]
    fn the_page_has_its_marks() {
        let page = include_str!("../../../docs/benchmarks.md");
        assert!([REPORT, STRATEGIES].iter().all(|name| between_marks(page, name, "").is_ok()));
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([7, 999, 1_000, 10_000_000].map(grouped_digits), ["7", "999", "1,000", "10,000,000"]);
    }
}
