//! The messages to a client, as JSON: the state of the arena, the entity that it follows, and why a message was
//! rejected.

use std::collections::VecDeque;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use collide_rules::{Team, Weapon};
use collide_scenes::SceneKind;
use collide2d::report::Explanation;
use collide2d::{Handle, Mobility, Rect, ShapeKind};
use serde::Serialize;

use super::client_message::Scene;
use super::duel::{Change, Duel, Recorded, Shot, Slid};
use super::estimate::Estimate;
use super::frame::half_size;
use super::generated_scene::velocity;
use super::mailbox::{Mailbox, Text, TextKind};
use super::probe::Probed;
use super::source::ActiveSource;
use super::visible::{can_pair, middle};

/// The state of the arena.
#[derive(Serialize)]
struct ArenaState<'a> {
    /// The source: `arena`, `world` or `recording`.
    shows: &'a str,
    /// Empty unless the source is the arena.
    scene: &'a str,
    scenes: Vec<&'a str>,
    /// The names of the times of a tick.
    stages: &'a [&'a str],
    strategies: [&'a str; 6],
    count: usize,
    strategy: &'a str,
    touching: &'a str,
    /// The cell size of the settings, or 0 if the engine chooses.
    cell: f32,
    ran: &'a str,
    why: String,
    cell_lists: Vec<CellListSummary>,
    extent: [f32; 4],
    /// A rectangle around the middle 99 % of the entities on each axis; in the arena, around all.
    middle: [f32; 4],
    /// The time of the last search for pairs in milliseconds, and what the engine expected, if it estimated it.
    measured: f64,
    expected: Option<f64>,
    /// The speed of a recording.
    speed: f32,
    clients: usize,
    /// The number of scenes, settings and ticks of a recording that clients have chosen so far.
    changes: u64,
    /// The limit of entities.
    max_count: u32,
    /// The memory of the world, in bytes.
    memory: usize,
}

/// A cell list: entities of one kind and about one size.
#[derive(Serialize)]
struct CellListSummary {
    kind: String,
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
    /// Only in the arena, where the data of an entity is its velocity.
    velocity: Option<[f32; 2]>,
    /// In hexadecimal, because numbers in JavaScript have fewer bits.
    data: String,
    category: String,
    mask: String,
    group: String,
    sensor: bool,
    mobility: &'static str,
    /// The first slots of the entities that it overlaps.
    with: Vec<String>,
    pairs: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ServerMessage<'a> {
    State(Box<ArenaState<'a>>),
    Followed(Option<Box<Followed>>),
    Probed(Option<Box<Probed>>),
    Estimate(&'a Estimate),
    Duel(Box<DuelReport<'a>>),
    Recorded(Trace),
    Refused(&'a str),
}

/// What a frame of the duel does not have.
#[derive(Serialize)]
struct DuelReport<'a> {
    tick: u64,
    crowd: usize,
    recorded_bytes: usize,
    /// Of recent attacks: their ages in ticks, weapons and lines.
    traces: Vec<(u64, Weapon, [f32; 4])>,
    /// Of bots and players: their places, directions in radians and weapons.
    figures: Vec<([f32; 2], f32, Weapon)>,
    /// The work of the tick, in the units of the engine.
    work: u64,
    you: Option<Player<'a>>,
}

/// The player of a client.
#[derive(Serialize)]
struct Player<'a> {
    team: Team,
    /// `None` until it respawns.
    at: Option<[f32; 2]>,
    health: i32,
    rockets: u32,
    hits: u64,
    kills: u64,
    deaths: u64,
    /// The inner and outer radius of the view, the number of entities in it, and its limit.
    radii: [f32; 2],
    visible: usize,
    max_visible: usize,
    changes: &'a VecDeque<Change>,
    entered: u64,
    left: u64,
    shots: &'a VecDeque<Shot>,
    slid: &'a Slid,
}

/// A recording of the duel.
#[derive(Serialize)]
struct Trace {
    /// The bytes in base 64.
    bytes: String,
    ticks: u64,
    /// In hexadecimal, as `collide replay` prints it.
    fingerprint: String,
}

const MAX_NAMED: usize = 8;

fn text(message: &ServerMessage<'_>) -> Text {
    let kind = match message {
        ServerMessage::State(_) => TextKind::State,
        ServerMessage::Followed(_) => TextKind::Followed,
        ServerMessage::Probed(_) => TextKind::Probed,
        ServerMessage::Estimate(_) => TextKind::Estimate,
        ServerMessage::Duel(_) => TextKind::Duel,
        ServerMessage::Recorded(_) => TextKind::Recorded,
        ServerMessage::Refused(_) => TextKind::Refused,
    };
    Text { kind, json: serde_json::to_string(message).unwrap_or_default().into() }
}

impl Mailbox {
    /// Stores the reason why something that the client wants is refused.
    pub fn refuse(&self, why: &str) {
        self.put_text(refused(why));
    }
}

/// The reason why a client message was rejected.
pub(crate) fn refused(why: &str) -> Text {
    text(&ServerMessage::Refused(why))
}

/// What brute force would take.
pub(crate) fn estimate(estimate: &Estimate) -> Text {
    text(&ServerMessage::Estimate(estimate))
}

/// The answer to a query that the client asks with the pointer.
pub(crate) fn probed(probed: Option<Probed>) -> Text {
    text(&ServerMessage::Probed(probed.map(Box::new)))
}

/// What a client sees of the duel besides the frame of its viewport.
pub(crate) fn duel(duel: &Duel, view: &Rect, actor: Option<usize>) -> Text {
    let traces = duel.traces(view).map(|(age, attack)| {
        let (from, to) = (attack.from, attack.to);
        (age, attack.weapon, [from.x, from.y, to.x, to.y])
    });
    text(&ServerMessage::Duel(Box::new(DuelReport {
        tick: duel.game.world().tick(),
        crowd: duel.crowd_count(),
        recorded_bytes: duel.recorded_bytes(),
        traces: traces.collect(),
        figures: duel.figures(view).map(|(at, figure)| (at.into(), figure.angle, figure.weapon)).collect(),
        work: duel.game.work(),
        you: actor.and_then(|number| player(duel, number)),
    })))
}

fn player(duel: &Duel, number: usize) -> Option<Player<'_>> {
    let (game, log) = (&duel.game, duel.log(number)?);
    let actor = game.actors().get(number)?;
    let observer = game.interest().get(actor.observer?)?;
    Some(Player {
        team: actor.team,
        at: actor.handle.and_then(|handle| Some(game.world().shape(handle)?.center().into())),
        health: actor.health,
        rockets: actor.rockets,
        hits: log.hits,
        kills: log.kills,
        deaths: log.deaths,
        radii: [observer.inner, observer.outer],
        visible: game.interest().visible(actor.observer?).len(),
        max_visible: observer.max_visible,
        changes: &log.changes,
        entered: log.entered,
        left: log.left,
        shots: &log.shots,
        slid: &log.slid,
    })
}

/// A recording of the duel.
pub(crate) fn recorded(recorded: &Recorded) -> Text {
    let (bytes, fingerprint) = (BASE64_STANDARD.encode(&recorded.bytes), format!("{:016x}", recorded.fingerprint));
    text(&ServerMessage::Recorded(Trace { bytes, ticks: recorded.ticks, fingerprint }))
}

/// The state of the arena.
pub(crate) fn state(source: &ActiveSource, clients: usize, changes: u64, max_count: u32) -> Text {
    let snapshot = source.snapshot();
    let (settings, explanation) = (snapshot.world.settings(), snapshot.world.explain());
    let (scene, count, speed) = match source {
        ActiveSource::Arena(scene) => (scene.show.scene.name(), scene.show.count as usize, 1.0),
        ActiveSource::Duel(duel) => (duel.show.scene.name(), snapshot.world.len(), 1.0),
        ActiveSource::World(_) => ("", snapshot.world.len(), 1.0),
        ActiveSource::Recording(player) => ("", snapshot.world.len(), player.speed),
    };
    let (min, max) = (snapshot.extent.min(), snapshot.extent.max());
    let stats = explanation.as_ref().map(|explanation| explanation.cell_lists.as_slice()).unwrap_or_default();
    let summary = |list: &collide2d::report::CellListStats| CellListSummary {
        kind: format!("{}s", list.kind),
        fixed: list.mobility == Mobility::Static,
        count: list.count,
        size: list.size,
        side: list.side,
        cells: list.cells,
    };
    text(&ServerMessage::State(Box::new(ArenaState {
        shows: source.name(),
        scene,
        scenes: [Scene::Duel].into_iter().chain(SceneKind::ALL.map(Scene::Generated)).map(Scene::name).collect(),
        stages: source.stages(),
        strategies: collide2d::Strategy::ALL.map(collide2d::Strategy::name),
        count,
        strategy: settings.strategy.name(),
        touching: settings.touching.name(),
        cell: settings.cell.map_or(0.0, collide2d::CellSize::get),
        ran: explanation.as_ref().map_or("", |explanation| explanation.strategy.name()),
        why: explanation.as_ref().map(|Explanation { reason, .. }| reason.to_string()).unwrap_or_default(),
        cell_lists: stats.iter().map(summary).collect(),
        extent: [min.x, min.y, max.x, max.y],
        middle: match source {
            ActiveSource::Arena(_) | ActiveSource::Duel(_) => None,
            ActiveSource::World(_) | ActiveSource::Recording(_) => middle(&snapshot.world),
        }
        .unwrap_or([min.x, min.y, max.x, max.y]),
        measured: explanation.as_ref().map_or(0.0, |explanation| explanation.measured.as_secs_f64() * 1e3),
        expected: explanation.as_ref().and_then(|explanation| Some(explanation.expected?.as_secs_f64() * 1e3)),
        speed,
        clients,
        changes,
        max_count,
        memory: snapshot.world.memory(),
    })))
}

/// The entity that a client follows, now or at a tick of the past.
pub(crate) fn followed(source: &ActiveSource, at: Option<u64>, handle: Option<Handle>) -> Text {
    text(&ServerMessage::Followed(handle.and_then(|handle| describe(source, at, handle)).map(Box::new)))
}

fn describe(source: &ActiveSource, at: Option<u64>, handle: Handle) -> Option<Followed> {
    let past = source.past(at);
    let world = past.map_or(&source.snapshot().world, |(world, _)| world);
    let (queries, entity) = (source.queries(at), world.entity(handle)?);
    let shape = queries.shape(handle)?;
    let slot = handle.slot();
    let others: Vec<u32> = if past.is_some() {
        let met =
            queries.overlap(shape).into_iter().filter(|other| *other != handle && can_pair(world, handle, *other));
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
        velocity: matches!(source, ActiveSource::Arena(_)).then(|| velocity(entity.data).into()),
        data: format!("{:#x}", entity.data),
        category: format!("{:#x}", entity.layers.category),
        mask: format!("{:#x}", entity.layers.mask),
        group: entity.layers.group.to_string(),
        sensor: entity.sensor,
        mobility: entity.mobility.name(),
        with: others.iter().take(MAX_NAMED).map(u32::to_string).collect(),
        pairs: others.len(),
    })
}
