/// How far a free place may be, and among how many entities one is sought. A distance alone becomes options without a
/// limit of neighbors.
///
/// ```
/// use collide_core::{Circle, Shape, Vec2};
/// use collide_world::{FreeOptions, World};
/// let ball = Shape::from(Circle::new(Vec2::ZERO, 0.5)?);
/// let mut world: World = (0..1_000).map(|_| ball).collect(); // all on one point
/// world.step();
/// assert!(world.queries().free(ball, 2.0).is_some());
/// let options = FreeOptions { max_neighbors: 64, ..2.0.into() };
/// assert_eq!(world.queries().free(ball, options), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct FreeOptions {
    /// The maximum distance of the place, in world units. A negative number and NaN count as zero.
    pub max_distance: f32,
    /// The maximum number of entities among which a place is sought: no limit by default. It bounds the cost wherever the
    /// entities are.
    ///
    /// The search looks at the bound of the shape, then at what is within a distance of it: `e`, `4 * e` and `16 * e`,
    /// where `e` is the longer side of the bound, as long as twice that is less than `max_distance`, and last
    /// `max_distance`. It ends at the first of these distances at which it finds a place. It ends without a place if more
    /// than this number of entities that the query accepts overlap the bound, expanded by the distance.
    #[cfg_attr(feature = "serde", serde(default = "unlimited"))]
    pub max_neighbors: usize,
}

impl From<f32> for FreeOptions {
    fn from(max_distance: f32) -> Self {
        Self { max_distance, max_neighbors: unlimited() }
    }
}

/// No limit.
fn unlimited() -> usize {
    usize::MAX
}
