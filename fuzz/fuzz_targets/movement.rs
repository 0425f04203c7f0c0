//! Slides, moves, separations, free places and turns: nothing ends inside what blocks it unless it was there before, by
//! exact arithmetic; and worlds with another strategy, and with limits that are not reached, give the same bytes.
#![no_main]

use arbitrary::Arbitrary;
use collide_fuzz::bodies::Body;
use collide_fuzz::{AnyShape, Number};
use collide2d::{
    CrowdLimit, Entity, Handle, Mobility, MoveOptions, Movers, Moves, Moving, Query, Relation, SeparateOptions,
    Separation, Settings, Shape, SlideOptions, Strategy, Threads, Turning, Vec2, World,
};
use libfuzzer_sys::{arbitrary, fuzz_target};

const MAX_ENTITIES: usize = 24;

#[derive(Debug, Arbitrary)]
enum Call {
    Insert(AnyShape, u8),
    Reshape(u8, AnyShape),
    Slide(AnyShape, [Number; 2], u8),
    Free(AnyShape, Number),
    Turn(AnyShape, [Number; 2], Number),
    Move { in_order: bool, motions: Vec<(u8, [Number; 2])> },
    Separate { rounds: u8, crowd: u8, movers: Vec<u8> },
    Step,
}

#[derive(Debug, Arbitrary)]
struct Input {
    strategy: u8,
    calls: Vec<Call>,
}

fn is_inside(a: &Shape, b: &Shape) -> bool {
    Body::of(a).relation(&Body::of(b)) == Relation::Interior
}

/// Whether a shape that was at `start` and is now at `end` has entered none of the blockers.
fn enters_none(start: &Shape, end: &Shape, blockers: impl IntoIterator<Item = Shape>) {
    if start == end {
        return;
    }
    for blocker in blockers {
        assert!(!is_inside(end, &blocker) || is_inside(start, &blocker), "{start:?} ends at {end:?} in {blocker:?}");
    }
}

struct Trial {
    worlds: [World; 2],
    handles: Vec<Handle>,
}

impl Trial {
    fn shapes(&self, other_than: &[Handle]) -> Vec<Shape> {
        let others = self.handles.iter().filter(|handle| !other_than.contains(handle));
        others.map(|handle| self.worlds[0].shape(*handle).expect("there")).collect()
    }

    fn chosen(&self, number: u8) -> Option<Handle> {
        self.handles.get(usize::from(number) % self.handles.len().max(1)).copied()
    }

    fn apply(&mut self, call: &Call) {
        match call {
            Call::Insert(shape, kind) => {
                let Some(shape) = shape.shape().filter(|_| self.handles.len() < MAX_ENTITIES) else { return };
                let mobility = Mobility::ALL[usize::from(kind % 3)];
                let entity = Entity { mobility, ..Entity::new(shape) };
                let inserted = self.worlds.each_mut().map(|world| world.insert(entity).expect("room"));
                self.handles.push(inserted[0]);
            }
            Call::Reshape(number, shape) => {
                let (Some(handle), Some(shape)) = (self.chosen(*number), shape.shape()) else { return };
                self.worlds.iter_mut().for_each(|world| world.set(handle, shape).expect("there"));
            }
            Call::Slide(shape, motion, bounces) => {
                let moving = shape.shape().and_then(|shape| Moving::new(shape, Number::pair(*motion)).ok());
                let Some(moving) = moving else { return };
                let options = SlideOptions { max_bounces: usize::from(bounces % 6), ..SlideOptions::default() };
                let slides = self.worlds.each_ref().map(|world| world.queries().slide(Query::new(moving), &options));
                assert_eq!(slides[0], slides[1]);
                enters_none(&moving.shape(), &slides[0].shape, self.shapes(&[]));
            }
            Call::Free(shape, within) => {
                let Some(shape) = shape.shape() else { return };
                let found = self.worlds.each_ref().map(|world| world.queries().free(Query::new(shape), within.0));
                assert_eq!(found[0], found[1]);
                if let Some(place) = found[0] {
                    assert!(self.shapes(&[]).iter().all(|other| !is_inside(&place, other)), "{place:?}");
                }
            }
            Call::Turn(shape, hinge, turn) => {
                let Some(Shape::OrientedRect(rect)) = shape.shape() else { return };
                let Ok(turning) = Turning::new(rect, Number::pair(*hinge), turn.0) else { return };
                let turns = self.worlds.each_ref().map(|world| world.queries().turn(Query::new(turning)));
                assert_eq!(turns[0], turns[1]);
            }
            Call::Move { in_order, motions } => self.walk(*in_order, motions),
            Call::Separate { rounds, crowd, movers } => {
                let mut movers: Vec<Handle> = movers.iter().filter_map(|number| self.chosen(*number)).collect();
                movers.sort_unstable();
                movers.dedup();
                let before = movers.iter().map(|handle| self.worlds[0].shape(*handle).expect("there"));
                let (before, walls): (Vec<_>, _) = (before.collect(), self.shapes(&movers));
                let crowd = (crowd % 8 > 0).then(|| CrowdLimit::new(u32::from(crowd % 8) - 1));
                let rounds = usize::from(rounds % 4);
                let options = SeparateOptions { rounds, crowd, ..SeparateOptions::default() };
                let ends = self.worlds.each_mut().map(|world| {
                    let mut separation = Separation::default();
                    world.separate_into(&movers, &options, &mut separation).expect("no limit");
                    separation.ends().to_vec()
                });
                assert_eq!(ends[0], ends[1]);
                for (start, (_, end)) in before.iter().zip(&ends[0]) {
                    enters_none(start, end, walls.iter().copied());
                }
            }
            Call::Step => self.worlds.iter_mut().for_each(|world| _ = world.step()),
        }
    }

    fn walk(&mut self, in_order: bool, motions: &[(u8, [Number; 2])]) {
        let motions: Vec<(Handle, Vec2)> = motions
            .iter()
            .filter_map(|(number, motion)| Some((self.chosen(*number)?, Number::pair(*motion))))
            .collect();
        let movers = if in_order { Movers::InOrder } else { Movers::Ignore };
        let options = MoveOptions { movers, ..MoveOptions::default() };
        let handles: Vec<Handle> = motions.iter().map(|(handle, _)| *handle).collect();
        let walls = self.shapes(&handles);
        let before: Vec<Shape> = handles.iter().map(|handle| self.worlds[0].shape(*handle).expect("there")).collect();
        let results = self.worlds.each_mut().map(|world| {
            let mut moves = Moves::default();
            let moved = world.move_batch_into(&motions, &options, &mut moves).map_err(|error| error.to_string());
            (moved, moves.slides().collect::<Vec<_>>())
        });
        assert_eq!(results[0], results[1]);
        for (handle, start) in handles.iter().zip(&before) {
            let end = self.worlds[0].shape(*handle).expect("there");
            enters_none(start, &end, walls.iter().copied());
            assert_eq!(self.worlds[1].shape(*handle), Some(end));
        }
    }
}

fuzz_target!(|input: Input| {
    let strategy = Strategy::ALL[usize::from(input.strategy) % Strategy::ALL.len()];
    let worlds = [strategy, Strategy::HierarchicalGrid]
        .map(|strategy| World::new(Settings { strategy, threads: Threads::Serial, ..Settings::default() }));
    let mut trial = Trial { worlds, handles: Vec::new() };
    input.calls.iter().for_each(|call| trial.apply(call));
});
