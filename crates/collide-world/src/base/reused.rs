use std::ops::{Deref, DerefMut};

/// Working memory that calls reuse. A clone has none of it: it grows again when it is used.
#[derive(Debug, Default)]
pub(crate) struct Reused<T>(T);

impl<T: Default> Clone for Reused<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> Deref for Reused<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Reused<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
