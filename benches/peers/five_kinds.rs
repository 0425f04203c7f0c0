//! A world with all five kinds of shape, mixed from scenes of the same density.

use std::fmt;
use std::str::FromStr;

use collide_bench::{Bodies, Start};
use collide_scenes::SceneKind;

/// The world of a comparison.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Scene(SceneKind),
    FiveKinds,
}

impl Kind {
    /// All worlds.
    pub fn all() -> impl Iterator<Item = Self> {
        SceneKind::ALL.into_iter().map(Self::Scene).chain([Self::FiveKinds])
    }

    /// The world with this number of entities.
    pub fn generate(self, count: usize) -> Box<dyn Start> {
        match self {
            Self::Scene(kind) => Box::new(kind.generate(count, 1)),
            Self::FiveKinds => Box::new(five_kinds(count)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scene(kind) => kind.fmt(f),
            Self::FiveKinds => f.pad("five-kinds"),
        }
    }
}

impl FromStr for Kind {
    type Err = collide_scenes::UnknownScene;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "five-kinds" { Ok(Self::FiveKinds) } else { name.parse().map(Self::Scene) }
    }
}

/// One fifth each of circles, rects, oriented rects, capsules and polygons: three of five entities are those of
/// `mixed`, the others those of `capsules` and `polygons`. All three scenes have the same extent.
fn five_kinds(count: usize) -> Bodies {
    let [mixed, capsules, polygons] =
        [SceneKind::Mixed, SceneKind::Capsules, SceneKind::Polygons].map(|kind| kind.generate(count, 1));
    assert!(capsules.extent() == mixed.extent() && polygons.extent() == mixed.extent());
    // `mixed` repeats its kinds every three entities: no factor in common with 5, so all five kinds are equally frequent.
    let scene = |index: usize| match index % 5 {
        0 => &capsules,
        1 => &polygons,
        _ => &mixed,
    };
    let indices = 0..count;
    Bodies {
        extent: mixed.extent(),
        shapes: indices.clone().map(|index| scene(index).shapes()[index]).collect(),
        velocities: indices.map(|index| scene(index).velocities()[index]).collect(),
    }
}
