use collide_core::{IntoArg, Shape};

use super::collision_filter::CollisionFilter;
use crate::Layers;

/// How many entities of one mobility there may be: the store notes the row of each in 26 bits.
pub(crate) const MAX_ENTITIES: usize = (1 << 26) - 1;

collide_core::named_enum! {
    /// Whether an entity moves often.
    ///
    /// ```
    /// use collide_world::Mobility;
    /// assert_eq!(Mobility::ALL.map(Mobility::name), ["dynamic", "static", "sleeping"]);
    /// assert_eq!("static".parse(), Ok(Mobility::Static));
    /// ```
    // Stored by serde: a variant's number is its place here. New variants go to the end; none is removed or moved.
    #[derive(Default)]
    pub enum Mobility as "mobility", else UnknownMobility { name: String }
    {
        /// Moves, perhaps at every tick.
        #[default]
        Dynamic = 0 => "dynamic",
        /// Stays where it is for long: walls, trees, sleepers. A tick costs what is dynamic; pairs of two static entities are
        /// kept from one to the next. May be changed like any other, at the price of sorting all that is static anew.
        Static = 1 => "static",
        /// Could move, but rests: kept as what is static is, and so at rest costs nothing and changes at that price. Not gone
        /// through by [`World::update_each`](crate::World::update_each); wakes when it is given another mobility.
        Sleeping = 2 => "sleeping",
    }
}

impl Mobility {
    /// The set it is kept in.
    pub(crate) fn set(self) -> usize {
        usize::from(self != Self::Dynamic)
    }
}

/// What a world keeps of an entity.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Entity, Mobility, Settings, World};
///
/// let tree = Entity::fixed(Circle::new(Vec2::ZERO, 1.0)?).with_data(17);
/// let mut world = World::new(Settings::default());
/// let handle = world.insert(tree)?;
/// assert_eq!(world.entity(handle), Some(tree));
/// assert_eq!(tree.mobility, Mobility::Static);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Entity {
    /// Where and how large it is.
    pub shape: Shape,
    /// The user's own: kept beside the shape, and in the cache with it when entities are [gone
    /// through](crate::World::update_each).
    #[cfg_attr(feature = "serde", serde(default))]
    pub data: u64,
    /// Whether it moves often.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mobility: Mobility,
    /// Whom it meets.
    #[cfg_attr(feature = "serde", serde(default))]
    pub layers: Layers,
    /// Whether it only senses: it is paired as others are, but never with another sensor.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor: bool,
}

impl Entity {
    /// A dynamic entity with data zero that meets all others.
    #[must_use]
    pub fn new(shape: impl IntoArg<Shape>) -> Self {
        Self { shape: shape.into(), data: 0, mobility: Mobility::Dynamic, layers: Layers::ALL, sensor: false }
    }

    /// A static entity with data zero that meets all others.
    #[must_use]
    pub fn fixed(shape: impl IntoArg<Shape>) -> Self {
        Self { mobility: Mobility::Static, ..Self::new(shape) }
    }

    /// The same entity with other data.
    #[must_use]
    pub fn with_data(self, data: u64) -> Self {
        Self { data, ..self }
    }

    /// The same entity on other layers.
    #[must_use]
    pub fn with_layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// The same entity as a sensor.
    #[must_use]
    pub fn as_sensor(self) -> Self {
        Self { sensor: true, ..self }
    }

    pub(crate) fn collision_filter(&self) -> CollisionFilter {
        CollisionFilter { layers: self.layers, sensor: self.sensor, sleeping: self.mobility == Mobility::Sleeping }
    }
}

impl<S: Into<Shape>> From<S> for Entity {
    fn from(shape: S) -> Self {
        Self::new(shape)
    }
}
