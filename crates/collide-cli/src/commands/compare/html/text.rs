//! Numbers formatted for readers.

use crate::commands::compare::report::Spread;

/// The text for a missing number.
pub(super) const NONE: &str = "–";

/// A number with three significant digits, and commas between thousands.
pub(super) fn number(value: f64) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // The exponent after rounding: 9.996 has that of 10.
    let scientific = format!("{value:.2e}");
    let exponent = scientific.split('e').nth(1).and_then(|digits| digits.parse::<i32>().ok()).unwrap_or(0);
    match exponent {
        -4..=8 => grouped(&format!("{value:.*}", usize::try_from(2 - exponent).unwrap_or(0))),
        _ => scientific,
    }
}

/// A [`number`] without trailing zeros, for round values: marks of an axis, sizes of cells.
pub(super) fn short(value: f64) -> String {
    let text = number(value);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text.replace(".00e", "e").replace("0e", "e")
    }
}

/// A whole number with commas between thousands.
pub(super) fn count(value: u64) -> String {
    grouped(&value.to_string())
}

fn grouped(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("−", digits));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// A [`count`] and its noun.
pub(super) fn counted(value: u64, what: &str) -> String {
    format!("{} {what}{}", count(value), if value == 1 { "" } else { "s" })
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    match hundredths {
        _ if !hundredths.is_finite() => NONE.to_owned(),
        0.0 => "0%".to_owned(),
        size if size < 0.1 => "below 0.1%".to_owned(),
        size if size < 9.95 => format!("{hundredths:.1}%"),
        _ => format!("{}%", grouped(&format!("{hundredths:.0}"))),
    }
}

/// A ratio with the sign of multiplication.
pub(super) fn times(ratio: f64) -> String {
    match ratio {
        _ if !ratio.is_finite() => NONE.to_owned(),
        small if small < 9.995 => format!("{ratio:.2}×"),
        _ => format!("{}×", number(ratio)),
    }
}

pub(super) fn bytes(value: usize) -> String {
    let mut size = value as f64;
    let mut unit = "B";
    for next in ["kB", "MB", "GB", "TB"] {
        if size < 1000.0 {
            break;
        }
        (size, unit) = (size / 1000.0, next);
    }
    format!("{} {unit}", if unit == "B" { count(value as u64) } else { number(size) })
}

/// The median, followed by the range unless its ends have the same text.
pub(super) fn spread<T: Copy>(spread: &Spread<T>, text: impl Fn(T) -> String) -> String {
    let [least, median, most] = [spread.least, spread.median, spread.most].map(text);
    if least == most { median } else { format!("{median} ({least} to {most})") }
}

/// The first characters of a name, for a plot.
pub(super) fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_or_say_that_there_is_none() {
        let texts =
            [0.0, 1.0, 9.996, -0.12345, 1234.5, 123_456_789.0, 1e-9, 3.4e38, f64::NAN, f64::INFINITY].map(number);
        let expected = ["0", "1.00", "10.0", "−0.123", "1,234", "123,456,789", "1.00e-9", "3.40e38", "–", "–"];
        assert_eq!(texts, expected);
        assert_eq!(
            [0.5, 2.0, 10.0, 1e-9, 2.5e30, 1e5, 0.0].map(short),
            ["0.5", "2", "10", "1e-9", "2.5e30", "100,000", "0"]
        );
    }

    #[test]
    fn shares_ratios_and_sizes_read_well() {
        assert_eq!(
            [0.0, 0.0004, 0.0312, 0.5, 12.0, f64::NAN].map(percent),
            ["0%", "below 0.1%", "3.1%", "50%", "1,200%", "–"]
        );
        assert_eq!([1.0, 1.234, 12.34, 5000.0, f64::INFINITY].map(times), ["1.00×", "1.23×", "12.3×", "5,000×", "–"]);
        assert_eq!([0, 999, 1000, 12_345_678].map(bytes), ["0 B", "999 B", "1.00 kB", "12.3 MB"]);
    }

    #[test]
    fn spreads_say_once_what_is_equal() {
        assert_eq!(spread(&Spread { least: 5, median: 5, most: 5 }, count), "5");
        assert_eq!(spread(&Spread { least: 16.0, median: 16.0, most: 16.0001 }, number), "16.0");
        assert_eq!(spread(&Spread { least: 1, median: 5, most: 9000 }, count), "5 (1 to 9,000)");
        assert_eq!(cut("a strategy with a long name", 10), "a strateg…");
    }
}
