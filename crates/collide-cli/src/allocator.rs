//! The allocator of the program: too little memory ends it with a message and an exit code, not with a signal.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The exit code, as for other limits that a command reports.
const CODE: i32 = 2;

/// As other errors of the command are printed.
const NO_MEMORY: &[u8] = b"error: not enough memory\n";

/// The system has the same error for both.
const NO_THREAD: &[u8] = b"error: cannot start a thread: not enough memory, or too many threads\n";

/// The system's allocator. If it fails, the program ends, unless it [may fail](collide_cli::may_fail).
pub(crate) struct Allocator;

// SAFETY: all calls go to `System` with the same arguments, and return its results.
#[expect(unsafe_code, reason = "the trait of an allocator has no safe form")]
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this function, which is that of `System`.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as for `alloc`; the block came from `System`.
        checked(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as for `realloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The start of a thread fails: of the standard library in the thread that starts another one, and in the new one, and
/// of rayon.
const THREAD_PANICS: [&str; 3] =
    ["failed to spawn thread", "alternative stack", "global thread pool has not been initialized"];

/// The same for a thread of tokio. Later on, such a panic ends the request that needs the thread, and the server goes on.
const FIRST_THREAD_PANIC: &str = "OS can't spawn worker thread";

/// Also ends the program if a thread cannot start. That is a panic, some of them in the new thread, where a panic ends
/// the process with a signal.
pub(crate) fn catch_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if is_of_thread(panic) && !collide_cli::may_fail() { end(NO_THREAD) } else { print(panic) }
    }));
}

fn is_of_thread(panic: &PanicHookInfo<'_>) -> bool {
    let text = panic.payload();
    let text = text.downcast_ref::<String>().map(String::as_str).or_else(|| text.downcast_ref::<&str>().copied());
    let is_starting = thread::current().name() == Some("main");
    text.is_some_and(|text| {
        THREAD_PANICS.iter().any(|part| text.contains(part)) || is_starting && text.contains(FIRST_THREAD_PANIC)
    })
}

/// The result of an allocation.
fn checked(block: *mut u8) -> *mut u8 {
    if block.is_null() && !collide_cli::may_fail() {
        end(NO_MEMORY);
    }
    block
}

/// Ends the program, without an allocation. Destructors do not run: they could need memory.
fn end(message: &'static [u8]) -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    if IS_ENDING.swap(true, Ordering::Relaxed) {
        // Another thread prints the message.
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    print_and_exit(message)
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "the standard library has no exit without handlers, and its streams have locks")]
fn print_and_exit(message: &'static [u8]) -> ! {
    use std::ffi::{c_int, c_void};

    // SAFETY: POSIX has these functions, with these signatures. `_exit` may be called at any time: the process ends.
    unsafe extern "C" {
        fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
        safe fn _exit(code: c_int) -> !;
    }
    // SAFETY: the pointer and the length are those of a slice. If standard error is closed, nothing is printed.
    unsafe { write(2, message.as_ptr().cast(), message.len()) };
    _exit(CODE)
}

#[cfg(not(unix))]
fn print_and_exit(message: &'static [u8]) -> ! {
    use std::io::Write;

    _ = std::io::stderr().write_all(message);
    std::process::exit(CODE)
}
