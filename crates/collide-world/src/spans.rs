//! What is told to `tracing` where that feature is on: spans for a tick and its phases, and an event with what it did.

use crate::Report;

/// Opens a span that lasts until the end of the block. Nothing at all without the feature.
macro_rules! span {
    ($name:literal) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!(target: "collide", $name).entered();
    };
}

pub(crate) use span;

/// Tells what a tick did.
#[cfg_attr(not(feature = "tracing"), expect(unused_variables, reason = "nobody listens"))]
pub(crate) fn ticked(tick: u64, report: &Report) {
    #[cfg(feature = "tracing")]
    tracing::debug!(
        target: "collide",
        tick,
        shapes = report.shape_count,
        candidates = report.candidate_count,
        pairs = report.pair_count,
        strategy = report.strategy.name(),
        nanoseconds = report.times.total().as_nanos() as u64,
        "ticked"
    );
}
