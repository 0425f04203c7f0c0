//! Recordings to be shown.

use std::io::{Read, Seek};

use collide2d::TraceError;

pub use crate::arena::PlayError;
use crate::arena::Player;

/// A recorded world, to be [shown](crate::Server::showing): a trace, as [`World::start_recording`](collide2d::World::start_recording)
/// makes it.
///
/// ```
/// use std::io::Cursor;
///
/// use collide2d::{Circle, Settings, Vec2, World};
/// use collide_viewer::{Recording, Server};
///
/// let mut world = World::new(Settings::default());
/// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// world.start_recording();
/// world.step();
/// let mut trace = Vec::new(); // or a file
/// world.write_recorded(&mut trace)?;
///
/// let recording = Recording::read(Cursor::new(trace))?;
/// assert_eq!(recording.tick_count(), 1);
/// let server = Server::bind("127.0.0.1:0".parse()?)?.showing(recording);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recording {
    pub(crate) player: Player,
}

impl Recording {
    /// Goes through a trace once, to know how long it is and to find the way back. It is read again as it is shown, so it must stay
    /// as it is. Memory holds no more than about 256 MB of worlds, however long the trace is.
    ///
    /// # Errors
    /// [`PlayError`] for what has not even one whole tick, or whose changes fit no world.
    pub fn read(trace: impl Read + Seek + Send + 'static) -> Result<Self, PlayError> {
        Ok(Self { player: Player::read(trace)? })
    }

    /// How many whole ticks there are.
    #[must_use]
    pub fn tick_count(&self) -> u64 {
        self.player.tick_count()
    }

    /// Why the trace ends where it does, if its end is missing or damaged. What is whole before it is shown.
    #[must_use]
    pub fn left_out(&self) -> Option<&TraceError> {
        self.player.left_out()
    }
}
