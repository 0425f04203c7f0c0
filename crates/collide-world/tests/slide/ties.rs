//! Ties: where a corner of a body meets corners of tiles, several normals are valid at the same time. Which one is taken
//! depends neither on the kind that holds the points nor on how a wall is cut into tiles.

use collide2d::{
    Handle, Moving, OrientedRect, Polygon, Rect, Rotor, Shape, Slide, SlideOptions, Vec2, overlaps_interior,
};

use super::progress::Random;
use super::random::times;
use super::{slide, v, world};

/// Random numbers on a lattice.
struct Lattice(Random);

impl Lattice {
    /// From `low` to `high`, in steps of a quarter.
    fn quarter(&mut self, low: i32, high: i32) -> f32 {
        let count = u64::try_from((high - low) * 4 + 1).unwrap();
        low as f32 + (self.0.next() % count) as f32 * 0.25
    }

    fn vector(&mut self, low: i32, high: i32) -> Vec2 {
        v(self.quarter(low, high), self.quarter(low, high))
    }

    fn rect(&mut self, extent: i32) -> [Vec2; 2] {
        let low = self.vector(-extent, extent);
        [low, low + v(0.25, 0.25) + self.vector(0, 1)]
    }
}

/// The same points as a shape of each kind that can hold them.
fn holders([low, high]: [Vec2; 2]) -> [Shape; 4] {
    let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let quarter_turn = Rotor::new(0.0, 1.0).unwrap();
    [
        Rect::new(low, high).unwrap().into(),
        OrientedRect::new(center, half, Rotor::IDENTITY).unwrap().into(),
        OrientedRect::new(center, v(half.y, half.x), quarter_turn).unwrap().into(),
        Polygon::new(&[low, v(high.x, low.y), high, v(low.x, high.y)], 0.0).unwrap().into(),
    ]
}

/// The end, and what was hit. Times are rounded: the numbers behind them differ.
fn outcome(slide: &Slide) -> (Vec2, Vec<(Handle, Vec2, f32)>) {
    let hits = slide.hits().iter().map(|hit| (hit.handle, hit.normal, (hit.time * 1e6).round() * 1e-6));
    (slide.shape.aabb().min(), hits.collect())
}

#[test]
fn the_kind_that_holds_the_points_does_not_matter() {
    let mut lattice = Lattice(Random(1));
    let (mut hit_count, mut inside_count) = (0, 0);
    for case in 0..2_000 * times() {
        let blockers: Vec<_> = (0..4).map(|_| holders(lattice.rect(1))).collect();
        let worlds = [0, 1, 2, 3].map(|kind| world(blockers.iter().map(|shapes| shapes[kind])).0);
        let movers = holders(lattice.rect(2));
        inside_count += usize::from(blockers.iter().any(|shapes| overlaps_interior(movers[0], shapes[0])));
        let motion = lattice.vector(-1, 1);
        let expected = outcome(&slide(&worlds[0], movers[0], motion));
        for (world, mover) in worlds.iter().flat_map(|world| movers.map(|mover| (world, mover))) {
            let found = outcome(&slide(world, mover, motion));
            assert_eq!(found, expected, "case {case}: {mover:?} by {motion} among {blockers:?}");
        }
        hit_count += expected.1.len();
    }
    assert!(hit_count > 300 && inside_count > 300, "{hit_count} hits, {inside_count} start inside");
}

/// A corner on a seam: it stands on both tiles, also if it enters one alone.
#[test]
fn a_corner_on_a_seam_stands_on_the_floor() {
    let tiles = [[v(-8.0, -0.5), v(-2.0, 0.0)], [v(-2.0, -0.5), v(8.0, 0.0)]].map(holders);
    let diamond = Polygon::new(&[v(-0.5, 0.0), v(0.0, -0.5), v(0.5, 0.0), v(0.0, 0.5)], 0.0).unwrap();
    let needle = Polygon::new(&[v(0.0, -0.5), v(0.25, 2.5), v(-0.25, 2.5)], 0.0).unwrap();
    for kind in 0..4 {
        let (world, _) = world(tiles.map(|tile| tile[kind]));
        for body in [diamond, needle].map(|body| body.at(v(-2.0, 0.5)).unwrap()) {
            for motion in [v(-2.0, -1.5), v(-1.5, -2.0), v(-0.125, -1.5), v(0.125, -1.5), v(0.0, -1.0), v(2.0, -1.5)] {
                let slid = slide(&world, body.into(), motion);
                assert_eq!(slid.shape.center(), v(-2.0 + motion.x, body.position().y), "{body:?} by {motion}");
                let normals: Vec<_> = slid.hits().iter().map(|hit| hit.normal).collect();
                assert_eq!(normals, [Vec2::NEG_Y], "{body:?} by {motion}");
            }
        }
    }
}

/// At the corner of one tile, the normal that turns the motion least.
#[test]
fn a_corner_at_a_corner_goes_on_along_the_nearer_side() {
    for (tile, body) in holders([v(0.0, -1.0), v(1.0, 0.0)]).into_iter().zip(holders([v(1.0, 0.0), v(2.0, 1.0)])) {
        let (world, _) = world([tile]);
        for (motion, normal) in [
            (v(-0.5, -0.25), Vec2::NEG_Y),
            (v(-0.25, -0.5), Vec2::NEG_X),
            (v(-0.25, -0.25), Vec2::NEG_X), // the first one counter-clockwise
        ] {
            let slid = slide(&world, body, motion);
            assert_eq!(slid.hits().iter().map(|hit| hit.normal).collect::<Vec<_>>(), [normal], "{body:?} by {motion}");
            assert_eq!(slid.shape.center(), body.center() + motion - normal * motion.dot(normal));
        }
    }
}

/// `pass` gets the normal of the floor on a seam too, and not that of the side of a tile.
#[test]
fn one_way_platforms_hold_a_body_on_a_seam() {
    let (world, _) = world([holders([v(0.0, -1.0), v(1.0, 0.0)])[0], holders([v(1.0, -1.0), v(2.0, 0.0)])[0]]);
    let only_floors_block = |_: Handle, normal: Vec2| normal != Vec2::NEG_Y;
    let options = SlideOptions { pass: Some(&only_floors_block), ..SlideOptions::default() };
    for body in holders([v(1.0, 0.0), v(1.75, 1.0)]) {
        for motion in [v(-0.25, -0.125), v(-0.125, -0.25)] {
            let slid = world.queries().slide(Moving::new(body, motion).unwrap(), &options);
            assert_eq!(slid.shape.center(), body.center() + v(motion.x, 0.0), "{body:?} by {motion}");
        }
    }
}

/// Segments in one line touch at both of their ends, and from two sides.
#[test]
fn segments_that_lie_on_each_other_stop() {
    let segment = |from: f32, to: f32, y: f32| Polygon::new(&[v(from, y), v(to, y)], 0.0).unwrap();
    for (from, to) in [(-5.0, -1.0), (-5.0, -3.0), (-4.0, -3.0), (-7.0, -3.0)] {
        for y in [0.0, 1.5, -1.5] {
            let (world, _) = world([segment(-5.0, -3.0, 0.0).into()]);
            for down in [-1.75, 1.75] {
                let slid = slide(&world, segment(from, to, y).into(), v(0.0, down));
                let ends = if y * down < 0.0 || y == 0.0 { 0.0 } else { y + down };
                let normals: Vec<_> = slid.hits().iter().map(|hit| hit.normal.y).collect();
                // In one line, they have no interior in common.
                assert!(y == 0.0 || slid.shape.aabb().min().y == ends, "{from} to {to} at {y} by {down}: {slid:?}");
                assert!(normals.iter().all(|normal| *normal == down.signum()), "{from} to {to} at {y}: {slid:?}");
            }
        }
    }
}
