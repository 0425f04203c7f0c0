//! Bug threads of other engines: their scenes with their numbers, and the exact answers of `collide2d`. Each test has the
//! name of its thread. docs/proof.md lists them; the last test here compares the page with the names.

mod decisions;
mod exact;
mod ground;
mod movement;
mod queries;
mod rays;
mod sweeps;
mod ticks;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use collide2d::{
    Capsule, Circle, Entity, Handle, MoveOptions, Moves, OrientedRect, Polygon, Rect, Rotor, Segment, Settings, Shape,
    Slide, Vec2, World,
};

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle::new([x, y], radius).unwrap()
}

/// A rectangle from its lower corner and size.
fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::new([x, y], [x + width, y + height]).unwrap()
}

fn capsule(a: [f32; 2], b: [f32; 2], radius: f32) -> Capsule {
    Capsule::new(a, b, radius).unwrap()
}

fn polygon(points: &[[f32; 2]]) -> Polygon {
    Polygon::new(points, 0.0).unwrap()
}

fn segment(from: [f32; 2], to: [f32; 2]) -> Segment {
    Segment::new(from, to).unwrap()
}

/// One shape of each kind that has this center and half size. The capsule stands upright.
fn kinds(x: f32, y: f32, half: f32) -> [Shape; 5] {
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    [
        circle(x, y, half).into(),
        Rect::from_center([x, y], [half, half]).unwrap().into(),
        OrientedRect::new([x, y], [half, half], Rotor::IDENTITY).unwrap().into(),
        capsule([0.0, -half / 2.0], [0.0, half / 2.0], half / 2.0).at([x, y]).unwrap().into(),
        polygon(&corners).at([x, y]).unwrap().into(),
    ]
}

/// A world with these shapes, which do not move, and one mover.
fn scene(walls: impl IntoIterator<Item = Shape>, mover: impl Into<Shape>) -> (World, Handle) {
    let mut world = World::new(Settings::default());
    for wall in walls {
        world.insert(Entity::fixed(wall)).unwrap();
    }
    let mover = world.insert(mover.into()).unwrap();
    world.step();
    (world, mover)
}

/// One tick: the mover slides by this motion.
fn advance(world: &mut World, mover: Handle, motion: impl Into<Vec2>) -> Slide {
    let mut moves = Moves::default();
    world.move_batch_into(&[(mover, motion.into())], &MoveOptions::default(), &mut moves).unwrap();
    world.step();
    moves.slides().next().unwrap()
}

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A multiple of a 1024th from `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> f32 {
        let steps = (high - low) as u64 * 1024;
        low as f32 + (self.next() % (steps + 1)) as f32 / 1024.0
    }
}

/// The names of the tests of this module.
fn tests() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proof");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let names = |text: String| {
        let after = text.split("#[test]\nfn ").skip(1).map(str::to_owned).collect::<Vec<_>>();
        after.into_iter().map(|rest| rest.split('(').next().unwrap().to_owned())
    };
    files.flat_map(names).collect()
}

#[test]
fn the_page_and_the_tests_name_the_same_threads() {
    let page = include_str!("../docs/proof.md");
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let code = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    let named: BTreeSet<String> = code.filter(|code| code.matches('_').count() > 2).map(str::to_owned).collect();
    let tests = tests();
    assert!(tests.len() > 25);
    assert_eq!(named.difference(&tests).collect::<Vec<_>>(), [""; 0], "the page names tests that do not exist");
    assert_eq!(tests.difference(&named).collect::<Vec<_>>(), [""; 0], "the page leaves out tests");
    // A row that names a test names the thread that the test is about: its number is in the link and in the name.
    for row in page.lines().filter(|line| line.starts_with("| [")) {
        let number = row.split('#').nth(1).unwrap().split(']').next().unwrap();
        assert!(row.contains(&format!("/{number})")), "the link leads to another thread: {row}");
        let test = row.split('`').skip(1).step_by(2).find(|code| tests.contains(*code));
        assert!(test.is_none_or(|test| test.contains(&format!("_{number}_"))), "the test has another number: {row}");
    }
}
