//! The calls whose answers must be equal. **A new call is a line in one of the tables here**, or, if it is asked of
//! [`Queries`](collide2d::Queries), in [`questions`]. Then write the golden file again.

mod batches;
mod movement;
mod questions;
mod ticks;

pub(super) use questions::Questions;

use super::notes::Noted;
use super::script::Room;

/// A name and a call, which notes its answers.
type Call = (&'static str, fn(&mut Room<'_>, &mut Noted));

/// What is called in each tick after the changes and before the step.
pub(super) const BEFORE_STEP: [Call; 4] = [
    ("move", movement::move_all),
    ("move in order", movement::move_in_order),
    ("separate", movement::separate),
    ("glance before the step", questions::glance),
];

/// What is called in each tick after the step.
pub(super) const AFTER_STEP: [Call; 9] = [
    ("pairs", ticks::pairs),
    ("events", ticks::events),
    ("contacts", ticks::contacts),
    ("crowds", ticks::crowds),
    ("swept pairs", movement::swept_pairs),
    ("views", ticks::views),
    ("observers of", ticks::observers_of),
    ("shapes", ticks::shapes),
    ("glance", questions::glance),
];

/// What is called once, after the last tick.
pub(super) const AFTER_ALL: [Call; 6] = [
    ("count pairs", ticks::count_pairs),
    ("sweep through", movement::sweep_through),
    ("batch", batches::together),
    ("batch between", batches::between),
    ("saved", ticks::saved),
    ("refused steps", ticks::refused),
];
