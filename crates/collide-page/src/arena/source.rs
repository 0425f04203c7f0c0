//! The sources of the world that is shown.

use collide2d::{Queries, World};

use super::attached::{Attached, Exchange};
use super::client_message::{ClientMessage, Show};
use super::crowd::Crowd;
use super::player::{PlayError, Player};
use super::shown::{Shown, remembered, span};

/// What an arena shows.
#[derive(Debug)]
pub enum Shows {
    /// A generated scene.
    Arena,
    /// The world of a program that the viewer is attached to.
    World(Exchange),
    /// A recording.
    Recording(Box<Player>),
}

/// A running source.
pub(crate) enum Source {
    Arena(Box<Crowd>),
    World(Box<Attached>),
    Recording(Box<Player>),
}

impl Shows {
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

impl Source {
    /// A generated scene starts with `show`.
    pub(crate) fn new(shows: Shows, show: Show) -> Self {
        match shows {
            Shows::Arena => Self::Arena(Box::new(Crowd::of(show))),
            Shows::World(exchange) => Self::World(Box::new(Attached::new(exchange))),
            Shows::Recording(player) => Self::Recording(player),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Arena(_) => "arena",
            Self::World(_) => "world",
            Self::Recording(_) => "recording",
        }
    }

    pub(crate) fn shown(&self) -> &Shown {
        match self {
            Self::Arena(crowd) => &crowd.shown,
            Self::World(attached) => &attached.shown,
            Self::Recording(player) => &player.shown,
        }
    }

    pub(crate) fn shown_mut(&mut self) -> &mut Shown {
        match self {
            Self::Arena(crowd) => &mut crowd.shown,
            Self::World(attached) => &mut attached.shown,
            Self::Recording(player) => &mut player.shown,
        }
    }

    /// Why a client message is rejected.
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
            (Self::Arena(_), ClientMessage::Speed(_)) => Some("speed: the speed of the arena is fixed"),
            _ => None,
        }
    }

    /// Whether it advances while paused: by itself, or for its first tick.
    pub(crate) fn goes_anyway(&self) -> bool {
        match self {
            Self::Arena(crowd) => crowd.shown.world.tick() == 0,
            Self::World(_) => true,
            Self::Recording(_) => false,
        }
    }

    /// Advances by a `single` tick or as time passes. Returns whether anything changed.
    pub(crate) fn go_on(&mut self, single: bool) -> Result<bool, Stop> {
        match self {
            Self::Arena(crowd) => {
                if crowd.tick() {
                    Ok(true)
                } else {
                    Err(Stop::Pairs)
                }
            }
            Self::World(attached) => Ok(attached.take()),
            Self::Recording(player) if player.is_over() => Err(Stop::End),
            Self::Recording(player) => Ok(player.go_on(single)?),
        }
    }

    /// The tick of the present.
    pub(crate) fn tick(&self) -> u64 {
        match self {
            Self::Recording(player) => player.tick(),
            _ => self.shown().world.tick(),
        }
    }

    /// The oldest and the newest tick that can be shown. `rewound` is whether the client views the past.
    pub(crate) fn ticks(&self, rewound: bool) -> (u64, u64) {
        match self {
            Self::Arena(crowd) => span(&crowd.shown.world),
            Self::World(attached) => match attached.past.as_ref().filter(|_| rewound) {
                Some(past) => span(past),
                None => attached.ticks(),
            },
            Self::Recording(player) => player.ticks(),
        }
    }

    /// The world with a history, and the remembered tick nearest to `at`.
    pub(crate) fn past(&self, at: Option<u64>) -> Option<(&World, u64)> {
        let world = match self {
            Self::Arena(crowd) => &crowd.shown.world,
            Self::World(attached) => attached.past.as_ref()?,
            Self::Recording(_) => return None,
        };
        let (oldest, newest) = remembered(world)?;
        Some((world, at?.clamp(oldest, newest)))
    }

    /// Queries of a tick of the past, if it can be shown, or of the present.
    pub(crate) fn queries(&self, at: Option<u64>) -> Queries<'_> {
        let past = self.past(at).and_then(|(world, tick)| world.at(tick as f64).ok());
        past.unwrap_or_else(|| self.shown().world.queries())
    }
}

/// Why the source stops.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stop {
    #[error("pairs: more than the limit of the arena")]
    Pairs,
    #[error("the recording ends here")]
    End,
    #[error(transparent)]
    Recording(#[from] PlayError),
}
