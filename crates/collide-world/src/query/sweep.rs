use collide_core::{Impact, IntoArg, Moving, Shape, Touching, sweep};

#[cfg(feature = "recording")]
use super::Question;
use super::probe::{Along, Outline};
use super::ranked::RankedQuery;
use super::{Mode, Queries, Query, SweepHits};
use crate::{Handle, OverBudget};

impl RankedQuery for Moving {
    type Hit = Impact;
    type Aim = Along;

    fn middle(&self) -> [f64; 2] {
        Outline::of(&self.shape()).middle
    }

    fn aim(&self, beyond: f64) -> Along {
        let motion = self.motion().to_array().map(f64::from);
        Along::new(Outline::of(&self.shape()).widened(beyond), motion, 1.0)
    }

    fn hit(&self, shape: impl Copy + Into<Shape>, _: Touching) -> Option<Impact> {
        sweep(*self, shape)
    }

    #[cfg(feature = "recording")]
    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        Question::Sweep(queries.into(), mode)
    }
}

impl Queries<'_> {
    /// Whom each of these moving shapes meets on its way, and when, if all others stand still: by [time](Impact::time) of impact
    /// and then by slot. [`Mode::First`]`(1)` is whom it meets first.
    ///
    /// As [`fn@sweep`] has it: whom a shape overlaps at the start it meets at time 0, wherever it goes; whom it only touches then, too,
    /// unless it parts from them at once. What happens at the start is decided exactly and when shapes meet later is a
    /// measure, whatever the world's rule for touching.
    ///
    /// Costs what a [ray](Self::ray_batch_into) as wide costs. Warm, it allocates nothing.
    ///
    /// # Errors
    /// [`OverBudget`] for more hits than `hits` has [room](super::Answers::with_max_hits) for; it is then empty.
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
        self.rank_into(moving, mode, hits)
    }

    /// Whom a moving shape meets first, and when. [`sweep_batch_into`](Self::sweep_batch_into) is faster for many.
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
