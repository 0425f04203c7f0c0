//! The text of the report, and its place in a page that is otherwise written by hand.

use std::fmt::{self, Write};

use super::results::{Results, Setup};

/// The names of the marks around the comparison with peers, and in the README around the summary.
pub(crate) const REPORT: &str = "bench-report";
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

/// The file name of the table of a processor.
pub(crate) fn table_name(processor: &str) -> String {
    format!("{}.csv", file_stem(processor))
}

fn write_method(text: &mut String, all: &[Results]) -> fmt::Result {
    text.write_str(
        "## Compared with peers

Every contender does the same job on one thread: move the entities, then find all pairs that overlap. The contenders
take turns. Ratios are computed run by run, and compare with the fastest published crate.

- `ours`: the world stores the entities, moves them in columns, and lists pairs as found, like the peers.
- `in order`: pairs in canonical order, as in all others below.
- `by handle, events`: the game stores the entities and passes handles and shapes at each tick, and gets events. This is
  the ordinary path of a server.
- `by slot, events`: the same, but the shapes are gathered by slot, in the order of the world.
- `from a slice`: the game stores the entities and passes all shapes to a `Batch`.
- `one-day`, `split by hand`: what a good engineer writes in a day.

Queries are batches on one thread, over entities at rest, with the index of each contender built in advance.

The [README](../README.md#how-fast) has a summary. The table of each processor has all scenes, sizes, threads and the
memory, with the versions of the peers and of the compiler:

",
    )?;
    for Results { setup: Setup { processor, .. }, .. } in all {
        let [cost, ratios] = plot_names(processor);
        writeln!(text, "- [{processor}](figures/{}),", table_name(processor))?;
        writeln!(text, "  plots of [cost by size](img/{cost})")?;
        writeln!(text, "  and of [ratios by scene](img/{ratios})")?;
    }
    text.write_str(
        "
In these tables a time is the median, minimum and maximum of the runs, and each run's figure is a median of turns.
`gain` is the time on one thread over that on several, `gain of arithmetic` the same for floating-point work without
memory access, `efficiency` the first over the second. `memory` is that of a warm world on one thread, with the spare
capacity of buffers; `indexes` are those that the first access by handle and the first far query after a step build.
",
    )
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
        for line in [
            "- [Another (family 6, model 1)](figures/another-family-6-model-1.csv),",
            "  and of [ratios by scene](img/ratios-some-processor.svg)",
        ] {
            assert!(summary.lines().any(|other| other == line), "{line} is not in:\n{summary}");
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
        assert!(between_marks(page, REPORT, "").is_ok());
        assert!(between_marks(include_str!("../../../../README.md"), SUMMARY, "").is_ok());
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([7, 999, 1_000, 10_000_000].map(grouped_digits), ["7", "999", "1,000", "10,000,000"]);
    }
}
