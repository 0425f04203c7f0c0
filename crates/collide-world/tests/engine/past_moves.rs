//! Queries between two ticks in which entities move little, far, and turn: against brute force over the interpolated
//! shapes, and their work.

use crate::bodies::{capsule, polygon};
use collide2d::{
    Circle, Entity, Handle, History, Hits, Mode, Moving, Nearest, NearestHits, OrientedRect, Queries, Query, Ray,
    RayHits, Rect, Rotor, Sector, Segment, Settings, Shape, SweepHits, Threads, Touching, Vec2, World, cast_ray,
    distance, overlaps, sector_shape, segment_shape, sweep,
};

/// Numbers, and shapes of all kinds.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x9E37_79B9_7F4A_7C15);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.next() * count as f32) as usize
    }

    pub(crate) fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.next() * 2.0 - 1.0, self.next() * 2.0 - 1.0) * reach
    }

    pub(crate) fn shape(&mut self, at: Vec2, unit: f32) -> Shape {
        let (half, degrees) = (Vec2::new(self.next(), self.next() * 0.5) * unit, self.next() * 360.0);
        match self.below(5) {
            0 => Rect::new(at - half, at + half).unwrap().into(),
            1 => OrientedRect::new(at, half * 4.0, Rotor::from_degrees(degrees).unwrap()).unwrap().into(),
            2 => capsule(at, half, degrees),
            3 => polygon(at, half, degrees),
            _ => Circle::new(at, half.x).unwrap().into(),
        }
    }

    /// The shape at the next tick: it rests, moves a little, moves far, grows, turns, or is another one.
    fn moved(&mut self, shape: Shape, unit: f32) -> Shape {
        let by = |by: Vec2| shape.translated(by).unwrap_or(shape);
        match (self.below(9), shape) {
            (0..3, _) => shape,
            (3..6, _) => by(self.point(0.3 * unit)),
            (6, _) => by(self.point(60.0 * unit)),
            (_, Shape::OrientedRect(rect)) => {
                let rotor = Rotor::from_degrees(self.next() * 720.0).unwrap();
                OrientedRect::new(rect.center() + self.point(unit), rect.half_extents(), rotor).unwrap().into()
            }
            (_, Shape::Circle(circle)) => Circle::new(circle.center(), self.next() * 3.0 * unit).unwrap().into(),
            _ => {
                let at = shape.center() + self.point(5.0 * unit);
                self.shape(at, unit)
            }
        }
    }
}

/// The shapes of all entities at a time, by slot.
fn shapes(world: &World, then: &Queries<'_>) -> Vec<(Handle, Shape)> {
    let mut all: Vec<_> = world.iter().filter_map(|(handle, _)| Some((handle, then.shape(handle)?))).collect();
    all.sort_by_key(|(handle, _)| handle.slot());
    all
}

fn check(world: &World, time: f64, unit: f32, numbers: &mut Numbers) {
    let then = world.at(time).unwrap();
    let all = shapes(world, &then);
    let hits = |hit: &dyn Fn(&Shape) -> bool| -> Vec<Handle> {
        all.iter().filter(|(_, shape)| hit(shape)).map(|(handle, _)| *handle).collect()
    };
    for _ in 0..12 {
        let at = numbers.point(40.0 * unit);
        let area = numbers.shape(at, unit * 3.0);
        assert_eq!(then.overlap(area), hits(&|shape| overlaps(area, *shape)), "overlap at {time}");
        let sector = Sector::facing(at, Vec2::new(0.6, 0.8), 70.0, 9.0 * unit).unwrap();
        let touched = hits(&|shape| Touching::Closed.accepts(sector_shape(&sector, *shape)));
        assert_eq!(then.sector(sector), touched, "sector at {time}");
        let segment = Segment::new(at, at + numbers.point(15.0 * unit)).unwrap();
        let blocking = hits(&|shape| Touching::Closed.accepts(segment_shape(&segment, *shape)));
        assert_eq!(then.blocked(segment), !blocking.is_empty(), "blocked at {time}");

        let nearest = Nearest { count: 5, ..Nearest::to(area) };
        let mut found = NearestHits::default();
        then.nearest_batch_into(&[nearest.into()], &mut found).unwrap();
        let mut expected: Vec<_> = all.iter().map(|(handle, shape)| (*handle, distance(area, *shape))).collect();
        expected.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.slot().cmp(&b.0.slot())));
        assert_eq!(found.of(0), &expected[..5], "nearest at {time}");

        let ray = Ray::new(at, numbers.point(1.0), [20.0 * unit, f32::INFINITY][numbers.below(2)]).unwrap();
        let mut entered: Vec<_> = all.iter().filter_map(|(handle, s)| Some((*handle, cast_ray(&ray, *s)?))).collect();
        entered.sort_by(|a, b| a.1.entry.total_cmp(&b.1.entry).then(a.0.slot().cmp(&b.0.slot())));
        for mode in [Mode::All, Mode::First(1), Mode::First(3), Mode::Count] {
            let mut found = RayHits::default();
            then.ray_batch_into(&[ray.into()], mode, &mut found).unwrap();
            let limit = if let Mode::First(limit) = mode { limit } else { usize::MAX };
            assert_eq!(found.count(0), entered.len().min(limit), "ray at {time}");
            assert!(mode == Mode::Count || found.of(0) == &entered[..entered.len().min(limit)], "ray at {time}");
        }

        let moving = Moving::new(area, numbers.point(10.0 * unit)).unwrap();
        let mut swept: Vec<_> = all.iter().filter_map(|(handle, s)| Some((*handle, sweep(moving, *s)?))).collect();
        swept.sort_by(|a, b| a.1.time.total_cmp(&b.1.time).then(a.0.slot().cmp(&b.0.slot())));
        let mut found = SweepHits::default();
        then.sweep_batch_into(&[moving.into()], Mode::First(2), &mut found).unwrap();
        assert_eq!(found.of(0), &swept[..swept.len().min(2)], "sweep at {time}");
    }
}

/// A circle flies through the ticks against each entity alone.
fn check_flight(world: &World, [from, to]: [f64; 2], unit: f32, numbers: &mut Numbers) {
    let (start, motion) = (Circle::new(numbers.point(40.0 * unit), 0.3 * unit).unwrap(), numbers.point(20.0 * unit));
    let place = |time: f64| {
        let way = motion.as_dvec2() * ((time - from) / (to - from));
        Circle::new((start.center().as_dvec2() + way).as_vec2(), start.radius()).unwrap()
    };
    let mut first = None;
    let mut begin = from;
    while begin < to && first.is_none() {
        let end = (begin.floor() + 1.0).min(to);
        let way = (place(end).center().as_dvec2() - place(begin).center().as_dvec2()).as_vec2();
        let moving = Moving::new(place(begin), way).unwrap();
        // At the end of the tick an entity that has teleported stands where it was. So this is just before.
        let (then, late) = (world.at(begin).unwrap(), world.at(end - 1e-12).unwrap());
        let hit = |(handle, shape): (Handle, Shape)| {
            let way = late.shape(handle).map_or(Vec2::ZERO, |end| end.center() - shape.center());
            Some((handle, sweep(moving, Moving::new(shape, way).unwrap_or(shape.into()))?.time))
        };
        let order = |a: &(Handle, f32), b: &(Handle, f32)| a.1.total_cmp(&b.1).then(a.0.slot().cmp(&b.0.slot()));
        first = shapes(world, &then).into_iter().filter_map(hit).min_by(order);
        begin = end;
    }
    let found = world.sweep_through(Moving::new(start, motion).unwrap(), from, to).unwrap();
    assert_eq!(found.map(|hit| hit.handle), first.map(|(handle, _)| handle), "from {from} to {to}");
}

#[test]
fn answers_are_those_of_brute_force() {
    let mut numbers = Numbers(5);
    for (teleport_distance, unit) in
        [(0.5, 1.0), (3.0, 1.0), (f32::INFINITY, 1.0), (f32::MAX, 1e-42), (f32::MAX, 1e-20), (f32::INFINITY, 1e32)]
    {
        let history = History { ticks: 4, teleport_distance };
        let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
        for index in 0..250 {
            let (reach, far) = (40.0 * unit, if index % 50 == 0 { 1e3 } else { 1.0 });
            let at = numbers.point(reach) * far;
            let shape = numbers.shape(at, unit);
            let entity = if index % 7 == 0 { Entity::fixed(shape) } else { shape.into() };
            world.insert(entity).unwrap();
        }
        world.step();
        for _ in 0..3 {
            let all: Vec<_> = world.iter().map(|(handle, entity)| (handle, entity.shape)).collect();
            for (handle, shape) in all {
                world.set(handle, numbers.moved(shape, unit)).unwrap();
            }
            world.step();
        }
        assert_eq!(world.validate(), Ok(()));
        for time in [1.0, 1.25, 2.5, 2.999_999, 3.000_001, 3.5, 4.0] {
            check(&world, time, unit, &mut numbers);
        }
        for span in [[1.0, 4.0], [1.3, 3.6], [2.25, 2.75]] {
            (0..40).for_each(|_| check_flight(&world, span, unit, &mut numbers));
        }
    }
}

/// Other settings and clones have their own motions.
#[test]
fn another_teleport_distance_counts_at_once() {
    let circle = |x| Circle::new(Vec2::new(x, 0.0), 0.5).unwrap();
    let history = |teleport_distance| History { ticks: 4, teleport_distance };
    let mut world = World::new(Settings { history: history(100.0), ..Settings::default() });
    let runner = world.insert(circle(0.0)).unwrap();
    world.step();
    world.set(runner, circle(90.0)).unwrap();
    world.step();
    assert_eq!(world.at(1.5).unwrap().overlap(circle(45.0)), [runner]);
    let mut copy = world.clone();
    copy.set_settings(Settings { history: history(10.0), ..Settings::default() });
    for _ in 0..2 {
        assert_eq!(copy.at(1.5).unwrap().overlap(circle(45.0)), []);
        assert_eq!(copy.at(1.5).unwrap().overlap(circle(0.0)), [runner]);
        assert_eq!(world.at(1.5).unwrap().overlap(circle(45.0)), [runner]);
        assert_eq!(world.at(1.5).unwrap().overlap(circle(0.0)), []);
    }
    copy.set_settings(Settings { history: history(100.0), ..Settings::default() });
    assert_eq!(copy.at(1.5).unwrap().overlap(circle(45.0)), [runner]);
    // Later ticks use the memory of earlier ones.
    for x in 0..20_u8 {
        world.set(runner, circle(f32::from(x) * 50.0)).unwrap();
        world.step();
        if x > 0 {
            let half = f32::from(x) * 50.0 - 25.0;
            assert_eq!(world.at(f64::from(x) + 2.5).unwrap().overlap(circle(half)), [runner], "{x}");
        }
    }
}

/// How the entities of a scene move in a tick.
#[derive(Clone, Copy, Debug)]
enum Scene {
    AllSlow,
    OneJumps,
    OneInAHundredJumps,
    OneInAHundredJumpsInside,
    OneTurns,
}

/// Circles in a square, the world after some ticks.
fn scene(scene: Scene, count: usize, teleport_distance: f32) -> World {
    let history = History { ticks: 4, teleport_distance };
    let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
    let (mut numbers, side) = (Numbers(1), (count as f32).sqrt() * 1.3);
    let handles: Vec<_> =
        (0..count).map(|_| world.insert(Circle::new(numbers.point(side), 0.5).unwrap()).unwrap()).collect();
    let rod = |degrees: f32| {
        OrientedRect::new(Vec2::ZERO, Vec2::new(20.0, 0.1), Rotor::from_degrees(degrees).unwrap()).unwrap()
    };
    let turning = world.insert(rod(0.0)).unwrap();
    for tick in 0..4_u8 {
        for (index, handle) in handles.iter().enumerate() {
            let jump = match scene {
                Scene::AllSlow | Scene::OneTurns => None,
                Scene::OneJumps => (index == 7).then_some(1e5),
                Scene::OneInAHundredJumps => (index % 100 == 7).then_some(1e5),
                Scene::OneInAHundredJumpsInside => (index % 100 == 7).then_some(side),
            };
            match jump {
                Some(reach) => world.set(*handle, numbers.point(if tick % 2 == 0 { reach } else { side })).unwrap(),
                None => world.translate(*handle, numbers.point(0.05)).unwrap(),
            }
        }
        if matches!(scene, Scene::OneTurns) {
            world.set(turning, rod(f32::from(tick) * 25.0)).unwrap();
        }
        world.step();
    }
    world
}

/// The rows that some queries visit, of each kind.
fn work(then: &Queries<'_>, side: f32) -> [u64; 3] {
    let mut numbers = Numbers(9);
    let places: Vec<_> = (0..64).map(|_| numbers.point(side * 0.9)).collect();
    let circle = |at: &Vec2| Shape::from(Circle::new(*at, 2.0).unwrap());
    let overlaps: Vec<_> = places.iter().map(|at| Query::new(circle(at))).collect();
    let rays: Vec<_> = places.iter().map(|at| Query::new(Ray::new(*at, Vec2::new(0.6, 0.8), 100.0).unwrap())).collect();
    let nearest: Vec<_> = places.iter().map(|at| Query::new(Nearest { count: 4, ..Nearest::to(circle(at)) })).collect();
    let (mut found, mut hits, mut near) = (Hits::default(), RayHits::default(), NearestHits::default());
    then.overlap_batch_into(&overlaps, Mode::All, &mut found).unwrap();
    then.ray_batch_into(&rays, Mode::First(1), &mut hits).unwrap();
    then.nearest_batch_into(&nearest, &mut near).unwrap();
    [found.work(), hits.work(), near.work()]
}

/// A query between two ticks visits what one at a whole tick does, a few times over, however far some entities moved.
#[test]
fn between_two_ticks_queries_visit_few_entities() {
    for count in [1_000, 10_000] {
        let side = (count as f32).sqrt() * 1.3;
        for kind in [
            Scene::AllSlow,
            Scene::OneJumps,
            Scene::OneInAHundredJumps,
            Scene::OneInAHundredJumpsInside,
            Scene::OneTurns,
        ] {
            for teleport_distance in [1.0, 10.0, f32::MAX] {
                let world = scene(kind, count, teleport_distance);
                let whole = work(&world.at(3.0).unwrap(), side);
                for time in [2.001, 2.5, 3.25] {
                    let between = work(&world.at(time).unwrap(), side);
                    // A hundredth of the entities are a tree of their own.
                    let more = match kind {
                        Scene::AllSlow => 0,
                        Scene::OneJumps | Scene::OneTurns => 2,
                        Scene::OneInAHundredJumps | Scene::OneInAHundredJumpsInside => 16 + count as u64 / 80,
                    };
                    for (between, whole) in between.into_iter().zip(whole) {
                        let limit = 3 * whole + 64 * (100 + 13 * more);
                        let case = format!("{kind:?} of {count}, {teleport_distance}, at {time}");
                        assert!(between <= limit, "{case}: {between} rows, at a whole tick {whole}");
                    }
                }
            }
        }
    }
}

/// The search for entities that move far compares rounded boxes: also those that only touch are found, on each side.
#[test]
fn entities_that_move_far_are_found_where_they_touch() {
    let disc = Circle::new(Vec2::ZERO, 1.0).unwrap().into();
    let square = Rect::new(Vec2::NEG_ONE, Vec2::ONE).unwrap().into();
    let bar = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::IDENTITY).unwrap().into();
    let shapes: [Shape; 3] = [disc, square, bar];
    for shape in shapes {
        let bound = shape.aabb();
        for (way, part) in [(64.0, 0.0), (64.0, 0.5), (-8192.0, 0.25), (1048576.0, 0.75), (64.0, 1.0)] {
            let history = History { ticks: 2, teleport_distance: f32::INFINITY };
            let mut world = World::new(Settings { history, ..Settings::default() });
            let handle = world.insert(shape).unwrap();
            world.step();
            world.translate(handle, Vec2::splat(way)).unwrap();
            world.step();
            let then = world.at(1.0 + part).unwrap();
            let [low, high] = [bound.min(), bound.max()].map(|corner| corner + Vec2::splat(way * part as f32));
            let beside = [
                ([high.x, low.y], [high.x + 1.0, high.y]),
                ([low.x - 1.0, low.y], [low.x, high.y]),
                ([low.x, high.y], [high.x, high.y + 1.0]),
                ([low.x, low.y - 1.0], [high.x, low.y]),
            ];
            for (min, max) in beside {
                let rect = Rect::new(min, max).unwrap();
                assert_eq!(then.overlap(rect), [handle], "{shape:?} and {rect:?}");
            }
        }
    }
}
