//! A minimal server loop: move all entities, step the world, use the pairs.
//!
//!     cargo run --release --example arena

use std::error::Error;

use collide_scenes::SceneKind;
use collide2d::{Handle, Settings, Shape, World, contact};

const TICKS_PER_SECOND: u32 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    // An external simulation: five thousand circles and rectangles, each with a velocity.
    let mut scene = SceneKind::Mixed.generate(5_000, 42);
    let mut world = World::new(Settings::default());
    let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape)).collect::<Result<_, _>>()?;

    let mut updates: Vec<(Handle, Shape)> = Vec::new();
    for tick in 0..TICKS_PER_SECOND {
        scene.advance(1.0 / TICKS_PER_SECOND as f32);
        updates.clear();
        updates.extend(handles.iter().copied().zip(scene.shapes().iter().copied()));
        world.set_batch(&updates)?;

        let report = *world.step();
        if tick % 10 == 0 {
            let time = report.times.total();
            println!(
                "tick {tick}: {} pairs in {time:.1?} by {} ({})",
                report.pair_count, report.strategy, report.reason
            );
        }
    }

    let deepest = world.pairs().iter().filter_map(|(a, b)| {
        let contact = contact(world.shape(a)?, world.shape(b)?)?;
        Some((contact.depth, a, b))
    });
    if let Some((depth, a, b)) = deepest.max_by(|x, y| x.0.total_cmp(&y.0)) {
        println!("{a} and {b} overlap the deepest, by {depth} units");
    }
    println!("fingerprint {:016x}", world.fingerprint());
    Ok(())
}
