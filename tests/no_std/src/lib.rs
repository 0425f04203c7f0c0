//! Checks that the core builds without the standard library; see the manifest.
#![no_std]

use collide_core::{Circle, OrientedRect, Rotor, Vec2, contact, overlaps};

/// Uses every part that might need the standard library.
pub fn touch(x: f32, y: f32, angle: f32) -> bool {
    let Ok(rotor) = Rotor::from_angle(angle) else { return false };
    let (Ok(circle), Ok(rect)) = (Circle::new(Vec2::new(x, y), 1.0), OrientedRect::new(Vec2::ZERO, Vec2::ONE, rotor))
    else {
        return false;
    };
    overlaps(circle, rect) == contact(circle, rect).is_some()
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
