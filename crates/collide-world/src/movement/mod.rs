//! Movement: where a shape ends that moves among the others.

mod free;
mod measures;
mod mover_list;
mod moves;
mod options;
mod separate;
mod slide;
mod turn;

pub use free::Places;
pub use moves::Moves;
pub use options::{MoveOptions, Movers, PushRule, SeparateOptions};
pub use separate::Separation;
pub use slide::{Slide, SlideHit, Slides};
pub use turn::{Turn, Turns};

pub(crate) use mover_list::MoverList;
#[cfg(feature = "recording")]
pub(crate) use mover_list::given_motions;
