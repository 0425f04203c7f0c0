//! Recorded worlds as files of shapes.

use std::io::{BufReader, Read};

use collide2d::{Entity, Handle, Settings, Threads, Trace, World};

use super::recording::{Frame, Id, Ids, Movers, Recording, Wanted};
use super::{InputError, START};

/// How each starts.
pub(super) const MAGIC: [u8; START] = *b"ctrace\0\0";

/// More rows than that, some gigabytes, are not held at once.
const MOST_ROWS: usize = 100_000_000;

/// What the steps of a recorded world were about. Entities are named by slot, or by handle where others had it before.
pub(super) fn read(input: impl Read, file: String, wanted: Wanted, skip: bool) -> Result<Recording, InputError> {
    read_rows(input, file, wanted, skip, MOST_ROWS)
}

fn read_rows(
    input: impl Read,
    file: String,
    wanted: Wanted,
    skip_invalid: bool,
    most: usize,
) -> Result<Recording, InputError> {
    let recording = Recording { file: file.clone(), ..Recording::default() };
    let mut rows = Rows { recording, wanted, movers: Movers::default(), numbers: Numbers::default(), room: most };
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for tick in Trace::new(BufReader::new(input)) {
        let tick = match (tick, rows.recording.ticks.last()) {
            (Ok(tick), _) => tick,
            (Err(error), None) => return Err(InputError::Trace { file, error }),
            (Err(error), Some(last)) if skip_invalid => {
                rows.recording.left_out = Some(format!("{file}: left out all after tick {}: {error}", last.tick));
                break;
            }
            (Err(error), _) => return Err(InputError::TraceEnd { file, error }),
        };
        world.follow(&tick).map_err(|error| InputError::Changes { file: file.clone(), error })?;
        rows.add(tick.tick(), &world)?;
    }
    let Rows { mut recording, movers, .. } = rows;
    if recording.ticks.is_empty() {
        recording.ticks.push(Frame { tick: 0, rows: Vec::new() });
    }
    recording.movers = Some(movers.share());
    Ok(recording)
}

/// Takes the shapes of a world at each tick.
struct Rows {
    recording: Recording,
    wanted: Wanted,
    movers: Movers,
    numbers: Numbers,
    /// For so many rows more.
    room: usize,
}

impl Rows {
    fn add(&mut self, tick: u64, world: &World) -> Result<(), InputError> {
        let Self { recording: Recording { file, ticks, ids, .. }, numbers, .. } = self;
        let number = |(handle, entity): (Handle, Entity)| (numbers.of(handle, ids), entity.shape);
        let mut rows: Vec<_> = world.iter().map(number).collect();
        self.movers.see(&rows);
        // Worlds that go back to an earlier tick are counted on.
        let tick = match ticks.last() {
            Some(last) if last.tick == u64::MAX => return Err(InputError::LastTick { file: file.clone() }),
            Some(last) => tick.max(last.tick + 1),
            None => tick,
        };
        match self.wanted {
            Wanted::All => {}
            Wanted::Around(time) if tick <= time => _ = ticks.last_mut().map(|last| last.rows = Vec::new()),
            Wanted::Around(time) if ticks.last().is_none_or(|last| last.tick <= time) => {}
            Wanted::Around(_) => rows = Vec::new(),
        }
        if self.wanted == Wanted::All {
            let room = self.room.checked_sub(rows.len());
            self.room = room.ok_or_else(|| InputError::TooMany { file: file.clone(), tick })?;
        }
        ticks.push(Frame { tick, rows });
        Ok(())
    }
}

/// Of each slot, who had it last and the number of the id of that: names are long to write and to look up.
#[derive(Default)]
struct Numbers(Vec<Option<(Handle, u32)>>);

impl Numbers {
    fn of(&mut self, handle: Handle, ids: &mut Ids) -> u32 {
        let slot = handle.slot() as usize;
        if self.0.len() <= slot {
            self.0.resize(slot + 1, None);
        }
        match self.0[slot] {
            Some((last, number)) if last == handle => number,
            _ => {
                let numeric = handle.generation() == 0;
                let text = if numeric { handle.slot().to_string() } else { handle.to_string() };
                let number = ids.number(Id { text: &text, numeric });
                self.0[slot] = Some((handle, number));
                number
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Settings, Vec2, World};

    use super::{Movers, Numbers, Rows, read_rows};
    use crate::input::{InputError, Recording, Wanted};

    /// Two circles for ten ticks, of which one moves.
    fn read(wanted: Wanted, most: usize) -> Result<Recording, InputError> {
        let circle = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
        let mut world = World::new(Settings::default());
        let [_, mover] = [0.0, 5.0].map(|x| world.insert(circle(x)).unwrap());
        world.start_recording();
        for x in 0..10_u8 {
            world.update(mover, circle(x.into())).unwrap();
            world.step();
        }
        let mut bytes = Vec::new();
        world.write_recorded(&mut bytes).unwrap();
        read_rows(bytes.as_slice(), "a.ctrace".to_owned(), wanted, false, most)
    }

    #[test]
    fn only_what_is_wanted_is_held() {
        for (wanted, held) in [
            (Wanted::All, (1..=10).collect()),
            (Wanted::Around(4), vec![4, 5]),
            (Wanted::Around(0), vec![1]),
            (Wanted::at(None), vec![10]),
        ] {
            let recording = read(wanted, 20).unwrap();
            let frames = recording.ticks.iter().filter(|frame| !frame.rows.is_empty());
            assert_eq!(frames.map(|frame| frame.tick).collect::<Vec<_>>(), held);
            assert_eq!((recording.tick_list().as_str(), recording.movers()), ("10 ticks, 1 to 10", 0.5));
        }
        let error = read(Wanted::All, 19).err().unwrap().to_string();
        assert!(error.starts_with("a.ctrace: has more rows up to tick 10 than fit into memory"), "{error}");
        assert!(read(Wanted::Around(9), 0).is_ok());
    }

    /// As a forged trace may have it.
    #[test]
    fn nothing_comes_after_the_last_tick() {
        let mut rows = Rows {
            recording: Recording { file: "a.ctrace".to_owned(), ..Recording::default() },
            wanted: Wanted::All,
            movers: Movers::default(),
            numbers: Numbers::default(),
            room: 1,
        };
        let world = World::default();
        assert!(rows.add(u64::MAX, &world).is_ok());
        let error = rows.add(3, &world).unwrap_err().to_string();
        assert_eq!(error, "a.ctrace: has a tick after the last there can be, 18446744073709551615");
    }
}
