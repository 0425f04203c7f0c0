//! Describes the shapes of a recording.

use std::collections::BTreeMap;

use collide2d::Shape;

use super::report::{Data, Heat, Spread};
use crate::extent::{Extent, longer_side};
use crate::input::{Frame, Recording};
use crate::statistics::{quantile, sorted};

/// Describes the shapes; `None` if there are none. Each id counts with its first shape. `still` has the ids that never
/// move, by number.
pub(crate) fn describe(recording: &Recording, pairs: &[u64], still: &[bool], still_is_static: bool) -> Option<Data> {
    let shapes = first_shapes(recording);
    let mut kinds = BTreeMap::new();
    shapes.iter().for_each(|shape| *kinds.entry(shape.kind().to_string()).or_default() += 1);
    let rows = recording.ticks.iter().flat_map(|frame| &frame.rows);
    let extent = Extent::around(rows.map(|(_, shape)| shape.aabb()))?;
    let ([left, bottom], [width, height]) = (extent.low, extent.size);
    let frame = recording.ticks.first()?;
    let density = extent.density(frame.rows.iter().map(|(_, shape)| shape), extent.boxes(frame.rows.len()));
    let counts = |frame: &Frame| frame.rows.len() as f64;
    let entities = spread(&sorted(recording.ticks.iter().map(counts)));
    Some(Data {
        entities: Spread {
            least: entities.least as usize,
            median: entities.median as usize,
            most: entities.most as usize,
        },
        kinds,
        extent: [left, bottom, left + width, bottom + height],
        size: spread(&sorted(shapes.iter().map(|shape| longer_side(&shape.aabb())))),
        movers: recording.movers(),
        still: still.iter().filter(|still| **still).count(),
        still_is_static,
        crowding: density.crowding(),
        pairs: spread(&sorted(pairs.iter().map(|count| *count as f64))),
        heat: Heat {
            width: density.columns,
            height: density.rows,
            counts: density.counts.chunks(density.columns).rev().flatten().copied().collect(),
        },
    })
}

/// The first shape of each id.
fn first_shapes(recording: &Recording) -> Vec<Shape> {
    let mut shapes = vec![None; recording.ids.len()];
    for (number, shape) in recording.ticks.iter().flat_map(|frame| &frame.rows) {
        shapes[*number as usize].get_or_insert(*shape);
    }
    shapes.into_iter().flatten().collect()
}

fn spread(sorted: &[f64]) -> Spread<f64> {
    let [least, median, most] = [0.0, 0.5, 1.0].map(|share| quantile(sorted, share).unwrap_or_default());
    Spread { least, median, most }
}
