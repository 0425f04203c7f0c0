//! The sources of the world that is shown.

use collide2d::{Entity, Handle, Queries, World};

use super::client_message::{ClientMessage, Scene, Show};
use super::duel::Duel;
use super::generated_scene::GeneratedScene;
use super::look::Look;
use super::player::{PlayError, Player};
use super::program_world::{Exchange, ProgramWorld};
use super::snapshot::{STAGES, Snapshot, remembered, span};

/// The source of what an arena shows.
#[derive(Debug)]
pub enum SceneSource {
    /// A generated scene.
    Arena,
    /// The world of a program that the viewer is attached to.
    World(Exchange),
    /// A recording.
    Recording(Box<Player>),
}

/// A source that an arena shows now.
pub(crate) enum ActiveSource {
    Arena(Box<GeneratedScene>),
    Duel(Box<Duel>),
    World(Box<ProgramWorld>),
    Recording(Box<Player>),
}

impl SceneSource {
    /// The name that the page uses.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Arena => "arena",
            Self::World(_) => "world",
            Self::Recording(_) => "recording",
        }
    }
}

impl ActiveSource {
    /// A generated scene starts with `show`.
    pub(crate) fn new(source: SceneSource, show: Show) -> Self {
        match source {
            SceneSource::Arena => match show.scene {
                Scene::Duel => Self::Duel(Box::new(Duel::new(show))),
                Scene::Generated(kind) => Self::Arena(Box::new(GeneratedScene::of(show, kind))),
            },
            SceneSource::World(exchange) => Self::World(Box::new(ProgramWorld::new(exchange))),
            SceneSource::Recording(player) => Self::Recording(player),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Arena(_) | Self::Duel(_) => "arena",
            Self::World(_) => "world",
            Self::Recording(_) => "recording",
        }
    }

    /// The settings of a scene.
    pub(crate) fn show(&self) -> Option<&Show> {
        match self {
            Self::Arena(scene) => Some(&scene.show),
            Self::Duel(duel) => Some(&duel.show),
            Self::World(_) | Self::Recording(_) => None,
        }
    }

    /// Changes the settings of a scene, and makes it again if it is another one.
    pub(crate) fn set(&mut self, show: Show) {
        match (&mut *self, show.scene) {
            (Self::Arena(scene), Scene::Generated(kind)) => scene.set(show, kind),
            (Self::Duel(duel), Scene::Duel) => duel.show = show,
            (Self::Arena(_), Scene::Duel) | (Self::Duel(_), Scene::Generated(_)) => {
                *self = Self::new(SceneSource::Arena, show);
            }
            (Self::World(_) | Self::Recording(_), _) => {}
        }
    }

    /// How an entity looks.
    pub(crate) fn look(&self, handle: Handle, entity: &Entity) -> Look {
        match self {
            Self::Arena(scene) if scene.moves => Look::of_moving(entity),
            Self::Arena(_) => Look::Mover,
            Self::Duel(duel) => duel.look(handle, entity),
            Self::World(_) | Self::Recording(_) => Look::of(entity),
        }
    }

    /// The names of the times of a tick.
    pub(crate) fn stages(&self) -> &'static [&'static str] {
        match self {
            Self::Duel(_) => &super::duel::STAGES,
            Self::Arena(_) | Self::World(_) | Self::Recording(_) => &STAGES[..STAGES.len() - 1],
        }
    }

    pub(crate) fn snapshot(&self) -> &Snapshot {
        match self {
            Self::Arena(scene) => &scene.snapshot,
            Self::Duel(duel) => &duel.snapshot,
            Self::World(program) => &program.snapshot,
            Self::Recording(player) => &player.snapshot,
        }
    }

    pub(crate) fn snapshot_mut(&mut self) -> &mut Snapshot {
        match self {
            Self::Arena(scene) => &mut scene.snapshot,
            Self::Duel(duel) => &mut duel.snapshot,
            Self::World(program) => &mut program.snapshot,
            Self::Recording(player) => &mut player.snapshot,
        }
    }

    /// Why a client message is rejected. Messages for another scene are none of these, because they may be under way when
    /// the scene changes: they have no effect.
    pub(crate) fn refusal(&self, message: &ClientMessage) -> Option<&'static str> {
        match (self, message) {
            (
                Self::World(_),
                ClientMessage::Set(_) | ClientMessage::Pause(_) | ClientMessage::Step(_) | ClientMessage::Speed(_),
            )
            | (Self::World(_), ClientMessage::Player(_) | ClientMessage::Spawn(_) | ClientMessage::Drag(_)) => {
                Some("read only: only the running program can change its world")
            }
            (
                Self::Recording(_),
                ClientMessage::Set(_) | ClientMessage::Player(_) | ClientMessage::Spawn(_) | ClientMessage::Drag(_),
            ) => Some("read only: a recording cannot be changed"),
            (Self::Arena(_) | Self::Duel(_), ClientMessage::Speed(_)) => Some("speed: the speed of the arena is fixed"),
            _ => None,
        }
    }

    /// Whether it advances while paused: by itself, or for its first tick.
    pub(crate) fn advances_while_paused(&self) -> bool {
        match self {
            Self::Arena(scene) => scene.snapshot.world.tick() == 0,
            Self::World(_) => true,
            Self::Duel(_) | Self::Recording(_) => false,
        }
    }

    /// Advances by a `single` tick or as time passes. Returns whether anything changed.
    pub(crate) fn advance(&mut self, single: bool) -> Result<bool, Stop> {
        match self {
            Self::Arena(scene) => {
                if scene.tick() {
                    Ok(true)
                } else {
                    Err(Stop::Pairs)
                }
            }
            Self::Duel(duel) => duel.tick().map(|()| true).map_err(|error| Stop::Duel(error.to_string())),
            Self::World(program) => Ok(program.take()),
            Self::Recording(player) if player.is_over() => Err(Stop::End),
            Self::Recording(player) => Ok(player.advance(single)?),
        }
    }

    /// The tick of the present.
    pub(crate) fn tick(&self) -> u64 {
        match self {
            Self::Recording(player) => player.tick(),
            Self::Arena(_) | Self::Duel(_) | Self::World(_) => self.snapshot().world.tick(),
        }
    }

    /// The oldest and the newest tick that can be shown. `rewound` is whether the client views the past.
    pub(crate) fn ticks(&self, rewound: bool) -> (u64, u64) {
        match self {
            Self::Arena(scene) => span(&scene.snapshot.world),
            Self::Duel(duel) => span(duel.game.world()),
            Self::World(program) => match program.past.as_ref().filter(|_| rewound) {
                Some(past) => span(past),
                None => program.ticks(),
            },
            Self::Recording(player) => player.ticks(),
        }
    }

    /// The world with a history, and the remembered tick nearest to `at`.
    pub(crate) fn past(&self, at: Option<u64>) -> Option<(&World, u64)> {
        let world = match self {
            Self::Arena(scene) => &scene.snapshot.world,
            Self::Duel(duel) => duel.game.world(),
            Self::World(program) => program.past.as_ref()?,
            Self::Recording(_) => return None,
        };
        let (oldest, newest) = remembered(world)?;
        Some((world, at?.clamp(oldest, newest)))
    }

    /// Queries of a tick of the past, if it can be shown, or of the present.
    pub(crate) fn queries(&self, at: Option<u64>) -> Queries<'_> {
        let past = self.past(at).and_then(|(world, tick)| world.at(tick as f64).ok());
        past.unwrap_or_else(|| self.snapshot().world.queries())
    }
}

/// Why the source stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stop {
    #[error("pairs: more than the limit of the arena")]
    Pairs,
    #[error("duel: {0}")]
    Duel(String),
    #[error("the recording ends here")]
    End,
    #[error(transparent)]
    Recording(#[from] PlayError),
}
