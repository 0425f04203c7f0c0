use collide_core::{IntoArg, Shape, Vec2};

use super::World;
use crate::base::{Pool, WORTH_SPREADING_SORTED};
use crate::store::carried;
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

    /// [`set_shape`](Self::set_shape) for many entities. If a handle occurs several times, its last shape is used.
    ///
    /// # Errors
    /// [`WorldError::Stale`] with the index of the first stale handle. No shape is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Settings, World};
    /// let circle = |x| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    /// let mut world = World::new(Settings::default());
    /// let handles = [world.insert(circle(0.0))?, world.insert(circle(9.0))?];
    /// world.set_shape_batch(&[(handles[0], circle(4.0)), (handles[1], circle(5.0))])?;
    /// assert_eq!(world.step().pair_count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_shape_batch(&mut self, changes: &[(Handle, Shape)]) -> Result<(), IndexedError<WorldError>> {
        self.store.check_handles(changes.iter().map(|(handle, _)| *handle))?;
        self.set_known_shapes(changes.iter().copied());
        Ok(())
    }

    /// Sets shapes of entities that exist.
    fn set_known_shapes(&mut self, changes: impl IntoIterator<Item = (Handle, Shape)>) {
        for (handle, shape) in changes {
            self.store.set_shape(handle, shape).expect("the handle was checked");
        }
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
        self.set_known_shapes(changes);
        Ok(())
    }
}
