//! A world that plays a recording.

use std::time::{Duration, Instant};

use collide2d::error::WorldError;
use collide2d::report::Report;
use collide2d::{Entity, Handle, Layers, Mobility, Settings, Shape, World};

use crate::input::Frame;

/// A world that plays a recording. Ids are given by their number in it.
pub(crate) struct Player {
    pub(crate) world: World,
    /// By id: its entity, if it is in the world.
    handles: Vec<Option<Handle>>,
    /// By id: the last frame that has it, counted from 1.
    last_frame: Vec<u64>,
    frame: u64,
    /// The ids in the world.
    present: Vec<u32>,
    /// By slot: the id of its entity, or of its last one.
    id_of_slot: Vec<u32>,
    layers: Layers,
    /// By id: whether its entity is static.
    is_static: Vec<bool>,
    updates: Vec<(Handle, Shape)>,
}

/// A step and its time.
pub(crate) struct Step {
    pub(crate) total: Duration,
    pub(crate) report: Report,
}

impl Player {
    /// An empty world.
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            world: World::new(settings),
            handles: Vec::new(),
            last_frame: Vec::new(),
            frame: 0,
            present: Vec::new(),
            id_of_slot: Vec::new(),
            layers: Layers::ALL,
            is_static: Vec::new(),
            updates: Vec::new(),
        }
    }

    /// Inserts all entities with these layers.
    pub(crate) fn with_layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// Inserts as static the entities whose flag is set, by id. These must have the same shape in all frames.
    pub(crate) fn with_static(self, is_static: Vec<bool>) -> Self {
        Self { is_static, ..self }
    }

    fn is_static(&self, number: u32) -> bool {
        self.is_static.get(number as usize).copied().unwrap_or_default()
    }

    /// Gives the world the shapes of a frame: updates and inserts entities, and removes those that the frame does not
    /// have.
    pub(crate) fn show(&mut self, frame: &Frame) -> Result<(), WorldError> {
        self.frame += 1;
        self.updates.clear();
        let count = frame.rows.iter().map(|(number, _)| *number as usize + 1).max().unwrap_or_default();
        if self.handles.len() < count {
            self.handles.resize(count, None);
            self.last_frame.resize(count, 0);
        }
        for &(number, shape) in &frame.rows {
            self.last_frame[number as usize] = self.frame;
            match self.handles[number as usize] {
                // An update of a static entity would rebuild the index of all static entities.
                Some(_) if self.is_static(number) => {}
                Some(handle) => self.updates.push((handle, shape)),
                None => self.insert(number, shape)?,
            }
        }
        self.world.set_batch(&self.updates).map_err(|indexed| indexed.error)?;
        // After the insertions, so that none of them gets the slot of a removed entity: the events of a step may name
        // both.
        for number in self.present.drain(..).filter(|number| self.last_frame[*number as usize] != self.frame) {
            if let Some(handle) = self.handles[number as usize].take() {
                self.world.remove(handle)?;
            }
        }
        self.present.extend(frame.rows.iter().map(|(number, _)| *number));
        Ok(())
    }

    fn insert(&mut self, number: u32, shape: Shape) -> Result<(), WorldError> {
        let mobility = if self.is_static(number) { Mobility::Static } else { Mobility::Dynamic };
        let handle = self.world.insert(Entity { mobility, ..Entity::new(shape).with_layers(self.layers) })?;
        self.handles[number as usize] = Some(handle);
        let slot = handle.slot() as usize;
        if self.id_of_slot.len() <= slot {
            self.id_of_slot.resize(slot + 1, 0);
        }
        self.id_of_slot[slot] = number;
        Ok(())
    }

    /// The number of the id of an entity that is in the world, or was until the last frame.
    pub(crate) fn number(&self, handle: Handle) -> u32 {
        self.id_of_slot[handle.slot() as usize]
    }

    /// Steps the world and measures the time of the whole call; the report has only the times of its phases.
    pub(crate) fn step(&mut self) -> Step {
        let start = Instant::now();
        let report = *self.world.step();
        Step { total: start.elapsed(), report }
    }
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Entity, Mobility, Settings, Vec2};

    use super::Player;
    use crate::input::Frame;

    #[test]
    fn removed_entities_come_back() {
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
        // Shape 1 never moves, so the results are the same if it is static.
        let mut player = Player::new(Settings::default()).with_static(vec![false, true]);
        for (rows, pairs) in ticks.iter().chain(&ticks) {
            player.show(&frame(rows)).unwrap();
            assert_eq!(player.step().report.pair_count, *pairs, "{rows:?}");
            let is_static = |entity: Entity| entity.mobility == Mobility::Static;
            let count = player.world.iter().filter(|(_, entity)| is_static(*entity)).count();
            assert_eq!(count, rows.iter().filter(|(number, _)| *number == 1).count());
        }
    }
}
