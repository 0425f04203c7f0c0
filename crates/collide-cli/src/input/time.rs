use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A tick and a fraction of the way to the next one. An `f64` is not precise enough for large ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Time {
    pub(crate) tick: u64,
    /// At least 0 and below 1.
    pub(crate) fraction: f64,
}

/// The error for text that is not a time.
#[derive(Clone, Copy, Debug, Error)]
#[error("must be a tick such as 12, or a time after one such as 12.5")]
pub(crate) struct InvalidTime;

impl FromStr for Time {
    type Err = InvalidTime;

    fn from_str(text: &str) -> Result<Self, InvalidTime> {
        let (tick, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(tick) || !is_number(fraction) {
            return Err(InvalidTime);
        }
        let tick: u64 = tick.parse().map_err(|_| InvalidTime)?;
        let fraction: f64 = format!("0.{fraction}").parse().map_err(|_| InvalidTime)?;
        // A long row of nines is rounded up to the next tick.
        if fraction < 1.0 {
            Ok(Self { tick, fraction })
        } else {
            Ok(Self { tick: tick.checked_add(1).ok_or(InvalidTime)?, fraction: 0.0 })
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = self.fraction.to_string();
        write!(f, "{}{}", self.tick, fraction.strip_prefix('0').unwrap_or_default())
    }
}
