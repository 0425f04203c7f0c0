//! The nearest of a list of entities.

use collide_core::{Shape, Vec2, distance, overlaps};

use super::sight::{Scene, Sight};
use crate::Handle;
use crate::search::{F32_ROUNDING, point_of};

/// Picks the nearest of the entities near an observer. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Ranking {
    bounds: Vec<Bound>,
    farthest: Vec<f64>,
    ranked: Vec<Ranked>,
}

/// A lower bound of the distance of an entity; whether it comes after those that come first; and whether it is new, which
/// means that it was not visible before.
#[derive(Clone, Copy, Debug)]
struct Bound {
    handle: Handle,
    after: bool,
    new: bool,
    low: f64,
}

/// Whether the entity comes after those that come first; the bits of the distance, which are ordered as distances are, as
/// these are not negative; whether the entity is new; its handle.
pub(super) type Ranked = (bool, u32, bool, Handle);

impl Ranking {
    /// The visible entities, in no particular order: the nearest `max_visible` of those that overlap the outer circle
    /// (`found`) and were visible (`old`) or overlap the inner circle. `found` and `old` are in order of slots. Those of the
    /// categories that come first are before the others; at equal distance, those that were visible before come first, then
    /// those with smaller slots.
    pub(super) fn of(
        &mut self,
        sight: &Sight,
        found: &[(u32, u32)],
        old: &[Handle],
        scene: &Scene<'_>,
    ) -> impl Iterator<Item = Handle> {
        self.find(sight, found, old, scene);
        self.ranked.clear();
        if sight.max_visible < self.bounds.len() {
            self.rank(sight, scene);
        } else {
            self.ranked.extend(self.bounds.iter().map(|bound| (bound.after, 0, bound.new, bound.handle)));
        }
        self.ranked.iter().map(|(.., handle)| *handle)
    }

    /// Lists the entities that could be visible.
    fn find(&mut self, sight: &Sight, found: &[(u32, u32)], mut old: &[Handle], scene: &Scene<'_>) {
        self.bounds.clear();
        self.farthest.clear();
        for &(_, slot) in found {
            let handle = Handle { slot, generation: scene.generations[slot as usize] };
            while let [gone, rest @ ..] = old
                && *gone < handle
            {
                old = rest;
            }
            let new = old.first() != Some(&handle);
            let Some(shape) = scene.shapes.at(slot) else { continue };
            if !new || !sight.has_ring() || overlaps(sight.inner, shape) {
                let after = sight.first == 0 || sight.first & scene.filters.get(slot).layers.category == 0;
                // Those that come first are nearer than all others.
                let [low, high] = if after { bounds(sight.inner.center(), &shape) } else { [f64::NEG_INFINITY; 2] };
                self.bounds.push(Bound { handle, after, new, low });
                self.farthest.push(high);
            }
        }
    }

    /// Ranks the nearest of the entities that could be visible. There are more than `max_visible`.
    fn rank(&mut self, sight: &Sight, scene: &Scene<'_>) {
        let Some(last) = sight.max_visible.checked_sub(1) else { return };
        // An entity that is certainly farther away than `max_visible` others need not be measured.
        let (_, limit, _) = self.farthest.select_nth_unstable_by(last, f64::total_cmp);
        let observer = point_of(sight.inner);
        for &Bound { handle, after, new, .. } in self.bounds.iter().filter(|bound| bound.low <= *limit) {
            let far = scene.shapes.at(handle.slot).map_or(f32::MAX, |shape| distance(observer, shape));
            self.ranked.push((after, far.to_bits(), new, handle));
        }
        if sight.max_visible < self.ranked.len() {
            self.ranked.select_nth_unstable(sight.max_visible);
            self.ranked.truncate(sight.max_visible);
        }
    }
}

/// A strict lower and a strict upper bound of the rounded [`distance`] between a point and a shape.
fn bounds(observer: Vec2, shape: &Shape) -> [f64; 2] {
    let (observer, center) = (observer.as_dvec2(), shape.middle().as_dvec2());
    let far = observer.distance(center);
    let diagonal = || {
        let bound = shape.aabb();
        (bound.max().as_dvec2() - bound.min().as_dvec2()).length()
    };
    let (inside, outside) = match shape {
        Shape::Circle(circle) => (f64::from(circle.radius()), f64::from(circle.radius())),
        Shape::Rect(_) | Shape::OrientedRect(_) => (0.0, diagonal()),
        // The middle may be outside of these.
        Shape::Capsule(_) | Shape::Polygon(_) => (-diagonal(), diagonal()),
    };
    // More than the rounding errors of this and of `distance`.
    let size = far + outside + observer.abs().max_element();
    let room = size * f64::from(F32_ROUNDING) + f64::from(f32::MIN_POSITIVE);
    [far - outside - room, (far - inside).max(0.0) + room]
}
