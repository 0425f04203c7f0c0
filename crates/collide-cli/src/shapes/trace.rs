use std::io::{self, Write};

use collide2d::Settings;

use super::Entry;
use crate::input::Frame;
use crate::player::{MOST_PAIRS, Player};

/// What a world that has these shapes writes down: their slots are in order of their numbers.
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

    pub(super) fn tick<'a>(&mut self, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        self.frame.rows.clear();
        self.frame.rows.extend(entries.map(|entry| (entry.number, entry.shape)));
        self.player.show(&self.frame).map_err(io::Error::other)?;
        self.player.world.step_within(MOST_PAIRS).map_err(io::Error::other)?;
        self.player.world.write_recorded(&mut self.out)?;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
