use bevy_ecs::prelude::Entity;
use collide2d::{Filter, Query};

use crate::Layers;
use crate::entity_map::EntityMap;

/// A [`Query`] that excludes an entity instead of a handle.
///
/// What converts into a query also converts into an entity query.
///
/// ```
/// use collide2d::{Circle, Shape, Vec2};
/// use collide_bevy::{EntityQuery, Layers};
/// const MONSTERS: u64 = 1 << 3;
/// let blast = Circle::new(Vec2::ZERO, 5.0)?;
/// let of_monsters = EntityQuery::from(blast).on(Layers::new(1, MONSTERS)).solid();
/// # assert!(!of_monsters.query.filter.sensors && of_monsters.except.is_none());
/// # Ok::<(), collide2d::error::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntityQuery<T> {
    /// The query.
    pub query: Query<T>,
    /// An entity to exclude, such as the shooter. Replaces the exclusion of the query.
    pub except: Option<Entity>,
}

impl<T> EntityQuery<T> {
    /// A query that accepts all entities.
    #[must_use]
    pub fn new(what: T) -> Self {
        Self { query: Query::new(what), except: None }
    }

    /// Accepts only entities that an entity with `layers` would pair with.
    #[must_use]
    pub fn on(self, layers: Layers) -> Self {
        Self { query: self.query.on(layers.0), ..self }
    }

    /// Excludes an entity.
    #[must_use]
    pub fn except(self, entity: Entity) -> Self {
        Self { except: Some(entity), ..self }
    }

    /// Excludes sensors.
    #[must_use]
    pub fn solid(self) -> Self {
        Self { query: self.query.solid(), ..self }
    }

    /// The query with handles. A removed entity has its last handle. An entity without a handle excludes nothing.
    pub(crate) fn resolve(self, entities: &EntityMap) -> Query<T> {
        let Self { query, except } = self;
        let Some(entity) = except else { return query };
        Query { filter: Filter { except: entities.handles(entity).next(), ..query.filter }, ..query }
    }
}

impl<S, T> From<S> for EntityQuery<T>
where
    Query<T>: From<S>,
{
    fn from(what: S) -> Self {
        Self { query: what.into(), except: None }
    }
}
