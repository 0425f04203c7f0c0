//! Worlds and their entities.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::ffi::c_void;

use collide2d::error::{IndexedError, WorldError};
use collide2d::{CirclesMut, Entity, Handle, Shape, World};

use crate::border::{In, Mut, Out, User, freed};
use crate::failure::{CollideStatus, Failure, enough, guarded, value};
use crate::settings::{Chosen, CollideSettings};
use crate::shape::{CollideEntity, CollideShape, Item, read_all};

/// The handle of an entity of one world, valid until the entity is removed: the generation in the upper 32 bits, the
/// slot in the lower. Any number may be passed as a handle; a number that no entity has is stale. All lists are in
/// order of slots.
pub type CollideHandle = u64;

/// A world: entities with shapes; each tick finds the pairs that overlap.
#[derive(Debug)]
pub struct CollideWorld {
    pub(crate) world: World,
    /// The number of threads in the settings.
    threads: u32,
    /// Buffers for input.
    updates: Vec<(Handle, Shape)>,
    entities: Vec<Entity>,
    handles: Vec<Handle>,
}

impl CollideWorld {
    /// Wraps a world.
    pub(crate) fn around(world: World, threads: u32) -> Self {
        Self { world, threads, updates: vec![], entities: vec![], handles: vec![] }
    }

    pub(crate) fn threads(&self) -> u32 {
        self.threads
    }

    /// Sets the requested number of threads.
    pub(crate) fn set_threads(&mut self, threads: u32) {
        self.threads = threads;
    }
}

/// Converts an error of a batch of handles.
pub(crate) fn at_handle(IndexedError { index, error }: IndexedError<WorldError>) -> Failure {
    Failure::from(error).at("handles", index)
}

/// An empty world.
///
/// Writes it to `world`: free it with `collide_world_free`. `settings` may be null for the defaults.
///
/// Errors: `COLLIDE_INVALID` for an unknown constant, a cell size that is negative or not finite, or more than 1024
/// threads; `COLLIDE_NO_THREADS` if the system refuses to start threads.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_new(settings: In<CollideSettings>, world: Out<*mut CollideWorld>) -> CollideStatus {
    guarded(|| {
        let chosen = Chosen::read(settings, None)?;
        let count = chosen.count();
        world.put_object(CollideWorld::around(World::new(chosen.settings), count), "world")
    })
}

/// Frees a world with all its entities. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_free(world: Mut<CollideWorld>) {
    freed(world);
}

/// Changes the settings for the following steps. All entities are kept; threads are restarted only if their number
/// changes.
///
/// `settings` may be null for the defaults.
///
/// Errors: those of `collide_world_new`; the settings are then unchanged.
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
///
/// Writes them to `settings`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_settings(world: In<CollideWorld>, settings: Out<CollideSettings>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        settings.put(CollideSettings::of(world.world.settings(), world.threads), "settings")
    })
}

/// The number of entities.
///
/// 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_len(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.len()))
}

/// Inserts entities, and gives their handles in the same order. The entities take part from the next step on.
///
/// Inserts `count` entities and writes their handles to `handles`, which may be null if they are not needed.
///
/// Errors: `COLLIDE_INVALID` with the index of an invalid entity; `COLLIDE_FULL` at 67 million dynamic or 67 million
/// static entities. No entity is inserted then.
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
        let written = if handles.is_null() { 0 } else { count };
        handles.check(written, "handles")?;
        new.clear();
        world
            .insert_batch(read, new)
            .map_err(|IndexedError { index, error }| Failure::from(error).at("entities", index))?;
        handles.put_all(written, new.iter().map(|handle| handle.to_bits()), "handles")
    })
}

/// Sets the shapes of entities. If a handle occurs several times, its last shape is used. All other properties stay the
/// same.
///
/// `count` is the number of handles and of shapes.
///
/// Errors: `COLLIDE_INVALID` or `COLLIDE_STALE` with the index of an invalid shape or a stale handle. Nothing is
/// changed then.
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
        world.set_batch(updates).map_err(at_handle)
    })
}

/// Sets shape, data, layers, sensor flag and mobility of entities. They keep their handles.
///
/// `count` is the number of handles and of entities.
///
/// Errors: `COLLIDE_INVALID` or `COLLIDE_STALE` with the index of an invalid entity or a stale handle; `COLLIDE_FULL`
/// if a mobility would have more than 67 million entities. Nothing is changed then.
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
        world.set_batch(&updates).map_err(at_handle)
    })
}

/// Removes entities; their handles become stale. Duplicate handles are ignored.
///
/// `count` is the number of handles.
///
/// Errors: `COLLIDE_STALE` with the index of the first stale handle. Nothing is removed then.
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

/// The entities of handles, as far as they exist. The first access by handle after a step costs a pass over all
/// entities.
///
/// Writes the entities of `count` handles to `entities`, and to `alive` a 1 for each that exists; for a stale handle a
/// 0, and an entity of zeros.
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

/// All entities and their handles, in order of slots.
///
/// Writes `collide_world_len` items into arrays with room for `room` items each. Either array may be null if it is not
/// needed.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is less than the number of entities; nothing is written then.
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
        enough("room", room, count)?;
        if !handles.is_null() {
            handles.put_all(count, world.iter().map(|(handle, _)| handle.to_bits()), "handles")?;
        }
        if entities.is_null() {
            return Ok(());
        }
        entities.put_all(count, world.iter().map(|(_, entity)| entity.into()), "entities")
    })
}

/// The entities whose last change was at `tick` or later, in order of slots. None unless the settings have `change_ticks`.
///
/// The tick of a change is `collide_world_tick` at its time. Read it after each list, and pass it the next time: no change
/// is missed. A change is an insertion, and what makes a shape, data, layers or sensor flag other than before, or an
/// entity static or no longer static. To set an equal value is none, nor is to fall asleep or to wake. Removed entities are
/// in no list: the caller who removed them knows them.
///
/// Writes them into an array with room for `room` handles, and their number to `count`.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is too small; `count` is then the required number.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_changed_since(
    world: In<CollideWorld>,
    tick: u64,
    handles: Out<CollideHandle>,
    room: usize,
    count: Out<usize>,
) -> CollideStatus {
    guarded(|| {
        let world = &world.get("world")?.world;
        let changed = || world.changed_since(tick).map(Handle::to_bits);
        let number = changed().count();
        count.put(number, "count")?;
        handles.put_all(enough("handles", room, number)?, changed(), "handles")
    })
}

/// Some of a world's dynamic circles as columns of `count` numbers, which may be changed in place. Each row is an
/// entity.
#[repr(C)]
#[derive(Debug)]
pub struct CollideCircles {
    /// The number of rows.
    pub count: usize,
    /// The x coordinates of the centers, in world units.
    pub x: *mut f32,
    /// The y coordinates of the centers, in world units.
    pub y: *mut f32,
    /// The radii, in world units. They must not become negative.
    pub radius: *mut f32,
    /// The user data.
    pub data: *mut u64,
    /// The slots of the entities: the lower halves of their handles.
    pub slots: *const u32,
}

/// A callback that changes circles; `user` is the pointer passed to the call. It must return normally: no `longjmp`, no
/// exception.
pub type CollideChange = Option<extern "C" fn(user: *mut c_void, circles: *const CollideCircles)>;

/// Calls `change` for all dynamic circles, some hundreds at a time, to change them in place: the fastest way to move
/// many.
///
/// If the settings allow more than one thread, `change` is called from several threads at the same time. It must not
/// use the world.
///
/// Errors: `COLLIDE_INVALID` with the handle of a row that is not a valid circle afterwards. That circle keeps its old
/// shape, but its new data; all other circles are changed.
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
