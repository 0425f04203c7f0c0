//! All calls that change a world, recorded and not, in any order: `COLLIDE_TRACES=50` runs 50 times as many.

use collide2d::{
    Handle, History, MoveOptions, Movers, Moves, Moving, Recorder, SeparateOptions, Separation, Settings, Shape,
    Strategy, Threads, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{
    BoxedStrategy, Just, ProptestConfig, Strategy as Any, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use proptest::sample::select;

use crate::changes::{Change, Model, apply, change};
use crate::{recorded, ticks};

/// A call. Numbers choose among the entities that exist.
#[derive(Clone, Debug)]
enum Call {
    Change(Change),
    /// Recorded if the first is true.
    Move(bool, Movers, Vec<(usize, Vec2)>),
    Separate(bool, Vec<usize>),
    /// Sets entities back to their shapes before the last move or separation.
    TakeBack(Vec<usize>),
    Rocket(usize, Vec2),
    Step,
}

fn call() -> BoxedStrategy<Call> {
    let motion = || (-3.0_f32..3.0, -3.0_f32..3.0).prop_map(Vec2::from);
    let movers = select(vec![Movers::Ignore, Movers::InOrder]);
    prop_oneof![
        3 => change().prop_map(Call::Change),
        2 => (any::<bool>(), movers, vec((any::<usize>(), motion()), 0..8)).prop_map(|(a, b, c)| Call::Move(a, b, c)),
        2 => (any::<bool>(), vec(any::<usize>(), 0..8)).prop_map(|(recorded, movers)| Call::Separate(recorded, movers)),
        2 => vec(any::<usize>(), 1..8).prop_map(Call::TakeBack),
        1 => (any::<usize>(), motion()).prop_map(|(who, motion)| Call::Rocket(who, motion)),
        2 => Just(Call::Step),
    ]
    .boxed()
}

/// The recorded world.
struct Server {
    world: World,
    recorder: Recorder,
    /// The shapes before the last move or separation.
    before: Vec<(Handle, Shape)>,
}

impl Server {
    fn chosen(&self, number: usize) -> Option<Handle> {
        let count = self.world.iter().count();
        self.world.iter().nth(number % count.max(1)).map(|(handle, _)| handle)
    }

    fn distinct(&self, numbers: impl IntoIterator<Item = usize>) -> Vec<Handle> {
        let mut handles: Vec<Handle> = numbers.into_iter().filter_map(|number| self.chosen(number)).collect();
        handles.sort_unstable();
        handles.dedup();
        handles
    }

    /// Returns whether a tick is over.
    fn call(&mut self, call: &Call) -> bool {
        if let Call::Move(..) | Call::Separate(..) = call {
            self.before = self.world.iter().map(|(handle, entity)| (handle, entity.shape)).collect();
        }
        let entity = |world: &World, handle: Handle| world.entity(handle).expect("it exists");
        match call {
            Call::Change(Change::Step) | Call::Step => _ = self.recorder.step(&mut self.world),
            Call::Change(Change::StepWithin(most)) => {
                return self.recorder.step_within(&mut self.world, *most).is_ok();
            }
            Call::Change(Change::Ask(shape, ..)) => _ = self.recorder.queries(&self.world).overlap(*shape),
            Call::Change(change) => {
                let mut model: Model =
                    self.world.iter().map(|(handle, _)| (handle, entity(&self.world, handle))).collect();
                apply(change, &mut self.world, &mut model);
            }
            Call::Move(is_recorded, movers, motions) => {
                let handles = self.distinct(motions.iter().map(|(who, _)| *who));
                let moving: Vec<(Handle, Vec2)> =
                    handles.into_iter().zip(motions).map(|(handle, (_, motion))| (handle, *motion)).collect();
                let (options, out) = (MoveOptions { movers: *movers, ..MoveOptions::default() }, &mut Moves::default());
                // Refused where a shape would leave the numbers.
                _ = if *is_recorded {
                    self.recorder.move_batch_into(&mut self.world, &moving, &options, out)
                } else {
                    self.world.move_batch_into(&moving, &options, out)
                };
            }
            Call::Separate(is_recorded, movers) => {
                let movers = self.distinct(movers.iter().copied());
                let (options, out) = (SeparateOptions::default(), &mut Separation::default());
                _ = if *is_recorded {
                    self.recorder.separate_into(&mut self.world, &movers, &options, out)
                } else {
                    self.world.separate_into(&movers, &options, out)
                };
            }
            Call::TakeBack(numbers) => {
                for number in numbers.iter().filter(|_| !self.before.is_empty()) {
                    let (handle, shape) = self.before[number % self.before.len()];
                    // It may be removed by now.
                    _ = self.world.set(handle, shape);
                }
            }
            Call::Rocket(who, motion) => {
                let shape = self.chosen(*who).and_then(|handle| self.world.shape(handle));
                let to = self.world.tick() as f64;
                if let Some(moving) = shape.and_then(|shape| Moving::new(shape, *motion).ok()) {
                    _ = self.recorder.sweep_through(&self.world, moving, to - 1.0, to);
                }
            }
        }
        matches!(call, Call::Change(Change::Step) | Call::Step)
    }
}

fn times() -> u32 {
    std::env::var("COLLIDE_TRACES").map_or(1, |times| times.parse().expect("a number"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000 * times(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mixed_calls_are_replayed(
        first in vec(change(), 0..20),
        calls in vec(call(), 1..40),
        strategies in [select(Strategy::ALL.to_vec()), select(Strategy::ALL.to_vec()), select(Strategy::ALL.to_vec())],
    ) {
        let history = History { ticks: 3, teleport_distance: 2.0 };
        let settings = |strategy| Settings { strategy, history, threads: Threads::Serial, ..Settings::default() };
        let [mut world, mut again, mut followed] = strategies.map(|strategy| World::new(settings(strategy)));
        let mut model = Model::new();
        first.iter().for_each(|change| apply(change, &mut world, &mut model));
        let mut server = Server { recorder: Recorder::new(&world), world, before: Vec::new() };
        let mut states = Vec::new();
        for call in calls.iter().chain([&Call::Step]) {
            if server.call(call) {
                states.push(server.world.iter().collect::<Vec<_>>());
            }
        }
        let ticks = ticks(&recorded(&mut server.recorder));
        prop_assert_eq!(ticks.len(), states.len());
        for (tick, entities) in ticks.iter().zip(&states) {
            let replayed = tick.replay(&mut again);
            prop_assert!(replayed.is_ok(), "{}", replayed.unwrap_err());
            tick.follow(&mut followed).unwrap();
            prop_assert_eq!(&again.iter().collect::<Vec<_>>(), entities);
            prop_assert_eq!(&followed.iter().collect::<Vec<_>>(), entities);
        }
        prop_assert_eq!(again.fingerprint(), server.world.fingerprint());
    }
}
