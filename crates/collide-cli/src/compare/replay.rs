use std::time::{Duration, Instant};

use collide::{Entity, Handle, Report, Settings, Shape, World, WorldError};

use crate::input::Frame;

/// A world that a recording is played in.
pub(crate) struct Replay {
    pub(crate) world: World,
    /// Who is there, by the number of its id.
    handles: Vec<Option<Handle>>,
    /// In which frame each was last there, counted from 1.
    seen: Vec<u64>,
    frame: u64,
    /// The numbers of those there.
    present: Vec<u32>,
    updates: Vec<(Handle, Shape)>,
    entering: Vec<(u32, Entity)>,
}

/// A step, timed.
pub(crate) struct Lap {
    pub(crate) total: Duration,
    pub(crate) report: Report,
}

impl Replay {
    /// An empty world, for so many ids.
    pub(crate) fn new(settings: Settings, id_count: usize) -> Self {
        Self {
            world: World::new(settings),
            handles: vec![None; id_count],
            seen: vec![0; id_count],
            frame: 0,
            present: Vec::new(),
            updates: Vec::new(),
            entering: Vec::new(),
        }
    }

    /// Brings the world to where a frame has it: who is no longer there leaves, who is there moves, who is new enters.
    pub(crate) fn show(&mut self, frame: &Frame) -> Result<(), WorldError> {
        self.frame += 1;
        self.updates.clear();
        self.entering.clear();
        for &(number, shape) in &frame.rows {
            self.seen[number as usize] = self.frame;
            match self.handles[number as usize] {
                Some(handle) => self.updates.push((handle, shape)),
                None => self.entering.push((number, shape.into())),
            }
        }
        for number in self.present.drain(..).filter(|number| self.seen[*number as usize] != self.frame) {
            if let Some(handle) = self.handles[number as usize].take() {
                self.world.remove(handle)?;
            }
        }
        self.world.update_batch(&self.updates)?;
        for &(number, entity) in &self.entering {
            self.handles[number as usize] = Some(self.world.insert(entity)?);
        }
        self.present.extend(frame.rows.iter().map(|(number, _)| *number));
        Ok(())
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
    use collide::{Circle, Settings, Vec2};

    use super::Replay;
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
        let mut replay = Replay::new(Settings::default(), 3);
        let ticks: [(&[(u32, f32)], u64); 5] = [
            (&[(0, 0.0), (1, 1.0)], 1),
            (&[(1, 1.0), (2, 9.0)], 0),
            (&[], 0),
            (&[(2, 0.0), (1, 1.0), (0, 2.0)], 3),
            (&[(2, 9.0)], 0),
        ];
        for (rows, pairs) in ticks.iter().chain(&ticks) {
            replay.show(&frame(rows)).unwrap();
            assert_eq!(replay.step().report.pair_count, *pairs, "{rows:?}");
            assert_eq!(replay.world.len(), rows.len());
        }
    }
}
