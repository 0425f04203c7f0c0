//! What happens in the world: a scene or a recording, the same for all workers.

use std::path::Path;

use collide_cluster::{ClusterError, Member, Roster};
use collide_scenes::Scene;
use collide2d::{Handle, Settings, Shape, World, WorldError};

use super::job::Input;
use crate::failure::Failure;
use crate::generate::DT;
use crate::input::{self, Frame, Wanted};

/// Where shapes come from, tick by tick.
pub(super) enum Source {
    Scene { scene: Scene, ticks: u64, rows: Vec<(u32, Shape)>, at: u64 },
    Frames(Vec<Frame>),
}

/// What becomes of an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Op {
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
                let mut frames = input::read_recording(Path::new(file), Wanted::All, false)?.ticks;
                frames.truncate(ticks.map_or(usize::MAX, |ticks| ticks as usize));
                Ok(Self::Frames(frames))
            }
        }
    }

    /// How many ticks there are.
    pub(super) fn ticks(&self) -> u64 {
        match self {
            Self::Scene { ticks, .. } => *ticks,
            Self::Frames(frames) => frames.len() as u64,
        }
    }

    /// Who is there at a tick, from 1: no earlier one than before.
    fn rows(&mut self, tick: u64) -> &[(u32, Shape)] {
        match self {
            Self::Frames(frames) => frames.get(tick as usize - 1).map_or(&[], |frame| &frame.rows),
            Self::Scene { scene, rows, at, .. } => {
                for _ in *at..tick {
                    scene.advance(DT);
                }
                *at = tick;
                rows.clear();
                rows.extend((0..).zip(scene.shapes().iter().copied()));
                rows
            }
        }
    }

    /// Goes to a tick that is over, and says nothing of how.
    pub(super) fn skip(&mut self, script: &mut Script, tick: u64) {
        // In a scene nobody comes or goes after the first tick.
        let first = if matches!(self, Self::Scene { .. }) { tick.max(1) } else { 1 };
        for tick in first..=tick {
            script.show(self.rows(tick));
        }
    }

    /// What happens before a tick.
    pub(super) fn ops<'a>(&mut self, script: &'a mut Script, tick: u64) -> &'a [Op] {
        script.show(self.rows(tick));
        &script.ops
    }
}

/// Who is there under which handle.
#[derive(Default)]
pub(super) struct Script {
    roster: Roster,
    /// By the number of its id, who is there, and how it was last.
    known: Vec<Option<(Handle, Shape)>>,
    /// The tick at which each was last there.
    seen: Vec<u64>,
    present: Vec<u32>,
    tick: u64,
    ops: Vec<Op>,
}

impl Script {
    fn show(&mut self, rows: &[(u32, Shape)]) {
        self.tick += 1;
        self.ops.clear();
        for &(number, shape) in rows {
            let number = number as usize;
            if self.known.len() <= number {
                self.known.resize(number + 1, None);
                self.seen.resize(number + 1, 0);
            }
            self.seen[number] = self.tick;
            match &mut self.known[number] {
                Some((_, last)) if *last == shape => {}
                Some((handle, last)) => {
                    *last = shape;
                    self.ops.push(Op::Move(*handle, shape));
                }
                // Nobody has more ids than there are slots.
                none => {
                    if let Some(handle) = self.roster.insert() {
                        *none = Some((handle, shape));
                        self.ops.push(Op::Insert(handle, shape));
                    }
                }
            }
        }
        // After those who come, who so get other slots: an event may name both.
        for number in self.present.drain(..).filter(|number| self.seen[*number as usize] != self.tick) {
            if let Some((handle, _)) = self.known[number as usize].take() {
                self.roster.remove(handle);
                self.ops.push(Op::Remove(handle));
            }
        }
        self.present.extend(rows.iter().map(|(number, _)| *number));
    }
}

/// Feeds what a worker owns.
pub(super) fn feed(member: &mut Member, ops: &[Op]) -> Result<(), ClusterError> {
    let me = member.index();
    for op in ops {
        match *op {
            Op::Insert(handle, shape) if member.worker_at(shape.center()) == me => member.insert(handle, shape)?,
            Op::Move(handle, shape) if member.owns(handle) => member.update(handle, shape)?,
            Op::Remove(handle) if member.owns(handle) => member.remove(handle)?,
            _ => {}
        }
    }
    Ok(())
}

/// The same in a single world, to compare with.
pub(super) struct Alone {
    source: Source,
    script: Script,
    world: World,
    moves: Vec<(Handle, Shape)>,
}

impl Alone {
    pub(super) fn new(source: Source, settings: Settings) -> Self {
        Self { source, script: Script::default(), world: World::new(settings), moves: Vec::new() }
    }

    /// Makes the next tick; its pairs and its fingerprint.
    pub(super) fn tick(&mut self, tick: u64) -> Result<(u64, u64), WorldError> {
        self.moves.clear();
        for op in self.source.ops(&mut self.script, tick) {
            match *op {
                Op::Insert(_, shape) => _ = self.world.insert(shape)?,
                Op::Move(handle, shape) => self.moves.push((handle, shape)),
                Op::Remove(handle) => _ = self.world.remove(handle)?,
            }
        }
        self.world.update_batch(&self.moves)?;
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
            for op in source.ops(&mut script, tick) {
                match *op {
                    Op::Insert(handle, shape) => assert_eq!(world.insert(shape), Ok(handle)),
                    Op::Move(handle, shape) => world.update(handle, shape).unwrap(),
                    Op::Remove(handle) => _ = world.remove(handle).unwrap(),
                }
            }
        }
        assert_eq!(script.ops.len(), 4);
        // Whoever goes on from a tick does the same.
        let (mut later, mut again) = (frames(5), Script::default());
        later.skip(&mut again, 4);
        assert_eq!(later.ops(&mut again, 5), script.ops);
    }
}
