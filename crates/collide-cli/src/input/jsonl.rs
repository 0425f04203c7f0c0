use std::borrow::Cow;
use std::fmt;
use std::io::Read;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::column::Column;
use super::error::{Fault, InputError};
use super::parse::{Parsed, read_all};
use super::points;
use super::recording::Recording;
use super::records::{Part, Records, Syntax};
use super::row::{Content, Row};
use super::rows::{Entry, Rows, parse_tick};
use super::source;
use super::unread::Unread;
use crate::messages::Cut;

/// Reads an object from each line. Blank lines are skipped.
pub(super) fn read<T: Content>(input: impl Read, mut rows: Rows<T>) -> Result<Recording<T>, InputError> {
    let mut records = Records::new(input, Syntax::Lines, rows.file().to_owned());
    read_all(&mut records, &mut rows, parse)?;
    Ok(rows.finish())
}

fn parse<T: Content>(part: Part<'_>) -> Parsed<T> {
    let mut parsed = Parsed::default();
    for record in part.records() {
        let object = match record.text.trim_ascii() {
            [] => continue,
            text => parse_object(text),
        };
        let row = object.as_ref().map_err(Clone::clone);
        let row = row.and_then(|object| read_row(object, &mut parsed.unread));
        parsed.push(record.line, row);
    }
    parsed
}

/// An object without duplicate keys.
struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Object;

            fn expecting(&self, message: &mut fmt::Formatter<'_>) -> fmt::Result {
                message.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Object, A::Error> {
                let mut object = Map::new();
                while let Some((key, value)) = entries.next_entry::<String, Value>()? {
                    if object.contains_key(&key) {
                        return Err(A::Error::custom(format_args!("key {:?} occurs twice", Cut(&key))));
                    }
                    object.insert(key, value);
                }
                Ok(Object(object))
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

fn parse_object(bytes: &[u8]) -> Result<Map<String, Value>, Fault> {
    let text = str::from_utf8(bytes).map_err(|_| Fault::new("json", "is not UTF-8 text"))?;
    serde_json::from_str(text).map(|Object(object)| object).map_err(|error| {
        // serde counts lines from the start of this one; the message has the line of the file already.
        let message = error.to_string().replace(" at line 1 column", " at character");
        Fault::new("json", Cut(&message).to_string() + hint(text, &error))
    })
}

/// What to do about text that other programs write as JSON.
fn hint(text: &str, error: &serde_json::Error) -> &'static str {
    // The column is that of the first wrong character, counted from 1; the sign of a number is no wrong character.
    let rest = text.get(error.column().saturating_sub(1)..).unwrap_or_default();
    if rest.starts_with("NaN") || rest.starts_with("Infinity") {
        "; JSON has no NaN and no infinity: write null, or leave the key out"
    } else if error.is_eof() {
        "; write each object on one line (JSON lines)"
    } else {
        ""
    }
}

/// Whether an object is one of a GeoJSON file.
fn is_geojson(object: &Map<String, Value>) -> bool {
    ["features", "geometry", "geometries", "coordinates"].iter().any(|key| object.contains_key(*key))
        && object.get("type").is_some_and(Value::is_string)
}

fn read_row<'a, T: Content>(object: &'a Map<String, Value>, unread: &mut Unread) -> Result<Entry<'a, T>, Fault> {
    let (id, numeric) = match object.get("id") {
        None | Some(Value::Null) => Ok((None, false)),
        Some(Value::String(text)) => Ok((Some(text.as_str()), false)),
        Some(Value::Number(number)) if number.as_str().bytes().all(|b| b.is_ascii_digit() || b == b'-') => {
            Ok((Some(number.as_str()), true))
        }
        Some(other) => Err(Fault::new("id", format!("must be a text or a whole number, is {}", Cut(other)))),
    }?;
    let tick = match object.get("tick").filter(|_| T::TIMED) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) => parse_tick(number.as_str()).map(Some),
        Some(other) => parse_tick(&other.to_string()).map(Some),
    }?;
    let mut row = Row::default();
    let mut read_count = usize::from(object.contains_key("id")) + usize::from(T::TIMED && object.contains_key("tick"));
    for &column in T::COLUMNS {
        let value = object.get(column.name());
        read_count += usize::from(value.is_some());
        match value {
            None | Some(Value::Null) => {}
            Some(value) if column == Column::Points => row.set_points(points::of_value(value)?),
            Some(Value::Number(number)) => row.set(column, number.as_str())?,
            Some(other) => return Err(Fault::new(column.name(), format!("must be a number, is {}", Cut(other)))),
        }
    }
    let mut value = T::from_row(&row);
    if read_count < object.len() {
        let names = Unread::of::<T>(object.keys().map(String::as_str), |column| object.contains_key(column));
        value = value.map_err(|fault| match is_geojson(object) {
            true => Fault::new("json", source::GEOJSON),
            false => names.explain(fault),
        });
        unread.extend(names);
    }
    Ok(Entry { tick, id: id.map(Cow::Borrowed), numeric, filled: row.is_filled(), value: value? })
}
