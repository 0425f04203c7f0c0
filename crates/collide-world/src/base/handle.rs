/// Implements what all ids of items in slots have in common. `$thing` and `$things` name the item in singular and
/// plural.
macro_rules! slot_id {
    ($Id:ident, $thing:literal, $things:literal) => {
        impl $Id {
            #[doc = concat!("The slot: an index below the peak number of ", $things, ". Another ", $thing)]
            /// may reuse it once this one is removed.
            #[must_use]
            pub fn slot(self) -> u32 {
                self.slot
            }

            #[doc = concat!("The number of times that the slot was freed before this ", $thing, " got it.")]
            #[must_use]
            pub fn generation(self) -> u32 {
                self.generation
            }

            /// The id as one number: the generation in the upper half, the slot in the lower.
            #[must_use]
            pub fn to_bits(self) -> u64 {
                u64::from(self.generation) << 32 | u64::from(self.slot)
            }

            #[doc = concat!("The id with this number. If no ", $thing, " has it, the id is stale.")]
            /// Any number is accepted.
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

/// Identifies an entity of one [`World`](crate::World). Once the entity is removed, its handle is stale: it identifies
/// no entity, not even one that reuses the slot.
///
/// Handles are ordered by slot, the position in the store. This is the canonical order of pairs.
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Handle {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl Handle {
    /// The handle of a slot and a generation: for programs that keep handles as numbers, and for [parts of a larger
    /// world](crate::WorldTools::insert_at). A handle that no entity has is stale.
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

slot_id!(Handle, "entity", "entities");
