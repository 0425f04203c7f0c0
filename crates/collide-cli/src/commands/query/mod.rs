//! `collide query`: overlap, nearest, raycast, line-of-sight, shapecast and slide queries.

mod args;
mod batch;
mod rows;
mod scene;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use collide2d::{Answer, Handle, Queries, Slide};

use crate::failure::Failure;
use crate::input::{self, Id, QueryRow, Recording, Ticks};
use crate::messages::{counted, grouped, ms, print_message, touching_rule};
use crate::output::RowWriter;
use crate::progress::Progress;
pub(crate) use args::QueryArgs;
use batch::{Answers, KIND_COUNT, QueryMode};
use rows::{
    BLOCKED, CLEAR, COLUMNS, COUNT_COLUMNS, CountRow, END, HIT, HitRow, IMPACT, Measures, NEAREST, OVERLAP, SLIDE,
    SLIDE_COLUMNS,
};
use scene::Scene;

/// The number of queries in a batch. A batch with more than [`MAX_HITS`] of a kind is run in smaller parts.
const BATCH_SIZE: usize = 1 << 16;
const MAX_HITS: u64 = 1 << 20;

/// Reads both files, runs the queries and writes the answers. The summary goes to standard error.
pub(crate) fn run(args: &QueryArgs) -> Result<(), Failure> {
    let stdin = Path::new("-");
    if args.file == stdin && args.queries == stdin {
        return Err(Failure::Usage("FILE and QUERIES: only one of them can be standard input"));
    }
    let settings = args.overlap.settings()?;
    let start = Instant::now();
    let ticks = Ticks::around(args.at.map(|time| time.tick));
    let recording = input::read_recording(&args.file, ticks, args.rows)?;
    let questions = input::read_questions(&args.queries, args.rows)?;
    let reading = start.elapsed();
    let ignored = recording.ignored_tick(args.at.map(|time| format!("--at {time}")));
    [&recording.left_out, &questions.left_out, &ignored].into_iter().flatten().for_each(print_message);
    let start = Instant::now();
    let scene = Scene::new(&recording, args.at, args.teleport_distance, settings)?;
    let queries = scene.queries()?;
    let mode = QueryMode::new(args);
    let columns: &[&str] = match (mode.is_count(), mode.slides()) {
        (true, _) => &COUNT_COLUMNS,
        (false, true) => &SLIDE_COLUMNS,
        (false, false) => &COLUMNS,
    };
    let rows = RowWriter::new(args.format, columns)?;
    let mut job = Job { recording: &recording, questions: &questions, scene: &scene, mode, rows };
    let total = job.run(queries, args.max_hits.unwrap_or(u64::MAX))?;
    print_message(&summary(args, &job, total, [reading, start.elapsed()]));
    Ok(())
}

fn summary(args: &QueryArgs, job: &Job<'_>, total: u64, [reading, asking]: [Duration; 2]) -> String {
    let query_count = job.questions().len();
    format!(
        "{} {} of {}{}, {} ({}); read in {:.1} ms, answered in {:.1} ms",
        grouped(query_count as u64),
        if query_count == 1 { "query" } else { "queries" },
        counted(job.scene.shape_count() as u64, "shape"),
        args.at.map_or_else(String::new, |time| format!(" at tick {time}")),
        counted(total, "hit"),
        touching_rule(args.overlap.touching),
        ms(reading),
        ms(asking),
    )
}

/// The shapes, the queries about them, and the writer of the answers.
struct Job<'a> {
    recording: &'a Recording,
    questions: &'a Recording<QueryRow>,
    scene: &'a Scene,
    mode: QueryMode,
    rows: RowWriter,
}

impl<'a> Job<'a> {
    fn questions(&self) -> &'a [(u32, QueryRow)] {
        // A file of queries has no ticks, so all rows are in one frame.
        self.questions.ticks.first().map_or(&[], |frame| &frame.rows)
    }

    /// Runs all queries, batch by batch, and returns the number of hits. Errors: more than `limit` hits.
    fn run(&mut self, queries: Queries<'_>, limit: u64) -> Result<u64, Failure> {
        let (mut rest, mut size, mut total) = (self.questions(), BATCH_SIZE, 0);
        let progress = Progress::writing("answering queries".to_owned(), rest.len() as u64);
        while !rest.is_empty() {
            let (batch, others) = rest.split_at(size.min(rest.len()));
            // A single query has at most as many hits as there are shapes.
            let max_hits = if batch.len() > 1 { MAX_HITS } else { u64::MAX };
            let Ok(answers) = self.mode.run(queries, batch, max_hits) else {
                size = batch.len() / 2;
                continue;
            };
            total += answers.total();
            if total > limit {
                return Err(Failure::TooManyHits { limit, found: total });
            }
            self.write(batch, &answers)?;
            progress.advance(batch.len() as u64);
            (rest, size) = (others, (size * 2).min(BATCH_SIZE));
        }
        self.rows.flush()?;
        Ok(total)
    }

    fn write(&mut self, rows: &[(u32, QueryRow)], answers: &Answers) -> io::Result<()> {
        // The number of earlier rows of each kind.
        let mut before = [0; KIND_COUNT];
        for (number, row) in rows {
            let kind = match row {
                QueryRow::Shape(_) => 0,
                QueryRow::Ray(_) => 1,
                QueryRow::Segment(_) => 2,
                QueryRow::Sweep(_) => 3,
            };
            let (query, index) = (self.questions.ids.get(*number), before[kind]);
            before[kind] += 1;
            if let (QueryRow::Sweep(_), Some(slide)) = (row, answers.slide(index)) {
                self.write_slide(query, slide)?;
                continue;
            }
            let answer = &answers.kinds[kind];
            if self.mode.is_count() {
                let kind = kind_of(row, answer);
                self.rows.write(&CountRow { query, kind, count: answer.count(index) })?;
            } else {
                self.write_hits(query, kind_of(row, answer), answer, index)?;
            }
        }
        Ok(())
    }

    fn write_slide(&mut self, query: Id<'a>, slide: &Slide) -> io::Result<()> {
        let (recording, scene, rows, hits) = (self.recording, self.scene, &mut self.rows, slide.hits());
        if self.mode.is_count() {
            return rows.write(&CountRow { query, kind: SLIDE, count: hits.len() });
        }
        for hit in hits.iter().take(self.mode.max_slide_hits()) {
            let entity = recording.ids.get(scene.number(hit.handle));
            rows.write(&HitRow::new(query, SLIDE, Some(entity), Measures::slide(hit)).with_left(true))?;
        }
        rows.write(&HitRow::new(query, END, None, Measures::end(slide)).with_left(true))
    }

    fn write_hits(&mut self, query: Id<'a>, kind: &'static str, answer: &Answer, index: usize) -> io::Result<()> {
        let (recording, scene, rows) = (self.recording, self.scene, &mut self.rows);
        let with_left = self.mode.slides();
        if kind == BLOCKED && answer.count(index) == 0 {
            return rows.write(&HitRow::new(query, CLEAR, None, Measures::default()).with_left(with_left));
        }
        let mut hit = |handle: Handle, measures| {
            let entity = recording.ids.get(scene.number(handle));
            rows.write(&HitRow::new(query, kind, Some(entity), measures).with_left(with_left))
        };
        match answer {
            Answer::Overlap(hits) => hits.of(index).iter().try_for_each(|handle| hit(*handle, Measures::default())),
            Answer::Nearest(hits) => {
                hits.of(index).iter().try_for_each(|(handle, distance)| hit(*handle, Measures::distance(*distance)))
            }
            Answer::Ray(hits) => hits.of(index).iter().try_for_each(|(handle, ray)| hit(*handle, Measures::ray(ray))),
            Answer::Sweep(hits) => {
                hits.of(index).iter().try_for_each(|(handle, impact)| hit(*handle, Measures::impact(impact)))
            }
            Answer::Blocked(_) => unreachable!("line-of-sight queries run with `Mode::First`"),
        }
    }
}

/// The kind of the hits of a row.
fn kind_of(row: &QueryRow, answer: &Answer) -> &'static str {
    match (row, answer) {
        (QueryRow::Shape(_), Answer::Nearest(_)) => NEAREST,
        (QueryRow::Shape(_), _) => OVERLAP,
        (QueryRow::Ray(_), _) => HIT,
        (QueryRow::Segment(_), _) => BLOCKED,
        (QueryRow::Sweep(_), _) => IMPACT,
    }
}
