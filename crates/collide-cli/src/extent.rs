//! Where shapes are and how crowded, as far as a description goes.

use collide2d::{Aabb, Shape, Vec2};

/// The box around everything, in `f64`: of finite `f32` numbers nothing overflows.
pub(crate) struct Extent {
    pub(crate) low: [f64; 2],
    pub(crate) size: [f64; 2],
}

/// How many shapes have their center in each of equal boxes, row by row from the lowest.
pub(crate) struct Density {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) counts: Vec<u32>,
}

impl Extent {
    /// None of nothing.
    pub(crate) fn of(mut bounds: impl Iterator<Item = Aabb>) -> Option<Self> {
        let first = bounds.next()?;
        let corners = (first.min(), first.max());
        let (low, high) = bounds.fold(corners, |(low, high), bound| (low.min(bound.min()), high.max(bound.max())));
        let [low, high] = [low, high].map(|corner| corner.as_dvec2().to_array());
        Some(Self { low, size: [high[0] - low[0], high[1] - low[1]] })
    }

    /// The cell of a point among so many columns and rows.
    fn cell(&self, point: Vec2, columns: usize, rows: usize) -> usize {
        let along = |value: f64, axis: usize, count: usize| {
            let share = if self.size[axis] > 0.0 { (value - self.low[axis]) / self.size[axis] } else { 0.0 };
            ((share * count as f64) as usize).min(count - 1)
        };
        along(point.y.into(), 1, rows) * columns + along(point.x.into(), 0, columns)
    }

    /// Counts the shapes in so many columns and rows.
    pub(crate) fn density<'a>(&self, shapes: impl Iterator<Item = &'a Shape>, [columns, rows]: [usize; 2]) -> Density {
        let mut counts = vec![0; columns * rows];
        shapes.for_each(|shape| counts[self.cell(shape.center(), columns, rows)] += 1);
        Density { columns, rows, counts }
    }

    /// Columns and rows of boxes, nearly square, that have four of so many shapes each, on the average, or more where that
    /// were too many boxes to look at.
    pub(crate) fn boxes(&self, count: usize) -> [usize; 2] {
        const MOST: f64 = 4096.0;
        let boxes = (count as f64 / 4.0).clamp(1.0, MOST);
        let [width, height] = self.size;
        // Lines along one axis have no other.
        let ratio = if width == height { 1.0 } else { (width / height).clamp(1.0 / MOST, MOST) };
        let columns = (boxes * ratio).sqrt().round().clamp(1.0, boxes);
        [columns, (boxes / columns).round().max(1.0)].map(|count| count as usize)
    }
}

impl Density {
    /// How much the counts differ, against what chance alone would give: the variance over the mean. Of a single box, 1.
    pub(crate) fn crowding(&self) -> f64 {
        let count = self.counts.len() as f64;
        let mean = self.counts.iter().map(|count| f64::from(*count)).sum::<f64>() / count;
        let variance = self.counts.iter().map(|count| (f64::from(*count) - mean).powi(2)).sum::<f64>() / count;
        if count > 1.0 && mean > 0.0 { variance / mean } else { 1.0 }
    }
}

/// What crowding is called.
pub(crate) fn crowded(ratio: f64) -> &'static str {
    match ratio {
        ratio if ratio < 0.5 => "more even than chance",
        ratio if ratio < 2.0 => "spread evenly, by chance",
        ratio if ratio < 20.0 => "in groups",
        _ => "in crowds",
    }
}

/// The longer side of a box.
pub(crate) fn side(bound: &Aabb) -> f64 {
    (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element()
}

/// How a kind of shape is called.
pub(crate) fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Circle(_) => "circle",
        Shape::Rect(_) => "rectangle",
        Shape::OrientedRect(_) => "turned rectangle",
    }
}

/// As many digits as tell something.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e7).contains(&size) => format!("{value:.3}"),
        _ => format!("{value:.3e}"),
    }
}

/// Three digits that count, of a time or the like.
pub(crate) fn digits(value: f64) -> String {
    let before = if value > 0.0 { value.log10().floor() } else { 0.0 };
    format!("{value:.*}", (2.0 - before).clamp(0.0, 6.0) as usize)
}
