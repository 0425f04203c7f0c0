//! Shapes, and entities that have them.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Entity, Layers, Mobility, Rotor, Shape, ShapeKind};

use crate::failure::Failure;

/// A circle: `x, y, radius`.
pub const COLLIDE_CIRCLE: u8 = 0;
/// A rectangle along the axes: `min x, min y, max x, max y`.
pub const COLLIDE_RECT: u8 = 1;
/// A turned rectangle: `x, y` of its center, half its width, half its height, cosine and sine of its angle.
pub const COLLIDE_ORIENTED_RECT: u8 = 2;

/// A shape: its kind, and up to six numbers in world units that the kind says the meaning of. Those that it does not use may be anything.
///
/// The numbers are taken at face value. Whoever is given a shape refuses one with a number that is not finite, a negative radius or
/// extent, a smaller corner above the greater one, or cosine and sine both zero. Radius and extents may be zero: points and segments.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideShape {
    /// `COLLIDE_CIRCLE`, `COLLIDE_RECT` or `COLLIDE_ORIENTED_RECT`.
    pub kind: u8,
    /// As the kind says.
    pub numbers: [f32; 6],
}

/// Each kind has its constant.
const _: () = {
    let mut kinds = ShapeKind::ALL.as_slice();
    while let [kind, rest @ ..] = kinds {
        let constant = match kind {
            ShapeKind::Circle => COLLIDE_CIRCLE,
            ShapeKind::Rect => COLLIDE_RECT,
            ShapeKind::OrientedRect => COLLIDE_ORIENTED_RECT,
        };
        assert!(*kind as u8 == constant);
        kinds = rest;
    }
};

impl CollideShape {
    pub(crate) fn read(&self) -> Result<Shape, Failure> {
        Ok(Shape::from_numbers(self.kind.try_into()?, self.numbers)?)
    }
}

impl From<Shape> for CollideShape {
    fn from(shape: Shape) -> Self {
        Self { kind: shape.kind() as u8, numbers: shape.to_numbers() }
    }
}

/// Reads an array, over what `out` held.
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

/// A circle, as a shape. What is wrong with it is told where it is used.
#[unsafe(no_mangle)]
pub extern "C" fn collide_circle(x: f32, y: f32, radius: f32) -> CollideShape {
    CollideShape { kind: COLLIDE_CIRCLE, numbers: [x, y, radius, 0.0, 0.0, 0.0] }
}

/// A rectangle between two corners, as a shape. What is wrong with it is told where it is used.
#[unsafe(no_mangle)]
pub extern "C" fn collide_rect(min_x: f32, min_y: f32, max_x: f32, max_y: f32) -> CollideShape {
    CollideShape { kind: COLLIDE_RECT, numbers: [min_x, min_y, max_x, max_y, 0.0, 0.0] }
}

/// A rectangle around a center, turned by an angle in radians, as a shape. The angle becomes the same cosine and sine on every
/// machine, which those of the C library do not. What is wrong with it is told where it is used.
#[unsafe(no_mangle)]
pub extern "C" fn collide_oriented_rect(
    x: f32,
    y: f32,
    half_width: f32,
    half_height: f32,
    radians: f32,
) -> CollideShape {
    let (cos, sin) = Rotor::from_angle(radians).map_or((f32::NAN, f32::NAN), |rotor| (rotor.cos(), rotor.sin()));
    CollideShape { kind: COLLIDE_ORIENTED_RECT, numbers: [x, y, half_width, half_height, cos, sin] }
}

/// Which entities may meet. Two of one group that is not zero meet if it is positive, and do not if it is negative; all others meet if
/// each has a category that the other's mask holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideLayers {
    /// What it is: one bit, or several. By default 1.
    pub category: u64,
    /// What it meets. By default all bits.
    pub mask: u64,
    /// Overrules the others among its own; zero, as by default, for none.
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

/// Moves, perhaps at every tick.
pub const COLLIDE_DYNAMIC: u8 = 0;
/// Stays where it is for long: a tick costs what is dynamic.
pub const COLLIDE_STATIC: u8 = 1;
/// Could move, but rests: kept as what is static is.
pub const COLLIDE_SLEEPING: u8 = 2;

/// What a world keeps of an entity. One of zeros meets nobody: begin with `collide_entity`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideEntity {
    /// Where and how large it is.
    pub shape: CollideShape,
    /// `COLLIDE_DYNAMIC`, `COLLIDE_STATIC` or `COLLIDE_SLEEPING`.
    pub mobility: u8,
    /// Not zero if it only senses: it is paired as others are, but never with another sensor.
    pub sensor: u8,
    /// The user's own.
    pub data: u64,
    /// Whom it meets.
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

/// A dynamic entity of a shape, with data zero, that meets all others.
#[unsafe(no_mangle)]
pub extern "C" fn collide_entity(shape: CollideShape) -> CollideEntity {
    CollideEntity { shape, layers: Layers::ALL.into(), ..CollideEntity::default() }
}
