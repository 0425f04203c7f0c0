//! The extent and the density of shapes.

use collide2d::{Aabb, Shape, Vec2};

use crate::statistics::sorted;

/// The box around all shapes, in `f64`, where sums and differences of `f32` numbers cannot overflow.
pub(crate) struct Extent {
    pub(crate) low: [f64; 2],
    pub(crate) size: [f64; 2],
}

/// The number of shapes with their center in each cell of a grid of equal boxes, row by row from the lowest.
pub(crate) struct Density {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) counts: Vec<u32>,
}

impl Extent {
    /// The box around `bounds`; `None` if there are none.
    pub(crate) fn around(mut bounds: impl Iterator<Item = Aabb>) -> Option<Self> {
        let first = bounds.next()?;
        let corners = (first.min(), first.max());
        let (low, high) = bounds.fold(corners, |(low, high), bound| (low.min(bound.min()), high.max(bound.max())));
        let [low, high] = [low, high].map(|corner| corner.as_dvec2().to_array());
        Some(Self { low, size: [high[0] - low[0], high[1] - low[1]] })
    }

    /// The box around the middle 99 % of the centers on each axis: a few that are far away do not count. With fewer
    /// than 200 shapes it is around all. `None` without shapes.
    pub(crate) fn middle(shapes: &[Shape]) -> Option<Self> {
        let half_percent = shapes.len() / 200;
        let ends = |axis: usize| {
            let centers = sorted(shapes.iter().map(|shape| f64::from(center(shape)[axis])));
            Some([*centers.get(half_percent)?, *centers.get(centers.len() - 1 - half_percent)?])
        };
        let [[left, right], [low, high]] = [ends(0)?, ends(1)?];
        Some(Self { low: [left, low], size: [right - left, high - low] })
    }

    /// Whether a point is in the box, which is closed.
    pub(crate) fn contains(&self, point: Vec2) -> bool {
        (0..2).all(|axis| (0.0..=self.size[axis]).contains(&(f64::from(point[axis]) - self.low[axis])))
    }

    /// The index of the box with a point.
    fn cell(&self, point: Vec2, columns: usize, rows: usize) -> usize {
        let along = |value: f64, axis: usize, count: usize| {
            let share = if self.size[axis] > 0.0 { (value - self.low[axis]) / self.size[axis] } else { 0.0 };
            ((share * count as f64) as usize).min(count - 1)
        };
        along(point.y.into(), 1, rows) * columns + along(point.x.into(), 0, columns)
    }

    /// Counts the shapes in each of `columns` by `rows` boxes.
    pub(crate) fn density<'a>(&self, shapes: impl Iterator<Item = &'a Shape>, [columns, rows]: [usize; 2]) -> Density {
        let mut counts = vec![0; columns * rows];
        shapes.for_each(|shape| counts[self.cell(center(shape), columns, rows)] += 1);
        Density { columns, rows, counts }
    }

    /// Columns and rows of nearly square boxes, for four of `count` shapes in each on average. At most 4096 boxes.
    pub(crate) fn boxes(&self, count: usize) -> [usize; 2] {
        const MOST: f64 = 4096.0;
        let boxes = (count as f64 / 4.0).clamp(1.0, MOST);
        let [width, height] = self.size;
        // If all shapes lie on a line along an axis, one of the two is zero.
        let ratio = if width == height { 1.0 } else { (width / height).clamp(1.0 / MOST, MOST) };
        let columns = (boxes * ratio).sqrt().round().clamp(1.0, boxes);
        [columns, (boxes / columns).round().max(1.0)].map(|count| count as usize)
    }
}

impl Density {
    /// The variance-to-mean ratio of the counts: 1 for random positions, more for clusters. 1 for a single box.
    pub(crate) fn crowding(&self) -> f64 {
        let count = self.counts.len() as f64;
        let mean = self.counts.iter().map(|count| f64::from(*count)).sum::<f64>() / count;
        let variance = self.counts.iter().map(|count| (f64::from(*count) - mean).powi(2)).sum::<f64>() / count;
        if count > 1.0 && mean > 0.0 { variance / mean } else { 1.0 }
    }
}

/// A [crowding](Density::crowding) in words.
pub(crate) fn describe_crowding(ratio: f64) -> &'static str {
    match ratio {
        ratio if ratio < 0.5 => "more even than random",
        ratio if ratio < 2.0 => "at random positions",
        ratio if ratio < 20.0 => "clustered",
        _ => "strongly clustered",
    }
}

/// The place of a shape on a map: its center. The position of a capsule or a polygon may be far away from it, so of these
/// it is the center of the bound.
pub(crate) fn center(shape: &Shape) -> Vec2 {
    match shape {
        Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => shape.center(),
        Shape::Capsule(_) | Shape::Polygon(_) => {
            let bound = shape.aabb();
            // Halved first to avoid overflow.
            bound.min() * 0.5 + bound.max() * 0.5
        }
    }
}

/// The longer side of a bound.
pub(crate) fn longer_side(bound: &Aabb) -> f64 {
    (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element()
}
