//! Numbers in text.

use crate::messages::Cut;

/// The end of a message about text that is a number if its comma is a decimal comma.
pub(super) fn decimal_hint(text: &str) -> String {
    let point = text.replacen(',', ".", 1);
    let is_number = point != text && parse_number(&point).is_ok();
    if is_number { format!("; for a decimal comma write a point: {}", Cut(point)) } else { String::new() }
}

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
