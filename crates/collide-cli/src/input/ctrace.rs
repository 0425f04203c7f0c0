//! Recorded worlds as files of shapes.

use std::io::{BufReader, Read};

use collide::{Handle, Settings, Threads, Trace, World};

use super::recording::{Frame, Id, Ids, Recording};
use super::{InputError, START};

/// How each starts.
pub(super) const MAGIC: [u8; START] = *b"ctrace\0\0";

/// What the steps of a recorded world were about. Entities are named by slot, or by handle where others had it before.
pub(super) fn read(input: impl Read, file: String, skip_invalid: bool) -> Result<Recording, InputError> {
    let mut recording = Recording { file: file.clone(), ..Recording::default() };
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for tick in Trace::new(BufReader::new(input)) {
        let tick = match tick {
            Ok(tick) => tick,
            Err(error) if recording.ticks.is_empty() => return Err(InputError::Trace { file, error }),
            Err(error) if skip_invalid => {
                recording.left_out = Some(format!("{file}: left out all after tick {}: {error}", last(&recording)));
                break;
            }
            Err(error) => return Err(InputError::TraceEnd { file, error }),
        };
        world.follow(&tick).map_err(|error| InputError::Changes { file: file.clone(), error })?;
        let ids = &mut recording.ids;
        let rows = world.iter().map(|(handle, entity)| (number(ids, handle), entity.shape)).collect();
        // Worlds that go back to an earlier tick are counted on.
        let tick = if recording.ticks.is_empty() { tick.tick() } else { tick.tick().max(last(&recording) + 1) };
        recording.ticks.push(Frame { tick, rows });
    }
    if recording.ticks.is_empty() {
        recording.ticks.push(Frame { tick: 0, rows: Vec::new() });
    }
    Ok(recording)
}

fn last(recording: &Recording) -> u64 {
    recording.ticks.last().map_or(0, |frame| frame.tick)
}

fn number(ids: &mut Ids, handle: Handle) -> u32 {
    let numeric = handle.generation() == 0;
    let text = if numeric { handle.slot().to_string() } else { handle.to_string() };
    ids.number(Id { text: &text, numeric })
}
