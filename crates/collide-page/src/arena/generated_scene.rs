//! A generated scene: its world, and the motion of its entities.

use std::time::Duration;

use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, EntityMut, Handle, History, Mobility, Moving, Rect, Settings, Shape, SlideOptions, Threads, Vec2,
    World,
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

/// The moving entities of a scene.
pub(crate) struct GeneratedScene {
    pub(crate) show: Show,
    pub(crate) snapshot: Snapshot,
    /// An entity whose center is farther inside than this lies within the extent.
    margin: f32,
    /// Whether anything moves: then what rests is a wall.
    pub(super) moves: bool,
    /// The entities that clients steer.
    pub(super) steered: Vec<Steered>,
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
        let mut world = World::new(settings(&show));
        for (shape, velocity) in &shapes {
            let resting = *velocity == Vec2::ZERO;
            let entity = if resting { Entity::fixed(*shape) } else { Entity::new(*shape) };
            world
                .insert(entity.with_data(packed(*velocity * PACE)))
                .expect("a world has room for the entities of the arena");
        }
        let size = |(shape, _): &(Shape, Vec2)| (shape.aabb().max() - shape.aabb().min()).max_element();
        let margin = shapes.iter().map(size).fold(0.0, f32::max);
        let moves = shapes.iter().any(|(_, velocity)| *velocity != Vec2::ZERO);
        Self { show, snapshot: Snapshot::new(world, extent), margin, moves, steered: Vec::new() }
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
        let (extent, margin) = (self.snapshot.extent, Vec2::splat(self.margin));
        let inner = (extent.min() + margin, extent.max() - margin);
        self.snapshot.world.update_each(move |entity| {
            let at = entity.center();
            if !(at.cmpgt(inner.0).all() && at.cmplt(inner.1).all()) {
                reflect(entity, &extent);
            }
            // Cannot fail: entities are reflected long before their coordinates become infinite.
            _ = entity.translate(velocity(entity.data()) * DT);
        });
        self.steer(DT);
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

    /// Moves the steered entities by a tick. They slide along walls and stay within the extent.
    fn steer(&mut self, dt: f32) {
        let (min, max) = (self.snapshot.extent.min(), self.snapshot.extent.max());
        for Steered { handle, direction } in &self.steered {
            let Some(shape) = self.snapshot.world.shape(*handle) else { continue };
            let at = shape.center();
            let to = (at + *direction * SPEED * dt).clamp(min, max);
            let Ok(moving) = Moving::new(shape, to - at) else { continue };
            let world = &self.snapshot.world;
            let is_wall = |handle| world.entity(handle).is_some_and(|entity| entity.mobility == Mobility::Static);
            let slide = world.queries().filtered(&is_wall).slide(moving, &SlideOptions::default());
            // Cannot fail: the entity exists.
            _ = self.snapshot.world.set(*handle, slide.shape);
        }
    }

    /// Adds an entity to steer.
    pub(super) fn add_player(&mut self, at: Vec2) -> Option<Handle> {
        let handle = self.insert(at, Vec2::ZERO)?;
        self.steered.push(Steered { handle, direction: Vec2::ZERO });
        Some(handle)
    }

    /// Removes an entity that a client steers.
    pub(super) fn remove_player(&mut self, handle: Handle) {
        self.steered.retain(|steered| steered.handle != handle);
        // It may have gone with its scene.
        _ = self.snapshot.world.remove(handle);
    }

    pub(super) fn insert(&mut self, at: Vec2, velocity: Vec2) -> Option<Handle> {
        let at = at.clamp(self.snapshot.extent.min(), self.snapshot.extent.max());
        let entity = Entity::new(Circle::new(at, RADIUS).ok()?).with_data(packed(velocity));
        self.snapshot.world.insert(entity).ok()
    }
}

/// One of this number of entities is a wall, in scenes that have none.
const WALLS: usize = 50;
/// In the scene `city`, one of this number is a wall.
const CITY_WALLS: usize = 10;

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
    if !has_walls {
        let (city, city_extent) = of(SceneKind::City);
        let grown = extent.max() / city_extent.max();
        let walls = city.into_iter().step_by(CITY_WALLS).filter_map(|(wall, _)| {
            let at = wall.center();
            wall.translated(at * grown - at).ok()
        });
        for (wall, place) in walls.zip(shapes.iter_mut().step_by(WALLS)) {
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

/// Reflects the velocity of an entity that leaves the extent.
fn reflect(entity: &mut EntityMut<'_>, extent: &Rect) {
    let (bound, old) = (entity.shape().aabb(), velocity(entity.data()));
    let (low, high) = (bound.min().cmplt(extent.min()), bound.max().cmpgt(extent.max()));
    let back = |axis: usize| {
        let velocity = old[axis];
        let out = (low.test(axis) && velocity < 0.0) || (high.test(axis) && velocity > 0.0);
        if out { -velocity } else { velocity }
    };
    entity.set_data(packed(Vec2::new(back(0), back(1))));
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
    use collide2d::{Mobility, ShapeKind, Strategy};

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
        assert_eq!(count(&mixed, |entity, _| entity.mobility == Mobility::Static, ShapeKind::Circle), 300 / WALLS);
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
}
