use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Scene, layout};

/// What a scene looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SceneKind {
    /// Circles of radius 0.5, spread evenly, 0.637 per square unit: about one pair each. All move.
    Uniform,
    /// The same circles, four fifths of them in towns of about 800 (normal, sigma 5), on 31.4 square units each.
    Towns,
    /// Circles whose radii run from 0.25 to 64, the large ones rare (density exponent -2.5), on 5.19 square units each.
    PowerLaw,
    /// [`Uniform`](Self::Uniform), but nineteen of twenty never move.
    MostlyStatic,
    /// Everything within a few units of one point, much of it with the same center: nearly every pair overlaps.
    Pile,
    /// [`Uniform`](Self::Uniform), but one third each circles, rectangles and oriented rectangles.
    Mixed,
    /// A lattice of circles, rectangles and oriented rectangles, each exactly touching its neighbours, none overlapping
    /// by more. It does not move.
    AllTouching,
}

impl SceneKind {
    /// Every kind.
    pub const ALL: [Self; 7] =
        [Self::Uniform, Self::Towns, Self::PowerLaw, Self::MostlyStatic, Self::Pile, Self::Mixed, Self::AllTouching];

    /// The name in lower case, such as `power-law`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Towns => "towns",
            Self::PowerLaw => "power-law",
            Self::MostlyStatic => "mostly-static",
            Self::Pile => "pile",
            Self::Mixed => "mixed",
            Self::AllTouching => "all-touching",
        }
    }

    /// A scene of this kind with so many entities, in an order that is random in space.
    #[must_use]
    pub fn generate(self, count: usize, seed: u64) -> Scene {
        match self {
            Self::Uniform => layout::uniform(count, seed),
            Self::Towns => layout::towns(count, seed),
            Self::PowerLaw => layout::power_law(count, seed),
            Self::MostlyStatic => layout::mostly_static(count, seed),
            Self::Pile => layout::pile(count, seed),
            Self::Mixed => layout::mixed(count, seed),
            Self::AllTouching => layout::all_touching(count, seed),
        }
    }
}

impl fmt::Display for SceneKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SceneKind {
    type Err = UnknownScene;

    fn from_str(name: &str) -> Result<Self, UnknownScene> {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| UnknownScene { name: name.to_owned() })
    }
}

/// A name that no kind of scene has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("scene: must be uniform, towns, power-law, mostly-static, pile, mixed or all-touching, is {name:?}")]
pub struct UnknownScene {
    /// The name given.
    pub name: String,
}
