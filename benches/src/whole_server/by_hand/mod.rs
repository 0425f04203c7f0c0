//! The same game as many write it by hand: a grid, and loops that push shapes out of each other. Steps may end in a wall or
//! pass through one, and decisions are rounded. Frozen, as the parent module says.

mod grid;
mod lists;
mod walls;

use std::collections::VecDeque;

use collide_rules::{GUN_RANGE, RADIUS, RELOAD, SECONDS, SPEED, VIEW, map, places, size};
use collide2d::Vec2;

use super::{Contender, Part, Shot, Target};
use grid::Grid;
use lists::Known;
use walls::{Wall, bounds, corners, disc_hit, push, wall_hit};

/// How many ticks back an attack sees.
const DELAY: f32 = 5.5;

/// The number of ticks that are remembered.
const HISTORY: usize = 15;

/// A way to write the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Attacks see the present; hash sets for events and views.
    Present,
    /// The same, and attacks see the past, 5.5 ticks ago.
    Past,
    /// With a past, sorted lists instead of hash sets, and a sort of the grid that reuses its memory.
    Lean,
}

/// The game.
pub struct ByHand {
    hand: Hand,
    walls: Vec<Wall>,
    wall_grid: Grid,
    grid: Grid,
    at: Vec<Vec2>,
    past: VecDeque<Vec<Vec2>>,
    directions: Vec<Vec2>,
    rockets: Vec<(Vec2, Vec2, usize)>,
    pairs: Known<(u32, u32)>,
    views: Vec<Known<u32>>,
    tick: u64,
    random: u64,
    /// Began and ended pairs, hits, and changes of views: so that no work is left out.
    pub count: usize,
}

impl ByHand {
    /// A game with this number of actors, the first of which are players.
    #[must_use]
    pub fn new(bots: usize, players: usize, hand: Hand) -> Self {
        let (half, count) = size(bots + players);
        let mut places = places(7, half);
        let shapes = map(count, half, &mut places).expect("valid walls");
        let walls: Vec<Wall> = shapes.iter().map(corners).collect();
        let mut wall_grid = Grid::new(half + 2.0);
        wall_grid.fill(walls.iter().map(bounds));
        let at: Vec<Vec2> = (0..bots + players).map(|_| places()).collect();
        let directions = (0..at.len()).map(|index| Vec2::from_angle(index as f32)).collect();
        let (grid, views) = (Grid::new(half + 2.0), vec![Known::new(hand); players]);
        let ((rockets, past), pairs) = (Default::default(), Known::new(hand));
        Self { hand, walls, wall_grid, grid, at, past, directions, rockets, pairs, views, tick: 0, random: 5, count: 0 }
    }

    fn push_out(walls: &[Wall], grid: &Grid, at: &mut Vec2) -> bool {
        let mut is_blocked = false;
        for _ in 0..2 {
            for wall in grid.near(*at - RADIUS, *at + RADIUS) {
                if let Some(push) = push(&walls[wall], *at) {
                    *at += push;
                    is_blocked = true;
                }
            }
        }
        is_blocked
    }

    fn walk(&mut self) {
        let Self { walls, wall_grid, at, directions, random, .. } = self;
        for (at, direction) in at.iter_mut().zip(directions) {
            *at += *direction * (SPEED * SECONDS);
            if Self::push_out(walls, wall_grid, at) {
                *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if *random >> 61 == 0 {
                    *direction = Vec2::from_angle((*random >> 40) as f32);
                }
            }
        }
    }

    fn separate(&mut self) {
        for _ in 0..2 {
            self.sort();
            let mut pushes = vec![Vec2::ZERO; self.at.len()];
            self.each_pair(2.0 * RADIUS, |a, b, way| {
                let far = way.length();
                let push = if far > 0.0 { way * ((2.0 * RADIUS - far) * 0.5 / far) } else { Vec2::X * RADIUS };
                pushes[a] -= push;
                pushes[b] += push;
            });
            for (at, push) in self.at.iter_mut().zip(pushes).filter(|(_, push)| *push != Vec2::ZERO) {
                *at += push;
                Self::push_out(&self.walls, &self.wall_grid, at);
            }
        }
    }

    fn sort(&mut self) {
        match self.hand {
            Hand::Present | Hand::Past => self.grid.fill(self.at.iter().map(|at| [*at, *at])),
            Hand::Lean => self.grid.fill_points(&self.at),
        }
    }

    /// Each pair of actors within a distance, which is at most a cell.
    fn each_pair(&self, distance: f32, mut visit: impl FnMut(usize, usize, Vec2)) {
        for (a, at) in self.at.iter().enumerate() {
            for b in self.grid.near(*at - distance, *at + distance).filter(|b| a < *b) {
                let way = self.at[b] - *at;
                if way.length_squared() < distance * distance {
                    visit(a, b, way);
                }
            }
        }
    }

    fn step(&mut self) {
        self.sort();
        self.remember();
        let mut pairs = Vec::new();
        self.each_pair(2.0 * RADIUS, |a, b, _| pairs.push((a as u32, b as u32)));
        self.count += self.pairs.replace(pairs.into_iter());
    }

    fn remember(&mut self) {
        if self.hand != Hand::Present {
            let mut copy =
                if self.past.len() == HISTORY { self.past.pop_front().unwrap_or_default() } else { Vec::new() };
            copy.clone_from(&self.at);
            self.past.push_back(copy);
        }
    }

    /// Where an actor was some ticks ago. A teleport is not interpolated.
    fn then(&self, other: usize, ago: f32) -> Vec2 {
        let ticks = ago.ceil() as usize;
        let Some(index) = self.past.len().checked_sub(1) else { return self.at[other] };
        let index = index.saturating_sub(ticks);
        let from = self.past[index][other];
        let Some(to) = self.past.get(index + 1).filter(|_| ticks > 0).map(|to| to[other]) else { return from };
        if (to - from).length_squared() > 1.0 { from } else { from + (to - from) * (ticks as f32 - ago) }
    }

    /// The time at which a disc first hits an actor of the other team or a wall, while the actors move from one time ago
    /// to another.
    fn first(&self, from: Vec2, way: Vec2, radius: f32, owner: usize, [start, end]: [f32; 2]) -> Option<f32> {
        // An actor moves by less than a unit in six ticks, apart from pushes.
        let margin = if start > 0.0 { 2.5 } else { 1.0 };
        let (low, high) = (from.min(from + way) - margin, from.max(from + way) + margin);
        let enemies = self.grid.near(low, high).filter(|other| other % 2 != owner % 2);
        let hits = enemies.filter_map(|other| {
            let at = if start > 0.0 { self.then(other, start) } else { self.at[other] };
            let moved = if start > end { self.then(other, end) - at } else { Vec2::ZERO };
            disc_hit(from, way - moved, at, RADIUS + radius)
        });
        let walls = self.wall_grid.near(low, high).filter_map(|wall| wall_hit(from, way, &self.walls[wall]));
        hits.chain(walls).min_by(f32::total_cmp)
    }

    /// How long ago an attack sees its targets.
    fn delay(&self) -> f32 {
        if self.hand == Hand::Present { 0.0 } else { DELAY }
    }

    /// Flies a rocket from the time that its owner saw to the present. Returns whether it hits on the way.
    fn launch(&mut self, mut at: Vec2, aim: Vec2, number: usize) -> bool {
        let (mut ago, velocity) = (self.delay(), aim * 40.0);
        while ago > 0.0 {
            let next = (ago.ceil() - 1.0).max(0.0);
            let way = velocity * (SECONDS * (ago - next));
            if self.first(at, way, 0.1, number, [ago, next]).is_some() {
                return true;
            }
            (at, ago) = (at + way, next);
        }
        self.rockets.push((at, velocity, number));
        false
    }

    /// The number of actors of the other team that a strike hits.
    fn strike(&self, at: Vec2, aim: Vec2, number: usize) -> usize {
        let ago = self.delay();
        let margin = if ago > 0.0 { 4.0 } else { 2.5 };
        let near = self.grid.near(at - margin, at + margin).filter(|other| other % 2 != number % 2);
        let way = near.map(|other| if ago > 0.0 { self.then(other, ago) } else { self.at[other] } - at);
        way.filter(|way| way.length() < 2.0 + RADIUS && way.dot(aim) > way.length() * 0.64).count()
    }

    fn attack(&mut self) {
        let mut hits = 0;
        for number in 0..self.at.len() {
            let time = self.tick + number as u64;
            if !time.is_multiple_of(60) {
                continue;
            }
            let (at, aim, ago) = (self.at[number], self.directions[number], self.delay());
            hits += match time / 60 % 3 {
                0 => usize::from(self.first(at, aim * GUN_RANGE, 0.0, number, [ago; 2]).is_some()),
                1 => usize::from(self.launch(at, aim, number)),
                _ => self.strike(at, aim, number),
            };
        }
        self.count += hits + RELOAD as usize;
    }

    fn fly(&mut self) {
        let (mut rockets, mut hits) = (std::mem::take(&mut self.rockets), 0);
        rockets.retain_mut(|(at, velocity, owner)| {
            let way = *velocity * SECONDS;
            let is_hit = self.first(*at, way, 0.1, *owner, [0.0; 2]).is_some();
            hits += usize::from(is_hit);
            *at += way;
            !is_hit && at.abs().max_element() < self.grid.half
        });
        self.rockets = rockets;
        self.count += hits;
    }

    fn look(&mut self) {
        let ([inner, outer], max_visible) = VIEW;
        for (player, view) in self.views.iter_mut().enumerate() {
            let from = self.at[player];
            let mut near: Vec<(f32, u32)> = self
                .grid
                .near(from - outer, from + outer)
                .filter(|other| *other != player)
                .map(|other| ((self.at[other] - from).length() - RADIUS, other as u32))
                .filter(|(far, other)| *far < if view.contains(other) { outer } else { inner })
                .collect();
            near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            self.count += view.replace(near.into_iter().take(max_visible).map(|(_, other)| other));
        }
    }
}

impl ByHand {
    /// What an actor hits if it shoots.
    fn shot(&self, number: usize) -> Shot {
        let (from, aim, ago) = (self.at[number], self.directions[number], self.delay());
        let way = aim * GUN_RANGE;
        let target = |time: f32| {
            let (low, high) = (from.min(from + way) - 2.5, from.max(from + way) + 2.5);
            let seen = |other: usize| if ago > 0.0 { self.then(other, ago) } else { self.at[other] };
            let mut enemies = self.grid.near(low, high).filter(|other| other % 2 != number % 2);
            let enemy = enemies.find(|other| disc_hit(from, way, seen(*other), RADIUS) == Some(time));
            let mut walls = self.wall_grid.near(low, high);
            let mut wall = || walls.find(|wall| wall_hit(from, way, &self.walls[*wall]) == Some(time));
            enemy.map(Target::Actor).or_else(|| wall().map(Target::Wall))
        };
        let target = self.first(from, way, 0.0, number, [ago; 2]).and_then(target);
        Shot { from, aim, target }
    }
}

impl Contender for ByHand {
    fn begin(&mut self, _: u64) {}

    fn run(&mut self, part: Part) -> bool {
        match part {
            Part::Walk => self.walk(),
            Part::Separate => self.separate(),
            Part::Step => self.step(),
            Part::Attacks => self.attack(),
            Part::Rockets => self.fly(),
            Part::Views => {
                self.look();
                self.tick += 1;
            }
            Part::Pickups | Part::Respawn => return false,
        }
        true
    }

    fn actors(&self) -> Vec<Vec2> {
        self.at.clone()
    }

    fn shots(&self) -> Vec<Shot> {
        (0..self.at.len()).map(|number| self.shot(number)).collect()
    }
}
