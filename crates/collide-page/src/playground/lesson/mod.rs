//! The steps of the lessons: the arithmetic that the classic tutorials teach, with its numbers, and their common
//! mistakes.
//!
//! The steps explain; the results of the page come from the engine. Tests compare the two.

mod centers;
mod circles;
mod number;
mod parting;
mod points;
mod regions;
mod rotated;
mod rounded;
mod slide;
mod sweep;
mod wrong;

use std::collections::BTreeMap;

use collide2d::{Circle, Shape, Touching, Vec2};
use serde::{Deserialize, Serialize};

pub(crate) use rounded::Rounded;
pub(crate) use slide::StraightMove;
pub(crate) use wrong::Wrong;

/// The limit of switches of a question: more than a lesson has.
pub(crate) const MAX_SWITCHES: usize = 16;

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Name {
    Centers,
    Regions,
    Rotated,
    Circles,
    Sweep,
    Slide,
    Points,
}

/// A lesson, and the steps of its code that are left out or written wrongly.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonInput {
    pub(crate) name: Name,
    #[serde(default)]
    pub(crate) switches: Vec<Switch>,
}

/// A change of the tutorial's code.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Switch {
    /// Lesson `Centers`: leaves out a test.
    OffRejectX,
    OffRejectY,
    OffAcceptX,
    OffAcceptY,
    OffCorner,
    /// Lesson `Centers`: `w / 2` of integers.
    IntegerHalves,
    /// Lesson `Centers`: the circle as an integer box with radius `size / 2`.
    OddBox,
    /// Lesson `Centers`: `+ r` in the accepting tests.
    ReachInAccept,
    /// Lesson `Centers`: `>=` in the rejecting tests, `<=` at the corner.
    MixedRules,
    /// Lesson `Regions`: the corners in the other order, as where y points down.
    Clockwise,
    /// Lesson `Regions`: `> 0`, so that the border is outside.
    Strict,
    /// Lesson `Regions`: `>= 0`, with which a flat rectangle is a line without ends.
    FlatLine,
    /// Lesson `Rotated`: rotates by `+a`.
    WrongWay,
    /// Lesson `Rotated`: computes `sin` and `cos` in `f32` from degrees in each test.
    OwnTrig,
    /// Lesson `Circles`: the distance in `f32`.
    RoundedDistance,
    /// Lesson `Circles`: the root, truncated to an integer.
    IntegerRoot,
    /// Lesson `Circles`: squares in 32-bit integers, positions in units of 1/10,000.
    Overflow,
    /// Lesson `Points`: each direction compared with the radii on its own, so that corners are square.
    SquareCorners,
    /// Lesson `Points`: the distance to the nearest point instead of the nearest edge.
    NearestPoint,
    /// Lesson `Points`: the normals from before the body was turned.
    StaleNormals,
    /// Lesson `Points`: a square in the circle's place, and the normals of the other shape only.
    OneSetOfNormals,
}

/// The shapes and the rule of a question.
pub(crate) struct Scene<'a> {
    pub(crate) circle: &'a Circle,
    pub(crate) obstacles: &'a [Shape],
    pub(crate) touching: Touching,
    pub(crate) motion: Option<Vec2>,
    pub(crate) switches: &'a [Switch],
}

/// The steps of a lesson with the current numbers.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Steps {
    /// The numbers of the formulas, by name.
    pub(crate) values: BTreeMap<&'static str, f64>,
    /// Points of the figures, by name.
    pub(crate) points: BTreeMap<&'static str, [f64; 2]>,
    pub(crate) lines: Vec<Line>,
    /// What the changed code answers; `None` without a change.
    pub(crate) copy: Option<Copied>,
    /// The centers of the circle at which the changed code is wrong.
    pub(crate) wrong: Option<Wrong>,
    /// The legs of a slide.
    pub(crate) legs: Vec<StraightMove>,
}

/// One step.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) formula: String,
    pub(crate) numbers: String,
    /// What follows from it.
    pub(crate) result: String,
    pub(crate) state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// The result follows from this step.
    Decides,
    /// The next step follows.
    Passed,
    /// An earlier step has decided.
    Skipped,
    /// The code does not have it.
    LeftOut,
}

/// The answers of the changed code and of the engine to the same question.
#[derive(Debug, Serialize)]
pub(crate) struct Copied {
    pub(crate) says: bool,
    pub(crate) exact: bool,
}

impl Steps {
    pub(crate) fn of(name: Name, scene: &Scene<'_>) -> Self {
        match name {
            Name::Centers => centers::steps(scene),
            Name::Regions => regions::steps(scene),
            Name::Rotated => rotated::steps(scene),
            Name::Circles => circles::steps(scene),
            Name::Sweep => sweep::steps(scene),
            Name::Slide => slide::steps(scene),
            Name::Points => points::steps(scene),
        }
        .unwrap_or_default()
    }
}

impl Scene<'_> {
    fn has(&self, switch: Switch) -> bool {
        self.switches.contains(&switch)
    }
}

impl Line {
    fn new(id: &str, formula: &str, numbers: String, result: &str, state: State) -> Self {
        Self { id: id.to_owned(), formula: formula.to_owned(), numbers, result: result.to_owned(), state }
    }
}

/// The center as `f64` numbers.
fn center(circle: &Circle) -> [f64; 2] {
    circle.center().as_dvec2().into()
}
