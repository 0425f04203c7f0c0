//! What a map may have besides walls: doors that turn, and crates that break.

use collide2d::{Entity, Handle, OrientedRect, Query, Shape, Turning, Vec2};

use crate::game::{Crate, Door, Error, Game};
use crate::layers::{FREE, SWING, wall};

/// The health of a crate.
pub const CRATE_HEALTH: i32 = 60;
/// Ticks until a broken crate respawns.
pub const CRATE_RETURNS: u64 = 900;

/// Marks the data of a crate, whose lower half is its number.
const CRATE: u64 = 1 << 32;

impl Game {
    /// Adds a door, which turns about `pivot` by `speed` radians a tick. Walls do not stop it, so it needs room.
    pub fn add_door(&mut self, door: OrientedRect, pivot: Vec2, speed: f32) -> Result<Handle, Error> {
        let handle = self.world.insert(Entity::new(door).with_layers(wall()))?;
        self.doors.push(Door { handle, pivot, speed });
        Ok(handle)
    }

    /// Adds a crate: a wall until attacks break it.
    pub fn add_crate(&mut self, shape: impl Into<Shape>) -> Result<Handle, Error> {
        let (number, shape) = (self.crates.len(), shape.into());
        let handle = self.world.insert(boxed(number, shape))?;
        self.crates.push(Crate { handle: Some(handle), shape, health: CRATE_HEALTH, returns: 0 });
        Ok(handle)
    }

    /// The number of a crate, and what is left of its health.
    pub fn crate_of(&self, handle: Handle) -> Option<(usize, i32)> {
        let data = self.world.entity(handle)?.data;
        let number = (data & CRATE != 0).then_some(data as u32 as usize)?;
        let known = self.crates.get(number).filter(|known| known.handle == Some(handle))?;
        Some((number, known.health))
    }

    pub(crate) fn turn_doors(&mut self) -> Result<(), Error> {
        for number in 0..self.doors.len() {
            let Door { handle, pivot, speed } = self.doors[number];
            let Some(Shape::OrientedRect(rect)) = self.world.shape(handle) else { continue };
            let swing = Query::new(Turning::new(rect, pivot, speed)?).on(SWING).except(handle);
            let turn = self.world.queries().turn(swing);
            self.world.set(handle, Shape::from(turn.rect))?;
            if turn.hit.is_some() {
                self.doors[number].speed = -speed;
            }
        }
        Ok(())
    }

    /// Hurts a crate, if it is one.
    pub(crate) fn chip(&mut self, target: Handle, damage: i32) -> Result<(), Error> {
        let Some((number, _)) = self.crate_of(target) else { return Ok(()) };
        let broken = &mut self.crates[number];
        broken.health -= damage;
        if broken.health <= 0 {
            (broken.handle, broken.returns) = (None, self.world.tick() + CRATE_RETURNS);
            self.world.remove(target)?;
        }
        Ok(())
    }

    /// Broken crates respawn when their places are free.
    pub(crate) fn stack_crates(&mut self) -> Result<(), Error> {
        for number in 0..self.crates.len() {
            let Crate { handle: None, shape, returns, .. } = self.crates[number] else { continue };
            let place = Query::from(shape).on(FREE);
            if returns <= self.world.tick() && self.world.queries().overlap(place).is_empty() {
                let handle = self.world.insert(boxed(number, shape))?;
                self.crates[number] = Crate { handle: Some(handle), shape, health: CRATE_HEALTH, returns };
            }
        }
        Ok(())
    }
}

fn boxed(number: usize, shape: Shape) -> Entity {
    Entity::fixed(shape).with_layers(wall()).with_data(CRATE | number as u64)
}
