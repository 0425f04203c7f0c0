//! Bounds that are hard to find one's way in.

use collide_core::{Aabb, Rect, Vec2};

/// Bounds with a name.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) bounds: Vec<Aabb>,
}

/// Places where numbers are unlike those near zero.
const ORIGINS: [f32; 6] = [0.0, 1e7, -1e7, 1e30, -3e38, 1e-40];

const EXTENTS: [f32; 6] = [0.0, 1e-40, 30.0, 1e4, 1e30, 3e38];

const SIZES: [f32; 6] = [0.0, 1e-45, 1e-3, 1.0, 50.0, 1e30];

/// Every set. The large ones come between small ones.
pub(super) fn all() -> impl Iterator<Item = Set> {
    let shaped = ORIGINS.into_iter().flat_map(|origin| {
        EXTENTS.into_iter().flat_map(move |extent| SIZES.into_iter().map(move |size| scattered(origin, extent, size)))
    });
    hand_made().into_iter().chain(shaped)
}

fn bound(low: Vec2, high: Vec2) -> Aabb {
    let clamp = |point: Vec2| point.clamp(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX));
    let (low, high) = (clamp(low), clamp(high));
    let rect = Rect::new(low.min(high), low.max(high));
    rect.expect("finite corners in order").aabb()
}

fn hand_made() -> Vec<Set> {
    let set = |name: &str, bounds: Vec<Aabb>| Set { name: name.to_owned(), bounds };
    let square = |x: f32, y: f32, side: f32| bound(Vec2::new(x, y), Vec2::new(x + side, y + side));
    let range = |count: u16| (0..count).map(f32::from);
    // A lattice whose squares touch at edges and corners, and one in which they miss by one unit in the last place.
    let lattice: Vec<_> = range(12).flat_map(|x| range(12).map(move |y| square(x - 6.0, y - 6.0, 1.0))).collect();
    let apart = lattice.iter().map(|b| bound(b.min(), Vec2::new(b.max().x.next_down(), b.max().y.next_down())));
    let apart = apart.collect();
    let nested = range(40).map(|i| bound(Vec2::splat(-i), Vec2::splat(i))).collect();
    let giants = range(60).map(|i| square(i * 3.0, i % 7.0, 1.0)).chain([
        bound(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX)),
        bound(Vec2::new(f32::MIN, 2.0), Vec2::new(f32::MAX, 2.0)),
        square(-1e30, -1e30, 2e30),
    ]);
    let needles = range(40).flat_map(|i| {
        let across = bound(Vec2::new(-1e6, i), Vec2::new(1e6, i));
        let along = bound(Vec2::new(i * 10.0, -1e6), Vec2::new(i * 10.0, 1e6));
        [across, along]
    });
    let zeros = [0.0, -0.0].into_iter().flat_map(|x| [0.0, -0.0].map(|y| bound(Vec2::new(x, y), Vec2::new(x, y))));
    let ends = [f32::MIN, f32::MAX].into_iter().flat_map(|x| [f32::MIN, f32::MAX].map(|y| square(x, y, 0.0)));
    vec![
        set("no bounds", vec![]),
        set("one bound", vec![square(3.0, 4.0, 2.0)]),
        set("two that touch in a corner", vec![square(0.0, 0.0, 1.0), square(1.0, 1.0, 1.0)]),
        set("a lattice of squares that touch", lattice),
        set("a lattice of squares that just miss", apart),
        set("two hundred in one place", vec![square(5.0, 5.0, 1.0); 200]),
        set("two hundred points in one place", vec![square(-0.5, 0.25, 0.0); 200]),
        set("boxes within boxes", nested),
        set("a few giants among many", giants.collect()),
        set("needles across each other", needles.collect()),
        set("zeros of either sign", zeros.collect()),
        set("the ends of the finite numbers", ends.collect()),
        set("no bounds again", vec![]),
    ]
}

/// Scattered over a square, some far larger than the others.
fn scattered(origin: f32, extent: f32, size: f32) -> Set {
    // A linear congruential generator (Knuth's MMIX): the same everywhere.
    let mut state = u64::from(origin.to_bits() ^ extent.to_bits().rotate_left(11) ^ size.to_bits().rotate_left(23));
    let mut share = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Eighths, so that many are alike, or finer.
        let fine = (state >> 40) as f32 / (1 << 24) as f32;
        if state >> 39 & 1 == 0 { (fine * 8.0).floor() / 8.0 } else { fine }
    };
    let count = if size > 1.0 { 60 } else { 120 };
    let bounds = (0..count).map(|index| {
        let low = Vec2::splat(origin) + Vec2::new(share(), share()) * extent;
        let scale = if index % 9 == 8 { 20.0 } else { 1.0 };
        bound(low, low + Vec2::new(share(), share()) * size * scale)
    });
    Set { name: format!("from {origin:e} over {extent:e}, up to {size:e} large"), bounds: bounds.collect() }
}
