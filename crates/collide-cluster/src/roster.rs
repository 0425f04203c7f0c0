use collide_world::Handle;
use serde::{Deserialize, Serialize};

/// Gives out handles, as one [`World`](collide_world::World) would: for whoever feeds a cluster.
///
/// A cluster does not make up handles, as no worker knows all of them. The front end does, or each of several that go
/// through the same script, and so the handles are those of a single world: slots that were freed last are given out first.
///
/// ```
/// use collide_cluster::Roster;
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
/// let ball = Circle::new(Vec2::ZERO, 1.0)?;
/// let (mut world, mut roster) = (World::new(Settings::default()), Roster::default());
/// let first = world.insert(ball)?;
/// assert_eq!(roster.insert(), Some(first));
/// world.remove(first)?;
/// assert!(roster.remove(first) && !roster.remove(first));
/// assert_eq!(roster.insert(), Some(world.insert(ball)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    /// The generation of each slot, and whether it is in use.
    slots: Vec<(u32, bool)>,
    free: Vec<u32>,
    /// How many handles are in use.
    count: usize,
}

impl Roster {
    /// A handle for a new entity, or `None` when there is no slot left.
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

    /// Takes a handle back; says whether it was in use.
    pub fn remove(&mut self, handle: Handle) -> bool {
        let Some((generation, used)) = self.slots.get_mut(handle.slot() as usize) else { return false };
        if *generation != handle.generation() || !std::mem::take(used) {
            return false;
        }
        self.count -= 1;
        // A slot whose generations are used up is never given out again, so no old handle can come to life.
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(handle.slot());
        }
        true
    }

    /// How many handles are in use.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
