//! What a client is told now and then, as JSON: how things stand, who was clicked, what could not be done.

use collide_scenes::SceneKind;
use collide2d::{Explanation, Handle, Mobility, ShapeKind};
use serde::Serialize;

use super::client::Out;
use super::crowd::velocity;
use super::frame::half_size;
use super::seen::meet;
use super::source::Source;

/// How things stand.
#[derive(Serialize)]
struct State<'a> {
    /// What is shown: `arena`, `world` or `recording`.
    shows: &'a str,
    /// Empty but for the arena.
    scene: &'a str,
    scenes: [&'a str; 7],
    strategies: [&'a str; 6],
    count: usize,
    strategy: &'a str,
    touching: &'a str,
    /// The side of the cells of a uniform grid that was asked for, or 0.
    cell: f32,
    ran: &'a str,
    why: String,
    tables: Vec<Table>,
    extent: [f32; 4],
    /// How fast a recording is played.
    speed: f32,
    clients: usize,
    /// Bytes that the world holds.
    memory: usize,
}

/// Entities of a kind and about a size, sorted by cell.
#[derive(Serialize)]
struct Table {
    kind: &'static str,
    fixed: bool,
    count: usize,
    size: f64,
    side: f64,
    cells: usize,
}

/// The entity that a client follows.
#[derive(Serialize)]
struct Followed {
    handle: String,
    kind: &'static str,
    at: [f32; 2],
    /// Radius, or half width and half height.
    size: Vec<f32>,
    /// In the arena, whose entities have it for their data.
    velocity: Option<[f32; 2]>,
    /// In hexadecimal, as a page's numbers have fewer bits.
    data: String,
    category: String,
    mask: String,
    group: String,
    sensor: bool,
    mobility: &'static str,
    /// Whom it overlaps; the first few.
    with: Vec<String>,
    pairs: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Told<'a> {
    State(Box<State<'a>>),
    Followed(Option<Box<Followed>>),
    Refused(&'a str),
}

const MOST_NAMED: usize = 8;

fn text(told: &Told<'_>) -> Out {
    Out::Text(serde_json::to_string(told).unwrap_or_default())
}

/// Why a wish was not met.
pub(crate) fn refused(why: &str) -> Out {
    text(&Told::Refused(why))
}

/// How things stand.
pub(crate) fn state(source: &Source, clients: usize) -> Out {
    let shown = source.shown();
    let (settings, explanation) = (shown.world.settings(), shown.world.explain());
    let (scene, count, speed) = match source {
        Source::Arena(crowd) => (crowd.show.scene.name(), crowd.show.count as usize, 1.0),
        Source::World(_) => ("", shown.world.len(), 1.0),
        Source::Recording(player) => ("", shown.world.len(), player.speed),
    };
    let (min, max) = (shown.extent.min(), shown.extent.max());
    let sorted = explanation.as_ref().map(|explanation| explanation.cell_lists.as_slice()).unwrap_or_default();
    let table = |table: &collide2d::CellListStats| Table {
        kind: table.kind,
        fixed: table.mobility == Mobility::Static,
        count: table.count,
        size: table.size,
        side: table.side,
        cells: table.cells,
    };
    text(&Told::State(Box::new(State {
        shows: source.name(),
        scene,
        scenes: SceneKind::ALL.map(SceneKind::name),
        strategies: collide2d::Strategy::ALL.map(collide2d::Strategy::name),
        count,
        strategy: settings.strategy.name(),
        touching: settings.touching.name(),
        cell: settings.cell.map_or(0.0, collide2d::CellSize::get),
        ran: explanation.as_ref().map_or("", |explanation| explanation.strategy.name()),
        why: explanation.as_ref().map(|Explanation { reason, .. }| reason.to_string()).unwrap_or_default(),
        tables: sorted.iter().map(table).collect(),
        extent: [min.x, min.y, max.x, max.y],
        speed,
        clients,
        memory: shown.world.memory(),
    })))
}

/// The entity that a client follows, as it is, or where it was at a tick of the past.
pub(crate) fn followed(source: &Source, at: Option<u64>, handle: Option<Handle>) -> Out {
    text(&Told::Followed(handle.and_then(|handle| describe(source, at, handle)).map(Box::new)))
}

fn describe(source: &Source, at: Option<u64>, handle: Handle) -> Option<Followed> {
    let past = source.past(at);
    let world = past.map_or(&source.shown().world, |(world, _)| world);
    let (queries, entity) = (source.queries(at), world.entity(handle)?);
    let shape = queries.get(handle)?;
    let slot = handle.slot();
    let others: Vec<u32> = if past.is_some() {
        let met = queries.overlap(shape).into_iter().filter(|other| *other != handle && meet(world, handle, *other));
        met.map(|other| other.slot()).collect()
    } else {
        let others = world.pairs().slots().iter().filter_map(|&(a, b)| match slot {
            _ if a == slot => Some(b),
            _ if b == slot => Some(a),
            _ => None,
        });
        others.collect()
    };
    let half = half_size(&shape);
    Some(Followed {
        handle: handle.to_string(),
        kind: shape.kind().name(),
        at: shape.center().into(),
        size: if shape.kind() == ShapeKind::Circle { vec![half.x] } else { half.to_array().to_vec() },
        velocity: matches!(source, Source::Arena(_)).then(|| velocity(entity.data).into()),
        data: format!("{:#x}", entity.data),
        category: format!("{:#x}", entity.layers.category),
        mask: format!("{:#x}", entity.layers.mask),
        group: entity.layers.group.to_string(),
        sensor: entity.sensor,
        mobility: entity.mobility.name(),
        with: others.iter().take(MOST_NAMED).map(u32::to_string).collect(),
        pairs: others.len(),
    })
}
