//! The entry point of the fuzz target `rows`.

use std::path::Path;

use crate::input::{IdSource, InputError, Recording, RowOptions, Ticks, read_questions, read_recording};

/// Reads a file as shapes, with and without invalid rows, and as queries. Messages must be short.
///
/// # Panics
/// If a result is not consistent.
pub fn read(path: &Path) {
    let strict_rows = RowOptions::default();
    let skipping_rows = RowOptions { skip_invalid: true, ..strict_rows };
    let strict = read_recording(path, Ticks::All, strict_rows);
    let skipping = read_recording(path, Ticks::All, skipping_rows);
    if let (Ok(strict), Ok(skipping)) = (&strict, &skipping) {
        assert_eq!(strict.note, skipping.note, "no row is left out");
        assert_eq!(strict.ids.len(), skipping.ids.len());
    }
    assert!(strict.is_err() || skipping.is_ok(), "skipping rows fails only where reading all rows fails");
    check(strict);
    check(skipping);
    check(read_recording(path, Ticks::All, RowOptions { ids: IdSource::Row, ..skipping_rows }));
    check(read_questions(path, strict_rows));
    check(read_questions(path, skipping_rows));
}

fn check<T>(read: Result<Recording<T>, InputError>) {
    match read {
        Ok(recording) => {
            assert!(!recording.ticks.is_empty() && recording.ticks.is_sorted_by(|a, b| a.tick < b.tick));
            for frame in &recording.ticks {
                let mut numbers: Vec<_> = frame.rows.iter().map(|(number, _)| *number).collect();
                numbers.sort_unstable();
                assert!(numbers.is_sorted_by(|a, b| a < b), "each id occurs once in a tick");
                assert!(numbers.last().is_none_or(|last| (*last as usize) < recording.ids.len()));
            }
        }
        Err(error) => assert!(error.to_string().len() < 4096, "a message is short"),
    }
}
