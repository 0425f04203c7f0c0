/// Which entities may meet: whose pairs are found, and whom a query finds.
///
/// Two entities of one group that is not zero meet if it is positive, and do not if it is negative. All others meet if each has
/// a category that the other's mask holds. This is Box2D's rule, with 64 bits.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Entity, Layers, Settings, World};
/// const PLAYERS: u64 = 1 << 0;
/// const BULLETS: u64 = 1 << 1;
///
/// let bullets = Layers { category: BULLETS, mask: !BULLETS, ..Layers::default() };
/// let players = Layers { category: PLAYERS, ..Layers::default() };
/// assert!(bullets.meet(&players) && !bullets.meet(&bullets));
///
/// let ball = Circle::new(Vec2::ZERO, 1.0)?;
/// let mut world = World::new(Settings::default());
/// world.insert(Entity::new(ball).with_layers(bullets))?;
/// world.insert(Entity::new(ball).with_layers(bullets))?;
/// world.insert(Entity::new(ball).with_layers(players))?;
/// assert_eq!(world.step().pair_count, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Layers {
    /// What it is: one bit, or several.
    pub category: u64,
    /// What it meets.
    pub mask: u64,
    /// Overrules the others among its own; zero for none.
    pub group: i64,
}

impl Layers {
    /// Of the first category, and meets all.
    pub const ALL: Self = Self { category: 1, mask: u64::MAX, group: 0 };

    /// Whether two entities with these may meet: the same in both directions.
    #[must_use]
    #[inline]
    pub fn meet(&self, other: &Self) -> bool {
        if self.group == other.group && self.group != 0 {
            self.group > 0
        } else {
            self.category & other.mask != 0 && other.category & self.mask != 0
        }
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self::ALL
    }
}
