use std::time::{Duration, Instant};

use collide2d::{Shape, Strategy, Vec2};

use super::case::{Case, Rules};
use super::report::{Run, SizeCurve};
use crate::failure::Failure;
use crate::input::{Frame, Recording};
use crate::output::ms;
use crate::statistics::{median, quantile, sorted};

/// How often the number of shapes is halved.
const HALVINGS: u32 = 5;

/// Fewer shapes than that tell nothing.
const FEWEST: usize = 32;

/// So many ticks of a recording, and so many steps at the least of each size.
const TICKS: usize = 8;
const STEPS: usize = 24;

/// What each strategy takes for fewer of the same shapes: those nearest the middle of the first tick, so that they stand as
/// thick as in all. On as few threads as are compared.
pub(crate) fn curves(
    recording: &Recording,
    cases: &[Case],
    runs: &[Run],
    rules: &Rules,
    time: Duration,
) -> Result<Vec<SizeCurve>, Failure> {
    let Some(threads) = cases.iter().map(|case| case.threads).min() else { return Ok(Vec::new()) };
    let subsets = subsets(recording);
    let all = median(recording.ticks.iter().map(|frame| frame.rows.len() as f64)) as usize;
    let mut curves = Vec::new();
    for strategy in Strategy::ALL {
        let mut of_strategy = cases.iter().filter(|case| case.strategy == strategy && case.threads == threads);
        let Some(case) = of_strategy.find(|case| case.cell.is_none()) else { continue };
        let share = time / (cases.len() * subsets.len().max(1)) as u32;
        let mut points = Vec::new();
        for (count, frames) in &subsets {
            points.push((*count, point(case, frames, rules, share)?));
        }
        let whole =
            runs.iter().find(|run| (run.strategy.as_str(), run.threads, run.cell) == (strategy.name(), threads, None));
        points.extend(whole.map(|run| (all, run.median_ms)));
        curves.push(SizeCurve { strategy: strategy.name().to_owned(), points });
    }
    Ok(curves)
}

/// The first ticks with some of the shapes only, from the fewest on.
fn subsets(recording: &Recording) -> Vec<(usize, Vec<Frame>)> {
    let nearest = by_distance(&recording.ticks[0]);
    let counts = (1..=HALVINGS).rev().map(|halving| nearest.len() >> halving).filter(|count| *count >= FEWEST);
    let subset = |count: usize| {
        let mut is_in = vec![false; recording.ids.len()];
        nearest[..count].iter().for_each(|number| is_in[*number as usize] = true);
        let frames = recording.ticks.iter().take(TICKS).map(|frame| Frame {
            tick: frame.tick,
            rows: frame.rows.iter().filter(|(number, _)| is_in[*number as usize]).copied().collect(),
        });
        (count, frames.collect())
    };
    counts.map(subset).collect()
}

/// The numbers of the shapes, those nearest the middle first: that of most shapes, not of the space between them.
fn by_distance(frame: &Frame) -> Vec<u32> {
    let middle = |axis: fn(Vec2) -> f32| {
        let values = sorted(frame.rows.iter().map(|(_, shape)| f64::from(axis(shape.center()))));
        quantile(&values, 0.5).unwrap_or_default()
    };
    let (x, y) = (middle(|center| center.x), middle(|center| center.y));
    let distance = |shape: &Shape| {
        let center = shape.center().as_dvec2();
        (center.x - x).abs().max((center.y - y).abs())
    };
    let mut order: Vec<(f64, u32)> = frame.rows.iter().map(|(number, shape)| (distance(shape), *number)).collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, number)| number).collect()
}

/// Milliseconds for a tick of these, once the world is warm.
fn point(case: &Case, frames: &[Frame], rules: &Rules, time: Duration) -> Result<f64, Failure> {
    let mut player = case.player(rules);
    let start = Instant::now();
    let mut steps = Vec::new();
    for (index, frame) in frames.iter().cycle().enumerate() {
        let warm = index >= frames.len();
        if warm && (steps.len() >= STEPS || (!steps.is_empty() && start.elapsed() > time)) {
            break;
        }
        player.show(frame)?;
        let lap = player.step();
        if warm {
            steps.push(ms(lap.total));
        }
    }
    Ok(median(steps))
}
