//! Straight moves to the positions near a place: candidates, of which a slide makes the first that nothing blocks.

use collide_core::swept::{Movable, Rounding, SweptShape};
use collide_core::{DVec2, Vec2};

use crate::movement::measures::away;

/// How long the next move may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// As long as this motion.
    Motion(Vec2),
    /// This long: rounded down, so that it is less than what is left.
    Length(f64),
}

impl Limit {
    /// Whether a move is within the limit. Never true for a move that is longer.
    pub(super) fn allows<S: Movable>(self, swept: &SweptShape<S>) -> bool {
        match self {
            Self::Motion(motion) => swept.compare_length(motion).is_le(),
            Self::Length(length) => swept.length() <= length,
        }
    }

    /// What is left after a move.
    pub(super) fn less<S: Movable>(self, swept: &SweptShape<S>) -> Self {
        const DOWN: f64 = 1.0 - 1.0 / (1_u64 << 50) as f64;
        let length = match self {
            Self::Motion(motion) => motion.as_dvec2().length() * DOWN,
            Self::Length(length) => length,
        };
        Self::Length(((length - swept.length()) * DOWN).max(0.0))
    }
}

/// The maximum number of lifts: each is twice as far as the one before.
const MAX_LIFTS: u32 = 12;

/// The highest lift, in positions.
pub(super) const HIGHEST: f64 = (1_u64 << (MAX_LIFTS - 2)) as f64;

/// Moves that end near a place: nearest first, then farther and farther off the surfaces with the normals `off`, each by
/// a few positions.
pub(super) struct Candidates<S: Movable> {
    start: SweptShape<S>,
    /// The distances of positions at the start.
    spacing: DVec2,
    /// The motion to the place.
    motion: DVec2,
    /// The sum of the normals of the surfaces that the shape touches; zero if it touches none.
    off: DVec2,
    limit: Limit,
    /// The whole motion.
    whole_motion: Vec2,
}

impl<S: Movable> Candidates<S> {
    pub(super) fn new(from: S, motion: DVec2, off: DVec2, limit: Limit, whole_motion: Vec2) -> Self {
        Self { start: SweptShape::of(from), spacing: from.spacing(), motion, off, limit, whole_motion }
    }

    pub(super) fn iter(&self) -> CandidateIter<'_, S> {
        // Less than half of a position is rounded to the start. A rect may also change its size.
        let stays = self.start.from().keeps_size() && self.motion.abs().cmplt(self.spacing * 0.25).all();
        let number = if stays { FIRST_LIFT } else { 0 };
        CandidateIter { candidates: self, swept: self.start, number, exact: None, lift: None }
    }

    /// The move that ends `steps` positions off the surfaces, or less if the motion is shorter. `None` if the shape touches
    /// no surface, or if the move is not allowed.
    pub(super) fn highest(&self, steps: f64) -> Option<SweptShape<S>> {
        if self.off == DVec2::ZERO {
            return None;
        }
        let (lift, mut swept) = (Lift::of(self), self.start);
        self.aim_lifted(&mut swept, &lift, steps.min(lift.highest)).then_some(swept)
    }

    fn aim_lifted(&self, swept: &mut SweptShape<S>, lift: &Lift, steps: f64) -> bool {
        self.aim(swept, self.lifted(lift, steps), [self.away(0), self.away(1)])
    }

    /// To the place itself.
    fn aim_exact(&self, swept: &mut SweptShape<S>) -> bool {
        self.aim(swept, self.motion, [Rounding::Nearest; 2])
    }

    /// To the position before the place. If rounding makes both too long, to one before.
    fn aim_before(&self, swept: &mut SweptShape<S>, exact: Option<&SweptShape<S>>) -> bool {
        let back = [self.back(0), self.back(1)];
        let before = self.aim(swept, self.motion, back) && exact != Some(swept);
        if exact.is_some() || before {
            return before;
        }
        // A rect that changes its size has a corner that moves farther than the others, by up to two positions. Where it
        // ends, positions are farther from each other than at its start if that place is farther from zero.
        let mut end = self.start;
        end.aim(self.motion, back);
        let spacing_there = self.spacing.max(end.to().spacing());
        let mut shorter = |steps: f64| self.aim(swept, self.shortened(spacing_there * steps), back);
        shorter(2.0) || shorter(4.0)
    }

    /// The motion, shorter by a length along each axis.
    fn shortened(&self, less: DVec2) -> DVec2 {
        self.motion.signum() * (self.motion.abs() - less).max(DVec2::ZERO)
    }

    /// Sets the end of a move to a place. Returns whether the move is allowed.
    #[inline]
    fn aim(&self, swept: &mut SweptShape<S>, motion: DVec2, rounding: [Rounding; 2]) -> bool {
        swept.aim(motion, rounding) && self.allows(swept)
    }

    /// The motion, `steps` positions off the surfaces, and as much shorter.
    fn lifted(&self, lift: &Lift, steps: f64) -> DVec2 {
        let shorter = (lift.spacing * steps).min(lift.length);
        self.motion - lift.along * shorter - self.off * self.spacing * steps
    }

    /// Rounds towards the start.
    fn back(&self, axis: usize) -> Rounding {
        if self.motion[axis] > 0.0 { Rounding::Down } else { Rounding::Up }
    }

    /// Rounds away from the surfaces.
    fn away(&self, axis: usize) -> Rounding {
        away(self.off[axis]).unwrap_or(self.back(axis))
    }

    /// Whether the position changes, and the move leads forward and is not too long. The direction of a move of a few positions is mostly
    /// rounding: it must lead in the direction of the whole motion.
    fn allows(&self, swept: &SweptShape<S>) -> bool {
        let motion = swept.motion();
        let leads = if is_tiny(motion, self.spacing) {
            !swept.is_at_rest() && swept.compare_direction(self.whole_motion).is_gt()
        } else {
            let dot = motion.dot(self.motion);
            dot > 0.0 && dot * dot > 0.25 * motion.length_squared() * self.motion.length_squared()
        };
        leads && self.limit.allows(swept)
    }
}

/// What the lifted moves have in common.
#[derive(Clone, Copy)]
struct Lift {
    /// The direction and the length of the motion.
    along: DVec2,
    length: f64,
    /// The length of the spacing.
    spacing: f64,
    /// The highest lift, in positions. Never farther than the motion itself, or the lift would set the direction.
    highest: f64,
}

impl Lift {
    fn of<S: Movable>(candidates: &Candidates<S>) -> Self {
        let spacing = candidates.spacing;
        let length = candidates.motion.length();
        let highest = (length / spacing.max_element()).max(2.0);
        let along = candidates.motion.try_normalize().unwrap_or(DVec2::ZERO);
        Self { along, length, spacing: spacing.length(), highest }
    }
}

/// The candidates in their order. Each is computed when it is asked for.
pub(super) struct CandidateIter<'a, S: Movable> {
    candidates: &'a Candidates<S>,
    swept: SweptShape<S>,
    /// The number of moves so far, with those that are not allowed.
    number: u32,
    exact: Option<SweptShape<S>>,
    lift: Option<Lift>,
}

/// The number of moves before the lifted ones.
const FIRST_LIFT: u32 = 2;

impl<S: Movable> CandidateIter<'_, S> {
    /// Computes the next move. Returns whether it is allowed, or `None` after the last one.
    fn step(&mut self) -> Option<bool> {
        let (candidates, swept, number) = (self.candidates, &mut self.swept, self.number);
        self.number += 1;
        match number {
            0 => {
                let is_allowed = candidates.aim_exact(swept);
                self.exact = is_allowed.then_some(*swept);
                Some(is_allowed)
            }
            1 => Some(candidates.aim_before(swept, self.exact.as_ref())),
            _ if candidates.off == DVec2::ZERO || number - FIRST_LIFT >= MAX_LIFTS => None,
            _ => {
                let steps = if number == FIRST_LIFT { 0.0 } else { f64::from(1_u32 << (number - FIRST_LIFT - 1)) };
                let lift = self.lift.get_or_insert_with(|| Lift::of(candidates));
                (steps <= lift.highest).then(|| candidates.aim_lifted(swept, lift, steps))
            }
        }
    }
}

impl<S: Movable> Iterator for CandidateIter<'_, S> {
    type Item = SweptShape<S>;

    fn next(&mut self) -> Option<SweptShape<S>> {
        while !self.step()? {}
        Some(self.swept)
    }
}

/// Whether a motion is only a few positions long.
pub(super) fn is_tiny(motion: DVec2, spacing: DVec2) -> bool {
    motion.abs().max_element() <= spacing.max_element() * 4.0
}
