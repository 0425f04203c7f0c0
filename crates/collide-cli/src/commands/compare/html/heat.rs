//! The heat map of the shapes: a square for each part of the extent, darker where there are more.

use std::fmt::Write as _;

use maud::html;

use super::figure::{Drawing, WIDTH};
use super::scale::px;
use super::text::count;
use crate::commands::compare::report::Heat;

/// The number of shades.
const SHADES: usize = 7;
const MOST_HEIGHT: f64 = 300.0;
/// The limit of the squares along a side. More would be too small to see.
const MOST_SQUARES: usize = 96;

pub(super) fn drawing(heat: &Heat) -> Option<Drawing> {
    let (width, counts) = merged(heat);
    let most = counts.iter().copied().max().filter(|most| *most > 0)?;
    let rows = counts.len() / width;
    let side = (WIDTH / width as f64).min(MOST_HEIGHT / rows as f64);
    let mut paths = vec![String::new(); SHADES];
    for (y, row) in counts.chunks(width).enumerate() {
        let mut x = 0;
        // Neighbours of the same shade are drawn as one rectangle.
        for run in row.chunk_by(|a, b| shade(*a, most) == shade(*b, most)) {
            if let Some(path) = run.first().and_then(|value| shade(*value, most)).and_then(|shade| paths.get_mut(shade))
            {
                // Writing to a string never fails.
                let _ = write!(path, "M{x} {y}h{}v1h-{}z", run.len(), run.len());
            }
            x += run.len();
        }
    }
    let (wide, high) = (px(side * width as f64), px(side * rows as f64));
    let left = px((WIDTH - wide) / 2.0);
    let content = html! {
        rect.frame x=(left) y="0.5" width=(wide) height=(high) {}
        g.heat transform={ "translate(" (left) " 0.5) scale(" (side) ")" } {
            @for (shade, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
                path class={ "h" (shade) } d=(path) {}
            }
        }
        text.label x="150" y=(high + 22.0) text-anchor="end" { "shapes in a square: 1" }
        g.heat {
            @for shade in 0..SHADES {
                rect class={ "h" (shade) } x=(158 + shade * 16) y=(high + 12.0) width="16" height="12" {}
            }
        }
        text.label x=(166 + SHADES * 16) y=(high + 22.0) { (count(most)) }
    };
    Some(Drawing { height: high + 30.0, content })
}

/// The shade of a count, by its square root, so that low counts differ from zero. `None` for a count of zero.
fn shade(value: u64, most: u64) -> Option<usize> {
    let share = (value as f64 / most as f64).sqrt();
    (value > 0).then(|| ((share * SHADES as f64).ceil() as usize).clamp(1, SHADES) - 1)
}

/// Merges squares down to the limit. Returns the number of squares in a row, and the counts.
fn merged(heat: &Heat) -> (usize, Vec<u64>) {
    let by = heat.width.max(heat.height).div_ceil(MOST_SQUARES).max(1);
    let width = heat.width.div_ceil(by).max(1);
    let rows: Vec<&[u32]> = heat.counts.chunks(heat.width.max(1)).collect();
    let mut counts = Vec::new();
    for rows in rows.chunks(by) {
        let mut sums = vec![0_u64; width];
        for row in rows {
            for (x, value) in row.iter().enumerate() {
                sums[x / by] += u64::from(*value);
            }
        }
        counts.extend(sums);
    }
    (width, counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_maps_are_merged_and_lose_nobody() {
        let heat = Heat { width: 500, height: 301, counts: vec![3; 500 * 301] };
        let (width, counts) = merged(&heat);
        assert_eq!((width, counts.len() / width), (84, 51));
        assert_eq!(counts.iter().sum::<u64>(), 3 * 500 * 301);
    }

    #[test]
    fn maps_of_nothing_are_not_drawn() {
        assert!(drawing(&Heat { width: 0, height: 0, counts: Vec::new() }).is_none());
        assert!(drawing(&Heat { width: 2, height: 2, counts: vec![0; 4] }).is_none());
        assert!(drawing(&Heat { width: 3, height: 1, counts: vec![0, 7] }).is_some(), "one count is missing");
    }

    #[test]
    fn one_is_never_nobody() {
        assert_eq!([0, 1, 1_000_000].map(|value| shade(value, 1_000_000)), [None, Some(0), Some(SHADES - 1)]);
    }
}
