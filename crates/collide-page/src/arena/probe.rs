//! Queries that a client asks with the pointer: what they find, and which entities they test.

use std::sync::{Mutex, PoisonError};

use collide2d::{Circle, Handle, Moving, Nearest, Queries, Ray, Sector, Shape, Vec2};
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
    /// The apex of a sector.
    from: [f32; 2],
    /// The middle of the outer arc of a sector.
    to: [f32; 2],
    /// Of a sector: the opening in degrees.
    #[serde(default)]
    opening: f32,
    /// Of a sector: the inner radius, as a share of the outer one.
    #[serde(default)]
    inner: f32,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Ray,
    Sweep,
    Nearest,
    Sector,
}

/// The answer to a probe.
#[derive(Debug, Serialize)]
pub(crate) struct Probed {
    probe: Probe,
    /// The radius of a swept circle.
    radius: f32,
    found: Option<Found>,
    /// The number of entities that overlap a sector. Frames mark them.
    found_count: Option<usize>,
    /// The number of entities that passed the broad phase and were tested.
    tested_count: usize,
    /// The middle and half the size of the bounds of the first of them; empty for a sector.
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
        let answer = self.ask_engine(&filtered, from, to)?;
        let micros = start.elapsed().as_secs_f64() * 1e6;
        let mut tested = tested.into_inner().unwrap_or_else(PoisonError::into_inner);
        tested.sort_unstable_by_key(|handle| handle.slot());
        tested.dedup();
        let (found, found_count, listed) = match answer {
            Answer::First(hit) => (hit.and_then(|hit| hit.found(queries)), None, MAX_LISTED),
            Answer::All(handles) => (None, Some(handles.len()), 0),
        };
        let listed = tested.iter().take(listed).filter_map(|handle| queries.shape(*handle));
        let tested_bounds = listed.map(|shape| bounds(&shape)).collect();
        let (tested_count, radius) = (tested.len(), SWEPT_RADIUS);
        Some(Probed { probe: *self, radius, found, found_count, tested_count, tested: tested_bounds, micros })
    }

    /// The sector that is asked for, if it is one and valid.
    pub(super) fn sector(&self) -> Option<Sector> {
        match self.kind {
            Kind::Ray | Kind::Sweep | Kind::Nearest => None,
            Kind::Sector => {
                let (from, to) = (Vec2::from(self.from), Vec2::from(self.to));
                let outer = (to - from).length();
                let sector = Sector::facing(from, to - from, self.opening, outer).ok()?;
                sector.with_inner(outer * self.inner).ok()
            }
        }
    }

    /// The entities that overlap the sector, by slot, without the client's own entity.
    pub(super) fn found(&self, queries: &Queries<'_>, except: Option<Handle>) -> Vec<Handle> {
        let accept = |handle: Handle| Some(handle) != except;
        self.sector().map(|sector| queries.filtered(&accept).sector(sector)).unwrap_or_default()
    }

    /// The answer of the engine, or `None` if the query is not valid.
    fn ask_engine(&self, queries: &Queries<'_>, from: Vec2, to: Vec2) -> Option<Answer> {
        Some(match self.kind {
            Kind::Ray => {
                let hit = queries.ray(Ray::new(from, to - from, 1.0).ok()?);
                let hit =
                    hit.map(|(handle, hit)| Hit { handle, at: Some(hit.point), normal: hit.normal, value: hit.entry });
                Answer::First(hit)
            }
            Kind::Sweep => {
                let moving = Moving::new(Circle::new(from, SWEPT_RADIUS).ok()?, to - from).ok()?;
                let at = |time| Some(from + (to - from) * time);
                Answer::First(queries.sweep(moving).map(|(handle, hit)| Hit {
                    handle,
                    at: at(hit.time),
                    normal: Some(hit.normal),
                    value: hit.time,
                }))
            }
            Kind::Nearest => {
                let point = Circle::new(to, 0.0).ok()?;
                let nearest = queries.nearest(Nearest::to(point));
                Answer::First(nearest.map(|(handle, value)| Hit { handle, at: None, normal: None, value }))
            }
            Kind::Sector => Answer::All(queries.sector(self.sector()?)),
        })
    }
}

/// The answer of the engine.
enum Answer {
    First(Option<Hit>),
    All(Vec<Handle>),
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

impl Hit {
    fn found(self, queries: &Queries<'_>) -> Option<Found> {
        let Self { handle, at, normal, value } = self;
        let bounds = bounds(&queries.shape(handle)?);
        let at = at.unwrap_or_else(|| Vec2::new(bounds[0], bounds[1])).into();
        Some(Found { handle: handle.to_string(), at, normal: normal.map(Vec2::into), value, bounds })
    }
}

fn bounds(shape: &Shape) -> [f32; 4] {
    let bound = shape.aabb();
    let (middle, half) = ((bound.min() + bound.max()) * 0.5, (bound.max() - bound.min()) * 0.5);
    [middle.x, middle.y, half.x, half.y]
}

#[cfg(test)]
mod tests {
    use collide2d::{Relation, Settings, World, sector_shape};

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
        let ask = |kind, from, to| {
            let probe = Probe { kind, from, to, opening: 90.0, inner: 0.25 };
            probe.ask(&world.queries(), Some(handles[0]))
        };
        let ray = ask(Kind::Ray, [0.0, 0.0], [90.0, 0.0]).unwrap();
        let found = ray.found.unwrap();
        assert_eq!((found.handle, found.at, found.normal), (handles[1].to_string(), [9.0, 0.0], Some([-1.0, 0.0])));
        assert!((1..20).contains(&ray.tested_count), "{}", ray.tested_count);
        let sweep = ask(Kind::Sweep, [0.0, 0.0], [80.0, 0.0]).unwrap().found.unwrap();
        assert!((sweep.at[0] - 8.0).abs() < 1e-4 && (sweep.value - 0.1).abs() < 1e-5, "{sweep:?}");
        let nearest = ask(Kind::Nearest, [0.0, 0.0], [11.0, 13.0]).unwrap().found.unwrap();
        assert_eq!((nearest.handle, nearest.bounds), (handles[11].to_string(), [10.0, 10.0, 1.0, 1.0]));
        let cone = ask(Kind::Sector, [0.0, 0.0], [30.0, 30.0]).unwrap();
        let sector = cone.probe.sector().unwrap();
        let is_inside = |handle: &&Handle| sector_shape(&sector, world.shape(**handle).unwrap()) != Relation::Apart;
        let count = handles.iter().filter(is_inside).count();
        assert_eq!((cone.found_count, count > 10, cone.tested.len()), (Some(count), true, 0));
        assert!(cone.tested_count >= count && cone.tested_count < 60, "{}", cone.tested_count);
        assert!(ask(Kind::Sector, [1.0, 1.0], [1.0, 1.0]).is_none());
        assert!(ask(Kind::Ray, [0.0, 0.0], [0.0, 0.0]).is_none());
        assert!(ask(Kind::Sweep, [f32::NAN, 0.0], [0.0, 0.0]).is_none());
    }
}
