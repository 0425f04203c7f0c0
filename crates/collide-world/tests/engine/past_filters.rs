//! A tick in the past has the answers that the present had after it, with filters, whatever the strategies, the cell sizes
//! and the copies before were.

use std::borrow::Cow;

use collide2d::{
    CellSize, Circle, Entity, Handle, History, Layers, Mobility, Mode, Moving, Nearest, OrientedRect, Query, Question,
    Ray, Rect, Rotor, Sector, Segment, Settings, Shape, SlideOptions, Strategy, Turning, Vec2, World,
};

use crate::bodies::{capsule, polygon};
use crate::list_filters::Random;

impl Random {
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }

    fn rotor(&mut self) -> Rotor {
        Rotor::from_degrees(self.below(360) as f32).unwrap()
    }

    fn direction(&mut self) -> Vec2 {
        self.rotor().rotate(Vec2::X)
    }

    fn shape(&mut self) -> Shape {
        let at = self.place();
        let half = Vec2::new(self.one_of(&[0.0, 0.25, 2.0, 20.0]), self.one_of(&[0.25, 0.5, 3.0]));
        match self.below(5) {
            0 => Circle::new(at, half.x).unwrap().into(),
            1 => Rect::new(at - half, at + half).unwrap().into(),
            2 => OrientedRect::new(at, half, self.rotor()).unwrap().into(),
            3 => capsule(at, half, self.below(360) as f32),
            _ => polygon(at, half, self.below(360) as f32),
        }
    }

    fn wall_or_mover(&mut self) -> Entity {
        let mobility = self.one_of(&[Mobility::Dynamic, Mobility::Static, Mobility::Static, Mobility::Sleeping]);
        let entity = Entity { mobility, ..Entity::new(self.shape()) };
        let layers = Layers { category: 1 << self.below(4), mask: u64::MAX, group: 0 };
        let entity = entity.with_layers(layers);
        if self.below(8) == 0 { entity.as_sensor() } else { entity }
    }

    fn settings(&mut self) -> Settings {
        let cell = self.one_of(&[None, Some(1.0), Some(4.0)]).map(|side| CellSize::new(side).unwrap());
        let history = History { ticks: 4, teleport_distance: 9.0 };
        Settings { strategy: self.one_of(&Strategy::ALL), cell, history, ..Settings::default() }
    }

    /// Queries, each of a layer of its own.
    fn asked<T>(&mut self, mut what: impl FnMut(&mut Self) -> T) -> Cow<'static, [Query<T>]>
    where
        [Query<T>]: ToOwned<Owned = Vec<Query<T>>>,
    {
        let mut query = |mask: u64| {
            let query = Query::new(what(self)).on(Layers { category: 1, mask, group: 0 });
            if self.below(4) == 0 { query.solid() } else { query }
        };
        Cow::Owned((0..4).map(|layer| query(1 << layer)).collect())
    }

    fn moving(&mut self) -> Moving {
        Moving::new(self.shape(), self.place() * 0.5 - Vec2::splat(25.0)).unwrap()
    }

    fn segment(&mut self) -> Segment {
        Segment::new(self.place(), self.place()).unwrap()
    }

    /// One of each kind.
    fn questions(&mut self) -> [Question<'static>; 10] {
        let mode = self.one_of(&[Mode::All, Mode::First(1), Mode::Count]);
        let ray = |random: &mut Self| Ray::new(random.place(), random.direction(), 60.0).unwrap();
        let nearest = |random: &mut Self| Nearest { shape: random.shape(), count: 3, within: f32::INFINITY };
        let sector = |random: &mut Self| Sector::facing(random.place(), random.direction(), 70.0, 30.0).unwrap();
        let turning = |random: &mut Self| {
            let rect = OrientedRect::new(random.place(), Vec2::new(3.0, 0.5), random.rotor()).unwrap();
            Turning::new(rect, rect.center(), 0.5).unwrap()
        };
        [
            Question::Overlap(self.asked(Self::shape), mode),
            Question::Nearest(self.asked(nearest)),
            Question::Ray(self.asked(ray), mode),
            Question::Segment(self.asked(Self::segment), mode),
            Question::Sweep(self.asked(Self::moving), mode),
            Question::Blocked(self.asked(Self::segment)),
            Question::Slide(self.asked(Self::moving), SlideOptions::default()),
            Question::Free(self.asked(Self::shape), 10.0),
            Question::Turn(self.asked(turning)),
            Question::Sector(self.asked(sector), mode),
        ]
    }
}

/// A world in which things change, and then the settings or the world itself.
fn run(seed: u64) {
    let mut random = Random(seed);
    let mut world = World::new(random.settings());
    let mut handles: Vec<Handle> =
        (0..10 + random.below(60)).map(|_| world.insert(random.wall_or_mover()).unwrap()).collect();
    for round in 0..6 {
        // Often nothing changes, so that ticks share their walls.
        for _ in 0..random.one_of(&[0, 0, 1, 10]) {
            let index = random.below(handles.len() as u32) as usize;
            match random.below(3) {
                0 => world.set(handles[index], random.shape()).unwrap(),
                1 => world.set(handles[index], random.wall_or_mover()).unwrap(),
                _ => {
                    world.remove(handles[index]).unwrap();
                    handles[index] = world.insert(random.wall_or_mover()).unwrap();
                }
            }
        }
        match random.below(8) {
            0 => world = world.clone(),
            1 => {
                let mut other = World::new(world.settings().clone());
                other.restore(&world.save()).unwrap();
                world = other;
            }
            2 | 3 => world.set_settings(random.settings()),
            4 => world.refresh(),
            _ => {}
        }
        // With a filter, queries count the filters of each list. The next tick copies the counts.
        if random.below(2) == 0 {
            for question in random.questions() {
                world.queries().ask(&question).unwrap();
            }
        }
        world.step();
        for question in random.questions() {
            let past = world.at(world.tick() as f64).unwrap().ask(&question).unwrap();
            let present = world.queries().ask(&question).unwrap();
            assert_eq!(past, present, "seed {seed}, round {round}, {}: {:?}", question.name(), world.settings());
        }
    }
}

#[test]
fn the_past_answers_as_the_present() {
    (0..1_000).for_each(run);
}
