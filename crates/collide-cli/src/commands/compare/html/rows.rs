//! A row for each run: bars, stacked bars, or a dot for each round.

use maud::{Markup, html};

use super::figure::{Drawing, WIDTH};
use super::scale::{Scale, px};
use super::text::{cut, short};

const ROW: f64 = 21.0;
const TOP: f64 = 8.0;
const LONGEST_LABEL: usize = 20;
/// The width of the numbers at the ends of bars.
const NUMBERS: f64 = 62.0;

/// The row of a run.
pub(super) struct Row<T> {
    pub(super) label: String,
    /// The class with its colour.
    pub(super) class: &'static str,
    pub(super) shown: T,
    /// The number at its end.
    pub(super) text: String,
}

pub(super) struct Part {
    pub(super) class: &'static str,
    pub(super) name: String,
    pub(super) value: f64,
}

/// A dot for each value, in three lanes so that fewer dots overlap, and a line at the median.
pub(super) struct Dots {
    pub(super) values: Vec<f64>,
    pub(super) middle: f64,
}

/// The ends of the axis of the values. The labels to its left get the width of the longest label.
fn ends<T>(rows: &[Row<T>]) -> (f64, f64) {
    let longest = rows.iter().map(|row| cut(&row.label, LONGEST_LABEL).chars().count()).max().unwrap_or(0);
    ((longest as f64 * 6.8 + 10.0).max(40.0), WIDTH - NUMBERS)
}

pub(super) fn bars(name: &str, rows: &[Row<f64>]) -> Drawing {
    let scale = Scale::fitting(rows.iter().map(|row| row.shown), ends(rows)).starting_at_one();
    frame(name, &scale, TOP, rows, |value, y| {
        let end = scale.at(*value);
        let width = px(end - scale.from).max(1.0);
        (html! { rect.bar x=(px(scale.from)) y=(y - 6.0) width=(width) height="12" {} }, end)
    })
}

pub(super) fn stacks(name: &str, legend: &[(&str, String)], rows: &[Row<Vec<Part>>]) -> Drawing {
    let total = |parts: &Vec<Part>| parts.iter().map(|part| part.value).sum::<f64>();
    let scale = Scale::linear(rows.iter().map(|row| total(&row.shown)).fold(0.0, f64::max), ends(rows));
    let (key, top) = key(legend);
    let drawing = frame(name, &scale, top, rows, |parts, y| (stack(parts, &scale, y), scale.at(total(parts))));
    Drawing { content: html! { (key) (drawing.content) }, ..drawing }
}

fn stack(parts: &[Part], scale: &Scale, y: f64) -> Markup {
    let mut sum = 0.0;
    html! {
        @for part in parts {
            @let from = scale.at(sum);
            @let to = scale.at({ sum += part.value; sum });
            rect class=(part.class) x=(px(from)) y=(y - 7.0) width=(px(to - from)) height="14" {
                title { (part.name) " " (short(part.value)) }
            }
        }
    }
}

/// The legend of the parts, and its height.
fn key(parts: &[(&str, String)]) -> (Markup, f64) {
    let mut places = Vec::new();
    let (mut x, mut y) = (2.0, TOP + 6.0);
    for (class, name) in parts {
        let wide = name.chars().count() as f64 * 6.8 + 28.0;
        if x + wide > WIDTH {
            (x, y) = (2.0, y + 18.0);
        }
        places.push((x, y, *class, name));
        x += wide;
    }
    let content = html! {
        @for (x, y, class, name) in places {
            rect class=(class) x=(px(x)) y=(y - 6.0) width="12" height="12" {}
            text.label x=(px(x + 17.0)) y=(y + 4.0) { (name) }
        }
    };
    (content, y + 14.0)
}

pub(super) fn strips(name: &str, rows: &[Row<Dots>]) -> Drawing {
    let values = rows.iter().flat_map(|row| row.shown.values.iter().copied().chain([row.shown.middle]));
    let scale = Scale::close(values, ends(rows));
    frame(name, &scale, TOP, rows, |Dots { values, middle }, y| {
        let most = values.iter().fold(*middle, |most, value| most.max(*value));
        let content = html! {
            @for (value, lane) in values.iter().zip([0.0, -5.0, 5.0].into_iter().cycle()) {
                circle.round cx=(px(scale.at(*value))) cy=(y + lane) r="2.6" {}
            }
            path.middle d={ "M" (px(scale.at(*middle))) " " (y - 8.5) "v17" } {}
        };
        (content, scale.at(most) + 4.0)
    })
}

/// Axis, names and numbers around what `draw` makes of each row: the marks, and where they end.
fn frame<T>(name: &str, scale: &Scale, top: f64, rows: &[Row<T>], draw: impl Fn(&T, f64) -> (Markup, f64)) -> Drawing {
    let bottom = top + rows.len() as f64 * ROW;
    let title = format!("{name}{}", if scale.logarithmic { ", logarithmic" } else { "" });
    let content = html! {
        @for mark in scale.marks() {
            @let at = px(scale.at(mark));
            path.grid d={ "M" (at) " " (top) "V" (bottom) } {}
            text.mark x=(at) y=(bottom + 15.0) text-anchor="middle" { (short(mark)) }
        }
        @for (row, index) in rows.iter().zip(0_u32..) {
            @let y = top + (f64::from(index) + 0.5) * ROW;
            text.label x=(px(scale.from - 8.0)) y=(y + 4.0) text-anchor="end" { (cut(&row.label, LONGEST_LABEL)) }
            @let (content, end) = draw(&row.shown, y);
            g class=(row.class) { (content) }
            text.value x=(px(end + 6.0)) y=(y + 4.0) { (row.text) }
        }
        text.name x=(px(scale.to)) y=(bottom + 32.0) text-anchor="end" { (title) }
    };
    Drawing { height: bottom + 38.0, content }
}
