//! Fast tests of pairs of kinds in plain `f64`. Each is `None` where rounding could have changed the result.

mod boxes;
mod circle_circle;
mod circle_oriented_rect;
mod moving;
mod rect_circle;
mod rect_rect;

pub(super) use boxes::boxes;
pub(super) use circle_circle::{certain_distance, circle_circle};
pub(super) use circle_oriented_rect::circle_oriented_rect;
pub(super) use moving::moving;
pub(super) use rect_circle::rect_circle;
pub(super) use rect_rect::rect_rect;
