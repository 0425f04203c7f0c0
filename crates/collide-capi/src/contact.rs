//! Contacts of pairs, and swept pairs.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Contact, Handle, SweptPairs, Vec2};

use crate::border::{In, Mut, Out, freed};
use crate::budget::CollideBudget;
use crate::failure::{CollideStatus, Failure, enough, guarded};
use crate::hits::{CollideImpact, flat, start};

use crate::world::{CollideHandle, CollideWorld, at_handle};

/// The contact of two overlapping shapes. Moving the second by `normal * depth` leaves them only touching.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideContact {
    /// Unit vector from the first to the second shape: the direction of the shortest separation.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// The penetration depth along the normal, in world units; zero exactly if the shapes only touch.
    pub depth: f32,
    /// The contact points: x and y of up to two points. The first point is `points[0], points[1]`.
    pub points: [f32; 4],
    /// The number of points. 0 means no contact: for a pair with a sensor, and for a pair that no longer overlaps.
    pub point_count: u8,
}

impl From<&Contact> for CollideContact {
    fn from(contact: &Contact) -> Self {
        let (points, point_count) = flat(&contact.points);
        let Contact { normal, depth, .. } = *contact;
        Self { normal_x: normal.x, normal_y: normal.y, depth, points, point_count }
    }
}

/// The contact of each pair of the last step, in the order of `collide_world_pairs`.
///
/// Writes the contacts into an array with room for `room` contacts.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is less than the number of pairs; nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_contacts(
    world: In<CollideWorld>,
    contacts: Out<CollideContact>,
    room: usize,
) -> CollideStatus {
    guarded(|| {
        let world = &world.get("world")?.world;
        let count = enough("contacts", room, world.pairs().len())?;
        let mut found = Vec::new();
        world.contacts_into(&mut found);
        let flat = found.iter().map(|contact| contact.as_ref().map(CollideContact::from).unwrap_or_default());
        contacts.put_all(count, flat, "contacts")
    })
}

/// Two entities that hit each other during their motions, and their impact.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSweptPair {
    /// The entity with the smaller slot.
    pub a: CollideHandle,
    /// The other entity.
    pub b: CollideHandle,
    /// The time of impact, as a fraction of the motions, with normal and points.
    pub impact: CollideImpact,
}

/// Swept pairs and working memory. Reuse one object for many calls, from one thread at a time.
#[derive(Debug, Default)]
pub struct CollideSwept {
    moving: Vec<(Handle, Vec2)>,
    found: SweptPairs,
    pairs: Vec<CollideSweptPair>,
}

/// An empty list of swept pairs.
///
/// Writes it to `swept`: free it with `collide_swept_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_swept_new(swept: Out<*mut CollideSwept>) -> CollideStatus {
    guarded(|| swept.put_object(CollideSwept::default(), "swept"))
}

/// Frees swept pairs. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_swept_free(swept: Mut<CollideSwept>) {
    freed(swept);
}

/// Continuous collision detection: finds every pair of a moving entity and another entity that hit each other during
/// the motion, each once, in order of slots. `handles` are the moving entities, and `motions` has x and y of each
/// motion, in world units; all other entities do not move.
///
/// `count` is the number of handles and of motions. Writes the address of the pairs to `pairs` (null for none) and
/// their number to `pair_count`. The pairs are valid until the next call with `swept`.
///
/// Errors: `COLLIDE_STALE` or `COLLIDE_INVALID` with the index of the first stale handle or motion that is not finite;
/// `COLLIDE_OVER_BUDGET`. `budget` may be null for no limits.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_swept_pairs(
    world: In<CollideWorld>,
    handles: In<CollideHandle>,
    motions: In<f32>,
    count: usize,
    budget: In<CollideBudget>,
    swept: Mut<CollideSwept>,
    pairs: Out<*const CollideSweptPair>,
    pair_count: Out<usize>,
) -> CollideStatus {
    guarded(|| {
        let (world, swept) = (&world.get("world")?.world, swept.get("swept")?);
        let twice = count.checked_mul(2).ok_or(Failure::TooLong { what: "motions", count })?;
        let (handles, motions) = (handles.slice(count, "handles")?, motions.slice(twice, "motions")?.as_chunks().0);
        let CollideSwept { moving, found, pairs: list } = swept;
        moving.clear();
        moving.extend(handles.iter().zip(motions).map(|(bits, [x, y])| (Handle::from_bits(*bits), Vec2::new(*x, *y))));
        list.clear();
        world.swept_pairs_into(moving, CollideBudget::of(budget)?, found).map_err(at_handle)?;
        list.extend(found.list().iter().map(|pair| CollideSweptPair {
            a: pair.a.to_bits(),
            b: pair.b.to_bits(),
            impact: pair.impact.into(),
        }));
        pair_count.put(list.len(), "pair_count")?;
        pairs.put(start(list), "pairs")
    })
}
