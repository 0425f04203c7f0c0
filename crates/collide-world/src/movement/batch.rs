use collide_core::{Moving, Shape};

use super::Slide;
use super::outcomes::Outcomes;
use super::surroundings::Surroundings;
use crate::base::WORTH_SPREADING_SORTED;
use crate::store::{RowLocation, Set};
use crate::{Queries, Query, Question, SlideOptions, Threads};

/// The results of [`Queries::slide_batch_into`].
pub type Slides = Outcomes<Slide>;

impl Queries<'_> {
    /// [`slide`](Self::slide) for many shapes. Each moves by itself: they do not block each other, unless they are
    /// entities of the world. The results are in the order of the queries.
    ///
    /// **Cost:** less than single slides, as it runs on the world's threads. Does not allocate once `out` has grown,
    /// except for slides with more than two hits.
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
    /// );
    /// let ends: Vec<f32> = slides.list().iter().map(|slide| slide.shape.center().y).collect();
    /// assert_eq!(ends, [0.5, -7.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slide_batch_into(&self, queries: &[Query<Moving>], options: &SlideOptions<'_>, out: &mut Slides) {
        let slide = |query: &Query<Moving>, surroundings: &mut _| self.slide_in(query, None, options, surroundings);
        out.fill(self, queries, |query| query.what.shape().middle(), slide);
        self.log_slides(queries, options, out.list());
    }

    /// Records slides. Those with a closure are not recorded.
    pub(super) fn log_slides(&self, queries: &[Query<Moving>], options: &SlideOptions<'_>, slides: &[Slide]) {
        if options.pass.is_none() {
            self.record(Question::Slide(queries.into(), *options), slides);
        }
    }

    /// Slides entities one after the other. They block each other, at their new places if they come before in the batch,
    /// else at their old ones. They are not among the entities of these queries, and each query excludes its own.
    pub(crate) fn slide_in_order_into(
        &self,
        queries: &[Query<Moving>],
        options: &SlideOptions<'_>,
        movers: &mut PlacedMovers,
        out: &mut Slides,
    ) {
        let Outcomes { list, scratch } = out;
        let surroundings = scratch.get::<Surroundings>();
        list.clear();
        for (number, query) in queries.iter().enumerate() {
            let others = self.only([&movers.set, &movers.none]);
            let slide = self.slide_in(query, Some(&others), options, surroundings);
            movers.set.set(movers.locations[number], slide.shape, 0);
            list.push(slide);
            if surroundings.meter.is_over() {
                break;
            }
        }
    }
}

/// The movers of a batch at their present places: a set of its own, so that its memory and the cost of a change do not
/// depend on who is near whom. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct PlacedMovers {
    set: Set,
    /// There are no others.
    none: Set,
    /// Where each of them is in the set.
    locations: Vec<RowLocation>,
}

impl PlacedMovers {
    /// Replaces all. The shapes and slots are in the order of the movers; `number` is the number of the mover in a slot.
    pub(crate) fn place(
        &mut self,
        movers: impl Iterator<Item = (Shape, u32)>,
        number: impl Fn(u32) -> Option<usize>,
        threads: &Threads,
    ) {
        let Self { set, locations, .. } = self;
        set.clear();
        locations.clear();
        locations.extend(movers.map(|(shape, slot)| set.push(shape, slot, 0)));
        threads.run(set.len(), WORTH_SPREADING_SORTED, |workers| set.sort(workers, None));
        for (slot, location) in set.locations() {
            if let Some(number) = number(slot) {
                locations[number] = location;
            }
        }
    }
}
