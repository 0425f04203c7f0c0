use collide_core::{Contact, Shape, Touching, contact, overlaps_interior};

use crate::base::WORTH_SPREADING;
#[cfg(feature = "recording")]
use crate::query::of_list;
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::{Handle, World};

/// # Contacts
impl World {
    /// Overwrites `out` with the contact of each of the [`pairs`](Self::pairs), in the same order. Normals point from
    /// the first entity to the second. `None` for a pair with a sensor, and for a pair that no longer overlaps because
    /// an entity was changed or removed since the step. Pairs that began to overlap since the step are not included.
    ///
    /// **Cost:** some tens of nanoseconds and 48 bytes for each pair, on the world's threads, and what
    /// [`shape`](Self::shape) costs. So it is limited where the pairs are: by [`step_within`](Self::step_within). Does
    /// not allocate once `out` has grown.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [a, b] = [0.0, 1.5].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.step();
    /// let mut contacts = Vec::new();
    /// world.contacts_into(&mut contacts);
    /// for ((first, second), contact) in world.pairs().iter().zip(&contacts) {
    ///     let contact = contact.unwrap();
    ///     assert_eq!((first, second, contact.normal * contact.depth), (a, b, Vec2::new(0.5, 0.0)));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts_into(&self, out: &mut Vec<Option<Contact>>) {
        #[cfg(feature = "recording")]
        self.record_changes();
        let pairs = self.pairs();
        out.clear();
        out.resize(pairs.len(), None);
        self.settings().threads.run(pairs.len(), WORTH_SPREADING, |workers| {
            workers.each_pair(pairs.slots(), out, |pair, contact| {
                let (a, b) = pairs.handles(pair);
                *contact = self.contact_of(a, b);
            });
        });
        #[cfg(feature = "recording")]
        self.record_call(|| Call::Contacts, || of_list(out));
    }

    /// The contact of two entities, if both exist and neither is a sensor.
    fn contact_of(&self, a: Handle, b: Handle) -> Option<Contact> {
        let [first, second] = [self.solid(a)?, self.solid(b)?];
        let apart = self.settings().touching == Touching::Open && !overlaps_interior(first, second);
        if apart { None } else { contact(first, second) }
    }

    fn solid(&self, handle: Handle) -> Option<Shape> {
        if self.store.filters.get(handle.slot).sensor { None } else { self.store.shape(handle) }
    }
}
