//! Shapes for serde. Deserializing calls the constructors, so invalid numbers are rejected.
//!
//! Formats without names store the fields in this order, so it must not change.

use serde::{Deserialize, Serialize};

use crate::{Circle, Moving, OrientedRect, Ray, Rect, Rotor, Segment, Shape, ShapeError, Vec2};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Circle", deny_unknown_fields)]
pub(super) struct CircleFields {
    center: [f32; 2],
    radius: f32,
}

impl From<Circle> for CircleFields {
    fn from(circle: Circle) -> Self {
        Self { center: circle.center().into(), radius: circle.radius() }
    }
}

impl TryFrom<CircleFields> for Circle {
    type Error = ShapeError;

    fn try_from(CircleFields { center, radius }: CircleFields) -> Result<Self, ShapeError> {
        Self::new(Vec2::from(center), radius)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Rect", deny_unknown_fields)]
pub(super) struct RectFields {
    min: [f32; 2],
    max: [f32; 2],
}

impl From<Rect> for RectFields {
    fn from(rect: Rect) -> Self {
        Self { min: rect.min().into(), max: rect.max().into() }
    }
}

impl TryFrom<RectFields> for Rect {
    type Error = ShapeError;

    fn try_from(RectFields { min, max }: RectFields) -> Result<Self, ShapeError> {
        Self::new(Vec2::from(min), Vec2::from(max))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "OrientedRect", deny_unknown_fields)]
pub(super) struct OrientedRectFields {
    center: [f32; 2],
    half_extents: [f32; 2],
    rotor: Rotor,
}

impl From<OrientedRect> for OrientedRectFields {
    fn from(rect: OrientedRect) -> Self {
        Self { center: rect.center().into(), half_extents: rect.half_extents().into(), rotor: rect.rotor() }
    }
}

impl TryFrom<OrientedRectFields> for OrientedRect {
    type Error = ShapeError;

    fn try_from(OrientedRectFields { center, half_extents, rotor }: OrientedRectFields) -> Result<Self, ShapeError> {
        Self::new(Vec2::from(center), Vec2::from(half_extents), rotor)
    }
}

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
#[serde(rename = "Segment", deny_unknown_fields)]
pub(super) struct SegmentFields {
    from: [f32; 2],
    to: [f32; 2],
}

impl From<Segment> for SegmentFields {
    fn from(segment: Segment) -> Self {
        Self { from: segment.from().into(), to: segment.to().into() }
    }
}

impl TryFrom<SegmentFields> for Segment {
    type Error = ShapeError;

    fn try_from(SegmentFields { from, to }: SegmentFields) -> Result<Self, ShapeError> {
        Self::new(Vec2::from(from), Vec2::from(to))
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
#[serde(rename = "Moving", deny_unknown_fields)]
pub(crate) struct MovingFields {
    shape: Shape,
    motion: [f32; 2],
}

impl From<Moving> for MovingFields {
    fn from(moving: Moving) -> Self {
        Self { shape: moving.shape(), motion: moving.motion().into() }
    }
}

impl TryFrom<MovingFields> for Moving {
    type Error = ShapeError;

    fn try_from(MovingFields { shape, motion }: MovingFields) -> Result<Self, ShapeError> {
        Self::new(shape, Vec2::from(motion))
    }
}
