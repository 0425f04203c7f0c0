//! The memory of a warm world: `cargo bench --bench memory`.
//!
//! In bytes for each entity: its shape and its 8 bytes of data, which for a circle are 20; the listed pairs, 8 bytes
//! each; everything else, with the spare capacity of buffers; and, apart, the indexes that the first access by handle
//! and the first query build. And the bytes that each tick of history adds.

use collide_bench::{Figure, Game, is_test, record};
use collide_scenes::SceneKind;
use collide2d::tools::WorldTools;
use collide2d::{Circle, History, Nearest, PairOrder, Query, Settings, Shape, Threads, Vec2, World};

/// Ticks until buffers have grown to their size.
const WARM_UP: usize = 20;

/// The bytes of a shape and of the user's data.
fn content(shape: &Shape) -> usize {
    shape.kind().columns().len() * size_of::<f32>() + size_of::<u64>()
}

/// The bytes of the indexes that are built on first use, after every use.
fn indexes(world: &World) -> usize {
    let (handle, _) = world.iter().next().expect("scenes are not empty");
    assert!(world.shape(handle).is_some());
    // From far away: such a search needs the tree.
    let at = Circle::new(Vec2::splat(1e6), 0.0).expect("finite");
    assert!(world.queries().nearest(Query::new(Nearest::to(at))).is_some());
    world.index_memory()
}

/// Prints and records the row of this scene.
fn row(kind: SceneKind, count: usize, order: PairOrder) {
    let scene = kind.generate(count, 1);
    let mut warm = None;
    // Counts the allocations of this thread, the only one.
    let held = allocation_counter::measure(|| {
        let game = warm.insert(Game::new(&scene, Settings { threads: Threads::Serial, order, ..Settings::default() }));
        for _ in 0..WARM_UP {
            game.tick();
        }
    });
    let world = warm.expect("made above").world;
    assert_eq!(world.index_memory(), 0, "indexes are built on first use");
    let (pairs, indexes) = (size_of_val(world.pairs().slots()), indexes(&world) as f64 / count as f64);
    let content: usize = scene.shapes().iter().map(content).sum();
    let [held, content, pairs] = [held.bytes_current as usize, content, pairs].map(|bytes| bytes as f64 / count as f64);
    let beyond = held - content - pairs;
    let order = if order == PairOrder::AsFound { "as found" } else { "by slot" };
    println!("| {kind} | {count} | {order} | {content:.1} | {pairs:.1} | {beyond:.1} | {indexes:.1} |");
    record(&Figure::Memory {
        scene: kind.to_string(),
        entities: count,
        order: order.to_owned(),
        content,
        pairs,
        beyond,
        indexes,
    });
}

/// Prints the bytes that each tick of history takes in this scene.
fn past(kind: SceneKind, count: usize) {
    const TICKS: usize = 12;
    let scene = kind.generate(count, 1);
    let [without, with] = [0, TICKS].map(|ticks| {
        let history = History { ticks, ..History::default() };
        let mut game = Game::new(&scene, Settings { threads: Threads::Serial, history, ..Settings::default() });
        for _ in 0..WARM_UP.max(2 * TICKS) {
            game.tick();
        }
        game.world.memory()
    });
    let each = (with - without) as f64 / (TICKS * count) as f64;
    println!("| {kind} | {count} | {each:.1} |");
}

fn main() {
    let counts: &[usize] = if is_test() { &[300] } else { &[100_000, 1_000_000] };
    println!("bytes for an entity\n");
    println!("| scene | entities | pairs listed | shape and data | pairs | beyond | indexes |");
    println!("|---|---:|---|---:|---:|---:|---:|");
    for &count in counts {
        for kind in [SceneKind::Uniform, SceneKind::Mixed, SceneKind::MostlyStatic] {
            for order in [PairOrder::AsFound, PairOrder::BySlot] {
                row(kind, count, order);
            }
        }
    }
    println!("\nbytes for an entity and tick of history, of twelve ticks\n");
    println!("| scene | entities | bytes |");
    println!("|---|---:|---:|");
    for &count in counts {
        for kind in [SceneKind::Uniform, SceneKind::Mixed, SceneKind::MostlyStatic] {
            past(kind, count);
        }
    }
}
