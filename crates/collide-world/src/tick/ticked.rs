use crate::Report;

/// Emits a tracing event for a tick.
#[cfg_attr(not(feature = "tracing"), expect(unused_variables, reason = "only used for tracing"))]
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
