//! Numbers of the steps as text: with enough digits to show what decides.

use std::cmp::Ordering;

/// The least number of significant digits.
const DIGITS: usize = 4;
/// With these, two different `f64` numbers have different texts.
const MAX_DIGITS: usize = 17;

/// A number with four significant digits.
pub(super) fn brief(value: f64) -> String {
    digits(value, DIGITS)
}

/// `a < b` in digits: as many as it takes to tell the numbers apart.
pub(super) fn compared(a: f64, b: f64) -> String {
    let (left, right) = pair(a, b);
    format!("{left} {} {right}", sign(a.total_cmp(&b)))
}

/// Like [`compared`], for two numbers whose exact difference is known. The rounded numbers may be equal.
pub(super) fn compared_by(a: f64, b: f64, difference: f64) -> String {
    let (left, right) = pair(a, b);
    let order = if difference == 0.0 { Ordering::Equal } else { difference.total_cmp(&0.0) };
    let text = format!("{left} {} {right}", sign(order));
    if left == right && difference != 0.0 { format!("{text} (by {difference:.1e})") } else { text }
}

fn sign(order: Ordering) -> &'static str {
    match order {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    }
}

fn pair(a: f64, b: f64) -> (String, String) {
    let both = |count| (digits(a, count), digits(b, count));
    (DIGITS..=MAX_DIGITS).map(both).find(|(a, b)| a != b).unwrap_or_else(|| both(DIGITS))
}

/// At most this number of significant digits, without trailing zeros.
fn digits(value: f64, count: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { value.to_string() };
    }
    let scientific = format!("{value:.*e}", count - 1);
    let exponent: i32 = scientific.rsplit('e').next().and_then(|text| text.parse().ok()).unwrap_or_default();
    if !(-4..12).contains(&exponent) {
        return scientific;
    }
    let places = (count as i32 - 1 - exponent).max(0) as usize;
    let text = format!("{value:.places$}");
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `x^2 + y^2 - r^2`, with an error far below that of `f64` arithmetic.
pub(super) fn circle_sign([x, y]: [f64; 2], r: f64) -> f64 {
    let [(xx, ex), (yy, ey), (rr, er)] = [x, y, r].map(|value| (value * value, value.mul_add(value, -(value * value))));
    let (sum, lost) = two_sum(xx, yy);
    let (difference, lost_too) = two_sum(sum, -rr);
    difference + (lost + lost_too + ex + ey - er)
}

/// The rounded sum and what rounding has lost.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_show_what_decides() {
        assert_eq!(brief(2.0 / 3.0), "0.6667");
        assert_eq!(brief(1e9), "1000000000");
        assert_eq!(brief(-2.5e-7), "-2.500e-7");
        assert_eq!(compared(3.2, 3.0), "3.2 > 3");
        assert_eq!(compared(1.0, f64::from(1.0_f32.next_up())), "1 < 1.0000001");
        assert_eq!(compared(2.0, 2.0), "2 = 2");
        assert_eq!(compared_by(1.0, 1.0, 1e-20), "1 > 1 (by 1.0e-20)");
        let (r, up) = (f64::from(1.25_f32), f64::from(1.0_f32.next_up()));
        assert_eq!(circle_sign([1.0, 0.75], r), 0.0);
        assert!(circle_sign([up, 0.75], r) > 0.0 && circle_sign([2.0 - up, 0.75], r) < 0.0);
        // The square of 2^-40 is lost in an `f64` sum.
        assert!(circle_sign([1.0, 2_f64.powi(-40)], 1.0) > 0.0);
    }
}
