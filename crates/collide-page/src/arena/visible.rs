//! The entities in a viewport.

use collide2d::tools::{TreeBox, WorldTools};
use collide2d::{
    Aabb, Batch, DVec2, Entity, Handle, Hits, Mobility, Mode, Nearest, Queries, Query, Rect, Settings, Shape, Threads,
    Vec2, World, overlaps,
};

use super::look::Look;
use super::snapshot::{FOUND, PAIRED, Snapshot};

/// The limit of boxes of a tree. More could not be distinguished.
const MAX_BOXES: usize = 600;

/// The number of entities of which the middle is computed.
const SAMPLE: usize = 4_000;

/// How each entity looks.
pub(crate) type LookOf<'a> = &'a dyn Fn(Handle, &Entity) -> Look;

/// The shapes in a viewport, now or in the past. Its buffers are reused.
#[derive(Default)]
pub(crate) struct VisibleShapes {
    hits: Hits,
    handles: Vec<Handle>,
    shapes: Vec<Shape>,
    /// The flags of a frame: the mark, and above it the look.
    marks: Vec<u16>,
    pairs: Vec<(u32, u32)>,
    /// The number of pairs in the viewport, in the past.
    pub(crate) pair_count: u64,
}

impl VisibleShapes {
    /// The shapes in a viewport and the flags of each: now, or at a tick that a world remembers. The history has no
    /// pairs, so these are found again among the shapes in the viewport. Without a viewport: all shapes, now.
    pub(crate) fn query(
        &mut self,
        snapshot: &Snapshot,
        view: Option<&Rect>,
        then: Option<(&World, u64)>,
        look: LookOf<'_>,
    ) {
        self.handles.clear();
        self.shapes.clear();
        self.marks.clear();
        let Some(view) = view else { return self.scan(snapshot, |_| true, look) };
        if then.is_none() && shows_most(view, &snapshot.extent) {
            let view = Shape::from(*view);
            return self.scan(snapshot, |shape| overlaps(view, shape), look);
        }
        let past = then.and_then(|(world, tick)| Some((world, world.at(tick as f64).ok()?)));
        let (world, queries) = past.unwrap_or_else(|| (&snapshot.world, snapshot.world.queries()));
        if queries.overlap_batch_into(&[Query::new(Shape::from(*view))], Mode::All, &mut self.hits).is_err() {
            return; // no budget is set
        }
        for handle in self.hits.of(0) {
            let Some(shape) = queries.shape(*handle) else { continue };
            self.handles.push(*handle);
            self.shapes.push(shape);
            let mark = if then.is_some() { 0 } else { snapshot.mark(handle.slot()) };
            let look = world.entity(*handle).map_or(Look::Mover, |entity| look(*handle, &entity));
            self.marks.push(u16::from(mark) | look.bits());
        }
        if then.is_some() {
            self.mark_pairs(world);
        }
    }

    /// Tests all shapes in turn. If most of them are in the viewport, this takes less time than a query.
    fn scan(&mut self, snapshot: &Snapshot, is_visible: impl Fn(Shape) -> bool, look: LookOf<'_>) {
        for (handle, entity) in snapshot.world.iter().filter(|(_, entity)| is_visible(entity.shape)) {
            self.handles.push(handle);
            self.shapes.push(entity.shape);
            self.marks.push(u16::from(snapshot.mark(handle.slot())) | look(handle, &entity).bits());
        }
    }

    /// Marks the entities of a list that is sorted by slot.
    pub(crate) fn mark_found(&mut self, found: &[Handle]) {
        for (handle, mark) in self.handles.iter().zip(&mut self.marks) {
            if found.binary_search_by_key(&handle.slot(), |found| found.slot()).is_ok() {
                *mark |= u16::from(FOUND);
            }
        }
    }

    /// Adds shapes in the viewport that are no entities.
    pub(crate) fn add(&mut self, shapes: impl Iterator<Item = Shape>, view: Option<&Rect>, look: Look) {
        let view = view.map(|view| Shape::from(*view));
        self.shapes.extend(shapes.filter(|shape| view.is_none_or(|view| overlaps(view, *shape))));
        self.marks.resize(self.shapes.len(), look.bits());
    }

    /// The shapes of the last query, and the flags of each.
    pub(crate) fn shapes(&self) -> (&[Shape], &[u16]) {
        (&self.shapes, &self.marks)
    }

    fn mark_pairs(&mut self, world: &World) {
        self.pair_count = 0;
        let touching = world.settings().touching;
        let mut batch = Batch::new(Settings { touching, threads: Threads::Serial, ..Settings::default() });
        if batch.pairs_into(&self.shapes, &mut self.pairs).is_err() {
            return; // more shapes than the limit of a batch, which is more than a page can show
        }
        for (a, b) in &self.pairs {
            let [a, b] = [*a as usize, *b as usize];
            if can_pair(world, self.handles[a], self.handles[b]) {
                self.pair_count += 1;
                self.marks[a] |= u16::from(PAIRED);
                self.marks[b] |= u16::from(PAIRED);
            }
        }
    }
}

/// Whether a viewport covers at least half of the extent.
pub(crate) fn shows_most(view: &Rect, extent: &Rect) -> bool {
    share(view, extent) >= 0.5
}

/// The share of the extent that a viewport covers: 1 for an extent without an area.
pub(crate) fn share(view: &Rect, extent: &Rect) -> f64 {
    let area = |from: Vec2, to: Vec2| (to.as_dvec2() - from.as_dvec2()).max(DVec2::ZERO).element_product();
    let (seen, all) =
        (area(view.min().max(extent.min()), view.max().min(extent.max())), area(extent.min(), extent.max()));
    if all > 0.0 { seen / all } else { 1.0 }
}

/// Whether two entities can be a pair, by their current filters and mobilities: the history has none. A removed entity
/// can pair with any other.
pub(crate) fn can_pair(world: &World, a: Handle, b: Handle) -> bool {
    match [a, b].map(|handle| world.entity(handle)) {
        [Some(a), Some(b)] => {
            let Settings { static_pairs, sensor_pairs, .. } = *world.settings();
            let moves = [a, b].iter().any(|entity| entity.mobility != Mobility::Static);
            a.layers.meet(&b.layers) && (sensor_pairs || !(a.sensor && b.sensor)) && (static_pairs || moves)
        }
        _ => true,
    }
}

/// The boxes in a viewport of the R-tree that found the pairs, if one did.
pub(crate) fn tree_boxes(world: &World, view: Option<&Rect>) -> Vec<TreeBox> {
    let mut boxes = world.tree_boxes(MAX_BOXES);
    if let Some(view) = view {
        boxes.retain(|tree| tree.min.cmple(view.max()).all() && tree.max.cmpge(view.min()).all());
    }
    boxes
}

/// A rectangle around the middle 99 % of the entities on each axis, with their average size: a few far away do not make
/// the others small. `None` without entities.
pub(crate) fn middle(world: &World) -> Option<[f32; 4]> {
    let count = world.len();
    let sample = (count / SAMPLE).max(1);
    let bounds: Vec<_> = world.iter().step_by(sample).map(|(_, entity)| entity.shape.aabb()).collect();
    let half_percent = bounds.len() / 200;
    let at = |number: fn(&Aabb) -> f32, from_end: bool| {
        let mut numbers: Vec<f32> = bounds.iter().map(number).collect();
        let index = if from_end { numbers.len().checked_sub(half_percent + 1)? } else { half_percent };
        (index < numbers.len()).then(|| *numbers.select_nth_unstable_by(index, f32::total_cmp).1)
    };
    let [left, low] = [at(|bound| bound.min().x, false)?, at(|bound| bound.min().y, false)?];
    let [right, high] = [at(|bound| bound.max().x, true)?, at(|bound| bound.max().y, true)?];
    Some([left, low, right, high].map(|number| number.clamp(f32::MIN, f32::MAX)))
}

/// The entity nearest to a point, within a distance.
pub(crate) fn nearest(queries: &Queries<'_>, [x, y, within]: [f32; 3]) -> Option<Handle> {
    let point = collide2d::Circle::new(Vec2::new(x, y), 0.0).ok()?;
    let (handle, distance) = queries.nearest(Nearest::to(point))?;
    (distance <= within).then_some(handle)
}

#[cfg(test)]
mod tests {
    use collide_scenes::SceneKind;

    use super::super::client_message::Show;
    use super::super::generated_scene::GeneratedScene;
    use super::*;

    #[test]
    fn most_or_few_shapes_are_those_of_a_query() {
        for scene in SceneKind::ALL {
            let mut generated = GeneratedScene::of(Show { count: 300, ..Show::default() }, scene);
            assert!(generated.tick());
            let (snapshot, mut visible) = (&generated.snapshot, VisibleShapes::default());
            let (min, max) = (snapshot.extent.min(), snapshot.extent.max());
            for (share, most) in [(0.4, false), (0.8, true), (2.0, true)] {
                let view = Rect::new(min, min + (max - min) * share).unwrap();
                assert_eq!(shows_most(&view, &snapshot.extent), most);
                visible.query(snapshot, Some(&view), None, &|_, entity| Look::of(entity));
                let queries = snapshot.world.queries();
                let found = queries.overlap(Shape::from(view)).into_iter().filter_map(|handle| queries.shape(handle));
                assert!(found.eq(visible.shapes.iter().copied()), "{scene:?} {share}");
                assert_eq!(visible.marks.len(), visible.shapes.len());
                let found: Vec<Handle> = snapshot.world.iter().map(|(handle, _)| handle).step_by(2).collect();
                visible.mark_found(&found);
                let marked = visible
                    .handles
                    .iter()
                    .zip(&visible.marks)
                    .all(|(handle, mark)| (mark & u16::from(FOUND) != 0) == found.contains(handle));
                assert!(marked, "{scene:?} {share}");
            }
        }
    }
}
