//! Measures the strategies with fewer shapes.

use std::time::{Duration, Instant};

use collide2d::{Shape, Strategy, Vec2};

use super::case::{Case, Rules};
use super::report::{Run, SizeCurve};
use crate::extent::center;
use crate::failure::Failure;
use crate::input::{Frame, Recording};
use crate::messages::ms;
use crate::statistics::{median, quantile, sorted};

/// How often the number of shapes is halved.
const HALVINGS: u32 = 5;

/// The minimum number of shapes of a subset.
const MIN_COUNT: usize = 32;

/// The limit of the ticks of a recording that are used, and of the steps that are measured for each size.
const MAX_TICKS: usize = 8;
const MAX_STEPS: usize = 24;

/// The time of each strategy for subsets of the shapes. A subset has the shapes nearest to the middle of the first
/// tick, so that its density is that of all shapes. The number of threads is the smallest that is compared.
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

/// The first ticks with subsets of the shapes, the smallest subset first.
fn subsets(recording: &Recording) -> Vec<(usize, Vec<Frame>)> {
    let nearest = by_distance(&recording.ticks[0]);
    let counts = (1..=HALVINGS).rev().map(|halving| nearest.len() >> halving).filter(|count| *count >= MIN_COUNT);
    let subset = |count: usize| {
        let mut is_in = vec![false; recording.ids.len()];
        nearest[..count].iter().for_each(|number| is_in[*number as usize] = true);
        let frames = recording.ticks.iter().take(MAX_TICKS).map(|frame| Frame {
            tick: frame.tick,
            rows: frame.rows.iter().filter(|(number, _)| is_in[*number as usize]).copied().collect(),
        });
        (count, frames.collect())
    };
    counts.map(subset).collect()
}

/// The numbers of the shapes by their distance from the middle, which is the median of their centers.
fn by_distance(frame: &Frame) -> Vec<u32> {
    let middle = |axis: fn(Vec2) -> f32| {
        let values = sorted(frame.rows.iter().map(|(_, shape)| f64::from(axis(center(shape)))));
        quantile(&values, 0.5).unwrap_or_default()
    };
    let (x, y) = (middle(|center| center.x), middle(|center| center.y));
    let distance = |shape: &Shape| {
        let center = center(shape).as_dvec2();
        (center.x - x).abs().max((center.y - y).abs())
    };
    let mut order: Vec<(f64, u32)> = frame.rows.iter().map(|(number, shape)| (distance(shape), *number)).collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, number)| number).collect()
}

/// The median of the steps in milliseconds, once the world is warm.
fn point(case: &Case, frames: &[Frame], rules: &Rules, time: Duration) -> Result<f64, Failure> {
    let mut player = case.player(rules);
    let start = Instant::now();
    let mut steps = Vec::new();
    for (index, frame) in frames.iter().cycle().enumerate() {
        let warm = index >= frames.len();
        if warm && (steps.len() >= MAX_STEPS || (!steps.is_empty() && start.elapsed() > time)) {
            break;
        }
        player.show(frame)?;
        let step = player.step();
        if warm {
            steps.push(ms(step.total));
        }
    }
    Ok(median(steps))
}
