use std::fmt;
use std::str::FromStr;

use crate::{Scene, city, convex, layout};

/// The kinds of scene: usual distributions of positions, sizes and speeds, and hard cases for a broad phase.
///
/// Unless stated otherwise, shapes are circles of radius 0.5, speeds are uniform in 0.5 to 8 world units per second,
/// directions are uniform, and the order of entities is independent of their positions. The extent is a square with the
/// stated area, at least 4 wide. "Pairs" are overlapping pairs in a large scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SceneKind {
    /// Uniformly distributed, 0.637 circles per unit area: about 1 pair per entity.
    Uniform,
    /// 80 % of the circles are in towns of about 800 circles, normally distributed with standard deviation 5; a scene
    /// with fewer than 1500 entities has one town. The others are uniformly distributed. 31.4 units of area for each
    /// entity: about 3.3 pairs per entity.
    Towns,
    /// Uniformly distributed circles with radii from 0.25 to 64. The density of radii is proportional to `radius^-2.5`.
    /// 5.19 units of area for each entity: about 2.2 pairs per entity. No radius exceeds a quarter of the extent's
    /// side, which limits the radii in scenes with fewer than 12 628 entities.
    PowerLaw,
    /// The shapes of [`Uniform`](Self::Uniform) for the same seed, with about 95 % of the velocities set to zero.
    MostlyStatic,
    /// All circles in one square of side 4. Every fourth circle is an exact copy of an earlier one and moves with it.
    /// About a quarter of all possible pairs overlap, so generate hundreds of entities and not millions.
    Pile,
    /// As dense as [`Uniform`](Self::Uniform): a third circles, a third rectangles, a third oriented rectangles at
    /// random angles. Radii and half extents are uniform in 0.25 to 0.75: about 1.3 pairs per entity.
    Mixed,
    /// Circles of diameter 1 and unit squares on a lattice of spacing 1, in blocks of two by two. Each touches all of
    /// its up to four neighbours; squares also touch squares across a corner. No interiors overlap. All coordinates are
    /// exact multiples of 0.5, and nothing moves. The seed affects the order only. About 2.5 pairs per entity.
    AllTouching,
    /// As dense as [`Uniform`](Self::Uniform): capsules at random angles. Half of them are bodies with radii from 0.25
    /// to 0.5 and segments 0.25 to 0.75 long, half are walls with radii from 0.05 to 0.15 and segments 1 to 2 long:
    /// about 1 pair per entity.
    Capsules,
    /// As dense as [`Uniform`](Self::Uniform): convex polygons with 3 to 8 corners at random angles. Half of them are
    /// regular with a circumradius of 0.4 to 0.7, half have irregular corners on an ellipse with half axes of 0.35 to
    /// 0.8. Every third is rounded by a radius of 0.05 to 0.2: about 1.1 pairs per entity.
    Polygons,
    /// A tenth are walls that never move: capsules 3 to 9 long, and irregular polygons with 3 to 8 corners and half axes
    /// of 0.75 to 2. Six tenths walk: circles with radii from 0.3 to 0.5, and capsules. Three tenths are bullets, with
    /// speeds from 20 to 60: capsules along their direction with radii from 0.02 to 0.05, and circles with radii from
    /// 0.05 to 0.1. In a small scene no wall is longer than half of the extent's side. 1.3 units of area for each
    /// entity: about 1 pair per entity.
    City,
}

impl SceneKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Uniform,
        Self::Towns,
        Self::PowerLaw,
        Self::MostlyStatic,
        Self::Pile,
        Self::Mixed,
        Self::AllTouching,
        Self::Capsules,
        Self::Polygons,
        Self::City,
    ];

    /// The name in kebab case, as [`FromStr`] reads it.
    ///
    /// ```
    /// use collide_scenes::SceneKind;
    /// assert_eq!(SceneKind::MostlyStatic.name(), "mostly-static");
    /// assert_eq!("mostly-static".parse(), Ok(SceneKind::MostlyStatic));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Towns => "towns",
            Self::PowerLaw => "power-law",
            Self::MostlyStatic => "mostly-static",
            Self::Pile => "pile",
            Self::Mixed => "mixed",
            Self::AllTouching => "all-touching",
            Self::Capsules => "capsules",
            Self::Polygons => "polygons",
            Self::City => "city",
        }
    }

    /// Generates a scene of `count` entities. The same arguments give the same bytes on every machine.
    ///
    /// ```
    /// use collide_scenes::SceneKind;
    /// let scene = SceneKind::Towns.generate(500, 1);
    /// assert_eq!(scene.len(), 500);
    /// assert_ne!(scene, SceneKind::Towns.generate(500, 2));
    /// ```
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
            Self::Capsules => convex::capsules(count, seed),
            Self::Polygons => convex::polygons(count, seed),
            Self::City => city::city(count, seed),
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
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownScene { name: name.to_owned() })
    }
}

/// The error of an unknown scene name. The message lists the known names.
///
/// ```
/// use collide_scenes::SceneKind;
/// let error = "town".parse::<SceneKind>().unwrap_err();
/// assert_eq!(error.name(), "town");
/// assert!(error.to_string().starts_with("unknown scene `town`; there are: uniform, towns, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene {
    name: String,
}

impl UnknownScene {
    /// The unknown name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown scene `{}`; there are: {}", self.name, SceneKind::ALL.map(SceneKind::name).join(", "))
    }
}

impl std::error::Error for UnknownScene {}
