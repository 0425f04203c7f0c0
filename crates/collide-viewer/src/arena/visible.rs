//! What a viewport holds, found by the engine.

use collide2d::broad::TreeBox;
use collide2d::{Batch, Handle, Hits, Mode, Nearest, Queries, Query, Rect, Settings, Shape, Threads, Vec2, World};

use super::shown::{PAIRED, Shown};

/// More boxes of a tree than that nobody could tell apart.
const MOST_BOXES: usize = 600;

/// Finds what is in sight, now or then. Keeps its memory.
#[derive(Default)]
pub(crate) struct Seen {
    hits: Hits,
    handles: Vec<Handle>,
    shapes: Vec<Shape>,
    marks: Vec<u8>,
    pairs: Vec<(u32, u32)>,
}

impl Seen {
    /// The shapes in sight and what is to be said of each: now, or at a tick that a world remembers. The past, which is kept without
    /// its pairs, has them found again among what is in sight.
    pub(crate) fn look(&mut self, shown: &Shown, view: &Rect, then: Option<(&World, u64)>) -> (&[Shape], &[u8]) {
        let past = then.and_then(|(world, tick)| Some((world, world.at(tick as f64).ok()?)));
        let (world, queries) = past.unwrap_or_else(|| (&shown.world, shown.world.queries()));
        self.handles.clear();
        self.shapes.clear();
        self.marks.clear();
        if queries.overlap_batch_into(&[Query::new(Shape::from(*view))], Mode::All, &mut self.hits).is_err() {
            return (&[], &[]); // no budget is set
        }
        for handle in self.hits.of(0) {
            let Some(shape) = queries.get(*handle) else { continue };
            self.handles.push(*handle);
            self.shapes.push(shape);
            self.marks.push(if then.is_some() { 0 } else { shown.mark(handle.slot()) });
        }
        if then.is_some() {
            self.pair_up(world);
        }
        (&self.shapes, &self.marks)
    }

    fn pair_up(&mut self, world: &World) {
        let touching = world.settings().touching;
        let mut batch = Batch::new(Settings { touching, threads: Threads::Serial, ..Settings::default() });
        if batch.pairs_into(&self.shapes, &mut self.pairs).is_err() {
            return; // more shapes than a batch takes, which is more than a page could show
        }
        for (a, b) in &self.pairs {
            let [a, b] = [*a as usize, *b as usize];
            if meet(world, self.handles[a], self.handles[b]) {
                self.marks[a] = PAIRED;
                self.marks[b] = PAIRED;
            }
        }
    }
}

/// Whether two meet, by how they are now: what they were like is not remembered. Who has gone meets everyone.
pub(crate) fn meet(world: &World, a: Handle, b: Handle) -> bool {
    match [a, b].map(|handle| world.entity(handle)) {
        [Some(a), Some(b)] => a.layers.meet(&b.layers) && !(a.sensor && b.sensor),
        _ => true,
    }
}

/// The boxes in sight of the R-tree that found the pairs, if one did.
pub(crate) fn tree_boxes(world: &World, view: &Rect) -> Vec<TreeBox> {
    let mut boxes = world.tree_boxes(MOST_BOXES);
    boxes.retain(|tree| tree.min.cmple(view.max()).all() && tree.max.cmpge(view.min()).all());
    boxes
}

/// The entity nearest to a point, if it is no farther away than this.
pub(crate) fn nearest(queries: &Queries<'_>, [x, y, within]: [f32; 3]) -> Option<Handle> {
    let point = collide2d::Circle::new(Vec2::new(x, y), 0.0).ok()?;
    let (handle, distance) = queries.nearest(Nearest::to(point))?;
    (distance <= within).then_some(handle)
}
