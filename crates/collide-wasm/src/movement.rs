//! Movement: entities that slide along what blocks them, crowds that move apart, and shapes that move through the past.

use collide2d::{Handle, Impact, MoveOptions, Movers, PastHit, PushRule, Query, SeparateOptions, Separation, Vec2};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused, refused_item};
use crate::questions::{moving, vectors, write_slides};
use crate::{Answer, RawMoveOptions, RawTerms, RawWorld, budget, shapes};

#[wasm_bindgen]
impl RawWorld {
    /// Moves entities. Writes slides, with the movers in the wide column.
    pub fn move_entities(
        &mut self,
        handles: &[u64],
        motions: &[f32],
        options: &RawMoveOptions,
        out: &mut Answer,
    ) -> Result<()> {
        self.read_moving(handles, motions)?;
        let movers = if options.in_order { Movers::InOrder } else { Movers::Ignore };
        let (slide, layers, budget) = (options.slide(), options.layers(), options.budget);
        let crowd = options.crowd(MoveOptions::default().crowd);
        let options = MoveOptions { slide, movers, layers, crowd, budget };
        out.clear();
        self.world.move_batch_into(&self.moving, &options, &mut self.moves).map_err(refused_item)?;
        write_slides(self.moves.slides(), out);
        out.work = self.moves.work();
        out.handles(self.moves.handles().iter().copied());
        Ok(())
    }

    /// Moves entities apart. `categories` has one number for each rule, and `rules` two: share and maximum distance.
    /// Writes the ends as shapes, with the entities in the wide column.
    pub fn separate(
        &mut self,
        handles: &[u64],
        rounds: Option<u32>,
        categories: &[u64],
        rules: &[f32],
        options: &RawMoveOptions,
        out: &mut Answer,
    ) -> Result<()> {
        let rules = vectors("rules", rules, categories.len())?;
        let rule =
            |(category, rule): (&u64, Vec2)| PushRule { category: *category, share: rule.x, max_distance: rule.y };
        let rules: Vec<PushRule> = categories.iter().zip(rules).map(rule).collect();
        let usual = SeparateOptions::default();
        let (rounds, crowd) = (rounds.map_or(usual.rounds, |given| given as usize), options.crowd(usual.crowd));
        let units: Vec<Handle> = handles.iter().map(|bits| Handle::from_bits(*bits)).collect();
        let (slide, layers, budget) = (options.slide(), options.layers(), options.budget);
        let options = SeparateOptions { rounds, crowd, rules: &rules, slide, layers, budget };
        out.clear();
        let mut separation = Separation::default();
        self.world.separate_into(&units, &options, &mut separation).map_err(refused_item)?;
        out.work = separation.work();
        for (handle, shape) in separation.ends() {
            shapes::write(Some(*shape), out);
            out.handles([*handle]);
        }
        Ok(())
    }

    /// Moves a shape from one tick to another, among the entities as they moved then. Writes the first hit: its handle,
    /// the numbers of a shapecast, and last the tick.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn sweep_through(
        &self,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        motion: &[f32],
        from: f64,
        to: f64,
        out: &mut Answer,
    ) -> Result<Option<f64>> {
        let (count, moving) = moving(kinds, numbers, motion)?;
        out.clear();
        if count == 0 {
            return Ok(None);
        }
        let query = Query { what: moving(0)?, filter: terms.filters(1)?(0) };
        let Some(PastHit { handle, tick, impact }) = self.world.sweep_through(query, from, to).map_err(refused)? else {
            return Ok(None);
        };
        out.handles([handle]);
        out.meeting(impact.time, impact.normal, impact.points);
        Ok(Some(tick))
    }

    /// Continuous collision detection: the pairs that hit each other when entities move. Two handles for each, and the
    /// numbers of a shapecast.
    pub fn swept_pairs(&mut self, handles: &[u64], motions: &[f32], limits: &[f64], out: &mut Answer) -> Result<()> {
        self.read_moving(handles, motions)?;
        self.world.swept_pairs_into(&self.moving, budget::read(limits), &mut self.swept).map_err(refused_item)?;
        out.clear();
        out.work = self.swept.work();
        for pair in self.swept.list() {
            out.handles([pair.a, pair.b]);
            let Impact { time, normal, points } = pair.impact;
            out.meeting(time, normal, points);
        }
        Ok(())
    }
}

impl RawWorld {
    /// Overwrites the buffer with entities and their motions.
    fn read_moving(&mut self, handles: &[u64], motions: &[f32]) -> Result<()> {
        let motions = vectors("motions", motions, handles.len())?;
        self.moving.clear();
        self.moving.extend(handles.iter().map(|bits| Handle::from_bits(*bits)).zip(motions));
        Ok(())
    }
}
