//! The positions of values along an axis, and the values that are marked.

use std::ops::RangeInclusive;

/// An axis that starts at zero, or a logarithmic one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    pub(super) logarithmic: bool,
    /// The ends of the axis in units of the drawing.
    pub(super) from: f64,
    pub(super) to: f64,
}

/// The ratio of values above which an axis is logarithmic: on a linear axis the small values would be close to zero.
const WIDE: f64 = 8.0;

/// The range of the values that an axis can end at: larger than any measurement, and too small to overflow.
const USABLE: RangeInclusive<f64> = 1e-60..=1e60;

impl Scale {
    /// A linear axis from zero, or a logarithmic one if the values differ too much.
    pub(super) fn fitting(values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        match positive_range(values) {
            Some((low, high)) if high / low > WIDE => Self::new(low / 1.15, high * 1.15, true, ends),
            Some((_, high)) => Self::new(0.0, high * 1.05, false, ends),
            None => Self::new(0.0, 1.0, false, ends),
        }
    }

    /// An axis from the smallest to the greatest value, so that dots lie far apart.
    pub(super) fn close(values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        let Self { low, high, .. } = Self::logarithmic(values, ends);
        Self::new(low / 1.02, high * 1.02, true, ends)
    }

    /// A logarithmic axis, for values that are compared by ratios.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        match positive_range(values) {
            Some((low, high)) if low < high => Self::new(low, high, true, ends),
            Some((low, _)) => Self::new(low / 2.0, low * 2.0, true, ends),
            None => Self::new(1.0, 10.0, true, ends),
        }
    }

    /// A linear axis from zero, for stacked values.
    pub(super) fn linear(most: f64, ends: (f64, f64)) -> Self {
        Self::new(0.0, if USABLE.contains(&most) { most } else { 1.0 }, false, ends)
    }

    /// Starts a logarithmic axis at one, for ratios that are at least one.
    pub(super) fn starting_at_one(self) -> Self {
        Self { low: if self.logarithmic && self.high > 1.0 { 1.0 } else { self.low }, ..self }
    }

    fn new(low: f64, high: f64, logarithmic: bool, (from, to): (f64, f64)) -> Self {
        Self { low, high, logarithmic, from, to }
    }

    /// The position of a value. A value beyond the ends, and NaN, is placed at an end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = value.max(self.low).min(self.high);
        let share = if self.logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share * (self.to - self.from)
    }

    /// Round values, up to about six.
    pub(super) fn marks(&self) -> Vec<f64> {
        let marks = if self.logarithmic { self.decades() } else { Vec::new() };
        if marks.len() < 2 { self.steps() } else { marks }
    }

    fn decades(&self) -> Vec<f64> {
        let exponents = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let powers: Vec<f64> = exponents.map(|exponent| 10_f64.powi(exponent)).collect();
        let all: &[&[f64]] = &[&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
        let within = |mantissas: &[f64]| -> Vec<f64> {
            let marks = powers.iter().flat_map(|power| mantissas.iter().map(move |mantissa| mantissa * power));
            marks.filter(|mark| (self.low..=self.high).contains(mark)).collect()
        };
        let fine = all.iter().map(|mantissas| within(mantissas)).find(|marks| marks.len() <= 6);
        fine.unwrap_or_else(|| {
            let marks = within(&[1.0]);
            let every = marks.len().div_ceil(6);
            marks.into_iter().step_by(every).collect()
        })
    }

    fn steps(&self) -> Vec<f64> {
        let wished = (self.high - self.low) / 4.0;
        let power = 10_f64.powi(wished.log10().floor() as i32);
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|mantissa| mantissa * power).into_iter().find(|step| *step >= wished * 0.8);
        let step = step.unwrap_or(power);
        let first = (self.low / step).ceil() as i64;
        // An infinite range has no steps.
        (first..first + 8).map(|index| index as f64 * step).take_while(|mark| *mark <= self.high).collect()
    }
}

fn positive_range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let usable = values.filter(|value| USABLE.contains(value));
    usable.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

/// A coordinate of the drawing, rounded to a tenth.
pub(super) fn px(place: f64) -> f64 {
    (place * 10.0).round() / 10.0 + 0.0
}

/// Ascending positions close to `wished`, at least `gap` apart, and above `bottom` if there is room.
pub(super) fn apart(wished: &[f64], gap: f64, bottom: f64) -> Vec<f64> {
    let mut places: Vec<f64> = Vec::new();
    for &wish in wished {
        places.push(places.last().map_or(wish, |last| wish.max(last + gap)));
    }
    let mut limit = bottom;
    for place in places.iter_mut().rev() {
        *place = limit.min(*place);
        limit = *place - gap;
    }
    places
}

/// At most about twice `most` of the values, with their indices: the smallest and the greatest of each stretch, so that
/// no peak is lost. Values that are not finite are left out.
pub(super) fn thinned(values: &[f64], most: usize) -> Vec<(f64, f64)> {
    let stretch = values.len().div_ceil(most.max(1)).max(1);
    let indexed: Vec<(usize, f64)> =
        values.iter().copied().enumerate().filter(|(_, value)| value.is_finite()).collect();
    let point = |(index, value): (usize, f64)| (index as f64, value);
    if values.len() <= most * 2 {
        return indexed.into_iter().map(point).collect();
    }
    let mut points = Vec::new();
    for chunk in indexed.chunk_by(|a, b| a.0 / stretch == b.0 / stretch) {
        let least = chunk.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let greatest = chunk.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if let (Some(&least), Some(&greatest)) = (least, greatest) {
            let (first, last) = if least.0 <= greatest.0 { (least, greatest) } else { (greatest, least) };
            points.push(point(first));
            if first.0 != last.0 {
                points.push(point(last));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitting(values: &[f64]) -> Scale {
        Scale::fitting(values.iter().copied(), (0.0, 100.0))
    }

    #[test]
    fn near_values_start_at_zero_and_far_ones_are_logarithmic() {
        assert_eq!(fitting(&[0.5, 2.0]).marks(), [0.0, 0.5, 1.0, 1.5, 2.0]);
        assert_eq!(fitting(&[0.1, 100.0]).marks(), [0.1, 1.0, 10.0, 100.0]);
        assert_eq!(fitting(&[0.0, f64::NAN]).marks().len(), 6);
        assert_eq!(
            Scale::logarithmic([1000.0, 50_000.0].into_iter(), (0.0, 1.0)).marks(),
            [1e3, 2e3, 5e3, 1e4, 2e4, 5e4]
        );
        assert_eq!(Scale::logarithmic([7.0].into_iter(), (0.0, 100.0)).at(7.0).round(), 50.0);
    }

    #[test]
    fn places_stay_between_the_ends() {
        for scale in [
            fitting(&[]),
            fitting(&[1.0]),
            fitting(&[1e-30, 1e30]),
            fitting(&[f64::MIN_POSITIVE, 1e300]),
            fitting(&[1e-59, 1e59]),
        ] {
            assert!(scale.marks().len() <= 8, "{scale:?}");
            for value in [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 0.5, 1e40, f64::INFINITY] {
                assert!((-0.01..=100.01).contains(&scale.at(value)), "{scale:?} {value}");
            }
        }
    }

    #[test]
    fn labels_find_room() {
        assert_eq!(apart(&[10.0, 12.0, 100.0], 20.0, 200.0), [10.0, 30.0, 100.0]);
        assert_eq!(apart(&[180.0, 190.0, 195.0], 20.0, 200.0), [160.0, 180.0, 200.0]);
    }

    #[test]
    fn thinning_keeps_the_peaks() {
        let values: Vec<f64> =
            (0..100_000).map(|tick| if tick == 77_777 { 99.0 } else { f64::from(tick % 7) }).collect();
        let points = thinned(&values, 300);
        assert!(points.len() <= 600 && points.contains(&(77_777.0, 99.0)));
        assert!(points.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(thinned(&[1.0, f64::NAN, 3.0], 300), [(0.0, 1.0), (2.0, 3.0)]);
    }
}
