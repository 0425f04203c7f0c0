//! Traces: what a world with these shapes records.

use std::io::{self, Write};

use collide2d::Settings;

use super::entry::Entry;
use crate::input::Frame;
use crate::options::MAX_PAIRS;
use crate::player::Player;

/// Plays the shapes in a world that records. Slots are in the order of the numbers of the ids.
pub(crate) struct Trace<W> {
    out: W,
    player: Player,
    frame: Frame,
}

impl<W: Write> Trace<W> {
    pub(super) fn new(out: W) -> Self {
        let mut player = Player::new(Settings::default());
        player.world.start_recording();
        Self { out, player, frame: Frame { tick: 0, rows: Vec::new() } }
    }

    pub(super) fn write_tick<'a>(&mut self, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        self.frame.rows.clear();
        self.frame.rows.extend(entries.map(|entry| (entry.number, entry.shape)));
        self.player.show(&self.frame).map_err(io::Error::other)?;
        self.player.world.step_within(MAX_PAIRS).map_err(io::Error::other)?;
        self.player.world.write_recorded(&mut self.out)?;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
