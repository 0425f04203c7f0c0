//! Numbers in text.

use crate::messages::Cut;

/// Parses a number, rounded to the nearest `f32`. Errors: what is wrong with the text.
pub(super) fn parse_number(text: &str) -> Result<f32, String> {
    let Ok(value) = text.parse::<f32>() else { return Err(format!("not a number: {:?}", Cut(text))) };
    if value.is_finite() {
        return Ok(value);
    }
    Err(if value.is_infinite() && text.bytes().any(|byte| byte.is_ascii_digit()) {
        format!("must be at most {:e} in size, is {}", f32::MAX, Cut(text))
    } else {
        format!("must be a finite number, is {}", Cut(text))
    })
}
