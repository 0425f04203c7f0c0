//! Stage 7: actors join, respawn and leave; pickups respawn.

use collide2d::{Budget, Circle, Entity, Observer, Query, Shape, Vec2, Viewpoint};

use crate::game::{Actor, Error, Game, HEALTH, PICKUP_RADIUS, Pickup, Places, RADIUS, ROCKETS, Role};
use crate::layers::{ROOM, SIGHT, body, pickup};
use crate::map::FREE_WITHIN;
use crate::team::Team;

/// When an actor that has left respawns.
const NEVER: u64 = u64::MAX;

impl Game {
    /// Adds an actor, whose number is returned: that of one that left, or the next one.
    pub fn join(&mut self, team: Team, role: Role, places: Places<'_>) -> Result<usize, Error> {
        let observer = match role {
            Role::Player => Some(self.interest.insert(self.view(Vec2::ZERO))?),
            Role::Bot => None,
        };
        let (handle, health, rockets, returns, reloaded) = (None, HEALTH, ROCKETS, 0, 0);
        let actor = Actor { handle, team, health, rockets, observer, returns, reloaded };
        let number = self.vacant.pop().unwrap_or(self.actors.len());
        match self.actors.get_mut(number) {
            Some(place) => *place = actor,
            None => self.actors.push(actor),
        }
        self.place_actor(number, places)?;
        Ok(number)
    }

    /// Removes an actor, its view and its rockets. Another one that joins may get its number.
    pub fn leave(&mut self, number: usize) -> Result<(), Error> {
        let Some(actor) = self.actors.get_mut(number).filter(|actor| actor.returns != NEVER) else { return Ok(()) };
        actor.returns = NEVER;
        let (handle, observer) = (actor.handle.take(), actor.observer.take());
        self.vacant.push(number);
        self.rockets.retain(|rocket| rocket.owner != number);
        if let Some(observer) = observer {
            self.interest.remove(observer)?;
        }
        if let Some(handle) = handle {
            self.world.remove(handle)?;
        }
        Ok(())
    }

    /// Stage 7: dead actors, taken pickups and broken crates respawn.
    pub fn respawn(&mut self, places: Places<'_>) -> Result<(), Error> {
        let tick = self.world.tick();
        for number in 0..self.actors.len() {
            if self.actors[number].handle.is_none() && self.actors[number].returns <= tick {
                self.place_actor(number, places)?;
            }
        }
        for number in 0..self.pickups.len() {
            let Pickup { handle: None, returns } = self.pickups[number] else { continue };
            if returns <= tick
                && let Some(shape) = self.free_place(PICKUP_RADIUS, places)?
            {
                let handle = self.world.insert(Entity::new(shape).as_sensor().with_layers(pickup()))?;
                self.pickups[number].handle = Some(handle);
            }
        }
        self.stack_crates()
    }

    /// The view from an entity or a point.
    fn view(&self, from: impl Into<Viewpoint>) -> Observer {
        let [inner, outer] = self.view_radii;
        Observer::new(from, inner, outer).on(SIGHT).with_max_visible(self.max_visible)
    }

    /// Puts an actor into the map, if there is room near one of some places.
    fn place_actor(&mut self, number: usize, places: Places<'_>) -> Result<(), Error> {
        let Some(shape) = self.free_place(RADIUS, places)? else { return Ok(()) };
        let team = self.actors[number].team;
        let entity = Entity::new(shape).with_layers(body(team)).with_data(number as u64 + 1);
        let handle = self.world.insert(entity)?;
        if let Some(observer) = self.actors[number].observer {
            // It is another entity, so the view must follow that.
            self.interest.set(observer, self.view(handle).except(handle))?;
        }
        let actor = &mut self.actors[number];
        (actor.handle, actor.health, actor.rockets) = (Some(handle), HEALTH, ROCKETS);
        self.score.returns += 1;
        Ok(())
    }

    /// A free place for a disc near one of some places.
    fn free_place(&self, radius: f32, places: Places<'_>) -> Result<Option<Shape>, Error> {
        let few = Budget { max_candidates_each: 64, ..Budget::UNLIMITED };
        for _ in 0..4 {
            let place = Query::from(Circle::new(places(), radius)?).on(ROOM).solid();
            let found = self.world.queries().within(few).free(place, FREE_WITHIN);
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
