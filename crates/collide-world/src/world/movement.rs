use collide_core::{IntoArg, Moving, Rect, Shape, Vec2};

use super::World;
use super::mover_list::MoverList;
#[cfg(feature = "recording")]
use super::mover_list::given_motions;
use crate::base::{CollisionFilter, Meter, Reused, work};
use crate::movement::{PlacedMovers, SlideColumns};
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::store::Store;
use crate::{
    Budget, Filter, Handle, IndexedError, Layers, MoveOptions, Movers, OverBudget, Query, Slide, SlideHit, WorldError,
};

/// The result of [`World::move_batch_into`], with the buffers of the search. Reuse one for many calls. A
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
}

/// # Movement
impl World {
    /// Moves entities: each [slides](crate::Queries::slide) by its motion along what blocks it, and has its new shape
    /// afterwards. `out` says where each went and what it ran into.
    ///
    /// All other entities that [meet](Layers::meet) the layers of a mover, or those of the options, block it, static or
    /// not, at their current places. Sensors neither block nor are they blocked. By default the movers do not block
    /// each other; [`Movers::InOrder`] changes that. If a handle occurs several times, it moves once, by its last
    /// motion.
    ///
    /// **Guarantee:** that of [`slide`](crate::Queries::slide) for each mover and the entities that block it. Between
    /// two movers it holds with [`Movers::InOrder`] only, if neither is surplus.
    ///
    /// **Crowds:** with [`Movers::InOrder`], the surplus of a [crowd](MoveOptions::crowd) does not block other movers, nor do
    /// they block it. So a pile dissolves, and what is no mover blocks the surplus as ever.
    ///
    /// **Cost:** a [slide](crate::Queries::slide_batch_into) for each mover, in parallel. With [`Movers::InOrder`] one
    /// after the other, with a second search among the movers, about 0.2 µs more for each; about 3 µs more for one whose
    /// motion is longer than two times its extent. The memory is linear in the number of movers. A mover that overlaps
    /// others at the start costs some tens of nanoseconds for each of them, and one of the surplus no more than one that is
    /// alone. Fast if nothing has changed since the last [`step`](Self::step) or [`refresh`](Self::refresh).
    ///
    /// # Errors
    /// [`WorldError::Stale`] for a stale handle and [`WorldError::Shape`] for a motion that is not finite, with the
    /// index of the first such motion; [`WorldError::OverBudget`] if the call exceeds its
    /// [budget](MoveOptions::budget), with the index of the mover that cost most. Nothing has moved then.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, MoveOptions, Moves, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let player = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(3.0, -9.0), Vec2::new(4.0, 9.0))?))?;
    /// world.step();
    /// let mut moves = Moves::default();
    /// world.move_batch_into(&[(player, Vec2::new(5.0, 5.0))], &MoveOptions::default(), &mut moves)?;
    /// assert_eq!(world.shape(player), Some(Circle::new(Vec2::new(2.5, 5.0), 0.5)?.into()));
    /// assert_eq!(moves.hits(0)[0].handle, wall);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_batch_into(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        options: &MoveOptions<'_>,
        out: &mut Moves,
    ) -> Result<(), IndexedError<WorldError>> {
        #[cfg(feature = "recording")]
        self.record_changes();
        out.take(moving, options, &self.store).inspect_err(|_| out.clear())?;
        let given = |over, out: &Moves| {
            let shape = |number: usize| out.queries[number].what.shape();
            out.movers.over_budget(over, moving.iter().map(|(handle, _)| *handle), shape)
        };
        let moved = self.move_taken(options, out).map_err(|over| given(over, out));
        moved.inspect_err(|_| out.clear())?;
        self.set_batch(&out.centers)?;
        self.set_batch(&out.rects)?;
        #[cfg(feature = "recording")]
        if options.slide.pass.is_none() {
            self.record_call(
                || Call::Move {
                    moving: given_motions(moving),
                    options: MoveOptions { budget: Budget::UNLIMITED, ..*options },
                },
                || out.fingerprint(),
            );
            self.recorder.moved(self, out.handles().iter().copied());
        }
        Ok(())
    }

    /// Finds where the movers that were taken end.
    fn move_taken(&self, options: &MoveOptions<'_>, out: &mut Moves) -> Result<(), OverBudget> {
        let Moves { work, movers, slides, queries, placed, centers, rects } = out;
        let Budget { max_work, .. } = options.budget;
        let mut meter = Meter::of_this_thread(max_work);
        meter.add(movers.work(self));
        if options.movers == Movers::InOrder {
            let slot = |number: usize| movers.handles()[number].slot;
            let filters = (slot, &self.store.filters);
            placed.place(queries, options.crowd, filters, &self.settings().threads, &mut meter);
        }
        // Slides have meters of their own.
        let before = meter.done();
        let left = options.budget.left(0, before);
        let slid = movers.around(self, |others| match options.movers {
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
}

impl Moves {
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
