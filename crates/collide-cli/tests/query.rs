//! `collide query`: every kind of query, compared with brute force.

use collide_scenes::SceneKind;
use collide2d::segment_shape;
use collide2d::{
    Capsule, Circle, Entity, Moving, Polygon, Ray, Rect, Segment, Shape, SlideOptions, Touching, Vec2, World, cast_ray,
    cast_segment, distance, relation, sweep,
};
use serde_json::{Value, json};

mod common;
use common::Files;

/// A query of the engine.
enum Asked {
    Shape(Shape),
    Ray(Ray),
    Segment(Segment),
    Sweep(Moving),
}

/// Queries of each kind in turn, on and off the lattice of the scenes with touching shapes.
fn questions() -> (String, Vec<Asked>) {
    let (mut text, mut asked) = (String::new(), Vec::new());
    for n in 0..168_i16 {
        let number = |times: i16, most: i16| f32::from(n * times % most - most / 2) * 0.5;
        let shift = if n % 3 == 0 { 0.1 } else { 0.0 };
        let (at, way) = (Vec2::new(number(37, 83) + shift, number(53, 71)), Vec2::new(number(29, 47), number(31, 41)));
        let (to, radius) = (at + way, f32::from(n % 4));
        let (x, y, dx, dy) = (at.x, at.y, way.x, way.y);
        let circle = Circle::new(at, radius).unwrap();
        let (points, convex) = convex(n, at, radius * 0.25);
        let (row, what) = match n % 7 {
            0 => (json!({"id": n, "x": x, "y": y}), Asked::Shape(Circle::new(at, 0.0).unwrap().into())),
            1 => (json!({"id": n, "x": x, "y": y, "radius": radius}), Asked::Shape(circle.into())),
            2 => (json!({"id": n, "x": x, "y": y, "dx": dx, "dy": dy}), {
                Asked::Ray(Ray::new(at, way, f32::INFINITY).unwrap())
            }),
            3 => (json!({"id": n, "x": x, "y": y, "to_x": to.x, "to_y": to.y}), {
                Asked::Segment(Segment::new(at, to).unwrap())
            }),
            4 => (json!({"id": n, "x": x, "y": y, "radius": radius, "move_x": dx, "move_y": dy}), {
                Asked::Sweep(Moving::new(circle, way).unwrap())
            }),
            5 => (json!({"id": n, "x": x, "y": y, "radius": radius * 0.25, "points": points}), Asked::Shape(convex)),
            _ => (
                json!({"id": n, "x": x, "y": y, "radius": radius * 0.25, "points": points, "move_x": dx, "move_y": dy}),
                Asked::Sweep(Moving::new(convex, way).unwrap()),
            ),
        };
        text += &format!("{row}\n");
        asked.push(what);
    }
    (text, asked)
}

/// A capsule or a polygon, and its points in each of the forms that JSON lines may have.
fn convex(n: i16, at: Vec2, radius: f32) -> (Value, Shape) {
    let a = f32::from(n % 5) - 2.0;
    let capsule = || Capsule::new([a, -1.0], [1.5, a], radius).and_then(|capsule| capsule.at(at)).unwrap().into();
    let polygon = |points: &[[f32; 2]]| Polygon::new(points, radius).and_then(|shape| shape.at(at)).unwrap().into();
    match n % 4 {
        0 => (json!(format!("{a} -1 1.5 {a}")), capsule()),
        1 => (json!([a, -1.0, 1.5, a]), capsule()),
        2 => (json!([[a, -1.0], [1.5, a], [0.0, 3.0]]), polygon(&[[a, -1.0], [1.5, a], [0.0, 3.0]])),
        _ => (json!(format!("{a} 0  0 1  2 2  3 0")), polygon(&[[a, 0.0], [0.0, 1.0], [2.0, 2.0], [3.0, 0.0]])),
    }
}

/// The hits of a query as rows without their first columns, each with its sort key.
fn hits(asked: &Asked, shapes: &[Shape], touching: Touching, near: Option<f32>) -> (&'static str, Vec<(f32, String)>) {
    let each = |of: &dyn Fn(Shape) -> Option<(f32, String)>| {
        let mut all: Vec<_> = shapes
            .iter()
            .enumerate()
            .filter_map(|(id, shape)| of(*shape).map(|(rank, row)| (rank, format!("{id},{row}"))))
            .collect();
        all.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        all
    };
    let plain = |number: f32| number + 0.0;
    let numbers = |points: &[Vec2]| {
        let texts = points.iter().map(|point| format!("{},{}", plain(point.x), plain(point.y)));
        texts.chain(std::iter::repeat(",".to_owned())).take(2).collect::<Vec<_>>().join(",")
    };
    let ray = |hit: collide2d::RayHit| {
        let normal = hit.normal.map_or(",".to_owned(), |n| format!("{},{}", plain(n.x), plain(n.y)));
        (hit.entry, format!(",{},{},,{normal},{}", plain(hit.entry), plain(hit.exit), numbers(&[hit.point])))
    };
    match asked {
        Asked::Shape(asked) if near.is_some() => ("nearest", {
            each(&|shape| {
                let far = distance(*asked, shape);
                (far <= near.unwrap()).then(|| (far, format!("{},,,,,,,,,", plain(far))))
            })
        }),
        Asked::Shape(asked) => ("overlap", {
            each(&|shape| touching.accepts(relation(*asked, shape)).then(|| (0.0, ",,,,,,,,,".to_owned())))
        }),
        Asked::Ray(asked) => ("hit", each(&|shape| cast_ray(asked, shape).map(ray))),
        Asked::Segment(asked) => ("blocked", {
            each(&|shape| {
                let meets = touching.accepts(segment_shape(asked, shape));
                cast_segment(asked, shape).filter(|_| meets).map(ray)
            })
        }),
        Asked::Sweep(asked) => ("impact", {
            each(&|shape| {
                sweep(*asked, shape).map(|impact| {
                    let (normal, points) = (impact.normal, numbers(impact.points.as_slice()));
                    let row = format!(",,,{},{},{},{points}", plain(impact.time), plain(normal.x), plain(normal.y));
                    (impact.time, row)
                })
            })
        }),
    }
}

const HEADER: &str = "query,kind,entity,distance,entry,exit,time,normal_x,normal_y,x1,y1,x2,y2\n";

/// The expected output, by brute force.
fn expected(shapes: &[Shape], asked: &[Asked], touching: Touching, near: Option<(usize, f32)>, mode: &str) -> String {
    let mut text = if mode == "count" { "query,kind,count\n" } else { HEADER }.to_owned();
    for (query, asked) in asked.iter().enumerate() {
        let (kind, mut all) = hits(asked, shapes, touching, near.map(|(_, within)| within));
        let most = match asked {
            Asked::Shape(_) if mode != "first" => near.map_or(usize::MAX, |(count, _)| count),
            Asked::Segment(_) if mode == "all" => 1,
            _ if mode == "first" => 1,
            _ => usize::MAX,
        };
        all.truncate(most);
        match mode {
            "count" => text += &format!("{query},{kind},{}\n", all.len()),
            _ if all.is_empty() && kind == "blocked" => text += &format!("{query},clear,,,,,,,,,,,\n"),
            _ => all.iter().for_each(|(_, row)| text += &format!("{query},{kind},{row}\n")),
        }
    }
    text
}

#[test]
fn every_question_is_answered_as_a_look_at_each_shape_would() {
    let (queries, asked) = questions();
    for kind in [
        SceneKind::Mixed,
        SceneKind::AllTouching,
        SceneKind::PowerLaw,
        SceneKind::Capsules,
        SceneKind::Polygons,
        SceneKind::City,
    ] {
        let scene = kind.generate(150, 5);
        let files = Files::new(&[("shots.jsonl", queries.as_bytes())]);
        let units = files.run(&["gen", kind.name(), "-n", "150", "--seed", "5"], b"").out;
        for (touching, rule) in [(Touching::Closed, "closed"), (Touching::Open, "open")] {
            for mode in ["all", "first", "count"] {
                for (near, more) in [(None, vec![]), (Some((3, 6.0)), vec!["--nearest", "3", "--within", "6"])] {
                    let expected = expected(scene.shapes(), &asked, touching, near, mode);
                    let kinds = ["nearest", "overlap", "hit", "blocked", "clear", "impact"];
                    let seen = kinds.iter().filter(|kind| expected.contains(&format!(",{kind},"))).count();
                    assert_eq!(seen, if mode == "count" { 4 } else { 5 }, "{kind} has hits of every kind: {expected}");
                    for threads in ["1", "2"] {
                        let options = ["--touching", rule, "--mode", mode, "--threads", threads];
                        let arguments = [&["query", "-", "shots.jsonl"], &options[..], &more].concat();
                        let ran = files.run(&arguments, units.as_bytes());
                        assert!(ran.code == 0 && ran.out == expected, "{kind} {arguments:?}: {}", ran.err);
                    }
                }
            }
        }
    }
}

#[test]
fn strategies_answer_alike() {
    let (queries, _) = questions();
    let files = Files::new(&[("shots.jsonl", queries.as_bytes())]);
    let units = files.run(&["gen", "mixed", "-n", "500", "--ticks", "2"], b"").out;
    let ask = |strategy: &str, at: &str| {
        let arguments = ["query", "-", "shots.jsonl", "--at", at, "--strategy", strategy];
        files.run(&arguments, units.as_bytes()).out
    };
    for at in ["1", "0.25"] {
        let answers = ask("auto", at);
        assert!(answers.lines().count() > 100);
        for strategy in ["brute", "grid", "levels", "sweep", "rtree"] {
            assert!(ask(strategy, at) == answers, "{strategy} at {at}");
        }
    }
}

/// Moving shapes slide as in the library; all other rows are answered as without `--slide`.
#[test]
fn moving_shapes_slide() {
    let walls = "id,x,y,width,height\nfloor,0,-0.5,100,1\nwall,9.5,5,1,10\n";
    let players =
        "id,x,y,radius,move_x,move_y\nrunner,0,1,0.5,20,-1\nidle,0,5,0.5,0,0\nstuck,0,0,0.5,0,-1\nwall,9.5,3,,,\n";
    let files = Files::new(&[("walls.csv", walls.as_bytes()), ("players.csv", players.as_bytes())]);
    let ran = files.run(&["query", "walls.csv", "players.csv", "--slide"], b"");
    let header = HEADER.trim_end();
    // It runs into the wall at 8.5, falls along it with what is left, and reaches the floor on half of its way.
    let mut world = World::default();
    let fixed = |at: Vec2, half: Vec2| Entity::fixed(Rect::new(at - half, at + half).unwrap());
    world.insert(fixed(Vec2::new(0.0, -0.5), Vec2::new(50.0, 0.5))).unwrap();
    world.insert(fixed(Vec2::new(9.5, 5.0), Vec2::new(0.5, 5.0))).unwrap();
    let runner = Moving::new(Circle::new(Vec2::new(0.0, 1.0), 0.5).unwrap(), Vec2::new(20.0, -1.0)).unwrap();
    let slide = world.queries().slide(runner, &SlideOptions::default());
    assert_eq!((slide.shape.center(), slide.left), (Vec2::new(8.5, 0.5), Vec2::new(0.0, -0.5)));
    let expected = format!(
        "{header},left_x,left_y\n\
         runner,slide,wall,,,,0.425,1,0,9,0.575,,,,\n\
         runner,slide,floor,,,,0.5,0,-1,8.5,0,,,,\n\
         runner,end,,,,,,,,8.5,0.5,,,0,-0.5\n\
         idle,end,,,,,,,,0,5,,,0,0\n\
         stuck,slide,floor,,,,0,0,-1,0,-0.25,,,,\n\
         stuck,end,,,,,,,,0,0,,,0,-1\n\
         wall,overlap,wall,,,,,,,,,,,,\n",
    );
    assert_eq!((ran.code, ran.out), (0, expected), "{}", ran.err);
    assert!(ran.err.contains("4 queries of 2 shapes, 4 hits"), "{}", ran.err);
    let ran = files.run(&["query", "walls.csv", "players.csv", "--slide", "--mode", "count"], b"");
    assert_eq!(ran.out, "query,kind,count\nrunner,slide,2\nidle,slide,0\nstuck,slide,1\nwall,overlap,1\n");
    let ran = files.run(&["query", "walls.csv", "players.csv", "--slide", "--mode", "first", "--format", "jsonl"], b"");
    let rows: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 6, "{}", ran.out);
    assert_eq!(
        (&rows[1]["kind"], &rows[1]["left"], &rows[2]["query"]),
        (&json!("end"), &json!([0.0, -0.5]), &json!("idle"))
    );
}

/// Free places and doors as in the library.
#[test]
fn places_and_doors() {
    let walls = "id,x,y,width,height\nwall,0,0,2,2\npost,0,7,1,1\n";
    let queries = "id,x,y,radius,width,height,angle,pivot_x,pivot_y,turn\n\
                   spawn,0.5,0,1,,,,,,\nhere,9,9,1,,,,,,\ndeep,0,0,9,,,,,,\n\
                   door,3.5,7,,3,0.5,,5,7,90\nshut,5,7.25,,3,0.5,90,5,5.75,90\n";
    let files = Files::new(&[("walls.csv", walls.as_bytes()), ("queries.csv", queries.as_bytes())]);
    let ran = files.run(&["query", "walls.csv", "queries.csv", "--free", "3"], b"");
    let expected = format!(
        "{HEADER}spawn,place,,,,,,,,2,0,,\n\
         here,place,,,,,,,,9,9,,\n\
         door,turn,,,,,1,,,5,5.5,,\n\
         shut,turn,,,,,1,,,3.5,5.75,,\n",
    );
    assert_eq!((ran.code, ran.out), (0, expected), "{}", ran.err);
    let ran = files.run(&["query", "walls.csv", "queries.csv", "--free", "3", "--mode", "count"], b"");
    assert_eq!(ran.out, "query,kind,count\nspawn,place,1\nhere,place,1\ndeep,place,0\ndoor,turn,0\nshut,turn,0\n");
    let files = Files::new(&[
        ("walls.csv", b"id,x,y,width,height\npost,2,5,1,1\n"),
        ("doors.csv", b"x,y,width,height,pivot_x,pivot_y,turn\n3.5,7,3,0.5,5,7,180\n"),
        ("odd.csv", b"x,y,radius,pivot_x,pivot_y,turn\n3.5,7,3,5,7,180\n"),
    ]);
    let ran = files.run(&["query", "walls.csv", "doors.csv"], b"");
    let cells: Vec<&str> = ran.out.lines().nth(1).unwrap().split(',').collect();
    assert_eq!((cells[1], cells[2]), ("turn", "post"), "{}", ran.out);
    let fraction: f32 = cells[6].parse().unwrap();
    assert!(fraction > 0.05 && fraction < 0.2, "{}", ran.out);
    let ran = files.run(&["query", "walls.csv", "odd.csv"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("turn: needs a rectangle (x,y,width,height)"), "{}", ran.err);
}

/// Sectors of discs, and rows that are none.
#[test]
fn sectors() {
    let units = "id,x,y,radius\nahead,2,0,0.5\nbeside,0,2,0.5\nbehind,-2,0,0.5\nnear,0.5,0,0.25\n";
    let swings = "id,x,y,radius,angle,opening,inner\n\
                  swing,0,0,2,0,90,\nleft,0,0,2,90,90,\nwide,0,0,2,0,270,\nring,0,0,2,0,90,1\nshort,0,0,1.5,0,90,\n";
    let files = Files::new(&[("units.csv", units.as_bytes()), ("swings.csv", swings.as_bytes())]);
    let ran = files.run(&["query", "units.csv", "swings.csv"], b"");
    let row = |query: &str, entity: &str| format!("{query},overlap,{entity},,,,,,,,,,\n");
    let hits = [
        ("swing", "ahead"),
        ("swing", "near"),
        ("left", "beside"),
        ("wide", "ahead"),
        ("wide", "beside"),
        ("wide", "near"),
        ("ring", "ahead"),
        ("short", "ahead"), // touches
        ("short", "near"),
    ];
    let expected: String = hits.iter().map(|(query, entity)| row(query, entity)).collect();
    assert_eq!((ran.code, ran.out), (0, format!("{HEADER}{expected}")), "{}", ran.err);
    let ran = files.run(&["query", "units.csv", "swings.csv", "--touching", "open", "--mode", "count"], b"");
    let counts = "query,kind,count\nswing,overlap,2\nleft,overlap,1\nwide,overlap,3\nring,overlap,1\nshort,overlap,1\n";
    assert_eq!(ran.out, counts, "{}", ran.err);
    for (row, problem) in [
        ("0,0,2,0,400,,", "opening: must be above 0 and below 360"),
        ("0,0,2,0,90,2,", "inner: must be below the outer radius 2, is 2"),
        ("0,0,2,0,,1,", "opening: missing: this is a sector (x,y,radius,angle,opening,inner)"),
        ("0,0,2,,90,,", "angle: missing: this is a sector (x,y,radius,angle,opening,inner)"),
        ("0,0,0,0,90,,", "radius: must be above 0"),
        (
            "0,0,2,30,,,",
            "angle: must be empty: this is a circle (x,y,radius), and a row is one shape; a sector has an opening",
        ),
        ("0,0,,0,90,,", "radius: missing: this is a sector (x,y,radius,angle,opening,inner)"),
        ("0,0,2,0,90,,1", "opening: must be empty: this is a ray"),
    ] {
        let text = format!("x,y,radius,angle,opening,inner,dx\n{row}\n");
        let files = Files::new(&[("units.csv", units.as_bytes()), ("odd.csv", text.as_bytes())]);
        let ran = files.run(&["query", "units.csv", "odd.csv"], b"");
        assert!(ran.code == 2 && ran.err.contains(problem), "{row}: {}", ran.err);
    }
}
