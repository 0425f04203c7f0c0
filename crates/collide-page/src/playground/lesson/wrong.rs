//! The region in which changed code is wrong: it is asked for a circle at each place of a raster, and so is the engine.

use collide2d::{Circle, Vec2};
use serde::Serialize;

/// Half of the part of the plane that the figures show.
const HALF: [f32; 2] = [5.8, 4.7];

/// The side of a cell of the raster: about two pixels.
pub(super) const FINE: f32 = 0.03;

/// Runs of cells in a row: the center of the first cell, and the number of cells.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Wrong {
    /// The side of a cell.
    pub(crate) size: f32,
    /// The changed code says yes, the engine no.
    pub(crate) hits: Vec<(f32, f32, u32)>,
    /// The changed code says no, the engine yes.
    pub(crate) misses: Vec<(f32, f32, u32)>,
}

impl Wrong {
    /// Compares two answers for a circle of the same radius at each cell's center. One of the centers is at `origin`
    /// modulo `size`.
    pub(super) fn find(
        circle: &Circle,
        size: f32,
        origin: Vec2,
        copy: impl Fn(&Circle) -> bool,
        exact: impl Fn(&Circle) -> bool,
    ) -> Self {
        let mut wrong = Self { size, hits: Vec::new(), misses: Vec::new() };
        let places = |half: f32, origin: f32| {
            let first = ((-half - origin) / size).ceil() as i32;
            let last = ((half - origin) / size).floor() as i32;
            (first..=last).map(move |step| origin + step as f32 * size)
        };
        for y in places(HALF[1], origin.y.rem_euclid(size)) {
            let mut run: Option<(bool, (f32, f32, u32))> = None;
            for x in places(HALF[0], origin.x.rem_euclid(size)) {
                let Ok(circle) = Circle::new(Vec2::new(x, y), circle.radius()) else { continue };
                let (says, is) = (copy(&circle), exact(&circle));
                match &mut run {
                    Some((kind, (.., count))) if says != is && *kind == says => *count += 1,
                    _ => {
                        wrong.end(run.take());
                        run = (says != is).then_some((says, (x, y, 1)));
                    }
                }
            }
            wrong.end(run);
        }
        wrong
    }

    fn end(&mut self, run: Option<(bool, (f32, f32, u32))>) {
        match run {
            Some((true, cells)) => self.hits.push(cells),
            Some((false, cells)) => self.misses.push(cells),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_the_cells_that_differ() {
        let circle = Circle::new(Vec2::ZERO, 1.0).unwrap();
        let right = |circle: &Circle| circle.center().x > 4.0;
        let left = |circle: &Circle| circle.center().x < -4.0;
        let wrong = Wrong::find(&circle, 1.0, Vec2::new(0.5, 7.0), right, left);
        assert_eq!(wrong.hits.len(), 9);
        assert_eq!((wrong.hits[0], wrong.misses[8]), ((4.5, -4.0, 2), (-5.5, 4.0, 2)));
        assert_eq!(Wrong::find(&circle, FINE, Vec2::ZERO, right, right).hits, []);
    }
}
