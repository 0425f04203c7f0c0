//! When two moving sets without radii meet: when the last of the gaps across their sides closes.

use glam::DVec2;

use crate::measure::frame::ROUNDING;

/// An edge normal, pointing from the first box to the second, with the gap and the relative speed along it.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) direction: DVec2,
    pub(crate) of_a: bool,
    pub(crate) gap: f64,
    pub(crate) speed: f64,
    /// A bound of the rounding error of the gap.
    pub(crate) slack: f64,
}

/// The time and side of the last gap to close, if the boxes collide. Opposite sides of a flat box coincide but for
/// rounding. So a gap counts as open only if it exceeds the rounding error; else a box could pass through a flat one.
pub(crate) fn last_to_close(sides: impl Iterator<Item = Side> + Clone) -> Option<(f64, Side)> {
    let widest = sides.clone().max_by(|a, b| a.gap.total_cmp(&b.gap))?;
    if widest.gap <= widest.slack && widest.speed >= 0.0 {
        return None; // apart by less than the rounding error, and separating
    }
    let (mut begin, mut end) = ((0.0, widest), 1.0_f64);
    for side in sides {
        if side.gap > 0.0 && side.speed < 0.0 {
            let closed = side.gap / -side.speed;
            if closed > begin.0 {
                begin = (closed, side);
            }
        } else if side.gap > side.slack {
            return None;
        } else if side.speed > 0.0 {
            end = end.min((side.slack - side.gap) / side.speed);
        }
    }
    (begin.0 <= 1.0 && begin.0 * (1.0 - ROUNDING) <= end).then_some(begin)
}
