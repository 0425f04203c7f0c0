//! Shapes whose rows are bounds share lists, so that joins do not multiply with the kinds of shape.

use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, Relation, RelationTo, Shape, ShapeError, Vec2};

use super::{Bounded, Interpolation, Stored, oriented_rect};

/// A shape of one of the kinds that share lists.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Convex {
    OrientedRect(OrientedRect),
    Capsule(Capsule),
    Polygon(Polygon),
}

/// The value of an expression for the shape of any kind.
macro_rules! match_convex {
    ($value:expr, $held:ident => $result:expr) => {
        match $value {
            Convex::OrientedRect($held) => $result,
            Convex::Capsule($held) => $result,
            Convex::Polygon($held) => $result,
        }
    };
}

macro_rules! convex_from {
    ($($Kind:ident),+) => {$(
        impl From<$Kind> for Convex {
            #[inline(always)]
            fn from(shape: $Kind) -> Self {
                Self::$Kind(shape)
            }
        }
    )+};
}

convex_from!(OrientedRect, Capsule, Polygon);

impl Convex {
    #[inline]
    pub(crate) fn center(&self) -> Vec2 {
        match self {
            Self::OrientedRect(rect) => rect.center(),
            Self::Capsule(capsule) => capsule.position(),
            Self::Polygon(polygon) => polygon.position(),
        }
    }

    #[inline]
    pub(crate) fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        match_convex!(self, shape => shape.translated(by).map(Self::from))
    }

    /// Whether it can be moved to each center with coordinates up to a limit.
    pub(crate) fn takes_centers_up_to(&self, limit: f32) -> bool {
        let is_moderate = |position: Vec2| {
            let bound = Shape::from(*self).aabb();
            [position, bound.min(), bound.max()].iter().all(|point| point.abs().max_element() <= limit)
        };
        match self {
            Self::OrientedRect(_) => true,
            Self::Capsule(capsule) => is_moderate(capsule.position()),
            Self::Polygon(polygon) => is_moderate(polygon.position()),
        }
    }
}

impl From<Convex> for Shape {
    #[inline(always)]
    fn from(convex: Convex) -> Self {
        match_convex!(convex, shape => shape.into())
    }
}

macro_rules! relation_to {
    ($($Kind:ident),+) => {$(
        impl RelationTo<$Kind> for Convex {
            #[inline(always)]
            fn relation_to(&self, other: &$Kind) -> Relation {
                match_convex!(self, shape => shape.relation_to(other))
            }
        }

        impl RelationTo<Convex> for $Kind {
            #[inline(always)]
            fn relation_to(&self, other: &Convex) -> Relation {
                match_convex!(other, shape => self.relation_to(shape))
            }
        }
    )+};
}

relation_to!(Circle, Rect);

impl RelationTo<Self> for Convex {
    #[inline(always)]
    fn relation_to(&self, other: &Self) -> Relation {
        match_convex!(self, a => match_convex!(other, b => a.relation_to(b)))
    }
}

impl Stored<4> for Convex {
    type Payload = Bounded<Self>;

    const HAS_CENTER: bool = true;

    /// A capsule or a polygon keeps its offsets and its radius; one that changes them stands still until the end.
    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self> {
        let between = |from, to| interpolation.is_near(from, to).then(|| interpolation.point(from, to));
        match (self, to) {
            (Self::OrientedRect(from), Self::OrientedRect(to)) => {
                oriented_rect::interpolate(from, to, interpolation).map(Self::from)
            }
            (Self::Capsule(from), Self::Capsule(to)) if from.at(to.position()).as_ref() == Ok(to) => {
                from.at(between(from.position(), to.position())?).ok().map(Self::from)
            }
            (Self::Polygon(from), Self::Polygon(to)) if from.at(to.position()).as_ref() == Ok(to) => {
                from.at(between(from.position(), to.position())?).ok().map(Self::from)
            }
            (Self::OrientedRect(_) | Self::Capsule(_) | Self::Polygon(_), _) => None,
        }
    }

    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        match self {
            Self::OrientedRect(rect) => {
                OrientedRect::new(point(rect.center()), rect.half_extents(), rect.rotor()).map(Self::from)
            }
            Self::Capsule(capsule) => capsule.at(point(capsule.position())).map(Self::from),
            Self::Polygon(polygon) => polygon.at(point(polygon.position())).map(Self::from),
        }
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        match self {
            Self::OrientedRect(rect) => OrientedRect::new(center, rect.half_extents(), rect.rotor()).map(Self::from),
            Self::Capsule(capsule) => capsule.at(center).map(Self::from),
            Self::Polygon(polygon) => polygon.at(center).map(Self::from),
        }
    }
}
