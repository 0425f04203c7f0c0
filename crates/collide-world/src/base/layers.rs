/// The collision filter of an entity: which other entities it collides with, and which queries find it.
///
/// The rule is that of Box2D, with 64 bits:
/// - Two entities with the same `group`, not zero, always collide if it is positive and never if it is negative.
/// - Otherwise both must accept each other: they collide if the `category` of each has a bit in common with the `mask`
///   of the other.
///
/// For example two teams without friendly fire: a bullet hits players of the other team and no other bullet.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Entity, Layers, Settings, World};
/// const PLAYER: u64 = 1 << 0;
/// const BULLET: u64 = 1 << 1;
/// let player = |team: i64| Layers { category: PLAYER, mask: PLAYER | BULLET, group: -team };
/// let bullet = |team: i64| Layers { category: BULLET, mask: PLAYER, group: -team };
/// let (red, blue) = (1, 2);
/// assert!(bullet(red).meet(&player(blue)));
/// assert!(!bullet(red).meet(&player(red))); // one negative group
/// assert!(!bullet(red).meet(&bullet(blue))); // no bullet in the mask of a bullet
///
/// let ball = Circle::new(Vec2::ZERO, 1.0)?;
/// let mut world = World::new(Settings::default());
/// let shot = world.insert(Entity::new(ball).with_layers(bullet(red)))?;
/// let friend = world.insert(Entity::new(ball).with_layers(player(red)))?;
/// let enemy = world.insert(Entity::new(ball).with_layers(player(blue)))?;
/// world.step();
/// assert_eq!(world.pairs(), [(shot, enemy), (friend, enemy)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Layers {
    /// The categories that the entity belongs to: one bit each, usually a single one.
    pub category: u64,
    /// The categories that the entity accepts.
    pub mask: u64,
    /// Entities with the same non-zero group always (positive) or never (negative) collide, whatever their masks. Zero
    /// for no group.
    pub group: i64,
}

impl Layers {
    /// The default layers: in category 1 only (the lowest bit), accepts all categories, in no group.
    pub const ALL: Self = Self { category: 1, mask: u64::MAX, group: 0 };

    /// Whether two entities with these layers may collide. `a.meet(&b)` is `b.meet(&a)`.
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
