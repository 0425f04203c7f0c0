//! The text of the report, and its place in a page that is otherwise written by hand.

use std::fmt::{self, Write};

use super::results::{Results, Runs, Scaling, Setup, Stage, Table};

/// The names of the marks around the comparison with peers, around the table of strategies, and in the README around
/// the summary.
pub(crate) const REPORT: &str = "bench-report";
pub(crate) const STRATEGIES: &str = "strategies";
pub(crate) const SUMMARY: &str = "speed";

/// The page with `text` between its marks called `name`. All other text is unchanged.
pub(crate) fn between_marks(page: &str, name: &str, text: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let (before, rest) = page.split_once(&begin).ok_or_else(|| format!("the page has no line {begin}"))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| format!("the page has no line {end} behind {begin}"))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
}

/// The name of a processor as part of a file name.
pub(crate) fn file_stem(processor: &str) -> String {
    let is_part = |character: char| character.is_ascii_alphanumeric();
    let parts: Vec<&str> = processor.split(|character| !is_part(character)).filter(|part| !part.is_empty()).collect();
    parts.join("-").to_lowercase()
}

/// The file names of the plots of a processor: cost, and ratios.
pub(crate) fn plot_names(processor: &str) -> [String; 2] {
    ["cost", "ratios"].map(|name| format!("{name}-{}.svg", file_stem(processor)))
}

/// The summary of all processors, as Markdown.
pub(crate) fn section(all: &[Results]) -> String {
    let mut text = String::new();
    write_method(&mut text, all).expect("a string takes all text");
    text
}

/// The file name of the tables of a processor.
pub(crate) fn tables_name(processor: &str) -> String {
    format!("{}.md", file_stem(processor))
}

/// All tables of a processor, as Markdown.
pub(crate) fn tables(results: &Results) -> String {
    let mut text = String::new();
    write_processor(&mut text, results).expect("a string takes all text");
    text
}

fn write_method(text: &mut String, all: &[Results]) -> fmt::Result {
    text.write_str(
        "## Compared with peers

Every contender does the same job on one thread: move the entities, then find all pairs that overlap. The contenders
take turns. Figures are medians of runs, with minimum and maximum; each run's figure is itself a median of turns.
Ratios are computed run by run. `time / ours` above 1 is slower than ours, `best peer / time` above 1 is faster than
the fastest published crate of the table.

- `ours`: the world stores the entities and moves them in columns, and lists pairs as found, like the peers.
- `ours, in order`: the same, with pairs in canonical order.
- `ours, by handle, events`: the game stores the entities and passes a list of handles and shapes at each tick; pairs in
  canonical order, and events. This is the ordinary path of a server.
- `ours, by slot, events`: the same, but the shapes are gathered by slot, in the order of the world.
- `ours, from a slice`: the game stores the entities and passes all shapes to a `Batch`; pairs in canonical order.

Queries are batches on one thread, over entities at rest, with the index of each contender built in advance.

The [README](../README.md#why) compares the fastest peers. All scenes, sizes, threads, stages and memory, with plots:

",
    )?;
    for Results { setup: Setup { processor, .. }, .. } in all {
        writeln!(text, "- [{processor}](figures/{})", tables_name(processor))?;
    }
    Ok(())
}

fn write_processor(text: &mut String, results: &Results) -> fmt::Result {
    let Setup { processor, processors, compiler, rounds, peers, runs } = &results.setup;
    let peers: Vec<String> = peers.iter().map(|(name, version)| format!("`{name}` {version}")).collect();
    let [cost, ratios] = plot_names(processor);
    writeln!(text, "# {processor}\n")?;
    writeln!(text, "Generated. [`benchmarks.md`](../benchmarks.md#compared-with-peers) says what the names mean.\n")?;
    writeln!(text, "`cargo xtask bench-report --runs {runs} --rounds {rounds}`,")?;
    writeln!(text, "{processors} hardware threads, {compiler}.")?;
    writeln!(text, "Peers: {}.\n", peers.join(",\n"))?;
    writeln!(text, "![Nanoseconds for each entity and tick against the number of entities](../img/{cost})\n")?;
    writeln!(text, "![Time of each contender over ours, scene by scene](../img/{ratios})")?;
    for scene in &results.scenes {
        writeln!(text, "\n## {}, {} entities\n", scene.name, grouped_digits(scene.entities))?;
        write_table(text, &scene.table, "ns per entity and tick", 1)?;
    }
    for question in &results.questions {
        let [queries, entities] = [question.queries, question.entities].map(grouped_digits);
        writeln!(text, "\n## {}, {queries} queries over {entities} entities\n", question.name)?;
        write_table(text, &question.table, "µs per query", 3)?;
    }
    write_scaling(text, results)?;
    write_stages(text, results)?;
    write_memory(text, results)
}

/// The contenders of a table, compared with ours and with the best peer.
fn write_table(text: &mut String, table: &Table, unit: &str, digits: usize) -> fmt::Result {
    writeln!(text, "| contender | {unit} | time / ours | best peer / time |")?;
    writeln!(text, "|---|---:|---:|---:|")?;
    let best = table.best_peer().and_then(|peer| peer.times.as_ref());
    for contender in &table.0 {
        let name = &contender.name;
        let Some(times) = &contender.times else {
            writeln!(text, "| {name} | left out, too slow | – | – |")?;
            continue;
        };
        let ratio = |ratio: Option<Runs>| ratio.map_or("–".to_owned(), |ratio| format!("{:.2}", ratio.median()));
        let to_ours = ratio(table.ours().map(|ours| times.over(ours)));
        let of_best = ratio(best.map(|best| best.over(times)));
        writeln!(text, "| {name} | {} | {to_ours} | {of_best} |", with_range(times, digits))?;
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
        write!(text, "| {} | {} | {} |", grouped_digits(row.entities), row.threads, with_range(&row.times, 1))?;
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

fn write_stages(text: &mut String, results: &Results) -> fmt::Result {
    writeln!(text, "\n## Serial stages\n")?;
    writeln!(
        text,
        "Centers by handle, pairs in order and events, on several threads, stage by stage: the time in which one thread"
    )?;
    writeln!(
        text,
        "works, the time in which all share the work, and the first as a part of all work, if all threads are busy"
    )?;
    writeln!(text, "while they share it.\n")?;
    writeln!(text, "| entities | threads | stage | ns on one thread | ns on all threads | serial |")?;
    writeln!(text, "|---:|---:|---|---:|---:|---:|")?;
    for row in &results.stages {
        let all = results.stages.iter().filter(|other| (other.entities, other.threads) == (row.entities, row.threads));
        let work: f64 = all.map(|row| row.serial.median() + row.spread.median() * row.threads as f64).sum();
        let (serial, spread) = (row.serial.median(), row.spread.median());
        let share = serial / work * 100.0;
        let entities = grouped_digits(row.entities);
        let Stage { name, threads, .. } = row;
        writeln!(text, "| {entities} | {threads} | {name} | {serial:.2} | {spread:.2} | {share:.1} % |")?;
    }
    Ok(())
}

fn write_memory(text: &mut String, results: &Results) -> fmt::Result {
    writeln!(text, "\n## Memory\n")?;
    writeln!(
        text,
        "Memory of a warm world on one thread, in bytes for each entity: its shape and data, the listed pairs,"
    )?;
    writeln!(
        text,
        "and everything beyond, with the spare capacity of buffers. Indexes are apart: those that the first"
    )?;
    writeln!(text, "access by handle and the first far query after a step build.\n")?;
    writeln!(text, "| scene | entities | order of pairs | shape and data | pairs | beyond | indexes |")?;
    writeln!(text, "|---|---:|---|---:|---:|---:|---:|")?;
    for row in &results.memory {
        let (scene, entities, order) = (&row.scene, grouped_digits(row.entities), &row.order);
        let parts = [&row.content, &row.pairs, &row.beyond, &row.indexes].map(|part| format!("{:.1}", part.median()));
        writeln!(text, "| {scene} | {entities} | {order} | {} |", parts.join(" | "))?;
    }
    Ok(())
}

fn with_range(times: &Runs, digits: usize) -> String {
    format!("{:.digits$} [{:.digits$}..{:.digits$}]", times.median(), times.min(), times.max())
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
    fn each_processor_has_its_tables() {
        let other = SAMPLE.replace("Some Processor", "Another (family 6, model 1)").replace("rstar", "sort");
        let all = [SAMPLE, &other].map(|lines| Results::parse(lines).unwrap());
        let summary = section(&all);
        assert_eq!(summary.matches("## Compared with peers").count(), 1);
        let text = all.each_ref().map(tables).concat() + &summary;
        for line in [
            "# Some Processor",
            "`cargo xtask bench-report --runs 3 --rounds 15`,",
            "Peers: `broccoli` 6.3.0,",
            "`rstar` 0.14.0.",
            "![Time of each contender over ours, scene by scene](../img/ratios-some-processor.svg)",
            "## towns, 100,000 entities",
            "| ours | 22.0 [20.0..24.0] | 1.00 | 2.50 |",
            "| broccoli | 110.0 [80.0..144.0] | 2.50 | 1.00 |",
            "| one-day sweep | left out, too slow | – | – |",
            "## overlap, 10,000 queries over 100,000 entities",
            "| ours, batched | 0.300 [0.250..0.350] | 1.00 | 3.00 |",
            "| rstar | 0.900 [0.750..1.050] | 3.00 | 1.00 |",
            "| 100,000 | 1 | 21.0 [20.0..22.0] | – | – | – |",
            "| 100,000 | 2 | 16.5 [16.0..17.0] | 1.25 | 1.50 | 0.83 |",
            "- [Another (family 6, model 1)](figures/another-family-6-model-1.md)",
            "| uniform | 100,000 | as found | 20.0 | 8.0 | 40.5 | 5.5 |",
            "# Another (family 6, model 1)",
            "`sort` 0.14.0.",
            "![Time of each contender over ours, scene by scene](../img/ratios-another-family-6-model-1.svg)",
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
    fn the_pages_have_their_marks() {
        let page = include_str!("../../../../docs/benchmarks.md");
        assert!([REPORT, STRATEGIES].iter().all(|name| between_marks(page, name, "").is_ok()));
        assert!(between_marks(include_str!("../../../../README.md"), SUMMARY, "").is_ok());
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([7, 999, 1_000, 10_000_000].map(grouped_digits), ["7", "999", "1,000", "10,000,000"]);
    }
}
