//! The points of capsules and polygons: offsets from the position of the shape.

use collide2d::{Shape, Vec2};
use serde_json::Value;

use super::error::Fault;
use super::number::parse_number;
use crate::messages::Cut;

/// Parses points given as `x y x y ...`. Blank text has no points.
pub(super) fn parse(text: &str) -> Result<Vec<Vec2>, Fault> {
    let number = |text: &str| {
        let hint = if text.contains([',', ';']) { "; separate the numbers of a cell by spaces" } else { "" };
        parse_number(text).map_err(|problem| problem + hint)
    };
    collect(text.split_whitespace().map(number))
}

/// The points of a JSON value: a text, a list of numbers `x, y, x, y, ...`, or one of pairs of numbers.
pub(super) fn of_value(value: &Value) -> Result<Vec<Vec2>, Fault> {
    let points = match value {
        Value::String(text) => parse(text)?,
        Value::Array(list) => of_list(list)?,
        other => {
            let problem = format!("must be a text or an array of numbers or of pairs, is {}", Cut(other));
            return Err(Fault::new("points", problem));
        }
    };
    if points.is_empty() {
        return Err(Fault::new("points", "must be at least one, are none; a shape without points has no such key"));
    }
    Ok(points)
}

fn of_list(list: &[Value]) -> Result<Vec<Vec2>, Fault> {
    if !list.first().is_some_and(Value::is_array) {
        return collect(list.iter().map(number));
    }
    let pairs: Result<Vec<_>, _> = list.iter().enumerate().map(|(index, value)| pair(index, value)).collect();
    collect(pairs?.into_iter().flatten().map(number))
}

fn pair(index: usize, value: &Value) -> Result<&[Value], Fault> {
    match value.as_array() {
        Some(pair) if pair.len() == 2 => Ok(pair),
        _ => Err(Fault::new(format!("points[{index}]"), format!("must be a pair of numbers, is {}", Cut(value)))),
    }
}

fn number(value: &Value) -> Result<f32, String> {
    match value {
        Value::Number(number) => parse_number(number.as_str()),
        other => Err(format!("must be a number, is {}", Cut(other))),
    }
}

/// Joins coordinates to points.
fn collect(numbers: impl Iterator<Item = Result<f32, String>>) -> Result<Vec<Vec2>, Fault> {
    let (mut points, mut x) = (Vec::new(), None);
    for number in numbers {
        let axis = if x.is_none() { "x" } else { "y" };
        let number = number.map_err(|problem| Fault::new(format!("points[{}].{axis}", points.len()), problem))?;
        match x.take() {
            None => x = Some(number),
            Some(x) => points.push(Vec2::new(x, number)),
        }
    }
    match x {
        None => Ok(points),
        Some(_) => {
            let count = 2 * points.len() + 1;
            Err(Fault::new("points", format!("must be pairs of x and y, has an odd count of numbers, {count}")))
        }
    }
}

/// Whether a shape is written with points.
pub(crate) fn has_points(shape: &Shape) -> bool {
    match shape {
        Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => false,
        Shape::Capsule(_) | Shape::Polygon(_) => true,
    }
}

/// The points to write for a shape, none for a shape without points. Two points are read as a capsule, so a polygon with
/// two corners has the last one twice.
pub(crate) fn written(shape: &Shape) -> Vec<Vec2> {
    match shape {
        Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => Vec::new(),
        Shape::Capsule(capsule) => capsule.offsets().to_vec(),
        Shape::Polygon(polygon) => match *polygon.offsets() {
            [a, b] => vec![a, b, b],
            ref corners => corners.to_vec(),
        },
    }
}

/// Points as text, `x y x y ...`. Each number has enough digits to read back the same value.
pub(crate) fn to_text(points: &[Vec2]) -> String {
    let numbers: Vec<String> =
        points.iter().flat_map(|point| point.to_array()).map(|value| value.to_string()).collect();
    numbers.join(" ")
}
