use std::sync::atomic::{AtomicUsize, Ordering};

/// A number for what a world holds. A restored world and a copy have a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content(usize);

impl Default for Content {
    fn default() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
