use collide_core::{Circle, Shape, Vec2, distance};

use crate::Handle;
use crate::store::Shapes;

/// Picks the nearest of many. Keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Nearest {
    bounds: Vec<Bound>,
    farthest: Vec<f64>,
    ranked: Vec<Ranked>,
}

/// Between what the distance of an entity lies, and whether it is a newcomer.
#[derive(Clone, Copy, Debug)]
struct Bound {
    handle: Handle,
    new: bool,
    low: f64,
}

/// Distance, as the bits of a number that is not negative and so in the same order; whether it is a newcomer; who.
type Ranked = (u32, bool, Handle);

impl Nearest {
    /// Keeps so many of more that are `visible`, the nearest to a point; those among the `newcomers` give way to others as near, and
    /// then those with the larger slots. All lists are in order.
    pub(super) fn keep(
        &mut self,
        eye: Vec2,
        most: usize,
        visible: &[Handle],
        mut newcomers: &[Handle],
        shapes: Shapes<'_>,
    ) {
        self.bounds.clear();
        self.farthest.clear();
        self.ranked.clear();
        if most == 0 {
            return;
        }
        for &handle in visible {
            let next = newcomers.split_first().filter(|(next, _)| **next == handle);
            newcomers = next.map_or(newcomers, |(_, rest)| rest);
            let Some(shape) = shapes.at(handle.slot) else { continue };
            let [low, high] = bounds(eye, &shape);
            self.bounds.push(Bound { handle, new: next.is_some(), low });
            self.farthest.push(high);
        }
        // Who is certainly farther away than so many others need not be measured.
        let most = most.min(self.farthest.len());
        if most > 0 && most < self.farthest.len() {
            let (_, limit, _) = self.farthest.select_nth_unstable_by(most - 1, f64::total_cmp);
            let limit = *limit;
            self.bounds.retain(|bound| bound.low <= limit);
        }
        let point = Circle::new(eye, 0.0).expect("the center of a circle");
        for &Bound { handle, new, .. } in &self.bounds {
            let far = shapes.at(handle.slot).map_or(f32::MAX, |shape| distance(point, shape));
            self.ranked.push((far.to_bits(), new, handle));
        }
        if most < self.ranked.len() {
            self.ranked.select_nth_unstable(most);
            self.ranked.truncate(most);
        }
    }

    /// Who is kept, in no particular order.
    pub(super) fn kept(&self) -> impl Iterator<Item = Handle> {
        self.ranked.iter().map(|(_, _, handle)| *handle)
    }
}

/// Two numbers that the [`distance`] of a point and a shape, rounded as it is, lies strictly between.
fn bounds(eye: Vec2, shape: &Shape) -> [f64; 2] {
    let (eye, center) = (eye.as_dvec2(), shape.center().as_dvec2());
    let far = eye.distance(center);
    let (inside, outside) = match shape {
        Shape::Circle(circle) => (f64::from(circle.radius()), f64::from(circle.radius())),
        _ => {
            let bound = shape.aabb();
            (0.0, (bound.max().as_dvec2() - bound.min().as_dvec2()).length())
        }
    };
    // More than is rounded away on either way.
    let room = (far + outside + eye.abs().max_element()) * 1e-6 + f64::from(f32::MIN_POSITIVE);
    [far - outside - room, (far - inside).max(0.0) + room]
}
