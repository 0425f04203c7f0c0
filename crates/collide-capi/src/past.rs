//! Shapes that fly through remembered ticks.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Filter, PastHit, Query};

use crate::ask::CollideFilter;
use crate::border::{In, Out};
use crate::failure::{CollideStatus, guarded};
use crate::hits::CollideImpact;
use crate::query::CollideMoving;
use crate::shape::Item;
use crate::world::{CollideHandle, CollideWorld};

/// The first hit of a shape that flies through remembered ticks.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollidePastHit {
    /// The entity.
    pub handle: CollideHandle,
    /// When, as a tick, between two ticks as well.
    pub tick: f64,
    /// The impact, with the time as a fraction of the whole motion.
    pub impact: CollideImpact,
}

/// A lag-compensated projectile: moves a shape by its motion from tick `from` to tick `to`, among the entities as they
/// moved then, to the first hit.
///
/// Writes the hit to `hit`, and 1 to `found`; zeros and 0 if the shape hits nothing. `filter` may be null.
///
/// Errors: `COLLIDE_INVALID` for an invalid shape or filter, `COLLIDE_NOT_REMEMBERED` if a tick is not in the history.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_sweep_through(
    world: In<CollideWorld>,
    moving: In<CollideMoving>,
    filter: In<CollideFilter>,
    from: f64,
    to: f64,
    hit: Out<CollidePastHit>,
    found: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let filter = filter.optional("filter")?.map_or(Ok(Filter::default()), CollideFilter::read)?;
        let query = Query { what: moving.get("moving")?.read()?, filter };
        let first = world.get("world")?.world.sweep_through(query, from, to)?;
        found.check(1, "found")?;
        let flat =
            |PastHit { handle, tick, impact }| CollidePastHit { handle: handle.to_bits(), tick, impact: impact.into() };
        hit.put(first.map(flat).unwrap_or_default(), "hit")?;
        found.put(first.is_some().into(), "found")
    })
}
