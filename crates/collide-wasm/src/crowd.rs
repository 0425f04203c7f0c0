//! Movement of crowds and doors: entities that move apart, and rectangles that turn about a pivot.

use collide2d::{Handle, PushRule, Query, SeparateOptions, Separation, Shape, Turn, Turning, Turns, Vec2};
use wasm_bindgen::prelude::*;

use crate::error::{CollideError, Result, refused_at, refused_item, wrong_length};
use crate::movement::RawMoveOptions;
use crate::questions::{queries, vectors};
use crate::{Answer, RawTerms, RawWorld, shapes};

#[wasm_bindgen]
impl RawWorld {
    /// Moves entities apart. `categories` has one number for each rule, and `rules` two: share and maximum distance.
    /// Writes the ends as shapes, with the entities in the wide column.
    ///
    /// # Errors
    /// A stale handle; nothing has moved then. An error of the callback.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn separate(
        &mut self,
        handles: &[u64],
        rounds: Option<u32>,
        max_neighbors: Option<u32>,
        categories: &[u64],
        rules: &[f32],
        options: &RawMoveOptions,
        ends: &mut Answer,
    ) -> std::result::Result<(), JsValue> {
        let rules = vectors("rules", rules, categories.len())?;
        let rule =
            |(category, rule): (&u64, Vec2)| PushRule { category: *category, share: rule.x, max_distance: rule.y };
        let rules: Vec<PushRule> = categories.iter().zip(rules).map(rule).collect();
        let usual = SeparateOptions::default();
        let number = |given: Option<u32>, usual| given.map_or(usual, |given| given as usize);
        let (rounds, max_neighbors) = (number(rounds, usual.rounds), number(max_neighbors, usual.max_neighbors));
        let units: Vec<Handle> = handles.iter().map(|bits| Handle::from_bits(*bits)).collect();
        let (mut separation, layers) = (Separation::default(), options.blockers());
        ends.clear();
        let moved = options.with(|slide| {
            let options = SeparateOptions { rounds, max_neighbors, rules: &rules, slide: *slide, layers };
            self.recorder.separate_into(&mut self.world, &units, &options, &mut separation).map_err(refused_item)
        });
        for (handle, shape) in separation.ends() {
            shapes::write(Some(*shape), ends);
            ends.wide.push(handle.to_bits());
        }
        moved
    }

    /// Turns oriented rects. Writes the ends as shapes, what blocks each in the wide column, and to `left` what is left of
    /// each angle, and as a word whether something blocks it.
    ///
    /// # Errors
    /// An invalid shape, pivot, angle or time.
    #[expect(clippy::too_many_arguments, reason = "columns are what a border is made of")]
    pub fn turns(
        &self,
        terms: &RawTerms,
        kinds: &[u8],
        numbers: &[f32],
        pivots: &[f32],
        angles: &[f32],
        ends: &mut Answer,
        left: &mut Answer,
    ) -> Result<()> {
        let mut list = Vec::new();
        shapes::read(kinds, numbers, &mut list)?;
        let (pivots, filter) = (vectors("pivots", pivots, list.len())?, terms.filters(list.len())?);
        if angles.len() != list.len() {
            return Err(wrong_length("angles", &list.len().to_string(), angles.len()));
        }
        let queries = queries(self, terms)?;
        let mut turning = Vec::with_capacity(list.len());
        for (index, ((shape, pivot), angle)) in list.iter().zip(pivots).zip(angles).enumerate() {
            let Shape::OrientedRect(rect) = *shape else {
                let message = format!("index {index}: kind: must be 2, an oriented rect, is {}", shape.kind() as u8);
                return Err(CollideError::new("KIND", &message));
            };
            let what = Turning::new(rect, pivot, *angle).map_err(|error| refused_at(index, &error))?;
            turning.push(Query { what, filter: filter(index) });
        }
        let mut turns = Turns::default();
        queries.turn_batch_into(&turning, &mut turns);
        ends.clear();
        left.clear();
        for Turn { rect, left: rest, hit } in turns.list().iter().copied() {
            shapes::write(Some(rect.into()), ends);
            ends.wide.push(hit.map_or(0, Handle::to_bits));
            left.numbers.push(rest);
            left.words.push(hit.is_some().into());
        }
        Ok(())
    }
}
