//! What a game decides wrongly: actors inside of a wall, and shots with a wrong target, of a million.

use collide_bench::whole_server::{Contender, Part, Shot, Target};
use collide_rules::{GUN_RANGE, RADIUS, Team, layers};
use collide2d::{
    Circle, Entity, Handle, History, Mode, Polygon, Query, Ray, RayHits, Settings, Shape, Threads, Vec2, World,
    cast_ray, overlaps_interior,
};

const MILLION: usize = 1_000_000;

/// An actor sees the targets of its shot as they were `DELAY` ticks ago.
const DELAY: f64 = 5.5;

/// The number of ticks for which the exact world follows a game before shots are compared.
const HISTORY: usize = 15;

/// One tick of this number is checked for actors inside of walls.
const EACH: usize = 10;

/// Of a million actors or shots. `None` for a game whose shots are not checked.
pub struct Errors {
    /// Actors inside of a wall after a tick.
    pub inside: Option<usize>,
    /// Shots whose target differs from the exact decision about the positions that the game decides on.
    pub rounded: Option<usize>,
    /// Shots whose target differs from the exact decision about what the actor saw.
    pub wrong: Option<usize>,
}

/// The walls of the code by hand: its polygons have no radius.
pub fn sharp(walls: &[Shape]) -> Vec<Shape> {
    let sharp = |wall: &Shape| match wall {
        Shape::Polygon(polygon) => Polygon::new(&polygon.points().collect::<Vec<_>>(), 0.0).expect("it was one").into(),
        other => *other,
    };
    walls.iter().map(sharp).collect()
}

/// Goes on with a game, without a clock, until a million actors have shot: in each tick all do. The shots of a game
/// decide on the present, or on what the actor saw.
pub fn errors(game: &mut dyn Contender, walls: &[Shape], decides_on_past: bool, is_test: bool) -> Errors {
    let ticks = if is_test { 2 * EACH } else { MILLION / game.actors().len() };
    let mut exact = Exact::new(walls, game.shots().len());
    let ago = if decides_on_past { DELAY } else { 0.0 };
    let [mut actors, mut inside, mut shots, mut rounded, mut wrong] = [0; 5];
    for tick in 0..HISTORY + ticks {
        game.begin(tick as u64 + 1);
        Part::ALL.into_iter().for_each(|part| _ = game.run(part));
        if tick.is_multiple_of(EACH) {
            let centers = game.actors();
            actors += centers.len();
            inside +=
                centers.into_iter().filter(|at| walls.iter().any(|wall| overlaps_interior(disc(*at), wall))).count();
        }
        let fired = game.shots();
        exact.follow(&fired);
        if tick >= HISTORY {
            shots += fired.len();
            rounded += exact.differs(&fired, ago);
            wrong += exact.differs(&fired, DELAY);
        }
    }
    let of_million = |count: usize, all: usize| (all > 0).then(|| (count * MILLION + all / 2) / all);
    Errors { inside: of_million(inside, actors), rounded: of_million(rounded, shots), wrong: of_million(wrong, shots) }
}

fn disc(at: Vec2) -> Circle {
    Circle::new(at, RADIUS).expect("finite")
}

/// The engine with the walls of a game, and its actors where the game has and had them.
struct Exact {
    world: World,
    /// The actors, then the walls.
    handles: Vec<Handle>,
    actors: usize,
    hits: RayHits,
}

impl Exact {
    fn new(walls: &[Shape], actors: usize) -> Self {
        let history = History { ticks: HISTORY, teleport_distance: 1.0 };
        let mut world = World::new(Settings { threads: Threads::Serial, history, ..Settings::default() });
        let actor = |number| Entity::new(disc(Vec2::ZERO)).with_layers(layers::body(Team::of(number)));
        let walls = walls.iter().map(|wall| Entity::fixed(wall).with_layers(layers::wall()));
        let entities = (0..actors).map(actor).chain(walls);
        let handles = entities.map(|entity| world.insert(entity).expect("room")).collect();
        Self { world, handles, actors, hits: RayHits::default() }
    }

    /// The next tick of the game.
    fn follow(&mut self, shots: &[Shot]) {
        let centers: Vec<Vec2> = shots.iter().map(|shot| shot.from).collect();
        self.world.set_by_slot(&centers).expect("finite");
        self.world.step();
    }

    /// The number of shots with another target than by exact decisions about the positions of some ticks ago. Targets at
    /// the same distance are as good as each other.
    fn differs(&mut self, shots: &[Shot], ago: f64) -> usize {
        let Self { world, handles, actors, hits } = self;
        let rays: Vec<Ray> =
            shots.iter().map(|shot| Ray::new(shot.from, shot.aim, GUN_RANGE).expect("a direction")).collect();
        let attacks = rays
            .iter()
            .enumerate()
            .map(|(number, ray)| Query::new(*ray).on(layers::attacks(Team::of(number))).except(handles[number]));
        let past = world.at(world.tick() as f64 - ago).expect("in the history");
        past.ray_batch_into(&attacks.collect::<Vec<_>>(), Mode::First(1), hits).expect("no budget");
        let is_other = |(number, shot): &(usize, &Shot)| {
            let exact = hits.of(*number).first();
            let by_hand = shot.target.map(|target| match target {
                Target::Actor(actor) => handles[actor],
                Target::Wall(wall) => handles[*actors + wall],
            });
            match (exact, by_hand) {
                (None, None) => false,
                (Some((handle, hit)), Some(other)) => {
                    let entry = || cast_ray(&rays[*number], past.shape(other)?).map(|hit| hit.entry);
                    *handle != other && entry() != Some(hit.entry)
                }
                _ => true,
            }
        };
        shots.iter().enumerate().filter(is_other).count()
    }
}
