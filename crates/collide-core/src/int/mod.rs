//! Overlap and containment with integer coordinates, for lockstep and fixed-point games: exact over all of `i32`.
//!
//! Coordinates are `i32`, and nothing is ever rounded. Internally lengths are doubled, so that the center of an odd box
//! is exact, too, and squares are computed in `i128`.
//!
//! ```
//! use collide_core::{Relation, int};
//! let wall = int::Rect::with_size(0, 0, 3, 3);
//! // A ball given by its bounding box, as sprites are; its diameter is odd.
//! assert_eq!(int::relation(int::Circle::in_box(3, 0, 3), wall), Relation::Touching);
//! assert_eq!(int::relation(int::Circle::in_box(2, 0, 3), wall), Relation::Interior);
//! assert_eq!(int::relation(int::Circle::in_box(3, 3, 3), wall), Relation::Apart); // round at the corner
//! ```

mod relation;
mod shape;

pub use relation::{containment, contains, contains_point, contains_strictly, overlaps, overlaps_interior, relation};
pub use shape::{Circle, MinAboveMax, Rect, Shape};
