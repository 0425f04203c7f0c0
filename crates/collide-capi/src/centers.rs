//! Positions of entities: their centers, and the origin of the world.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::error::IndexedError;
use collide2d::{DVec2, Handle, Origin, Vec2};

use crate::border::{In, Mut};
use crate::failure::{CollideStatus, Failure, guarded};
use crate::world::{CollideHandle, CollideWorld, at_handle};

/// The points of an array of `count` x and y coordinates.
fn points<'a>(centers: In<f32>, count: usize) -> Result<impl Iterator<Item = Vec2> + 'a, Failure> {
    let twice = count.checked_mul(2).ok_or(Failure::TooLong { what: "centers", count })?;
    Ok(centers.slice(twice, "centers")?.as_chunks().0.iter().map(|[x, y]| Vec2::new(*x, *y)))
}

/// Moves entities to new centers: x and y of each, in world units. The center of a capsule or polygon is its position.
/// Sizes and rotations stay the same. If a handle occurs several times, its last center is used.
///
/// `count` is the number of handles and of centers.
///
/// Errors: `COLLIDE_STALE` with the index of the first stale handle, or else `COLLIDE_INVALID` with the index of the
/// first center at which a coordinate would not be finite. Nothing is changed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_set_centers(
    world: Mut<CollideWorld>,
    handles: In<CollideHandle>,
    centers: In<f32>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let handles = handles.slice(count, "handles")?.iter().map(|bits| Handle::from_bits(*bits));
        let centers: Vec<_> = handles.zip(points(centers, count)?).collect();
        world.get("world")?.world.set_batch(&centers).map_err(at_handle)
    })
}

/// Moves each dynamic entity to the center at the index of its slot, if there is one: the fastest update from positions
/// outside the world. `centers` has x and y of each center. The slot is the lower half of a handle.
///
/// `count` is the number of centers.
///
/// Errors: `COLLIDE_INVALID` with the index of the first slot at which a coordinate would not be finite. Nothing is
/// changed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_set_centers_by_slot(
    world: Mut<CollideWorld>,
    centers: In<f32>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let centers: Vec<_> = points(centers, count)?.collect();
        let set = world.get("world")?.world.set_by_slot(&centers);
        set.map_err(|IndexedError { index, error }| Failure::from(error).at("centers", index))
    })
}

/// Moves the origin of the world within a larger world, from one point to another. All coordinates change; the history
/// is cleared.
///
/// Errors: `COLLIDE_INVALID` if a point is not finite, or if a shape would be too far from the new origin. Nothing is
/// changed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_rebase(
    world: Mut<CollideWorld>,
    from_x: f64,
    from_y: f64,
    to_x: f64,
    to_y: f64,
) -> CollideStatus {
    guarded(|| {
        let (from, to) = (Origin::new(DVec2::new(from_x, from_y))?, Origin::new(DVec2::new(to_x, to_y))?);
        Ok(world.get("world")?.world.rebase(&from, &to)?)
    })
}
