//! What the page shows of a player besides the world: shots, the view, and the last slide.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use collide_rules::{Attack, Game, Input, SECONDS, SPEED, Weapon, layers};
use collide2d::{Handle, Moving, Query, Shape, SlideOptions, Vec2};
use serde::Serialize;

use super::partner::Partner;
use super::steering::place;

/// Shots that are kept.
const MAX_SHOTS: usize = 6;
/// Ticks for which a change of the view is sent.
const FLASH_TICKS: u64 = 24;
/// Ticks of remembered places: those of the longest lag that the page simulates, with its jitter.
const MEMORY: usize = 64;

/// An attack, and where its target was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Shot {
    pub(crate) number: u64,
    pub(crate) tick: u64,
    pub(crate) weapon: Weapon,
    /// The time that the client showed, and the time in which the attack was decided.
    pub(crate) shown: f64,
    pub(crate) time: f64,
    pub(crate) from: [f32; 2],
    pub(crate) to: [f32; 2],
    pub(crate) hit: bool,
    /// The enemy that was hit, or else the one nearest to the line: where the client saw it, where the server saw it, and
    /// where it was when the attack arrived.
    pub(crate) seen: Option<[f32; 2]>,
    pub(crate) decided: Option<[f32; 2]>,
    pub(crate) now: Option<[f32; 2]>,
}

/// An entity that entered a view or left it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) tick: u64,
    pub(crate) entered: bool,
    pub(crate) at: [f32; 2],
}

/// The last slide of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Slid {
    /// The middle and half the size of the bounds of each entity that it looked at.
    pub(crate) tested: Vec<[f32; 4]>,
    /// Of each hit: the contact point and the normal.
    pub(crate) hits: Vec<[f32; 4]>,
}

/// The log of a player.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) shots: VecDeque<Shot>,
    pub(crate) changes: VecDeque<Change>,
    /// All that entered the view and left it: the difference is the number of entities in view.
    pub(crate) entered: u64,
    pub(crate) left: u64,
    pub(crate) slid: Slid,
    pub(crate) hits: u64,
    pub(crate) kills: u64,
    pub(crate) deaths: u64,
    pub(super) shot_count: u64,
    /// Until it dies.
    pub(super) partner: Option<Partner>,
}

impl Log {
    /// Whether the player has attacked since it joined.
    pub(super) fn has_attacked(&self) -> bool {
        self.shot_count > 0
    }
}

/// Where actors were in the last ticks.
#[derive(Debug, Default)]
pub(super) struct Memory(VecDeque<(u64, Vec<(Handle, Vec2)>)>);

impl Memory {
    /// Adds the places of the first actors.
    pub(super) fn add(&mut self, game: &Game, count: usize) {
        let known = game.actors().iter().take(count);
        let places = known.filter_map(|actor| Some((actor.handle?, place(game, actor)?))).collect();
        if self.0.len() == MEMORY {
            self.0.pop_front();
        }
        self.0.push_back((game.world().tick(), places));
    }

    fn of(&self, handle: Handle, tick: f64) -> Option<Vec2> {
        let (_, places) = self.0.iter().find(|(known, _)| *known as f64 == tick.round())?;
        places.iter().find(|(known, _)| *known == handle).map(|(_, place)| *place)
    }
}

impl Log {
    /// Looks at the slide that a player is going to make.
    pub(super) fn slide(&mut self, game: &Game, number: usize, input: &Input) {
        let handle = game.actors().get(number).and_then(|actor| actor.handle);
        let shape = handle.and_then(|handle| game.world().shape(handle));
        let way = input.walk.normalize_or_zero() * (SPEED * SECONDS);
        let (Some(shape), true) = (shape, way.is_finite() && way != Vec2::ZERO) else { return };
        let Ok(moving) = Moving::new(shape, way) else { return };
        let tested = Mutex::new(Vec::new());
        let accept = |handle: Handle| {
            tested.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
            true
        };
        let query = Query::new(moving).on(layers::STEPS);
        let slide = game.world().queries().filtered(&accept).slide(query, &SlideOptions::default());
        let mut tested = tested.into_inner().unwrap_or_else(PoisonError::into_inner);
        tested.sort_unstable_by_key(|handle| handle.slot());
        tested.dedup();
        let shapes = tested.iter().filter_map(|handle| game.world().shape(*handle));
        let hits = slide.hits().iter().map(|hit| [hit.point.x, hit.point.y, hit.normal.x, hit.normal.y]);
        self.slid = Slid { tested: shapes.map(|shape| bounds(&shape)).collect(), hits: hits.collect() };
    }

    /// Notes the attacks, the hits and the view of a player after a tick. The first `rivals` actors are targets.
    pub(super) fn note(&mut self, game: &Game, number: usize, rivals: usize, input: &Input, memory: &Memory) {
        let Some(actor) = game.actors().get(number) else { return };
        for attack in game.attacks().iter().filter(|attack| attack.by == number) {
            let shot = self.shot(game, rivals, input, attack, memory);
            self.shots.push_back(shot);
            if self.shots.len() > MAX_SHOTS {
                self.shots.pop_front();
            }
        }
        let hits = || game.hits().iter().filter(|hit| hit.by == number);
        self.hits += hits().count() as u64;
        self.kills += hits().filter(|hit| !game.world().has(hit.target)).count() as u64;
        let Some(observer) = actor.observer else { return };
        let tick = game.world().tick();
        let (entered, left) = (game.interest().entered(observer), game.interest().left(observer));
        (self.entered, self.left) = (self.entered + entered.len() as u64, self.left + left.len() as u64);
        // An entity that was removed left where it was.
        let before = game.world().at(tick.saturating_sub(1) as f64).ok();
        let last = |handle| game.world().shape(handle).or_else(|| before.as_ref()?.shape(handle));
        for (handles, entered) in [(entered, true), (left, false)] {
            let places = handles.iter().filter_map(|handle| last(*handle));
            self.changes.extend(places.map(|shape| Change { tick, entered, at: shape.center().into() }));
        }
        self.changes.retain(|change| change.tick + FLASH_TICKS > tick);
    }

    fn shot(&mut self, game: &Game, rivals: usize, input: &Input, attack: &Attack, memory: &Memory) -> Shot {
        let Attack { by, weapon, from, to, time } = *attack;
        self.shot_count += 1;
        let past = game.world().at(time).ok();
        let then = |handle| Some(past.as_ref()?.shape(handle)?.center());
        let hit = game.hits().iter().find(|hit| hit.by == by).map(|hit| hit.target);
        // By the distance from the line of the shot.
        let off = |at: Vec2| {
            let along = (to - from).normalize_or_zero();
            let ahead = (at - from).dot(along).max(0.0);
            (at - from - along * ahead).length()
        };
        let team = game.actors().get(by).map(|actor| actor.team);
        let enemies = game.actors().iter().take(rivals).filter(|other| Some(other.team) != team);
        let offs = enemies.filter_map(|other| Some((other.handle?, off(then(other.handle?)?))));
        let nearest = offs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(handle, _)| handle);
        let target = hit.filter(|hit| then(*hit).is_some()).or(nearest);
        let place = |place: Option<Vec2>| place.map(Vec2::into);
        Shot {
            number: self.shot_count,
            tick: game.world().tick(),
            weapon,
            shown: input.shown,
            time,
            from: from.into(),
            to: to.into(),
            hit: hit.is_some(),
            seen: place(target.and_then(|target| memory.of(target, input.shown))),
            decided: place(target.and_then(then)),
            now: place(target.and_then(|target| Some(game.world().shape(target)?.center()))),
        }
    }
}

fn bounds(shape: &Shape) -> [f32; 4] {
    let bound = shape.aabb();
    let (middle, half) = ((bound.min() + bound.max()) * 0.5, (bound.max() - bound.min()) * 0.5);
    [middle.x, middle.y, half.x, half.y]
}
