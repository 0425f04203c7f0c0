//! The playground over HTTP: its answers, and the requests that it rejects.

mod common;

use std::net::TcpListener;

use collide_viewer::{ServeError, Server};
use collide2d::{
    Capsule, Circle, OrientedRect, Polygon, Rotor, Shape, Vec2, closest_points, contact, distance, relation,
};
use common::{ask, request, serve};
use serde_json::{Value, json};

#[test]
fn the_page_comes_from_here_and_says_what_it_may_load() {
    let address = serve();
    let host = format!("host: {address}");
    let page = request(address, &["GET / HTTP/1.1", &host], "");
    assert_eq!(page.status, 200);
    assert!(page.headers.contains("content-security-policy: default-src 'none'; script-src 'self'"));
    assert!(page.headers.contains("x-content-type-options: nosniff"));
    assert!(!page.body.contains("://"), "the page names no other place");
    for file in ["app.js", "style.css", "icon.svg"] {
        assert_eq!(request(address, &[&format!("GET /{file} HTTP/1.1"), &host], "").status, 200, "{file}");
    }
    for file in ["nothing", "..%2fCargo.toml", "%00"] {
        assert_eq!(request(address, &[&format!("GET /{file} HTTP/1.1"), &host], "").status, 404, "{file}");
    }
}

#[test]
fn answers_are_those_of_the_kernels() {
    let address = serve();
    let rect =
        OrientedRect::new(Vec2::new(0.25, -1.0), Vec2::new(2.0, 0.5), Rotor::from_degrees(30.0).unwrap()).unwrap();
    for (x, y, radius) in [(3.0, 2.0, 1.0), (1.0, 1.0, 1.5), (0.25, -1.0, 0.125), (0.1, 0.2, 0.0)] {
        let circle = Circle::new(Vec2::new(x, y), radius).unwrap();
        let board = json!({"rect": {"x": 0.25, "y": -1.0, "width": 4.0, "height": 1.0, "angle": 30.0}});
        let question = json!({"circle": {"x": x, "y": y, "radius": radius}, "obstacles": [board], "touching": "open"});
        let said = ask(address, &question.to_string());
        assert_eq!(said.status, 200, "{}", said.body);
        let said: Value = serde_json::from_str(&said.body).unwrap();
        let found = &said["obstacles"][0];
        assert_eq!(found["relation"], format!("{:?}", relation(circle, rect)).to_lowercase());
        let center = Circle::new(circle.center(), 0.0).unwrap();
        // The shortest text of an `f32` is read back to the same one.
        let number = |value: &Value| value.as_f64().map(|value| value as f32);
        let nearest = &found["nearest"]["point"];
        let expected = closest_points(center, rect).map(|closest| closest.on_b);
        assert_eq!([number(&nearest[0]), number(&nearest[1])], [expected.map(|at| at.x), expected.map(|at| at.y)]);
        assert_eq!(number(&found["contact"]["depth"]), contact(circle, rect).map(|contact| contact.depth));
    }
}

#[test]
fn capsules_and_polygons_are_answered_by_their_points() {
    let address = serve();
    let capsule = Capsule::new([-1.0, 0.0], [1.0, 0.5], 0.25).unwrap().at([0.5, 1.0]).unwrap();
    let polygon = Polygon::new(&[[0.0, 0.0], [2.0, 0.0], [0.5, 0.5], [0.0, 2.0]], 0.5).unwrap();
    let obstacles = json!([
        {"capsule": {"x": 0.5, "y": 1, "a": [-1, 0], "b": [1, 0.5], "radius": 0.25}},
        {"polygon": {"x": 0, "y": 0, "points": [[0, 0], [2, 0], [0.5, 0.5], [0, 2]], "radius": 0.5}},
    ]);
    for (x, y, radius) in [(3.0, 2.0, 0.5), (0.5, 0.5, 0.0), (3.5, 0.0, 1.0), (0.5, 2.0, 0.5)] {
        let circle = Circle::new(Vec2::new(x, y), radius).unwrap();
        let question = json!({
            "circle": {"x": x, "y": y, "radius": radius}, "obstacles": obstacles, "touching": "closed",
            "lesson": {"name": "points"},
        });
        let said: Value = serde_json::from_str(&ask(address, &question.to_string()).body).unwrap();
        for (index, shape) in [Shape::from(capsule), polygon.into()].into_iter().enumerate() {
            let found = &said["obstacles"][index];
            assert_eq!(found["relation"], format!("{:?}", relation(circle, shape)).to_lowercase());
            assert_eq!(found["distance"].as_f64().map(|value| value as f32), Some(distance(circle, shape)));
            assert_eq!(found["plain_hit"], found["hit"], "{x} {y}");
        }
    }
    let none = json!([{"polygon": {"x": 0, "y": 0, "points": [], "radius": 0}}]);
    let question = json!({"circle": {"x": 0, "y": 0, "radius": 1}, "obstacles": none, "touching": "closed"});
    let refused = ask(address, &question.to_string());
    assert_eq!((refused.status, refused.body.contains("obstacle 0: points: must be at least one")), (422, true));
}

#[test]
fn the_switch_decides_what_a_touch_is() {
    let address = serve();
    let touch = |rule: &str| {
        let circles = json!([{"circle": {"x": 0, "y": 0, "radius": 2}}]);
        let question = json!({"circle": {"x": 3, "y": 4, "radius": 3}, "obstacles": circles, "touching": rule});
        serde_json::from_str::<Value>(&ask(address, &question.to_string()).body).unwrap()
    };
    assert_eq!((&touch("closed")["hit"], &touch("open")["hit"]), (&json!(true), &json!(false)));
    assert_eq!(touch("open")["obstacles"][0]["margin"]["steps"], 0);
}

#[test]
fn a_sweep_names_what_is_met_first() {
    let address = serve();
    let obstacle = |x: i32| json!({"circle": {"x": x, "y": 0, "radius": 1}});
    let question = json!({
        "circle": {"x": 0, "y": 0, "radius": 1}, "obstacles": [obstacle(9), obstacle(6), obstacle(-6)],
        "touching": "closed", "motion": [8, 0],
    });
    let said: Value = serde_json::from_str(&ask(address, &question.to_string()).body).unwrap();
    assert_eq!(said["first"], 1);
    assert_eq!(said["obstacles"][1]["impact"]["time"], 0.5);
    assert_eq!(said["obstacles"][2]["impact"], Value::Null);
}

#[test]
fn what_is_no_question_is_refused() {
    let address = serve();
    let question = |circle: &str, obstacles: &str| {
        ask(address, &format!(r#"{{"circle": {circle}, "obstacles": {obstacles}, "touching": "closed"}}"#))
    };
    let circle = r#"{"x": 0, "y": 0, "radius": 1}"#;
    let refused = question(r#"{"x": 0, "y": 0, "radius": -1}"#, "[]");
    assert_eq!(
        (refused.status, refused.body.as_str()),
        (422, r#"{"error":"circle: radius: must not be negative, is -1"}"#)
    );
    let refused = question(circle, r#"[{"rect": {"x": 1e39, "y": 0, "width": 1, "height": 1}}]"#);
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("obstacle 0: min.x: must be a finite number"), "{}", refused.body);
    let many = format!("[{}]", [format!(r#"{{"circle": {circle}}}"#).as_str(); 33].join(","));
    assert!(question(circle, &many).body.contains("obstacles: must be at most 32, are 33"));
    for (circle, obstacles) in [("{}", "[]"), (circle, "{}"), (circle, r#"[{"rhombus": {}}]"#), ("null", "[")] {
        let status = question(circle, obstacles).status;
        assert!(matches!(status, 400 | 422), "{circle} {obstacles}: {status}");
    }
    assert_eq!(question(circle, &" ".repeat(20_000)).status, 413);
    let host = format!("host: {address}");
    assert_eq!(request(address, &["POST /api/playground HTTP/1.1", &host], "{}").status, 415);
    assert_eq!(request(address, &["GET /api/playground HTTP/1.1", &host], "").status, 405);
}

#[test]
fn other_sites_are_refused() {
    let address = serve();
    let host = format!("host: {address}");
    for path in ["/", "/app.js", "/api/playground"] {
        let line = format!("GET {path} HTTP/1.1");
        assert_eq!(request(address, &[&line, "host: example.com"], "").status, 403, "another name for this machine");
        assert_eq!(request(address, &[&line, &host, "origin: http://example.com"], "").status, 403, "another site");
    }
}

#[test]
fn a_taken_address_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let error = Server::bind(taken.local_addr().unwrap()).unwrap_err();
    assert!(matches!(error, ServeError::Bind { address, .. } if Ok(address) == taken.local_addr().map_err(drop)));
}
