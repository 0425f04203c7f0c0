//! The same game as many write it by hand: a grid, loops that push shapes out of each other, hash sets for events and views.
//! Steps may end in a wall or pass through one, decisions are rounded, shots do not see the past.

use std::collections::HashSet;
use std::time::Duration;

use collide_rules::{RADIUS, RELOAD, SECONDS, SPEED, VIEW, map, places, size};
use collide2d::{Shape, Vec2};

use crate::{Clock, Contender, STAGES};

/// The side of a cell.
const CELL: f32 = 2.0;

/// The corners of a wall, counter-clockwise.
type Wall = Vec<Vec2>;

/// Lists of numbers by cell.
struct Grid {
    half: f32,
    side: usize,
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Grid {
    fn new(half: f32) -> Self {
        Self { half, side: (2.0 * half / CELL) as usize + 1, starts: Vec::new(), rows: Vec::new() }
    }

    fn cell(&self, at: f32) -> usize {
        (((at + self.half) / CELL).max(0.0) as usize).min(self.side - 1)
    }

    /// Counting sort of boxes by all cells that they touch.
    fn fill(&mut self, boxes: impl Iterator<Item = [Vec2; 2]> + Clone) {
        let cells = |[low, high]: [Vec2; 2], grid: &Self| {
            let (left, right) = (grid.cell(low.x), grid.cell(high.x));
            let (lower, upper, side) = (grid.cell(low.y), grid.cell(high.y), grid.side);
            (lower..=upper).flat_map(move |y| (left..=right).map(move |x| y * side + x))
        };
        let mut starts = vec![0; self.side * self.side + 1];
        boxes.clone().for_each(|bounds| cells(bounds, self).for_each(|cell| starts[cell + 1] += 1));
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut next = starts.clone();
        self.rows.resize(starts[starts.len() - 1] as usize, 0);
        for (number, bounds) in boxes.enumerate() {
            for cell in cells(bounds, self) {
                self.rows[next[cell] as usize] = number as u32;
                next[cell] += 1;
            }
        }
        self.starts = starts;
    }

    /// All numbers in the cells of a box. A number may come several times.
    fn near(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = usize> {
        let (left, right) = (self.cell(low.x), self.cell(high.x));
        (self.cell(low.y)..=self.cell(high.y)).flat_map(move |y| {
            let cells = [y * self.side + left, y * self.side + right + 1].map(|cell| self.starts[cell] as usize);
            self.rows[cells[0]..cells[1]].iter().map(|number| *number as usize)
        })
    }
}

/// The game.
pub struct ByHand {
    walls: Vec<Wall>,
    wall_grid: Grid,
    grid: Grid,
    at: Vec<Vec2>,
    directions: Vec<Vec2>,
    rockets: Vec<(Vec2, Vec2, usize)>,
    pairs: HashSet<(u32, u32)>,
    views: Vec<HashSet<u32>>,
    tick: u64,
    random: u64,
    /// Began and ended pairs, hits, and changes of views: so that no work is left out.
    pub count: usize,
}

impl ByHand {
    pub fn new(bots: usize, players: usize) -> Self {
        let (half, count) = size(bots + players);
        let mut places = places(7, half);
        let shapes = map(count, half, &mut places).expect("valid walls");
        let walls: Vec<Wall> = shapes.iter().map(corners).collect();
        let mut wall_grid = Grid::new(half + 2.0);
        wall_grid.fill(walls.iter().map(bounds));
        let at: Vec<Vec2> = (0..bots + players).map(|_| places()).collect();
        let directions = (0..at.len()).map(|index| Vec2::from_angle(index as f32)).collect();
        let (grid, views) = (Grid::new(half + 2.0), vec![HashSet::new(); players]);
        let (rockets, pairs) = Default::default();
        Self { walls, wall_grid, grid, at, directions, rockets, pairs, views, tick: 0, random: 5, count: 0 }
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
        self.grid.fill(self.at.iter().map(|at| [*at, *at]));
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
        let mut now = HashSet::new();
        self.each_pair(2.0 * RADIUS, |a, b, _| {
            now.insert((a as u32, b as u32));
        });
        self.count += now.symmetric_difference(&self.pairs).count();
        self.pairs = now;
    }

    /// The time at which a disc first hits an actor of the other team or a wall.
    fn first(&self, from: Vec2, way: Vec2, radius: f32, owner: usize) -> Option<f32> {
        let (low, high) = (from.min(from + way) - 1.0, from.max(from + way) + 1.0);
        let enemies = self.grid.near(low, high).filter(|other| other % 2 != owner % 2);
        let hits = enemies.filter_map(|other| disc_hit(from, way, self.at[other], RADIUS + radius));
        let walls = self.wall_grid.near(low, high).filter_map(|wall| wall_hit(from, way, &self.walls[wall]));
        hits.chain(walls).min_by(f32::total_cmp)
    }

    fn attack(&mut self) {
        let attacks = (0..self.at.len()).filter(|number| (self.tick + *number as u64).is_multiple_of(60));
        let mut hits = 0;
        for number in attacks {
            let (at, aim) = (self.at[number], self.directions[number]);
            match (self.tick + number as u64) / 60 % 3 {
                0 => hits += usize::from(self.first(at, aim * 60.0, 0.0, number).is_some()),
                1 => self.rockets.push((at, aim * 40.0, number)),
                _ => {
                    let near = self.grid.near(at - 2.5, at + 2.5).filter(|other| other % 2 != number % 2);
                    hits += near
                        .filter(|other| {
                            let way = self.at[*other] - at;
                            way.length() < 2.0 + RADIUS && way.dot(aim) > way.length() * 0.64
                        })
                        .count();
                }
            }
        }
        self.count += hits + RELOAD as usize;
    }

    fn fly(&mut self) {
        let (mut rockets, mut hits) = (std::mem::take(&mut self.rockets), 0);
        rockets.retain_mut(|(at, velocity, owner)| {
            let way = *velocity * SECONDS;
            let is_hit = self.first(*at, way, 0.1, *owner).is_some();
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
            let now: HashSet<u32> = near.into_iter().take(max_visible).map(|(_, other)| other).collect();
            self.count += now.symmetric_difference(view).count();
            *view = now;
        }
    }
}

impl Contender for ByHand {
    fn tick(&mut self, _: u64) -> [Option<Duration>; STAGES.len()] {
        let mut clock = Clock::start();
        self.walk();
        let walk = clock.lap();
        self.separate();
        let separate = clock.lap();
        self.step();
        let step = clock.lap();
        self.attack();
        let attacks = clock.lap();
        self.fly();
        let rockets = clock.lap();
        self.look();
        self.tick += 1;
        let views = clock.lap();
        [Some(walk), Some(separate), Some(step), None, Some(attacks), Some(rockets), None, Some(views)]
    }
}

fn corners(shape: &Shape) -> Wall {
    match shape {
        Shape::Rect(rect) => {
            let (min, max) = (rect.min(), rect.max());
            vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
        }
        Shape::OrientedRect(rect) => rect.corners().to_vec(),
        Shape::Polygon(polygon) => polygon.points().collect(),
        Shape::Circle(_) | Shape::Capsule(_) => panic!("no wall of the map"),
    }
}

fn bounds(wall: &Wall) -> [Vec2; 2] {
    [
        wall.iter().copied().reduce(Vec2::min).unwrap_or_default(),
        wall.iter().copied().reduce(Vec2::max).unwrap_or_default(),
    ]
}

/// What moves a disc out of a wall, if it is in it.
fn push(wall: &Wall, at: Vec2) -> Option<Vec2> {
    let (mut deepest, mut normal, mut is_inside) = (f32::NEG_INFINITY, Vec2::ZERO, true);
    let mut nearest = (f32::INFINITY, Vec2::ZERO);
    for (index, a) in wall.iter().enumerate() {
        let edge = wall[(index + 1) % wall.len()] - *a;
        let out = -edge.perp().normalize_or_zero();
        let gap = (at - *a).dot(out);
        is_inside &= gap <= 0.0;
        if gap > deepest {
            (deepest, normal) = (gap, out);
        }
        let part = ((at - *a).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        let way = at - (*a + edge * part);
        if way.length_squared() < nearest.0 {
            nearest = (way.length_squared(), way);
        }
    }
    if is_inside {
        return Some(normal * (RADIUS - deepest));
    }
    let far = nearest.0.sqrt();
    (far < RADIUS && far > 0.0).then(|| nearest.1 * ((RADIUS - far) / far))
}

fn disc_hit(from: Vec2, way: Vec2, center: Vec2, radius: f32) -> Option<f32> {
    let to = from - center;
    let (a, b, c) = (way.length_squared(), to.dot(way), to.length_squared() - radius * radius);
    let root = b * b - a * c;
    let time = if c <= 0.0 { 0.0 } else { (-b - root.max(0.0).sqrt()) / a };
    (root >= 0.0 && (0.0..=1.0).contains(&time)).then_some(time)
}

fn wall_hit(from: Vec2, way: Vec2, wall: &Wall) -> Option<f32> {
    let (mut start, mut end) = (0.0_f32, 1.0_f32);
    for (index, a) in wall.iter().enumerate() {
        let edge = wall[(index + 1) % wall.len()] - *a;
        let (gap, speed) = ((from - *a).dot(-edge.perp()), way.dot(-edge.perp()));
        if speed == 0.0 {
            if gap > 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            start = start.max(-gap / speed);
        } else {
            end = end.min(-gap / speed);
        }
    }
    (start <= end).then_some(start)
}
