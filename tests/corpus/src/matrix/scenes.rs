//! The scenes of the matrix: shapes, how they move, and the limits that are on.

use collide_scenes::{Scene as Bodies, SceneKind};
use collide2d::{
    CrowdLimit, Entity, Filter, Handle, History, Layers, Mobility, Settings, Shape, Strategy, Touching, Vec2,
};

use super::cells::Lineage;

/// A scripted scene.
pub struct Scene {
    /// The name in the golden file.
    pub name: &'static str,
    kind: SceneKind,
    count: usize,
    /// The number of queries of a large batch, at most `count`.
    pub(super) query_count: usize,
    /// The maximum number of movers of a call.
    pub(super) max_walkers: usize,
    touching: Touching,
    static_pairs: bool,
    sensor_pairs: bool,
    /// The number of ticks at the start without a call.
    pub(super) quiet_ticks: u64,
    /// Whether all entities are walls that rest until the last tick.
    pub(super) is_still: bool,
    /// The share of the way to the origin that a walker goes in a tick.
    gathering: f32,
    pub(super) crowd: Option<CrowdLimit>,
    /// The cells in which the scene runs.
    pub(super) strategies: &'static [Strategy],
    pub(super) lineages: &'static [Lineage],
}

/// No limit, everything in its place.
const PLAIN: Scene = Scene {
    name: "",
    kind: SceneKind::Mixed,
    count: 300,
    query_count: 70,
    max_walkers: usize::MAX,
    touching: Touching::Closed,
    static_pairs: false,
    sensor_pairs: false,
    quiet_ticks: 0,
    is_still: false,
    gathering: 0.0,
    crowd: None,
    strategies: &Strategy::ALL,
    lineages: &Lineage::ALL,
};

/// Every scene.
pub const SCENES: [Scene; 9] = [
    // All kinds of shape, walls and bullets.
    Scene { name: "city", kind: SceneKind::City, count: 250, ..PLAIN },
    // Shapes that touch, and ties.
    Scene { name: "lattice", kind: SceneKind::AllTouching, static_pairs: true, ..PLAIN },
    // Shapes of all sizes, in several levels.
    Scene { name: "sizes", kind: SceneKind::PowerLaw, count: 400, ..PLAIN },
    // The same as walls. Nothing is asked before another strategy has run.
    Scene { name: "walls", kind: SceneKind::PowerLaw, quiet_ticks: 3, is_still: true, ..PLAIN },
    // Everybody walks to one place, and limits cut answers.
    Scene {
        name: "crowd",
        kind: SceneKind::Polygons,
        count: 200,
        gathering: 0.4,
        crowd: Some(CrowdLimit::new(12).with_first(4)),
        ..PLAIN
    },
    // Sensors that meet each other.
    Scene { name: "zones", kind: SceneKind::Mixed, count: 150, gathering: 0.3, sensor_pairs: true, ..PLAIN },
    // A crowd from the start, and some at equal places.
    Scene { name: "pile", kind: SceneKind::Pile, count: 130, crowd: Some(CrowdLimit::new(7)), ..PLAIN },
    // Batches and searches over bounds that use several threads.
    Scene { name: "mixed", count: 2_100, query_count: 260, max_walkers: 300, touching: Touching::Open, ..PLAIN },
    // Searches over cell lists that use several threads.
    Scene {
        name: "large",
        count: 21_000,
        query_count: 260,
        max_walkers: 300,
        crowd: Some(CrowdLimit::new(3)),
        strategies: Strategy::ALL.split_at(2).1,
        lineages: &[Lineage::Itself],
        ..PLAIN
    },
];

/// Motions of shapes that have none of their own.
const STEPS: [Vec2; 5] =
    [Vec2::new(0.5, 0.0), Vec2::new(-1.0, 0.5), Vec2::new(0.0, -1.5), Vec2::new(0.5, 0.5), Vec2::new(0.0, 1.0)];

impl Scene {
    pub(super) fn bodies(&self) -> Bodies {
        self.kind.generate(self.count, 2_027)
    }

    /// The settings that decide the answers.
    pub(super) fn settings(&self) -> Settings {
        let Self { touching, static_pairs, sensor_pairs, crowd, .. } = *self;
        let history = History { ticks: 8, teleport_distance: 2.0 };
        Settings { touching, static_pairs, sensor_pairs, crowd, events: true, history, ..Settings::default() }
    }

    /// An entity with a mobility and layers by its index and size.
    pub(super) fn entity(&self, index: usize, shape: Shape) -> Entity {
        let mobility = match index % 16 {
            _ if self.is_still => Mobility::Static,
            1 | 9 => Mobility::Static,
            4 => Mobility::Sleeping,
            _ => Mobility::Dynamic,
        };
        let group = if index % 11 == 3 { -1 } else { 0 };
        let layers = Layers { category: category(&shape), mask: u64::MAX, group };
        Entity { mobility, layers, sensor: index % 13 == 2, ..Entity::new(shape) }
    }

    /// The motion of a walker in a tick.
    pub(super) fn motion(&self, index: usize, center: Vec2, velocity: Vec2) -> Vec2 {
        if self.gathering > 0.0 {
            center * -self.gathering
        } else if velocity == Vec2::ZERO {
            STEPS[index % STEPS.len()]
        } else {
            velocity * 0.1
        }
    }
}

/// One of four categories, by size: a filter then accepts all or nothing of what is sorted by size.
fn category(shape: &Shape) -> u64 {
    let bound = shape.aabb();
    let size = (bound.max() - bound.min()).max_element();
    [0.75, 1.1, 2.0].iter().fold(1, |category, limit| if size > *limit { category * 2 } else { category })
}

/// A filter of each kind, by index.
pub(super) fn filter(index: usize, handles: &[Handle]) -> Filter {
    let on = |mask: u64| Filter { layers: Some(Layers { category: 1, mask, group: 0 }), ..Filter::default() };
    match index % 7 {
        0 => Filter { except: Some(handles[index]), ..Filter::default() },
        1 => on(1),
        2 => on(2),
        3 => on(4),
        4 => on(8),
        5 => Filter { sensors: false, ..Filter::default() },
        _ => Filter::default(),
    }
}
