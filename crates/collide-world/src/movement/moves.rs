use collide_core::{IntoArg, Moving, Rect, Shape, Vec2};

use super::mover_list::MoverList;
use super::slide::{PlacedMovers, SlideColumns};
use crate::base::{CollisionFilter, Meter, Reused, work};
use crate::query::Present;
use crate::store::Store;
use crate::{
    Budget, Filter, Handle, IndexedError, Layers, MoveOptions, Movers, OverBudget, Query, Slide, SlideHit, WorldError,
};

/// The result of [`World::move_batch_into`](crate::World::move_batch_into), with the buffers of the search. Reuse one for many calls. A
/// clone has the result.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    work: u64,
    movers: MoverList,
    slides: SlideColumns,
    queries: Vec<Query<Moving>>,
    placed: Reused<PlacedMovers>,
    /// The new centers, and the new rects.
    centers: Vec<(Handle, Vec2)>,
    rects: Vec<(Handle, Rect)>,
}

impl Moves {
    /// The work of the last call, in the units of [`Budget::max_work`]: with this limit, the same call succeeds. Of a
    /// call that failed, the part that was counted.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{MoveOptions, Moves, World};
    /// let (mut world, mut moves) = (World::default(), Moves::default());
    /// let bot = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// world.move_batch_into(&[(bot, Vec2::X)], &MoveOptions::default(), &mut moves)?;
    /// assert!(moves.work() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The handles of the movers, each once, in the order of the slice.
    #[must_use]
    pub fn handles(&self) -> &[Handle] {
        self.movers.handles()
    }

    /// Where each of them ended, and what it ran into. It is made when it is read, from what differs from its start.
    #[must_use]
    pub fn slides(&self) -> impl ExactSizeIterator<Item = Slide> {
        self.slides.iter(self.queries[..self.slides.len()].iter().map(|query| query.what.shape()))
    }

    /// What the mover with this index ran into, in order of time. Empty if there is no such mover.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{MoveOptions, Moves, World};
    /// let (mut world, mut moves) = (World::default(), Moves::default());
    /// let [bot, wall] = [0.0, 5.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.step();
    /// world.move_batch_into(&[(bot, Vec2::new(4.0, 0.0))], &MoveOptions::default(), &mut moves)?;
    /// assert_eq!((moves.hits(0)[0].handle, moves.hits(1)), (wall, &[][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hits(&self, index: usize) -> &[SlideHit] {
        self.slides.hits(index)
    }

    /// The new centers of all but rects.
    pub(crate) fn centers(&self) -> &[(Handle, Vec2)] {
        &self.centers
    }

    /// The new rects.
    pub(crate) fn rects(&self) -> &[(Handle, Rect)] {
        &self.rects
    }

    /// Replaces the result.
    pub(crate) fn find(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        options: &MoveOptions<'_>,
        now: Present<'_>,
    ) -> Result<(), IndexedError<WorldError>> {
        let taken = self.take(moving, options, now.store);
        let moved = taken.and_then(|()| {
            self.move_taken(options, now).map_err(|over| {
                let shape = |number: usize| self.queries[number].what.shape();
                self.movers.over_budget(over, moving.iter().map(|(handle, _)| *handle), shape)
            })
        });
        moved.inspect_err(|_| self.clear())
    }

    /// Finds where the movers that were taken end.
    fn move_taken(&mut self, options: &MoveOptions<'_>, now: Present<'_>) -> Result<(), OverBudget> {
        let Self { work, movers, slides, queries, placed, centers, rects } = self;
        let Budget { max_work, .. } = options.budget;
        let mut meter = Meter::of_this_thread(max_work);
        meter.add(movers.work(now));
        if options.movers == Movers::InOrder {
            let slot = |number: usize| movers.handles()[number].slot;
            let filters = (slot, &now.store.filters);
            placed.place(queries, options.crowd, filters, &now.settings.threads, &mut meter);
        }
        // Slides have meters of their own.
        let before = meter.done();
        let left = options.budget.left(0, before);
        let slid = movers.around(now, false, |others| match options.movers {
            Movers::Ignore => others.within(left).slide_columns(queries, &options.slide, slides),
            Movers::InOrder => others.within(left).slide_in_order_into(queries, &options.slide, placed, slides),
        });
        *work = before + slides.work();
        slid.map_err(|over| over.of_whole(max_work))?;
        let handles = movers.handles();
        let has_center = |query: &Query<Moving>| !matches!(query.what.shape(), Shape::Rect(_));
        let ends = handles.iter().zip(slides.ends()).zip(queries).filter(|(_, query)| has_center(query));
        centers.clear();
        centers.extend(ends.map(|((handle, end), _)| (*handle, *end)));
        rects.clear();
        rects.extend(slides.rects().map(|(number, rect)| (handles[number], rect)));
        Ok(())
    }

    fn clear(&mut self) {
        self.movers.clear();
        self.slides.clear();
    }

    /// Copies the movers.
    fn take(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        options: &MoveOptions<'_>,
        store: &Store,
    ) -> Result<(), IndexedError<WorldError>> {
        let Self { work, movers, slides, queries, .. } = self;
        *work = 0;
        let each = work::ITEM + if options.movers == Movers::InOrder { work::PLACED } else { 0 };
        queries.clear();
        slides.clear();
        movers.take(moving, (store, each, options.budget.max_work), |number, handle, mover| match number {
            Some(number) => queries[number].what = mover,
            None => {
                let layers = blocking_layers(store.filters.get(handle.slot), options.layers);
                let filter = Filter { layers: Some(layers), except: Some(handle), ..Filter::default() };
                queries.push(Query { what: mover, filter });
            }
        })
    }
}

/// The layers that decide what blocks a mover, with those of the options.
pub(super) fn blocking_layers(mover: &CollisionFilter, layers: Option<Layers>) -> Layers {
    if mover.sensor { NOTHING } else { layers.unwrap_or(mover.layers) }
}

/// Layers that meet no others.
const NOTHING: Layers = Layers { category: 0, mask: 0, group: 0 };
