//! How pairs meet, and who meets on the way.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Contact, Handle, SweptPairs, Vec2};

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded, value};
use crate::hits::{CollideImpact, flat, start};
use crate::tick::enough;
use crate::world::{CollideHandle, CollideWorld, at_handle};

/// How two overlapping shapes meet. Moving the second by `normal * depth` leaves them only touching.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideContact {
    /// Unit vector from the first to the second, the direction that parts them soonest.
    pub normal_x: f32,
    /// See `normal_x`.
    pub normal_y: f32,
    /// How far they overlap along the normal, in world units; zero exactly when they only touch.
    pub depth: f32,
    /// Where they meet, x and y of up to two points.
    pub points: [f32; 4],
    /// How many points: 0 for a pair with a sensor, and for one that overlaps no longer, which have no contact.
    pub point_count: u8,
}

impl From<&Contact> for CollideContact {
    fn from(contact: &Contact) -> Self {
        let (points, point_count) = flat(&contact.points);
        let Contact { normal, depth, .. } = *contact;
        Self { normal_x: normal.x, normal_y: normal.y, depth, points, point_count }
    }
}

/// Writes how each pair of the last step meets, in the order of `collide_world_pairs`, into an array with room for `room`.
///
/// `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
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

/// Two entities that meet on their way, and how.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSweptPair {
    /// The one with the smaller slot.
    pub a: CollideHandle,
    /// The other one.
    pub b: CollideHandle,
    /// When, as a part of the motions, and where.
    pub impact: CollideImpact,
}

/// Pairs that meet on their way, and what is needed to find them. Keeps its memory; use one for many calls, one thread at a time.
#[derive(Debug, Default)]
pub struct CollideSwept {
    moving: Vec<(Handle, Vec2)>,
    found: SweptPairs,
    pairs: Vec<CollideSweptPair>,
}

/// New swept pairs, none yet, to be freed by `collide_swept_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_swept_new(swept: Out<*mut CollideSwept>) -> CollideStatus {
    guarded(|| swept.put_object(CollideSwept::default(), "swept"))
}

/// Frees swept pairs. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_swept_free(swept: Mut<CollideSwept>) {
    value((), || {
        swept.free();
        Ok(())
    });
}

/// Finds every pair of one that moves and any other entity that meet on the way, once, in order of slots: `handles` are `count` entities,
/// and `motions`, x and y for each, the way it goes; all others stay where they are. `pairs` becomes where the pairs are, null for none, and
/// `pair_count` how many; they stay until the next call that `swept` is given to.
///
/// `COLLIDE_STALE` and `COLLIDE_INVALID` with the index of the first whose entity is gone or whose motion is not finite.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_swept_pairs(
    world: In<CollideWorld>,
    handles: In<CollideHandle>,
    motions: In<f32>,
    count: usize,
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
        world.swept_pairs_into(moving, found).map_err(at_handle)?;
        list.extend(found.list().iter().map(|pair| CollideSweptPair {
            a: pair.a.to_bits(),
            b: pair.b.to_bits(),
            impact: pair.impact.into(),
        }));
        pair_count.put(list.len(), "pair_count")?;
        pairs.put(start(list), "pairs")
    })
}
