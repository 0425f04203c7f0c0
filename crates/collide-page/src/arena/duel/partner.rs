//! A partner: an enemy bot before a new player, as the target of its first shot.

use collide_rules::{Error, Game, Input, Role, layers};
use collide2d::{Query, Segment, Vec2};

use super::steering::place;

/// How far it is from the player, and how far away it walks.
const DISTANCE: f32 = 5.0;
const FARTHEST: f32 = 6.5;
/// The directions that are tried, the first to the right.
const DIRECTIONS: u8 = 16;
/// Ticks in which it stands, walks away, towards the player, and back. A tick is a tenth of a unit.
const STANDS: u64 = 30;
const WALKS: u64 = 15;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Partner {
    pub(super) number: usize,
    /// The way to it from the place where the player joined.
    pub(super) way: Vec2,
}

impl Partner {
    /// Brings the first enemy among some bots before a player, if there is a free line to a place.
    pub(super) fn bring(
        game: &mut Game,
        player: usize,
        mut bots: impl Iterator<Item = usize>,
    ) -> Result<Option<Self>, Error> {
        let actor = game.actors().get(player);
        let Some((from, handle, team)) = actor.and_then(|it| Some((place(game, it)?, it.handle?, it.team))) else {
            return Ok(None);
        };
        let Some(number) = bots.find(|bot| game.actors()[*bot].team != team) else { return Ok(None) };
        let is_free = |way: &Vec2| {
            let line = Segment::new(from, from + *way * (FARTHEST / DISTANCE))
                .map(|line| Query::new(line).on(layers::ROOM).except(handle));
            line.is_ok_and(|line| !game.world().queries().blocked(line))
        };
        let mut ways = (0..DIRECTIONS).map(|index| {
            // To the right, then more and more to both sides.
            let turn = f32::from(index.div_ceil(2)) * if index % 2 == 0 { 1.0 } else { -1.0 };
            Vec2::from_angle(turn / f32::from(DIRECTIONS) * std::f32::consts::TAU) * DISTANCE
        });
        let Some(way) = ways.find(is_free) else { return Ok(None) };
        let team = game.actors()[number].team;
        game.leave(number)?;
        let joined = game.join(team, Role::Bot, &mut || from + way)?;
        debug_assert_eq!(joined, number, "the number of the last actor that left is the first to be used again");
        Ok(Some(Self { number, way }))
    }

    /// It stands and walks in turn, always on the line that the player faces, and does not attack.
    pub(super) fn input(&self, tick: u64) -> Input {
        let walk = match (tick % (STANDS + 4 * WALKS)).checked_sub(STANDS).map(|walked| walked / WALKS) {
            None => Vec2::ZERO,
            Some(0 | 3) => self.way,
            Some(_) => -self.way,
        };
        Input { walk, aim: -self.way, ..Input::default() }
    }
}
