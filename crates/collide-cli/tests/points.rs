//! Capsules and polygons in files: their columns, and files that `collide convert` writes.

use std::fs;
use std::path::Path;

use collide2d::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

mod common;
use common::{Files, pairs};

const HEADER: &str = "id,x,y,radius,min_x,min_y,max_x,max_y,width,height,cos,sin";

/// The cells of a shape as the command writes them. A polygon with two corners has three points.
fn cells(shape: &Shape) -> String {
    let points = |offsets: &[Vec2]| {
        let numbers: Vec<_> = offsets.iter().map(|offset| format!("{} {}", offset.x, offset.y)).collect();
        numbers.join(" ")
    };
    match shape {
        Shape::Circle(circle) => format!("{},{},{},,,,,,,,,", circle.center().x, circle.center().y, circle.radius()),
        Shape::Rect(rect) => {
            let (min, max) = (rect.min(), rect.max());
            format!(",,,{},{},{},{},,,,,", min.x, min.y, max.x, max.y)
        }
        Shape::OrientedRect(rect) => {
            let (center, size, rotor) = (rect.center(), rect.half_extents() * 2.0, rect.rotor());
            format!("{},{},,,,,,{},{},{},{},", center.x, center.y, size.x, size.y, rotor.cos(), rotor.sin())
        }
        Shape::Capsule(capsule) => {
            let (position, radius) = (capsule.position(), capsule.radius());
            format!("{},{},{radius},,,,,,,,,{}", position.x, position.y, points(&capsule.offsets()))
        }
        Shape::Polygon(polygon) => {
            let (position, radius) = (polygon.position(), polygon.radius());
            let mut offsets = polygon.offsets().to_vec();
            if offsets.len() == 2 {
                offsets.push(offsets[1]);
            }
            format!("{},{},{radius},,,,,,,,,{}", position.x, position.y, points(&offsets))
        }
    }
}

/// Any finite number, often an ordinary one.
fn number() -> impl Strategy<Value = f32> {
    let any = any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |number| number.is_finite());
    prop_oneof![4 => -100.0..100.0_f32, 2 => any, 1 => prop::sample::select(vec![0.0, -0.0, 1.0, 1e-45, f32::MAX, -1e38])]
}

fn point() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(Vec2::from)
}

fn shape() -> impl Strategy<Value = Shape> {
    let size = || number().prop_map(|size| size * size.signum());
    let circle = (point(), size()).prop_filter_map("a circle", |(at, radius)| Circle::new(at, radius).ok());
    let rect = (point(), point()).prop_filter_map("a rect", |(a, b)| Rect::new(a.min(b), a.max(b)).ok());
    // Sizes are written as a whole, so they must be finite.
    let oriented = (point(), 0.0..1e30_f32, 0.0..1e-30_f32, -180.0..180.0_f32)
        .prop_filter_map("a turn", |(at, x, y, d)| {
            OrientedRect::new(at, Vec2::new(x, y), Rotor::from_degrees(d).ok()?).ok()
        });
    let capsule = (point(), point(), point(), size(), any::<bool>())
        .prop_filter_map("a capsule", |(at, a, b, radius, dot)| {
            Capsule::new(a, if dot { a } else { b }, radius).ok()?.at(at).ok()
        });
    let polygon = (point(), vec(point(), 1..8), size())
        .prop_filter_map("a polygon", |(at, points, radius)| Polygon::new(&points, radius).ok()?.at(at).ok());
    prop_oneof![
        1 => circle.prop_map(Shape::from),
        1 => rect.prop_map(Shape::from),
        1 => oriented.prop_map(Shape::from),
        2 => capsule.prop_map(Shape::from),
        2 => polygon.prop_map(Shape::from),
    ]
}

fn read(files: &Files, name: &str) -> String {
    fs::read_to_string(files.path().join(name)).unwrap()
}

fn convert(files: &Files, from: &str, to: &str) {
    let ran = files.run(&["convert", from, to], b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Numbers as text have all their bits, the sign of zero included.
    #[test]
    fn every_shape_is_read_back_to_the_bit(mut shapes in vec(shape(), 1..60)) {
        // So that the file has the column.
        shapes.push(Capsule::new(Vec2::ZERO, Vec2::X, -0.0).unwrap().into());
        let rows: Vec<_> = shapes.iter().enumerate().map(|(id, shape)| format!("{id},{}\n", cells(shape))).collect();
        let text = format!("{HEADER},points\n{}", rows.concat());
        let files = Files::new(&[("a.csv", text.as_bytes())]);
        convert(&files, "a.csv", "b.jsonl");
        convert(&files, "b.jsonl", "c.csv");
        prop_assert_eq!(&read(&files, "c.csv"), &text);
        convert(&files, "c.csv", "d.ctrace");
        convert(&files, "d.ctrace", "e.csv");
        let ticked: String = rows.iter().map(|row| format!("1,{row}")).collect();
        prop_assert_eq!(read(&files, "e.csv"), format!("tick,{HEADER},points\n{ticked}"));
    }
}

#[test]
fn kinds_are_told_by_the_number_of_points() {
    let text = "id,x,y,radius,points\n\
        capsule,1,2,0.5,0 -1 0 1\n\
        dot,,,,3 3 3 3\n\
        point,,,2,3 3\n\
        line,,,,0 0 1 0 1 0\n\
        triangle,-0,0,,\"  0 0\t1 0   -0 1 \"\n\
        circle,1,2,3,\n";
    let files = Files::new(&[("a.csv", text.as_bytes())]);
    convert(&files, "a.csv", "a.jsonl");
    let expected = r#"{"id":"capsule","x":1.0,"y":2.0,"radius":0.5,"points":[[0.0,-1.0],[0.0,1.0]]}
{"id":"dot","x":0.0,"y":0.0,"radius":0.0,"points":[[3.0,3.0],[3.0,3.0]]}
{"id":"point","x":0.0,"y":0.0,"radius":2.0,"points":[[3.0,3.0]]}
{"id":"line","x":0.0,"y":0.0,"radius":0.0,"points":[[0.0,0.0],[1.0,0.0],[1.0,0.0]]}
{"id":"triangle","x":-0.0,"y":0.0,"radius":0.0,"points":[[0.0,0.0],[1.0,0.0],[-0.0,1.0]]}
{"id":"circle","x":1.0,"y":2.0,"radius":3.0}
"#;
    assert_eq!(read(&files, "a.jsonl"), expected);
    convert(&files, "a.jsonl", "b.csv");
    convert(&files, "b.csv", "b.jsonl");
    assert_eq!(read(&files, "b.jsonl"), expected);
    let info = files.run(&["info", "a.csv"], b"").out;
    assert!(info.starts_with("a.csv: 6 shapes (2 capsules, 1 circle, 3 polygons)\n"), "{info}");
}

/// Files without capsules and polygons are written as before.
#[test]
fn the_column_is_only_in_files_that_need_it() {
    let files = Files::new(&[("a.csv", b"id,x,y,radius,points\na,1,2,3,\n")]);
    convert(&files, "a.csv", "b.csv");
    assert_eq!(read(&files, "b.csv"), format!("{HEADER}\na,1,2,3,,,,,,,,\n"));
    let gen_header = |kind: &str| files.run(&["gen", kind, "-n", "1"], b"").out.lines().next().unwrap().to_owned();
    assert_eq!((gen_header("mixed"), gen_header("city")), (HEADER.to_owned(), format!("{HEADER},points")));
}

fn refused(name: &str, text: &str, message: &str) {
    let files = Files::new(&[(name, text.as_bytes())]);
    let ran = files.pairs(&[name]);
    assert_eq!((ran.code, ran.err), (2, format!("error: {name}:{message}\n")), "{text}");
}

#[test]
fn wrong_points_are_named() {
    let row = |cells: &str, message: &str| {
        refused("a.csv", &format!("id,x,y,radius,width,points\nfine,,,,,0 0\na,{cells}\n"), &format!("3: {message}"));
    };
    row(",,,,0 0 1 0 1 inf", "points[2].y: must be a finite number, is inf");
    row(",,,,0 0 1 0 NaN 1", "points[2].x: must be a finite number, is NaN");
    row(",,,,0 0 1 1e39", "points[1].y: must be at most 3.4028235e38 in size, is 1e39");
    row(",,,,0 0 1 0 1", "points: must be pairs of x and y, has an odd count of numbers, 5");
    row(",,,,7", "points: must be pairs of x and y, has an odd count of numbers, 1");
    row(",,,,0 zero", "points[0].y: not a number: \"zero\"");
    let spaces = "separate the numbers of a cell by spaces";
    row(",,,,0;0;1;1", &format!("points[0].x: not a number: \"0;0;1;1\"; {spaces}"));
    row(",,,,\"0,0,1,1\"", &format!("points[0].x: not a number: \"0,0,1,1\"; {spaces}"));
    row(",,,,\"0 0, 1 1\"", &format!("points[0].y: not a number: \"0,\"; {spaces}"));
    row(",,-1,,0 0 1 1", "radius: must not be negative, is -1");
    row(",,-1,,0 0 1 1 2 2", "radius: must not be negative, is -1");
    row("1,,,,0 0 1 1", "y: missing: x is given");
    row(",1,,,0 0", "x: missing: y is given");
    row(",,,4,0 0 1 1", "width: must be empty: this is a capsule (x,y,radius,points), and a row is one shape");
    row(",,,4,0 0", "width: must be empty: this is a polygon (x,y,radius,points), and a row is one shape");
    let far = "must leave all points of the shape finite, is 3e38";
    row("3e38,0,,,3e38 0 0 0", &format!("x: {far}"));
    row("0,3e38,,,0 3e38", &format!("y: {far}"));
    row(",,-1e7,,0 0", "radius: must not be negative, is -1e7");
    row(",,-9999999,,0 0", "radius: must not be negative, is -9999999");
    row(",,-0.0001,,0 0", "radius: must not be negative, is -0.0001");
    row(",,-0.00001,,0 0", "radius: must not be negative, is -1e-5");
    for (count, shown) in [(9, "9"), (31, "31"), (32, "at least 32"), (200, "at least 32")] {
        let parabola: Vec<_> = (0..count).map(|n: i32| format!("{n} {}", n * n)).collect();
        let rule = "points: their convex hull must have at most 8 corners";
        let message = format!("{rule}, has {shown}; split the shape into convex pieces");
        row(&format!(",,,,{}", parabola.join(" ")), &message);
    }
    let square = "0 0 0 2 2 2 2 0 0 1 1 1 1 0 1 2 2 1 1.5 1.5";
    assert_eq!(pairs(&format!("id,points\na,{square}\nb,2 2 3 3\n"), &[]).out, "a,b\na,b\n");
    row(
        ",,,,   ",
        "x: missing: a row is a circle (x,y,radius) or a rectangle (min_x,min_y,max_x,max_y) or a rectangle \
        (x,y,width,height) or a capsule (x,y,radius,points) or a polygon (x,y,radius,points)",
    );
    // A skipped row is reported with the same message.
    let ran = pairs("id,points\na,0 0 0\nb,0 0\n", &["--skip-invalid"]);
    assert!(ran.code == 0 && ran.err.contains("units.csv:2: points: must be pairs of x and y"), "{}", ran.err);
}

#[test]
fn wrong_points_of_json_are_named() {
    let row = |points: &str, message: &str| {
        refused("a.jsonl", &format!("{{\"id\":1,\"points\":{points}}}\n"), &format!("1: {message}"));
    };
    row("[0,0,1,1e39]", "points[1].y: must be at most 3.4028235e38 in size, is 1e+39");
    row("[0,0,1]", "points: must be pairs of x and y, has an odd count of numbers, 3");
    row("[0,0,\"1\",0]", "points[1].x: must be a number, is \"1\"");
    row("[0,0,[1,0]]", "points[1].x: must be a number, is [1,0]");
    row("[[0,0],[1]]", "points[1]: must be a pair of numbers, is [1]");
    row("[[0,0],1,2]", "points[1]: must be a pair of numbers, is 1");
    row("[[0,0],[1,null]]", "points[1].y: must be a number, is null");
    row("7", "points: must be a text or an array of numbers or of pairs, is 7");
    row("\"0 0 inf 0\"", "points[1].x: must be a finite number, is inf");
    for empty in ["[]", "\"\"", "\" \""] {
        row(empty, "points: must be at least one, are none; a shape without points has no such key");
    }
    let files = Files::new(&[("a.jsonl", b"{\"id\":1,\"points\":null}\n")]);
    assert!(files.pairs(&["a.jsonl"]).err.contains("x: missing: a row is a circle"));
}

/// An empty cell is how a row of another kind looks in a table, so the row is what its other cells say.
#[test]
fn an_empty_cell_has_no_points() {
    let kinds = |row: &str| {
        let files = Files::new(&[("a.csv", format!("id,x,y,radius,points\na,{row}\n").as_bytes())]);
        let ran = files.run(&["info", "a.csv"], b"");
        ran.out.lines().next().map_or(ran.err, str::to_owned)
    };
    for blank in ["", "  ", "\"\"", "\" \""] {
        assert_eq!(kinds(&format!("1,2,0.5,{blank}")), "a.csv: 1 shape (1 circle)");
        let message = "error: a.csv:2: x: missing: this is a circle (x,y,radius)\n";
        assert_eq!(kinds(&format!(",,0.5,{blank}")), message);
    }
}

#[test]
fn a_capsule_is_no_door() {
    let files = Files::new(&[("a.csv", b"id,x,y,radius\na,0,0,1\n")]);
    for (points, kind) in [("0 0 1 1", "capsule"), ("0 0 1 1 2 0", "polygon")] {
        let door = format!("id,points,pivot_x,pivot_y,turn\nd,{points},0,0,90\n");
        let ran = files.run(&["query", "a.csv", "-"], door.as_bytes());
        let message = format!("error: -:2: turn: needs a rectangle (x,y,width,height), is a {kind}\n");
        assert_eq!((ran.code, ran.err), (2, message));
    }
    let ran = files.run(&["query", "a.csv", "-"], b"id,x,y,points,dx,dy\nd,1,1,0 0,1,1\n");
    let message = "error: -:2: points: must be empty: this is a ray (x,y,dx,dy,max), and a row is one query\n";
    assert_eq!(ran.err, message);
}

/// A dent, a crossing, an outline of a line and a convex one, as text and as pairs.
#[test]
fn filled_outlines_are_counted() {
    let rows = "points\n0 0 1 0 1 1 0 1\n0 0 3 0 3 1 1 1 1 3 0 3\n0 0 1 1 1 0 0 1\n0 0 2 0 1 0\n";
    let filled = "not convex, the first on line 3: the convex hull is used, which fills dents; \
        split such an outline into convex parts\n";
    let files = Files::new(&[
        ("zones.csv", rows.as_bytes()),
        ("one.jsonl", b"{\"points\":[[0,0],[3,0],[3,1],[1,1],[1,3],[0,3]],\"x\":9,\"y\":9}\n"),
        ("queries.csv", b"points,move_x,move_y\n0 0 3 0 3 1 1 1 1 3 0 3,1,0\n"),
    ]);
    let ran = files.pairs(&["zones.csv"]);
    assert!(ran.err.starts_with(&format!("zones.csv: 2 outlines are {filled}4 shapes: 6 pairs ")), "{}", ran.err);
    let one = filled.replace("the first on line 3", "on line 1");
    let ran = files.pairs(&["one.jsonl"]);
    assert!(ran.err.starts_with(&format!("one.jsonl: 1 outline is {one}")), "{}", ran.err);
    let one = filled.replace("the first on line 3", "on line 2");
    let ran = files.run(&["query", "zones.csv", "queries.csv"], b"");
    assert!(ran.err.contains(&format!("queries.csv: 1 outline is {one}")), "{}", ran.err);
    // What the command writes is convex.
    assert_eq!(files.run(&["convert", "zones.csv", "hulls.csv"], b"").code, 0);
    let ran = files.pairs(&["hulls.csv"]);
    assert!(ran.err.starts_with("4 shapes: 6 pairs "), "{}", ran.err);
}

#[test]
fn the_shapes_of_the_page_are_read() {
    let page = include_str!("../../../docs/command-line.md");
    let shapes = page.split("```csv\n").find(|block| block.starts_with("id,x,y,radius,width")).unwrap();
    let files = Files::new(&[("units.csv", shapes.split("```").next().unwrap().as_bytes())]);
    let info = files.run(&["info", "units.csv"], b"").out;
    assert!(info.starts_with("units.csv: 4 shapes (1 capsule, 1 circle, 1 oriented rect, 1 polygon)\n"), "{info}");
    let ran = files.pairs(&["units.csv"]);
    let shown = page.split_once("$ collide pairs units.csv\n").unwrap().1.split_once("strategy ").unwrap().0;
    let (out, err) = shown.split_at(ran.out.len());
    assert_eq!(ran.out, out);
    assert!(ran.err.starts_with(err), "{err}: {}", ran.err);
}

#[test]
fn the_map_of_the_examples_is_read() {
    let data: std::path::PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "examples", "data"].iter().collect();
    let walls = Path::new(&data).join("walls.csv").display().to_string();
    let players = "id,x,y,radius,move_x,move_y\nleft,-20,0,0.5,60,0\nup,0,-12,0.5,0,30\n";
    let files = Files::new(&[("players.csv", players.as_bytes())]);
    let info = files.run(&["info", &walls], b"").out;
    assert!(info.contains("capsules") && info.contains("polygons"), "{info}");
    let ran = files.run(&["query", &walls, "players.csv", "--slide"], b"");
    assert!(ran.code == 0 && ran.out.contains("left,slide,") && ran.out.contains("up,end,"), "{}{}", ran.out, ran.err);
}
