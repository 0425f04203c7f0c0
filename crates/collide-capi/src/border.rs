//! Conversion of pointers to references: the only file of this crate with `unsafe` blocks.
//!
//! The top of the header lists the guarantees of the C caller: each pointer is null or points to a value of its
//! parameter's type, an array has the length that is passed with it, an object was created by this library and is not
//! yet freed, and no other thread uses an object that is not `const`. The types here stand for pointers with these
//! guarantees; whatever can be checked is checked.
#![expect(unsafe_code, reason = "only this file dereferences pointers of the caller")]

#[cfg(any(target_family = "wasm", test))]
use std::alloc::Layout;
use std::ffi::c_void;

use crate::failure::{Failure, value};

/// A pointer that is only read: to an object, or to an array whose length is another parameter. May be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct In<T>(*const T);

/// A pointer to an object of this library that is changed. May be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Mut<T>(*mut T);

/// A pointer to memory of the caller that is written: to a value, or to an array whose length is another parameter. The
/// memory may be uninitialised. May be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Out<T>(*mut T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T> In<T> {
    /// No object and no array.
    pub const NULL: Self = Self(std::ptr::null());

    /// Wraps a pointer, for calls from Rust.
    ///
    /// # Safety
    /// The pointer must have the guarantees that the header lists, until the function that it is passed to returns.
    #[must_use]
    pub unsafe fn new(pointer: *const T) -> Self {
        Self(pointer)
    }

    /// The object.
    pub(crate) fn get<'a>(self, what: &'static str) -> Result<&'a T, Failure> {
        check(self.0, 1, what)?;
        // SAFETY: it is not null and aligned, and the caller guarantees an object that does not change during the call.
        Ok(unsafe { &*self.0 })
    }

    /// The object, if there is one.
    pub(crate) fn optional<'a>(self, what: &'static str) -> Result<Option<&'a T>, Failure> {
        if self.0.is_null() { Ok(None) } else { self.get(what).map(Some) }
    }

    /// The array.
    pub(crate) fn slice<'a>(self, count: usize, what: &'static str) -> Result<&'a [T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        check(self.0, count, what)?;
        // SAFETY: it is not null, aligned and not longer than memory, and the caller guarantees `count` items that do
        // not change during the call.
        Ok(unsafe { std::slice::from_raw_parts(self.0, count) })
    }

    /// The array, if there is one.
    pub(crate) fn optional_slice<'a>(self, count: usize, what: &'static str) -> Result<Option<&'a [T]>, Failure> {
        if self.0.is_null() { Ok(None) } else { self.slice(count, what).map(Some) }
    }

    /// Whether both are the same object.
    pub(crate) fn is(self, other: &Mut<T>) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Mut<T> {
    /// Wraps a pointer, for calls from Rust.
    ///
    /// # Safety
    /// The pointer must have the guarantees that the header lists, until the function that it is passed to returns.
    #[must_use]
    pub unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// The object.
    pub(crate) fn get<'a>(self, what: &'static str) -> Result<&'a mut T, Failure> {
        check(self.0, 1, what)?;
        // SAFETY: it is not null and aligned, and the caller guarantees exclusive access to the object during the call.
        Ok(unsafe { &mut *self.0 })
    }

    /// Frees the object, if there is one.
    pub(crate) fn free(self) {
        if !self.0.is_null() {
            // SAFETY: the caller guarantees an object that this library has created, with `Out::put_object`, and that
            // is not yet freed.
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

impl<T> Out<T> {
    /// Wraps a pointer, for calls from Rust.
    ///
    /// # Safety
    /// The pointer must have the guarantees that the header lists, until the function that it is passed to returns.
    #[must_use]
    pub unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// Whether the pointer is null, so that nothing is written.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Checks that `count` items can be written. Call it before anything is changed.
    pub(crate) fn check(&self, count: usize, what: &'static str) -> Result<(), Failure> {
        if count == 0 { Ok(()) } else { check(self.0, count, what) }
    }

    /// Writes a value.
    pub(crate) fn put(self, value: T, what: &'static str) -> Result<(), Failure> {
        check(self.0, 1, what)?;
        // SAFETY: it is not null and aligned, and the caller guarantees writable memory for one value.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Writes a value, unless the pointer is null.
    pub(crate) fn put_optional(self, value: T, what: &'static str) -> Result<(), Failure> {
        if self.0.is_null() { Ok(()) } else { self.put(value, what) }
    }

    /// Writes at most `count` values into an array with room for `count`.
    pub(crate) fn put_all(
        &self,
        count: usize,
        values: impl IntoIterator<Item = T>,
        what: &'static str,
    ) -> Result<(), Failure> {
        self.check(count, what)?;
        for (index, value) in values.into_iter().take(count).enumerate() {
            // SAFETY: the array is not null and aligned, the caller guarantees writable memory for `count` values, and
            // `index` is below `count`.
            unsafe { self.0.add(index).write(value) };
        }
        Ok(())
    }
}

impl<T> Out<*mut T> {
    /// Passes a new object to the caller, who frees it.
    pub(crate) fn put_object(self, object: T, what: &'static str) -> Result<(), Failure> {
        self.check(1, what)?;
        self.put(Box::into_raw(Box::new(object)), what)
    }
}

/// Frees an object, if there is one.
pub(crate) fn freed<T>(object: Mut<T>) {
    value((), || {
        object.free();
        Ok(())
    });
}

/// Checks a pointer as far as possible.
fn check<T>(pointer: *const T, count: usize, what: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::Null { what });
    }
    if !pointer.is_aligned() {
        return Err(Failure::Misaligned { what, bytes: align_of::<T>() });
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
        _ => Err(Failure::TooLong { what, count }),
    }
}

/// The layout of memory for the host; at least one byte.
#[cfg(any(target_family = "wasm", test))]
fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.max(1), 16).ok()
}

/// Allocates memory for the host. Null if there is none.
#[cfg(any(target_family = "wasm", test))]
pub(crate) fn allocate(size: usize) -> *mut u8 {
    // SAFETY: the layout has at least one byte.
    layout(size).map_or(std::ptr::null_mut(), |layout| unsafe { std::alloc::alloc(layout) })
}

/// Frees memory of the host.
#[cfg(any(target_family = "wasm", test))]
pub(crate) fn release(memory: *mut u8, size: usize) {
    if let Some(layout) = layout(size).filter(|_| !memory.is_null()) {
        // SAFETY: the caller guarantees memory that `allocate` returned for the same size, and that is not yet freed.
        unsafe { std::alloc::dealloc(memory, layout) };
    }
}

/// The user pointer of a callback.
#[derive(Clone, Copy, Debug)]
pub(crate) struct User(*mut c_void);

impl User {
    pub(crate) fn new(pointer: *mut c_void) -> Self {
        Self(pointer)
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0
    }
}

// SAFETY: the pointer is only passed to the callback that it came with. The caller guarantees that several threads may
// call that callback with this pointer at the same time.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}
