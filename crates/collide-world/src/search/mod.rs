//! The one search: what is near a place, in the present and in the past.
//!
//! A [`Scope`] is what is searched, a [`Zone`] where, and a [`Collector`] what is done with the shapes that are found.

mod best;
mod candidates;
mod collector;
mod count;
mod driver;
mod fast;
mod inside;
mod near;
mod order;
mod outline;
mod overlapping;
mod relative;
mod resting;
mod scope;
mod slots;
mod tuning;
mod walk;
mod zone;

pub(crate) use best::{Best, Entry, Rank, a_little_farther};
pub(crate) use candidates::Candidates;
pub(crate) use collector::Collector;
use collector::compiled;
pub(crate) use driver::{Driver, Job, Limits};
pub(crate) use inside::{NearestInside, point_of};
pub(crate) use near::{Accepts, rect_of};
pub(crate) use outline::Outline;
pub(crate) use overlapping::Area;
use relative::RelativeRow;
pub(crate) use scope::Scope;
pub(crate) use slots::Slots;
pub(crate) use tuning::{F32_ROUNDING, SWEEP_ROUNDING};
pub(crate) use zone::{Along, Around, Zone};
