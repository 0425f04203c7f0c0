use collide_core::{Impact, IntoArg, Moving, Shape, sweep, sweep_entering};

use super::Question;
use super::input::query_from;
use super::ranked::RankedQuery;
use super::{Mode, Queries, Query, Rules, SweepHits};
use crate::base::{ListKind, work};
use crate::search::{Along, Outline};
use crate::{Handle, OverBudget};

query_from!(Moving);

impl RankedQuery for Moving {
    fn work(&self, kind: ListKind) -> u64 {
        10 * (work::measure(ListKind::of(&self.shape())) + work::measure(kind))
    }

    type Hit = Impact;
    type Zone = Along;

    fn middle(&self) -> [f64; 2] {
        Outline::of(&self.shape()).middle
    }

    fn zone(&self, beyond: f64) -> Along {
        let motion = self.motion().to_array().map(f64::from);
        Along::new(Outline::of(&self.shape()).widened(beyond), motion, 1.0)
    }

    fn hit(&self, shape: Shape, rules: Rules) -> Option<Impact> {
        if rules.entering { sweep_entering(*self, shape) } else { sweep(*self, shape) }
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        Question::Sweep(queries.into(), mode)
    }
}

impl Queries<'_> {
    /// Shapecast (time of impact): the entities that each moving shape hits on its path, and when. The entities stand
    /// still. `Mode::First(1)` is the first hit.
    ///
    /// **Order:** by [time](Impact::time) of impact, then by slot.
    ///
    /// **Touching** is decided as by [`fn@sweep`], whatever the world's rule. A shape hits at time 0 what it overlaps
    /// at the start, whatever its direction, and what it touches at the start, unless they separate at once;
    /// [`entering`](Self::entering) passes what it slides along too. The decision at the start is exact; later times
    /// are approximate: computed in `f64` and rounded to `f32`.
    ///
    /// **Cost:** that of a [ray](Self::ray_batch_into) with the width of the shape. Does not allocate once `hits` has
    /// grown.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Rect, Vec2};
    /// use collide_world::{Entity, Mode, Query, Settings, SweepHits, World};
    /// let mut world = World::new(Settings::default());
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(10.0, -5.0), Vec2::new(10.5, 5.0))?))?;
    /// world.step();
    /// let bullet = Moving::new(Circle::new(Vec2::ZERO, 0.5)?, Vec2::new(38.0, 0.0))?; // ends far behind the wall
    /// let mut hits = SweepHits::default();
    /// world.queries().sweep_batch_into(&[Query::new(bullet)], Mode::First(1), &mut hits)?;
    /// let (hit, impact) = hits.of(0)[0];
    /// assert_eq!((hit, impact.time), (wall, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_batch_into(
        &self,
        moving: &[Query<Moving>],
        mode: Mode,
        hits: &mut SweepHits,
    ) -> Result<(), OverBudget> {
        self.answer_into(moving, mode, hits)
    }

    /// Shapecast (time of impact): the first entity that a moving shape hits, and when. The entities stand still. At
    /// equal [time](Impact::time), the one with the smallest slot. Touching is decided as by [`fn@sweep`], whatever the
    /// world's rule.
    ///
    /// Costs what a [ray](Self::ray) with the width of the shape costs. For many shapes
    /// [`sweep_batch_into`](Self::sweep_batch_into) is faster.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Vec2};
    /// use collide_world::{Query, Settings, World};
    /// let ball = Circle::new(Vec2::ZERO, 1.0)?;
    /// let mut world = World::new(Settings::default());
    /// let player = world.insert(ball)?;
    /// let other = world.insert(Circle::new(Vec2::new(7.0, 0.0), 1.0)?)?;
    /// world.step();
    /// let step = Query::from(Moving::new(ball, Vec2::new(10.0, 0.0))?).except(player);
    /// let (hit, impact) = world.queries().sweep(step).unwrap();
    /// assert_eq!((hit, impact.time, impact.normal), (other, 0.5, Vec2::X));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sweep(&self, query: impl IntoArg<Query<Moving>>) -> Option<(Handle, Impact)> {
        self.first(&query.into())
    }
}
