use collide_core::{Circle, IntoArg, Shape, ShapeError, Vec2};

use crate::Filter;
#[cfg(feature = "serde")]
use crate::base::unlimited_serde as unlimited;
use crate::store::filter_setters;

/// A query: what to search with, and a [`Filter`] on the entities to consider.
///
/// What a query is about, such as a shape, a ray or a [`Nearest`], converts into a query without filter.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Query, Settings, World};
/// let blast = Circle::new(Vec2::ZERO, 5.0)?;
/// let mut world = World::new(Settings::default());
/// let caster = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// let victim = world.insert(Circle::new(Vec2::new(3.0, 0.0), 1.0)?)?;
/// world.step();
/// assert_eq!(world.queries().overlap(blast), [caster, victim]);
/// assert_eq!(world.queries().overlap(Query::from(blast).except(caster)), [victim]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Query<T> {
    /// What to search with: a shape, sector, ray, segment, moving shape or [`Nearest`].
    pub what: T,
    /// Which entities to consider: all by default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
}

impl<T> Query<T> {
    /// A query without filter: it considers all entities.
    #[must_use]
    pub fn new(what: T) -> Self {
        Self { what, filter: Filter::default() }
    }

    filter_setters!();
}

/// A query for the entities nearest to a shape.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::Nearest;
/// let here = Circle::new(Vec2::ZERO, 0.0)?;
/// let three_nearest = Nearest { count: 3, ..Nearest::to(here) };
/// let all_within_ten = Nearest { within: 10.0, count: usize::MAX, ..three_nearest };
/// assert_eq!((Nearest::to(here).count, Nearest::to(here).within), (1, f32::INFINITY));
/// # assert_eq!(all_within_ten.shape, here.into());
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Nearest {
    /// The shape that distances are measured from. A point is a circle of radius zero.
    pub shape: Shape,
    /// The maximum number of results.
    pub count: usize,
    /// The maximum distance, in world units; infinite for no limit. A negative or NaN distance gives no results.
    #[cfg_attr(feature = "serde", serde(with = "unlimited", default = "unlimited::value"))]
    pub within: f32,
}

impl Nearest {
    /// The nearest entity at any distance.
    #[must_use]
    pub fn to(shape: impl IntoArg<Shape>) -> Self {
        Self { shape: shape.into(), count: 1, within: f32::INFINITY }
    }

    /// The entity nearest to a point, at any distance.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate is not finite.
    ///
    /// ```
    /// use collide_core::Circle;
    /// use collide_world::{Nearest, World};
    /// let mut world = World::default();
    /// let post = world.insert(Circle::new([4.0, 0.0], 1.0)?)?;
    /// assert_eq!(world.queries().nearest(Nearest::to_point([0.0, 0.0])?), Some((post, 3.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_point(point: impl IntoArg<Vec2>) -> Result<Self, ShapeError> {
        Ok(Self::to(Circle::new(point, 0.0)?))
    }
}

impl<S: Into<Shape>> From<S> for Query<Shape> {
    fn from(shape: S) -> Self {
        Self::new(shape.into())
    }
}

/// Makes a query without a filter from what it asks about.
macro_rules! query_from {
    ($($what:ty),*) => {$(
        impl From<$what> for crate::Query<$what> {
            fn from(what: $what) -> Self {
                Self::new(what)
            }
        }
    )*};
}

pub(super) use query_from;

query_from!(Nearest);
