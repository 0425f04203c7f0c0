//! The views of observers equal those of a naive implementation, and each change is reported once.

use std::collections::{BTreeMap, BTreeSet};

use crate::bodies::{capsule, polygon};
use allocation_counter::measure;
use collide2d::error::InterestError;
use collide2d::report::InterestReport;
use collide2d::{
    Budget, Change, Circle, Entity, Filter, Handle, Interest, Layers, Observer, ObserverId, ObserverStatus,
    OrientedRect, Rect, Rotor, Settings, Shape, Threads, Touching, Vec2, Viewpoint, World, distance, overlaps,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

#[derive(Clone, Debug)]
enum Act {
    Insert(Shape, bool),
    Remove(usize),
    Move(usize, Shape),
    Watch(usize, Vec2, u8, u8, Option<usize>),
    Unwatch(usize),
    Reset(usize, u8, u8),
    Step,
}

fn point() -> impl Strategy<Value = Vec2> {
    (-16_i8..16, -16_i8..16).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)) * 0.5)
}

fn shape() -> impl Strategy<Value = Shape> {
    (point(), 0_u8..4, 0_u8..5).prop_map(|(at, size, kind)| {
        let size = f32::from(size) * 0.5;
        match kind {
            0 => Circle::new(at, size).unwrap().into(),
            1 => Rect::new(at, at + size).unwrap().into(),
            3 => capsule(at, Vec2::new(size, 0.25), 30.0),
            4 => polygon(at, Vec2::new(size, 0.5), 30.0),
            _ => OrientedRect::new(at, Vec2::new(size, 0.5), Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
        }
    })
}

fn change() -> impl Strategy<Value = Act> {
    let index = any::<usize>;
    prop_oneof![
        6 => (shape(), any::<bool>()).prop_map(|(shape, team)| Act::Insert(shape, team)),
        2 => index().prop_map(Act::Remove),
        6 => (index(), shape()).prop_map(|(who, shape)| Act::Move(who, shape)),
        2 => (index(), point(), 0_u8..8, 0_u8..4, proptest::option::of(0_usize..4))
            .prop_map(|(who, at, inner, more, most)| Act::Watch(who, at, inner, more, most)),
        1 => index().prop_map(Act::Unwatch),
        1 => (index(), 0_u8..8, 0_u8..4).prop_map(|(who, inner, more)| Act::Reset(who, inner, more)),
        6 => proptest::strategy::Just(Act::Step),
    ]
}

const TEAM: Layers = Layers { category: 2, mask: u64::MAX, group: 0 };

/// The entities visible to an observer, by brute force.
fn look(observer: &Observer, before: &BTreeSet<Handle>, live: &BTreeMap<Handle, Entity>) -> BTreeSet<Handle> {
    let center = match observer.at {
        Viewpoint::Point(point) => point,
        Viewpoint::Entity(handle) => match live.get(&handle) {
            Some(entity) => entity.shape.center(),
            None => return BTreeSet::new(),
        },
    };
    let circle = |radius| Circle::new(center, radius).unwrap();
    let sees = |(handle, entity): &(&Handle, &Entity)| {
        let radius = if before.contains(handle) { observer.outer } else { observer.inner };
        observer.filter.layers.is_none_or(|layers| layers.meet(&entity.layers))
            && overlaps(circle(radius), entity.shape)
    };
    let rank =
        |(handle, entity): (&Handle, &Entity)| (distance(circle(0.0), entity.shape), !before.contains(handle), *handle);
    let mut seen: Vec<_> = live.iter().filter(sees).map(rank).collect();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    seen.into_iter().take(observer.max_visible).map(|(.., handle)| handle).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_bookkeeper_agrees(changes in vec(change(), 1..120), touching in select(vec![Touching::Closed, Touching::Open])) {
        let mut world = World::new(Settings { touching, threads: Threads::Serial, ..Settings::default() });
        let mut interest = Interest::default();
        let mut live: BTreeMap<Handle, Entity> = BTreeMap::new();
        let mut watching: BTreeMap<ObserverId, (Observer, BTreeSet<Handle>)> = BTreeMap::new();
        for change in changes.iter().chain([&Act::Step]) {
            let who = |index: &usize| live.keys().nth(index % live.len().max(1)).copied();
            let observer = |index: &usize| watching.keys().nth(index % watching.len().max(1)).copied();
            match change {
                Act::Insert(shape, team) => {
                    let entity = if *team { Entity::new(shape).with_layers(TEAM) } else { Entity::new(shape) };
                    live.insert(world.insert(entity).unwrap(), entity);
                }
                Act::Remove(index) => {
                    if let Some(handle) = who(index) {
                        world.remove(handle).unwrap();
                        live.remove(&handle);
                    }
                }
                Act::Move(index, shape) => {
                    if let Some(handle) = who(index) {
                        world.set(handle, *shape).unwrap();
                        live.get_mut(&handle).unwrap().shape = *shape;
                    }
                }
                Act::Watch(index, at, inner, more, most) => {
                    let at = who(index).filter(|_| index % 3 > 0).map_or(Viewpoint::Point(*at), Viewpoint::Entity);
                    let inner = f32::from(*inner) * 0.5;
                    let only_team = Filter { layers: Some(Layers { mask: 2, ..Layers::ALL }), ..Filter::default() };
                    let observer = Observer {
                        filter: if index % 4 == 0 { only_team } else { Filter::default() },
                        max_visible: most.unwrap_or(usize::MAX),
                        ..Observer::new(at, inner, inner + f32::from(*more) * 0.5)
                    };
                    watching.insert(interest.insert(observer).unwrap(), (observer, BTreeSet::new()));
                }
                Act::Unwatch(index) => {
                    if let Some(id) = observer(index) {
                        interest.remove(id).unwrap();
                        watching.remove(&id);
                        prop_assert_eq!(interest.remove(id), Err(InterestError::Stale { id }));
                        prop_assert!(interest.get(id).is_none() && interest.status(id).is_none());
                        prop_assert!(interest.visible(id).is_empty());
                        prop_assert!(live.keys().all(|handle| !interest.observers_of(*handle).contains(&id)));
                    }
                }
                Act::Reset(index, inner, more) => {
                    if let Some(id) = observer(index) {
                        let (observer, _) = watching.get_mut(&id).unwrap();
                        observer.inner = f32::from(*inner) * 0.5;
                        observer.outer = observer.inner + f32::from(*more) * 0.5;
                        interest.set(id, *observer).unwrap();
                    }
                }
                Act::Step => {
                    world.step();
                    let report = *interest.update(&world);
                    let mut changes = Vec::new();
                    let mut counts = [0; 4];
                    for (id, (observer, view)) in &mut watching {
                        let now = look(observer, view, &live);
                        let lost = match observer.at {
                            Viewpoint::Entity(followed) if !live.contains_key(&followed) => Some(followed),
                            _ => None,
                        };
                        let status = lost.map_or(ObserverStatus::Watching, |followed| ObserverStatus::Lost { followed });
                        prop_assert_eq!(interest.status(*id), Some(status));
                        prop_assert_eq!(interest.viewpoint(*id).is_none(), lost.is_some());
                        counts[0] += usize::from(lost.is_some());
                        counts[1] += now.len();
                        prop_assert!(interest.visible(*id).iter().eq(&now));
                        prop_assert!(interest.entered(*id).iter().eq(now.difference(view)));
                        prop_assert!(interest.left(*id).iter().eq(view.difference(&now)));
                        changes.extend(view.difference(&now).map(|handle| (*id, Change::Left(*handle))));
                        changes.extend(now.difference(view).map(|handle| (*id, Change::Entered(*handle))));
                        counts[2] += interest.entered(*id).len();
                        counts[3] += interest.left(*id).len();
                        *view = now;
                    }
                    let InterestReport { lost_count, visible_count, entered_count, left_count, .. } = report;
                    prop_assert_eq!([lost_count, visible_count, entered_count, left_count], counts);
                    prop_assert!(interest.views().map(|(id, _)| id).eq(watching.keys().copied()));
                    // Ids are in order of slots.
                    prop_assert!(interest.changes().eq(changes));
                    for handle in live.keys() {
                        let seers = watching.iter().filter(|(_, (_, view))| view.contains(handle)).map(|(id, _)| id);
                        prop_assert!(interest.observers_of(*handle).iter().eq(seers));
                    }
                }
            }
            prop_assert_eq!(interest.len(), watching.len());
        }
    }
}

/// The decisions are exact to one unit in the last place.
#[test]
fn borders_are_exact() {
    let at = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    let mut world = World::new(Settings::default());
    let other = world.insert(at(50.0)).unwrap();
    let mut interest = Interest::default();
    let eyes = interest.insert(Observer::new(Viewpoint::Point(Vec2::ZERO), 9.0, 11.0)).unwrap();
    for (x, sees) in [
        (10.0_f32.next_up(), false),
        (10.0, true),
        (10.0_f32.next_up(), true),
        (12.0, true),
        (12.0_f32.next_up(), false),
        (12.0, false),
        (-10.0, true),
    ] {
        world.set(other, at(x)).unwrap();
        world.step();
        interest.update(&world);
        assert_eq!(interest.visible(eyes) == [other], sees, "{x}");
    }
}

#[test]
fn a_removed_observer_sees_nothing_and_a_reused_slot_is_new() {
    let ball = Circle::new(Vec2::ZERO, 1.0).unwrap();
    let mut world = World::new(Settings::default());
    let (a, b) = (world.insert(ball).unwrap(), world.insert(ball).unwrap());
    let mut interest = Interest::default();
    let eyes = interest.insert(Observer::new(Viewpoint::Entity(a), 5.0, 5.0)).unwrap();
    assert!(interest.viewpoint(eyes).is_none());
    world.step();
    interest.update(&world);
    assert_eq!((interest.viewpoint(eyes), interest.visible(eyes)), (Some(Vec2::ZERO), &[a, b][..]));
    world.remove(b).unwrap();
    let c = world.insert(ball).unwrap();
    assert_eq!(c.slot(), b.slot());
    world.step();
    interest.update(&world);
    let changes: Vec<_> = interest.changes().collect();
    assert_eq!(changes, [(eyes, Change::Left(b)), (eyes, Change::Entered(c))]);
    world.remove(a).unwrap();
    world.step();
    interest.update(&world);
    assert_eq!((interest.viewpoint(eyes), interest.left(eyes)), (None, &[a, c][..]));
}

#[test]
fn invalid_observers_are_errors() {
    let mut interest = Interest::default();
    let at = |x| Viewpoint::Point(Vec2::new(x, 0.0));
    let mut message = |observer| interest.insert(observer).unwrap_err().to_string();
    assert_eq!(message(Observer::new(at(0.0), f32::NAN, 1.0)), "inner: must be a finite number, is NaN");
    assert_eq!(message(Observer::new(at(0.0), 1.0, f32::INFINITY)), "outer: must be a finite number, is inf");
    assert_eq!(message(Observer::new(at(f32::NAN), 1.0, 2.0)), "at.x: must be a finite number, is NaN");
    assert_eq!(message(Observer::new(at(0.0), -1.0, 2.0)), "inner: must not be negative, is -1");
    assert_eq!(message(Observer::new(at(0.0), 3.0, 2.0)), "inner: must not be above outer, 2, is 3");
    assert!(interest.is_empty());
}

/// An update that exceeds the limit changes no view, and reports no changes.
#[test]
fn a_crowd_is_given_up() {
    let ball = Circle::new(Vec2::ZERO, 1.0).unwrap();
    let mut world = World::new(Settings::default());
    let a = world.insert(ball).unwrap();
    let (mut interest, limit) = (Interest::new(), Budget::of_work(2_400));
    let eyes: Vec<_> =
        (0..10).map(|_| interest.insert(Observer::new(Viewpoint::Entity(a), 5.0, 5.0)).unwrap()).collect();
    world.step();
    interest.update(&world);
    (0..5).for_each(|_| _ = world.insert(ball).unwrap());
    world.step();
    assert_eq!(interest.update_within(&world, limit).unwrap_err().limit, 2_400);
    for _ in 0..2 {
        assert_eq!((interest.visible(eyes[9]), interest.entered(eyes[9])), (&[a][..], &[][..]));
        assert!(interest.changes().next().is_none() && interest.views().all(|(_, view)| view.visible == [a]));
        assert_eq!((interest.report().visible_count, interest.report().entered_count), (10, 0));
        assert!(interest.update_within(&world, limit).is_err());
    }
    for id in &eyes[2..] {
        interest.remove(*id).unwrap();
    }
    interest.update(&world);
    assert_eq!(interest.visible(eyes[1]).len(), 6);
    assert_eq!(interest.entered(eyes[1]).len(), 5);
}

/// At the limit the nearest entities are visible; at equal distance first those that were visible, then the smaller
/// slot. An entity that lost its place must reach the inner circle again.
#[test]
fn the_nearest_stay_at_the_cap() {
    let at = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    let mut world = World::new(Settings::default());
    let [a, b, c, d] = [5.0, -5.0, 5.0, 9.0].map(|x| world.insert(at(x)).unwrap());
    let mut interest = Interest::default();
    let eyes = interest.insert(Observer::new(Vec2::ZERO, 6.0, 20.0).with_max_visible(2)).unwrap();
    let mut look = |world: &mut World, moved: &[(Handle, f32)]| {
        moved.iter().for_each(|(handle, x)| world.set(*handle, at(*x)).unwrap());
        world.step();
        interest.update(world);
        interest.visible(eyes).to_vec()
    };
    // All three touch the inner circle from inside, at equal distance.
    assert_eq!(look(&mut world, &[]), [a, b]);
    // A nearer entity replaces the visible one with the larger slot.
    assert_eq!(look(&mut world, &[(c, 4.0)]), [a, c]);
    // c is as near as b and was visible before; b has the smaller slot, but is new.
    assert_eq!(look(&mut world, &[(c, 5.0)]), [a, c]);
    // There is room, but b is between the circles and was not visible.
    assert_eq!(look(&mut world, &[(b, 9.0), (c, 90.0)]), [a]);
    assert_eq!(look(&mut world, &[(d, -7.0)]), [a, d]);
    // The point is inside all three: d was visible, and b has the smaller slot.
    assert_eq!(look(&mut world, &[(b, 0.5), (c, 0.0), (d, 1.0)]), [b, d]);
    assert_eq!(interest.changes().collect::<Vec<_>>(), [(eyes, Change::Left(a)), (eyes, Change::Entered(b))]);
    let blind = interest.insert(Observer::new(Vec2::ZERO, 6.0, 20.0).with_max_visible(0)).unwrap();
    interest.update(&world);
    assert!(interest.visible(blind).is_empty() && interest.entered(blind).is_empty());
}

/// Numbers of any size and circles of radius 0 are decided exactly.
#[test]
fn nothing_is_too_large_or_too_small() {
    let circle = |x: f32, radius: f32| Circle::new(Vec2::new(x, 0.0), radius).unwrap();
    let mut world = World::new(Settings::default());
    let shapes = [circle(1e30, 0.0), circle(f32::MAX, 1.0), circle(-1e30, 1e30), circle(0.0, 0.0), circle(1e-45, 0.0)];
    let handles = shapes.map(|shape| world.insert(shape).unwrap());
    let mut interest = Interest::default();
    let radii = [0.0, 1e-45, 1.0, 1e30, 1e30_f32.next_down(), f32::MAX];
    let ids: Vec<_> = radii
        .iter()
        .flat_map(|radius| [0.0, -f32::MAX, 1e30].map(|x| (x, *radius)))
        .map(|(x, radius)| {
            let id = interest.insert(Observer::new(Vec2::new(x, 0.0), radius, radius)).unwrap();
            (id, circle(x, radius))
        })
        .collect();
    world.step();
    interest.update(&world);
    for (id, view) in ids {
        let seen = handles.iter().zip(shapes).filter(|(_, shape)| overlaps(view, *shape)).map(|(handle, _)| handle);
        assert!(interest.visible(id).iter().eq(seen), "{view:?}: {:?}", interest.visible(id));
    }
}

/// The same bytes on any number of threads, with enough entities for several.
#[test]
fn threads_change_nothing() {
    let run = |threads: usize| {
        let mut scene = collide_scenes::SceneKind::Mixed.generate(4_000, 3);
        let mut world = World::new(Settings { threads: Threads::new(threads).unwrap(), ..Settings::default() });
        let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        let mut interest = Interest::default();
        for (number, handle) in handles.iter().enumerate().step_by(3) {
            let most = if number % 2 == 0 { 20 } else { usize::MAX };
            interest.insert(Observer::new(*handle, 5.0, 6.0).with_max_visible(most)).unwrap();
        }
        let mut reports = Vec::new();
        for tick in 0..4 {
            scene.advance(0.1);
            world.update_each(|entity| entity.set_shape(scene.shapes()[entity.slot() as usize]));
            world.remove(handles[tick * 3]).unwrap();
            world.step();
            reports.push((*interest.update(&world), interest.changes().collect::<Vec<_>>()));
        }
        let seers: Vec<_> = handles.iter().map(|handle| interest.observers_of(*handle).to_vec()).collect();
        (reports, seers, format!("{:?}", interest.views().collect::<Vec<_>>()))
    };
    assert!(run(1) == run(2));
}

#[test]
fn a_warm_update_allocates_nothing() {
    let scene = collide_scenes::SceneKind::Uniform.generate(3_000, 2);
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let mut interest = Interest::default();
    for handle in handles.iter().step_by(10) {
        interest.insert(Observer::new(*handle, 4.0, 5.0).with_max_visible(10)).unwrap();
    }
    let mut tick = || {
        world.step();
        interest.update(&world);
        assert!(!interest.observers_of(handles[0]).is_empty());
    };
    (0..4).for_each(|_| tick());
    let counts: Vec<u64> = (0..12).map(|_| measure(&mut tick).count_total).collect();
    // Cell sizes change at times, and a buffer may grow then.
    assert!(counts.iter().filter(|count| **count > 0).count() <= 2, "{counts:?}");
}
