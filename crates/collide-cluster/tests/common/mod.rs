//! The same script for a single world and for clusters, and the results of both.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::sync::Arc;

use collide_cluster::{HandleAllocator, Member, Settings, TickReport};
use collide_core::{Circle, OrientedRect, Rect, Rotor, Shape, Vec2};
use collide_world::{
    Answer, Change, Entity, Event, EventKind, Handle, Interest, Layers, Mobility, Observer, ObserverId, Question, World,
};

/// A change between two ticks.
#[derive(Clone, Debug)]
pub enum Op {
    Insert(Entity),
    /// The entity is given by its index among the existing ones.
    Move(usize, Shape),
    Set(usize, Entity),
    Remove(usize),
}

#[derive(Clone, Debug, Default)]
pub struct Tick {
    pub ops: Vec<Op>,
    pub questions: Vec<(Option<f64>, Question<'static>)>,
    /// Observers that are added: each follows an entity, given by its index, or is at a point.
    pub observers: Vec<(Result<usize, Vec2>, f32)>,
}

/// The results of a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Brought {
    pub fingerprint: Option<u64>,
    pub pairs: Vec<(Handle, Handle)>,
    pub events: Vec<Event>,
    pub answers: Vec<Answer>,
    pub changes: Vec<(ObserverId, Change)>,
}

/// The handles of both.
#[derive(Default)]
pub struct Script {
    pub allocator: HandleAllocator,
    pub alive: Vec<Handle>,
}

pub enum Done {
    Insert(Handle, Entity),
    Move(Handle, Shape),
    Set(Handle, Entity),
    Remove(Handle),
}

impl Script {
    pub fn next(&mut self, op: &Op) -> Option<Done> {
        let count = self.alive.len();
        let who = |number: &usize| (count > 0).then(|| number % count);
        Some(match op {
            Op::Insert(entity) => {
                let handle = self.allocator.insert().unwrap();
                self.alive.push(handle);
                Done::Insert(handle, *entity)
            }
            Op::Move(number, shape) => Done::Move(self.alive[who(number)?], *shape),
            Op::Set(number, entity) => Done::Set(self.alive[who(number)?], *entity),
            Op::Remove(number) => {
                let handle = self.alive.swap_remove(who(number)?);
                assert!(self.allocator.remove(handle));
                Done::Remove(handle)
            }
        })
    }

    pub fn observer(&self, (at, radius): &(Result<usize, Vec2>, f32)) -> Observer {
        match at {
            Ok(number) if !self.alive.is_empty() => {
                Observer::new(self.alive[number % self.alive.len()], radius * 0.8, *radius)
            }
            Ok(_) => Observer::new(Vec2::ZERO, radius * 0.8, *radius),
            Err(point) => Observer::new(*point, *radius, *radius).with_max_visible(5),
        }
    }
}

/// The results of a script in a single world.
pub fn alone(settings: &Settings, script: &[Tick]) -> Vec<Brought> {
    let mut world = World::new(settings.world.clone());
    let (mut names, mut interest) = (Script::default(), Interest::new());
    let mut all = Vec::new();
    for tick in script {
        for op in &tick.ops {
            match names.next(op) {
                Some(Done::Insert(handle, entity)) => assert_eq!(world.insert(entity).unwrap(), handle),
                Some(Done::Move(handle, shape)) => world.set(handle, shape).unwrap(),
                Some(Done::Set(handle, entity)) => world.set(handle, entity).unwrap(),
                Some(Done::Remove(handle)) => _ = world.remove(handle).unwrap(),
                None => {}
            }
        }
        for observer in &tick.observers {
            interest.insert(names.observer(observer)).unwrap();
        }
        world.step();
        interest.update(&world);
        all.push(Brought {
            fingerprint: Some(world.fingerprint()),
            pairs: world.pairs().iter().collect(),
            events: world.events().to_vec(),
            answers: tick.questions.iter().map(|question| answer(&world, question)).collect(),
            changes: interest.changes().collect(),
        });
    }
    all
}

/// The answer of a single world, in the form of a cluster's.
pub fn answer(world: &World, (time, question): &(Option<f64>, Question<'static>)) -> Answer {
    let queries = time.map_or_else(|| world.queries(), |time| world.at(time).unwrap());
    queries.ask(question).unwrap()
}

/// The worker that a change is fed to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feeding {
    /// The worker with the number of the slot modulo the number of workers, which is usually not the owner.
    Anyone,
    /// The owner.
    Owner,
}

/// Feeds the share of a worker.
pub fn feed(member: &mut Member, script: &mut Script, ops: &[Op], feeding: Feeding) {
    let (me, peers) = (member.index(), member.workers().len() as u32);
    // Entities that are inserted in this tick have no owner yet.
    let mut fresh = Vec::new();
    for op in ops {
        let Some(done) = script.next(op) else { continue };
        let mine = |handle: Handle| match feeding {
            Feeding::Anyone => handle.slot().wrapping_mul(7) % peers == me,
            Feeding::Owner => member.owns(handle) || fresh.contains(&handle),
        };
        match done {
            Done::Insert(handle, entity) => {
                let here = member.worker_at(entity.shape.center()) == me;
                if feeding == Feeding::Anyone && mine(handle) || feeding == Feeding::Owner && here {
                    member.insert(handle, entity).unwrap();
                    fresh.push(handle);
                }
            }
            Done::Move(handle, shape) => _ = mine(handle).then(|| member.set(handle, shape).unwrap()),
            Done::Set(handle, entity) => _ = mine(handle).then(|| member.set(handle, entity).unwrap()),
            Done::Remove(handle) => _ = mine(handle).then(|| member.remove(handle).unwrap()),
        }
    }
}

/// The results of a worker at each tick.
pub type Ticks = Vec<(Brought, TickReport)>;

pub fn run_worker(
    worker: &mut timely::worker::Worker,
    settings: &Settings,
    script: &[Tick],
    feeding: Feeding,
) -> Ticks {
    let mut member = Member::new(worker, settings.clone()).unwrap();
    let (mut names, mut all) = (Script::default(), Vec::new());
    // One worker asks all questions, another one at each tick; all observers belong to the last worker.
    for (number, tick) in script.iter().enumerate() {
        feed(&mut member, &mut names, &tick.ops, feeding);
        let (me, peers) = (member.index() as usize, member.workers().len());
        if number % peers == me {
            tick.questions.iter().for_each(|(time, question)| _ = member.ask(*time, question.clone()).unwrap());
        }
        if settings.interest && me + 1 == peers {
            tick.observers.iter().for_each(|observer| _ = member.observe(names.observer(observer)).unwrap());
        }
        let mut brought = Brought::default();
        let report = member.tick(worker, |outcome| {
            brought.pairs = outcome.pairs.to_vec();
            brought.events = outcome.events.to_vec();
            brought.answers = outcome.answers.to_vec();
            brought.changes = outcome.interest.changes().collect();
        });
        brought.fingerprint = member.fingerprint();
        let report = report.unwrap();
        assert_eq!(report.refused, []);
        all.push((brought, report));
    }
    all
}

/// The merged results of all workers, each tick in the order of a world.
pub fn together(workers: &[Ticks]) -> Vec<Brought> {
    let ticks = workers.iter().map(Vec::len).min().unwrap_or(0);
    let tick = |number: usize| {
        let mut all = Brought::default();
        for (brought, _) in workers.iter().map(|ticks| &ticks[number]) {
            all.fingerprint = all.fingerprint.or(brought.fingerprint);
            all.pairs.extend_from_slice(&brought.pairs);
            all.events.extend_from_slice(&brought.events);
            all.answers.extend_from_slice(&brought.answers);
            all.changes.extend_from_slice(&brought.changes);
        }
        all.pairs.sort();
        all.events.sort_by_key(|event| (event.a.slot(), event.b.slot(), event.kind != EventKind::Ended));
        all
    };
    (0..ticks).map(tick).collect()
}

/// Runs a script on `count` threads.
pub fn cluster(settings: &Settings, script: &[Tick], count: usize, feeding: Feeding) -> Vec<Ticks> {
    let (settings, script) = (settings.clone(), Arc::new(script.to_vec()));
    let run = move |worker: &mut timely::worker::Worker| run_worker(worker, &settings, &script, feeding);
    let guards = timely::execute(timely::Config::process(count), run).unwrap();
    guards.join().into_iter().map(Result::unwrap).collect()
}

/// Asserts that a cluster has the same results as a world. Returns the results of its workers.
pub fn same(settings: &Settings, script: &[Tick], count: usize, feeding: Feeding) -> Vec<Ticks> {
    let workers = cluster(settings, script, count, feeding);
    let (found, mut expected) = (together(&workers), alone(settings, script));
    if !settings.interest {
        expected.iter_mut().for_each(|tick| tick.changes.clear());
    }
    assert_eq!(found.len(), expected.len());
    for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
        if found.pairs != expected.pairs {
            let lacking: Vec<_> = expected.pairs.iter().filter(|pair| !found.pairs.contains(pair)).collect();
            let spare: Vec<_> = found.pairs.iter().filter(|pair| !expected.pairs.contains(pair)).collect();
            panic!("tick {} with {count} workers lacks the pairs {lacking:?}, and has {spare:?}", number + 1);
        }
        assert_eq!(found.events, expected.events, "events of tick {} with {count} workers", number + 1);
        assert_eq!(found.answers, expected.answers, "answers of tick {} with {count} workers", number + 1);
        assert_eq!(found.changes, expected.changes, "views of tick {} with {count} workers", number + 1);
        assert_eq!(found.fingerprint, expected.fingerprint, "fingerprint of tick {}", number + 1);
    }
    workers
}

pub fn settings() -> Settings {
    let world = collide_world::Settings {
        events: true,
        threads: collide_world::Threads::Serial,
        ..collide_world::Settings::default()
    };
    let patience = Some(std::time::Duration::from_secs(10));
    Settings { world, tile: 2, balance_every: 4, fingerprint: true, patience, ..Settings::default() }
}

/// Deterministic pseudo-random numbers.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    /// A number on a lattice, close to it, or anywhere.
    pub fn number(&mut self, reach: f32) -> f32 {
        let steps = 64;
        let number = (self.below(2 * steps) as f32 - steps as f32) / steps as f32 * reach;
        match self.below(8) {
            0 => number.next_up(),
            1 => number.next_down(),
            2 => (number / 4.0).round() * 4.0,
            _ => number,
        }
    }

    pub fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.number(reach), self.number(reach))
    }

    pub fn shape(&mut self, reach: f32) -> Shape {
        let scale = match self.below(60) {
            0 => 1e30,
            1..4 => 20.0,
            _ => 1.0,
        };
        let mut size = || self.below(5) as f32 * 0.5 * scale;
        let sizes = [size(), size()];
        let center = match self.below(100) {
            0 => Vec2::new(f32::MAX, -1e30),
            _ => self.point(reach),
        };
        match self.below(3) {
            0 => Circle::new(center, sizes[0]).unwrap().into(),
            1 => {
                let half = Vec2::from(sizes);
                let corners = [center - half, center + half].map(|corner| corner.clamp(Vec2::MIN, Vec2::MAX));
                Rect::new(corners[0], corners[1]).unwrap().into()
            }
            _ => {
                let rotor = Rotor::from_degrees(self.below(360) as f32).unwrap();
                OrientedRect::new(center, sizes, rotor).unwrap().into()
            }
        }
    }

    pub fn entity(&mut self, reach: f32) -> Entity {
        let layers = match self.below(6) {
            0 => Layers { group: -1, ..Layers::ALL },
            1 => Layers { category: 2, mask: 1, group: 0 },
            _ => Layers::ALL,
        };
        let mobility = match self.below(5) {
            0 => Mobility::Static,
            1 => Mobility::Sleeping,
            _ => Mobility::Dynamic,
        };
        let sensor = self.below(6) == 0;
        Entity { shape: self.shape(reach), data: self.below(1000), mobility, layers, sensor }
    }

    /// A random script of changes, questions and observers.
    pub fn script(&mut self, ticks: usize, ops: u64, reach: f32) -> Vec<Tick> {
        let mut script = vec![Tick::default(); ticks];
        for (number, tick) in script.iter_mut().enumerate() {
            let count = if number == 0 { ops * 4 } else { self.below(ops) };
            for _ in 0..count {
                let who = self.below(1 << 20) as usize;
                tick.ops.push(match self.below(8) {
                    _ if number == 0 => Op::Insert(self.entity(reach)),
                    0 => Op::Insert(self.entity(reach)),
                    1 => Op::Remove(who),
                    2 => Op::Set(who, self.entity(reach)),
                    _ => Op::Move(who, self.shape(reach)),
                });
            }
        }
        script
    }
}
