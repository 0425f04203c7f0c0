//! Shapes for serde. Deserializing calls the constructors, so invalid numbers are rejected.
//!
//! Formats without names store the fields in this order, so it must not change.

use serde::{Deserialize, Serialize};

use crate::{Circle, OrientedRect, Ray, Rect, Rotor, Segment, ShapeError, Vec2};

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
