use collide_core::{IntoArg, Sector, Shape, sector_shape};

use super::batch::{Answered, Batched, Task, answer_of};
use super::input::query_from;
use super::{Hits, Mode, Queries, Query, Question};
use crate::base::{ListKind, Meter, work};
use crate::search::{Area, Around, Candidates, Outline, Slots};
use crate::{Handle, OverBudget};

impl Area for Sector {
    fn work(&self, kind: ListKind) -> u64 {
        20 + work::measure(kind)
    }

    #[inline(always)]
    fn relation(self, shape: Shape) -> collide_core::Relation {
        sector_shape(&self, shape)
    }
}

query_from!(Sector);

impl Batched for Sector {
    type Hit = Handle;
    type Entry = u32;
    type Buffer = Slots;

    fn middle(&self) -> [f64; 2] {
        Outline::of_point(self.apex()).middle
    }

    fn count_candidates(query: &Query<Self>, asked: &Queries<'_>, counted: (&mut Candidates, &mut Meter)) {
        let outline = Outline::of_bound(&query.what.aabb());
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
        asked.sector_one(query, slots, meter);
        answer_of(slots, mode, meter, entries)
    }

    fn hit_of(asked: &Queries<'_>, slot: &u32) -> Handle {
        asked.scope.handle(*slot)
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        Question::Sector(queries.into(), mode)
    }
}

impl Queries<'_> {
    /// Sector query: for each [`Sector`], the entities that overlap it. For the arc of a sword, a cone of sight or a
    /// skill. Walls do not hide what is behind them: for sight, ask for [lines of sight](Self::blocked_batch_into) to the
    /// hits.
    ///
    /// **Order:** by slot. **Touching** counts by the world's [rule](crate::Settings::touching). Exact, as
    /// [`sector_shape`].
    ///
    /// **Cost:** that of an [overlap query](Self::overlap_batch_into) with the bound of the sector, and some tens of
    /// nanoseconds for each entity in it; up to a microsecond for each that is nearly at the border.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within): all hits count, also with [`Mode::First`]. `hits` is
    /// then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Sector, Vec2};
    /// use collide_world::{Hits, Mode, Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [ahead, _beside] =
    ///     [[1.5, 0.0], [0.0, 1.5]].map(|at| world.insert(Circle::new(at, 0.5).unwrap()).unwrap());
    /// world.step();
    /// let swing = Sector::facing(Vec2::ZERO, Vec2::X, 60.0, 2.0)?;
    /// let behind = Sector::facing(Vec2::ZERO, -Vec2::X, 60.0, 2.0)?;
    /// let mut hits = Hits::default();
    /// world.queries().sector_batch_into(&[Query::new(swing), Query::new(behind)], Mode::All, &mut hits)?;
    /// assert_eq!(hits.of(0), [ahead]);
    /// assert_eq!(hits.of(1), []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sector_batch_into(&self, queries: &[Query<Sector>], mode: Mode, hits: &mut Hits) -> Result<(), OverBudget> {
        self.answer_into(queries, mode, hits)
    }

    /// Sector query: the entities that overlap a [`Sector`], by slot. Touching counts by the world's
    /// [rule](crate::Settings::touching).
    ///
    /// Costs what one query of [`sector_batch_into`](Self::sector_batch_into) costs, and allocates the list.
    ///
    /// ```
    /// use collide_core::{Circle, Sector, Vec2};
    /// use collide_world::{Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let attacker = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let enemy = world.insert(Circle::new(Vec2::new(2.0, 1.0), 0.5)?)?;
    /// world.step();
    /// let swing = Sector::facing(Vec2::ZERO, Vec2::X, 90.0, 2.0)?;
    /// assert_eq!(world.queries().sector(Query::from(swing).except(attacker)), [enemy]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sector(&self, query: impl IntoArg<Query<Sector>>) -> Vec<Handle> {
        let query = query.into();
        self.hits_of_one(&query, |slots, meter| self.sector_one(&query, slots, meter))
    }

    /// Finds the entities that overlap a sector, in any order.
    fn sector_one(&self, query: &Query<Sector>, slots: &mut Slots, meter: &mut Meter) {
        let filter = self.scope.resolved(&query.filter);
        let outline = Outline::of_bound(&query.what.aabb());
        self.scope.overlapping(query.what, outline, self.rules.touching, (&filter, slots, meter));
    }
}
