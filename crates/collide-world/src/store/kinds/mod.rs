//! The kinds of list: a list of all kinds, a file for each, and the two ways to store the shapes of a kind.

mod bounded;
mod circle;
mod in_place;
mod interpolation;
mod motion;
mod oriented;
mod oriented_rect;
mod plain;
mod polygon;
mod rect;
mod saved_rows;

use std::borrow::Borrow;
use std::fmt::Debug;

use collide_broad::internal::{Anchored, CellList, LevelLists, Payload};
use collide_core::columns::Round;
use collide_core::{Aabb, Circle, Polygon, Rect, Shape, ShapeError, ShapeKind, Vec2};

use crate::base::{ListKind, Writer};
pub(crate) use bounded::Bounded;
pub(crate) use in_place::{RowCells, RowsMut};
pub(crate) use interpolation::with_center;
pub(crate) use interpolation::{Interpolation, map_points};
pub(crate) use motion::{Corners, Motion, Turn};
pub(crate) use oriented::Oriented;
pub(crate) use saved_rows::SavedRows;

/// Lists the kinds of list: the type of the shapes, the field of [`Set`], the number of columns of a row, and the kinds
/// of shape. All other differences between kinds are in their [`Stored`] implementations.
macro_rules! kinds {
    ($d:tt $($Kind:ident, $field:ident: $numbers:literal of $($Shape:ident)+;)+) => {
        /// Shapes sorted by position, each kind in its own lists. So loops over rows have no branch on the kind.
        #[derive(Debug, Default)]
        pub(crate) struct Set {
            $($field: Lists<$Kind, $numbers>,)+
        }

        /// Some rows of a set that are changed in place.
        pub(crate) enum PieceMut<'a> {
            $($Kind(RowsMut<'a, $Kind, $numbers>),)+
        }

        /// Some rows of a set that are changed one by one.
        #[derive(Debug)]
        pub(crate) enum PieceCells<'a> {
            $($Kind(RowCells<'a, $Kind, $numbers>),)+
        }

        impl PieceMut<'_> {
            pub(crate) fn cells(&mut self) -> PieceCells<'_> {
                match self {
                    $(Self::$Kind(rows) => PieceCells::$Kind(rows.cells()),)+
                }
            }
        }

        $(
            impl Listed<$numbers> for $Kind {
                const KIND: ListKind = ListKind::$Kind;
                const SHAPES: &'static [ShapeKind] = &[$(ShapeKind::$Shape),+];

                #[inline(always)]
                fn of(shape: &Shape) -> Option<Self> {
                    match shape {
                        $(Shape::$Shape(shape) => Some((*shape).into()),)+
                        _ => None,
                    }
                }

                #[inline]
                fn lists(set: &Set) -> &Lists<Self, $numbers> {
                    &set.$field
                }

                #[inline]
                fn lists_mut(set: &mut Set) -> &mut Lists<Self, $numbers> {
                    &mut set.$field
                }

                fn piece(rows: RowsMut<'_, Self, $numbers>) -> PieceMut<'_> {
                    PieceMut::$Kind(rows)
                }
            }
        )+

        /// The values of an expression for each kind `S` as an array; or a chain of its iterators.
        macro_rules! each_kind {
            ($d S:ident => $d value:expr) => {
                [$({ type $d S = crate::store::row_types::$Kind; $d value }),+]
            };
            (chain $d S:ident => $d items:expr) => {
                std::iter::empty()$(.chain({ type $d S = crate::store::row_types::$Kind; $d items }))+
            };
        }

        /// The value of an expression for the kind `S` that a [`ListKind`] names.
        macro_rules! match_kind {
            ($d kind:expr, $d S:ident => $d value:expr) => {
                match $d kind {
                    $(crate::base::ListKind::$Kind => { type $d S = crate::store::row_types::$Kind; $d value })+
                }
            };
        }

        /// The value of an expression for the content of a variant, for an enum with a variant for each kind.
        macro_rules! match_variant {
            ($d Enum:ident, $d value:expr, $d held:ident => $d result:expr) => {
                match $d value {
                    $($d Enum::$Kind($d held) => $d result,)+
                }
            };
        }

        /// The value of an expression for a shape, as a shape of its kind of list.
        macro_rules! match_shape {
            ($d shape:expr, $d held:ident => $d result:expr) => {
                match $d shape {
                    $($(
                        collide_core::Shape::$Shape(shape) => {
                            let $d held = crate::store::row_types::$Kind::from(shape);
                            $d result
                        }
                    )+)+
                }
            };
        }
    };
}

kinds! { $
    Circle, circles: 3 of Circle;
    Rect, rects: 4 of Rect;
    Oriented, oriented: 4 of OrientedRect Capsule;
    Polygon, polygons: 4 of Polygon;
}

#[expect(clippy::single_component_path_imports, reason = "it gives the macros a path")]
pub(crate) use {each_kind, match_kind, match_shape, match_variant};

/// The types of the shapes in lists.
pub(crate) mod row_types {
    pub(crate) use super::Oriented;
    pub(crate) use collide_core::{Circle, Polygon, Rect};
}

/// The lists of the shapes of a kind, by size.
pub(crate) type Lists<S, const N: usize> = LevelLists<RowOf<S, N>, <S as Stored<N>>::Payload, N>;

/// A list of shapes of a kind.
pub(crate) type List<S, const N: usize> = CellList<RowOf<S, N>, <S as Stored<N>>::Payload, N>;

/// The type of the rows of a list when it is sorted and joined.
pub(crate) type RowOf<S, const N: usize> = <<S as Stored<N>>::Payload as PayloadOf<S, N>>::Row;

/// The properties of a kind that the macro `kinds!` generates.
pub(crate) trait Listed<const N: usize>: Stored<N> {
    const KIND: ListKind;
    /// The kinds of the shapes.
    const SHAPES: &'static [ShapeKind];

    /// The shape, if it is of this kind.
    fn of(shape: &Shape) -> Option<Self>;

    fn lists(set: &Set) -> &Lists<Self, N>;

    fn lists_mut(set: &mut Set) -> &mut Lists<Self, N>;

    fn piece(rows: RowsMut<'_, Self, N>) -> PieceMut<'_>;
}

/// How a set stores the shapes of a kind, in rows of `N` numbers, and the operations that differ between kinds.
pub(crate) trait Stored<const N: usize>: Rounded + Copy + Debug + Send + Sync + Into<Shape> + 'static {
    /// The user data (`u64`) if a row has the numbers of the shape; [`Bounded`] if it has those of its bound.
    type Payload: PayloadOf<Self, N>;

    /// Whether the test of rows is the exact test of the shapes.
    const IS_EXACT: bool = Self::Payload::IS_EXACT;

    /// The shape interpolated towards another one; `None` if the change is a teleport.
    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self>;

    /// How far the shape moves to its interpolation at the next tick: see [`Motion::distance`]. Zero for a teleport.
    #[inline]
    fn distance(&self, to: &Self, teleport_distance: f32) -> f64 {
        Motion::new(self, to, teleport_distance).map_or(0.0, |motion| motion.distance())
    }

    /// What the rotation towards an interpolated shape adds to its motion.
    #[inline(always)]
    fn turn(&self, _: &Self) -> Turn {
        Turn::default()
    }

    /// The shape with all its points mapped by a translation.
    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError>;

    /// Whether the center is one of the stored numbers.
    const HAS_CENTER: bool;

    /// The shape moved to another center.
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError>;

    /// One of the [numbers](Shape::to_numbers) of the shape.
    fn number(&self, column: usize) -> f32 {
        (*self).into().to_numbers()[column]
    }

    /// The bound of the shape, without a copy of the shape.
    #[inline(always)]
    fn bound(&self) -> Aabb {
        (*self).into().aabb()
    }

    /// The shape of a row.
    #[inline(always)]
    fn in_row(list: &List<Self, N>, row: usize) -> impl Borrow<Self> {
        Self::Payload::in_row(list, row)
    }

    /// The numbers of the shape's row.
    #[inline(always)]
    fn row(&self) -> [f32; N] {
        Self::Payload::row(self)
    }

    /// The payload of the shape's row.
    #[inline]
    fn payload(self, data: u64) -> Self::Payload {
        Self::Payload::new(self, data)
    }

    /// Replaces another shape: changes the payload, and returns the new numbers of the row.
    #[inline(always)]
    fn replace(self, payload: &mut Self::Payload) -> [f32; N] {
        payload.set_shape(self);
        self.row()
    }
}

/// A kind whose shapes may have [bounds](Round) that are decided eight pairs at once.
pub(crate) trait Rounded {
    /// Whether the bounds may be longer than discs. For two discs, the exact test is as fast.
    const HAS_LONG: bool = false;

    /// The bounds, unless the exact test is as fast.
    #[inline(always)]
    fn round(&self) -> Option<Round> {
        None
    }
}

/// A payload that holds the user data.
pub(crate) trait UserData: Payload + Debug {
    fn data(&self) -> u64;

    fn set_data(&mut self, data: u64);
}

/// The payload of a row of shape `S`, and the meaning of the numbers of the row.
pub(crate) trait PayloadOf<S: Stored<N, Payload = Self>, const N: usize>: UserData {
    /// The type of the rows when lists are sorted and joined.
    type Row: Anchored<N>;

    /// Whether the numbers of a row are those of the shape.
    const IS_EXACT: bool;

    fn new(shape: S, data: u64) -> Self;

    fn row(shape: &S) -> [f32; N];

    /// The shape of a row with these numbers.
    fn shape(&self, row: [f32; N]) -> S;

    /// The shape of a row: a reference if it is stored in the payload. A copy would be written and read back in pieces
    /// of different sizes, which stalls the processor (store forwarding).
    fn in_row(list: &List<S, N>, row: usize) -> impl Borrow<S>;

    fn set_shape(&mut self, shape: S);

    /// Writes the rows of each kind of shape: their number, slots, data and [columns](ShapeKind::columns).
    fn save(lists: &[List<S, N>], writer: &mut Writer<'_>);

    /// Replaces all shapes by saved ones of each kind, which were checked.
    fn refill(lists: &mut Lists<S, N>, saved: &[SavedRows<'_>]);
}
