use collide_core::{IntoArg, Shape, distance};

use super::Question;
use super::ranked::RankedQuery;
use super::{Mode, Nearest, NearestHits, Queries, Query, Rules};
use crate::base::{ListKind, work};
use crate::search::{Around, Outline};
use crate::{Handle, OverBudget};

impl RankedQuery for Nearest {
    fn work(&self, kind: ListKind) -> u64 {
        let own = ListKind::of(&self.shape);
        // Without a circle, the distance of two hulls.
        let factor = if own == ListKind::Circle || kind == ListKind::Circle { 3 } else { 6 };
        (work::measure(own) + work::measure(kind)) * factor
    }

    type Hit = f32;
    type Zone = Around;

    fn middle(&self) -> [f64; 2] {
        Outline::of(&self.shape).middle
    }

    fn zone(&self, beyond: f64) -> Around {
        Around::new(Outline::of(&self.shape).widened(beyond), self.count)
    }

    #[inline]
    fn hit(&self, shape: Shape, _: Rules) -> Option<f32> {
        Some(distance(self.shape, shape))
    }

    fn max_count(&self) -> usize {
        self.count
    }

    fn limit(&self) -> f32 {
        self.within
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        // `Mode::First(n)` of a nearest query is the query with its count limited to `n`.
        let Mode::First(first) = mode else { return Question::Nearest(queries.into()) };
        let fewer = |query: &Query<Self>| {
            let count = query.what.count.min(first);
            Query { what: Self { count, ..query.what }, ..*query }
        };
        Question::Nearest(queries.iter().map(fewer).collect())
    }
}

impl Queries<'_> {
    /// k nearest neighbours: the entities nearest to each shape, with their [`fn@distance`] in world units. The
    /// distance is zero for entities that overlap or touch the shape.
    ///
    /// **Order:** by distance, then by slot. The world's touching rule has no effect.
    ///
    /// **Cost:** some hundred nanoseconds per query, and about as much again for each ten results; about a microsecond
    /// if the query shape is far from all entities. All entities whose distance equals that of the last result in `f32`
    /// are tested. The first query from far away after a step builds a tree, which takes about 20 nanoseconds for each
    /// entity and allocates. Otherwise a query does not allocate once `hits` has grown.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Nearest, NearestHits, Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [a, b, c] = [9.0, 5.0, 2.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.step();
    /// let here = Circle::new(Vec2::ZERO, 0.0)?;
    /// let two = Query::new(Nearest { count: 2, ..Nearest::to(here) });
    /// let near = Query::new(Nearest { count: usize::MAX, within: 8.0, ..Nearest::to(here) }).except(c);
    /// let mut hits = NearestHits::default();
    /// world.queries().nearest_batch_into(&[two, near], &mut hits)?;
    /// assert_eq!(hits.of(0), [(c, 1.0), (b, 4.0)]);
    /// assert_eq!(hits.of(1), [(b, 4.0), (a, 8.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_batch_into(&self, queries: &[Query<Nearest>], hits: &mut NearestHits) -> Result<(), OverBudget> {
        self.answer_into(queries, Mode::All, hits)
    }

    /// Nearest neighbour: the entity nearest to a shape and its [`fn@distance`] in world units, zero if they overlap or
    /// touch. At equal distance, the one with the smallest slot. `None` if no entity is [within](Nearest::within) the
    /// maximum distance.
    ///
    /// Costs what a query of [`nearest_batch_into`](Self::nearest_batch_into) costs, which is for several results or
    /// many queries.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Nearest, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let post = world.insert(Circle::new(Vec2::new(4.0, 0.0), 1.0)?)?;
    /// world.step();
    /// assert_eq!(world.queries().nearest(Nearest::to(Circle::new(Vec2::ZERO, 0.0)?)), Some((post, 3.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, query: impl IntoArg<Query<Nearest>>) -> Option<(Handle, f32)> {
        self.first(&query.into())
    }
}
