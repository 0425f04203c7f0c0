use collide_core::{IntoArg, Shape};

use super::collision_filter::CollisionFilter;
use crate::Layers;

/// The maximum number of dynamic entities, and of static and sleeping entities together: the store keeps the row of
/// each entity in 26 bits.
pub(crate) const MAX_ENTITIES: usize = (1 << 26) - 1;

collide_core::named_enum! {
    /// How often an entity moves. Mobility affects the cost of a tick. It affects its pairs in one case: two static
    /// entities are not a pair unless [`Settings::static_pairs`](crate::Settings::static_pairs) is on.
    ///
    /// ```
    /// use collide_world::Mobility;
    /// assert_eq!(Mobility::ALL.map(Mobility::name), ["dynamic", "static", "sleeping"]);
    /// assert_eq!("static".parse(), Ok(Mobility::Static));
    /// ```
    // Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder
    // them.
    #[derive(Default)]
    pub enum Mobility as "mobility", else UnknownMobility { name: String }
    {
        /// Moves often, perhaps at every tick. The default.
        #[default]
        Dynamic = 0 => "dynamic",
        /// Rarely moves: walls, trees. Static entities are indexed once and kept from tick to tick, so the cost of a
        /// tick depends on the dynamic entities. Two static entities are not a pair, unless
        /// [`Settings::static_pairs`](crate::Settings::static_pairs) is on; then these pairs are kept too. A static
        /// entity may be changed like any other. The history shares those that have not changed between ticks, and
        /// copies all when many have.
        Static = 1 => "static",
        /// Could move, but rests. Stored with the static entities: no cost while at rest, and the same cost for any
        /// change. It can be in a pair with any other entity. [`World::update_each`](crate::World::update_each) skips
        /// it. To wake it, give it another mobility.
        Sleeping = 2 => "sleeping",
    }
}

impl Mobility {
    /// The index of the set that the entity is stored in.
    pub(crate) fn set(self) -> usize {
        usize::from(self != Self::Dynamic)
    }
}

/// An entity: a shape with user data, mobility and collision filter.
///
/// [`World::insert`](crate::World::insert) takes one, [`World::entity`](crate::World::entity) returns one. A shape
/// converts into an entity with the defaults of [`new`](Self::new).
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
    /// Position, size and rotation.
    pub shape: Shape,
    /// User data, such as an id of your own. The engine never reads it. It is stored beside the shape, so it is in the
    /// cache when [`World::update_each`](crate::World::update_each) visits the entity.
    #[cfg_attr(feature = "serde", serde(default))]
    pub data: u64,
    /// How often the entity moves.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mobility: Mobility,
    /// Which other entities this one collides with.
    #[cfg_attr(feature = "serde", serde(default))]
    pub layers: Layers,
    /// Whether the entity is a sensor (trigger). A sensor forms pairs like other entities, but with another
    /// sensor only if [`Settings::sensor_pairs`](crate::Settings::sensor_pairs) is on.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor: bool,
}

impl Entity {
    /// A dynamic entity with data zero and [default layers](Layers::ALL); not a sensor.
    #[must_use]
    pub fn new(shape: impl IntoArg<Shape>) -> Self {
        Self { shape: shape.into(), data: 0, mobility: Mobility::Dynamic, layers: Layers::ALL, sensor: false }
    }

    /// A static entity with data zero and [default layers](Layers::ALL); not a sensor.
    #[must_use]
    pub fn fixed(shape: impl IntoArg<Shape>) -> Self {
        Self { mobility: Mobility::Static, ..Self::new(shape) }
    }

    /// The same entity with other data.
    #[must_use]
    pub fn with_data(self, data: u64) -> Self {
        Self { data, ..self }
    }

    /// The same entity with other layers.
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
