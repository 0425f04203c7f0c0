//! All calls that change a world, recorded and not, in any order: `COLLIDE_TRACES=50` runs 50 times as many.

use collide2d::{
    Budget, Circle, CrowdLimit, Entity, EventKind, Handle, History, Hits, Interest, Mode, MoveOptions, Movers, Moves,
    Moving, Observer, ObserverId, Query, Ray, RayHits, SeparateOptions, Separation, Settings, Shape, SlideOptions,
    Strategy, SweptPairs, Threads, Vec2, Viewpoint, World,
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
    /// With a closure, which is not recorded, if the first is true.
    Move(bool, Movers, Vec<(usize, Vec2)>),
    Separate(bool, Vec<usize>),
    /// Sets entities back to their shapes before the last move or separation.
    TakeBack(Vec<usize>),
    Rocket(usize, Vec2),
    /// The pairs that hit each other on the way.
    Swept(Vec<(usize, Vec2)>),
    Contacts,
    CountPairs,
    /// Overlaps around entities and rays from them, with a limit of the candidates of each.
    Limited(u64, Vec<usize>),
    /// An update of the first or the second interest, after a change of its observers.
    Look(bool, Watch),
    Step,
}

fn call() -> BoxedStrategy<Call> {
    let motion = || (-3.0_f32..3.0, -3.0_f32..3.0).prop_map(Vec2::from);
    let movers = select(vec![Movers::Ignore, Movers::InOrder]);
    prop_oneof![
        3 => change().prop_map(Call::Change),
        2 => (any::<bool>(), movers, vec((any::<usize>(), motion()), 0..8)).prop_map(|(a, b, c)| Call::Move(a, b, c)),
        2 => (any::<bool>(), vec(any::<usize>(), 0..8)).prop_map(|(pass, movers)| Call::Separate(pass, movers)),
        2 => vec(any::<usize>(), 1..8).prop_map(Call::TakeBack),
        1 => (any::<usize>(), motion()).prop_map(|(who, motion)| Call::Rocket(who, motion)),
        1 => vec((any::<usize>(), motion()), 0..8).prop_map(Call::Swept),
        1 => select(vec![Call::Contacts, Call::CountPairs]),
        2 => (0..6_u64, vec(any::<usize>(), 1..5)).prop_map(|(max, who)| Call::Limited(max, who)),
        2 => (any::<bool>(), watch()).prop_map(|(second, watch)| Call::Look(second, watch)),
        2 => Just(Call::Step),
    ]
    .boxed()
}

fn watch() -> BoxedStrategy<Watch> {
    prop_oneof![
        3 => (any::<usize>(), proptest::option::of(0..4_usize)).prop_map(|(who, most)| Watch::Follow(who, most)),
        1 => (any::<usize>(), (-3.0_f32..3.0, -3.0_f32..3.0)).prop_map(|(who, at)| Watch::Move(who, at.into())),
        1 => any::<usize>().prop_map(Watch::Leave),
        1 => (1..9_u32).prop_map(Watch::Limit),
        2 => Just(Watch::Nothing),
    ]
    .boxed()
}

/// A change of the observers of an interest. Numbers choose among those that exist, or among entities.
#[derive(Clone, Copy, Debug)]
enum Watch {
    Follow(usize, Option<usize>),
    Move(usize, Vec2),
    Leave(usize),
    Limit(u32),
    Nothing,
}

/// The recorded world.
struct Server {
    world: World,
    /// The shapes before the last move or separation.
    before: Vec<(Handle, Shape)>,
    interests: [Watched; 2],
}

#[derive(Default)]
struct Watched {
    interest: Interest,
    ids: Vec<ObserverId>,
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

    /// Changes the observers of an interest, and updates its views.
    fn look(&mut self, number: usize, watch: Watch) {
        let followed = |who| self.chosen(who);
        let observer = |at: Viewpoint| Observer::new(at, 2.0, 3.0);
        match watch {
            Watch::Follow(who, most) => {
                let at = followed(who).map_or(Viewpoint::Point(Vec2::ZERO), Viewpoint::Entity);
                let observer = observer(at).with_max_visible(most.unwrap_or(usize::MAX));
                let Watched { interest, ids } = &mut self.interests[number];
                ids.push(interest.insert(observer).unwrap());
            }
            Watch::Move(who, at) => {
                let Watched { interest, ids } = &mut self.interests[number];
                let id = ids.get(who % ids.len().max(1));
                id.into_iter().for_each(|id| interest.set(*id, observer(at.into())).unwrap());
            }
            Watch::Leave(who) => {
                let Watched { interest, ids } = &mut self.interests[number];
                if !ids.is_empty() {
                    interest.remove(ids.swap_remove(who % ids.len())).unwrap();
                }
            }
            Watch::Limit(most) => {
                let settings = self.world.settings().clone();
                self.world.set_settings(Settings { crowd: Some(CrowdLimit::new(most)), ..settings });
            }
            Watch::Nothing => {}
        }
        self.interests[number].interest.update(&self.world);
    }

    /// Returns whether a tick is over.
    fn call(&mut self, call: &Call) -> bool {
        if let Call::Move(..) | Call::Separate(..) = call {
            self.before = self.world.iter().map(|(handle, entity)| (handle, entity.shape)).collect();
        }
        let entity = |world: &World, handle: Handle| world.entity(handle).expect("it exists");
        match call {
            Call::Change(Change::Step) | Call::Step => _ = self.world.step(),
            Call::Change(Change::StepWithin(most)) => {
                return self.world.step_within(*most).is_ok();
            }
            Call::Change(Change::Ask(shape, ..)) => _ = self.world.queries().overlap(*shape),
            Call::Change(change) => {
                let mut model: Model =
                    self.world.iter().map(|(handle, _)| (handle, entity(&self.world, handle))).collect();
                apply(change, &mut self.world, &mut model);
            }
            Call::Move(pass, movers, motions) => {
                let handles = self.distinct(motions.iter().map(|(who, _)| *who));
                let moving: Vec<(Handle, Vec2)> =
                    handles.into_iter().zip(motions).map(|(handle, (_, motion))| (handle, *motion)).collect();
                let slide = SlideOptions { pass: pass.then_some(&|_, _| true), ..SlideOptions::default() };
                let options = MoveOptions { slide, movers: *movers, ..MoveOptions::default() };
                let out = &mut Moves::default();
                // Refused where a shape would leave the numbers.
                _ = self.world.move_batch_into(&moving, &options, out);
            }
            Call::Separate(pass, movers) => {
                let movers = self.distinct(movers.iter().copied());
                let slide = SlideOptions { pass: pass.then_some(&|_, _| true), ..SlideOptions::default() };
                let (options, out) = (SeparateOptions { slide, ..<_>::default() }, &mut Separation::default());
                _ = self.world.separate_into(&movers, &options, out);
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
                    _ = self.world.sweep_through(moving, to - 1.0, to);
                }
            }
            Call::Swept(motions) => {
                let handles = self.distinct(motions.iter().map(|(who, _)| *who));
                let moving: Vec<(Handle, Vec2)> =
                    handles.into_iter().zip(motions).map(|(handle, (_, motion))| (handle, *motion)).collect();
                // Refused where a shape would leave the numbers.
                _ = self.world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut SweptPairs::default());
            }
            Call::Contacts => self.world.contacts_into(&mut Vec::new()),
            Call::CountPairs => _ = self.world.count_pairs(),
            Call::Limited(max, who) => {
                let around = who.iter().filter_map(|who| self.world.shape(self.chosen(*who)?));
                let around: Vec<Query<Shape>> = around.map(Query::from).collect();
                let rays = around.iter().filter_map(|query| Ray::new(query.what.center(), Vec2::X, 4.0).ok());
                let rays: Vec<Query<Ray>> = rays.map(Query::from).collect();
                let (mut overlaps, mut hits) = (Hits::default(), RayHits::default());
                let limited = self.world.queries().within(Budget { max_candidates_each: *max, ..Budget::UNLIMITED });
                limited.overlap_batch_into(&around, Mode::All, &mut overlaps).unwrap();
                limited.ray_batch_into(&rays, Mode::First(1), &mut hits).unwrap();
            }
            Call::Look(second, watch) => self.look(usize::from(*second), *watch),
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
        world.start_recording();
        let mut server = Server { world, before: Vec::new(), interests: <_>::default() };
        let mut states = Vec::new();
        for call in calls.iter().chain([&Call::Step]) {
            if server.call(call) {
                states.push(server.world.iter().collect::<Vec<_>>());
            }
        }
        let ticks = ticks(&recorded(&mut server.world));
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

/// A recording has the data of removed entities as of the last recorded call.
#[test]
fn a_replay_has_the_data_of_removed_entities() {
    let ball = |data| Entity::new(Circle::new(Vec2::ZERO, 1.0).unwrap()).with_data(data);
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let handles = [1, 2, 3].map(|data| world.insert(ball(data)).unwrap());
    world.step();
    world.remove(handles[0]).unwrap();
    world.start_recording();
    world.set(handles[1], ball(20)).unwrap();
    _ = world.queries().overlap(ball(0).shape);
    world.remove(handles[1]).unwrap();
    world.insert(ball(4)).unwrap();
    world.step();
    let mut again = World::default();
    for tick in ticks(&recorded(&mut world)) {
        tick.replay(&mut again).unwrap();
    }
    let ended = |world: &World| -> Vec<_> {
        let events = world.events_between(u64::MAX, u64::MAX).filter(|event| event.kind == EventKind::Ended);
        events.map(|event| (event.a, event.a_data, event.b, event.b_data)).collect()
    };
    let [a, b, c] = handles;
    assert_eq!(ended(&world), [(a, 1, b, 20), (a, 1, c, 3), (b, 20, c, 3)]);
    assert_eq!(ended(&again), ended(&world));
}
