use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A tick, and how much of the way to the next has passed. Ticks are told apart to the last digit, as no `f64` could.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Time {
    pub(crate) tick: u64,
    /// Below one.
    pub(crate) part: f64,
}

/// A text that is no time.
#[derive(Clone, Copy, Debug, Error)]
#[error("must be a tick such as 12, or a time after one such as 12.5")]
pub(crate) struct NoTime;

impl FromStr for Time {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Self, NoTime> {
        let (tick, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(tick) || !is_number(fraction) {
            return Err(NoTime);
        }
        let tick: u64 = tick.parse().map_err(|_| NoTime)?;
        let part: f64 = format!("0.{fraction}").parse().map_err(|_| NoTime)?;
        // So many nines are the next tick.
        if part < 1.0 {
            Ok(Self { tick, part })
        } else {
            Ok(Self { tick: tick.checked_add(1).ok_or(NoTime)?, part: 0.0 })
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.part.to_string();
        write!(f, "{}{}", self.tick, part.strip_prefix('0').unwrap_or_default())
    }
}
