//! Questions of the playground.

use collide2d::error::ShapeError;
use collide2d::{Capsule, Circle, Moving, OrientedRect, Polygon, Rect, Rotor, Shape, Touching, Vec2};
use serde::Deserialize;
use thiserror::Error;

use super::lesson::{LessonInput, MAX_SWITCHES};

/// The limit of obstacles: more than the page shows.
const MAX_OBSTACLES: usize = 32;

/// A circle, its obstacles, and the rule for touching.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    circle: CircleInput,
    obstacles: Vec<Obstacle>,
    touching: Rule,
    /// The motion of the circle, for a sweep.
    motion: Option<[f32; 2]>,
    /// The lesson whose steps are asked for.
    lesson: Option<LessonInput>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CircleInput {
    x: f32,
    y: f32,
    radius: f32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RectInput {
    /// The center.
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    /// Degrees, counter-clockwise with y up. Without an angle it is a `Rect`, whose corners are rounded to `f32`.
    angle: Option<f32>,
}

/// The points are offsets from the position.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CapsuleInput {
    x: f32,
    y: f32,
    a: [f32; 2],
    b: [f32; 2],
    radius: f32,
}

/// The polygon is the convex hull of the points, which are offsets from the position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolygonInput {
    x: f32,
    y: f32,
    points: Vec<[f32; 2]>,
    radius: f32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Obstacle {
    Circle(CircleInput),
    Rect(RectInput),
    Capsule(CapsuleInput),
    Polygon(PolygonInput),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Rule {
    Closed,
    Open,
}

/// Why a question is rejected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The circle or its motion is not valid.
    #[error("circle: {0}")]
    Circle(ShapeError),
    /// An obstacle is not valid.
    #[error("obstacle {index}: {error}")]
    Obstacle {
        /// The index of the obstacle.
        index: usize,
        /// What is not valid.
        error: ShapeError,
    },
    /// There are too many obstacles.
    #[error("obstacles: must be at most {MAX_OBSTACLES}, are {count}")]
    TooMany {
        /// The number of obstacles.
        count: usize,
    },
    /// There are too many switches.
    #[error("switches: must be at most {MAX_SWITCHES}, are {count}")]
    TooManySwitches {
        /// The number of switches.
        count: usize,
    },
}

impl Question {
    pub(crate) fn circle(&self) -> Result<Circle, QuestionError> {
        self.circle.shape().map_err(QuestionError::Circle)
    }

    /// The moving circle, if the question has a motion.
    pub(crate) fn moving(&self) -> Result<Option<Moving>, QuestionError> {
        let Some([x, y]) = self.motion else { return Ok(None) };
        Moving::new(self.circle()?, Vec2::new(x, y)).map(Some).map_err(QuestionError::Circle)
    }

    /// The motion as it was sent.
    pub(crate) fn motion(&self) -> Option<Vec2> {
        self.motion.map(Vec2::from)
    }

    pub(crate) fn lesson(&self) -> Result<Option<&LessonInput>, QuestionError> {
        let count = self.lesson.as_ref().map_or(0, |lesson| lesson.switches.len());
        if count > MAX_SWITCHES { Err(QuestionError::TooManySwitches { count }) } else { Ok(self.lesson.as_ref()) }
    }

    pub(crate) fn obstacles(&self) -> Result<Vec<Shape>, QuestionError> {
        let count = self.obstacles.len();
        if count > MAX_OBSTACLES {
            return Err(QuestionError::TooMany { count });
        }
        let shape = |(index, obstacle): (usize, &Obstacle)| {
            obstacle.shape().map_err(|error| QuestionError::Obstacle { index, error })
        };
        self.obstacles.iter().enumerate().map(shape).collect()
    }

    pub(crate) fn touching(&self) -> Touching {
        match self.touching {
            Rule::Closed => Touching::Closed,
            Rule::Open => Touching::Open,
        }
    }
}

impl CircleInput {
    fn shape(self) -> Result<Circle, ShapeError> {
        Circle::new(Vec2::new(self.x, self.y), self.radius)
    }
}

impl Obstacle {
    fn shape(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Circle(disc) => disc.shape().map(Shape::from),
            Self::Rect(board) => board.shape(),
            Self::Capsule(CapsuleInput { x, y, a, b, radius }) => {
                Capsule::new(*a, *b, *radius)?.at([*x, *y]).map(Shape::from)
            }
            Self::Polygon(PolygonInput { x, y, points, radius }) => {
                Polygon::new(points, *radius)?.at([*x, *y]).map(Shape::from)
            }
        }
    }
}

impl RectInput {
    fn shape(self) -> Result<Shape, ShapeError> {
        let (center, half) = (Vec2::new(self.x, self.y), Vec2::new(self.width, self.height) / 2.0);
        Ok(match self.angle {
            None => Rect::new(center - half, center + half)?.into(),
            Some(angle) => OrientedRect::new(center, half, Rotor::from_degrees(angle)?)?.into(),
        })
    }
}
