//! Straight moves to the positions near a place: candidates, of which a slide makes the first that nothing blocks.

use collide_core::swept::{Rounding, SweptShape, place, spacing};
use collide_core::{DVec2, Shape, Vec2};

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
    pub(super) fn allows(self, swept: &SweptShape) -> bool {
        match self {
            Self::Motion(motion) => swept.compare_length(motion).is_le(),
            Self::Length(length) => swept.length() <= length,
        }
    }

    /// What is left after a move.
    pub(super) fn less(self, swept: &SweptShape) -> Self {
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
pub(super) struct Candidates {
    pub(super) from: Shape,
    /// The motion to the place.
    pub(super) motion: DVec2,
    /// The sum of the normals of the surfaces that the shape touches; zero if it touches none.
    pub(super) off: DVec2,
    pub(super) limit: Limit,
    /// The whole motion.
    pub(super) whole_motion: Vec2,
}

impl Candidates {
    pub(super) fn iter(&self) -> CandidateIter<'_> {
        let spacing = spacing(self.from);
        // Less than half of a position is rounded to the start. A rect may also change its size.
        let stays = !matches!(self.from, Shape::Rect(_)) && self.motion.abs().cmplt(spacing * 0.25).all();
        CandidateIter { candidates: self, spacing, number: if stays { FIRST_LIFT } else { 0 }, exact: None, lift: None }
    }

    /// The move that ends `steps` positions off the surfaces, or less if the motion is shorter. `None` if the shape touches
    /// no surface, or if the move is not allowed.
    pub(super) fn highest(&self, steps: f64) -> Option<SweptShape> {
        if self.off == DVec2::ZERO {
            return None;
        }
        let spacing = spacing(self.from);
        let lift = Lift::of(self, spacing);
        self.lifted_move(&lift, spacing, steps.min(lift.highest))
    }

    fn lifted_move(&self, lift: &Lift, spacing: DVec2, steps: f64) -> Option<SweptShape> {
        self.swept(self.lifted(lift, spacing, steps), [self.away(0), self.away(1)], spacing)
    }

    /// The move to the place itself.
    fn exact(&self, spacing: DVec2) -> Option<SweptShape> {
        self.swept(self.motion, [Rounding::Nearest; 2], spacing)
    }

    /// The move to the position before the place. If rounding makes both too long, that to one before.
    fn before(&self, exact: Option<&SweptShape>, spacing: DVec2) -> Option<SweptShape> {
        let back = [self.back(0), self.back(1)];
        let before = self.swept(self.motion, back, spacing).filter(|swept| exact != Some(swept));
        if exact.is_some() || before.is_some() {
            return before;
        }
        // A rect that changes its size has a corner that moves farther than the others, by up to two positions. Where it
        // ends, positions are farther from each other than at its start if that place is farther from zero.
        let spacing_there = place(self.from, self.motion, back).map_or(spacing, |end| spacing.max(self::spacing(end)));
        let shorter = |steps: f64| self.swept(self.shortened(spacing_there * steps), back, spacing);
        shorter(2.0).or_else(|| shorter(4.0))
    }

    /// The motion, shorter by a length along each axis.
    fn shortened(&self, less: DVec2) -> DVec2 {
        self.motion.signum() * (self.motion.abs() - less).max(DVec2::ZERO)
    }

    /// The move to a place, if it is allowed.
    fn swept(&self, motion: DVec2, rounding: [Rounding; 2], spacing: DVec2) -> Option<SweptShape> {
        SweptShape::moved(self.from, motion, rounding).filter(|swept| self.allows(swept, spacing))
    }

    /// The motion, `steps` positions off the surfaces, and as much shorter.
    fn lifted(&self, lift: &Lift, spacing: DVec2, steps: f64) -> DVec2 {
        let shorter = (lift.spacing * steps).min(lift.length);
        self.motion - lift.along * shorter - self.off * spacing * steps
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
    fn allows(&self, swept: &SweptShape, spacing: DVec2) -> bool {
        let motion = swept.motion();
        let leads = if is_tiny(motion, spacing) {
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
    fn of(candidates: &Candidates, spacing: DVec2) -> Self {
        let length = candidates.motion.length();
        let highest = (length / spacing.max_element()).max(2.0);
        let along = candidates.motion.try_normalize().unwrap_or(DVec2::ZERO);
        Self { along, length, spacing: spacing.length(), highest }
    }
}

/// The candidates in their order. Each is computed when it is asked for.
pub(super) struct CandidateIter<'a> {
    candidates: &'a Candidates,
    spacing: DVec2,
    /// The number of moves so far, with those that are not allowed.
    number: u32,
    exact: Option<SweptShape>,
    lift: Option<Lift>,
}

/// The number of moves before the lifted ones.
const FIRST_LIFT: u32 = 2;

impl CandidateIter<'_> {
    /// The next move, or `None` within if it is not allowed. `None` after the last one.
    fn step(&mut self) -> Option<Option<SweptShape>> {
        let (candidates, number) = (self.candidates, self.number);
        self.number += 1;
        match number {
            0 => {
                self.exact = candidates.exact(self.spacing);
                Some(self.exact)
            }
            1 => Some(candidates.before(self.exact.as_ref(), self.spacing)),
            _ if candidates.off == DVec2::ZERO || number - FIRST_LIFT >= MAX_LIFTS => None,
            _ => {
                let steps = if number == FIRST_LIFT { 0.0 } else { f64::from(1_u32 << (number - FIRST_LIFT - 1)) };
                let lift = self.lift.get_or_insert_with(|| Lift::of(candidates, self.spacing));
                (steps <= lift.highest).then(|| candidates.lifted_move(lift, self.spacing, steps))
            }
        }
    }
}

impl Iterator for CandidateIter<'_> {
    type Item = SweptShape;

    fn next(&mut self) -> Option<SweptShape> {
        loop {
            if let Some(swept) = self.step()? {
                return Some(swept);
            }
        }
    }
}

/// The rounding away from a surface with this component of the normal, which leads into it; `None` along it.
pub(super) fn away(normal: f64) -> Option<Rounding> {
    if normal > 0.0 {
        Some(Rounding::Down)
    } else if normal < 0.0 {
        Some(Rounding::Up)
    } else {
        None
    }
}

/// Whether a motion is only a few positions long.
pub(super) fn is_tiny(motion: DVec2, spacing: DVec2) -> bool {
    motion.abs().max_element() <= spacing.max_element() * 4.0
}
