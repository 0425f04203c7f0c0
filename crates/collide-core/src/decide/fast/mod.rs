//! Fast tests of pairs of kinds, nearly all in plain `f64`. Each is `None` where rounding could have changed the result.
//!
//! `roundoff` is the unit roundoff of `f64`, or zero if the caller knows that nothing is rounded.

mod boxes;
mod circle_circle;
mod circle_oriented_rect;
mod contains;
mod discs;
mod distance;
mod flat;
mod gjk;
mod hulls;
mod moving;
mod moving_circle;
mod rect_circle;
mod rect_rect;
mod sector;

pub(super) use boxes::{box_past_box, boxes};
pub(super) use circle_circle::{circle_circle, compare_distance};
pub(super) use circle_oriented_rect::circle_oriented_rect;
pub(super) use contains::{
    circle_past_circle, circle_past_oriented_rect, circle_past_rect, oriented_rect_past_circle, rect_past_circle,
    rect_past_rect,
};
pub(super) use discs::{
    capsule_polygon, capsules, circle_capsule, circle_polygon, oriented_rect_polygon, polygons, rect_polygon,
};
pub(crate) use distance::DistanceBounds;
pub(super) use hulls::{hulls, hulls_of, hulls_within};
pub(super) use moving::{capsule_with, moving};
pub(crate) use moving_circle::{moving_circle_circle, moving_circle_rect};
pub(super) use rect_circle::rect_circle;
pub(crate) use rect_rect::moving_rect_rect;
pub(super) use rect_rect::rect_rect;
pub(super) use sector::sector;
