//! `collide query`: questions of every kind about a file of shapes.

mod args;
mod batch;
mod rows;
mod scene;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use collide2d::{Answer, Handle, Queries, Slide, Turn};

use crate::failure::Failure;
use crate::input::{self, Id, QueryRow, Recording, Ticks};
use crate::messages::{counted, grouped, ms, print_message, touching_rule};
use crate::output::RowWriter;
use crate::progress::Progress;
pub(crate) use args::QueryArgs;
use batch::{Answers, QueryMode, kind_of};
use rows::{BLOCKED, CLEAR, COLUMNS, COUNT_COLUMNS, CountRow, END, HitRow, Measures, SLIDE, SLIDE_COLUMNS, TURN};
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
    [&recording.note, &questions.note, &ignored].into_iter().flatten().for_each(print_message);
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
        for ((number, row), (answer, index)) in rows.iter().zip(answers.iter()) {
            let query = self.questions.ids.get(*number);
            if self.mode.is_count() {
                let kind = kind_of(row, answer);
                self.rows.write(&CountRow { query, kind, count: answer.count(index) })?;
            } else {
                self.write_answer(query, row, answer, index)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, query: Id<'a>, kind: &'static str, hit: Option<Handle>, measures: Measures) -> io::Result<()> {
        let entity = hit.map(|handle| self.recording.ids.get(self.scene.number(handle)));
        self.rows.write(&HitRow::new(query, kind, entity, measures).with_left(self.mode.slides()))
    }

    fn write_answer(&mut self, query: Id<'a>, row: &QueryRow, answer: &Answer, index: usize) -> io::Result<()> {
        let kind = kind_of(row, answer);
        if kind == BLOCKED && answer.count(index) == 0 {
            return self.row(query, CLEAR, None, Measures::default());
        }
        let mut hit = |handle: &Handle, measures| self.row(query, kind, Some(*handle), measures);
        match answer {
            Answer::Overlap(hits) => hits.of(index).iter().try_for_each(|handle| hit(handle, Measures::default())),
            Answer::Nearest(hits) => {
                hits.of(index).iter().try_for_each(|(handle, distance)| hit(handle, Measures::distance(*distance)))
            }
            Answer::Ray(hits) => hits.of(index).iter().try_for_each(|(handle, ray)| hit(handle, Measures::ray(ray))),
            Answer::Sweep(hits) => {
                hits.of(index).iter().try_for_each(|(handle, impact)| hit(handle, Measures::impact(impact)))
            }
            Answer::Slide(slides) => self.write_slide(query, &slides[index]),
            Answer::Free(places) => {
                places[index].map_or(Ok(()), |place| self.row(query, kind, None, Measures::center(place.center())))
            }
            Answer::Turn(turns) => self.write_turn(query, row, &turns[index]),
            Answer::Blocked(_) => unreachable!("line-of-sight queries run with `Mode::First`"),
        }
    }

    fn write_slide(&mut self, query: Id<'a>, slide: &Slide) -> io::Result<()> {
        for hit in slide.hits().iter().take(self.mode.max_slide_hits()) {
            self.row(query, SLIDE, Some(hit.handle), Measures::slide(hit))?;
        }
        self.row(query, END, None, Measures::end(slide))
    }

    fn write_turn(&mut self, query: Id<'a>, row: &QueryRow, turn: &Turn) -> io::Result<()> {
        let angle = if let QueryRow::Turn(turning) = row { turning.angle() } else { 0.0 };
        self.row(query, TURN, turn.hit, Measures::turn(turn, angle))
    }
}
