//! The two sets of files that every binding replays, their shapes as text, and the scenes that they come from.

use std::path::{Path, PathBuf};

use collide_scenes::{Scene, SceneKind};
use collide2d::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeKind, Vec2};

/// A set of files in `tests/golden`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    /// Circles and rectangles, as a few numbers and an angle.
    Rounds,
    /// Every kind of shape, as its numbers: the files `kinds_*`.
    Kinds,
}

impl Files {
    pub(crate) const ALL: [Self; 2] = [Self::Rounds, Self::Kinds];

    pub(crate) fn path(self, name: &str) -> PathBuf {
        let prefix = match self {
            Self::Rounds => "",
            Self::Kinds => "kinds_",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{prefix}{name}"))
    }

    /// The names of the columns of an entity's shape.
    pub(crate) fn columns(self) -> &'static str {
        match self {
            Self::Rounds => "kind,x,y,a,b,angle",
            Self::Kinds => "kind,numbers",
        }
    }

    /// The names of the columns of a query's shape.
    pub(crate) fn asked_columns(self) -> &'static str {
        match self {
            Self::Rounds => "x,y,radius",
            Self::Kinds => "kind,numbers",
        }
    }

    /// Reads the columns of an entity's shape.
    pub(crate) fn shape<'a>(self, words: &mut impl Iterator<Item = &'a str>) -> Shape {
        let kind = ShapeKind::try_from(words.next().unwrap().parse::<u8>().unwrap()).unwrap();
        let number = |word: &str| word.parse::<f32>().unwrap();
        if self == Self::Kinds {
            let numbers: Vec<f32> = words.next().unwrap().split(' ').map(number).collect();
            assert_eq!(numbers.len(), kind.columns().len());
            return Shape::from_numbers(kind, numbers).unwrap();
        }
        let [x, y, a, b, angle] = [(); 5].map(|()| number(words.next().unwrap()));
        let (at, size) = (Vec2::new(x, y), Vec2::new(a, b));
        match kind {
            ShapeKind::Circle => Circle::new(at, a).unwrap().into(),
            ShapeKind::Rect => Rect::new(at, size).unwrap().into(),
            ShapeKind::OrientedRect => OrientedRect::new(at, size, Rotor::from_angle(angle).unwrap()).unwrap().into(),
            ShapeKind::Capsule | ShapeKind::Polygon => panic!("{kind} in a file of circles and rectangles"),
        }
    }

    /// Writes the columns of an entity's shape, turned by an angle.
    pub(crate) fn text(self, shape: &Shape, angle: f32) -> String {
        match self {
            Self::Rounds => {
                let (kind, [x, y, a, b, ..]) = (shape.kind(), shape.to_numbers());
                let angle = if kind.has_rotation() { angle } else { 0.0 };
                format!("{},{x},{y},{a},{b},{angle}", kind as u8)
            }
            Self::Kinds => numbers(&turned(shape, angle)),
        }
    }

    /// Writes the columns of a query's shape.
    pub(crate) fn asked_text(self, shape: &Shape) -> String {
        match self {
            Self::Rounds => {
                let [x, y, radius, ..] = shape.to_numbers();
                format!("{x},{y},{radius}")
            }
            Self::Kinds => numbers(shape),
        }
    }

    /// Shapes that move: circles and rectangles, or three fifths of these, a fifth capsules and a fifth polygons.
    pub(crate) fn scene(self, count: usize, seed: u64) -> Scenes {
        let kinds: &[SceneKind] = match self {
            Self::Rounds => &[SceneKind::Mixed],
            Self::Kinds => {
                &[SceneKind::Mixed, SceneKind::Mixed, SceneKind::Mixed, SceneKind::Capsules, SceneKind::Polygons]
            }
        };
        Scenes { count, scenes: kinds.iter().map(|kind| kind.generate(count, seed)).collect() }
    }
}

/// Scenes of equal size, taken from in turns.
pub(crate) struct Scenes {
    count: usize,
    scenes: Vec<Scene>,
}

impl Scenes {
    pub(crate) fn advance(&mut self, dt: f32) {
        self.scenes.iter_mut().for_each(|scene| scene.advance(dt));
    }

    /// The shapes and their velocities.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&Shape, Vec2)> {
        (0..self.count).map(|id| {
            let scene = &self.scenes[id % self.scenes.len()];
            (&scene.shapes()[id], scene.velocities()[id])
        })
    }
}

/// The shape turned by an angle; circles and rects stay as they are.
fn turned(shape: &Shape, angle: f32) -> Shape {
    let rotor = Rotor::from_angle(angle).unwrap();
    match shape {
        Shape::Circle(_) | Shape::Rect(_) => *shape,
        Shape::OrientedRect(rect) => OrientedRect::new(rect.center(), rect.half_extents(), rotor).unwrap().into(),
        Shape::Capsule(capsule) => capsule.turned(rotor).unwrap().into(),
        Shape::Polygon(polygon) => polygon.turned(rotor).unwrap().into(),
    }
}

/// The kind of a shape and its numbers.
fn numbers(shape: &Shape) -> String {
    let kind = shape.kind();
    let numbers: Vec<String> = shape.to_numbers()[..kind.columns().len()].iter().map(f32::to_string).collect();
    format!("{},{}", kind as u8, numbers.join(" "))
}

/// Writes ids with spaces between them.
pub(crate) fn words(ids: impl Iterator<Item = usize>) -> String {
    ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" ")
}
