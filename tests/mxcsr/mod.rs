//! The sticky floating-point exception flags of x86-64.
#![allow(unsafe_code)]

use std::arch::asm;

/// An operand was subnormal.
pub const DENORMAL: u32 = 1 << 1;
/// A result was rounded and too small for a normal number.
pub const UNDERFLOW: u32 = 1 << 4;

const ALL_FLAGS: u32 = 0x3F;

/// The control and status register of the calling thread.
pub fn read() -> u32 {
    let mut value = 0_u32;
    // SAFETY: stores four bytes into `value` and changes nothing else.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
    value
}

/// Clears all exception flags. Rounding and masks are unchanged.
pub fn clear() {
    let value = read() & !ALL_FLAGS;
    // SAFETY: changes only the exception flags of MXCSR, which any assembly may change; does not use the stack.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, readonly)) };
}
