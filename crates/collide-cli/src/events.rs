//! `collide events`: what becomes of pairs from tick to tick.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use collide2d::{EventKind, Report, Settings};
use serde::Serialize;

use crate::args::{Format, Work};
use crate::failure::Failure;
use crate::input::{self, Id, Recording, Wanted};
use crate::output::{Cells, Line, Lines, counted, ms, rule, say};
use crate::player::{MOST_PAIRS, Player};

/// Print which pairs begin and end at each tick of a recording
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct EventsArgs {
    /// CSV with a column tick, JSON lines if it ends in .jsonl or .ndjson, or a trace; `-` is CSV or a trace on standard input
    file: PathBuf,

    /// Which events to print
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "began,ended")]
    kinds: Vec<Kind>,

    #[command(flatten)]
    work: Work,

    /// How the events are written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,

    /// Leave out rows that are no valid shape, and all of a trace after damage, and say so, instead of stopping there
    #[arg(long)]
    skip_invalid: bool,
}

/// What has become of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// It overlaps now, and did not at the tick before
    Began,
    /// It overlapped at the tick before and does no longer, or one of the two is gone
    Ended,
    /// It overlaps as it did at the tick before
    Stayed,
}

const HELP: &str = "\
FILE has the columns of `collide pairs --help`, and a column tick: rows of a tick together, ticks ascending. Who is there \
at a tick has a row. Who has none is gone, which ends its pairs; who comes back begins them anew. At the first tick all \
pairs begin. Where numbers of ticks are missing, a tick is compared with the one before it in FILE.

Columns of the output:
  tick                   as in FILE, 0 where there is none
  kind                   began, ended or stayed
  a,b                    the ids of the pair, a the one that appears first in FILE
Rows come tick by tick, as they are found; within a tick by a and then by b, in the order in which ids first appear in \
FILE. A summary goes to standard error.

Examples:
  collide events match.csv
  collide events match.csv --kinds began --touching open --format jsonl
  collide gen uniform -n 500 --ticks 30 | collide events - --kinds began,ended,stayed

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid, and nothing is written to standard output, or a tick has more than 25 million \
pairs, and those before it may have been.";

const COLUMNS: [&str; 4] = ["tick", "kind", "a", "b"];

#[derive(Serialize)]
struct EventLine<'a> {
    tick: u64,
    kind: Kind,
    a: Id<'a>,
    b: Id<'a>,
}

impl Line for EventLine<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        cells.number(Some(self.tick))?;
        cells.text(self.kind.name())?;
        cells.text(self.a.text)?;
        cells.text(self.b.text)
    }
}

impl Kind {
    fn of(kind: EventKind) -> Self {
        match kind {
            EventKind::Began => Self::Began,
            EventKind::Ended => Self::Ended,
            EventKind::Stayed => Self::Stayed,
        }
    }

    fn name(self) -> &'static str {
        ["began", "ended", "stayed"][self as usize]
    }
}

/// Reads, goes through the ticks, writes; says on standard error what it did.
pub(crate) fn run(args: &EventsArgs) -> Result<(), Failure> {
    let settings = Settings { events: true, ..args.work.settings()? };
    let start = Instant::now();
    let recording = input::read_recording(&args.file, Wanted::All, args.skip_invalid)?;
    let reading = start.elapsed();
    if let Some(message) = &recording.left_out {
        say(message);
    }
    let mut lines = Lines::new(args.format, &COLUMNS)?;
    let mut player = Player::new(settings);
    let (mut events, mut counts) = (Vec::new(), [0_u64; 3]);
    let start = Instant::now();
    for frame in &recording.ticks {
        player.show(frame)?;
        let too_many = |over| Failure::TooManyPairs { file: recording.file.clone(), tick: frame.tick, over };
        player.world.step_within(MOST_PAIRS).map_err(too_many)?;
        in_order(&player, &mut events);
        for &(a, b, kind) in &events {
            counts[kind as usize] += 1;
            if args.kinds.contains(&kind) {
                let [a, b] = [a, b].map(|number| recording.ids.get(number));
                lines.write(&EventLine { tick: frame.tick, kind, a, b })?;
            }
        }
    }
    lines.flush()?;
    let times = [reading, start.elapsed()];
    if let Some(report) = player.world.report() {
        say(&summary(args, &recording, report, counts, times));
    }
    Ok(())
}

/// The events of a tick by numbers of ids, the smaller first, in order. Slots are given anew when somebody is gone, so their order
/// would say nothing to a reader.
fn in_order(player: &Player, events: &mut Vec<(u32, u32, Kind)>) {
    events.clear();
    events.extend(player.world.events().iter().map(|event| {
        let (a, b) = (player.number(event.a), player.number(event.b));
        (a.min(b), a.max(b), Kind::of(event.kind))
    }));
    events.sort_unstable_by_key(|(a, b, _)| (*a, *b));
}

fn summary(
    args: &EventsArgs,
    recording: &Recording,
    report: &Report,
    [began, ended, stayed]: [u64; 3],
    [reading, stepping]: [Duration; 2],
) -> String {
    format!(
        "{}, {}: {began} began, {ended} ended, {stayed} stayed ({}); strategy {}: {}; read in {:.1} ms, events in {:.1} ms",
        counted(recording.ticks.len() as u64, "tick"),
        counted(recording.ids.len() as u64, "id"),
        rule(args.work.touching),
        report.strategy,
        report.reason,
        ms(reading),
        ms(stepping),
    )
}
