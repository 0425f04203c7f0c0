//! `collide query`: what shapes, rays and segments meet.

mod answer;
mod args;
mod ask;
mod scene;
mod time;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use collide2d::{Handle, Queries};

use crate::failure::Failure;
use crate::input::{self, Id, Question, Recording, Wanted};
use crate::output::{Lines, counted, ms, rule, say};
use answer::{Answer, COLUMNS, COUNT_COLUMNS, Count, Kind, Measures};
pub(crate) use args::QueryArgs;
use ask::{Answers, Manner};
use scene::Scene;
pub(crate) use time::Time;

/// So many questions are asked at once, and fewer where they have more hits of a kind than there is room for.
const MANY: usize = 1 << 16;
const ROOM: u64 = 1 << 20;

/// Reads, asks, writes; says on standard error what it did.
pub(crate) fn run(args: &QueryArgs) -> Result<(), Failure> {
    let stdin = Path::new("-");
    if args.file == stdin && args.queries == stdin {
        return Err(Failure::Usage("FILE and QUERIES: only one of them can be standard input"));
    }
    let settings = args.work.settings()?;
    let start = Instant::now();
    let recording = input::read_recording(&args.file, Wanted::at(args.at.map(|time| time.tick)), args.skip_invalid)?;
    let asked = input::read_questions(&args.queries, args.skip_invalid)?;
    let reading = start.elapsed();
    for message in [&recording.left_out, &asked.left_out].into_iter().flatten() {
        say(message);
    }
    let start = Instant::now();
    let scene = Scene::new(&recording, args.at, args.farthest, settings)?;
    let queries = scene.queries()?;
    let manner = Manner::new(args);
    let lines = Lines::new(args.format, if manner.counts() { &COUNT_COLUMNS } else { &COLUMNS })?;
    let mut job = Job { recording: &recording, asked: &asked, scene: &scene, manner, lines };
    let total = job.run(queries, args.most.unwrap_or(u64::MAX))?;
    say(&summary(args, &job, total, [reading, start.elapsed()]));
    Ok(())
}

fn summary(args: &QueryArgs, job: &Job<'_>, total: u64, [reading, asking]: [Duration; 2]) -> String {
    let query_count = job.questions().len();
    format!(
        "{query_count} {} of {}{}, {} ({}); read in {:.1} ms, answered in {:.1} ms",
        if query_count == 1 { "query" } else { "queries" },
        counted(job.scene.shape_count() as u64, "shape"),
        args.at.map_or_else(String::new, |time| format!(" at tick {time}")),
        counted(total, "hit"),
        rule(args.work.touching),
        ms(reading),
        ms(asking),
    )
}

/// What is asked of whom, and where the answers go.
struct Job<'a> {
    recording: &'a Recording,
    asked: &'a Recording<Question>,
    scene: &'a Scene,
    manner: Manner,
    lines: Lines,
}

impl<'a> Job<'a> {
    fn questions(&self) -> &'a [(u32, Question)] {
        // They have no ticks, so they are all of one.
        self.asked.ticks.first().map_or(&[], |frame| &frame.rows)
    }

    /// Asks all, part by part; says how many hits there are.
    fn run(&mut self, queries: Queries<'_>, most: u64) -> Result<u64, Failure> {
        let (mut rest, mut size, mut total) = (self.questions(), MANY, 0);
        while !rest.is_empty() {
            let (part, others) = rest.split_at(size.min(rest.len()));
            // One alone has no more hits than there are shapes.
            let room = if part.len() > 1 { ROOM } else { u64::MAX };
            let Ok(answers) = self.manner.ask(queries, part, room) else {
                size = part.len() / 2;
                continue;
            };
            total += answers.total();
            if total > most {
                return Err(Failure::TooManyHits { most, found: total });
            }
            self.write(part, &answers)?;
            (rest, size) = (others, (size * 2).min(MANY));
        }
        self.lines.flush()?;
        Ok(total)
    }

    fn write(&mut self, questions: &[(u32, Question)], answers: &Answers) -> io::Result<()> {
        // How many of each kind came before: shapes, rays, segments, moving shapes.
        let mut before = [0; 4];
        for (number, question) in questions {
            let kind = match question {
                Question::Shape(_) => 0,
                Question::Ray(_) => 1,
                Question::Segment(_) => 2,
                Question::Sweep(_) => 3,
            };
            let (query, index) = (self.asked.ids.get(*number), before[kind]);
            before[kind] += 1;
            if self.manner.counts() {
                let (kind, count) = self.count(question, answers, index);
                self.lines.write(&Count { query, kind, count })?;
            } else {
                self.list(query, question, answers, index)?;
            }
        }
        Ok(())
    }

    fn count(&self, question: &Question, answers: &Answers, index: usize) -> (Kind, usize) {
        match question {
            Question::Shape(_) if self.manner.asks_near() => (Kind::Nearest, answers.nearest.of(index).len()),
            Question::Shape(_) => (Kind::Overlap, answers.overlaps.count(index)),
            Question::Ray(_) => (Kind::Hit, answers.rays.count(index)),
            Question::Segment(_) => (Kind::Blocked, answers.segments.count(index)),
            Question::Sweep(_) => (Kind::Impact, answers.sweeps.count(index)),
        }
    }

    fn list(&mut self, query: Id<'a>, question: &Question, answers: &Answers, index: usize) -> io::Result<()> {
        let (recording, scene, lines) = (self.recording, self.scene, &mut self.lines);
        let mut hit = |kind, handle: Handle, measures| {
            let entity = recording.ids.get(scene.number(handle));
            lines.write(&Answer::new(query, kind, Some(entity), measures))
        };
        match question {
            Question::Shape(_) if self.manner.asks_near() => {
                let mut hits = answers.nearest.of(index).iter();
                hits.try_for_each(|(who, far)| hit(Kind::Nearest, *who, Measures::distance(*far)))
            }
            Question::Shape(_) => {
                let mut hits = answers.overlaps.of(index).iter();
                hits.try_for_each(|who| hit(Kind::Overlap, *who, Measures::default()))
            }
            Question::Ray(_) => {
                let mut hits = answers.rays.of(index).iter();
                hits.try_for_each(|(who, at)| hit(Kind::Hit, *who, Measures::ray(at)))
            }
            Question::Segment(_) => match answers.segments.of(index) {
                [] => lines.write(&Answer::new(query, Kind::Clear, None, Measures::default())),
                [(who, at), ..] => hit(Kind::Blocked, *who, Measures::ray(at)),
            },
            Question::Sweep(_) => {
                let mut hits = answers.sweeps.of(index).iter();
                hits.try_for_each(|(who, impact)| hit(Kind::Impact, *who, Measures::impact(impact)))
            }
        }
    }
}
