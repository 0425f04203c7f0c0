use std::sync::{Mutex, OnceLock, PoisonError};

/// What is made when someone asks for it, in the memory of the one before: who never asks does not pay for it.
#[derive(Debug, Default)]
pub(crate) struct Lazy<T> {
    current: OnceLock<T>,
    /// Memory for the next time.
    spare: Mutex<T>,
}

impl<T: Default> Lazy<T> {
    /// What there is; `make` is handed the memory where it has been forgotten.
    pub(crate) fn get(&self, make: impl FnOnce(&mut T)) -> &T {
        self.current.get_or_init(|| {
            let mut made = std::mem::take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            make(&mut made);
            made
        })
    }

    /// It is no longer right.
    pub(crate) fn forget(&mut self) {
        if let Some(made) = self.current.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = made;
        }
    }

    /// What there is, if it has not been forgotten, to be changed.
    pub(crate) fn known(&mut self) -> Option<&mut T> {
        self.current.get_mut()
    }

    /// A sum over what there is and the memory for the next.
    pub(crate) fn sum(&self, of: impl Fn(&T) -> usize) -> usize {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        self.current.get().map_or(0, &of) + of(&spare)
    }
}
