//! What serde writes comes back as it was, and only what the constructors accept gets in.

use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, EventKind, Handle, Layers, Mobility, Mode, Moving, Nearest, OrientedRect, Query, Ray, Rect, Rotor,
    Segment, Settings, Shape, Snapshot, Strategy, Touching, Vec2, World,
};
use serde_json::{from_str, to_string};

#[test]
fn shapes_are_written_by_their_fields() {
    let circle = Circle::new(Vec2::new(0.1, -0.0), 1e-45).unwrap();
    let rect = Rect::new(Vec2::ZERO, Vec2::new(3.0, 0.5)).unwrap();
    // A rotor that is not of unit length must not be made so.
    let turned = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::from_raw(3.0, 4.0).unwrap()).unwrap();
    for (shape, text) in [
        (Shape::from(circle), r#"{"circle":{"center":[0.1,-0.0],"radius":1e-45}}"#),
        (rect.into(), r#"{"rect":{"min":[0.0,0.0],"max":[3.0,0.5]}}"#),
        (turned.into(), r#"{"oriented_rect":{"center":[0.0,0.0],"half_extents":[1.0,1.0],"rotor":[3.0,4.0]}}"#),
    ] {
        assert_eq!(to_string(&shape).unwrap(), text);
        assert_eq!(format!("{:?}", from_str::<Shape>(text).unwrap()), format!("{shape:?}"));
    }
    for shape in SceneKind::Mixed.generate(500, 1).shapes() {
        assert_eq!(from_str::<Shape>(&to_string(shape).unwrap()).unwrap(), *shape);
    }
}

#[test]
fn what_is_no_shape_is_refused() {
    for (text, reason) in [
        (r#"{"circle":{"center":[0,0],"radius":-1}}"#, "radius: must not be negative, is -1"),
        (r#"{"circle":{"center":[1e39,0],"radius":1}}"#, "center.x: must be a finite number, is inf"),
        (r#"{"circle":{"center":[0,0],"radius":1,"raduis":1}}"#, "unknown field `raduis`"),
        (r#"{"circle":{"center":[0],"radius":1}}"#, "invalid length 1"),
        (r#"{"rect":{"min":[5,0],"max":[4,1]}}"#, "min.x: must not be above the maximum 4, is 5"),
        (
            r#"{"oriented_rect":{"center":[0,0],"half_extents":[1,1],"rotor":[0,0]}}"#,
            "rotor: cos and sin must not both be zero",
        ),
        (r#"{"triangle":{}}"#, "unknown variant `triangle`"),
    ] {
        let error = from_str::<Shape>(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn enums_with_names_are_written_by_name() {
    assert_eq!(to_string(&Touching::ALL).unwrap(), r#"["closed","open"]"#);
    assert_eq!(to_string(&EventKind::ALL).unwrap(), r#"["began","stayed","ended"]"#);
    assert_eq!(to_string(&Mobility::ALL).unwrap(), r#"["dynamic","static","sleeping"]"#);
    for strategy in Strategy::ALL {
        let text = format!("\"{strategy}\"");
        assert_eq!((to_string(&strategy).unwrap(), from_str::<Strategy>(&text).unwrap()), (text, strategy));
    }
    let error = from_str::<Touching>("\"Open\"").unwrap_err().to_string();
    assert!(error.starts_with("unknown variant `Open`, expected `closed` or `open`"), "{error}");
}

#[test]
fn entities_and_handles_come_back() {
    let layers = Layers { category: 2, mask: u64::MAX, group: -3 };
    let plain = Entity::new(Circle::new(Vec2::ONE, 2.0).unwrap());
    let entity = Entity { mobility: Mobility::Sleeping, ..plain.with_data(u64::MAX).with_layers(layers).as_sensor() };
    assert_eq!(from_str::<Entity>(&to_string(&entity).unwrap()).unwrap(), entity);
    // What is by default may be left out.
    assert_eq!(from_str::<Entity>(r#"{"shape":{"circle":{"center":[1,1],"radius":2}}}"#).unwrap(), plain);
    let handle = World::default().insert(plain).unwrap();
    assert_eq!(to_string(&handle).unwrap(), r#"{"slot":0,"generation":0}"#);
    assert_eq!(from_str::<Handle>(&to_string(&handle).unwrap()).unwrap(), handle);
}

#[test]
fn questions_come_back() {
    let handle = World::default().insert(Circle::new(Vec2::ONE, 2.0).unwrap()).unwrap();
    let point = Circle::new(Vec2::ZERO, 0.0).unwrap();
    let text = to_string(&Query::from(point).except(handle).on(Layers::ALL).solid()).unwrap();
    assert_eq!(from_str::<Query<Shape>>(&text).unwrap(), Query::from(point).except(handle).on(Layers::ALL).solid());
    for max_t in [0.0, 1.5, f32::INFINITY] {
        let ray = Ray::new(Vec2::ONE, Vec2::X, max_t).unwrap();
        assert_eq!(from_str::<Ray>(&to_string(&ray).unwrap()).unwrap(), ray);
        let nearest = Nearest { within: max_t, count: usize::MAX, ..Nearest::to(point) };
        assert_eq!(from_str::<Nearest>(&to_string(&nearest).unwrap()).unwrap(), nearest);
    }
    let segment = Segment::new(Vec2::ZERO, Vec2::ONE).unwrap();
    // What is by default may be left out.
    assert_eq!(from_str::<Query<Segment>>(r#"{"what":{"from":[0,0],"to":[1,1]}}"#).unwrap(), segment.into());
    let moving = Moving::new(point, Vec2::Y).unwrap();
    assert_eq!(from_str::<Moving>(&to_string(&moving).unwrap()).unwrap(), moving);
    assert_eq!(to_string(&[Mode::All, Mode::First(3), Mode::Count]).unwrap(), r#"["all",{"first":3},"count"]"#);
    let error = from_str::<Ray>(r#"{"origin":[0,0],"direction":[0,0],"max_t":null}"#).unwrap_err().to_string();
    assert!(error.starts_with("direction: x and y must not both be zero"), "{error}");
}

#[test]
fn a_snapshot_is_bytes() {
    let mut world = World::new(Settings::default());
    SceneKind::Mixed.generate(50, 1).shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
    world.step();
    let snapshot = world.snapshot();
    let again: Snapshot = from_str(&to_string(&snapshot).unwrap()).unwrap();
    assert_eq!(again, snapshot);
    let mut other = World::default();
    other.restore(again.as_ref()).unwrap();
    assert_eq!(other.fingerprint(), world.fingerprint());
    assert!(other.restore(Snapshot::from(vec![1, 2, 3]).as_ref()).is_err());
}
