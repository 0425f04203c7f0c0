use collide_core::{IntoArg, Shape, Vec2};

use super::{NewShape, World};
use crate::base::{Pool, WORTH_SPREADING_SORTED, span};
use crate::store::{Change, carried};
use crate::{CirclesMut, Entity, EntityMut, Handle, IndexedError, Origin, WorldError};

/// # Changes: move, reshape and reconfigure entities
impl World {
    /// Replaces the shape of an entity: its position, its size, its rotation or its kind.
    ///
    /// Costs what [`shape`](Self::shape) does. For many entities [`update_each`](Self::update_each) and
    /// [`update_circles`](Self::update_circles) are faster.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the entity was removed.
    pub fn set_shape(&mut self, handle: Handle, shape: impl IntoArg<Shape>) -> Result<(), WorldError> {
        self.store.set_shape(handle, shape.into())
    }

    /// [`set_shape`](Self::set_shape) for many entities: a list of handles and shapes, or of handles and circles, which
    /// has fewer bytes and is faster. If a handle occurs several times, its last shape is used.
    ///
    /// Cost: a batch of at least a quarter of all dynamic entities is applied in one pass over them, some nanoseconds
    /// for each, fastest if the batch is in order of slots. A smaller batch costs what single changes do.
    ///
    /// # Errors
    /// [`WorldError::Stale`] with the index of the first stale handle. No shape is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// use collide_world::World;
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    /// let mut world = World::default();
    /// let handles = [world.insert(circle(0.0))?, world.insert(circle(9.0))?];
    /// world.set_shape_batch(&[(handles[0], circle(4.0)), (handles[1], circle(5.0))])?;
    /// assert_eq!(world.step().pair_count, 1);
    ///
    /// let shapes: [Shape; 2] = [Rect::new(Vec2::ZERO, Vec2::ONE)?.into(), circle(5.0).into()];
    /// world.set_shape_batch(&[(handles[0], shapes[0]), (handles[1], shapes[1])])?;
    /// assert_eq!(world.step().pair_count, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_shape_batch<S: NewShape>(&mut self, changes: &[(Handle, S)]) -> Result<(), IndexedError<WorldError>> {
        S::set_batch(self, changes)
    }

    pub(super) fn change_batch<T: Change>(&mut self, changes: &[(Handle, T)]) -> Result<(), IndexedError<WorldError>> {
        let Self { settings, store, .. } = self;
        settings.threads.run(store.len(), WORTH_SPREADING_SORTED, |threads| {
            span!("update");
            store.change_batch(changes, &Pool { threads })
        })
    }

    /// Moves an entity to another center. A [`Rect`](collide_core::Rect) is moved by the difference of the centers, as
    /// [`translate`](Self::translate) does.
    ///
    /// Costs what [`shape`](Self::shape) does. [`set_center_batch`](Self::set_center_batch) and
    /// [`set_centers`](Self::set_centers) are faster for many entities.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the entity was removed, [`WorldError::Shape`] if a coordinate would not be finite.
    /// Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::World;
    /// let mut world = World::default();
    /// let cart = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.set_center(cart, Vec2::new(3.0, 4.0))?;
    /// assert_eq!(world.shape(cart), Some(Circle::new(Vec2::new(3.0, 4.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_center(&mut self, handle: Handle, center: Vec2) -> Result<(), WorldError> {
        self.store.change(handle, &center)
    }

    /// [`set_center`](Self::set_center) for many entities: the usual update of a server that stores positions itself.
    /// If a handle occurs several times, its last center is used.
    ///
    /// Cost: see [`set_shape_batch`](Self::set_shape_batch).
    ///
    /// # Errors
    /// - [`WorldError::Stale`] with the index of the first stale handle. Nothing is changed then.
    /// - [`WorldError::Shape`] with the index of the first center at which a coordinate would not be finite. That
    ///   entity is not moved; all others are.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::World;
    /// let mut world = World::default();
    /// let [a, b] = [0.0, 9.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.set_center_batch(&[(a, Vec2::new(4.0, 0.0)), (b, Vec2::new(5.0, 0.0))])?;
    /// assert_eq!(world.step().pair_count, 1);
    ///
    /// let error = world.set_center_batch(&[(a, Vec2::NAN), (b, Vec2::new(8.0, 0.0))]).unwrap_err();
    /// assert_eq!(error.to_string(), "index 0: handle 0v0: center.x: must be a finite number, is NaN");
    /// assert_eq!(world.shape(a).unwrap().center(), Vec2::new(4.0, 0.0));
    /// assert_eq!(world.shape(b).unwrap().center(), Vec2::new(8.0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_center_batch(&mut self, changes: &[(Handle, Vec2)]) -> Result<(), IndexedError<WorldError>> {
        self.change_batch(changes)
    }

    /// Moves each dynamic entity to `centers[handle.slot()]`, as [`set_center`](Self::set_center) does: the fastest
    /// update from positions outside the world. Entities whose slot is not an index of `centers` are not moved, nor
    /// are static and sleeping ones.
    ///
    /// Slots are given out from 0 on, without gaps; the slot of a removed entity is reused first.
    ///
    /// Cost: one pass over all dynamic entities, which reads one center for each.
    ///
    /// # Errors
    /// [`WorldError::Shape`] if a coordinate of an entity would not be finite. That entity is not moved; all others
    /// are. If there are several, the error names the one with the smallest slot.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::World;
    /// let mut world = World::default();
    /// let player = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let mut centers = vec![Vec2::ZERO; 1];
    /// centers[player.slot() as usize].x += 2.0;
    /// world.set_centers(&centers)?;
    /// assert_eq!(world.shape(player), Some(Circle::new(Vec2::new(2.0, 0.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_centers(&mut self, centers: &[Vec2]) -> Result<(), WorldError> {
        let Self { settings, store, .. } = self;
        settings.threads.run(store.len(), WORTH_SPREADING_SORTED, |threads| {
            span!("update");
            store.set_centers(centers, &Pool { threads })
        })
    }

    /// Moves an entity by a vector, as [`Shape::translated`] does: each coordinate is rounded to `f32`.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the entity was removed, [`WorldError::Shape`] if a coordinate would not be finite.
    /// Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let cart = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.translate(cart, Vec2::new(3.0, 4.0))?;
    /// assert_eq!(world.shape(cart), Some(Circle::new(Vec2::new(3.0, 4.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn translate(&mut self, handle: Handle, by: Vec2) -> Result<(), WorldError> {
        let shape = self.shape(handle).ok_or(WorldError::Stale { handle })?;
        self.set_shape(handle, shape.translated(by).map_err(|error| WorldError::Shape { handle, error })?)
    }

    /// Calls `change` for each dynamic entity, on the [threads](crate::Settings::threads) of the world and in no
    /// promised order: the fastest way to move many entities of any kind.
    ///
    /// # Panics
    /// If `change` panics. Some entities are then changed and others are not; the world stays consistent.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let ball = Circle::new(Vec2::ZERO, 1.0)?;
    /// // What the closure needs to move an entity may be stored in its data, here the velocity.
    /// let handle = world.insert(Entity::new(ball).with_data(u64::from(3.0_f32.to_bits())))?;
    /// world.update_each(|entity| {
    ///     let velocity = Vec2::new(f32::from_bits(entity.data() as u32), 0.0);
    ///     if entity.translate(velocity / 30.0).is_err() {
    ///         entity.set_data(0);
    ///     }
    /// });
    /// assert_eq!(world.shape(handle), Some(Circle::new(Vec2::new(0.1, 0.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_each(&mut self, change: impl Fn(&mut EntityMut<'_>) + Sync + Send) {
        let Self { settings, store, .. } = self;
        settings
            .threads
            .run(store.len(), WORTH_SPREADING_SORTED, |threads| store.update_each(change, &Pool { threads }));
    }

    /// Calls `change` for all dynamic circles, some hundreds at a time as columns of numbers. Faster than
    /// [`update_each`](Self::update_each), as the compiler can use SIMD instructions; other kinds of shape are left
    /// out.
    ///
    /// # Panics
    /// If `change` panics. Some entities are then changed and others are not; the world stays consistent.
    ///
    /// # Errors
    /// [`WorldError::Shape`] for a row that is not a valid circle afterwards. That circle keeps its old shape, but
    /// gets its new data. All other circles are changed in full. If there are several such rows, the error names the
    /// one with the smallest slot.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let rain = world.insert(Circle::new(Vec2::new(2.0, 9.0), 0.5)?)?;
    /// world.update_circles(|drops| drops.y.iter_mut().for_each(|y| *y -= 1.0))?;
    /// assert_eq!(world.shape(rain), Some(Circle::new(Vec2::new(2.0, 8.0), 0.5)?.into()));
    ///
    /// let error = world.update_circles(|drops| drops.x.fill(f32::NAN)).unwrap_err();
    /// assert_eq!(error.to_string(), "handle 0v0: center.x: must be a finite number, is NaN");
    /// assert_eq!(world.shape(rain), Some(Circle::new(Vec2::new(2.0, 8.0), 0.5)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_circles(&mut self, change: impl Fn(CirclesMut<'_>) + Sync + Send) -> Result<(), WorldError> {
        let Self { settings, store, .. } = self;
        settings
            .threads
            .run(store.len(), WORTH_SPREADING_SORTED, |threads| store.update_circles(change, &Pool { threads }))
    }

    /// Replaces shape, data, layers and mobility of an entity. It keeps its handle.
    ///
    /// Costs what [`shape`](Self::shape) does. A change of a static or sleeping entity, or of the mobility, makes the
    /// next step sort all static and sleeping entities again: make such changes together.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the entity was removed, [`WorldError::Full`] if there is no room for another entity of
    /// the new mobility, as for [`insert`](Self::insert).
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Mobility, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let guard = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let asleep = Entity { mobility: Mobility::Sleeping, ..world.entity(guard).unwrap() };
    /// world.set_entity(guard, asleep)?;
    /// assert_eq!(world.entity(guard), Some(asleep));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_entity(&mut self, handle: Handle, entity: Entity) -> Result<(), WorldError> {
        self.store.set(handle, entity)
    }

    /// [`set_entity`](Self::set_entity) for many entities. If a handle occurs several times, its last value is used.
    ///
    /// # Errors
    /// [`WorldError::Stale`] or [`WorldError::Full`], with the index of the first change that is not possible. Nothing
    /// is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let ball = Entity::new(Circle::new(Vec2::ZERO, 1.0)?);
    /// let mut world = World::new(Settings::default());
    /// let [a, b] = [world.insert(ball)?, world.insert(ball)?];
    /// world.set_entity_batch(&[(a, ball.with_data(1)), (b, ball.with_data(2))])?;
    /// assert_eq!(world.entity(b), Some(ball.with_data(2)));
    /// world.remove(b)?;
    /// let error = world.set_entity_batch(&[(a, ball.with_data(3)), (b, ball)]).unwrap_err();
    /// assert_eq!(error.index, 1);
    /// assert_eq!(world.entity(a), Some(ball.with_data(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_entity_batch(&mut self, changes: &[(Handle, Entity)]) -> Result<(), IndexedError<WorldError>> {
        self.store.check_updates(changes)?;
        self.store.expect_changes(changes.len());
        let mut changes = changes.iter().enumerate();
        changes.try_for_each(|(index, &(handle, entity))| {
            self.set_entity(handle, entity).map_err(|error| IndexedError { index, error })
        })
    }

    /// Moves the origin of the world within a larger world. All coordinates change and are rounded to the nearest
    /// `f32`; no entity moves in the larger world, except by that rounding. The [history](crate::Settings::history) is
    /// cleared.
    ///
    /// # Errors
    /// [`WorldError::Shape`] for the first entity that would be too far from the new origin for `f32`. Nothing is
    /// changed then.
    ///
    /// ```
    /// use collide_core::{Circle, DVec2, Vec2};
    /// use collide_world::{Origin, Settings, World};
    /// let (here, there) = (Origin::default(), Origin::new(DVec2::new(4096.0, 0.0))?);
    /// let mut world = World::new(Settings::default());
    /// let traveller = world.insert(Circle::new(Vec2::new(4100.0, 0.0), 1.0)?)?;
    /// world.rebase(&here, &there)?;
    /// assert_eq!(world.shape(traveller), Some(Circle::new(Vec2::new(4.0, 0.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rebase(&mut self, from: &Origin, to: &Origin) -> Result<(), WorldError> {
        let changes = self.iter().map(|(handle, entity)| match carried(&entity.shape, |point| from.carry(point, to)) {
            Ok(shape) => Ok((handle, shape)),
            Err(error) => Err(WorldError::Shape { handle, error }),
        });
        let changes: Vec<_> = changes.collect::<Result<_, _>>()?;
        self.ticker.past.clear();
        self.set_shape_batch(&changes).map_err(|error| error.error)
    }
}
