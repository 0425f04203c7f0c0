//! Move and slide, compared with the character controller of `rapier2d`: `cargo bench --bench movement`.
//!
//! 10,000 circles move among 100,000 static shapes for some ticks, on one thread, by a tenth of a unit each. They do
//! not block each other. In the crowd the shapes are circles, packed so that movers touch several of them. In the
//! corridors they are tiles in rows, and the movers press against the walls at angles up to 45 degrees. All contenders
//! have their index ready and take turns; `COLLIDE_BENCH_ROUNDS` sets their number. Prints nanoseconds for a move, the
//! median of the turns, the ratio to ours in a batch, the mean way of a mover, and how many movers ended inside of a
//! static shape.
//!
//! The controller of `rapier2d` keeps a gap of a hundredth of a unit and climbs every slope; snapping to the ground is
//! off, as in a game seen from above.

use std::time::{Duration, Instant};

use collide_bench::{is_test, median, numbers, rounds};
use collide2d::{
    Circle, Entity, Handle, MoveOptions, Moves, Moving, Query, Rect, Relation, Settings, Shape, SlideOptions, Slides,
    Threads, Vec2, World, relation,
};
use rapier2d::control::{CharacterLength, KinematicCharacterController};
use rapier2d::dynamics::{IntegrationParameters, RigidBodySet};
use rapier2d::geometry::{BroadPhaseBvh, ColliderBuilder, ColliderSet};
use rapier2d::math::{Pose, Vector};
use rapier2d::parry::query::DefaultQueryDispatcher;
use rapier2d::parry::shape::Ball;
use rapier2d::pipeline::QueryFilter;

const RADIUS: f32 = 0.4;
const STEP: f32 = 0.1;

/// The static shapes and the movers: where they start, and their step in each tick.
struct Scene {
    name: &'static str,
    walls: Vec<Shape>,
    movers: Vec<(Vec2, Vec2)>,
}

fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

/// Circles with a radius of up to 0.5 in the middle of the cells of a grid of 1.5, shifted by up to 0.2.
fn crowd(walls: usize, movers: usize) -> Scene {
    let (mut next, side) = (numbers(), (walls as f32).sqrt() as usize);
    let cell = |index: usize| Vec2::new((index % side) as f32, (index / side) as f32) * 1.5;
    let around = |next: &mut dyn FnMut() -> f32, far: f32| Vec2::new(next() - 0.5, next() - 0.5) * far;
    let shapes = (0..walls).map(|index| {
        let at = cell(index) + around(&mut next, 0.4);
        circle(at, 0.3 + next() * 0.2).into()
    });
    let walls: Vec<Shape> = shapes.collect();
    let mut free = Vec::new();
    while free.len() < movers {
        // The corner between four cells.
        let at = cell((next() * (walls.len() - side - 1) as f32) as usize) + Vec2::splat(0.75);
        free.push((at, Vec2::from_angle(next() * std::f32::consts::TAU) * STEP));
    }
    Scene { name: "crowd", walls, movers: free }
}

/// Rows of tiles of one by one, two apart.
fn corridors(walls: usize, movers: usize) -> Scene {
    let (mut next, columns) = (numbers(), (walls as f32).sqrt() as usize);
    let corner = |index: usize| Vec2::new((index % columns) as f32, (index / columns) as f32 * 3.0);
    let tile = |index: usize| Rect::new(corner(index), corner(index) + Vec2::ONE).expect("finite").into();
    let start = |index: usize| {
        let at = corner((index * 7_919 + 3) % (walls - columns)) + Vec2::new(0.0, 1.5 + next());
        let angle = (next() - 0.5) * std::f32::consts::FRAC_PI_2;
        (at, Vec2::from_angle(angle) * STEP)
    };
    let movers = (0..movers).map(start).collect();
    Scene { name: "corridors", walls: (0..walls).map(tile).collect(), movers }
}

/// Something that moves all movers for some ticks.
trait Contender {
    fn name(&self) -> &'static str;

    /// Moves them from the start. Returns the time and the ends.
    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>);
}

/// A world of the static shapes alone.
fn world_of(scene: &Scene) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for wall in &scene.walls {
        world.insert(Entity::fixed(*wall)).expect("there is room");
    }
    world.step();
    world
}

/// Moves entities of the world.
struct Batch {
    world: World,
    handles: Vec<Handle>,
    moves: Moves,
}

impl Batch {
    fn new(scene: &Scene) -> Self {
        let mut world = world_of(scene);
        let movers = scene.movers.iter().map(|(at, _)| world.insert(circle(*at, RADIUS)).expect("there is room"));
        Self { handles: movers.collect(), moves: Moves::default(), world }
    }
}

impl Contender for Batch {
    fn name(&self) -> &'static str {
        "ours, move_batch_into"
    }

    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>) {
        for (handle, (at, _)) in self.handles.iter().zip(movers) {
            self.world.set_center(*handle, *at).expect("it exists");
        }
        self.world.step();
        let steps: Vec<_> = self.handles.iter().copied().zip(movers.iter().map(|(_, step)| *step)).collect();
        let start = Instant::now();
        for _ in 0..ticks {
            self.world.move_batch_into(&steps, &MoveOptions::default(), &mut self.moves).expect("they exist");
        }
        let time = start.elapsed();
        (time, self.moves.slides().iter().map(|slide| slide.shape.center()).collect())
    }
}

/// Slides shapes that are not entities, in a batch or one by one.
struct Loose {
    world: World,
    batch: bool,
    slides: Slides,
}

impl Contender for Loose {
    fn name(&self) -> &'static str {
        if self.batch { "ours, slide_batch_into" } else { "ours, slide" }
    }

    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>) {
        let moving = |at: Vec2, step: Vec2| Query::new(Moving::new(circle(at, RADIUS), step).expect("finite"));
        let mut queries: Vec<_> = movers.iter().map(|(at, step)| moving(*at, *step)).collect();
        let (view, options, start) = (self.world.queries(), SlideOptions::default(), Instant::now());
        for _ in 0..ticks {
            if self.batch {
                view.slide_batch_into(&queries, &options, &mut self.slides);
                for (query, slide) in queries.iter_mut().zip(self.slides.list()) {
                    *query = moving(slide.shape.center(), query.what.motion());
                }
            } else {
                for query in &mut queries {
                    *query = moving(view.slide(*query, &options).shape.center(), query.what.motion());
                }
            }
        }
        (start.elapsed(), queries.iter().map(|query| query.what.shape().center()).collect())
    }
}

struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: BroadPhaseBvh,
    controller: KinematicCharacterController,
}

impl Rapier {
    fn new(scene: &Scene) -> Self {
        let (bodies, mut colliders, mut broad_phase) = (RigidBodySet::new(), ColliderSet::new(), BroadPhaseBvh::new());
        let parameters = IntegrationParameters::default();
        for wall in &scene.walls {
            let (center, bound) = (wall.center(), wall.aabb());
            let half = (bound.max() - bound.min()) * 0.5;
            let builder = match wall {
                Shape::Circle(circle) => ColliderBuilder::ball(circle.radius()),
                _ => ColliderBuilder::cuboid(half.x, half.y),
            };
            let handle = colliders.insert(builder.translation(Vector::new(center.x, center.y)));
            broad_phase.set_aabb(&parameters, handle, colliders[handle].compute_aabb());
        }
        broad_phase.update(&parameters, &colliders, &bodies, &[], &[], &mut Vec::new());
        let controller = KinematicCharacterController {
            offset: CharacterLength::Absolute(0.01),
            max_slope_climb_angle: std::f32::consts::PI,
            min_slope_slide_angle: std::f32::consts::PI,
            snap_to_ground: None,
            ..KinematicCharacterController::default()
        };
        Self { bodies, colliders, broad_phase, controller }
    }
}

impl Contender for Rapier {
    fn name(&self) -> &'static str {
        "rapier2d, character controller"
    }

    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>) {
        let mut places: Vec<Vec2> = movers.iter().map(|(at, _)| *at).collect();
        let (dispatcher, ball, start) = (DefaultQueryDispatcher, Ball::new(RADIUS), Instant::now());
        let queries =
            self.broad_phase.as_query_pipeline(&dispatcher, &self.bodies, &self.colliders, QueryFilter::default());
        for _ in 0..ticks {
            for (place, (_, step)) in places.iter_mut().zip(movers) {
                let (pose, step) = (Pose::translation(place.x, place.y), Vector::new(step.x, step.y));
                let moved = self.controller.move_shape(1.0 / 60.0, &queries, &ball, &pose, step, |_| {});
                *place += Vec2::new(moved.translation.x, moved.translation.y);
            }
        }
        (start.elapsed(), places)
    }
}

/// Movers that end inside of a static shape, and did not start so.
fn inside(world: &World, movers: &[(Vec2, Vec2)], ends: &[Vec2]) -> usize {
    let queries = world.queries();
    let enters = |at: Vec2| {
        let shape = Shape::from(circle(at, RADIUS));
        let near = queries.overlap(shape).into_iter().filter_map(|handle| queries.shape(handle));
        near.into_iter().any(|wall| relation(shape, wall) == Relation::Interior)
    };
    movers.iter().zip(ends).filter(|((start, _), end)| enters(**end) && !enters(*start)).count()
}

fn measure(scene: &Scene, ticks: usize, turns: usize) {
    let loose = |batch: bool| Loose { world: world_of(scene), batch, slides: Slides::default() };
    let mut contenders: Vec<Box<dyn Contender>> =
        vec![Box::new(Batch::new(scene)), Box::new(loose(true)), Box::new(loose(false)), Box::new(Rapier::new(scene))];
    let mut times = vec![Vec::new(); contenders.len()];
    let mut ends = vec![Vec::new(); contenders.len()];
    for _ in 0..turns {
        for ((contender, times), ends) in contenders.iter_mut().zip(&mut times).zip(&mut ends) {
            let (time, places) = contender.run(&scene.movers, ticks);
            times.push(time);
            *ends = places;
        }
    }
    assert_eq!(ends[0], ends[1], "one answer, whatever the call");
    assert_eq!(ends[0], ends[2], "one answer, whatever the call");
    let walls = world_of(scene);
    println!("{}: {} movers, {} static shapes", scene.name, scene.movers.len(), scene.walls.len());
    let moves = (scene.movers.len() * ticks) as f64;
    let nanoseconds: Vec<f64> = times.into_iter().map(|times| median(times).as_nanos() as f64 / moves).collect();
    for ((contender, time), ends) in contenders.iter().zip(&nanoseconds).zip(&ends) {
        let ways = scene.movers.iter().zip(ends).map(|((start, _), end)| f64::from(start.distance(*end)));
        let (way, inside) = (ways.sum::<f64>() / scene.movers.len() as f64, inside(&walls, &scene.movers, ends));
        let ratio = time / nanoseconds[0];
        println!("  {:32} {time:8.1} ns  {ratio:6.2}  mean way {way:.3}  inside {inside}", contender.name());
    }
    assert_eq!(inside(&walls, &scene.movers, &ends[0]), 0, "no slide ends inside");
}

fn main() {
    let (walls, movers, ticks, turns) = if is_test() { (2_000, 100, 4, 1) } else { (100_000, 10_000, 30, rounds(5)) };
    measure(&crowd(walls, movers), ticks, turns);
    measure(&corridors(walls, movers), ticks, turns);
}
