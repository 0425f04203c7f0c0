//! The views of observers with a limit, in crowds: they equal those of the definition, and their cost depends on the limit.

use std::collections::{BTreeMap, BTreeSet};

use crate::bodies::{capsule, polygon};
use crate::crowd_rule::surplus;
use collide2d::report::InterestReport;
use collide2d::{
    Budget, Circle, CrowdLimit, Entity, Handle, Interest, Layers, Observer, ObserverId, OrientedRect, Rect, Rotor,
    Settings, Shape, Strategy, Threads, Vec2, Viewpoint, World, distance, overlaps,
};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::select;

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x9E37_79B9_7F4A_7C15);
        (self.0 >> 33) as usize % count
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A world that repeats itself: many entities have the same place, distance or border.
struct Scene {
    numbers: Numbers,
    /// The coordinates around which all is, and the distance of neighboring places.
    middle: f32,
    unit: f32,
    places: usize,
}

impl Scene {
    fn point(&mut self) -> Vec2 {
        let [x, y] = [0, 1].map(|_| self.numbers.below(self.places) as f32 - (self.places / 2) as f32);
        Vec2::new(self.middle + x * self.unit, self.middle + y * self.unit)
    }

    fn shape(&mut self) -> Shape {
        let (at, unit) = (self.point(), self.unit);
        let size = self.numbers.below(4) as f32 * 0.5 * unit;
        match self.numbers.below(9) {
            0 => Rect::new(at, at + size).unwrap().into(),
            1 => OrientedRect::new(at, [size, unit], Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
            2 => capsule(at, Vec2::new(size, 0.25 * unit), 30.0),
            3 => polygon(at, Vec2::new(size + unit, unit), 30.0),
            // One that covers many others, another level of size.
            4 if self.numbers.chance(20) => Circle::new(at, unit * 9.0).unwrap().into(),
            _ => Circle::new(at, size).unwrap().into(),
        }
    }

    fn entity(&mut self) -> Entity {
        let shape = self.shape();
        let entity = if self.numbers.chance(5) { Entity::fixed(shape) } else { Entity::new(shape) };
        match self.numbers.below(6) {
            0 => entity.as_sensor(),
            1 => entity.with_layers(Layers { category: 2, ..Layers::ALL }),
            _ => entity,
        }
    }

    fn observer(&mut self, live: &BTreeMap<Handle, Entity>) -> Observer {
        let some = live.keys().nth(self.numbers.below(live.len().max(1))).copied();
        let at = some.filter(|_| self.numbers.chance(2)).map_or(Viewpoint::Point(self.point()), Viewpoint::Entity);
        let inner = self.numbers.below(12) as f32 * self.unit * 0.5;
        let outer = inner + self.numbers.below(4) as f32 * self.unit * 0.5;
        let limits = [0, 1, 2, 5, 20, 64, 100, usize::MAX];
        let mut observer = Observer::new(at, inner, outer).with_max_visible(limits[self.numbers.below(limits.len())]);
        match (self.numbers.below(5), some) {
            (0, _) => observer = observer.on(Layers { mask: 2, ..Layers::ALL }),
            (1, _) => observer = observer.solid(),
            (2, Some(some)) => observer = observer.except(some),
            _ => {}
        }
        let first = [0, 0, 2, 1][self.numbers.below(4)];
        observer.with_first(first)
    }
}

/// What is visible by the definition, from what was visible before: by a test of every entity that is not surplus.
fn look(
    observer: &Observer,
    before: &BTreeSet<Handle>,
    live: &BTreeMap<Handle, Entity>,
    seen: &BTreeMap<Handle, Entity>,
) -> BTreeSet<Handle> {
    let center = match observer.at {
        Viewpoint::Point(point) => point,
        Viewpoint::Entity(handle) => match live.get(&handle) {
            Some(entity) => entity.shape.center(),
            None => return BTreeSet::new(),
        },
    };
    let filter = observer.filter;
    let mut candidates = Vec::new();
    for (handle, entity) in seen {
        let accepted = filter.except != Some(*handle)
            && (filter.sensors || !entity.sensor)
            && filter.layers.is_none_or(|layers| layers.meet(&entity.layers));
        let was_visible = before.contains(handle);
        let radius = if was_visible { observer.outer } else { observer.inner };
        if accepted && overlaps(Circle::new(center, radius).unwrap(), entity.shape) {
            let far = distance(Circle::new(center, 0.0).unwrap(), entity.shape);
            candidates.push((entity.layers.category & observer.first == 0, far, !was_visible, *handle));
        }
    }
    candidates.sort_by(|a, b| a.partial_cmp(b).unwrap());
    candidates.into_iter().take(observer.max_visible).map(|(.., handle)| handle).collect()
}

/// The number of entities that overlap the outer circle, by the definition.
fn count_near(observer: &Observer, live: &BTreeMap<Handle, Entity>, seen: &BTreeMap<Handle, Entity>) -> usize {
    look(&Observer { inner: observer.outer, max_visible: usize::MAX, ..*observer }, &BTreeSet::new(), live, seen).len()
}

/// Some updates of some observers: the reports without the work, which differs by strategy, and with it.
fn run(
    scene: &mut Scene,
    count: usize,
    watching: usize,
    strategy: Strategy,
    threads: usize,
) -> [Vec<InterestReport>; 2] {
    let threads = Threads::new(threads).unwrap();
    let mut world = World::new(Settings { strategy, threads, ..Settings::default() });
    let (mut interest, mut reports) = (Interest::new(), [vec![], vec![]]);
    let mut live = BTreeMap::new();
    for _ in 0..count {
        let entity = scene.entity();
        live.insert(world.insert(entity).unwrap(), entity);
    }
    let mut views: BTreeMap<ObserverId, (Observer, BTreeSet<Handle>)> = BTreeMap::new();
    for _ in 0..watching {
        let observer = scene.observer(&live);
        views.insert(interest.insert(observer).unwrap(), (observer, BTreeSet::new()));
    }
    for tick in 0..5 {
        for handle in live.keys().copied().collect::<Vec<_>>() {
            match scene.numbers.below(12) {
                0 => {
                    world.remove(handle).unwrap();
                    live.remove(&handle);
                }
                1 => {
                    let entity = scene.entity();
                    live.insert(world.insert(entity).unwrap(), entity);
                }
                2..6 => {
                    let shape = scene.shape();
                    world.set(handle, shape).unwrap();
                    live.get_mut(&handle).unwrap().shape = shape;
                }
                _ => {}
            }
        }
        for (id, (observer, _)) in &mut views {
            if scene.numbers.chance(4) {
                *observer = scene.observer(&live);
                interest.set(*id, *observer).unwrap();
            }
        }
        // The other updates search what has changed beside the rest.
        if tick % 2 == 0 {
            world.step();
        }
        // Of crowds, only some are seen.
        let crowd = scene.numbers.chance(2).then(|| CrowdLimit::new(scene.numbers.below(8) as u32).with_first(2));
        world.set_settings(Settings { crowd, ..world.settings().clone() });
        let without = crowd.map_or_else(BTreeSet::new, |limit| surplus(&world, limit));
        let seen = live.iter().map(|(handle, entity)| (*handle, *entity));
        let seen = seen.filter(|(handle, _)| !without.contains(handle)).collect();
        let report = *interest.update(&world);
        let [mut candidate_count, mut visible_count] = [0; 2];
        for (id, (observer, view)) in &mut views {
            let now = look(observer, view, &live, &seen);
            assert!(interest.visible(*id).iter().eq(&now), "{strategy}, tick {tick}: {observer:?}");
            assert!(interest.entered(*id).iter().eq(now.difference(view)));
            assert!(interest.left(*id).iter().eq(view.difference(&now)));
            let limited = observer.max_visible < usize::MAX;
            candidate_count += if limited { now.len() } else { count_near(observer, &live, &seen) };
            visible_count += now.len();
            *view = now;
        }
        assert_eq!((report.candidate_count, report.visible_count), (candidate_count, visible_count));
        reports[0].push(InterestReport { work: 0, ..report });
        reports[1].push(report);
    }
    reports
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn views_follow_the_definition(
        seed in any::<u64>(),
        (middle, unit) in select(vec![(0.0, 1.0), (0.0, 0.1), (-7e4, 1.0), (3e7, 2.0), (1e30, 1e27), (0.0, 1e-40)]),
        places in select(vec![1_usize, 3, 9, 24]),
        (count, watching) in select(vec![(10, 3), (150, 20), (400, 8), (600, 40)]),
        strategy in select(Strategy::ALL.to_vec()),
    ) {
        let scene = || Scene { numbers: Numbers(seed), middle, unit, places };
        let [expected, with_work] = run(&mut scene(), count, watching, strategy, 1);
        prop_assert_eq!(&run(&mut scene(), count, watching, strategy, 3)[1], &with_work);
        prop_assert_eq!(&run(&mut scene(), count, watching, Strategy::Auto, 1)[0], &expected);
    }
}

/// The work of the second update of one observer at the origin.
fn work(shapes: impl Iterator<Item = Circle>, observer: Observer) -> u64 {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend(shapes.map(Entity::from));
    world.step();
    let mut interest = Interest::new();
    interest.insert(observer).unwrap();
    interest.update(&world);
    world.step();
    let report = interest.update(&world);
    assert_eq!(report.visible_count, 64);
    report.work
}

/// Points of a disc of this radius, evenly spread, from a distance on.
fn spread(count: usize, from: f32, radius: f32) -> impl Iterator<Item = Circle> {
    (0..count).map(move |index| {
        let part = (index as f32 + 0.5) / count as f32;
        let far = (from * from + part * (radius * radius - from * from)).sqrt();
        Circle::new(Vec2::from_angle(index as f32 * 2.399_963) * far, 0.05).unwrap()
    })
}

#[test]
fn the_work_depends_on_the_limit_and_not_on_the_crowd() {
    let observer = Observer::new(Vec2::ZERO, 40.0, 42.0).with_max_visible(64);
    let few = work(spread(200, 0.0, 39.0), observer);
    for count in [2_000, 20_000] {
        let all = work(spread(count, 0.0, 39.0), observer);
        assert!(all < few * 2, "{count}: {all}, {few} among 200");
        // Less than the limit is near, then the crowd.
        let apart = spread(30, 0.0, 3.0).chain(spread(count, 20.0, 39.0));
        let all = work(apart, observer);
        assert!(all < few * 4, "{count} apart: {all}, {few} among 200");
    }
}

/// However many attackers of another category are around a player, it sees its team.
#[test]
fn those_that_come_first_are_not_hidden() {
    const TEAM: u64 = 2;
    for attacker_count in [0, 32, 64, 300, 3_000] {
        let mut world = World::default();
        world.extend(spread(attacker_count, 0.0, 3.0));
        let team = Layers { category: TEAM, ..Layers::ALL };
        let at = spread(20, 5.0, 17.0);
        let mates: Vec<Handle> = at.map(|shape| world.insert(Entity::new(shape).with_layers(team)).unwrap()).collect();
        world.step();
        let mut interest = Interest::new();
        let id = interest.insert(Observer::new(Vec2::ZERO, 18.0, 20.0).with_max_visible(64).with_first(TEAM)).unwrap();
        interest.update(&world);
        assert_eq!(interest.visible(id).len(), 64.min(attacker_count + 20));
        assert!(mates.iter().all(|mate| interest.visible(id).contains(mate)), "{attacker_count}");
    }
}

/// A limit is that of one update, and an update that exceeds it changes nothing.
#[test]
fn an_update_over_its_limit_changes_nothing() {
    let mut world: World = spread(3_000, 0.0, 30.0).collect();
    world.step();
    let mut interest = Interest::new();
    let ids = [0.0, 1.0, 2.0]
        .map(|x| interest.insert(Observer::new(Vec2::new(x, 0.0), 30.0, 30.0).with_max_visible(20)).unwrap());
    let work = interest.update(&world).work;
    let before = interest.visible(ids[1]).to_vec();
    let over = interest.update_within(&world, Budget::of_work(work / 2)).unwrap_err();
    assert_eq!((over.what, over.limit), ("work", work / 2));
    assert_eq!(over.costliest.map(|costliest| costliest.item), Some("observer"));
    assert!(interest.visible(ids[1]) == before && interest.changes().next().is_none());
    interest.update(&world);
    assert_eq!(interest.visible(ids[1]), before);
}
