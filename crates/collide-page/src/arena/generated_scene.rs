//! A generated scene: its world, and the motion of its entities.

use std::time::Duration;

use collide_scenes::SceneKind;
use collide2d::{
    Budget, Circle, Entity, Handle, History, Mobility, MoveOptions, Moves, Places, Rect, Settings, Shape, Slide,
    Threads, Vec2, World,
};
use web_time::Instant;

use super::client_message::Show;
use super::snapshot::Snapshot;

/// Seconds from one tick to the next.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// The factor of the speeds of the scenes: slow enough for the eye to follow.
const PACE: f32 = 0.3;

/// The limit of remembered entities, summed over ticks: about 200 MB.
const MAX_REMEMBERED: usize = 5_000_000;
const MAX_HISTORY_TICKS: usize = 300;

/// The limit of pairs: more than any scene here has, so that a bug cannot use all memory.
const MAX_PAIRS: u64 = 8_000_000;

/// The speed of a player, in world units per second.
const SPEED: f32 = 14.0;
/// The radius of players and of added entities.
const RADIUS: f32 = 1.0;

/// The maximum distance of a free place, and the maximum number of walls among which one is searched for.
const FREE_WITHIN: f32 = 32.0;
const FEW: Budget = Budget { max_candidates_each: 256, ..Budget::UNLIMITED };

/// The moving entities of a scene.
pub(crate) struct GeneratedScene {
    pub(crate) show: Show,
    pub(crate) snapshot: Snapshot,
    /// Whether anything moves: then what rests is a wall.
    pub(super) moves: bool,
    /// The entities that move by themselves, each with its velocity, which its data has too.
    movers: Vec<(Handle, Vec2)>,
    /// The entities that clients steer.
    pub(super) steered: Vec<Steered>,
    /// The motions of a tick, and where they ended.
    motions: Vec<(Handle, Vec2)>,
    moved: Moves,
}

/// An entity that a client steers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steered {
    pub(super) handle: Handle,
    /// The direction, at most of length 1.
    pub(super) direction: Vec2,
}

impl GeneratedScene {
    /// The scene at its start.
    pub(crate) fn of(show: Show, kind: SceneKind) -> Self {
        let (shapes, extent) = shapes(kind, show.count as usize);
        let (walls, movers): (Vec<_>, Vec<_>) = shapes.into_iter().partition(|(_, velocity)| *velocity == Vec2::ZERO);
        let (snapshot, moves) = (Snapshot::new(World::new(settings(&show)), extent), !movers.is_empty());
        let (steered, motions, moved) = (Vec::new(), Vec::new(), Moves::default());
        let mut scene = Self { show, snapshot, moves, movers: Vec::new(), steered, motions, moved };
        for (wall, _) in walls {
            scene.add(Entity::fixed(wall));
        }
        scene.snapshot.world.refresh();
        // So far the world has walls only.
        let (queries, mut places): (Vec<_>, _) =
            (movers.iter().map(|(shape, _)| shape.into()).collect(), Places::default());
        _ = scene.snapshot.world.queries().within(FEW).free_batch_into(&queries, FREE_WITHIN, &mut places);
        for ((shape, velocity), place) in movers.into_iter().zip(places.list()) {
            match *place {
                Some(place) => scene.add_mover(place, velocity * PACE),
                None => scene.add(Entity::fixed(shape)),
            };
        }
        scene
    }

    /// Changes the settings, and creates the scene again if it changes.
    pub(crate) fn set(&mut self, show: Show, kind: SceneKind) {
        if (show.scene, show.count) == (self.show.scene, self.show.count) {
            self.snapshot.world.set_settings(settings(&show));
            self.show = show;
        } else {
            *self = Self::of(show, kind);
        }
    }

    /// Moves all entities and finds the pairs. Returns false for too many pairs.
    pub(crate) fn tick(&mut self) -> bool {
        let start = Instant::now();
        self.walk();
        self.step(start.elapsed())
    }

    /// Finds the pairs without moving entities.
    pub(crate) fn find(&mut self) -> bool {
        self.step(Duration::ZERO)
    }

    fn step(&mut self, moving: Duration) -> bool {
        let stepped = self.snapshot.world.step_within(MAX_PAIRS).is_ok();
        if stepped {
            self.snapshot.note(moving);
        }
        stepped
    }

    /// Moves all entities by a tick. They do not stop each other, but walls stop them: those that clients steer slide, all
    /// others bounce, also off the border.
    fn walk(&mut self) {
        let Self { snapshot: Snapshot { world, extent, .. }, movers, steered, motions, moved, .. } = self;
        motions.clear();
        motions.extend(movers.iter().map(|(handle, velocity)| (*handle, *velocity * DT)));
        motions.extend(steered.iter().filter_map(|Steered { handle, direction }| {
            let at = world.shape(*handle)?.center();
            Some((*handle, (at + *direction * SPEED * DT).clamp(extent.min(), extent.max()) - at))
        }));
        // Cannot fail: the entities exist, and bounce long before their coordinates become infinite.
        _ = world.move_batch_into(motions, &MoveOptions::default(), moved);
        for ((handle, velocity), slide) in movers.iter_mut().zip(moved.slides()) {
            let next = bounced(*velocity, &slide, extent);
            if next != *velocity
                && let Some(entity) = world.entity(*handle)
            {
                *velocity = next;
                _ = world.set(*handle, entity.with_data(packed(next)));
            }
        }
    }

    /// Adds an entity to steer.
    pub(super) fn add_player(&mut self, at: Vec2) -> Option<Handle> {
        let handle = self.add(Entity::new(self.disc(at)?))?;
        self.steered.push(Steered { handle, direction: Vec2::ZERO });
        Some(handle)
    }

    /// Removes an entity that a client steers.
    pub(super) fn remove_player(&mut self, handle: Handle) {
        self.steered.retain(|steered| steered.handle != handle);
        // It may have gone with its scene.
        _ = self.snapshot.world.remove(handle);
    }

    /// Adds a disc that moves by itself.
    pub(super) fn spawn(&mut self, at: Vec2, velocity: Vec2) -> Option<Handle> {
        self.add_mover(self.disc(at)?, velocity)
    }

    /// Moves an entity to the place nearest to a point that no wall covers.
    pub(super) fn drag(&mut self, handle: Handle, to: Vec2) {
        let (min, max) = (self.snapshot.extent.min(), self.snapshot.extent.max());
        let Some(shape) = self.snapshot.world.shape(handle) else { return };
        let moved = shape.translated(to.clamp(min, max) - shape.center()).ok();
        if let Some(place) = moved.and_then(|moved| self.free(moved, Some(handle))) {
            // Cannot fail: the entity exists.
            _ = self.snapshot.world.set(handle, place);
        }
    }

    /// A disc at the place nearest to a point that no wall covers.
    fn disc(&self, at: Vec2) -> Option<Shape> {
        let at = at.clamp(self.snapshot.extent.min(), self.snapshot.extent.max());
        self.free(Circle::new(at, RADIUS).ok()?.into(), None)
    }

    /// A shape at the nearest place that no wall covers.
    fn free(&self, shape: Shape, except: Option<Handle>) -> Option<Shape> {
        if !self.moves {
            return Some(shape);
        }
        let world = &self.snapshot.world;
        let is_static = |handle| world.entity(handle).is_some_and(|entity| entity.mobility == Mobility::Static);
        world
            .queries()
            .filtered(&|handle| Some(handle) != except && is_static(handle))
            .within(FEW)
            .free(shape, FREE_WITHIN)
    }

    fn add_mover(&mut self, shape: Shape, velocity: Vec2) -> Option<Handle> {
        let handle = self.add(Entity::new(shape).with_data(packed(velocity)))?;
        self.movers.push((handle, velocity));
        Some(handle)
    }

    fn add(&mut self, entity: Entity) -> Option<Handle> {
        self.snapshot.world.insert(entity).ok()
    }
}

/// One of this number of entities is a wall, in scenes that have none, up to a number of walls.
const WALL_SHARE: usize = 50;
const MAX_WALLS: usize = 400;
/// In the scene `city`, one of this number is a wall.
const CITY_WALL_SHARE: usize = 10;

/// The shapes of a scene with their velocities, and its extent. In the arena, `mixed` has all kinds of shape: two of five
/// entities are those of `capsules` and `polygons`, which are as dense and have the same extent. Scenes get walls of the
/// scene `city` in the place of some entities.
fn shapes(kind: SceneKind, count: usize) -> (Vec<(Shape, Vec2)>, Rect) {
    let of = |kind: SceneKind| {
        let scene = kind.generate(count, 1);
        let shapes: Vec<_> = scene.shapes().iter().copied().zip(scene.velocities().iter().copied()).collect();
        (shapes, scene.extent())
    };
    let (mut shapes, extent) = of(kind);
    if kind == SceneKind::Mixed {
        for (place, other) in [(3, SceneKind::Capsules), (4, SceneKind::Polygons)] {
            let others = of(other).0.into_iter().enumerate();
            others.filter(|(index, _)| index % 5 == place).for_each(|(index, shape)| shapes[index] = shape);
        }
    }
    let has_walls = shapes.iter().any(|(_, velocity)| *velocity == Vec2::ZERO);
    // In a pile there is no room for walls.
    if !has_walls && kind != SceneKind::Pile {
        let (city, city_extent) = of(SceneKind::City);
        let grown = extent.max() / city_extent.max();
        let walls = city.into_iter().step_by(CITY_WALL_SHARE).filter_map(|(wall, _)| {
            let at = wall.center();
            wall.translated(at * grown - at).ok()
        });
        for (wall, place) in walls.zip(shapes.iter_mut().step_by(WALL_SHARE)).take(MAX_WALLS) {
            *place = (wall, Vec2::ZERO);
        }
    }
    (shapes, extent)
}

fn settings(show: &Show) -> Settings {
    let ticks = (MAX_REMEMBERED / show.count as usize).clamp(1, MAX_HISTORY_TICKS);
    let history = History { ticks, teleport_distance: 1.0 };
    let Show { strategy, touching, cell, .. } = *show;
    // The browser is usually on the same machine, and draws more frames if it has the other processors.
    let threads = Threads::Serial;
    // The arena shows all pairs, also in a scene in which nothing moves.
    Settings { strategy, touching, cell, static_pairs: true, events: true, history, threads, ..Settings::default() }
}

/// The velocity after a motion: reflected by the walls that it met, and by the border if it leaves the extent.
fn bounced(mut velocity: Vec2, slide: &Slide, extent: &Rect) -> Vec2 {
    for hit in slide.hits() {
        // The normal points to the wall.
        velocity -= 2.0 * velocity.dot(hit.normal).max(0.0) * hit.normal;
    }
    let bound = slide.shape.aabb();
    let (low, high) = (bound.min().cmplt(extent.min()), bound.max().cmpgt(extent.max()));
    let back = |axis: usize| {
        let out = (low.test(axis) && velocity[axis] < 0.0) || (high.test(axis) && velocity[axis] > 0.0);
        if out { -velocity[axis] } else { velocity[axis] }
    };
    Vec2::new(back(0), back(1))
}

fn packed(velocity: Vec2) -> u64 {
    u64::from(velocity.x.to_bits()) << 32 | u64::from(velocity.y.to_bits())
}

/// The velocity that an entity's data holds, in world units per second.
pub(crate) fn velocity(data: u64) -> Vec2 {
    Vec2::new(f32::from_bits((data >> 32) as u32), f32::from_bits(data as u32))
}

#[cfg(test)]
mod tests {
    use collide2d::{ShapeKind, Strategy, Touching};

    use super::super::client_message::Scene;
    use super::super::snapshot::{PAIRED, span};
    use super::*;

    #[test]
    fn everyone_stays_in_the_scene_and_the_past_is_kept() {
        let mut scene = GeneratedScene::of(Show { count: 500, ..Show::default() }, SceneKind::Mixed);
        for _ in 0..1_000 {
            assert!(scene.tick());
        }
        for (_, entity) in scene.snapshot.world.iter() {
            let (at, slack) = (entity.shape.center(), Vec2::ONE);
            assert!(
                at.cmpge(scene.snapshot.extent.min() - slack).all()
                    && at.cmple(scene.snapshot.extent.max() + slack).all(),
                "{at}"
            );
        }
        assert!(scene.snapshot.world.at(span(&scene.snapshot.world).0 as f64).is_ok());
        assert!(scene.snapshot.world.at((span(&scene.snapshot.world).0 - 1) as f64).is_err());
        let paired = scene.snapshot.marks.iter().filter(|mark| **mark & PAIRED != 0).count() as u64;
        assert!(paired > 0 && paired <= 2 * scene.snapshot.counts.pairs);
    }

    #[test]
    fn mixed_has_all_kinds_of_shape_and_city_has_walls() {
        let scene = |kind| GeneratedScene::of(Show { count: 300, ..Show::default() }, kind);
        let count = |scene: &GeneratedScene, accept: fn(&Entity, ShapeKind) -> bool, kind| {
            scene.snapshot.world.iter().filter(|(_, entity)| accept(entity, kind)).count()
        };
        let mixed = scene(SceneKind::Mixed);
        for kind in ShapeKind::ALL {
            let kinds = count(&mixed, |entity, kind| entity.shape.kind() == kind, kind);
            assert!((50..70).contains(&kinds), "{kinds} {kind}");
        }
        assert_eq!(count(&mixed, |entity, _| entity.mobility == Mobility::Static, ShapeKind::Circle), 300 / WALL_SHARE);
        let city = scene(SceneKind::City);
        let is_wall = |entity: &Entity, kind| entity.mobility == Mobility::Static && entity.shape.kind() == kind;
        let walls = ShapeKind::ALL.map(|kind| count(&city, is_wall, kind));
        assert_eq!(walls, [0, 0, 0, 15, 15]);
    }

    #[test]
    fn a_strategy_is_changed_while_entities_go_on() {
        let [mut a, mut b] = [0; 2].map(|_| GeneratedScene::of(Show::default(), SceneKind::Mixed));
        a.tick();
        b.tick();
        b.set(Show { strategy: Strategy::RTree, ..b.show }, SceneKind::Mixed);
        a.tick();
        b.tick();
        assert_eq!(b.snapshot.world.tick(), 2);
        assert_eq!(a.snapshot.counts.pairs, b.snapshot.counts.pairs);
        b.set(Show { scene: Scene::Generated(SceneKind::Towns), count: 300, ..b.show }, SceneKind::Towns);
        assert_eq!((b.snapshot.world.len(), b.snapshot.world.tick()), (300, 0));
    }

    #[test]
    fn walls_hold_for_all_that_moves() {
        for kind in [SceneKind::Uniform, SceneKind::Mixed, SceneKind::City, SceneKind::MostlyStatic] {
            let show = Show { count: 1_000, touching: Touching::Open, ..Show::default() };
            let mut scene = GeneratedScene::of(show, kind);
            let wall = scene.snapshot.world.iter().find(|(_, entity)| entity.mobility == Mobility::Static).unwrap();
            let at = wall.1.shape.center();
            let [player, added] = [scene.add_player(at).unwrap(), scene.spawn(at, Vec2::new(30.0, 7.0)).unwrap()];
            scene.drag(added, at);
            let started: Vec<_> = scene.movers.iter().map(|(_, velocity)| *velocity).collect();
            for tick in 0..300 {
                scene.steered[0].direction = Vec2::from_angle(tick as f32 / 50.0);
                assert!(scene.tick());
                let world = &scene.snapshot.world;
                let is_wall = |handle| world.entity(handle).unwrap().mobility == Mobility::Static;
                let inside = world.pairs().iter().find(|(a, b)| is_wall(*a) != is_wall(*b));
                assert_eq!(inside, None, "{kind}, tick {tick}, player {player}");
            }
            let turned = scene.movers.iter().zip(started).filter(|((_, now), then)| now.dot(*then) < 0.0).count();
            assert!(turned > 5, "{kind}: {turned} have bounced");
        }
    }
}
