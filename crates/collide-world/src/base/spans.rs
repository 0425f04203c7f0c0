//! Spans of a tick and its phases, with the feature `tracing`.

/// Opens a span that lasts until the end of the block. Expands to nothing without the feature.
macro_rules! span {
    ($name:literal) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::debug_span!(target: "collide", $name).entered();
    };
}

pub(crate) use span;
