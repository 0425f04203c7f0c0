//! Messages on standard error, and numbers and errors as text.

use std::fmt::{self, Debug, Display};
use std::io::{self, Write, stderr};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use collide2d::Touching;
use collide2d::report::{Reason, Report};

/// Prints a line on standard error. A closed standard error is ignored.
pub(crate) fn print_message(message: &impl Display) {
    let _ = writeln!(stderr(), "{message}");
}

/// The style of the word `error`, as clap prints it.
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Prints an error on standard error, in the form of clap's errors. A closed standard error is ignored.
pub(crate) fn print_error(error: &impl Display) {
    let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {error}");
}

/// The maximum number of characters of a value in a message.
const MAX_SHOWN: usize = 100;

/// A value of a file in a message: the start of a long one, and its length. The debug form has quotes and escapes.
pub(crate) struct Cut<T>(pub(crate) T);

impl<T: Display> Cut<T> {
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        shown: impl FnOnce(&str, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let text = self.0.to_string();
        match text.char_indices().nth(MAX_SHOWN) {
            None => shown(&text, f),
            Some((end, _)) => {
                shown(&text[..end], f)?;
                write!(f, "... ({} characters)", text.chars().count())
            }
        }
    }
}

impl<T: Display> Display for Cut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Display::fmt)
    }
}

impl<T: Display> Debug for Cut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Debug::fmt)
    }
}

/// A count and its noun, in the plural unless the count is 1.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A whole number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Milliseconds.
pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The touching rule and its meaning.
pub(crate) fn touching_rule(touching: Touching) -> String {
    let meaning = match touching {
        Touching::Closed => "touching counts",
        Touching::Open => "touching does not count",
    };
    format!("{touching}, {meaning}")
}

/// The strategy of a search and the reason for it, with expected times of the whole search.
pub(crate) fn choice(report: &Report) -> String {
    let Reason::LeastTime(expected) = report.reason else {
        return format!("{}: {}", report.strategy, report.reason);
    };
    let all = |ns_each: f64| digits(ns_each * report.shape_count as f64 * 1e-6);
    let [levels, sweep, rtree] = [expected.levels, expected.sweep, expected.rtree].map(all);
    format!("{}: least expected time: levels {levels} ms, sweep {sweep} ms, rtree {rtree} ms", report.strategy)
}

/// A number with three decimals, or in scientific notation where it is very small or very large.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e7).contains(&size) => format!("{value:.3}"),
        _ => format!("{value:.3e}"),
    }
}

/// A number with three significant digits, at most six of them decimals.
pub(crate) fn digits(value: f64) -> String {
    let before = if value > 0.0 { value.log10().floor() } else { 0.0 };
    format!("{value:.*}", (2.0 - before).clamp(0.0, 6.0) as usize)
}

/// The system's error behind a CSV error. Its kind distinguishes a closed pipe from a full disk.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
