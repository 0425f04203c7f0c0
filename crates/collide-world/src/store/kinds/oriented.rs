//! Oriented rects and capsules share lists, as their rows are bounds: so joins do not multiply with the kinds of shape.
//! Polygons would make these rows three times as large.

use collide_core::columns::{Round, Row};
use collide_core::{Aabb, Capsule, Circle, OrientedRect, Polygon, Rect, Relation, RelationTo, Shape, ShapeError, Vec2};

use super::{Bounded, Interpolation, Rounded, Stored, Turn, oriented_rect};

/// A shape of one of the kinds that share lists.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Oriented {
    OrientedRect(OrientedRect),
    Capsule(Capsule),
}

/// The value of an expression for the shape of any kind.
macro_rules! match_oriented {
    ($value:expr, $held:ident => $result:expr) => {
        match $value {
            Oriented::OrientedRect($held) => $result,
            Oriented::Capsule($held) => $result,
        }
    };
}

macro_rules! oriented_from {
    ($($Kind:ident),+) => {$(
        impl From<$Kind> for Oriented {
            #[inline(always)]
            fn from(shape: $Kind) -> Self {
                Self::$Kind(shape)
            }
        }
    )+};
}

oriented_from!(OrientedRect, Capsule);

impl Oriented {
    /// The position of a capsule, the center of an oriented rect.
    #[inline(always)]
    pub(crate) fn position(&self) -> Vec2 {
        match self {
            Self::OrientedRect(rect) => rect.center(),
            Self::Capsule(capsule) => capsule.position(),
        }
    }

    #[inline]
    pub(crate) fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        match_oriented!(self, shape => shape.translated(by).map(Self::from))
    }
}

impl From<Oriented> for Shape {
    #[inline(always)]
    fn from(oriented: Oriented) -> Self {
        match_oriented!(oriented, shape => shape.into())
    }
}

macro_rules! relation_to {
    ($($Kind:ident),+) => {$(
        impl RelationTo<$Kind> for Oriented {
            #[inline(always)]
            fn relation_to(&self, other: &$Kind) -> Relation {
                match_oriented!(self, shape => shape.relation_to(other))
            }
        }

        impl RelationTo<Oriented> for $Kind {
            #[inline(always)]
            fn relation_to(&self, other: &Oriented) -> Relation {
                match_oriented!(other, shape => self.relation_to(shape))
            }
        }
    )+};
}

relation_to!(Circle, Rect, Polygon);

impl RelationTo<Self> for Oriented {
    #[inline(always)]
    fn relation_to(&self, other: &Self) -> Relation {
        match_oriented!(self, a => match_oriented!(other, b => a.relation_to(b)))
    }
}

impl Rounded for Oriented {
    const HAS_LONG: bool = true;

    #[inline(always)]
    fn round(&self) -> Option<Round> {
        match self {
            Self::OrientedRect(_) => None,
            Self::Capsule(capsule) => Some(capsule.into()),
        }
    }
}

impl Stored<4> for Oriented {
    type Payload = Bounded<Self>;

    const HAS_CENTER: bool = true;

    #[inline]
    fn number(&self, column: usize) -> f32 {
        match self {
            Self::OrientedRect(rect) => rect.to_row()[column],
            Self::Capsule(capsule) => capsule.to_row()[column],
        }
    }

    #[inline(always)]
    fn bound(&self) -> Aabb {
        match_oriented!(self, shape => shape.aabb())
    }

    /// A capsule is that of the earlier tick at a position between both. One that changes its radius stands still until
    /// the end.
    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self> {
        let between = |from, to| interpolation.is_near(from, to).then(|| interpolation.point(from, to));
        match (self, to) {
            (Self::OrientedRect(from), Self::OrientedRect(to)) => {
                oriented_rect::interpolate(from, to, interpolation).map(Self::from)
            }
            (Self::Capsule(from), Self::Capsule(to)) if from.radius() == to.radius() => {
                from.at(between(from.position(), to.position())?).ok().map(Self::from)
            }
            (Self::OrientedRect(_) | Self::Capsule(_), _) => None,
        }
    }

    #[inline]
    fn turn(&self, end: &Self) -> Turn {
        match (self, end) {
            (Self::OrientedRect(from), Self::OrientedRect(end)) => oriented_rect::turn(from, end),
            (Self::OrientedRect(_) | Self::Capsule(_), _) => Turn::default(),
        }
    }

    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        match self {
            Self::OrientedRect(rect) => {
                OrientedRect::new(point(rect.center()), rect.half_extents(), rect.rotor()).map(Self::from)
            }
            Self::Capsule(capsule) => capsule.at(point(capsule.position())).map(Self::from),
        }
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        match self {
            Self::OrientedRect(rect) => OrientedRect::new(center, rect.half_extents(), rect.rotor()).map(Self::from),
            Self::Capsule(capsule) => capsule.at(center).map(Self::from),
        }
    }
}
