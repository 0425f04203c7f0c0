//! Capsules and polygons that slide, look for a place, and are between two ticks: compared with the library.

use collide_scenes::SceneKind;
use collide2d::{
    Capsule, Entity, Moving, Polygon, Settings, Shape, SlideOptions, Vec2, World, overlaps, overlaps_interior,
};

mod common;
use common::Files;

const WALLS: &str = "id,x,y,radius,points\n\
    hedge,0,-2,0.5,-20 0 20 0\n\
    ramp,8,0,0,-3 -1.5 3 -1.5 3 2\n\
    post,-8,0,1,0 0 0 0\n\
    rock,-3,5,0.25,-1 -1 1 -1 1.5 0.5 0 1\n";

fn capsule(at: [f32; 2], a: [f32; 2], b: [f32; 2], radius: f32) -> Shape {
    Capsule::new(a, b, radius).and_then(|capsule| capsule.at(at)).unwrap().into()
}

fn polygon(at: [f32; 2], points: &[[f32; 2]], radius: f32) -> Shape {
    Polygon::new(points, radius).and_then(|polygon| polygon.at(at)).unwrap().into()
}

/// A world with the shapes of [`WALLS`].
fn walls() -> World {
    let mut world = World::new(Settings::default());
    for shape in [
        capsule([0.0, -2.0], [-20.0, 0.0], [20.0, 0.0], 0.5),
        polygon([8.0, 0.0], &[[-3.0, -1.5], [3.0, -1.5], [3.0, 2.0]], 0.0),
        capsule([-8.0, 0.0], [0.0; 2], [0.0; 2], 1.0),
        polygon([-3.0, 5.0], &[[-1.0, -1.0], [1.0, -1.0], [1.5, 0.5], [0.0, 1.0]], 0.25),
    ] {
        world.insert(Entity::new(shape)).unwrap();
    }
    world.refresh();
    world
}

/// Shapes and moves, as rows and as values.
fn players() -> (String, Vec<(Shape, Vec2)>) {
    let shapes = [
        ("0,0,0.5,-0.5 0 0.5 0", capsule([0.0, 0.0], [-0.5, 0.0], [0.5, 0.0], 0.5)),
        ("0,2,0,-1 0 1 0 0 1", polygon([0.0, 2.0], &[[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 0.0)),
        ("-5,1,0.25,0 0 0 1 1 1", polygon([-5.0, 1.0], &[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]], 0.25)),
        ("-3,5,0.125,0 -1 0 1", capsule([-3.0, 5.0], [0.0, -1.0], [0.0, 1.0], 0.125)),
    ];
    let moves = [[20.0, -1.0], [9.0, -3.0], [-9.0, 0.5], [0.0, -12.0]];
    let (mut text, mut values) = ("x,y,radius,points,move_x,move_y\n".to_owned(), Vec::new());
    for (cells, shape) in shapes {
        for by in moves {
            text += &format!("{cells},{},{}\n", by[0], by[1]);
            values.push((shape, Vec2::from(by)));
        }
    }
    (text, values)
}

#[test]
fn they_slide_as_in_the_library() {
    let (text, players) = players();
    let files = Files::new(&[("walls.csv", WALLS.as_bytes()), ("players.csv", text.as_bytes())]);
    let ran = files.run(&["query", "walls.csv", "players.csv", "--slide"], b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ends: Vec<&str> = ran.out.lines().filter(|line| line.split(',').nth(1) == Some("end")).collect();
    let (world, names) = (walls(), ["hedge", "ramp", "post", "rock"]);
    let mut hits = 0;
    for (index, (shape, by)) in players.iter().enumerate() {
        let slide = world.queries().slide(Moving::new(*shape, *by).unwrap(), &SlideOptions::default());
        let (at, left) = (slide.shape.center() + Vec2::ZERO, slide.left + Vec2::ZERO);
        let end = format!("{index},end,,,,,,,,{},{},,,{},{}", at.x, at.y, left.x, left.y);
        assert_eq!(ends[index], end);
        for hit in slide.hits() {
            let start = format!("{index},slide,{},", names[hit.handle.slot() as usize]);
            assert!(ran.out.lines().any(|line| line.starts_with(&start)), "{start}: {}", ran.out);
            hits += 1;
        }
        // A shape that starts outside of all others ends outside.
        let is_free = |shape: &Shape| world.iter().all(|(_, entity)| !overlaps_interior(shape, entity.shape));
        assert!(is_free(&slide.shape) || !is_free(shape));
    }
    assert!(hits > 8, "{}", ran.out);
}

#[test]
fn they_find_places_as_in_the_library() {
    let (text, players) = players();
    let rows: Vec<String> = text.lines().map(|line| line.rsplitn(3, ',').nth(2).unwrap().to_owned() + "\n").collect();
    let files = Files::new(&[("walls.csv", WALLS.as_bytes()), ("players.csv", rows.concat().as_bytes())]);
    let ran = files.run(&["query", "walls.csv", "players.csv", "--free", "9"], b"");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let world = walls();
    let mut expected = Vec::new();
    for (index, (shape, _)) in players.iter().enumerate() {
        let place = world.queries().free(*shape, 9.0).unwrap().center() + Vec2::ZERO;
        expected.push(format!("{index},place,,,,,,,,{},{},,", place.x, place.y));
    }
    assert_eq!(ran.out.lines().skip(1).collect::<Vec<_>>(), expected);
}

/// Half of the way, as a shape that keeps its form is interpolated.
fn halfway(from: &Shape, to: &Shape) -> Shape {
    let half = |a: f32, b: f32| (f64::from(a) + (f64::from(b) - f64::from(a)) * 0.5) as f32;
    let (a, b) = (from.center(), to.center());
    let at = Vec2::new(half(a.x, b.x), half(a.y, b.y));
    match from {
        Shape::Circle(circle) => collide2d::Circle::new(at, circle.radius()).map(Shape::from),
        Shape::Capsule(capsule) => capsule.at(at).map(Shape::from),
        Shape::Polygon(polygon) => polygon.at(at).map(Shape::from),
        Shape::Rect(_) | Shape::OrientedRect(_) => unreachable!("not in these scenes"),
    }
    .unwrap()
}

#[test]
fn they_are_between_two_ticks() {
    for kind in [SceneKind::Capsules, SceneKind::Polygons, SceneKind::City] {
        let mut scene = kind.generate(300, 1);
        let before = scene.shapes().to_vec();
        scene.advance(1.0 / 30.0);
        let now: Vec<Shape> = before.iter().zip(scene.shapes()).map(|(from, to)| halfway(from, to)).collect();
        let asked = [
            capsule([0.0; 2], [-9.0, -9.0], [9.0, 9.0], 0.5),
            polygon([0.0; 2], &[[0.0, 8.0], [8.0, 0.0], [3.0, -5.0]], 0.0),
        ];
        let files = Files::new(&[("asked.csv", b"radius,points\n0.5,-9 -9 9 9\n,0 8 8 0 3 -5\n")]);
        let units = files.run(&["gen", kind.name(), "-n", "300", "--ticks", "2"], b"").out;
        let found = files.run(&["query", "-", "asked.csv", "--at", "0.5"], units.as_bytes());
        let mut expected = Vec::new();
        for (index, asked) in asked.iter().enumerate() {
            let hits = now.iter().enumerate().filter(|(_, shape)| overlaps(asked, *shape));
            expected.extend(hits.map(|(id, _)| format!("{index},overlap,{id},,,,,,,,,,")));
        }
        assert!(expected.len() > 40, "{kind}");
        assert_eq!(found.out.lines().skip(1).collect::<Vec<_>>(), expected, "{kind}: {}", found.err);
    }
}

/// One whose radius changes stays as it was; so does one that becomes another kind. One whose points change moves on.
#[test]
fn one_that_changes_its_form_stays() {
    let text = "tick,id,x,y,radius,points\n\
        0,grows,0,0,1,0 0 1 0\n0,bends,0,10,0,0 0 1 0 0 1\n0,turns,0,20,0,0 0 1 0\n0,moves,0,30,0,0 0 1 0\n\
        1,grows,8,0,2,0 0 1 0\n1,bends,8,10,0,0 0 1 0 0 2\n1,turns,8,20,0,0 0 1 0 0 1\n1,moves,8,30,0,0 0 1 0\n";
    let asked = "x,y,radius\n0,0,0\n4.25,10.25,0\n0,20,0\n4.5,30,0\n";
    let files = Files::new(&[("match.csv", text.as_bytes()), ("asked.csv", asked.as_bytes())]);
    let ran = files.run(&["query", "match.csv", "asked.csv", "--at", "0.5"], b"");
    let hits: Vec<_> = ran.out.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
    assert_eq!(hits, ["grows", "bends", "turns", "moves"], "{}{}", ran.out, ran.err);
    let near = files.run(&["query", "match.csv", "asked.csv", "--at", "0.5", "--teleport-distance", "7"], b"");
    assert_eq!(near.out.lines().count(), 3, "both moves are teleports: {}", near.out);
}
