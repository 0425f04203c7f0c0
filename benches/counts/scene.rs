//! What the rows share.

use collide_bench::filled;
use collide_scenes::{Scene, SceneKind};
use collide2d::{Handle, History, Settings, Threads, Vec2, World};

/// The number of queries of a row.
pub const QUERIES: usize = 1_000;

/// The length of a motion in a tick.
pub const STEP: f32 = 1.0 / 6.0;

/// One thread.
pub fn serial() -> Settings {
    Settings { threads: Threads::Serial, ..Settings::default() }
}

/// With a number of remembered ticks.
pub fn remembering(ticks: usize) -> Settings {
    Settings { history: History { ticks, ..History::default() }, ..serial() }
}

/// A world of a scene that has stepped twice, and its handles.
pub fn stepped(scene: &Scene, settings: Settings) -> (World, Vec<Handle>) {
    let (mut world, handles) = filled(scene, settings);
    world.step();
    world.step();
    (world, handles)
}

/// As many entities of a kind as most rows have.
pub fn scene(kind: SceneKind) -> Scene {
    kind.generate(20_000, 1)
}

/// The direction of an item, all around.
pub fn direction(index: usize) -> Vec2 {
    Vec2::from_angle(index as f32 * 1.7)
}
