//! Counts on the command line: `5000`, `1_000_000`, `1e6`, `2.5M`.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::messages::grouped;

/// The error for text that is not a count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CountError {
    #[error("must be a whole number, such as 5000, 5e3 or 5k")]
    Text,
    #[error("must be from {} to {}", grouped(*.0.start()), grouped(*.0.end()))]
    Range(RangeInclusive<u64>),
}

/// A parser for counts in a range.
pub(crate) fn count<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, CountError> + Clone {
    move |text| {
        let is_negative = text.strip_prefix('-').is_some_and(|rest| parse(rest).is_some());
        let outside = || CountError::Range(range.clone());
        let value = match parse(text) {
            None if is_negative => return Err(outside()),
            None => return Err(CountError::Text),
            Some(value) => u64::try_from(value).ok().filter(|value| range.contains(value)).ok_or_else(outside)?,
        };
        T::try_from(value).map_err(|_| outside())
    }
}

/// The value of a text, up to `u128::MAX`, if it is a whole number.
fn parse(text: &str) -> Option<u128> {
    let text = text.replace('_', "");
    let (number, thousands): (&str, u32) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 3),
        b'm' | b'M' => (&text[..text.len() - 1], 6),
        b'g' | b'G' => (&text[..text.len() - 1], 9),
        _ => (text.as_str(), 0),
    };
    let (number, exponent) = match number.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<u32>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let zeros = thousands.checked_add(exponent)?.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    // A number that is too large is outside of every range.
    let value = digits.parse::<u128>().unwrap_or(u128::MAX);
    Some(value.saturating_mul(10_u128.saturating_pow(zeros)))
}

#[cfg(test)]
mod tests {
    use super::{CountError, count};

    #[test]
    fn counts_have_powers_and_suffixes() {
        let parse = count::<u32>(1..=10_000_000);
        let good =
            [("1", 1), ("5_000", 5_000), ("1e6", 1_000_000), ("2.5M", 2_500_000), ("1.50k", 1_500), ("1E3", 1_000)];
        for (text, value) in good {
            assert_eq!(parse(text), Ok(value), "{text}");
        }
        for text in ["", "-", "x", "1.5", "1e-3", "k", "1e", ".", "0x10", "1 000", "1e1e1", "--5"] {
            assert_eq!(parse(text), Err(CountError::Text), "{text}");
        }
        for text in ["0", "-5", "1e8", "10000001", "1G", "9e99999999", &"9".repeat(50)] {
            assert_eq!(parse(text), Err(CountError::Range(1..=10_000_000)), "{text}");
        }
        assert_eq!(CountError::Range(1..=10_000_000).to_string(), "must be from 1 to 10,000,000");
        assert_eq!(count::<u64>(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }
}
