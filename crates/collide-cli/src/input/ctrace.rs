//! Traces of worlds, as files of shapes.

use std::io::{BufReader, Read};

use collide2d::{Entity, Handle, Settings, Threads, Trace, World};

use super::error::InputError;
use super::ids::{Id, Ids, OutOfMemory};
use super::recording::{Frame, Movers, Recording, Ticks};
use super::source::START_LENGTH;

/// The first bytes of each file.
pub(super) const MAGIC: [u8; START_LENGTH] = *b"ctrace\0\0";

/// The limit of the rows in memory, which take some gigabytes.
const MAX_ROWS: usize = 100_000_000;

/// Reads the shapes of each tick. The id of an entity is its slot, or its handle if another entity had the slot before.
pub(super) fn read(input: impl Read, file: String, ticks: Ticks, skip: bool) -> Result<Recording, InputError> {
    read_rows(input, file, ticks, skip, MAX_ROWS)
}

fn read_rows(
    input: impl Read,
    file: String,
    ticks: Ticks,
    skip_invalid: bool,
    max_rows: usize,
) -> Result<Recording, InputError> {
    let recording = Recording { file: file.clone(), ..Recording::default() };
    let (movers, numbers) = Default::default();
    let mut rows = Rows { recording, kept: ticks, movers, numbers, rows_left: max_rows };
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for tick in Trace::new(BufReader::new(input)) {
        let tick = match (tick, rows.recording.ticks.last()) {
            (Ok(tick), _) => tick,
            (Err(error), None) => return Err(InputError::Trace { file, error }),
            (Err(error), Some(last)) if skip_invalid => {
                rows.recording.note = Some(format!("{file}: left out all after tick {}: {error}", last.tick));
                break;
            }
            (Err(error), _) => return Err(InputError::TraceEnd { file, error }),
        };
        tick.follow(&mut world).map_err(|error| InputError::Changes { file: file.clone(), error })?;
        rows.add(tick.tick(), &world)?;
    }
    let Rows { mut recording, movers, .. } = rows;
    if recording.ticks.is_empty() {
        recording.ticks.push(Frame { tick: 0, rows: Vec::new() });
    }
    recording.movers = Some(movers.share());
    Ok(recording)
}

/// Collects the shapes of a world at each tick.
struct Rows {
    recording: Recording,
    kept: Ticks,
    movers: Movers,
    numbers: Numbers,
    /// The number of rows that may still be kept.
    rows_left: usize,
}

impl Rows {
    fn add(&mut self, tick: u64, world: &World) -> Result<(), InputError> {
        let Self { recording: Recording { file, ticks, ids, .. }, numbers, .. } = self;
        let number = |(handle, entity): (Handle, Entity)| Ok((numbers.of(handle, ids)?, entity.shape));
        let rows: Result<Vec<_>, OutOfMemory> = world.iter().map(number).collect();
        let mut rows = rows.map_err(|_| InputError::Memory { file: file.clone() })?;
        self.movers.add_tick(&rows);
        // If a world goes back to an earlier tick, the ticks are still counted upwards.
        let tick = match ticks.last() {
            Some(last) if last.tick == u64::MAX => return Err(InputError::LastTick { file: file.clone() }),
            Some(last) => tick.max(last.tick + 1),
            None => tick,
        };
        match self.kept {
            Ticks::All => {
                let rows_left = self.rows_left.checked_sub(rows.len());
                self.rows_left = rows_left.ok_or_else(|| InputError::TooMany { file: file.clone(), tick })?;
            }
            Ticks::Around(time) if tick <= time => _ = ticks.last_mut().map(|last| last.rows = Vec::new()),
            Ticks::Around(time) if ticks.last().is_none_or(|last| last.tick <= time) => {}
            Ticks::Around(_) => rows = Vec::new(),
        }
        ticks.push(Frame { tick, rows });
        Ok(())
    }
}

/// By slot: its last handle, and the number of the id of that handle. Looking up an id by its text would take longer.
#[derive(Default)]
struct Numbers(Vec<Option<(Handle, u32)>>);

impl Numbers {
    fn of(&mut self, handle: Handle, ids: &mut Ids) -> Result<u32, OutOfMemory> {
        let slot = handle.slot() as usize;
        if self.0.len() <= slot {
            self.0.resize(slot + 1, None);
        }
        match self.0[slot] {
            Some((last, number)) if last == handle => Ok(number),
            _ => {
                let numeric = handle.generation() == 0;
                let text = if numeric { handle.slot().to_string() } else { handle.to_string() };
                let number = ids.number(Id { text: &text, numeric })?;
                self.0[slot] = Some((handle, number));
                Ok(number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Vec2};

    use super::*;

    /// Two circles for ten ticks, of which one moves.
    fn read(ticks: Ticks, max_rows: usize) -> Result<Recording, InputError> {
        let circle = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
        let mut world = World::new(Settings::default());
        let [_, mover] = [0.0, 5.0].map(|x| world.insert(circle(x)).unwrap());
        world.start_recording();
        for x in 0..10_u8 {
            world.set(mover, circle(x.into())).unwrap();
            world.step();
        }
        let mut bytes = Vec::new();
        world.write_recorded(&mut bytes).unwrap();
        read_rows(bytes.as_slice(), "a.ctrace".to_owned(), ticks, false, max_rows)
    }

    #[test]
    fn only_some_ticks_are_kept() {
        for (ticks, kept) in [
            (Ticks::All, (1..=10).collect()),
            (Ticks::Around(4), vec![4, 5]),
            (Ticks::Around(0), vec![1]),
            (Ticks::around(None), vec![10]),
        ] {
            let recording = read(ticks, 20).unwrap();
            let frames = recording.ticks.iter().filter(|frame| !frame.rows.is_empty());
            assert_eq!(frames.map(|frame| frame.tick).collect::<Vec<_>>(), kept);
            assert_eq!((recording.tick_list().as_str(), recording.movers()), ("10 ticks, 1 to 10", 0.5));
        }
        let error = read(Ticks::All, 19).err().unwrap().to_string();
        assert!(error.starts_with("a.ctrace: has more rows up to tick 10 than fit into memory"), "{error}");
        assert!(read(Ticks::Around(9), 0).is_ok());
    }

    /// A forged trace may have such ticks.
    #[test]
    fn nothing_comes_after_the_last_tick() {
        let mut rows = Rows {
            recording: Recording { file: "a.ctrace".to_owned(), ..Recording::default() },
            kept: Ticks::All,
            movers: Movers::default(),
            numbers: Numbers::default(),
            rows_left: 1,
        };
        let world = World::default();
        assert!(rows.add(u64::MAX, &world).is_ok());
        let error = rows.add(3, &world).unwrap_err().to_string();
        assert_eq!(error, "a.ctrace: has a tick after the last possible one, 18446744073709551615");
    }
}
