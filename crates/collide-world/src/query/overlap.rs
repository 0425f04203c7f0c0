use collide_core::{IntoArg, Shape};

use super::Question;
use super::batch::{Answered, Batched, Task, answer_of};
use super::{Hits, Mode, Queries, Query};
use crate::base::Meter;
use crate::search::{Around, Candidates, Outline, Slots};
use crate::{Handle, OverBudget};

impl Batched for Shape {
    type Hit = Handle;
    type Entry = u32;
    type Buffer = Slots;

    fn middle(&self) -> [f64; 2] {
        Outline::of(self).middle
    }

    fn count_candidates(query: &Query<Self>, asked: &Queries<'_>, counted: (&mut Candidates, &mut Meter)) {
        let outline = Outline::of(&query.what);
        asked.scope.count_candidates(&|margin| Around::new(outline.widened(margin), 0), &query.filter, 0.0, counted);
    }

    fn may_end(&self, _: Mode) -> bool {
        false
    }

    fn answer(
        query: &Query<Self>,
        asked: &Queries<'_>,
        Task { mode, .. }: Task,
        meter: &mut Meter,
        slots: &mut Slots,
        entries: &mut Vec<u32>,
    ) -> Answered {
        slots.begin(mode.max_count());
        asked.overlap_one(query, slots, meter);
        answer_of(slots, mode, meter, entries)
    }

    fn hit_of(asked: &Queries<'_>, slot: &u32) -> Handle {
        asked.scope.handle(*slot)
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        Question::Overlap(queries.into(), mode)
    }
}

impl Queries<'_> {
    /// Overlap query: for each shape, the entities that overlap it. Use a circle of radius zero for a point query, a
    /// circle for a radius query and a [`Rect`](collide_core::Rect) for a box query.
    ///
    /// **Order:** by slot. **Touching** counts by the world's [rule](crate::Settings::touching).
    ///
    /// **Cost:** from a tenth of a microsecond per query in a batch, more with more hits; about twice that for a single
    /// query. A batch runs in spatial order and on the world's threads. [`Mode::Count`] stores no hits, and
    /// [`Mode::First`] sorts and stores no others. Does not allocate once `hits` has grown.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within): all hits count, also with [`Mode::First`]. `hits` is
    /// then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// use collide_world::{Hits, Mode, Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let coin = world.insert(Circle::new(Vec2::new(2.5, 2.0), 0.25)?)?;
    /// world.step();
    /// let room: Shape = Rect::new(Vec2::ZERO, Vec2::splat(4.0))?.into();
    /// let point: Shape = Circle::new(Vec2::new(2.75, 2.0), 0.0)?.into();
    /// let mut hits = Hits::default();
    /// world.queries().overlap_batch_into(&[Query::new(room), Query::new(point)], Mode::All, &mut hits)?;
    /// assert_eq!(hits.of(0), [coin]);
    /// assert_eq!(hits.of(1), [coin]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_batch_into(&self, queries: &[Query<Shape>], mode: Mode, hits: &mut Hits) -> Result<(), OverBudget> {
        self.answer_into(queries, mode, hits)
    }

    /// Overlap query: the entities that overlap a shape, by slot. A circle of radius zero makes a point query, a circle
    /// a radius query, a [`Rect`](collide_core::Rect) a box query. Touching counts by the world's
    /// [rule](crate::Settings::touching).
    ///
    /// Costs several tenths of a microsecond, more with more hits, and allocates the list. For many shapes
    /// [`overlap_batch_into`](Self::overlap_batch_into) is faster.
    #[must_use]
    pub fn overlap(&self, query: impl IntoArg<Query<Shape>>) -> Vec<Handle> {
        let query = query.into();
        self.hits_of_one(&query, |slots, meter| self.overlap_one(&query, slots, meter))
    }

    /// The hits of one query by slot, and records them.
    pub(super) fn hits_of_one<Q: Batched<Hit = Handle>>(
        &self,
        query: &Query<Q>,
        find: impl FnOnce(&mut Slots, &mut Meter),
    ) -> Vec<Handle> {
        let mut slots = Slots::default();
        slots.begin(usize::MAX);
        find(&mut slots, &mut Meter::default());
        slots.sort();
        let hits: Vec<Handle> = slots.as_slice().iter().map(|slot| self.scope.handle(*slot)).collect();
        self.record_hits(|| Q::question(std::slice::from_ref(query), Mode::All), &hits);
        hits
    }

    /// Finds the entities that overlap a shape, in any order.
    fn overlap_one(&self, query: &Query<Shape>, slots: &mut Slots, meter: &mut Meter) {
        let filter = self.scope.resolved(&query.filter);
        self.scope.overlapping_shape(&query.what, self.rules.touching, (&filter, slots, meter));
    }
}
