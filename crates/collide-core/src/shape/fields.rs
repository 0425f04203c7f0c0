//! Shapes as serde writes them, and reads them through their constructors: no number gets in that these refuse.

use serde::{Deserialize, Serialize};

use crate::{Circle, OrientedRect, Rect, Rotor, ShapeError, Vec2};

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

/// Not normalised: what was written comes back to the bit.
impl TryFrom<[f32; 2]> for Rotor {
    type Error = ShapeError;

    fn try_from([cos, sin]: [f32; 2]) -> Result<Self, ShapeError> {
        Self::from_raw(cos, sin)
    }
}
