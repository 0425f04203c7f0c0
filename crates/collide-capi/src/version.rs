//! Which library this is.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::ffi::{CStr, c_char};

/// The version of what this header describes: another where a function or a structure is another than before.
pub const COLLIDE_ABI_VERSION: u32 = 1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The version of what the library that runs has: to be compared with `COLLIDE_ABI_VERSION`, before anything else is called, by who loads
/// it at run time.
#[unsafe(no_mangle)]
pub extern "C" fn collide_abi_version() -> u32 {
    COLLIDE_ABI_VERSION
}

/// The version of the library that runs, such as `0.1.0`. Ends with a zero.
#[unsafe(no_mangle)]
pub extern "C" fn collide_version() -> *const c_char {
    VERSION.as_ptr()
}
