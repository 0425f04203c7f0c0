//! The version of the library.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::ffi::{CStr, c_char};

/// The ABI version of this header. It changes whenever a function or a structure changes.
pub const COLLIDE_ABI_VERSION: u32 = 1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The ABI version of the loaded library. A program that loads the library at run time must compare it with
/// `COLLIDE_ABI_VERSION` before any other call.
#[unsafe(no_mangle)]
pub extern "C" fn collide_abi_version() -> u32 {
    COLLIDE_ABI_VERSION
}

/// The version of the loaded library, such as `0.1.0`. Ends with a zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn collide_version() -> *const c_char {
    VERSION.as_ptr()
}
