use super::super::figure::{Figure, Table};
use super::super::lines::{self, Axis, Line, Style, X_ENDS, Y_ENDS};
use super::super::scale::Scale;
use super::super::text::{NONE, count, number, times};
use super::super::view::{View, class};
use crate::commands::compare::report::SizeCurve;

/// The time against the number of entities.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let lines: Vec<Line> = view.file.sizes.iter().filter_map(line).collect();
    let all = || lines.iter().flat_map(|line| line.points.iter());
    let (entities, cost) = (|| all().map(|point| point.0), || all().map(|point| point.1));
    let x = Axis::new("entities", Scale::logarithmic(entities(), X_ENDS)).marked(entities());
    let y = Axis::new("ms per tick", Scale::logarithmic(cost(), Y_ENDS));
    Some(Figure {
        id: format!("{}-sizes", view.id),
        title: "Time against number of entities".to_owned(),
        note: note(&lines)?,
        drawing: Some(lines::drawing(&x, &y, &lines)),
        table: Some(table(&view.file.sizes)),
    })
}

fn line(curve: &SizeCurve) -> Option<Line> {
    let usable = curve.points.iter().filter(|point| point.0 > 0 && point.1.is_finite() && point.1 > 0.0);
    let points: Vec<(f64, f64)> = usable.map(|point| (point.0 as f64, point.1)).collect();
    let end = *points.last()?;
    Some(Line { label: curve.strategy.clone(), class: class(&curve.strategy), style: Style::Dotted, points, end })
}

/// The note on the line that ends at the greatest number, the fastest of several. `None` if no line has two points.
fn note(lines: &[Line]) -> Option<String> {
    let best = lines
        .iter()
        .filter(|line| line.points.len() > 1)
        .max_by(|a, b| a.end.0.total_cmp(&b.end.0).then(b.end.1.total_cmp(&a.end.1)))?;
    let first = best.points.first()?;
    Some(format!(
        "With {} the entities, a tick of {} takes {} the time. Smaller subsets have \
         the entities nearest to the middle, so that the density stays about the same.",
        times(best.end.0 / first.0),
        best.label,
        times(best.end.1 / first.1),
    ))
}

/// A row for each number of entities, a column for each strategy.
fn table(curves: &[SizeCurve]) -> Table {
    let mut numbers: Vec<usize> = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let heads: Vec<String> = curves.iter().map(|curve| format!("{} ms", curve.strategy)).collect();
    let rows = numbers.iter().map(|entities| {
        let time = |curve: &SizeCurve| {
            let point = curve.points.iter().find(|point| point.0 == *entities);
            point.map_or(NONE.to_owned(), |point| number(point.1))
        };
        [count(*entities as u64)].into_iter().chain(curves.iter().map(time)).collect()
    });
    Table { heads: ["entities".to_owned()].into_iter().chain(heads).collect(), rows: rows.collect() }
}
