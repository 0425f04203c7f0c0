use std::fmt;

/// Names an entity of one [`World`](crate::World) for as long as it lives; afterwards it is stale and names nothing.
///
/// Handles are ordered by slot, the position in the store, which is the canonical order of pairs.
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Handle {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl Handle {
    /// The handle of a slot at a generation: for programs that keep handles as numbers, and for [parts of a larger
    /// world](crate::World::insert_as). One that no world has given out names nothing.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Handle, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// assert_eq!(Handle::from_parts(handle.slot(), handle.generation()), handle);
    /// assert_eq!(world.get(Handle::from_parts(7, 0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_parts(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    /// Position in the store: below the largest number of entities the world ever held, and free for another entity
    /// once this one is removed.
    #[must_use]
    pub fn slot(self) -> u32 {
        self.slot
    }

    /// How often the slot had been freed before it was given to this entity.
    #[must_use]
    pub fn generation(self) -> u32 {
        self.generation
    }

    /// The handle as one number, for what can only keep numbers: the generation in the upper half, the slot in the lower.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Handle, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// assert_eq!(Handle::from_bits(handle.to_bits()), handle);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// The handle of a number. Any number will do: one that no entity has is as good as a stale handle.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self { slot: bits as u32, generation: (bits >> 32) as u32 }
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}
