//! Shapes, and entities that have them.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::error::ShapeError;
use collide2d::{Entity, Layers, Mobility, Rotor, Shape, ShapeKind};

use crate::failure::Failure;

/// A circle: `x, y, radius`.
pub const COLLIDE_CIRCLE: u8 = 0;
/// An axis-aligned rectangle: `min x, min y, max x, max y`.
pub const COLLIDE_RECT: u8 = 1;
/// An oriented rectangle: `x, y` of its center, half width, half height, cosine and sine of its angle.
pub const COLLIDE_ORIENTED_RECT: u8 = 2;

/// A capsule: `x, y` of its position, `x, y` of both ends of its segment as offsets from the position, and its radius.
/// With radius zero it is a segment.
pub const COLLIDE_CAPSULE: u8 = 3;
/// A convex polygon: `x, y` of its position, its radius, and `x, y` of eight corners as offsets from the position. The
/// polygon is the convex hull of the corners, grown by the radius. If it has fewer than eight, the last one fills the
/// rest.
pub const COLLIDE_POLYGON: u8 = 4;

/// The length of the numbers of a shape: that of the kind with the most.
pub const COLLIDE_NUMBERS: usize = 19;

/// A shape: its kind, and numbers in world units whose meaning depends on the kind. Unused numbers may have any value.
///
/// The numbers are exact. Functions that take a shape reject one with a number that is not finite, a negative radius or
/// extent, a minimum above the maximum, cosine and sine both zero, or a position at which a point would not be finite.
/// Radius and extents may be zero: points and segments.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideShape {
    /// `COLLIDE_CIRCLE`, `COLLIDE_RECT`, `COLLIDE_ORIENTED_RECT`, `COLLIDE_CAPSULE` or `COLLIDE_POLYGON`.
    pub kind: u8,
    /// The numbers, as documented at the constant of the kind.
    pub numbers: [f32; COLLIDE_NUMBERS],
}

/// Each kind has its constant, and its numbers fit.
const _: () = {
    assert!(COLLIDE_NUMBERS == Shape::NUMBERS);
    let mut kinds = ShapeKind::ALL.as_slice();
    while let [kind, rest @ ..] = kinds {
        let constant = match kind {
            ShapeKind::Circle => COLLIDE_CIRCLE,
            ShapeKind::Rect => COLLIDE_RECT,
            ShapeKind::OrientedRect => COLLIDE_ORIENTED_RECT,
            ShapeKind::Capsule => COLLIDE_CAPSULE,
            ShapeKind::Polygon => COLLIDE_POLYGON,
        };
        assert!(*kind as u8 == constant);
        kinds = rest;
    }
};

impl Item for CollideShape {
    type What = Shape;
    const ARRAY: &'static str = "shapes";

    fn read(&self) -> Result<Shape, Failure> {
        Ok(Shape::from_numbers(ShapeKind::try_from(self.kind)?, self.numbers.as_slice())?)
    }
}

impl From<Shape> for CollideShape {
    fn from(shape: Shape) -> Self {
        Self { kind: shape.kind() as u8, numbers: shape.to_numbers() }
    }
}

/// A shape of a kind from its first numbers; the others are zero.
fn shape<const N: usize>(kind: u8, first: [f32; N]) -> CollideShape {
    let mut numbers = [0.0; COLLIDE_NUMBERS];
    numbers[..N].copy_from_slice(&first);
    CollideShape { kind, numbers }
}

/// An item of an array of queries.
pub(crate) trait Item {
    /// What it is read as.
    type What;
    /// The name of the array.
    const ARRAY: &'static str;

    fn read(&self) -> Result<Self::What, Failure>;
}

/// Overwrites `out` with the items of an array.
pub(crate) fn read_all<A, T>(
    items: &[A],
    what: &'static str,
    out: &mut Vec<T>,
    read: impl Fn(&A) -> Result<T, Failure>,
) -> Result<(), Failure> {
    out.clear();
    out.reserve(items.len());
    for (index, item) in items.iter().enumerate() {
        out.push(read(item).map_err(|failure| failure.at(what, index))?);
    }
    Ok(())
}

/// Returns a circle as a shape. An invalid shape is rejected by the call that uses it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_circle(x: f32, y: f32, radius: f32) -> CollideShape {
    shape(COLLIDE_CIRCLE, [x, y, radius])
}

/// Returns an axis-aligned rectangle between two corners as a shape. An invalid shape is rejected by the call that uses
/// it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_rect(min_x: f32, min_y: f32, max_x: f32, max_y: f32) -> CollideShape {
    shape(COLLIDE_RECT, [min_x, min_y, max_x, max_y])
}

/// Returns a rectangle around a center, rotated by an angle in radians, as a shape. Cosine and sine of the angle are
/// the same on every machine, unlike those of the C library. An invalid shape is rejected by the call that uses it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_oriented_rect(
    x: f32,
    y: f32,
    half_width: f32,
    half_height: f32,
    radians: f32,
) -> CollideShape {
    oriented(x, y, half_width, half_height, Rotor::from_angle(radians))
}

/// Returns a rectangle around a center, rotated by an angle in degrees, as a shape. Multiples of 90 degrees are exact.
/// Otherwise as `collide_oriented_rect`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_oriented_rect_degrees(
    x: f32,
    y: f32,
    half_width: f32,
    half_height: f32,
    degrees: f32,
) -> CollideShape {
    oriented(x, y, half_width, half_height, Rotor::from_degrees(degrees))
}

/// An oriented rectangle; one that the call that uses it rejects, without a rotor.
fn oriented(x: f32, y: f32, half_width: f32, half_height: f32, rotor: Result<Rotor, ShapeError>) -> CollideShape {
    let (cos, sin) = rotor.map_or((f32::NAN, f32::NAN), |rotor| (rotor.cos(), rotor.sin()));
    shape(COLLIDE_ORIENTED_RECT, [x, y, half_width, half_height, cos, sin])
}

/// Returns a capsule as a shape: every point at most `radius` away from the segment between `a` and `b`. Its position is
/// `0, 0`; `collide_shapes_at` moves it. An invalid shape is rejected by the call that uses it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_capsule(a_x: f32, a_y: f32, b_x: f32, b_y: f32, radius: f32) -> CollideShape {
    shape(COLLIDE_CAPSULE, [0.0, 0.0, a_x, a_y, b_x, b_y, radius])
}

/// Collision layers: which entities collide. Entities with the same non-zero group always (positive) or never
/// (negative) collide. All other entities collide if each has a category bit that is set in the other's mask.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideLayers {
    /// The categories of the entity: one or more bits. By default 1.
    pub category: u64,
    /// The categories that it collides with. By default all bits.
    pub mask: u64,
    /// The group, which overrides category and mask for entities of the same group. By default 0, for no group.
    pub group: i64,
}

impl From<CollideLayers> for Layers {
    fn from(CollideLayers { category, mask, group }: CollideLayers) -> Self {
        Self { category, mask, group }
    }
}

impl From<Layers> for CollideLayers {
    fn from(Layers { category, mask, group }: Layers) -> Self {
        Self { category, mask, group }
    }
}

/// Moves often, perhaps at every tick.
pub const COLLIDE_DYNAMIC: u8 = 0;
/// Rarely moves, such as a wall. Static entities are indexed once; the cost of a tick depends on the dynamic ones. Two
/// static entities are not a pair, unless the settings have `static_pairs`.
pub const COLLIDE_STATIC: u8 = 1;
/// Can move, but rests at present. Stored like a static entity. It can be in a pair with any other entity.
pub const COLLIDE_SLEEPING: u8 = 2;

/// An entity. A zero-initialised entity collides with nothing: create one with `collide_entity`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideEntity {
    /// Its position and size.
    pub shape: CollideShape,
    /// `COLLIDE_DYNAMIC`, `COLLIDE_STATIC` or `COLLIDE_SLEEPING`.
    pub mobility: u8,
    /// Non-zero for a sensor: it has pairs as other entities do, and no contacts. Two sensors are a pair only if the settings
    /// have `sensor_pairs`.
    pub sensor: u8,
    /// User data; the library does not use it.
    pub data: u64,
    /// The layers that decide which entities it collides with.
    pub layers: CollideLayers,
}

impl CollideEntity {
    pub(crate) fn read(&self) -> Result<Entity, Failure> {
        let mobility = match self.mobility {
            COLLIDE_DYNAMIC => Mobility::Dynamic,
            COLLIDE_STATIC => Mobility::Static,
            COLLIDE_SLEEPING => Mobility::Sleeping,
            value => return Err(Failure::Unknown { what: "mobility", end: 3, value }),
        };
        let Self { shape, sensor, data, layers, .. } = *self;
        Ok(Entity { shape: shape.read()?, data, mobility, layers: layers.into(), sensor: sensor != 0 })
    }
}

impl From<Entity> for CollideEntity {
    fn from(entity: Entity) -> Self {
        let Entity { shape, data, mobility, layers, sensor } = entity;
        Self { shape: shape.into(), mobility: mobility as u8, sensor: sensor.into(), data, layers: layers.into() }
    }
}

/// Returns a dynamic entity with a shape, data zero and the default layers, with which it collides with all others.
#[unsafe(no_mangle)]
pub extern "C" fn collide_entity(shape: CollideShape) -> CollideEntity {
    CollideEntity { shape, layers: Layers::ALL.into(), ..CollideEntity::default() }
}
