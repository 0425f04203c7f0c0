use core::cmp::Ordering;

/// The relation of two closed shapes. The variants are ordered from overlapping to apart.
///
/// ```
/// use collide_core::{Rect, Relation, Vec2, relation};
/// let square = |x: f32| Rect::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// assert_eq!(relation(square(0.0)?, square(1.0)?), Relation::Touching);
/// assert!(Relation::Interior < Relation::Touching && Relation::Touching < Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Relation {
    /// The shapes overlap more than by touching: they still share a point after every sufficiently small motion.
    ///
    /// For shapes with an interior this means that the interiors overlap. Points and segments have no interior, but may
    /// overlap other shapes: a point strictly inside a rectangle overlaps it, and two crossing segments overlap. A
    /// point on the border only touches.
    Interior,
    /// The shapes only touch: they share a point, but an arbitrarily small motion separates them.
    Touching,
    /// The shapes share no point.
    Apart,
}

impl Relation {
    /// How the signed gap of two shapes in this relation compares with zero.
    pub(crate) fn gap(self) -> Ordering {
        match self {
            Self::Interior => Ordering::Less,
            Self::Touching => Ordering::Equal,
            Self::Apart => Ordering::Greater,
        }
    }

    /// The relation of two shapes whose signed gap compares like this with zero.
    pub(crate) fn from_gap(gap: Ordering) -> Self {
        match gap {
            Ordering::Less => Self::Interior,
            Ordering::Equal => Self::Touching,
            Ordering::Greater => Self::Apart,
        }
    }
}

crate::named_enum! {
    /// The touching rule: whether shapes that only touch count as overlapping. It is the same rule for every shape
    /// and strategy.
    ///
    /// In a world it applies to pairs, events, overlap queries, segment queries and lines of sight. Ray queries,
    /// sweeps, swept pairs, nearest neighbours and areas of interest do not use it: a ray that grazes a shape always
    /// hits it.
    ///
    /// ```
    /// use collide_core::{Relation, Touching};
    /// assert!(Touching::Closed.accepts(Relation::Touching));
    /// assert!(!Touching::Open.accepts(Relation::Touching));
    /// assert_eq!(Touching::ALL.map(Touching::name), ["closed", "open"]);
    /// assert_eq!("open".parse(), Ok(Touching::Open));
    /// ```
    #[derive(Default)]
    pub enum Touching as "touching", else UnknownTouching {}
    {
        /// Touching counts: [`overlaps`](crate::overlaps).
        #[default]
        Closed => "closed",
        /// Only interior overlap counts: [`overlaps_interior`](crate::overlaps_interior).
        Open => "open",
    }
}

impl Touching {
    /// Whether shapes in this relation are a pair.
    ///
    /// ```
    /// use collide_core::{Relation, Touching};
    /// assert!(Touching::Closed.accepts(Relation::Touching) && !Touching::Open.accepts(Relation::Touching));
    /// assert!(Touching::Open.accepts(Relation::Interior));
    /// ```
    #[inline]
    #[must_use]
    pub fn accepts(self, relation: Relation) -> bool {
        match self {
            Self::Closed => relation != Relation::Apart,
            Self::Open => relation == Relation::Interior,
        }
    }
}
