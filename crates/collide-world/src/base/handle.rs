/// What ids of things in slots have in common: `$thing` is what an id names.
macro_rules! slot_id {
    ($Id:ident, $thing:literal) => {
        impl $Id {
            #[doc = concat!("The slot: an index below the largest number there ever was, free for another ", $thing)]
            /// once this one is removed.
            #[must_use]
            pub fn slot(self) -> u32 {
                self.slot
            }

            #[doc = concat!("The number of times that the slot had been freed before it was given to this ", $thing, ".")]
            #[must_use]
            pub fn generation(self) -> u32 {
                self.generation
            }

            /// The id as one number: the generation in the upper half, the slot in the lower.
            #[must_use]
            pub fn to_bits(self) -> u64 {
                u64::from(self.generation) << 32 | u64::from(self.slot)
            }

            #[doc = concat!("The id of a number. Any number is accepted: one that no ", $thing, " has is a stale id.")]
            #[must_use]
            pub fn from_bits(bits: u64) -> Self {
                Self { slot: bits as u32, generation: (bits >> 32) as u32 }
            }
        }

        impl ::std::fmt::Debug for $Id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }

        impl ::std::fmt::Display for $Id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, "{}v{}", self.slot, self.generation)
            }
        }
    };
}

pub(crate) use slot_id;

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
    /// world](crate::World::insert_at). One that no world has given out names nothing.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Handle, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// assert_eq!(Handle::from_parts(handle.slot(), handle.generation()), handle);
    /// assert_eq!(Handle::from_bits(handle.to_bits()), handle);
    /// assert_eq!(world.shape(Handle::from_parts(7, 0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_parts(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }
}

slot_id!(Handle, "entity");
