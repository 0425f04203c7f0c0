use collide_core::{Moving, Vec2};

use super::group::Group;
use super::placed::PlacedMovers;
use super::slides::SlideColumns;
use super::surroundings::Surroundings;
use super::unblocked::Unblocked;
use super::{Slide, Slides};
use crate::base::{Meter, work};
use crate::search::{Accepts, Job};
use crate::{Budget, Costliest, OverBudget, Queries, Query, Question, SlideOptions};

/// The slides of a batch.
struct Sliding<'a> {
    view: &'a Queries<'a>,
    queries: &'a [Query<Moving>],
    options: &'a SlideOptions<'a>,
}

/// The buffers of a piece of a batch, and its slides.
#[derive(Debug, Default)]
struct Buffers {
    group: Group,
    around: Surroundings,
    slid: Vec<Slid>,
    slides: Vec<Slide>,
}

/// What is to be known of a slide until all are there: it is large, so most are made last.
#[derive(Clone, Copy, Debug)]
enum Slid {
    /// Nothing blocks it, and it ends at this position.
    Unblocked(Vec2),
    /// Something is near, and this is its number among those of its piece.
    Near(u32),
}

impl Job for Sliding<'_> {
    type Piece = Buffers;

    fn begin(&self, Buffers { slid, slides, .. }: &mut Buffers) {
        slid.clear();
        slides.clear();
    }

    fn prepare(&self, group: &[u32], piece: &mut Buffers, meter: &mut Meter) {
        let movers = group.iter().map(|number| &self.queries[*number as usize]);
        piece.group.find(&self.view.scope.without_index(), movers, meter);
    }

    fn item(&self, item: u32, piece: &mut Buffers, meter: &mut Meter) -> u64 {
        let slid = self.slide(&self.queries[item as usize], piece, meter);
        piece.slid.push(slid);
        0
    }
}

impl Sliding<'_> {
    fn slide(&self, query: &Query<Moving>, piece: &mut Buffers, meter: &mut Meter) -> Slid {
        let Buffers { group, around, slides, .. } = piece;
        let (shape, motion) = (query.what.shape(), query.what.motion());
        let bound = group.next().unwrap_or_else(|| shape.aabb());
        meter.add(work::SLIDE);
        let unblocked = Unblocked::new(&shape, &bound, motion);
        let accepts = Accepts { scope: &self.view.scope, filter: &query.filter };
        if let Some(unblocked) = &unblocked
            && group.allows(unblocked, &accepts, meter)
            && self.view.scope.is_clear(unblocked.corners, &accepts, meter)
        {
            return Slid::Unblocked(unblocked.end);
        }
        let start = (bound, unblocked.as_ref());
        let slide = around
            .within(meter, |around| self.view.slide_near(query, start, (None, Some(group)), self.options, around));
        slides.push(slide);
        Slid::Near(slides.len() as u32 - 1)
    }
}

impl Queries<'_> {
    /// [`slide`](Self::slide) for many shapes. Each moves by itself: they do not block each other, unless they are
    /// entities of the world. The results are in the order of the queries.
    ///
    /// **Cost:** slides that start near each other share a search if at most 64 entities are around them, and they run on
    /// the world's threads. Among more entities, each searches by itself and costs about what a [`slide`](Self::slide)
    /// costs. Does not allocate once `out` has grown, except for slides with more than two hits.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `out` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Rect, Vec2};
    /// use collide_world::{Entity, Query, Settings, SlideOptions, Slides, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?))?;
    /// world.step();
    /// let fall = |x: f32| Moving::new(Circle::new(Vec2::new(x, 2.0), 0.5)?, Vec2::new(0.0, -9.0));
    /// let mut slides = Slides::default();
    /// world.queries().slide_batch_into(
    ///     &[Query::new(fall(0.0)?), Query::new(fall(20.0)?)],
    ///     &SlideOptions::default(),
    ///     &mut slides,
    /// )?;
    /// let ends: Vec<f32> = slides.iter().map(|slide| slide.shape.center().y).collect();
    /// assert_eq!(ends, [0.5, -7.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slide_batch_into(
        &self,
        queries: &[Query<Moving>],
        options: &SlideOptions<'_>,
        out: &mut Slides,
    ) -> Result<(), OverBudget> {
        out.clear();
        self.slide_columns(queries, options, &mut out.columns)?;
        out.shapes.extend(queries.iter().map(|query| query.what.shape()));
        if self.is_recorded() {
            self.log_slides(queries, options, &out.iter().collect::<Vec<_>>());
        }
        Ok(())
    }

    /// The same without the shapes of the queries, and without a record.
    pub(crate) fn slide_columns(
        &self,
        queries: &[Query<Moving>],
        options: &SlideOptions<'_>,
        out: &mut SlideColumns,
    ) -> Result<(), OverBudget> {
        out.clear();
        let mut run = std::mem::take(&mut out.run);
        let sliding = Sliding { view: self, queries, options };
        let slid = run.run(self, queries, |query| query.what.shape().middle(), &sliding).map(|driver| {
            for (piece, place) in driver.in_order() {
                match piece.slid[place] {
                    Slid::Unblocked(end) => out.push_unblocked(end),
                    Slid::Near(number) => out.push(&piece.slides[number as usize]),
                }
            }
        });
        out.run = run;
        slid
    }

    /// Records slides. Those with a closure are not recorded.
    pub(super) fn log_slides(&self, queries: &[Query<Moving>], options: &SlideOptions<'_>, slides: &[Slide]) {
        if options.pass.is_none() {
            self.record(Question::Slide(queries.into(), *options), slides);
        }
    }

    /// Slides entities one after the other. They block each other, at their new places if they come before in the batch,
    /// else at their old ones, except those in a pile. They are not among the entities of these queries, and each query
    /// excludes its own.
    pub(crate) fn slide_in_order_into(
        &self,
        queries: &[Query<Moving>],
        options: &SlideOptions<'_>,
        movers: &mut PlacedMovers,
        out: &mut SlideColumns,
    ) -> Result<(), OverBudget> {
        out.clear();
        let mut run = std::mem::take(&mut out.run);
        let slid = self.slide_each(queries, options, (movers, run.scratch()), out);
        run.work = slid.unwrap_or_else(|over| over.found);
        out.run = run;
        slid.map(|_| ()).inspect_err(|_| out.clear())
    }

    /// The same. Returns the work.
    fn slide_each(
        &self,
        queries: &[Query<Moving>],
        options: &SlideOptions<'_>,
        (movers, around): (&mut PlacedMovers, &mut Surroundings),
        out: &mut SlideColumns,
    ) -> Result<u64, OverBudget> {
        let budget = Budget::of_work(self.budget().max_work);
        let (mut done, mut costliest) = (queries.len() as u64 * work::ITEM, (0, 0));
        budget.check(0, done)?;
        for (number, query) in queries.iter().enumerate() {
            let mut meter = Meter::of_this_thread(budget.left(0, done).max_work);
            meter.add(work::SLIDE);
            let others = (!movers.is_surplus(number)).then_some(&*movers);
            let slide = around.within(&mut meter, |around| self.slide_in(query, others, options, around));
            movers.set(number, slide.shape);
            out.push(&slide);
            done += meter.done();
            costliest = costliest.max((meter.done(), number));
            if let Err(over) = budget.check(0, done) {
                let (_, index) = costliest;
                let at = queries[index].what.shape().middle();
                return Err(over.by(Some(Costliest { item: "query", index: index as u32, at })));
            }
        }
        Ok(done)
    }
}
