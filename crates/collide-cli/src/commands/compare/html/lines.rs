//! Line plots with two axes; each line has its name at its end.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::figure::{Drawing, WIDTH};
use super::scale::{Scale, apart, px};
use super::text::{cut, short};

const HEIGHT: f64 = 252.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 212.0;
const RIGHT: f64 = 296.0;
/// The ends of the axes of every plot.
pub(super) const X_ENDS: (f64, f64) = (52.0, RIGHT);
pub(super) const Y_ENDS: (f64, f64) = (BOTTOM, TOP);

const LABEL_HEIGHT: f64 = 14.0;
const LONGEST_LABEL: usize = 15;

pub(super) struct Line {
    pub(super) label: String,
    /// The class with its colour.
    pub(super) class: &'static str,
    pub(super) style: Style,
    pub(super) points: Vec<(f64, f64)>,
    /// The point next to the label.
    pub(super) end: (f64, f64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// A line without dots, for many points.
    Dense,
    /// A dot for each point.
    Dotted,
    /// A horizontal line to compare with.
    Level,
}

pub(super) struct Axis<'a> {
    name: &'a str,
    scale: Scale,
    marks: Vec<f64>,
}

impl<'a> Axis<'a> {
    pub(super) fn new(name: &'a str, scale: Scale) -> Self {
        Self { name, scale, marks: scale.marks() }
    }

    /// Marks the measured values instead of round ones.
    pub(super) fn marked(mut self, marks: impl Iterator<Item = f64>) -> Self {
        self.marks = marks.filter(|mark| mark.is_finite()).collect();
        self.marks.sort_by(f64::total_cmp);
        self.marks.dedup();
        self
    }

    fn title(&self) -> String {
        format!("{}{}", self.name, if self.scale.logarithmic { ", logarithmic" } else { "" })
    }
}

/// Draws the lines in order: later ones cover earlier ones.
pub(super) fn drawing(x: &Axis<'_>, y: &Axis<'_>, lines: &[Line]) -> Drawing {
    let content = html! {
        (grid(x, y))
        @for line in lines { (path(x, y, line)) }
        (labels(x, y, lines))
    };
    Drawing { height: HEIGHT, content }
}

fn grid(x: &Axis<'_>, y: &Axis<'_>) -> Markup {
    let (left, right) = X_ENDS;
    html! {
        @for &mark in &y.marks {
            @let at = px(y.scale.at(mark));
            path.grid d={ "M" (left) " " (at) "H" (right) } {}
            text.mark x=(left - 6.0) y=(at + 4.0) text-anchor="end" { (short(mark)) }
        }
        path.axis d={ "M" (left) " " (BOTTOM) "H" (right) } {}
        @for mark in roomy(x) {
            @let at = px(x.scale.at(mark));
            path.axis d={ "M" (at) " " (BOTTOM) "v4" } {}
            text.mark x=(at) y=(BOTTOM + 17.0) text-anchor="middle" { (short(mark)) }
        }
        text.name x="2" y="14" { (y.title()) }
        text.name x=(right) y=(BOTTOM + 34.0) text-anchor="end" { (x.title()) }
    }
}

/// The marks whose text does not overlap that of the mark before.
fn roomy(axis: &Axis<'_>) -> Vec<f64> {
    let mut free = f64::NEG_INFINITY;
    let mut marks = axis.marks.clone();
    marks.retain(|mark| {
        let (at, half) = (axis.scale.at(*mark), short(*mark).len() as f64 * 3.3 + 4.0);
        let fits = at - half >= free;
        if fits {
            free = at + half;
        }
        fits
    });
    marks
}

fn path(x: &Axis<'_>, y: &Axis<'_>, line: &Line) -> Markup {
    let mut way = String::new();
    for (index, point) in line.points.iter().enumerate() {
        let start = if index == 0 { 'M' } else { 'L' };
        // Writing to a string never fails.
        let _ = write!(way, "{start}{} {}", px(x.scale.at(point.0)), px(y.scale.at(point.1)));
    }
    let class = match line.style {
        Style::Dense => "line thin",
        Style::Dotted => "line",
        Style::Level => "line level",
    };
    html! {
        g class=(line.class) {
            path class=(class) d=(way) {}
            @if line.style == Style::Dotted {
                @for point in &line.points {
                    circle.dot cx=(px(x.scale.at(point.0))) cy=(px(y.scale.at(point.1))) r="3" {
                        title { (line.label) ": " (short(point.0)) " " (x.name) ", " (short(point.1)) " " (y.name) }
                    }
                }
            }
        }
    }
}

fn labels(x: &Axis<'_>, y: &Axis<'_>, lines: &[Line]) -> Markup {
    let mut ends: Vec<(f64, f64, &Line)> =
        lines.iter().map(|line| (x.scale.at(line.end.0), y.scale.at(line.end.1), line)).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let wished: Vec<f64> = ends.iter().map(|end| end.1).collect();
    let left = RIGHT + 14.0;
    html! {
        @for ((end_x, end_y, line), place) in ends.into_iter().zip(apart(&wished, LABEL_HEIGHT, BOTTOM)) {
            g class=(line.class) {
                path.lead d={ "M" (px(end_x + 5.0)) " " (px(end_y)) "L" (left - 3.0) " " (px(place)) } {}
                text.label x=(left) y=(px(place + 4.0)) { (cut(&line.label, LONGEST_LABEL)) }
            }
        }
    }
}

/// The labels at the right end must fit.
const _: () = assert!(RIGHT + 14.0 < WIDTH);
