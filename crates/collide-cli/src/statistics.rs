//! Quantiles.

/// The quantile of sorted values at `share`, from 0 to 1; `None` without values.
pub(crate) fn quantile<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    sorted.get((sorted.len().saturating_sub(1) as f64 * share).round() as usize).copied()
}

/// The values in ascending order.
pub(crate) fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The median; 0 without values.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    quantile(&sorted(values), 0.5).unwrap_or_default()
}

/// The interquartile range as a share of the median; `None` with fewer than two values.
pub(crate) fn spread(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let sorted = sorted(values.iter().copied());
    let at = |share| quantile(&sorted, share).unwrap_or_default();
    Some(if at(0.5) > 0.0 { (at(0.75) - at(0.25)) / at(0.5) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::{median, quantile, sorted, spread};

    #[test]
    fn the_middle_is_found() {
        assert_eq!((median([3.0, 1.0, 2.0]), median([])), (2.0, 0.0));
        assert_eq!((spread(&[]), spread(&[3.0]), spread(&[0.0; 5])), (None, None, Some(0.0)));
        assert_eq!(spread(&[4.0, 1.0, 2.0, 3.0, 5.0]), Some(2.0 / 3.0));
        let values = sorted((0..=100).rev().map(f64::from));
        assert_eq!((quantile(&values, 0.99), quantile(&values, 0.0)), (Some(99.0), Some(0.0)));
    }
}
