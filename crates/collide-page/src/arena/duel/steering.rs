//! What steers the actors that no client steers: bots that aim, and the crowd.

use collide_rules::{Actor, Game, Input, SWORD_LENGTH, Weapon};
use collide2d::Vec2;

/// How far a bot looks for a target.
const SIGHT: f32 = 16.0;
/// A bot aims this far beside its target, in radians.
const SPREAD: f32 = 0.12;
/// Ticks between two strikes of an attacker of the crowd.
const STRIKE: u64 = 30;

/// Makes the attacks of a bot aim at the nearest enemy among some actors. Without one in reach, it does not attack.
pub(super) fn aim(game: &Game, number: usize, among: &[usize], input: &mut Input) {
    let Some(weapon) = input.attack.take() else { return };
    let reach = if weapon == Weapon::Sword { SWORD_LENGTH } else { SIGHT };
    if let Some(way) = nearest_enemy(game, number, among.iter().copied(), reach) {
        // The error changes from attack to attack, the same in each run.
        let turn = (game.world().tick() + 13 * number as u64) % 7;
        input.aim = Vec2::from_angle((turn as f32 - 3.0) / 3.0 * SPREAD).rotate(way);
        input.attack = Some(weapon);
    }
}

/// An attacker of the crowd walks onto a point, and strikes if one of the first `rivals` actors is an enemy in reach.
pub(super) fn attacker(game: &Game, number: usize, rivals: usize, to: Vec2) -> Input {
    let Some(from) = game.actors().get(number).and_then(|actor| place(game, actor)) else { return Input::default() };
    let (way, turn) = (to - from, game.world().tick() + number as u64);
    let walk = if way.length() > 0.5 { way } else { Vec2::ZERO };
    let enemy = if turn.is_multiple_of(STRIKE) { nearest_enemy(game, number, 0..rivals, SWORD_LENGTH) } else { None };
    let (aim, attack) = (enemy.unwrap_or_default(), enemy.map(|_| Weapon::Sword));
    Input { walk, aim, attack, shown: game.now() }
}

/// The way to the nearest enemy of an actor among some actors, if it is shorter than `reach`.
fn nearest_enemy(game: &Game, number: usize, among: impl Iterator<Item = usize>, reach: f32) -> Option<Vec2> {
    let actor = game.actors().get(number)?;
    let from = place(game, actor)?;
    let enemies = among.filter_map(|other| game.actors().get(other)).filter(|other| other.team != actor.team);
    let ways = enemies.filter_map(|other| Some(place(game, other)? - from)).filter(|way| way.length() < reach);
    ways.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
}

/// Where an actor is, unless it waits to respawn.
pub(super) fn place(game: &Game, actor: &Actor) -> Option<Vec2> {
    Some(game.world().shape(actor.handle?)?.center())
}
