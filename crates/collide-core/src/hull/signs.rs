//! The largest gap along many directions, where the gap to a hull is the smaller one of the gaps to its start and end.

use core::cmp::Ordering;

use crate::exact::Formula;

/// The sign of the largest of `gaps`, each of which is the smaller of two formulas. Stops at the first positive one,
/// and uses exact arithmetic only where the fast signs leave the answer open.
pub(super) fn largest_of_smaller<F: Formula>(gaps: impl IntoIterator<Item = [F; 2]> + Clone) -> Ordering {
    let mut largest = Ordering::Less;
    let mut open = false;
    for gap in gaps.clone() {
        match quick(&gap) {
            Some(Ordering::Greater) => return Ordering::Greater,
            Some(sign) => largest = largest.max(sign),
            None => open = true,
        }
    }
    if open {
        for gap in gaps.into_iter().filter(|gap| quick(gap).is_none()) {
            largest = largest.max(gap[0].sign().min(gap[1].sign()));
            if largest.is_gt() {
                break;
            }
        }
    }
    largest
}

/// The sign of the smaller of two formulas, if the fast signs decide it.
fn quick<F: Formula>([first, second]: &[F; 2]) -> Option<Ordering> {
    match first.quick_sign() {
        Some(Ordering::Less) => Some(Ordering::Less),
        Some(sign) => second.quick_sign().map(|other| sign.min(other)),
        None => second.quick_sign().filter(|sign| sign.is_lt()),
    }
}
