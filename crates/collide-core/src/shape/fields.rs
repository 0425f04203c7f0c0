//! Shapes for serde. Deserializing calls the constructors, so invalid numbers are rejected.
//!
//! Formats without names store the fields in this order, so it must not change.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::shape::hull::MAX_CORNERS;
use crate::{Capsule, Circle, OrientedRect, Polygon, Ray, Rect, Rotor, Sector, Segment, ShapeError, Vec2};

/// Declares the stored fields of a type: those that its constructor takes and that have getters, in this order.
macro_rules! fields {
    ($Fields:ident of $Type:ident as $name:literal { $($field:ident: $Field:ty),+ }) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(rename = $name, deny_unknown_fields)]
        pub(super) struct $Fields {
            $($field: $Field,)+
        }

        impl From<$Type> for $Fields {
            fn from(value: $Type) -> Self {
                Self { $($field: value.$field().into()),+ }
            }
        }

        impl TryFrom<$Fields> for $Type {
            type Error = crate::ShapeError;

            fn try_from(fields: $Fields) -> Result<Self, Self::Error> {
                Self::new($(fields.$field),+)
            }
        }
    };
}

pub(crate) use fields;

fields!(CircleFields of Circle as "Circle" { center: [f32; 2], radius: f32 });
fields!(RectFields of Rect as "Rect" { min: [f32; 2], max: [f32; 2] });
fields!(OrientedRectFields of OrientedRect as "OrientedRect" {
    center: [f32; 2], half_extents: [f32; 2], rotor: Rotor
});
fields!(SegmentFields of Segment as "Segment" { from: [f32; 2], to: [f32; 2] });

impl From<Rotor> for [f32; 2] {
    fn from(rotor: Rotor) -> Self {
        [rotor.cos(), rotor.sin()]
    }
}

/// Not normalised, so that a stored rotor is read back unchanged, to the bit.
impl TryFrom<[f32; 2]> for Rotor {
    type Error = ShapeError;

    fn try_from([cos, sin]: [f32; 2]) -> Result<Self, ShapeError> {
        Self::from_raw(cos, sin)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Ray", deny_unknown_fields)]
pub(super) struct RayFields {
    origin: [f32; 2],
    direction: [f32; 2],
    /// `None` for infinity, which not every format can write.
    max_t: Option<f32>,
}

impl From<Ray> for RayFields {
    fn from(ray: Ray) -> Self {
        let max_t = Some(ray.max_t()).filter(|max_t| max_t.is_finite());
        Self { origin: ray.origin().into(), direction: ray.direction().into(), max_t }
    }
}

impl TryFrom<RayFields> for Ray {
    type Error = ShapeError;

    fn try_from(RayFields { origin, direction, max_t }: RayFields) -> Result<Self, ShapeError> {
        Self::new(Vec2::from(origin), Vec2::from(direction), max_t.unwrap_or(f32::INFINITY))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Sector", deny_unknown_fields)]
pub(super) struct SectorFields {
    apex: [f32; 2],
    borders: [[f32; 2]; 2],
    inner: f32,
    outer: f32,
}

impl From<Sector> for SectorFields {
    fn from(sector: Sector) -> Self {
        let borders = sector.borders().map(Vec2::into);
        Self { apex: sector.apex().into(), borders, inner: sector.inner(), outer: sector.outer() }
    }
}

impl TryFrom<SectorFields> for Sector {
    type Error = ShapeError;

    fn try_from(SectorFields { apex, borders: [from, to], inner, outer }: SectorFields) -> Result<Self, ShapeError> {
        Self::new(apex, from, to, outer)?.with_inner(inner)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Capsule", deny_unknown_fields)]
pub(super) struct CapsuleFields {
    position: [f32; 2],
    offsets: [[f32; 2]; 2],
    radius: f32,
}

impl From<Capsule> for CapsuleFields {
    fn from(capsule: Capsule) -> Self {
        let offsets = capsule.offsets().map(Vec2::into);
        Self { position: capsule.position().into(), offsets, radius: capsule.radius() }
    }
}

impl TryFrom<CapsuleFields> for Capsule {
    type Error = ShapeError;

    fn try_from(CapsuleFields { position, offsets: [a, b], radius }: CapsuleFields) -> Result<Self, ShapeError> {
        Self::new(a, b, radius)?.at(position)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Polygon", deny_unknown_fields)]
pub(super) struct PolygonFields {
    position: [f32; 2],
    offsets: Offsets,
    radius: f32,
}

impl From<Polygon> for PolygonFields {
    fn from(polygon: Polygon) -> Self {
        let offsets = Offsets { points: polygon.hull().places().map(Vec2::into), count: polygon.offsets().len() };
        Self { position: polygon.position().into(), offsets, radius: polygon.radius() }
    }
}

impl TryFrom<PolygonFields> for Polygon {
    type Error = ShapeError;

    fn try_from(PolygonFields { position, offsets, radius }: PolygonFields) -> Result<Self, ShapeError> {
        let points = offsets.points.map(Vec2::from);
        Self::from_parts(position.into(), &points[..offsets.count], radius)
    }
}

/// At most eight points, as a sequence.
struct Offsets {
    points: [[f32; 2]; MAX_CORNERS],
    count: usize,
}

impl Serialize for Offsets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.points[..self.count].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Offsets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Points;

        impl<'de> Visitor<'de> for Points {
            type Value = Offsets;

            fn expecting(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(formatter, "at most {MAX_CORNERS} points")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Offsets, A::Error> {
                let mut offsets = Offsets { points: [[0.0; 2]; MAX_CORNERS], count: 0 };
                while let Some(point) = sequence.next_element()? {
                    let place = offsets.points.get_mut(offsets.count);
                    *place.ok_or_else(|| A::Error::invalid_length(MAX_CORNERS + 1, &self))? = point;
                    offsets.count += 1;
                }
                Ok(offsets)
            }
        }

        deserializer.deserialize_seq(Points)
    }
}
