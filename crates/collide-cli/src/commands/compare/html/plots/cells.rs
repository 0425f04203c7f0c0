use super::super::figure::{Figure, Table};
use super::super::lines::{self, Axis, Line, Style, X_ENDS, Y_ENDS};
use super::super::scale::Scale;
use super::super::text::{number, short, times};
use super::super::view::{View, class};
use crate::commands::compare::report::Run;

/// The time against the size of the cells of the grid, and with the size that the engine chooses.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let sweeps = sweeps(&view.file.runs);
    let sizes = || sweeps.iter().flat_map(|sweep| sweep.points.iter().map(|point| point.0));
    let ends = (sizes().min_by(f64::total_cmp)?, sizes().max_by(f64::total_cmp)?);
    if ends.0 >= ends.1 {
        return None;
    }
    let lines: Vec<Line> = sweeps.iter().flat_map(|sweep| sweep.lines(ends, sweeps.len() > 1)).collect();
    let cost = lines.iter().flat_map(|line| line.points.iter().map(|point| point.1));
    let x = Axis::new("side of a cell", Scale::logarithmic(sizes(), X_ENDS)).marked(sizes());
    let y = Axis::new("ms per tick", Scale::fitting(cost, Y_ENDS));
    Some(Figure {
        id: format!("{}-cells", view.id),
        title: "Time against cell size".to_owned(),
        note: note(view, &sweeps),
        drawing: Some(lines::drawing(&x, &y, &lines)),
        table: Some(table(&sweeps)),
    })
}

/// Runs with the same number of threads that differ by the size of their cells.
struct Sweep {
    threads: usize,
    /// Side of a cell and time, smallest first.
    points: Vec<(f64, f64)>,
    /// The time with the size that the engine chooses.
    own: Option<f64>,
}

fn sweeps(runs: &[Run]) -> Vec<Sweep> {
    let grids: Vec<&Run> = runs.iter().filter(|run| run.strategy == "grid" && run.median_ms.is_finite()).collect();
    let mut threads: Vec<usize> = grids.iter().filter(|run| run.cell.is_some()).map(|run| run.threads).collect();
    threads.sort_unstable();
    threads.dedup();
    let sweep = |threads: usize| {
        let same = || grids.iter().filter(move |run| run.threads == threads);
        let swept = same().filter_map(|run| Some((f64::from(run.cell?), run.median_ms)));
        let mut points: Vec<(f64, f64)> = swept.filter(|point| point.0.is_finite()).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Sweep { threads, points, own: same().find(|run| run.cell.is_none()).map(|run| run.median_ms) }
    };
    threads.into_iter().map(sweep).collect()
}

impl Sweep {
    /// A line over the sizes, and a horizontal line for the size that the engine chooses.
    fn lines(&self, (least, most): (f64, f64), several: bool) -> Vec<Line> {
        let name = |text: &str| if several { format!("{text} ×{}", self.threads) } else { text.to_owned() };
        let line = |label, style, points: Vec<(f64, f64)>| {
            let end = *points.last()?;
            Some(Line { label, class: class("grid"), style, points, end })
        };
        let swept = line(name("grid"), Style::Dotted, self.points.clone());
        let own = self.own.and_then(|own| line(name("own choice"), Style::Level, vec![(least, own), (most, own)]));
        [swept, own].into_iter().flatten().collect()
    }

    fn best(&self) -> Option<(f64, f64)> {
        self.points.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

fn note(view: &View<'_>, sweeps: &[Sweep]) -> String {
    let typical = format!("The median shape is {} long.", short(view.file.data.size.median));
    let best = sweeps.iter().filter_map(|sweep| Some((sweep.best()?, sweep.own?)));
    match best.min_by(|a, b| a.0.1.total_cmp(&b.0.1)) {
        Some(((cell, swept), own)) => format!(
            "The best of the sizes tried, {}, takes {} as long as the engine's own choice. {typical}",
            short(cell),
            times(swept / own)
        ),
        None => typical,
    }
}

fn table(sweeps: &[Sweep]) -> Table {
    let row = |cell: String, sweep: &Sweep, time: f64| vec![cell, sweep.threads.to_string(), number(time)];
    let rows = sweeps.iter().flat_map(|sweep| {
        let own = sweep.own.map(|own| row("engine's own".to_owned(), sweep, own));
        sweep.points.iter().map(move |point| row(short(point.0), sweep, point.1)).chain(own)
    });
    Table::new(&["side of a cell", "threads", "median ms"], rows.collect())
}
