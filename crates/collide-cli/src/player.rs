//! A world that goes through a recording.

use std::time::{Duration, Instant};

use collide2d::{Entity, Handle, Layers, Mobility, Report, Settings, Shape, World, WorldError};

use crate::input::Frame;

/// A tick of more pairs than that is no game, and lists of them might not fit into memory.
pub(crate) const MOST_PAIRS: u64 = 25_000_000;

/// A world that a recording is played in.
pub(crate) struct Player {
    pub(crate) world: World,
    /// Who is there, by the number of its id.
    handles: Vec<Option<Handle>>,
    /// In which frame each was last there, counted from 1.
    seen: Vec<u64>,
    frame: u64,
    /// The numbers of those there.
    present: Vec<u32>,
    /// Of each slot, the number of who has it, or had it last.
    holders: Vec<u32>,
    layers: Layers,
    /// Who never moves, by the number of its id; all others may.
    still: Vec<bool>,
    updates: Vec<(Handle, Shape)>,
}

/// A step, timed.
pub(crate) struct Lap {
    pub(crate) total: Duration,
    pub(crate) report: Report,
}

impl Player {
    /// An empty world.
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            world: World::new(settings),
            handles: Vec::new(),
            seen: Vec::new(),
            frame: 0,
            present: Vec::new(),
            holders: Vec::new(),
            layers: Layers::ALL,
            still: Vec::new(),
            updates: Vec::new(),
        }
    }

    /// With all who enter on these layers.
    pub(crate) fn on(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// With these as static ones, by the number of the id: they must be the same in all frames.
    pub(crate) fn with_still(self, still: Vec<bool>) -> Self {
        Self { still, ..self }
    }

    fn is_still(&self, number: u32) -> bool {
        self.still.get(number as usize).copied().unwrap_or_default()
    }

    /// Brings the world to where a frame has it: who is no longer there leaves, who is there moves, who is new enters.
    pub(crate) fn show(&mut self, frame: &Frame) -> Result<(), WorldError> {
        self.frame += 1;
        self.updates.clear();
        let count = frame.rows.iter().map(|(number, _)| *number as usize + 1).max().unwrap_or_default();
        if self.handles.len() < count {
            self.handles.resize(count, None);
            self.seen.resize(count, 0);
        }
        for &(number, shape) in &frame.rows {
            self.seen[number as usize] = self.frame;
            match self.handles[number as usize] {
                // What is static is sorted anew when it is told to be where it is.
                Some(_) if self.is_still(number) => {}
                Some(handle) => self.updates.push((handle, shape)),
                None => self.enter(number, shape)?,
            }
        }
        self.world.update_batch(&self.updates)?;
        // Only now, so that nobody enters into the slot of one who leaves: the events of a step may name both.
        for number in self.present.drain(..).filter(|number| self.seen[*number as usize] != self.frame) {
            if let Some(handle) = self.handles[number as usize].take() {
                self.world.remove(handle)?;
            }
        }
        self.present.extend(frame.rows.iter().map(|(number, _)| *number));
        Ok(())
    }

    fn enter(&mut self, number: u32, shape: Shape) -> Result<(), WorldError> {
        let mobility = if self.is_still(number) { Mobility::Static } else { Mobility::Dynamic };
        let handle = self.world.insert(Entity { mobility, ..Entity::new(shape).with_layers(self.layers) })?;
        self.handles[number as usize] = Some(handle);
        let slot = handle.slot() as usize;
        if self.holders.len() <= slot {
            self.holders.resize(slot + 1, 0);
        }
        self.holders[slot] = number;
        Ok(())
    }

    /// The number of who has a handle, or had it until the last frame.
    pub(crate) fn number(&self, handle: Handle) -> u32 {
        self.holders[handle.slot() as usize]
    }

    /// One step. Timed from outside: a report leaves out what is done before and after its phases.
    pub(crate) fn step(&mut self) -> Lap {
        let start = Instant::now();
        let report = *self.world.step();
        Lap { total: start.elapsed(), report }
    }
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Entity, Mobility, Settings, Vec2};

    use super::Player;
    use crate::input::Frame;

    #[test]
    fn those_who_leave_come_back() {
        let frame = |rows: &[(u32, f32)]| Frame {
            tick: 0,
            rows: rows
                .iter()
                .map(|&(number, x)| (number, Circle::new(Vec2::new(x, 0.0), 1.0).unwrap().into()))
                .collect(),
        };
        let mut player = Player::new(Settings::default());
        let ticks: [(&[(u32, f32)], u64); 5] = [
            (&[(0, 0.0), (1, 1.0)], 1),
            (&[(1, 1.0), (2, 9.0)], 0),
            (&[], 0),
            (&[(2, 0.0), (1, 1.0), (0, 2.0)], 3),
            (&[(2, 9.0)], 0),
        ];
        for (rows, pairs) in ticks.iter().chain(&ticks) {
            player.show(&frame(rows)).unwrap();
            assert_eq!(player.step().report.pair_count, *pairs, "{rows:?}");
            assert_eq!(player.world.len(), rows.len());
        }
        // Shape 1 is always where it was; that it is static changes nothing.
        let mut player = Player::new(Settings::default()).with_still(vec![false, true]);
        for (rows, pairs) in ticks.iter().chain(&ticks) {
            player.show(&frame(rows)).unwrap();
            assert_eq!(player.step().report.pair_count, *pairs, "{rows:?}");
            let is_static = |entity: Entity| entity.mobility == Mobility::Static;
            let still = player.world.iter().filter(|(_, entity)| is_static(*entity)).count();
            assert_eq!(still, rows.iter().filter(|(number, _)| *number == 1).count());
        }
    }
}
