//! Recordings for the viewer.

use std::io::{Read, Seek};

use collide_page::{PlayError, Player};
use collide2d::error::TraceError;

/// A recorded world for [`Server::showing`](crate::Server::showing): a trace, written by a
/// [`World::start_recording`](collide2d::World::start_recording).
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
    /// Reads a trace once, to find its length and to store keyframes for rewinding. The trace is read again while it is
    /// shown, so it must not change. Keyframes take at most about 256 MB of memory, however long the trace is.
    ///
    /// # Errors
    /// [`PlayError`] if the trace has no complete tick, or its changes do not fit the recorded world.
    pub fn read(trace: impl Read + Seek + Send + 'static) -> Result<Self, PlayError> {
        Ok(Self { player: Player::read(trace)? })
    }

    /// The number of complete ticks.
    #[must_use]
    pub fn tick_count(&self) -> u64 {
        self.player.tick_count()
    }

    /// Why the end of the trace is left out, if it is missing or damaged. The complete ticks before it are shown.
    #[must_use]
    pub fn left_out(&self) -> Option<&TraceError> {
        self.player.left_out()
    }
}
