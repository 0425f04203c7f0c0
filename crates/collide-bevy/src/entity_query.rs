use bevy_ecs::prelude::Entity;
use collide2d::{Filter, Moving, Nearest, Query, Ray, Segment, Shape, Turning};

use crate::Layers;
use crate::entity_map::EntityMap;

/// A query whose filter takes entities instead of handles.
///
/// ```
/// use collide2d::{Circle, Shape, Vec2};
/// use collide_bevy::{EntityQuery, Layers};
/// const MONSTERS: u64 = 1 << 3;
/// let blast = Circle::new(Vec2::ZERO, 5.0)?;
/// let of_monsters = EntityQuery::<Shape>::from(blast).on(Layers::new(1, MONSTERS)).solid();
/// # assert!(of_monsters.solid && of_monsters.except.is_none());
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntityQuery<T> {
    /// The shape, ray or other subject of the query.
    pub what: T,
    /// Accepts only entities that an entity with these layers would pair with. `None` accepts all.
    pub layers: Option<Layers>,
    /// Whether sensors are excluded.
    pub solid: bool,
    /// An entity to exclude, such as the shooter.
    pub except: Option<Entity>,
}

impl<T> EntityQuery<T> {
    /// A query that accepts all entities.
    #[must_use]
    pub fn new(what: T) -> Self {
        Self { what, layers: None, solid: false, except: None }
    }

    /// Accepts only entities that an entity with `layers` would pair with.
    #[must_use]
    pub fn on(self, layers: Layers) -> Self {
        Self { layers: Some(layers), ..self }
    }

    /// Excludes an entity.
    #[must_use]
    pub fn except(self, entity: Entity) -> Self {
        Self { except: Some(entity), ..self }
    }

    /// Excludes sensors.
    #[must_use]
    pub fn solid(self) -> Self {
        Self { solid: true, ..self }
    }

    /// The query with handles. A removed entity has its last handle. An entity without a handle excludes nothing.
    pub(crate) fn resolve(self, entities: &EntityMap) -> Query<T> {
        let except = self.except.and_then(|entity| entities.handles(entity).next());
        let filter = Filter { layers: self.layers.map(|layers| layers.0), sensors: !self.solid, except };
        Query { what: self.what, filter }
    }
}

impl<S: Into<Shape>> From<S> for EntityQuery<Shape> {
    fn from(shape: S) -> Self {
        Self::new(shape.into())
    }
}

macro_rules! from {
    ($($what:ty),*) => {$(
        impl From<$what> for EntityQuery<$what> {
            fn from(what: $what) -> Self {
                Self::new(what)
            }
        }
    )*};
}

from!(Ray, Segment, Moving, Nearest, Turning);
