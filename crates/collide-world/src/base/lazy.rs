use std::sync::{Mutex, OnceLock, PoisonError};

/// A value that is computed on first use, in the memory of the previous value. Without a use it costs nothing.
#[derive(Debug, Default)]
pub(crate) struct Lazy<T> {
    current: OnceLock<T>,
    /// Memory for the next value.
    spare: Mutex<T>,
}

impl<T: Default> Lazy<T> {
    /// The current value. If there is none, `make` computes it in the spare memory.
    pub(crate) fn get(&self, make: impl FnOnce(&mut T)) -> &T {
        self.current.get_or_init(|| {
            let mut made = std::mem::take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            make(&mut made);
            made
        })
    }

    /// Drops the current value, which is out of date, and keeps its memory.
    pub(crate) fn forget(&mut self) {
        if let Some(made) = self.current.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = made;
        }
    }

    /// The current value, if there is one.
    pub(crate) fn peek(&self) -> Option<&T> {
        self.current.get()
    }

    /// The current value, if there is one, for changes in place.
    pub(crate) fn known(&mut self) -> Option<&mut T> {
        self.current.get_mut()
    }

    /// The sum of `of` over the current value and the spare memory.
    pub(crate) fn sum(&self, of: impl Fn(&T) -> usize) -> usize {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        self.peek().map_or(0, &of) + of(&spare)
    }
}
