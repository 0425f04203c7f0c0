//! A world with a history, observers and sweeps against loops over its entities, and against a world that compares
//! every pair.
#![no_main]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use arbitrary::Arbitrary;
use collide_fuzz::{AnyShape, Number};
use collide2d::{
    Budget, Circle, Entity, Filter, Handle, History, Hits, Interest, Layers, Mobility, Mode, Moving, Nearest,
    NearestHits, Observer, ObserverId, Query, Ray, RayHits, Settings, Shape, Strategy, SweepHits, SweptPair,
    SweptPairs, Threads, Touching, Vec2, Viewpoint, World, distance, overlaps, relation, sweep,
};
use libfuzzer_sys::{arbitrary, fuzz_target};

const MAX_ENTITIES: usize = 48;
const MAX_OBSERVERS: usize = 8;
const TICKS: usize = 3;

#[derive(Debug, Arbitrary)]
enum Change {
    Insert(AnyShape, Kind),
    Remove(u8),
    Reshape(u8, AnyShape),
    Replace(u8, AnyShape, Kind),
    Shift([Number; 2]),
    Step,
    StepWithin(u8),
    Observe { at: [Number; 2], followed: Option<u8>, radii: [Number; 2], max_visible: Option<u8>, layers: Option<u8> },
    Forget(u8),
    Ask(AnyShape, [Number; 2], Option<u8>),
    AskPast(AnyShape, u8, u8),
    Sweep(Vec<(u8, [Number; 2])>),
}

/// Mobility, sensor flag and layers.
#[derive(Clone, Copy, Debug, Arbitrary)]
struct Kind(u8, u8);

#[derive(Debug, Arbitrary)]
struct Input {
    strategy: u8,
    is_open: bool,
    teleport_distance: Number,
    changes: Vec<Change>,
}

impl Kind {
    fn entity(self, shape: Shape) -> Entity {
        let mobility = Mobility::ALL[usize::from(self.0 % 3)];
        Entity { mobility, layers: layers(self.1), sensor: self.0 & 0x80 != 0, ..Entity::new(shape) }
    }
}

/// Often those that accept everything.
fn layers(bits: u8) -> Layers {
    if bits < 128 {
        return Layers::ALL;
    }
    Layers { category: 1 << (bits & 3), mask: u64::from(bits >> 2 & 7), group: i64::from(bits >> 5 & 3) - 1 }
}

/// The expected world: the entities by handle.
type Model = BTreeMap<Handle, Entity>;

struct Trial {
    world: World,
    brute_force: World,
    model: Model,
    /// The entities after each remembered tick.
    past: VecDeque<(u64, Model)>,
    interest: Interest,
    views: BTreeMap<ObserverId, (Observer, BTreeSet<Handle>)>,
    touching: Touching,
}

impl Trial {
    fn new(input: &Input) -> Self {
        let touching = if input.is_open { Touching::Open } else { Touching::Closed };
        let history = History { ticks: TICKS, teleport_distance: input.teleport_distance.0.abs() };
        let strategy = Strategy::ALL[usize::from(input.strategy) % Strategy::ALL.len()];
        let settings =
            Settings { strategy, touching, history, events: true, threads: Threads::Serial, ..Settings::default() };
        // `strategy` has other bits than those of the strategy.
        let settings = Settings { sensor_pairs: input.strategy > 127, ..settings };
        Self {
            brute_force: World::new(Settings { strategy: Strategy::BruteForce, ..settings.clone() }),
            world: World::new(settings),
            model: Model::new(),
            past: VecDeque::new(),
            interest: Interest::new(),
            views: BTreeMap::new(),
            touching,
        }
    }

    fn chosen(&self, number: u8) -> Option<Handle> {
        self.model.keys().nth(usize::from(number) % self.model.len().max(1)).copied()
    }

    /// Makes the same change of both worlds, with the same result.
    fn both<R: PartialEq + std::fmt::Debug>(&mut self, change: impl Fn(&mut World) -> R) -> R {
        let result = change(&mut self.world);
        assert_eq!(result, change(&mut self.brute_force));
        result
    }

    fn apply(&mut self, change: &Change) {
        match change {
            Change::Insert(shape, kind) => {
                let Some(shape) = shape.shape().filter(|_| self.model.len() < MAX_ENTITIES) else { return };
                let entity = kind.entity(shape);
                let handle = self.both(|world| world.insert(entity)).expect("room");
                assert_eq!(self.model.insert(handle, entity), None);
            }
            Change::Remove(number) => {
                let Some(handle) = self.chosen(*number) else { return };
                assert_eq!(self.both(|world| world.remove(handle)).ok(), self.model.remove(&handle));
                assert!(self.both(|world| world.remove(handle)).is_err());
            }
            Change::Reshape(number, shape) => {
                let (Some(handle), Some(shape)) = (self.chosen(*number), shape.shape()) else { return };
                self.both(|world| world.set(handle, shape)).expect("an entity");
                self.model.get_mut(&handle).expect("an entity").shape = shape;
            }
            Change::Replace(number, shape, kind) => {
                let (Some(handle), Some(shape)) = (self.chosen(*number), shape.shape()) else { return };
                self.both(|world| world.set(handle, kind.entity(shape))).expect("room");
                self.model.insert(handle, kind.entity(shape));
            }
            Change::Shift(by) => {
                let by = Number::pair(*by);
                self.both(|world| world.update_each(|entity| _ = entity.translate(by)));
                for entity in self.model.values_mut().filter(|entity| entity.mobility == Mobility::Dynamic) {
                    entity.shape = entity.shape.translated(by).unwrap_or(entity.shape);
                }
            }
            Change::Step => self.step(),
            Change::StepWithin(max_pairs) => {
                let max_pairs = u64::from(*max_pairs);
                let results =
                    [&mut self.world, &mut self.brute_force].map(|world| world.step_within(max_pairs).is_ok());
                assert_eq!(results, [self.expected_pairs().len() as u64 <= max_pairs; 2]);
                if results[0] {
                    self.check_step();
                }
            }
            Change::Observe { at, followed, radii, max_visible, layers: only } => {
                let point = Viewpoint::Point(Number::pair(*at));
                let at = followed.and_then(|number| self.chosen(number)).map_or(point, Viewpoint::Entity);
                let inner = radii[0].0.abs();
                let filter = Filter { layers: only.map(layers), ..Filter::default() };
                let max_visible = max_visible.map_or(usize::MAX, usize::from);
                let observer = Observer {
                    filter,
                    max_visible,
                    first: max_visible as u64 % 4,
                    ..Observer::new(at, inner, inner.max(radii[1].0))
                };
                if self.views.len() < MAX_OBSERVERS {
                    let id = self.interest.insert(observer).expect("a valid observer");
                    self.views.insert(id, (observer, BTreeSet::new()));
                }
            }
            Change::Forget(number) => {
                let chosen = self.views.keys().nth(usize::from(*number) % self.views.len().max(1)).copied();
                let Some(id) = chosen else { return };
                self.interest.remove(id).expect("an observer");
                self.views.remove(&id);
                assert!(self.interest.remove(id).is_err() && self.interest.visible(id).is_empty());
            }
            Change::Ask(shape, way, first) => self.ask(shape, Number::pair(*way), *first),
            Change::AskPast(shape, ticks, part) => self.ask_past(shape, *ticks, *part),
            Change::Sweep(moving) => self.sweep(moving),
        }
    }

    fn step(&mut self) {
        self.world.step();
        self.brute_force.step();
        self.check_step();
    }

    fn expected_pairs(&self) -> Vec<(Handle, Handle)> {
        let mut pairs = Vec::new();
        for (a, first) in &self.model {
            for (b, second) in self.model.range(*a..).skip(1) {
                let both_static = [first, second].iter().all(|entity| entity.mobility == Mobility::Static);
                let both_sensors = first.sensor && second.sensor && !self.world.settings().sensor_pairs;
                let meet = first.layers.meet(&second.layers) && !both_sensors && !both_static;
                if meet && self.touching.accepts(relation(first.shape, second.shape)) {
                    pairs.push((*a, *b));
                }
            }
        }
        pairs
    }

    fn check_step(&mut self) {
        let Self { world, brute_force, model, .. } = self;
        assert!(world.iter().eq(model.iter().map(|(handle, entity)| (*handle, *entity))));
        assert_eq!((world.validate(), brute_force.validate()), (Ok(()), Ok(())));
        assert_eq!(world.fingerprint(), brute_force.fingerprint());
        assert_eq!(world.events(), brute_force.events());
        assert_eq!(world.pairs().iter().collect::<Vec<_>>(), self.expected_pairs());
        self.past.push_back((self.world.tick(), self.model.clone()));
        if self.past.len() > TICKS {
            self.past.pop_front();
        }
        self.check_views();
    }

    fn check_views(&mut self) {
        self.interest.update(&self.world);
        for (id, (observer, view)) in &mut self.views {
            let now = visible(observer, view, &self.model);
            assert!(self.interest.visible(*id).iter().eq(&now), "{observer:?}: {:?}", self.interest.visible(*id));
            assert!(self.interest.entered(*id).iter().eq(now.difference(view)));
            assert!(self.interest.left(*id).iter().eq(view.difference(&now)));
            *view = now;
        }
    }

    /// Queries about the present, which has changes since the step.
    fn ask(&self, shape: &AnyShape, way: Vec2, first: Option<u8>) {
        let Some(shape) = shape.shape() else { return };
        let mode = first.map_or(Mode::All, |first| Mode::First(first.into()));
        let [ours, theirs] = [&self.world, &self.brute_force].map(|world| {
            let queries = world.queries();
            let (mut hits, mut nearest) = (Hits::default(), NearestHits::default());
            let (mut rays, mut sweeps) = (RayHits::default(), SweepHits::default());
            queries.overlap_batch_into(&[Query::new(shape)], mode, &mut hits).expect("no limit");
            let count = first.map_or(usize::MAX, usize::from);
            let near = Query::new(Nearest { count, ..Nearest::to(shape) });
            queries.nearest_batch_into(&[near], &mut nearest).expect("no limit");
            if let Ok(ray) = Ray::new(shape.center(), way, f32::INFINITY) {
                queries.ray_batch_into(&[ray.into()], mode, &mut rays).expect("no limit");
            }
            if let Ok(moving) = Moving::new(shape, way) {
                queries.sweep_batch_into(&[moving.into()], mode, &mut sweeps).expect("no limit");
            }
            (hits, nearest, rays, sweeps)
        });
        assert_eq!(ours, theirs);
        let found = overlapping(&self.model, &shape, self.touching);
        assert!(ours.0.of(0).iter().eq(found.iter().take(first.map_or(usize::MAX, usize::from))));
    }

    fn ask_past(&self, shape: &AnyShape, ticks: u8, part: u8) {
        let Some(shape) = shape.shape() else { return };
        let time = self.world.tick() as f64 - f64::from(ticks % 5) + f64::from(part) / 64.0 - 1.0;
        let results = [&self.world, &self.brute_force].map(|world| {
            let mut hits = Hits::default();
            world.at(time)?.overlap_batch_into(&[Query::new(shape)], Mode::All, &mut hits).expect("no limit");
            Ok::<_, collide2d::error::PastError>(hits)
        });
        assert_eq!(results[0], results[1]);
        let remembered = self.past.iter().find(|(tick, _)| *tick as f64 == time);
        if let Some((_, model)) = remembered {
            assert_eq!(
                results[0].as_ref().expect("a remembered tick").of(0),
                overlapping(model, &shape, self.touching)
            );
        }
    }

    fn sweep(&self, moving: &[(u8, [Number; 2])]) {
        let moving = moving.iter().take(8);
        let moving: Vec<_> =
            moving.filter_map(|(number, way)| Some((self.chosen(*number)?, Number::pair(*way)))).collect();
        let mut swept = SweptPairs::default();
        if self.world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).is_ok() {
            assert_eq!(swept.list(), expected_sweeps(&self.model, &moving, self.world.settings().sensor_pairs));
        }
    }
}

fn overlapping(model: &Model, shape: &Shape, touching: Touching) -> Vec<Handle> {
    let hit = model.iter().filter(|(_, entity)| touching.accepts(relation(*shape, entity.shape)));
    hit.map(|(handle, _)| *handle).collect()
}

/// The last motion of an entity counts.
fn expected_sweeps(model: &Model, moving: &[(Handle, Vec2)], sensor_pairs: bool) -> Vec<SweptPair> {
    let way = |handle: Handle| moving.iter().rev().find(|(mover, _)| *mover == handle).map(|(_, way)| *way);
    let moved = |shape, way: Option<Vec2>| Moving::new(shape, way.unwrap_or(Vec2::ZERO)).expect("a valid motion");
    let mut found = Vec::new();
    for (&a, first) in model {
        for (&b, second) in model.range(a..).skip(1) {
            let (first_way, second_way) = (way(a), way(b));
            let moves = first_way.is_some() || second_way.is_some();
            let meet = first.layers.meet(&second.layers) && (sensor_pairs || !(first.sensor && second.sensor));
            if moves && meet {
                let impact = sweep(moved(first.shape, first_way), moved(second.shape, second_way));
                found.extend(impact.map(|impact| SweptPair { a, b, impact }));
            }
        }
    }
    found
}

/// The entities that an observer sees, if it saw those of `before`.
fn visible(observer: &Observer, before: &BTreeSet<Handle>, model: &Model) -> BTreeSet<Handle> {
    let center = match observer.at {
        Viewpoint::Point(point) => Some(point),
        Viewpoint::Entity(handle) => model.get(&handle).map(|entity| entity.shape.center()),
    };
    let Some(center) = center else { return BTreeSet::new() };
    let circle = |radius| Circle::new(center, radius).expect("a valid observer");
    let is_near = |(handle, entity): &(&Handle, &Entity)| {
        let radius = if before.contains(handle) { observer.outer } else { observer.inner };
        observer.filter.layers.is_none_or(|layers| layers.meet(&entity.layers))
            && overlaps(circle(radius), entity.shape)
    };
    let mut near: Vec<_> = model
        .iter()
        .filter(is_near)
        .map(|(handle, entity)| {
            let after = entity.layers.category & observer.first == 0;
            (after, distance(circle(0.0), entity.shape).to_bits(), !before.contains(handle), *handle)
        })
        .collect();
    // Distances are not negative, so their bits are in order.
    near.sort_unstable();
    near.into_iter().take(observer.max_visible).map(|(.., handle)| handle).collect()
}

fuzz_target!(|input: Input| {
    let mut trial = Trial::new(&input);
    input.changes.iter().take(96).for_each(|change| trial.apply(change));
    trial.step();
});
