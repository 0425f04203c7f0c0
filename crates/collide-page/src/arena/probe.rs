//! Queries that a client asks with the pointer: what they find, and which entities they test.

use std::sync::{Mutex, PoisonError};

use collide2d::{Circle, Handle, Moving, Nearest, Queries, Ray, Shape, Vec2};
use serde::{Deserialize, Serialize};
use web_time::Instant;

/// The limit of tested entities that are listed.
const MAX_LISTED: usize = 400;
/// The radius of the swept circle.
const SWEPT_RADIUS: f32 = 1.0;

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    kind: Kind,
    from: [f32; 2],
    to: [f32; 2],
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Ray,
    Sweep,
    Nearest,
}

/// The answer to a probe.
#[derive(Debug, Serialize)]
pub(crate) struct Probed {
    probe: Probe,
    /// The radius of a swept circle.
    radius: f32,
    found: Option<Found>,
    /// The number of entities that passed the broad phase and were tested.
    tested_count: usize,
    /// The middle and half the size of the bounds of the first of them.
    tested: Vec<[f32; 4]>,
    micros: f64,
}

#[derive(Debug, Serialize)]
struct Found {
    handle: String,
    /// The point of the ray that hits, the center of the circle that hits, or the nearest entity's center.
    at: [f32; 2],
    normal: Option<[f32; 2]>,
    /// The share of the way, or the distance.
    value: f32,
    /// The middle and half the size of its bounds.
    bounds: [f32; 4],
}

impl Probe {
    /// Asks the query, excluding the client's own entity. `None` for coordinates that are not finite, and for a ray
    /// without a direction.
    pub(super) fn ask(&self, queries: &Queries<'_>, except: Option<Handle>) -> Option<Probed> {
        let (from, to) = (Vec2::from(self.from), Vec2::from(self.to));
        if !from.is_finite() || !to.is_finite() {
            return None;
        }
        let tested = Mutex::new(Vec::new());
        let accept = |handle: Handle| {
            let is_other = Some(handle) != except;
            if is_other {
                tested.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
            }
            is_other
        };
        let filtered = queries.filtered(&accept);
        let start = Instant::now();
        let found = self.ask_engine(&filtered, from, to)?;
        let micros = start.elapsed().as_secs_f64() * 1e6;
        let mut tested = tested.into_inner().unwrap_or_else(PoisonError::into_inner);
        tested.sort_unstable_by_key(|handle| handle.slot());
        tested.dedup();
        let listed = tested.iter().take(MAX_LISTED).filter_map(|handle| queries.shape(*handle));
        Some(Probed {
            probe: *self,
            radius: SWEPT_RADIUS,
            found: found.and_then(|Hit { handle, at, normal, value }| {
                let bounds = bounds(&queries.shape(handle)?);
                let at = at.unwrap_or_else(|| Vec2::new(bounds[0], bounds[1])).into();
                Some(Found { handle: handle.to_string(), at, normal: normal.map(Vec2::into), value, bounds })
            }),
            tested_count: tested.len(),
            tested: listed.map(|shape| bounds(&shape)).collect(),
            micros,
        })
    }

    /// The answer of the engine, or `None` if the query is not valid.
    fn ask_engine(&self, queries: &Queries<'_>, from: Vec2, to: Vec2) -> Option<Option<Hit>> {
        Some(match self.kind {
            Kind::Ray => {
                let hit = queries.ray(Ray::new(from, to - from, 1.0).ok()?);
                hit.map(|(handle, hit)| Hit { handle, at: Some(hit.point), normal: hit.normal, value: hit.entry })
            }
            Kind::Sweep => {
                let moving = Moving::new(Circle::new(from, SWEPT_RADIUS).ok()?, to - from).ok()?;
                let at = |time| Some(from + (to - from) * time);
                queries.sweep(moving).map(|(handle, hit)| Hit {
                    handle,
                    at: at(hit.time),
                    normal: Some(hit.normal),
                    value: hit.time,
                })
            }
            Kind::Nearest => {
                let point = Circle::new(to, 0.0).ok()?;
                let nearest = queries.nearest(Nearest::to(point));
                nearest.map(|(handle, value)| Hit { handle, at: None, normal: None, value })
            }
        })
    }
}

/// What a query has found.
struct Hit {
    handle: Handle,
    /// `None` for the center of the entity.
    at: Option<Vec2>,
    normal: Option<Vec2>,
    /// The time or the distance.
    value: f32,
}

fn bounds(shape: &Shape) -> [f32; 4] {
    let bound = shape.aabb();
    let (middle, half) = ((bound.min() + bound.max()) * 0.5, (bound.max() - bound.min()) * 0.5);
    [middle.x, middle.y, half.x, half.y]
}

#[cfg(test)]
mod tests {
    use collide2d::{Settings, World};

    use super::*;

    #[test]
    fn probes_find_what_queries_find_and_count_what_they_test() {
        let mut world = World::new(Settings::default());
        let handles: Vec<Handle> = (0..100)
            .map(|i| {
                world
                    .insert(Circle::new(Vec2::new((i % 10) as f32 * 10.0, (i / 10) as f32 * 10.0), 1.0).unwrap())
                    .unwrap()
            })
            .collect();
        world.step();
        let ask = |kind, from, to| Probe { kind, from, to }.ask(&world.queries(), Some(handles[0]));
        let ray = ask(Kind::Ray, [0.0, 0.0], [90.0, 0.0]).unwrap();
        let found = ray.found.unwrap();
        assert_eq!((found.handle, found.at, found.normal), (handles[1].to_string(), [9.0, 0.0], Some([-1.0, 0.0])));
        assert!((1..20).contains(&ray.tested_count), "{}", ray.tested_count);
        let sweep = ask(Kind::Sweep, [0.0, 0.0], [80.0, 0.0]).unwrap().found.unwrap();
        assert!((sweep.at[0] - 8.0).abs() < 1e-4 && (sweep.value - 0.1).abs() < 1e-5, "{sweep:?}");
        let nearest = ask(Kind::Nearest, [0.0, 0.0], [11.0, 13.0]).unwrap().found.unwrap();
        assert_eq!((nearest.handle, nearest.bounds), (handles[11].to_string(), [10.0, 10.0, 1.0, 1.0]));
        assert!(ask(Kind::Ray, [0.0, 0.0], [0.0, 0.0]).is_none());
        assert!(ask(Kind::Sweep, [f32::NAN, 0.0], [0.0, 0.0]).is_none());
    }
}
