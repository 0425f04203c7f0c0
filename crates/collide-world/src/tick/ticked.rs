use crate::Report;

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
