//! The changes of each tick, from a scene or a recording: the same for all workers.

use std::path::Path;

use collide_cluster::{ClusterError, HandleAllocator, Member};
use collide_scenes::Scene;
use collide2d::error::WorldError;
use collide2d::{Handle, Settings, Shape, World};

use super::job::Input;
use crate::failure::Failure;
use crate::input::{self, Frame, RowOptions, Ticks};
use crate::options::SCENE_TICK;

/// The shapes of each tick.
pub(super) enum Source {
    Scene { scene: Scene, ticks: u64, rows: Vec<(u32, Shape)>, at: u64 },
    Frames(Vec<Frame>),
}

/// A change of an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    Insert(Handle, Shape),
    Move(Handle, Shape),
    Remove(Handle),
}

impl Source {
    pub(super) fn open(input: &Input) -> Result<Self, Failure> {
        match input {
            Input::Scene { scene, count, seed, ticks } => {
                let kind: collide_scenes::SceneKind =
                    scene.parse().map_err(|_| Failure::Usage("--scene: no such scene"))?;
                let scene = kind.generate(*count as usize, *seed);
                Ok(Self::Scene { scene, ticks: *ticks, rows: Vec::new(), at: 1 })
            }
            Input::File { file, ticks } => {
                let mut frames = input::read_recording(Path::new(file), Ticks::All, RowOptions::default())?.ticks;
                frames.truncate(ticks.map_or(usize::MAX, |ticks| ticks as usize));
                Ok(Self::Frames(frames))
            }
        }
    }

    /// The number of ticks.
    pub(super) fn ticks(&self) -> u64 {
        match self {
            Self::Scene { ticks, .. } => *ticks,
            Self::Frames(frames) => frames.len() as u64,
        }
    }

    /// The shapes of a tick, counted from 1. Must be called with ascending ticks.
    fn rows(&mut self, tick: u64) -> &[(u32, Shape)] {
        match self {
            Self::Frames(frames) => frames.get(tick as usize - 1).map_or(&[], |frame| &frame.rows),
            Self::Scene { scene, rows, at, .. } => {
                for _ in *at..tick {
                    scene.advance(SCENE_TICK);
                }
                *at = tick;
                rows.clear();
                rows.extend((0..).zip(scene.shapes().iter().copied()));
                rows
            }
        }
    }

    /// Skips to the end of a tick without returning the changes.
    pub(super) fn skip(&mut self, script: &mut Script, tick: u64) {
        // In a scene no entity is inserted or removed after the first tick.
        let first = if matches!(self, Self::Scene { .. }) { tick.max(1) } else { 1 };
        for tick in first..=tick {
            script.show(self.rows(tick));
        }
    }

    /// The changes before a tick.
    pub(super) fn changes<'a>(&mut self, script: &'a mut Script, tick: u64) -> &'a [Change] {
        script.show(self.rows(tick));
        &script.changes
    }
}

/// The handles of the entities, as a single world would give them.
#[derive(Default)]
pub(super) struct Script {
    allocator: HandleAllocator,
    /// By number of the id: the handle and the last shape, if the entity is in the world.
    known: Vec<Option<(Handle, Shape)>>,
    /// By number of the id: the last tick that has it.
    last_tick: Vec<u64>,
    present: Vec<u32>,
    tick: u64,
    changes: Vec<Change>,
}

impl Script {
    fn show(&mut self, rows: &[(u32, Shape)]) {
        self.tick += 1;
        self.changes.clear();
        for &(number, shape) in rows {
            let number = number as usize;
            if self.known.len() <= number {
                self.known.resize(number + 1, None);
                self.last_tick.resize(number + 1, 0);
            }
            self.last_tick[number] = self.tick;
            match &mut self.known[number] {
                Some((_, last)) if *last == shape => {}
                Some((handle, last)) => {
                    *last = shape;
                    self.changes.push(Change::Move(*handle, shape));
                }
                // There are always fewer ids than slots.
                none => {
                    if let Some(handle) = self.allocator.insert() {
                        *none = Some((handle, shape));
                        self.changes.push(Change::Insert(handle, shape));
                    }
                }
            }
        }
        // After the insertions, so that none of them gets the slot of a removed entity: an event may name both.
        for number in self.present.drain(..).filter(|number| self.last_tick[*number as usize] != self.tick) {
            if let Some((handle, _)) = self.known[number as usize].take() {
                self.allocator.remove(handle);
                self.changes.push(Change::Remove(handle));
            }
        }
        self.present.extend(rows.iter().map(|(number, _)| *number));
    }
}

/// Applies the changes of the entities that a worker owns.
pub(super) fn apply(member: &mut Member, changes: &[Change]) -> Result<(), ClusterError> {
    let me = member.index();
    for change in changes {
        match *change {
            Change::Insert(handle, shape) if member.worker_at(shape.middle()) == me => member.insert(handle, shape)?,
            Change::Move(handle, shape) if member.owns(handle) => member.set(handle, shape)?,
            Change::Remove(handle) if member.owns(handle) => member.remove(handle)?,
            _ => {}
        }
    }
    Ok(())
}

/// The same ticks in a single world, to compare with.
pub(super) struct SingleWorld {
    source: Source,
    script: Script,
    world: World,
    moves: Vec<(Handle, Shape)>,
}

impl SingleWorld {
    pub(super) fn new(source: Source, settings: Settings) -> Self {
        Self { source, script: Script::default(), world: World::new(settings), moves: Vec::new() }
    }

    /// Steps to the next tick; returns its number of pairs and its fingerprint.
    pub(super) fn tick(&mut self, tick: u64) -> Result<(u64, u64), WorldError> {
        self.moves.clear();
        for change in self.source.changes(&mut self.script, tick) {
            match *change {
                Change::Insert(_, shape) => _ = self.world.insert(shape)?,
                Change::Move(handle, shape) => self.moves.push((handle, shape)),
                Change::Remove(handle) => _ = self.world.remove(handle)?,
            }
        }
        self.world.set_batch(&self.moves).map_err(|indexed| indexed.error)?;
        let pairs = self.world.step().pair_count;
        Ok((pairs, self.world.fingerprint()))
    }
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Vec2};

    use super::*;

    #[test]
    fn handles_are_those_of_a_world() {
        let shape = |x: f32| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
        let rows = |ids: &[u32], x: f32| ids.iter().map(|id| (*id, shape(x))).collect::<Vec<_>>();
        let ticks =
            [rows(&[0, 1, 2], 0.0), rows(&[1], 1.0), rows(&[0, 3], 2.0), rows(&[0, 3], 2.0), rows(&[2, 1], 3.0)];
        let frames = |count: usize| {
            let ticks = ticks.iter().take(count).cloned();
            Source::Frames(ticks.map(|rows| Frame { tick: 0, rows }).collect())
        };
        let (mut source, mut script, mut world) = (frames(5), Script::default(), World::default());
        for tick in 1..=5 {
            for change in source.changes(&mut script, tick) {
                match *change {
                    Change::Insert(handle, shape) => assert_eq!(world.insert(shape), Ok(handle)),
                    Change::Move(handle, shape) => world.set(handle, shape).unwrap(),
                    Change::Remove(handle) => _ = world.remove(handle).unwrap(),
                }
            }
        }
        assert_eq!(script.changes.len(), 4);
        // A worker that starts at a later tick has the same changes.
        let (mut later, mut again) = (frames(5), Script::default());
        later.skip(&mut again, 4);
        assert_eq!(later.changes(&mut again, 5), script.changes);
    }
}
