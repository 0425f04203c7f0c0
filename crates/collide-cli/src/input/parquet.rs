//! Apache Parquet: data frames of shapes.

use std::borrow::Cow;
use std::io::Read;
use std::panic::{self, AssertUnwindSafe};

use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row as Record};

use super::column::Column;
use super::error::{Fault, InputError};
use super::recording::Recording;
use super::row::{Content, Row};
use super::row_options::RowOptions;
use super::rows::{Entry, Rows};
use super::unread::Unread;
use crate::messages::Cut;

/// The first bytes of each file.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// Reads all rows. The number of a row stands for its line.
///
/// The library panics on some damaged files; the panic is caught and returned as an error.
pub(super) fn read<T: Content>(
    input: impl Read,
    file: String,
    options: RowOptions,
) -> Result<Recording<T>, InputError> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let name = file.clone();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| read_rows(input, name, options)));
    panic::set_hook(hook);
    outcome.unwrap_or_else(|_| {
        let error = ParquetError::General("the file is damaged".to_owned());
        Err(InputError::Parquet { file, error })
    })
}

fn read_rows<T: Content>(mut input: impl Read, file: String, options: RowOptions) -> Result<Recording<T>, InputError> {
    let mut rows = Rows::new(file.clone(), options);
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| rows.unreadable(error))?;
    let damaged = |error: ParquetError| InputError::Parquet { file: file.clone(), error };
    let records = SerializedFileReader::new(Bytes::from(bytes)).map_err(damaged)?;
    let records = records.get_row_iter(None).map_err(damaged)?;
    for (line, record) in (1..).zip(records) {
        let record = record.map_err(damaged)?;
        if line == 1 {
            let names = || record.get_column_iter().map(|(name, _)| name.as_str());
            rows.unread = Unread::of::<T>(names(), |column| names().any(|name| name == column));
        }
        let row = read_row(&record).map_err(|fault| rows.unread.explain(fault));
        rows.push(line, row)?;
    }
    Ok(rows.finish())
}

fn read_row<T: Content>(record: &Record) -> Result<Entry<'_, T>, Fault> {
    let mut row = Row::default();
    let (mut tick, mut id, mut numeric) = (None, None, false);
    for (name, field) in record.get_column_iter().filter(|(_, field)| !matches!(field, Field::Null)) {
        match (name.as_str(), T::column(name)) {
            ("tick", _) if T::TIMED => {
                let number = whole(field).and_then(|number| u64::try_from(number).ok());
                let fault = || Fault::new("tick", format!("must be a whole number from 0, is {}", Cut(field)));
                tick = Some(number.ok_or_else(fault)?);
            }
            ("id", _) => match (field, whole(field)) {
                (Field::Str(text), _) => id = Some(Cow::Borrowed(text.as_str())),
                (_, Some(number)) => (id, numeric) = (Some(Cow::Owned(number.to_string())), true),
                _ => return Err(Fault::new("id", format!("must be a text or a whole number, is {}", Cut(field)))),
            },
            (_, Some(Column::Points)) => match field {
                Field::Str(text) => row.set(Column::Points, text)?,
                other => return Err(Fault::new("points", format!("must be a text, is {}", Cut(other)))),
            },
            (_, Some(column)) => row.put(column, number(field, column)?)?,
            _ => {}
        }
    }
    Ok(Entry { tick, id, numeric, filled: row.is_filled(), value: T::from_row(&row)? })
}

fn whole(field: &Field) -> Option<i128> {
    Some(match *field {
        Field::Byte(number) => number.into(),
        Field::Short(number) => number.into(),
        Field::Int(number) => number.into(),
        Field::Long(number) => number.into(),
        Field::UByte(number) => number.into(),
        Field::UShort(number) => number.into(),
        Field::UInt(number) => number.into(),
        Field::ULong(number) => number.into(),
        _ => return None,
    })
}

/// A number, rounded once to the nearest `f32`, as a number in text is.
fn number(field: &Field, column: Column) -> Result<f32, Fault> {
    match (field, whole(field)) {
        (Field::Float(number), _) => Ok(*number),
        (Field::Double(number), _) => Ok(*number as f32),
        (_, Some(number)) => Ok(number as f32),
        _ => Err(Fault::new(column.name(), format!("must be a number, is {}", Cut(field)))),
    }
}
