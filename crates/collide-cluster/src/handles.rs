use collide_world::Handle;
use serde::{Deserialize, Serialize};

/// Allocates handles for a cluster, as one [`World`](collide_world::World) would.
///
/// A cluster does not allocate handles, because no worker knows all of them. The front end allocates them; several
/// front ends that run the same script allocate the same handles. The handles are those of a single world: the slot
/// that was freed last is used first.
///
/// ```
/// use collide_cluster::HandleAllocator;
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
/// let ball = Circle::new(Vec2::ZERO, 1.0)?;
/// let (mut world, mut allocator) = (World::new(Settings::default()), HandleAllocator::default());
/// let first = world.insert(ball)?;
/// assert_eq!(allocator.insert(), Some(first));
/// world.remove(first)?;
/// assert!(allocator.remove(first) && !allocator.remove(first));
/// assert_eq!(allocator.insert(), Some(world.insert(ball)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandleAllocator {
    /// The generation of each slot, and whether it is in use.
    slots: Vec<(u32, bool)>,
    free: Vec<u32>,
    /// The number of handles in use.
    count: usize,
}

impl HandleAllocator {
    /// Allocates a handle for a new entity. `None` if there is no slot left.
    pub fn insert(&mut self) -> Option<Handle> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                let slot = u32::try_from(self.slots.len()).ok()?;
                self.slots.push((0, false));
                slot
            }
        };
        let (generation, used) = &mut self.slots[slot as usize];
        *used = true;
        self.count += 1;
        Some(Handle::from_parts(slot, *generation))
    }

    /// Frees a handle. Returns whether it was in use.
    pub fn remove(&mut self, handle: Handle) -> bool {
        let Some((generation, used)) = self.slots.get_mut(handle.slot() as usize) else { return false };
        if *generation != handle.generation() || !std::mem::take(used) {
            return false;
        }
        self.count -= 1;
        // A slot whose generations are used up is never used again, so no old handle becomes valid.
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(handle.slot());
        }
        true
    }

    /// The number of handles in use.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether no handle is in use.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
