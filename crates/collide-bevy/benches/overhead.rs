//! The overhead of the plugin compared with the bare engine: `cargo bench -p collide-bevy --bench overhead`.
//!
//! Two worlds have the same 100,000 entities. In turn, each gets new positions, runs a tick, and reads the overlaps that
//! began or ended. The engine gets a list of handles and centers; the plugin finds the changed `Collider` components,
//! and writes messages. There is a row for each scene, with minimum times: of the engine with a list that already
//! exists, of filling that list from an array of shapes, and of the plugin. Then the medians of two ratios: of the plugin
//! to the engine, and to the engine with the filling. Moving the shapes is not timed.
//!
//! The number of threads is the argument, 1 by default.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use collide_bevy::prelude::*;
use collide_scenes::{Scene, SceneKind};
use collide2d::{EventKind, Handle, Vec2, World as Engine};

/// The seconds of a tick.
const DT: f32 = 1.0 / 30.0;

/// How entities are spawned and which of them move.
#[derive(Clone, Copy, PartialEq)]
enum Case {
    /// In order, all move.
    InOrder,
    /// Half of them were despawned and spawned again: slots, entity ids and the order of the components differ. All
    /// move.
    Respawned,
    /// In order, one in this number moves, others in each tick.
    OneIn(usize),
}

impl Case {
    fn moves(self, index: usize, tick: usize) -> bool {
        match self {
            Self::InOrder | Self::Respawned => true,
            Self::OneIn(count) => (index + tick).is_multiple_of(count),
        }
    }
}

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

/// The index of an entity in the scene.
#[derive(Component, Clone, Copy)]
struct Index(usize);

/// Started and ended overlaps.
#[derive(Resource, Default)]
struct Count(usize);

fn count(
    mut started: MessageReader<'_, '_, CollisionStarted>,
    mut ended: MessageReader<'_, '_, CollisionEnded>,
    mut count: ResMut<'_, Count>,
) {
    count.0 += started.read().count() + ended.read().count();
}

/// The entities of a scene, on the engine and on the plugin.
struct Contenders {
    scene: Scene,
    case: Case,
    tick: usize,
    engine: Engine,
    handles: Vec<Handle>,
    moves: Vec<(Handle, Vec2)>,
    count: usize,
    app: App,
}

impl Contenders {
    fn new(kind: SceneKind, case: Case, size: usize, threads: Threads) -> Self {
        let scene = kind.generate(size, 1);
        let settings = Settings { events: true, threads, ..Settings::default() };
        let mut app = App::new();
        app.init_schedule(Tick).init_resource::<Count>();
        app.add_plugins(CollidePlugin::new(Tick).with_settings(settings.clone()));
        app.add_systems(Tick, count.after(CollideSystems::Emit));
        let mut engine = Engine::new(settings);
        let (mut handles, mut entities) = (Vec::new(), Vec::new());
        for (index, shape) in scene.shapes().iter().enumerate() {
            handles.push(engine.insert(shape).expect("finite"));
            entities.push(app.world_mut().spawn((Collider(*shape), Index(index))).id());
        }
        app.world_mut().run_schedule(Tick);
        engine.step();
        if case == Case::Respawned {
            // In an order that is far from that of slots. The engine reuses the slot that was freed last.
            let again = || (0..size).map(|index| (index * 7919) % size).filter(|index| index % 2 == 0);
            for index in again() {
                engine.remove(handles[index]).expect("an entity");
                app.world_mut().despawn(entities[index]);
            }
            app.world_mut().run_schedule(Tick);
            engine.step();
            for index in again() {
                handles[index] = engine.insert(scene.shapes()[index]).expect("finite");
                app.world_mut().spawn((Collider(scene.shapes()[index]), Index(index)));
            }
        }
        let mut both = Self { scene, case, tick: 0, engine, handles, moves: Vec::new(), count: 0, app };
        (0..5).for_each(|_| _ = both.tick());
        both.count = 0;
        both.app.insert_resource(Count(0));
        both
    }

    /// The times of the engine, of filling its list, and of the plugin.
    fn tick(&mut self) -> [Duration; 3] {
        self.tick += 1;
        self.scene.advance(DT);
        let [engine, fill] = self.engine_tick();
        let times = [engine, fill, self.plugin_tick()];
        // Messages of earlier ticks are dropped here.
        self.app.update();
        times
    }

    fn engine_tick(&mut self) -> [Duration; 2] {
        let Self { scene, case, tick, engine, handles, moves, count, .. } = self;
        let start = Instant::now();
        let all = handles.iter().zip(scene.shapes()).enumerate().filter(|(index, _)| case.moves(*index, *tick));
        moves.clear();
        moves.extend(all.map(|(_, (handle, shape))| (*handle, shape.center())));
        let fill = start.elapsed();
        engine.set_batch(moves).expect("finite");
        engine.step();
        for event in engine.events().iter().filter(|event| event.kind != EventKind::Stayed) {
            *count += 1;
            black_box(event);
        }
        [start.elapsed() - fill, fill]
    }

    fn plugin_tick(&mut self) -> Duration {
        let Self { scene, case, tick, app, .. } = self;
        let world = app.world_mut();
        for (index, mut collider) in world.query::<(&Index, &mut Collider)>().iter_mut(world) {
            if case.moves(index.0, *tick) {
                collider.0 = scene.shapes()[index.0];
            }
        }
        let start = Instant::now();
        world.run_schedule(Tick);
        start.elapsed()
    }
}

fn main() {
    // `cargo test` runs it briefly.
    let is_bench = env::args().any(|argument| argument == "--bench");
    let (size, rounds) = if is_bench { (100_000, 60) } else { (2_000, 2) };
    let threads = env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(1);
    let threads = Threads::new(threads).expect("at least one thread");
    let rows = [
        ("circles", SceneKind::Uniform, Case::InOrder),
        ("circles in towns", SceneKind::Towns, Case::InOrder),
        ("circles, half spawned again", SceneKind::Uniform, Case::Respawned),
        ("circles, 1 in 20 moves", SceneKind::Uniform, Case::OneIn(20)),
        ("circles, 1 in 16 moves", SceneKind::Uniform, Case::OneIn(16)),
        ("circles, 1 in 8 moves", SceneKind::Uniform, Case::OneIn(8)),
        ("circles, 1 in 4 moves", SceneKind::Uniform, Case::OneIn(4)),
        ("circles, rectangles and oriented rectangles", SceneKind::Mixed, Case::InOrder),
    ];
    println!("ns for each entity and tick, minimum of {rounds} ticks; ratios: median");
    for (name, kind, case) in rows {
        let mut both = Contenders::new(kind, case, size, threads.clone());
        let times: Vec<[f64; 3]> = (0..rounds).map(|_| both.tick().map(|time| time.as_secs_f64())).collect();
        let [engine, fill, plugin] = [0, 1, 2].map(|which| {
            let shortest = times.iter().map(|times| times[which]).fold(f64::INFINITY, f64::min);
            shortest * 1e9 / size as f64
        });
        let alone = median(times.iter().map(|[engine, _, plugin]| plugin / engine));
        let filled = median(times.iter().map(|[engine, fill, plugin]| plugin / (engine + fill)));
        println!("{name}: engine {engine:.1}, list {fill:.1}, plugin {plugin:.1}; ratios {alone:.2}, {filled:.2}");
        let counts = [both.count, both.app.world().resource::<Count>().0].map(|count| count as f64);
        // Nearly, as centers and shapes round rectangles differently.
        assert!((counts[0] / counts[1] - 1.0).abs() < 0.01, "{name}: the same events, not {counts:?}");
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
