use collide_core::Vec2;

use super::{Settable, World};
use crate::store::map_points;
use crate::{CirclesMut, EntityMut, Handle, IndexedError, Origin, WorldError};

/// # Changes: move, reshape and reconfigure entities
impl World {
    /// Sets the center, the shape or all properties of an entity: a [`Vec2`], a [`Shape`](collide_core::Shape) or a shape of one kind, or an
    /// [`Entity`](crate::Entity). It keeps its handle.
    ///
    /// - A center: the rest of the shape stays. A [`Rect`](collide_core::Rect) is moved by the difference of the centers,
    ///   as [`translate`](Self::translate) does.
    /// - A shape: position, size, rotation and kind. Data, layers and mobility stay.
    /// - An entity: shape, data, layers and mobility. A change of the mobility, as each change of a static or sleeping
    ///   entity, makes the next step sort all static and sleeping entities again: make such changes together.
    ///
    /// Costs what [`shape`](Self::shape) does. For many entities the other calls of this section are faster.
    ///
    /// # Errors
    /// Nothing is changed then.
    /// - [`WorldError::Stale`] if the entity was removed.
    /// - [`WorldError::Shape`] if a coordinate would not be finite. Only for centers, as shapes are always valid.
    /// - [`WorldError::Full`] if there is no room for another entity of the new mobility, as for
    ///   [`insert`](Self::insert).
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, Mobility, World};
    /// let mut world = World::default();
    /// let cart = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.set(cart, Vec2::new(3.0, 4.0))?;
    /// assert_eq!(world.shape(cart), Some(Circle::new(Vec2::new(3.0, 4.0), 1.0)?.into()));
    /// world.set(cart, Rect::new(Vec2::ZERO, Vec2::ONE)?)?;
    /// world.set(cart, Entity { mobility: Mobility::Sleeping, ..world.entity(cart).unwrap() })?;
    ///
    /// let error = world.set(cart, Vec2::new(f32::NAN, 0.0)).unwrap_err();
    /// assert_eq!(error.to_string(), "handle 0v0: min.x: must be a finite number, is NaN");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, handle: Handle, value: impl Settable) -> Result<(), WorldError> {
        value.set(self, handle)
    }

    /// [`set`](Self::set) for many entities, all of them with a value of the same type. A list of centers or of circles
    /// has fewer bytes than one of shapes and is faster. If a handle occurs several times, its last value is used.
    ///
    /// Cost: a batch of at least a quarter of all dynamic entities is applied in one pass over them, some nanoseconds
    /// for each, fastest if the batch is in order of slots. A smaller batch, and one of [entities](crate::Entity), costs what
    /// single changes do. If a rect has coordinates above `1e37`, or a center has, each entity is also read by its handle
    /// first, to check its center.
    ///
    /// # Errors
    /// Those of [`set`](Self::set), with the index of the first change that is not possible; a stale handle is found
    /// before a center that is not valid. Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::World;
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    /// let mut world = World::default();
    /// let [a, b] = [world.insert(circle(0.0))?, world.insert(circle(9.0))?];
    /// world.set_batch(&[(a, circle(4.0)), (b, circle(5.0))])?;
    /// assert_eq!(world.step().pair_count, 1);
    ///
    /// let error = world.set_batch(&[(a, Vec2::ZERO), (b, Vec2::NAN)]).unwrap_err();
    /// assert_eq!(error.to_string(), "index 1: handle 1v0: center.x: must be a finite number, is NaN");
    /// assert_eq!(world.shape(a), Some(circle(4.0).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_batch<T: Settable>(&mut self, changes: &[(Handle, T)]) -> Result<(), IndexedError<WorldError>> {
        T::set_batch(self, changes)
    }

    /// [Sets](Self::set) each dynamic entity to `values[handle.slot()]`: the fastest update from positions or shapes
    /// outside the world. Entities whose slot is not an index of `values` do not change, nor do static and sleeping
    /// ones.
    ///
    /// Slots are given out from 0 on, without gaps; the slot of a removed entity is reused first. The value of a slot
    /// without a dynamic entity is ignored.
    ///
    /// Cost: one pass over all dynamic entities, which reads one value for each. Otherwise as
    /// [`set_batch`](Self::set_batch).
    ///
    /// # Errors
    /// Those of [`set`](Self::set), with the smallest slot whose value is not possible as the index. Nothing is changed
    /// then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::World;
    /// let mut world = World::default();
    /// let player = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let mut centers = vec![Vec2::ZERO; 1];
    /// centers[player.slot() as usize].x += 2.0;
    /// world.set_by_slot(&centers)?;
    /// assert_eq!(world.shape(player), Some(Circle::new(Vec2::new(2.0, 0.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_by_slot<T: Settable>(&mut self, values: &[T]) -> Result<(), IndexedError<WorldError>> {
        T::set_by_slot(self, values)
    }

    /// Moves an entity by a vector, as [`Shape::translated`](collide_core::Shape::translated) does: each coordinate is rounded to `f32`.
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
        self.set(handle, shape.translated(by).map_err(|error| WorldError::Shape { handle, error })?)
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
        self.spread(|store, workers| store.update_each(change, workers));
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
        self.spread(|store, workers| store.update_circles(change, workers))
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
        let changes =
            self.iter().map(|(handle, entity)| match map_points(&entity.shape, |point| from.carry(point, to)) {
                Ok(shape) => Ok((handle, shape)),
                Err(error) => Err(WorldError::Shape { handle, error }),
            });
        let changes: Vec<_> = changes.collect::<Result<_, _>>()?;
        self.ticker.past.clear();
        self.set_batch(&changes).map_err(|error| error.error)
    }
}
