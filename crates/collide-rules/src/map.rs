//! Maps and places, from a number.

use collide2d::error::ShapeError;
use collide2d::{OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};

/// The maximum distance of the free place of an actor or pickup from the one that was chosen for it.
pub const FREE_WITHIN: f32 = 8.0;

/// The thickness of a border: no place beyond it is within [`FREE_WITHIN`] of one in the map.
pub const BORDER: f32 = FREE_WITHIN + 2.0;

/// A source of places in a square around the origin, the same for the same number (xorshift).
pub fn places(seed: u64, half: f32) -> impl FnMut() -> Vec2 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    };
    move || Vec2::new(next(), next()) * half
}

/// Half the side of a map for this number of actors, and the number of its walls: 400 for 2,000 actors in 300 by 300
/// units.
#[must_use]
pub fn size(actors: usize) -> (f32, usize) {
    (150.0 * (actors as f32 / 2_000.0).sqrt(), actors / 5)
}

/// A border and this number of walls: half of them thin rects, others oriented rects, and polygons.
pub fn map(count: usize, half: f32, places: &mut dyn FnMut() -> Vec2) -> Result<Vec<Shape>, ShapeError> {
    let (beyond, low, high) = (half + BORDER, -half, half);
    let border = [
        [[-beyond, -beyond], [low, beyond]],
        [[high, -beyond], [beyond, beyond]],
        [[-beyond, -beyond], [beyond, low]],
        [[-beyond, high], [beyond, beyond]],
    ];
    let mut walls: Vec<Shape> = Vec::new();
    for [min, max] in border {
        walls.push(Rect::new(min, max)?.into());
    }
    for number in 0..count {
        let (at, size) = (places(), places() / half);
        let long = 3.5 + 2.5 * size.x;
        walls.push(match number % 4 {
            0 => Rect::from_center(at, [long, 0.4])?.into(),
            1 => Rect::from_center(at, [0.4, long])?.into(),
            2 => OrientedRect::new(at, [long, 0.4], Rotor::from_degrees(180.0 * size.y)?)?.into(),
            _ => {
                Polygon::new(&[at, at + Vec2::new(2.0, 0.5), at + Vec2::new(1.5, 2.0), at + Vec2::new(-0.5, 1.5)], 0.1)?
                    .into()
            }
        });
    }
    Ok(walls)
}
