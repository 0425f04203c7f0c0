//! The changes between two ticks, in few bytes.
//!
//! Traces store [`Changes`] field by field in this order. Any change of the fields or their order needs a new version
//! of the format.

use collide_core::{Capsule, OrientedRect, Shape, Vec2};
use serde::{Deserialize, Serialize};

use crate::store::{Changed, Store, is_change};
use crate::{Entity, Handle};

/// The changes of entities. Each list is in order of slots.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Changes {
    /// Slots whose entity was removed. Another entity may have the slot now.
    pub(super) gone: Slots<()>,
    /// New entities with the generations of their slots.
    pub(super) new: Slots<(u32, Entity)>,
    /// The new centers of circles and oriented rects of which only the center changed.
    pub(super) moved: Slots<[f32; 2]>,
    /// The new shapes of entities of which only the shape changed, and the shapes of those that changed and are as before.
    pub(super) shaped: Slots<Shape>,
    /// Entities with any other change.
    pub(super) changed: Slots<Entity>,
}

impl Changes {
    pub(crate) fn is_empty(&self) -> bool {
        let Self { gone, new, moved, shaped, changed } = self;
        gone.0.is_empty() && new.0.is_empty() && moved.0.is_empty() && shaped.0.is_empty() && changed.0.is_empty()
    }

    fn clear(&mut self) {
        let Self { gone, new, moved, shaped, changed } = self;
        gone.0.clear();
        new.0.clear();
        moved.0.clear();
        shaped.0.clear();
        changed.0.clear();
    }
}

/// A list of slots with an item each. Each slot is stored as the difference from the previous slot, mostly in one byte.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Slots<T>(Vec<(u32, T)>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<T> Slots<T> {
    /// The slots and items. Stops where a damaged list would overflow a slot number.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.0.iter().scan(0_u32, |slot, (distance, item)| {
            *slot = slot.checked_add(*distance)?;
            Some((*slot, item))
        })
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds items of other slots.
    fn add(&mut self, items: impl IntoIterator<Item = (u32, T)>)
    where
        T: Copy,
    {
        let mut all: Vec<(u32, T)> = self.iter().map(|(slot, item)| (slot, *item)).chain(items).collect();
        all.sort_unstable_by_key(|(slot, _)| *slot);
        let (mut last, list) = (0, self);
        list.0.clear();
        all.into_iter().for_each(|(slot, item)| push(list, &mut last, slot, item));
    }
}

/// The entities as they were last recorded.
#[derive(Debug, Default)]
pub(crate) struct Known {
    slots: Vec<Option<(u32, Entity)>>,
    /// The slots that recorded calls have moved since. A replay moves them too, so their shapes are changes even if they
    /// are as before again.
    moved: Vec<u32>,
    changes: Changes,
}

impl Known {
    /// Copies the current entities.
    pub(crate) fn learn(&mut self, store: &Store) {
        self.moved.clear();
        self.slots.clear();
        self.slots.resize(store.slot_count(), None);
        for (Handle { slot, generation }, entity) in store.iter() {
            self.slots[slot as usize] = Some((generation, entity));
        }
    }

    /// Notes the entities that a recorded call has moved.
    pub(crate) fn call_moved(&mut self, store: &Store, movers: impl Iterator<Item = Handle>) {
        for mover in movers {
            let known = self.slots.get(mover.slot as usize).and_then(Option::as_ref);
            let shapes = known.zip(store.shape(mover)).map(|((_, entity), now)| Difference::of(&entity.shape, &now));
            if shapes.flatten().is_some() {
                self.moved.push(mover.slot);
            }
        }
    }

    /// The changes since the last call, among the entities that may have changed; these are copied.
    pub(crate) fn changes(&mut self, store: &Store, changed: Changed) -> &Changes {
        let taken_back = self.taken_back(store);
        let Self { slots, changes, .. } = self;
        changes.clear();
        slots.resize(store.slot_count(), None);
        let mut distances = Distances::default();
        match changed {
            Changed::Slots(changed) => {
                for slot in changed {
                    let now = store.at(slot);
                    let known = std::mem::replace(&mut slots[slot as usize], now);
                    let marked = || store.has_changed_now(slot);
                    note(changes, &mut distances, slot, known.as_ref(), now.as_ref(), marked);
                }
            }
            Changed::All => compare_all(slots, store, |slot, known, now| {
                note(changes, &mut distances, slot, known, now, || store.has_changed_now(slot));
            }),
        }
        if !taken_back.is_empty() {
            changes.shaped.add(taken_back);
        }
        changes
    }

    /// The entities that recorded calls have moved and that are as before again, in order of slots.
    fn taken_back(&mut self, store: &Store) -> Vec<(u32, Shape)> {
        self.moved.sort_unstable();
        self.moved.dedup();
        let unchanged = |slot: u32| {
            let (generation, before) = self.slots.get(slot as usize)?.as_ref()?;
            let now = store.get(Handle { slot, generation: *generation })?;
            let is_same = same_but_shape(before, &now) && Difference::of(&before.shape, &now.shape).is_none();
            is_same.then_some((slot, now.shape))
        };
        let taken_back = self.moved.iter().filter_map(|slot| unchanged(*slot)).collect();
        self.moved.clear();
        taken_back
    }
}

/// Calls `note` for each slot, with the entity as it was known and as it is, and copies the current ones.
fn compare_all(slots: &mut [Option<Held>], store: &Store, mut note: impl FnMut(u32, Option<&Held>, Option<&Held>)) {
    let mut slots = (0..).zip(slots);
    for (handle, entity) in store.iter() {
        let now = (handle.generation, entity);
        for (slot, known) in slots.by_ref() {
            if slot == handle.slot {
                note(slot, known.as_ref(), Some(&now));
                *known = Some(now);
                break;
            }
            note(slot, known.take().as_ref(), None);
        }
    }
    slots.for_each(|(slot, known)| note(slot, known.take().as_ref(), None));
}

/// The slot of the last item of each list.
#[derive(Default)]
struct Distances {
    gone: u32,
    new: u32,
    moved: u32,
    shaped: u32,
    changed: u32,
}

fn push<T>(list: &mut Slots<T>, last: &mut u32, slot: u32, item: T) {
    list.0.push((slot - std::mem::replace(last, slot), item));
}

type Held = (u32, Entity);

/// Notes how the entity of a slot differs. If the slot is `marked`, a replay marks it too: one that is as before is noted by
/// its shape.
#[inline]
fn note(
    changes: &mut Changes,
    last: &mut Distances,
    slot: u32,
    before: Option<&Held>,
    now: Option<&Held>,
    marked: impl Fn() -> bool,
) {
    match (before, now) {
        (Some((generation, before)), Some((same, now))) if generation == same => {
            if !same_but_shape(before, now) {
                if marked() && !is_change(before, now) {
                    push(&mut changes.shaped, &mut last.shaped, slot, now.shape);
                }
                return push(&mut changes.changed, &mut last.changed, slot, *now);
            }
            match Difference::of(&before.shape, &now.shape) {
                Some(Difference::Center) => {
                    push(&mut changes.moved, &mut last.moved, slot, now.shape.center().to_array())
                }
                Some(Difference::Shape) => push(&mut changes.shaped, &mut last.shaped, slot, now.shape),
                None if marked() => push(&mut changes.shaped, &mut last.shaped, slot, now.shape),
                None => {}
            }
        }
        (before, now) => {
            if before.is_some() {
                push(&mut changes.gone, &mut last.gone, slot, ());
            }
            if let Some(now) = now {
                push(&mut changes.new, &mut last.new, slot, *now);
            }
        }
    }
}

fn same_but_shape(before: &Entity, now: &Entity) -> bool {
    let Entity { shape: _, data, mobility, layers, sensor } = *now;
    before.data == data && before.mobility == mobility && before.layers == layers && before.sensor == sensor
}

/// How two shapes differ. Numbers are compared by their bits: unlike `==`, this distinguishes zero and negative zero.
enum Difference {
    /// Only in their centers, which are stored numbers of both.
    Center,
    Shape,
}

impl Difference {
    #[inline]
    fn of(before: &Shape, now: &Shape) -> Option<Self> {
        let same = |a: Vec2, b: Vec2| a.x.to_bits() == b.x.to_bits() && a.y.to_bits() == b.y.to_bits();
        let (same_center, same_rest) = match (before, now) {
            (Shape::Circle(a), Shape::Circle(b)) => {
                (same(a.center(), b.center()), a.radius().to_bits() == b.radius().to_bits())
            }
            (Shape::OrientedRect(a), Shape::OrientedRect(b)) => {
                let rotor = |rect: &OrientedRect| Vec2::new(rect.rotor().cos(), rect.rotor().sin());
                let same_rest = same(a.half_extents(), b.half_extents()) && same(rotor(a), rotor(b));
                (same(a.center(), b.center()), same_rest)
            }
            (Shape::Capsule(a), Shape::Capsule(b)) => {
                let [a_offsets, b_offsets] = [a, b].map(Capsule::offsets);
                let same_offsets = a_offsets.into_iter().zip(b_offsets).all(|(a, b)| same(a, b));
                let same_radius = a.radius().to_bits() == b.radius().to_bits();
                (same(a.position(), b.position()), same_offsets && same_radius)
            }
            (Shape::Polygon(a), Shape::Polygon(b)) => {
                let same_count = a.offsets().len() == b.offsets().len();
                let same_offsets = same_count && a.offsets().iter().zip(b.offsets()).all(|(a, b)| same(*a, *b));
                let same_radius = a.radius().to_bits() == b.radius().to_bits();
                (same(a.position(), b.position()), same_offsets && same_radius)
            }
            (Shape::Rect(a), Shape::Rect(b)) if same(a.min(), b.min()) && same(a.max(), b.max()) => return None,
            (Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_), _) => {
                return Some(Self::Shape);
            }
        };
        match (same_center, same_rest) {
            (true, true) => None,
            (false, true) => Some(Self::Center),
            (_, false) => Some(Self::Shape),
        }
    }
}
