use bevy_ecs::prelude::Entity;
use collide2d::{Filter, Moving, Nearest, Query, Ray, Segment, Shape};

use crate::Layers;
use crate::roster::Roster;

/// A question, and of whom it is asked.
///
/// ```
/// use collide2d::{Circle, Shape, Vec2};
/// use collide_bevy::{Ask, Layers};
/// const MONSTERS: u64 = 1 << 3;
/// let blast = Circle::new(Vec2::ZERO, 5.0)?;
/// let of_monsters = Ask::<Shape>::from(blast).on(Layers::new(1, MONSTERS)).solid();
/// # assert!(of_monsters.solid && of_monsters.except.is_none());
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask<T> {
    /// What is asked.
    pub what: T,
    /// Only those whom an entity on these would meet; by default all, also those that meet nobody.
    pub layers: Option<Layers>,
    /// Whether sensors are passed over.
    pub solid: bool,
    /// All but this one: the one who asks.
    pub except: Option<Entity>,
}

impl<T> Ask<T> {
    /// Asked of all.
    #[must_use]
    pub fn new(what: T) -> Self {
        Self { what, layers: None, solid: false, except: None }
    }

    /// Asked of those that an entity on these layers would meet.
    #[must_use]
    pub fn on(self, layers: Layers) -> Self {
        Self { layers: Some(layers), ..self }
    }

    /// Asked of all but this one.
    #[must_use]
    pub fn except(self, entity: Entity) -> Self {
        Self { except: Some(entity), ..self }
    }

    /// Not asked of sensors.
    #[must_use]
    pub fn solid(self) -> Self {
        Self { solid: true, ..self }
    }

    /// The same with handles: of one who has left, that of the past. Nobody is left out for one who never took part.
    pub(crate) fn resolve(self, roster: &Roster) -> Query<T> {
        let except = self.except.and_then(|entity| roster.handles(entity).next());
        let filter = Filter { layers: self.layers.map(|layers| layers.0), sensors: !self.solid, except };
        Query { what: self.what, filter }
    }
}

impl<S: Into<Shape>> From<S> for Ask<Shape> {
    fn from(shape: S) -> Self {
        Self::new(shape.into())
    }
}

macro_rules! from {
    ($($what:ty),*) => {$(
        impl From<$what> for Ask<$what> {
            fn from(what: $what) -> Self {
                Self::new(what)
            }
        }
    )*};
}

from!(Ray, Segment, Moving, Nearest);
