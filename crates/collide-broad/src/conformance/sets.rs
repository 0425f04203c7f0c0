//! Sets of bounds that are hard for spatial indices.

use collide_core::{Aabb, Rect, Vec2};

/// Bounds with a name.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) bounds: Vec<Aabb>,
}

/// Positions of a set, some of them where numbers are far apart or subnormal.
const ORIGINS: [f32; 6] = [0.0, 1e7, -1e7, 1e30, -3e38, 1e-40];

/// Sides of the square that a set is scattered over.
const EXTENTS: [f32; 7] = [0.0, 1e-40, 1.0, 30.0, 1e4, 1e30, 3e38];

/// Sets whose extents, or whose positions, differ between the axes.
const UNEQUAL: [(Vec2, Vec2); 5] = [
    (Vec2::new(0.0, 1e7), Vec2::new(1e4, 0.0)),
    (Vec2::new(-1e7, 0.0), Vec2::new(1.0, 1e30)),
    (Vec2::new(0.0, -3e38), Vec2::new(30.0, 3e38)),
    (Vec2::new(1e30, 1e-40), Vec2::new(1e4, 1.0)),
    (Vec2::new(-3e38, 1e7), Vec2::new(1e-40, 1e4)),
];

/// The largest sides of most bounds of a set.
const SIZES: [f32; 6] = [0.0, 1e-45, 1e-3, 1.0, 50.0, 1e30];

/// Every set. Large sets come between small ones.
pub(super) fn all() -> impl Iterator<Item = Set> {
    let equal = ORIGINS.into_iter().flat_map(|origin| EXTENTS.map(|extent| (Vec2::splat(origin), Vec2::splat(extent))));
    let places = equal.chain(UNEQUAL);
    let scattered = places.flat_map(|(origin, extent)| SIZES.map(|size| scattered(origin, extent, size)));
    hand_made().into_iter().chain(scattered)
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
    let signed = [bound(Vec2::splat(-1.0), Vec2::splat(0.0)), bound(Vec2::splat(-1.0), Vec2::splat(-0.0))];
    let zeros = zeros.chain(signed);
    let ends = [f32::MIN, f32::MAX].into_iter().flat_map(|x| [f32::MIN, f32::MAX].map(|y| square(x, y, 0.0)));
    // Lower corners on cell borders and one step to either side, if a cell is as wide as a bound.
    let borders = range(16).flat_map(|column| {
        range(16).map(move |row| {
            let x = column - 8.0;
            square([x.next_down(), x, x.next_up()][(column + row) as usize % 3], row - 8.0, 1.0)
        })
    });
    let line = range(500)
        .map(|i| square(i * 1e-6, 0.0, 0.0))
        .chain([bound(Vec2::new(1e30, -1e30), Vec2::new(1e30, -1e30)), bound(Vec2::splat(f32::MIN), Vec2::splat(0.0))]);
    let town = |x: f32| range(50).map(move |i| square(x + i * 0.5, x, 1.0));
    let towns: Vec<_> = [-3e38, -1e12, -1e6, 0.0, 1e9, 3e38].into_iter().flat_map(town).collect();
    let everything = bound(Vec2::MIN, Vec2::MAX);
    let covered = [towns.as_slice(), &[everything; 5]].concat();
    let segments = vec![
        bound(Vec2::ZERO, Vec2::new(40.8055, 0.0)),
        bound(Vec2::new(3.152_372_4, -18.062_527), Vec2::new(3.152_372_4, 12.221_245)),
        square(16.933_775, 0.0, 0.0),
        square(0.0, 0.0, 0.0),
    ];
    let half_line = vec![
        bound(Vec2::ZERO, Vec2::new(f32::MAX, 0.0)),
        square(1.888_946_8e22, 0.0, 0.0),
        bound(Vec2::new(1.888_946_8e22, -1e-45), Vec2::new(1.888_946_8e22, 0.0)),
    ];
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
        set("squares at cell borders", borders.collect()),
        set("a line of points, a point far out and a giant", line.collect()),
        set("towns far apart", towns),
        set("towns far apart, covered five times", covered),
        set("points on segments", segments),
        set("points on a half line", half_line),
        set("no bounds again", vec![]),
    ]
}

/// Bounds scattered over a rectangle, some far larger than the others.
fn scattered(origin: Vec2, extent: Vec2, size: f32) -> Set {
    // A linear congruential generator (Knuth's MMIX): the same everywhere.
    let mut state = [origin.x, origin.y, extent.x, extent.y, size]
        .into_iter()
        .fold(0, |state: u64, number| state.rotate_left(11) ^ u64::from(number.to_bits()));
    let mut share = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Eighths, of which many are equal, or a finer number.
        let fine = (state >> 40) as f32 / (1 << 24) as f32;
        if state >> 39 & 1 == 0 { (fine * 8.0).floor() / 8.0 } else { fine }
    };
    let count = if size > 1.0 { 60 } else { 120 };
    let bounds = (0..count).map(|index| {
        let low = origin + Vec2::new(share(), share()) * extent;
        let scale = if index % 9 == 8 { 20.0 } else { 1.0 };
        bound(low, low + Vec2::new(share(), share()) * size * scale)
    });
    Set { name: format!("from {origin:?} over {extent:?}, up to {size:e} large"), bounds: bounds.collect() }
}
