//! The plots, as SVG with generic fonts, on white, in colours for colour-blind readers.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::page::grouped_digits;
use super::results::{Contender, Kind, Results, Scene};

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Pixel = (i32, i32);

/// The palette of Okabe and Ito, without yellow, which has low contrast on white.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];
const GREY: RGBColor = RGBColor(110, 110, 110);

/// The size to plot contenders at. All scenes have it.
const USUAL_SIZE: usize = 100_000;

fn text(size: u32, x: HPos, y: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&BLACK).pos(Pos::new(x, y))
}

/// Nanoseconds for an entity and tick against the number of entities, for the scene that was measured at the most
/// sizes.
pub(crate) fn cost(results: &Results) -> Result<String> {
    let sizes = |name: &str| results.scenes.iter().filter(|scene| scene.name == name).count();
    let scene = results.scenes.iter().rev().max_by_key(|scene| sizes(&scene.name)).ok_or("no scene was measured")?;
    let mut scenes: Vec<&Scene> = results.scenes.iter().filter(|other| other.name == scene.name).collect();
    scenes.sort_unstable_by_key(|scene| scene.entities);
    let lines: Vec<(&str, Vec<(f64, f64)>)> = scenes[0]
        .table
        .0
        .iter()
        .map(|Contender { name, .. }| {
            let point = |scene: &&Scene| Some((scene.entities as f64, scene.table.times(name)?.median()));
            (name.as_str(), scenes.iter().filter_map(point).collect())
        })
        .collect();

    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (960, 600)).into_drawing_area();
        root.fill(&WHITE)?;
        draw_cost(&root, (&scene.name, &results.setup.processor), &lines)?;
        root.present()?;
    }
    Ok(svg)
}

fn draw_cost(root: &Area<'_>, (scene, processor): (&str, &str), lines: &[(&str, Vec<(f64, f64)>)]) -> Result<()> {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        (low / 1.4..high * 1.4).log_scale()
    };
    if points().next().is_none() {
        return Err(format!("all contenders were left out of {scene}").into());
    }
    let mut chart = ChartBuilder::on(root)
        .caption(format!("Cost of a tick, scene {scene}, one thread, {processor}"), text(22, HPos::Left, VPos::Top))
        .margin(14)
        .margin_right(190)
        .x_label_area_size(50)
        .y_label_area_size(70)
        .build_cartesian_2d(range(&mut points().map(|point| point.0)), range(&mut points().map(|point| point.1)))?;
    chart
        .configure_mesh()
        .x_desc("entities")
        .y_desc("nanoseconds per entity and tick")
        .x_label_formatter(&|count| grouped_digits(count.round() as usize))
        .y_label_formatter(&|time| format!("{time}"))
        .label_style(text(16, HPos::Center, VPos::Center))
        .axis_desc_style(text(18, HPos::Center, VPos::Center))
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(BLACK.mix(0.05))
        .draw()?;

    // In pixels from here on. Names are at the ends of their lines, if there is room.
    let mut ends = Vec::new();
    for (index, (name, points)) in lines.iter().enumerate() {
        let pixels: Vec<Pixel> = points.iter().map(|point| chart.backend_coord(point)).collect();
        let width = if index == 0 { 4 } else { 2 };
        let style = COLORS[index % COLORS.len()].stroke_width(width);
        root.draw(&PathElement::new(pixels.clone(), style))?;
        pixels.iter().try_for_each(|pixel| marker(root, *pixel, index))?;
        ends.extend(pixels.last().map(|end| (end.1, index, *name)));
    }
    let (left, bottom) = (root.dim_in_pixel().0 as i32 - 180, root.dim_in_pixel().1 as i32 - 70);
    ends.sort_unstable();
    let wished: Vec<i32> = ends.iter().map(|end| end.0).collect();
    for ((_, index, name), y) in ends.into_iter().zip(spread(&wished, 20, bottom)) {
        marker(root, (left, y), index)?;
        root.draw_text(name, &text(17, HPos::Left, VPos::Center), (left + 12, y))?;
    }
    Ok(())
}

/// Circles, triangles or crosses, so that contenders of one colour differ.
fn marker(root: &Area<'_>, at: Pixel, index: usize) -> Result<()> {
    let color = COLORS[index % COLORS.len()];
    match index / COLORS.len() {
        0 => root.draw(&Circle::new(at, 4, color.filled()))?,
        1 => root.draw(&TriangleMarker::new(at, 6, color.filled()))?,
        _ => root.draw(&Cross::new(at, 4, color.stroke_width(2)))?,
    }
    Ok(())
}

/// Ascending positions close to `wished`, at least `gap` apart, and above `bottom` if there is room.
fn spread(wished: &[i32], gap: i32, bottom: i32) -> Vec<i32> {
    let mut places: Vec<i32> = Vec::new();
    for &wish in wished {
        places.push(places.last().map_or(wish, |last| wish.max(last + gap)));
    }
    let mut limit = bottom;
    for place in places.iter_mut().rev() {
        *place = limit.min(*place);
        limit = *place - gap;
    }
    places
}

/// The time of each contender over ours, a panel for each scene.
pub(crate) fn ratios(results: &Results) -> Result<String> {
    const COLUMNS: usize = 2;
    const HEAD: u32 = 60;
    let scenes = usual(&results.scenes);
    let most = scenes.iter().map(|scene| scene.table.0.len()).max().ok_or("no scene was measured")?;
    let all = scenes.iter().flat_map(|scene| scene.table.0.iter().filter_map(|contender| ratio(scene, contender)));
    let (low, high) = all.fold((0.8_f64, 2.0_f64), |(low, high), ratio| (low.min(ratio), high.max(ratio)));

    let rows = scenes.len().div_ceil(COLUMNS);
    let height = HEAD + rows as u32 * (most as u32 * 20 + 90);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (1000, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let (head, body) = root.split_vertically(HEAD);
        let title = format!("Time of each contender / ours, one thread, {}", results.setup.processor);
        head.draw_text(&title, &text(22, HPos::Left, VPos::Top), (14, 12))?;
        let mut left = 14;
        for (kind, what) in
            [(Kind::Published, "published crate"), (Kind::ByHand, "written by hand"), (Kind::Ours, "ours")]
        {
            head.draw(&Rectangle::new([(left, 40), (left + 12, 52)], kind.color().filled()))?;
            head.draw_text(what, &text(16, HPos::Left, VPos::Center), (left + 18, 46))?;
            left += 160;
        }
        for (panel, scene) in body.split_evenly((rows, COLUMNS)).iter().zip(scenes) {
            draw_ratios(panel, scene, (low / 1.1, high * 1.8))?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// Each scene at the usual size, or at the nearest size.
fn usual(scenes: &[Scene]) -> Vec<&Scene> {
    let mut usual: Vec<&Scene> = Vec::new();
    let distance = |scene: &Scene| scene.entities.abs_diff(USUAL_SIZE);
    for scene in scenes {
        match usual.iter_mut().find(|other| other.name == scene.name) {
            Some(other) if distance(scene) < distance(other) => *other = scene,
            Some(_) => {}
            None => usual.push(scene),
        }
    }
    usual
}

fn ratio(scene: &Scene, contender: &Contender) -> Option<f64> {
    Some(contender.times.as_ref()?.over(scene.table.ours()?).median())
}

impl Kind {
    fn color(self) -> RGBColor {
        match self {
            Self::Ours => GREY,
            Self::ByHand => COLORS[5],
            Self::Published => COLORS[0],
        }
    }
}

fn draw_ratios(panel: &Area<'_>, scene: &Scene, (low, high): (f64, f64)) -> Result<()> {
    let others: Vec<&Contender> = scene.table.0.iter().skip(1).collect();
    let caption = format!("{}, {} entities", scene.name, grouped_digits(scene.entities));
    let mut chart = ChartBuilder::on(panel)
        .caption(caption, text(18, HPos::Left, VPos::Top))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(160)
        .build_cartesian_2d((low..high).log_scale(), 0.0..others.len() as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc("time / ours, logarithmic")
        .x_label_formatter(&|ratio| format!("{ratio}"))
        .label_style(text(15, HPos::Center, VPos::Center))
        .axis_desc_style(text(15, HPos::Center, VPos::Center))
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(BLACK.mix(0.05))
        .draw()?;
    // In pixels from the corner of the panel.
    let corner = panel.get_pixel_range();
    let pixel = |x: f64, y: f64| {
        let (x, y) = chart.backend_coord(&(x, y));
        (x - corner.0.start, y - corner.1.start)
    };
    let left = pixel(low, 0.0).0;
    for (contender, place) in others.iter().rev().zip(0..) {
        let (start, middle) = pixel(1.0, f64::from(place) + 0.5);
        panel.draw_text(&contender.name, &text(15, HPos::Right, VPos::Center), (left - 8, middle))?;
        let (end, label) = match ratio(scene, contender) {
            Some(ratio) => (pixel(ratio, 0.0).0, format!("{ratio:.2}")),
            None => (start, "left out, too slow".to_owned()),
        };
        let bar = [(start.min(end), middle - 6), (start.max(end), middle + 6)];
        panel.draw(&Rectangle::new(bar, contender.kind().color().filled()))?;
        panel.draw_text(&label, &text(15, HPos::Left, VPos::Center), (start.max(end) + 5, middle))?;
    }
    let line = [pixel(1.0, 0.0), pixel(1.0, others.len() as f64)];
    panel.draw(&PathElement::new(line, BLACK.stroke_width(1)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::SAMPLE;
    use super::*;

    #[test]
    fn plots_name_all_that_they_show() {
        let results = Results::parse(SAMPLE).unwrap();
        let (cost, ratios) = (cost(&results).unwrap(), ratios(&results).unwrap());
        for svg in [&cost, &ratios] {
            assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
            assert!(["broccoli", "rstar", "one-day sweep"].iter().all(|name| svg.contains(name)), "{svg}");
        }
        assert!(["nanoseconds per entity and tick", "100,000", "scene uniform"].iter().all(|text| cost.contains(text)));
        assert!(
            ["uniform, 100,000 entities", "time / ours", "2.50", "left out"].iter().all(|text| ratios.contains(text))
        );
        assert!(!ratios.contains("1,000 entities"), "one panel for a scene");
    }

    #[test]
    fn names_find_room() {
        assert_eq!(spread(&[10, 12, 100], 20, 200), [10, 30, 100]);
        assert_eq!(spread(&[180, 190, 195], 20, 200), [160, 180, 200]);
    }
}
