//! A world that goes through a recording.

use collide::{Entity, Handle, Layers, Settings, Shape, World, WorldError};

use crate::input::Frame;

/// The shapes of a recording, each under one handle as long as it is there.
pub(crate) struct Stage {
    pub(crate) world: World,
    layers: Layers,
    /// Of each number of an id its handle, while it is there, and the last frame it was in.
    handles: Vec<Option<Handle>>,
    seen: Vec<u64>,
    /// The numbers of who is there.
    there: Vec<u32>,
    /// Of each slot the number of who has it, or had it last.
    holders: Vec<u32>,
    frame_count: u64,
}

impl Stage {
    /// For numbers of ids below `id_count`, who all are on the same layers.
    pub(crate) fn new(settings: Settings, id_count: usize, layers: Layers) -> Self {
        let (handles, seen) = (vec![None; id_count], vec![0; id_count]);
        let (there, holders) = Default::default();
        Self { world: World::new(settings), layers, handles, seen, there, holders, frame_count: 0 }
    }

    /// Moves who stays, brings who comes and takes away who is gone.
    pub(crate) fn show(&mut self, frame: &Frame) -> Result<(), WorldError> {
        self.frame_count += 1;
        let mut updates: Vec<(Handle, Shape)> = Vec::with_capacity(frame.rows.len());
        for &(number, shape) in &frame.rows {
            self.seen[number as usize] = self.frame_count;
            match self.handles[number as usize] {
                Some(handle) => updates.push((handle, shape)),
                None => self.bring(number, shape)?,
            }
        }
        self.world.update_batch(&updates)?;
        // Only now, so that nobody comes into the slot of one who goes: both may be in the events of one tick.
        let Self { there, seen, handles, frame_count, .. } = self;
        let mut gone = Vec::new();
        there.retain(|number| {
            let stays = seen[*number as usize] == *frame_count;
            if !stays {
                gone.extend(handles[*number as usize].take());
            }
            stays
        });
        self.world.remove_batch(&gone)
    }

    fn bring(&mut self, number: u32, shape: Shape) -> Result<(), WorldError> {
        let handle = self.world.insert(Entity::new(shape).with_layers(self.layers))?;
        self.handles[number as usize] = Some(handle);
        self.there.push(number);
        let slot = handle.slot() as usize;
        if self.holders.len() <= slot {
            self.holders.resize(slot + 1, 0);
        }
        self.holders[slot] = number;
        Ok(())
    }

    /// The number of who has a handle now, or had it in the frame before.
    pub(crate) fn number(&self, handle: Handle) -> u32 {
        self.holders[handle.slot() as usize]
    }
}
