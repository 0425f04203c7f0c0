//! Limits of pairs and of work.

/// The limit of pairs if none is given: more do not fit into the memory of WebAssembly with what sorts them.
pub(crate) const MAX_PAIRS: u64 = 1 << 26;

/// A limit, or none.
pub(crate) fn limit(limit: Option<f64>) -> u64 {
    limit.map_or(u64::MAX, |limit| limit as u64)
}
