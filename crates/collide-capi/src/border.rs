//! Where pointers become references: the one file of this crate that holds `unsafe`.
//!
//! What C promises is written at the top of the header: each pointer is null or points to what its parameter is said to be, an array
//! has the length that is given with it, an object was made by this library and not yet freed, and nobody else uses an object that
//! is not `const`. The types here stand for pointers about which that was promised; what can be checked, is.
#![expect(unsafe_code, reason = "pointers of others are gone after here, and nowhere else")]

use std::ffi::c_void;

use crate::failure::Failure;

/// What C lends to be read: an object, or an array whose length is another parameter. May be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct In<T>(*const T);

/// An object of this library that C lends to be changed. May be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Mut<T>(*mut T);

/// Memory of C's to be written, of a value or of an array whose length is another parameter. It may hold anything before. May be null.
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

    /// For those who call from Rust.
    ///
    /// # Safety
    /// What the header asks of such a pointer must be so for as long as the function that it is given to runs.
    #[must_use]
    pub unsafe fn new(pointer: *const T) -> Self {
        Self(pointer)
    }

    /// The object.
    pub(crate) fn get<'a>(self, what: &'static str) -> Result<&'a T, Failure> {
        check(self.0, 1, what)?;
        // SAFETY: it is not null and aligned, and C has promised an object that nobody changes during the call.
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
        // SAFETY: it is not null, aligned and no longer than memory, and C has promised so many items that nobody changes during the call.
        Ok(unsafe { std::slice::from_raw_parts(self.0, count) })
    }

    /// The array, if there is one.
    pub(crate) fn optional_slice<'a>(self, count: usize, what: &'static str) -> Result<Option<&'a [T]>, Failure> {
        if self.0.is_null() { Ok(None) } else { self.slice(count, what).map(Some) }
    }

    /// Whether that is the same object.
    pub(crate) fn is(self, other: &Mut<T>) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Mut<T> {
    /// For those who call from Rust.
    ///
    /// # Safety
    /// What the header asks of such a pointer must be so for as long as the function that it is given to runs.
    #[must_use]
    pub unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// The object.
    pub(crate) fn get<'a>(self, what: &'static str) -> Result<&'a mut T, Failure> {
        check(self.0, 1, what)?;
        // SAFETY: it is not null and aligned, and C has promised an object that nobody else uses during the call.
        Ok(unsafe { &mut *self.0 })
    }

    /// Frees the object, if there is one.
    pub(crate) fn free(self) {
        if !self.0.is_null() {
            // SAFETY: C has promised an object that this library made, as all are made: by `Out::put_object`; and not freed before.
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

impl<T> Out<T> {
    /// For those who call from Rust.
    ///
    /// # Safety
    /// What the header asks of such a pointer must be so for as long as the function that it is given to runs.
    #[must_use]
    pub unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// Whether nothing is to be written.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Whether so many items can be written: looked at before anything is changed.
    pub(crate) fn check(&self, count: usize, what: &'static str) -> Result<(), Failure> {
        if count == 0 { Ok(()) } else { check(self.0, count, what) }
    }

    /// Writes a value.
    pub(crate) fn put(self, value: T, what: &'static str) -> Result<(), Failure> {
        check(self.0, 1, what)?;
        // SAFETY: it is not null and aligned, and C has promised memory of its own for one value.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Writes a value, if it is wanted.
    pub(crate) fn put_if_wanted(self, value: T, what: &'static str) -> Result<(), Failure> {
        if self.0.is_null() { Ok(()) } else { self.put(value, what) }
    }

    /// Writes values into an array with room for `count`, and no more than that.
    pub(crate) fn put_all(
        &self,
        count: usize,
        values: impl IntoIterator<Item = T>,
        what: &'static str,
    ) -> Result<(), Failure> {
        self.check(count, what)?;
        for (index, value) in values.into_iter().take(count).enumerate() {
            // SAFETY: the array is not null and aligned, C has promised memory of its own for `count` values, and `index` is below that.
            unsafe { self.0.add(index).write(value) };
        }
        Ok(())
    }
}

impl<T> Out<*mut T> {
    /// Hands over a new object. C has it until it is freed.
    pub(crate) fn put_object(self, object: T, what: &'static str) -> Result<(), Failure> {
        self.check(1, what)?;
        self.put(Box::into_raw(Box::new(object)), what)
    }
}

/// What of a pointer can be checked.
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

/// What C wants to see again in a function of its own.
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

// SAFETY: nothing is done with the pointer here but to hand it to the function that it came with, of which C has promised that many threads may
// call it with this pointer at once.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}
