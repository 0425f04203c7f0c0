//! Legs that may be taken: to positions near a place that no entity blocks.

use collide_core::swept::{Rounding, SweptShape, place, spacing};
use collide_core::{DVec2, Shape, Vec2};

/// How long the next leg may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// As long as this motion.
    Motion(Vec2),
    /// This long: rounded down, so that it is less than what is left.
    Length(f64),
}

impl Limit {
    /// Whether a leg is within the limit. Never true for a leg that is longer.
    pub(super) fn allows(self, leg: &SweptShape) -> bool {
        match self {
            Self::Motion(motion) => leg.compare_length(motion).is_le(),
            Self::Length(length) => leg.length() <= length,
        }
    }

    /// What is left after a leg.
    pub(super) fn less(self, leg: &SweptShape) -> Self {
        const DOWN: f64 = 1.0 - 1.0 / (1_u64 << 50) as f64;
        let length = match self {
            Self::Motion(motion) => motion.as_dvec2().length() * DOWN,
            Self::Length(length) => length,
        };
        Self::Length(((length - leg.length()) * DOWN).max(0.0))
    }
}

/// The maximum number of lifts: each is twice as far as the one before.
const MAX_LIFTS: u32 = 12;

/// The highest lift, in positions.
pub(super) const HIGHEST: f64 = (1_u64 << (MAX_LIFTS - 2)) as f64;

/// Legs that end near a place: nearest first, then farther and farther off the surfaces with the normals `off`, each by
/// a few positions.
pub(super) struct Ends {
    pub(super) from: Shape,
    /// The way to the place.
    pub(super) way: DVec2,
    /// The sum of the normals of the surfaces that the shape touches; zero if it touches none.
    pub(super) off: DVec2,
    pub(super) limit: Limit,
    /// The whole motion.
    pub(super) motion: Vec2,
}

impl Ends {
    pub(super) fn legs(&self) -> Legs<'_> {
        let spacing = spacing(self.from);
        // Less than half of a position is rounded to the start. A rect may also change its size.
        let stays = !matches!(self.from, Shape::Rect(_)) && self.way.abs().cmplt(spacing * 0.25).all();
        Legs { ends: self, spacing, number: if stays { FIRST_LIFT } else { 0 }, exact: None, lift: None }
    }

    /// The leg that ends `steps` positions off the surfaces, or less if the way is shorter. `None` if the shape touches
    /// no surface, or if the leg is not allowed.
    pub(super) fn highest(&self, steps: f64) -> Option<SweptShape> {
        if self.off == DVec2::ZERO {
            return None;
        }
        let spacing = spacing(self.from);
        let lift = Lift::of(self, spacing);
        self.lifted_leg(&lift, spacing, steps.min(lift.highest))
    }

    fn lifted_leg(&self, lift: &Lift, spacing: DVec2, steps: f64) -> Option<SweptShape> {
        self.leg(self.lifted(lift, spacing, steps), [self.away(0), self.away(1)], spacing)
    }

    /// The leg to the place itself.
    fn exact(&self, spacing: DVec2) -> Option<SweptShape> {
        self.leg(self.way, [Rounding::Nearest; 2], spacing)
    }

    /// The leg to the position before the place. If rounding makes both too long, that to one before.
    fn before(&self, exact: Option<&SweptShape>, spacing: DVec2) -> Option<SweptShape> {
        let back = [self.back(0), self.back(1)];
        let before = self.leg(self.way, back, spacing).filter(|leg| exact != Some(leg));
        if exact.is_some() || before.is_some() {
            return before;
        }
        // A rect that changes its size has a corner that moves farther than the others, by up to two positions. Where it
        // ends, positions are farther from each other than at its start if that place is farther from zero.
        let spacing_there = place(self.from, self.way, back).map_or(spacing, |end| spacing.max(self::spacing(end)));
        let shorter = |steps: f64| self.leg(self.shortened(spacing_there * steps), back, spacing);
        shorter(2.0).or_else(|| shorter(4.0))
    }

    /// The way, shorter by a length along each axis.
    fn shortened(&self, less: DVec2) -> DVec2 {
        self.way.signum() * (self.way.abs() - less).max(DVec2::ZERO)
    }

    /// The leg to a place, if it is allowed.
    fn leg(&self, way: DVec2, rounding: [Rounding; 2], spacing: DVec2) -> Option<SweptShape> {
        SweptShape::between(self.from, place(self.from, way, rounding)?).filter(|leg| self.allows(leg, spacing))
    }

    /// The way, `steps` positions off the surfaces, and as much shorter.
    fn lifted(&self, lift: &Lift, spacing: DVec2, steps: f64) -> DVec2 {
        let shorter = (lift.spacing * steps).min(lift.length);
        self.way - lift.along * shorter - self.off * spacing * steps
    }

    /// Rounds towards the start.
    fn back(&self, axis: usize) -> Rounding {
        if self.way[axis] > 0.0 { Rounding::Down } else { Rounding::Up }
    }

    /// Rounds away from the surfaces.
    fn away(&self, axis: usize) -> Rounding {
        away(self.off[axis]).unwrap_or(self.back(axis))
    }

    /// Whether a leg moves, leads forward and is not too long. The direction of a leg of a few positions is mostly
    /// rounding: it must lead in the direction of the whole motion.
    fn allows(&self, leg: &SweptShape, spacing: DVec2) -> bool {
        let way = leg.motion();
        let leads = if is_tiny(way, spacing) {
            leg.from() != leg.to() && leg.compare_direction(self.motion).is_gt()
        } else {
            let dot = way.dot(self.way);
            dot > 0.0 && dot * dot > 0.25 * way.length_squared() * self.way.length_squared()
        };
        leads && self.limit.allows(leg)
    }
}

/// What the lifted legs have in common.
#[derive(Clone, Copy)]
struct Lift {
    /// The direction and the length of the way.
    along: DVec2,
    length: f64,
    /// The length of the spacing.
    spacing: f64,
    /// The highest lift, in positions. Never farther than the way itself, or the lift would set the direction.
    highest: f64,
}

impl Lift {
    fn of(ends: &Ends, spacing: DVec2) -> Self {
        let length = ends.way.length();
        let highest = (length / spacing.max_element()).max(2.0);
        let along = ends.way.try_normalize().unwrap_or(DVec2::ZERO);
        Self { along, length, spacing: spacing.length(), highest }
    }
}

/// The legs of some ends. Each is computed when it is asked for.
pub(super) struct Legs<'a> {
    ends: &'a Ends,
    spacing: DVec2,
    /// The number of legs so far, with those that are not allowed.
    number: u32,
    exact: Option<SweptShape>,
    lift: Option<Lift>,
}

/// The number of legs before the lifted ones.
const FIRST_LIFT: u32 = 2;

impl Legs<'_> {
    /// The next leg, or `None` within if it is not allowed. `None` after the last one.
    fn step(&mut self) -> Option<Option<SweptShape>> {
        let (ends, number) = (self.ends, self.number);
        self.number += 1;
        match number {
            0 => {
                self.exact = ends.exact(self.spacing);
                Some(self.exact)
            }
            1 => Some(ends.before(self.exact.as_ref(), self.spacing)),
            _ if ends.off == DVec2::ZERO || number - FIRST_LIFT >= MAX_LIFTS => None,
            _ => {
                let steps = if number == FIRST_LIFT { 0.0 } else { f64::from(1_u32 << (number - FIRST_LIFT - 1)) };
                let lift = self.lift.get_or_insert_with(|| Lift::of(ends, self.spacing));
                (steps <= lift.highest).then(|| ends.lifted_leg(lift, self.spacing, steps))
            }
        }
    }
}

impl Iterator for Legs<'_> {
    type Item = SweptShape;

    fn next(&mut self) -> Option<SweptShape> {
        loop {
            if let Some(leg) = self.step()? {
                return Some(leg);
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

/// Whether a way is only a few positions long.
pub(super) fn is_tiny(way: DVec2, spacing: DVec2) -> bool {
    way.abs().max_element() <= spacing.max_element() * 4.0
}
