//! `collide events`: the pairs that begin, stay and end at each tick.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValue, TypedValueParser};
use collide2d::report::Report;
use collide2d::{EventKind, Settings};
use serde::Serialize;

use crate::failure::Failure;
use crate::input::{self, Id, Recording, RowOptions, Ticks};
use crate::messages::{choice, counted, grouped, ms, print_message, touching_rule};
use crate::options::{BudgetOptions, Format, OverlapOptions, by_name};
use crate::output::{Cells, Row, RowWriter};
use crate::player::Player;
use crate::progress::Progress;

/// Print the pairs that start and stop overlapping at each tick of a recording
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct EventsArgs {
    /// CSV with a column tick, JSON lines (.jsonl or .ndjson) or a trace; `-` is standard input
    file: PathBuf,

    /// Which events to print
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "began,ended", value_parser = kind_parser())]
    kinds: Vec<EventKind>,

    #[command(flatten)]
    overlap: OverlapOptions,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,

    #[command(flatten)]
    budget: BudgetOptions,

    #[command(flatten)]
    rows: RowOptions,
}

fn kind_parser() -> impl TypedValueParser<Value = EventKind> {
    by_name(EventKind::ALL.map(|kind| {
        PossibleValue::new(kind.name()).help(match kind {
            EventKind::Began => "The pair starts overlapping at this tick",
            EventKind::Stayed => "The pair overlaps at this tick and at the tick before",
            EventKind::Ended => "The pair stops overlapping at this tick, or one of its shapes is removed",
        })
    }))
}

const HELP: &str = "\
FILE has the columns of `collide pairs --help` and a column tick: the rows of a tick are consecutive, and ticks \
ascend. A shape without a row at a tick is removed: its pairs end, and begin again when it comes back. At the first \
tick all pairs begin. If tick numbers are missing, a tick is compared with the previous tick in FILE.

Columns of the output:
  tick                   as in FILE, 0 if it has no ticks
  kind                   began, ended or stayed
  a,b                    the ids of the pair, a the one that appears first in FILE
Rows are printed tick by tick, as they are found. Within a tick they are sorted by a and then by b, in the order in \
which ids first appear in FILE. A summary goes to standard error.

Examples:
  collide events match.csv
  collide events match.csv --kinds began --touching open --format jsonl
  collide gen uniform -n 500 --ticks 30 | collide events - --kinds began,ended,stayed

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid (nothing is written to standard output), or a tick has more pairs than \
--max-pairs (the ticks before it may have been written).";

const COLUMNS: [&str; 4] = ["tick", "kind", "a", "b"];

#[derive(Serialize)]
struct EventRow<'a> {
    tick: u64,
    kind: EventKind,
    a: Id<'a>,
    b: Id<'a>,
}

impl Row for EventRow<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        cells.number(Some(self.tick))?;
        cells.text(self.kind.name())?;
        cells.text(self.a.text)?;
        cells.text(self.b.text)
    }
}

/// Plays the recording and writes the events. The summary goes to standard error.
pub(crate) fn run(args: &EventsArgs) -> Result<(), Failure> {
    let settings = Settings { events: true, ..args.overlap.settings()? };
    let start = Instant::now();
    let recording = input::read_recording(&args.file, Ticks::All, args.rows)?;
    let reading = start.elapsed();
    recording.note.iter().for_each(print_message);
    if recording.ticks.len() == 1 {
        print_message(&format!("{}: has only one tick, so all pairs begin at it", recording.file));
    }
    let mut rows = RowWriter::new(args.format, &COLUMNS)?;
    let mut player = Player::new(settings);
    let (mut events, mut counts) = (Vec::new(), [0_u64; EventKind::ALL.len()]);
    let start = Instant::now();
    let progress = Progress::writing("finding events".to_owned(), recording.ticks.len() as u64);
    for frame in &recording.ticks {
        progress.advance(1);
        player.show(frame)?;
        let too_many = |over| Failure::TooManyPairs { file: recording.file.clone(), tick: frame.tick, over };
        player.world.step_within(args.budget.max_pairs).map_err(too_many)?;
        list_events(&player, &mut events);
        for &(a, b, kind) in &events {
            counts[kind as usize] += 1;
            if args.kinds.contains(&kind) {
                let [a, b] = [a, b].map(|number| recording.ids.get(number));
                rows.write(&EventRow { tick: frame.tick, kind, a, b })?;
            }
        }
    }
    rows.flush()?;
    let times = [reading, start.elapsed()];
    if let Some(report) = player.world.report() {
        print_message(&summary(args, &recording, report, counts, times));
    }
    Ok(())
}

/// Lists the events of a tick in the order of the numbers of ids, the smaller number of a pair first. The order of
/// slots has no meaning in the output, because slots are reused.
fn list_events(player: &Player, events: &mut Vec<(u32, u32, EventKind)>) {
    events.clear();
    events.extend(player.world.events().iter().map(|event| {
        let (a, b) = (player.number(event.a), player.number(event.b));
        (a.min(b), a.max(b), event.kind)
    }));
    events.sort_unstable_by_key(|(a, b, _)| (*a, *b));
}

fn summary(
    args: &EventsArgs,
    recording: &Recording,
    report: &Report,
    counts: [u64; EventKind::ALL.len()],
    [reading, stepping]: [Duration; 2],
) -> String {
    let [began, ended, stayed] =
        [EventKind::Began, EventKind::Ended, EventKind::Stayed].map(|kind| counts[kind as usize]);
    format!(
        "{}, {}: {} began, {} ended, {} stayed ({}); \
         strategy {}; read in {:.1} ms, events in {:.1} ms",
        counted(recording.ticks.len() as u64, "tick"),
        counted(recording.ids.len() as u64, "id"),
        grouped(began),
        grouped(ended),
        grouped(stayed),
        touching_rule(args.overlap.touching),
        choice(report),
        ms(reading),
        ms(stepping),
    )
}
