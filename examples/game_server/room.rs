//! A room of the game: bots, a limited number of players, their inputs and their messages. The rules are those of
//! `collide-rules`, and there is no network code.

use collide_rules::{Bots, Error, Game, Input, Role, Team, map, places, size};
use collide2d::{CrowdLimit, Settings, Vec2};

use crate::wire::{Entered, MAX_VISIBLE, ToClient, You};

const MAX_PLAYERS: usize = 256;

/// The limit of entities of one place in pairs and views: see "A crowd and limits" in `docs/server-guide.md`.
const CROWD: u32 = 32;

/// The ticks by which the view of a bot is late, as that of a player.
const DELAY: f64 = 5.5;

pub struct Room {
    pub game: Game,
    bots: Bots,
    bot_count: usize,
    /// By actor. Players keep walking until their next input.
    inputs: Vec<Input>,
    places: Box<dyn FnMut() -> Vec2 + Send>,
}

impl Room {
    pub fn new(bots: u16, settings: Settings) -> Result<Self, Error> {
        let bot_count = usize::from(bots);
        let (half, wall_count) = size(bot_count + MAX_PLAYERS);
        let mut places = places(7, half);
        let walls = map(wall_count, half, &mut places)?;
        let settings = Settings { crowd: Some(CrowdLimit::new(CROWD)), ..settings };
        let mut game = Game::new(&walls, wall_count / 2, settings, &mut places)?.with_max_visible(MAX_VISIBLE);
        for number in 0..bot_count {
            game.join(Team::of(number), Role::Bot, &mut places)?;
        }
        Ok(Self { game, bots: Bots::new(5), bot_count, inputs: Vec::new(), places: Box::new(places) })
    }

    /// Adds a player, if there is room: the number of its actor.
    pub fn join(&mut self) -> Result<Option<usize>, Error> {
        let player_count = self.game.interest().len();
        if player_count == MAX_PLAYERS {
            return Ok(None);
        }
        let number = self.game.join(Team::of(player_count), Role::Player, &mut *self.places)?;
        self.inputs.resize(self.game.actors().len(), Input::default());
        self.inputs[number] = Input::default();
        Ok(Some(number))
    }

    pub fn leave(&mut self, player: usize) -> Result<(), Error> {
        self.game.leave(player)
    }

    /// Takes an input of a player for the next tick. A later one does not cancel an attack.
    pub fn input(&mut self, player: usize, input: Input) {
        if let Some(last) = self.inputs.get_mut(player) {
            *last = input.after(last);
        }
    }

    pub fn tick(&mut self) -> Result<(), Error> {
        self.bots.steer(&self.game, 0..self.bot_count, DELAY, &mut self.inputs);
        self.game.tick(&self.inputs, &mut *self.places)?;
        self.inputs.iter_mut().for_each(|input| input.attack = None);
        Ok(())
    }

    /// Sends a player the messages of the last tick.
    pub fn messages_for(&self, player: usize, mut send: impl FnMut(ToClient)) {
        let (game, world, interest) = (&self.game, self.game.world(), self.game.interest());
        let Some(actor) = game.actors().get(player) else { return };
        let Some(observer) = actor.observer else { return };
        for hit in game.hits().iter().filter(|hit| hit.by == player) {
            send(ToClient::Hit { target: hit.target.into(), damage: hit.damage });
        }
        let place = |handle| Some(world.shape(handle)?.center());
        let you = actor.handle.and_then(place).map(|place| You { place, health: actor.health, rockets: actor.rockets });
        let entered = interest.entered(observer);
        let stayed = interest.visible(observer).iter().filter(|handle| entered.binary_search(handle).is_err());
        let enters = |handle| {
            let team = game.actor_of(handle).map(|number| game.actors()[number].team);
            Some(Entered { id: handle.into(), team, place: place(handle)? })
        };
        send(ToClient::View {
            tick: world.tick(),
            you,
            entered: entered.iter().copied().filter_map(enters).collect(),
            left: interest.left(observer).iter().map(|handle| (*handle).into()).collect(),
            moved: stayed.filter_map(|handle| Some(((*handle).into(), place(*handle)?))).collect(),
        });
    }
}

#[cfg(test)]
mod tests {
    use collide_rules::{Input, Team, Weapon};
    use collide2d::{Settings, Vec2};

    use super::{MAX_PLAYERS, Room};
    use crate::client::Client;
    use crate::wire::{Entered, Id, MAX_BYTES, MAX_VISIBLE, ToClient, You};

    /// A player who stands and shoots at the nearest enemy, where the client had it some ticks ago.
    #[test]
    fn shots_hit_what_was_visible() {
        for back in [0, 5, 9] {
            let mut room = Room::new(1_000, Settings::default()).unwrap();
            let player = room.join().unwrap().unwrap();
            let (mut earlier, mut client) = (Vec::new(), Client { team: Some(Team::Red), ..Client::default() });
            for tick in 0..240 {
                if tick % 12 == 11
                    && let Some(input) = Client::act(&earlier[tick - 1 - back], 0)
                {
                    room.input(player, Input { walk: Vec2::ZERO, attack: Some(Weapon::Gun), ..input });
                    // It arrives in the same tick, and the shot is still made.
                    room.input(player, Input::default());
                }
                room.tick().unwrap();
                room.messages_for(player, |message| {
                    postcard::to_slice(&message, &mut [0; MAX_BYTES]).expect("a message fits into a datagram");
                    client.apply(message);
                });
                assert!(client.lost == 0 && client.view.len() <= MAX_VISIBLE);
                earlier.push(client.clone());
            }
            assert!(client.hits >= 19, "{back} ticks ago: {} of 20", client.hits);
        }
    }

    #[test]
    fn what_comes_from_the_network_does_no_harm() {
        let mut room = Room::new(500, Settings::default()).unwrap();
        let player = room.join().unwrap().unwrap();
        let numbers = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::MAX, 1e-45];
        for [x, y] in numbers.into_iter().flat_map(|x| numbers.map(|y| [x, y])) {
            let (walk, aim, attack) = (Vec2::new(x, y), Vec2::new(y, x), Some(Weapon::Rocket));
            for player in [player, usize::MAX] {
                room.input(player, Input { walk, aim, attack, shown: f64::from(-x) });
            }
            room.tick().unwrap();
        }
        for player in [player, player, usize::MAX] {
            room.leave(player).unwrap();
            room.input(player, Input { walk: Vec2::X, ..Input::default() });
            room.messages_for(player, |message| panic!("{message:?} after leaving"));
        }
        room.tick().unwrap();
        assert_eq!(room.game.world().tick(), 37);
        room.game.world().validate().unwrap();
    }

    #[test]
    fn players_are_limited_and_their_numbers_used_again() {
        let mut room = Room::new(10, Settings::default()).unwrap();
        let players: Vec<usize> = (0..MAX_PLAYERS).map(|_| room.join().unwrap().unwrap()).collect();
        assert_eq!(room.join().unwrap(), None);
        room.leave(players[7]).unwrap();
        assert_eq!([room.join().unwrap(), room.join().unwrap()], [Some(players[7]), None]);
    }

    /// The longest view fits into a datagram, in the largest room and after years.
    #[test]
    fn views_fit_a_datagram() {
        let (id, place) = (Id { slot: (1 << 21) - 1, generation: (1 << 28) - 1 }, Vec2::ONE);
        let message = ToClient::View {
            tick: u64::MAX,
            you: Some(You { place, health: i32::MIN, rockets: u32::MAX }),
            entered: vec![Entered { id, team: Some(Team::Blue), place }; MAX_VISIBLE],
            left: vec![id; MAX_VISIBLE],
            moved: vec![],
        };
        postcard::to_slice(&message, &mut [0; MAX_BYTES]).unwrap();
    }
}
