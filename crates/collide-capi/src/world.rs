//! A world and who is in it.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::ffi::c_void;

use collide2d::{CirclesMut, Entity, Handle, IndexedError, Shape, World, WorldError};

use crate::border::{In, Mut, Out, User};
use crate::failure::{CollideStatus, Failure, guarded, value};
use crate::settings::{Chosen, CollideSettings};
use crate::shape::{CollideEntity, CollideShape, read_all};

/// Names an entity of one world for as long as it lives: the generation in the upper half, the slot in the lower. Any number may be
/// given where a handle is asked for; one that no entity has is stale. Slots are the order of all lists.
pub type CollideHandle = u64;

/// Entities with shapes, and the pairs of them that overlap at each tick.
#[derive(Debug)]
pub struct CollideWorld {
    pub(crate) world: World,
    /// As the settings said.
    threads: u32,
    /// Room to read into.
    updates: Vec<(Handle, Shape)>,
    entities: Vec<Entity>,
    handles: Vec<Handle>,
}

impl CollideWorld {
    /// The same with another world.
    pub(crate) fn around(world: World, threads: u32) -> Self {
        Self { world, threads, updates: vec![], entities: vec![], handles: vec![] }
    }

    pub(crate) fn threads(&self) -> u32 {
        self.threads
    }

    /// Becomes a world with settings that ask for so many threads.
    pub(crate) fn set_threads(&mut self, threads: u32) {
        self.threads = threads;
    }
}

/// The failure of a batch of handles.
pub(crate) fn at_handle(IndexedError { index, error }: IndexedError<WorldError>) -> Failure {
    Failure::from(error).at("handles", index)
}

/// A new world without entities, to be freed by `collide_world_free`. `settings` may be null for those by default.
///
/// `COLLIDE_INVALID` for an unknown constant or a cell that is not above zero, `COLLIDE_NO_THREADS`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_new(settings: In<CollideSettings>, world: Out<*mut CollideWorld>) -> CollideStatus {
    guarded(|| {
        let chosen = Chosen::read(settings, None)?;
        let count = chosen.count();
        world.put_object(CollideWorld::around(World::new(chosen.settings), count), "world")
    })
}

/// Frees a world and all that it has. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_free(world: Mut<CollideWorld>) {
    value((), || {
        world.free();
        Ok(())
    });
}

/// Changes the settings for the steps that follow; null for those by default. No entity is lost; threads are started anew only where
/// their number changes.
///
/// `COLLIDE_INVALID` and `COLLIDE_NO_THREADS` as for `collide_world_new`; the settings are then as before.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_set_settings(world: Mut<CollideWorld>, settings: In<CollideSettings>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        let chosen = Chosen::read(settings, Some((world.threads, &world.world.settings().threads)))?;
        world.threads = chosen.count();
        world.world.set_settings(chosen.settings);
        Ok(())
    })
}

/// The settings of a world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_settings(world: In<CollideWorld>, settings: Out<CollideSettings>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        settings.put(CollideSettings::of(world.world.settings(), world.threads), "settings")
    })
}

/// How many entities there are; 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_len(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.len()))
}

/// Adds `count` entities and writes their handles, in the same order, to `handles`, which may be null where they are not wanted. They
/// take part from the next step on.
///
/// `COLLIDE_INVALID` for one that is none, with its index; `COLLIDE_FULL` at 67 million dynamic or as many static ones. None is added then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_insert(
    world: Mut<CollideWorld>,
    entities: In<CollideEntity>,
    count: usize,
    handles: Out<CollideHandle>,
) -> CollideStatus {
    guarded(|| {
        let CollideWorld { world, entities: read, handles: new, .. } = world.get("world")?;
        read_all(entities.slice(count, "entities")?, "entities", read, CollideEntity::read)?;
        let wanted = if handles.is_null() { 0 } else { count };
        handles.check(wanted, "handles")?;
        new.clear();
        world
            .insert_batch(read, new)
            .map_err(|IndexedError { index, error }| Failure::from(error).at("entities", index))?;
        handles.put_all(wanted, new.iter().map(|handle| handle.to_bits()), "handles")
    })
}

/// Gives `count` entities new shapes; of several for one entity the last counts. All else of an entity stays.
///
/// `COLLIDE_INVALID` for a shape that is none and `COLLIDE_STALE` for an entity that is gone, with the index. Nothing is changed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_set_shapes(
    world: Mut<CollideWorld>,
    handles: In<CollideHandle>,
    shapes: In<CollideShape>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let CollideWorld { world, updates, .. } = world.get("world")?;
        let (handles, shapes) = (handles.slice(count, "handles")?, shapes.slice(count, "shapes")?);
        updates.clear();
        updates.reserve(count);
        for (index, (handle, shape)) in handles.iter().zip(shapes).enumerate() {
            let shape = shape.read().map_err(|failure| failure.at("shapes", index))?;
            updates.push((Handle::from_bits(*handle), shape));
        }
        world.set_shape_batch(updates).map_err(at_handle)
    })
}

/// Gives `count` entities new shapes, data, layers and mobility. They keep their handles.
///
/// `COLLIDE_INVALID` for one that is none and `COLLIDE_STALE` for one that is gone, with the index; `COLLIDE_FULL` where a mobility would have too
/// many entities. Nothing is changed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_set_entities(
    world: Mut<CollideWorld>,
    handles: In<CollideHandle>,
    entities: In<CollideEntity>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let CollideWorld { world, entities: read, .. } = world.get("world")?;
        let handles = handles.slice(count, "handles")?;
        read_all(entities.slice(count, "entities")?, "entities", read, CollideEntity::read)?;
        let updates: Vec<_> = handles.iter().map(|bits| Handle::from_bits(*bits)).zip(read.iter().copied()).collect();
        world.set_entity_batch(&updates).map_err(at_handle)
    })
}

/// Removes `count` entities. A handle that comes twice is as good as once; all are stale from now on.
///
/// `COLLIDE_STALE` for the first that is gone, with its index. Nothing is removed then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_remove(
    world: Mut<CollideWorld>,
    handles: In<CollideHandle>,
    count: usize,
) -> CollideStatus {
    guarded(|| {
        let CollideWorld { world, handles: old, .. } = world.get("world")?;
        let handles = handles.slice(count, "handles")?;
        old.clear();
        old.extend(handles.iter().map(|bits| Handle::from_bits(*bits)));
        world.remove_batch(old).map_err(at_handle)
    })
}

/// Writes the entities of `count` handles to `entities`, and to `alive` a 1 for each that is there; for those that are gone a 0, and an
/// entity of zeros. The first look by handle after a step costs a pass over all entities.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_get_entities(
    world: In<CollideWorld>,
    handles: In<CollideHandle>,
    count: usize,
    entities: Out<CollideEntity>,
    alive: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let world = &world.get("world")?.world;
        let found =
            || handles.slice(count, "handles").map(|all| all.iter().map(|bits| world.entity(Handle::from_bits(*bits))));
        entities.check(count, "entities")?;
        alive.put_all(count, found()?.map(|entity| entity.is_some().into()), "alive")?;
        entities.put_all(count, found()?.map(|entity| entity.map(Into::into).unwrap_or_default()), "entities")
    })
}

/// Writes all entities and their handles in order of slots, as many as `collide_world_len` says, into arrays with room for `room`
/// of each. Either may be null where it is not wanted.
///
/// `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_entities(
    world: In<CollideWorld>,
    handles: Out<CollideHandle>,
    entities: Out<CollideEntity>,
    room: usize,
) -> CollideStatus {
    guarded(|| {
        let world = &world.get("world")?.world;
        let count = world.len();
        if room < count {
            return Err(Failure::TooSmall { what: "room", room, count });
        }
        if !handles.is_null() {
            handles.put_all(count, world.iter().map(|(handle, _)| handle.to_bits()), "handles")?;
        }
        if entities.is_null() {
            return Ok(());
        }
        entities.put_all(count, world.iter().map(|(_, entity)| entity.into()), "entities")
    })
}

/// Some of a world's dynamic circles as columns of `count` numbers, to be changed in place. A row is an entity.
#[repr(C)]
#[derive(Debug)]
pub struct CollideCircles {
    /// How many.
    pub count: usize,
    /// Centers, in world units.
    pub x: *mut f32,
    /// Centers, in world units.
    pub y: *mut f32,
    /// Not to become negative.
    pub radius: *mut f32,
    /// The user's own.
    pub data: *mut u64,
    /// Whose they are: the lower halves of their handles.
    pub slots: *const u32,
}

/// Changes some circles; `user` is what the call was given. It must come back as a function does: no `longjmp`, no exception.
pub type CollideChange = Option<extern "C" fn(user: *mut c_void, circles: *const CollideCircles)>;

/// Goes through all dynamic circles, some hundreds at a time, and lets `change` move them where they stand: the fastest way to move many.
///
/// `change` is called from several threads at once where the settings allow more than one, and must not use the world.
///
/// `COLLIDE_INVALID` for a row that is no circle afterwards, naming its handle: it stays as it was, its data excepted, and all others are changed.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_update_circles(
    world: Mut<CollideWorld>,
    change: CollideChange,
    user: *mut c_void,
) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        let change = change.ok_or(Failure::Null { what: "change" })?;
        let user = User::new(user);
        Ok(world.world.update_circles(|rows: CirclesMut<'_>| {
            let CirclesMut { x, y, radius, data, slots } = rows;
            let circles = CollideCircles {
                count: slots.len(),
                x: x.as_mut_ptr(),
                y: y.as_mut_ptr(),
                radius: radius.as_mut_ptr(),
                data: data.as_mut_ptr(),
                slots: slots.as_ptr(),
            };
            change(user.pointer(), &raw const circles);
        })?)
    })
}
