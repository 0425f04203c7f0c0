//! Plays a recording forwards and backwards.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use collide2d::error::{Divergence, OverBudget, TraceError};
use collide2d::{History, Rect, Settings, Threads, Trace, World};
use thiserror::Error;
use web_time::Instant;

use super::snapshot::{Snapshot, extent};

/// The initial number of ticks between two keyframes. It doubles when keyframes take too much memory.
const KEYFRAME_TICKS: u64 = 64;

/// The limit of memory for keyframes, in bytes.
const MAX_KEYFRAME_BYTES: usize = 256 << 20;

/// The limit of pairs in a tick.
const MAX_PAIRS: u64 = 8_000_000;

/// The time limit for ticks played at once, so that a high speed does not delay clients.
const PLAYING: Duration = Duration::from_millis(12);

/// The allowed speeds of a recording, in ticks per 1/60 s.
pub(crate) const SPEEDS: std::ops::RangeInclusive<f32> = 0.05..=16.0;

/// Why a recording cannot be shown, or not beyond a tick.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A tick of the trace cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The recorded changes do not fit the recorded world.
    #[error(transparent)]
    Changes(#[from] Divergence),
    /// A tick has too many pairs to be shown.
    #[error(transparent)]
    Pairs(#[from] OverBudget),
    /// The trace has no complete tick.
    #[error("trace: has no tick")]
    Empty,
    /// The trace has become shorter since it was read.
    #[error("trace: ends before tick {0}")]
    Short(u64),
}

/// Bytes that can be read anywhere.
trait Bytes: Read + Seek + Send {}
impl<T: Read + Seek + Send> Bytes for T {}

/// A position in bytes that are shared with other readers.
#[derive(Clone)]
struct Place {
    bytes: Arc<Mutex<dyn Bytes>>,
    at: u64,
}

impl Read for Place {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.seek(SeekFrom::Start(self.at))?;
        let count = bytes.read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

/// A position in a trace.
#[derive(Clone)]
struct TraceCursor {
    trace: Trace<Place>,
    /// The number of ticks read.
    done: u64,
}

/// A world at a position of the trace, to continue from. Its pairs were not found.
struct Keyframe {
    cursor: TraceCursor,
    world: World,
}

/// A recording, which is played forwards and backwards.
pub struct Player {
    pub(crate) snapshot: Snapshot,
    cursor: TraceCursor,
    /// In ascending order; the first is the start.
    keyframes: Vec<Keyframe>,
    /// The number of the first tick. The others count up from it.
    first: u64,
    count: u64,
    left_out: Option<TraceError>,
    pub(crate) speed: f32,
    /// The fraction of a tick that is still to be played.
    owed: f32,
}

impl TraceCursor {
    /// Applies the changes of the next tick. Returns its number, or `None` at the end.
    fn follow(&mut self, world: &mut World) -> Result<Option<u64>, PlayError> {
        let Some(tick) = self.trace.next().transpose()? else { return Ok(None) };
        tick.follow(world)?;
        self.done += 1;
        // The viewer needs neither history nor events of the world.
        let history = History { ticks: 0, ..world.settings().history };
        world.set_settings(Settings { history, events: false, ..world.settings().clone() });
        Ok(Some(tick.tick()))
    }
}

impl Player {
    /// Reads the whole trace, and keeps keyframes.
    ///
    /// # Errors
    /// [`PlayError`] if the trace has no complete tick, or its changes do not fit the recorded world.
    pub fn read(bytes: impl Read + Seek + Send + 'static) -> Result<Self, PlayError> {
        let trace = Trace::new(Place { bytes: Arc::new(Mutex::new(bytes)), at: 0 });
        let mut cursor = TraceCursor { trace, done: 0 };
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let mut keyframes = vec![Keyframe { cursor: cursor.clone(), world: world.clone() }];
        let (mut first, mut whole, mut left_out) = (0, None, None);
        let mut spacing = KEYFRAME_TICKS;
        loop {
            match cursor.follow(&mut world) {
                Ok(Some(tick)) if cursor.done == 1 => first = tick,
                Ok(Some(_)) => {}
                Err(PlayError::Trace(error)) if cursor.done > 0 => left_out = Some(error),
                Err(error) => return Err(error),
                Ok(None) if cursor.done == 0 => return Err(PlayError::Empty),
                Ok(None) => break,
            }
            if left_out.is_some() {
                break;
            }
            if cursor.done == 1 || cursor.done.is_multiple_of(spacing) {
                let here = extent(&world);
                whole = Some(whole.map_or(here, |whole| around(&whole, &here)));
            }
            if cursor.done.is_multiple_of(spacing) {
                keyframes.push(Keyframe { cursor: cursor.clone(), world: world.clone() });
                if keyframes.iter().map(|keyframe| keyframe.world.memory()).sum::<usize>() > MAX_KEYFRAME_BYTES {
                    spacing *= 2;
                    keyframes.retain(|keyframe| keyframe.cursor.done.is_multiple_of(spacing));
                }
            }
        }
        let snapshot = Snapshot::new(world, whole.unwrap_or_else(|| extent(&World::default())));
        let count = cursor.done;
        let mut player = Self { snapshot, cursor, keyframes, first, count, left_out, speed: 1.0, owed: 0.0 };
        player.seek(first)?;
        Ok(player)
    }

    /// The number of complete ticks.
    #[must_use]
    pub fn tick_count(&self) -> u64 {
        self.count
    }

    /// Why the end of the trace is left out, if it is.
    #[must_use]
    pub fn left_out(&self) -> Option<&TraceError> {
        self.left_out.as_ref()
    }

    /// The number of the tick that is shown.
    pub(crate) fn tick(&self) -> u64 {
        self.first + self.cursor.done - 1
    }

    /// The numbers of the first and of the last tick.
    pub(crate) fn ticks(&self) -> (u64, u64) {
        (self.first, self.first + self.count - 1)
    }

    /// Whether the last tick is shown.
    pub(crate) fn is_over(&self) -> bool {
        self.cursor.done >= self.count
    }

    /// Plays one tick if `single`, or else the ticks of 1/60 s at the current speed. Returns whether there were any.
    pub(crate) fn advance(&mut self, single: bool) -> Result<bool, PlayError> {
        self.owed = if single { 1.0 } else { self.owed + self.speed };
        let (start, before) = (Instant::now(), self.cursor.done);
        while self.owed >= 1.0 && !self.is_over() {
            self.owed -= 1.0;
            self.follow()?;
            self.step()?;
            if start.elapsed() > PLAYING {
                self.owed = self.owed.fract();
            }
        }
        Ok(self.cursor.done > before)
    }

    /// Shows a tick, or the nearest one if there is no such tick.
    pub(crate) fn seek(&mut self, tick: u64) -> Result<(), PlayError> {
        let (first, last) = self.ticks();
        let target = tick.clamp(first, last) - first + 1;
        if target == self.cursor.done && self.snapshot.world.report().is_some() {
            return Ok(());
        }
        // Events compare with the pairs of the tick before, so that tick is played as well.
        let keyframe = self.keyframes.iter().rev().find(|keyframe| keyframe.cursor.done + 2 <= target.max(2));
        if let Some(keyframe) =
            keyframe.filter(|keyframe| self.cursor.done >= target || keyframe.cursor.done > self.cursor.done)
        {
            self.snapshot.world.clone_from(&keyframe.world);
            self.cursor = keyframe.cursor.clone();
        }
        self.owed = 0.0;
        self.snapshot.forget();
        while self.cursor.done < target {
            self.follow()?;
            if self.cursor.done + 1 >= target {
                self.step()?;
            }
        }
        Ok(())
    }

    fn follow(&mut self) -> Result<(), PlayError> {
        let went = self.cursor.follow(&mut self.snapshot.world)?;
        went.map(drop).ok_or(PlayError::Short(self.first + self.cursor.done))
    }

    fn step(&mut self) -> Result<(), PlayError> {
        self.snapshot.world.step_within(MAX_PAIRS)?;
        self.snapshot.note(Duration::ZERO);
        Ok(())
    }
}

/// The smallest rectangle that contains both.
fn around(a: &Rect, b: &Rect) -> Rect {
    Rect::new(a.min().min(b.min()), a.max().max(b.max())).expect("finite numbers in order")
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("count", &self.count).finish_non_exhaustive()
    }
}
