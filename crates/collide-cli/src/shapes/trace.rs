use std::io::{self, Write};

use collide::{Entity, Handle, Settings, Shape, World};

use super::Entry;

/// More pairs in a tick than this are a pile that nobody meant to write.
const MOST_PAIRS: u64 = 100_000_000;

/// What a world that has these shapes writes down: their slots are in order of their numbers.
pub(crate) struct Trace<W> {
    out: W,
    world: World,
    /// Who has a number, and at which tick it was seen last.
    handles: Vec<Option<(Handle, u64)>>,
    now: u64,
}

impl<W: Write> Trace<W> {
    pub(super) fn new(out: W) -> Self {
        let mut world = World::new(Settings::default());
        world.start_recording();
        Self { out, world, handles: Vec::new(), now: 0 }
    }

    pub(super) fn tick<'a>(&mut self, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        self.now += 1;
        entries.into_iter().try_for_each(|entry| self.put(&entry)).map_err(io::Error::other)?;
        for place in &mut self.handles {
            if let Some((handle, _)) = place.take_if(|(_, seen)| *seen != self.now) {
                self.world.remove(handle).map_err(io::Error::other)?;
            }
        }
        self.world.step_within(MOST_PAIRS).map_err(io::Error::other)?;
        self.world.write_recorded(&mut self.out)?;
        Ok(())
    }

    fn put(&mut self, Entry { number, id, shape }: &Entry<'_>) -> Result<(), collide::WorldError> {
        let index = *number as usize;
        if index >= self.handles.len() {
            self.handles.resize(index + 1, None);
        }
        let handle = match self.handles[index] {
            Some((handle, _)) => {
                self.world.update(handle, shape)?;
                handle
            }
            None => self.world.insert(entity(*number, id.text, shape))?,
        };
        self.handles[index] = Some((handle, self.now));
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Its data is its id, where that is a number that fits, else the number it has here.
fn entity(number: u32, id: &str, shape: &Shape) -> Entity {
    Entity::new(shape).with_data(id.parse().unwrap_or(u64::from(number)))
}
