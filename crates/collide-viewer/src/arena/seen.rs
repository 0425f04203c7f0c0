//! What a viewport holds, found by the engine.

use collide::{Batch, Handle, Hits, Mode, Nearest, Query, Rect, Settings, Shape, Threads, Vec2};

use super::crowd::{Crowd, PAIRED};

/// Finds what is in sight, now or then. Keeps its memory.
#[derive(Default)]
pub(crate) struct Seen {
    hits: Hits,
    shapes: Vec<Shape>,
    marks: Vec<u8>,
    pairs: Vec<(u32, u32)>,
}

impl Seen {
    /// The shapes in sight and what is to be said of each. The past, which is kept without its pairs, has them found again among
    /// what is in sight.
    pub(crate) fn look(&mut self, crowd: &Crowd, view: &Rect, at: Option<u64>) -> (&[Shape], &[u8]) {
        let queries = match at.and_then(|tick| crowd.world.at(tick as f64).ok()) {
            Some(past) => past,
            None => crowd.world.queries(),
        };
        self.shapes.clear();
        self.marks.clear();
        if queries.overlap_batch_into(&[Query::new(Shape::from(*view))], Mode::All, &mut self.hits).is_err() {
            return (&[], &[]); // no budget is set
        }
        for handle in self.hits.of(0) {
            let Some(shape) = queries.get(*handle) else { continue };
            self.shapes.push(shape);
            self.marks.push(if at.is_some() { 0 } else { crowd.marks[handle.slot() as usize] });
        }
        if at.is_some() {
            self.pair_up(crowd);
        }
        (&self.shapes, &self.marks)
    }

    fn pair_up(&mut self, crowd: &Crowd) {
        let touching = crowd.show.touching;
        let mut batch = Batch::new(Settings { touching, threads: Threads::Serial, ..Settings::default() });
        if batch.pairs_into(&self.shapes, &mut self.pairs).is_err() {
            return; // more shapes than a batch takes, which is more than the arena has
        }
        for (a, b) in &self.pairs {
            self.marks[*a as usize] = PAIRED;
            self.marks[*b as usize] = PAIRED;
        }
    }
}

/// The entity nearest to a point, if it is no farther away than this.
pub(crate) fn nearest(crowd: &Crowd, [x, y, within]: [f32; 3]) -> Option<Handle> {
    let point = collide::Circle::new(Vec2::new(x, y), 0.0).ok()?;
    let (handle, distance) = crowd.world.queries().nearest(Nearest::to(point))?;
    (distance <= within).then_some(handle)
}
