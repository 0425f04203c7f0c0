//! serde reads back what it writes, and rejects what the constructors reject.

use collide_scenes::SceneKind;
use collide2d::report::Report;
use collide2d::{
    Budget, CellSize, Circle, Contact, Entity, EventKind, Handle, History, Hits, Layers, Mobility, Mode, Moving,
    Nearest, OrientedRect, PairOrder, Query, Ray, RayHits, Rect, Rotor, Segment, Settings, Shape, Snapshot, Strategy,
    SweepHits, SweptPair, SweptPairs, Threads, Touching, Vec2, World,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

#[test]
fn shapes_are_written_by_their_fields() {
    let circle = Circle::new(Vec2::new(0.1, -0.0), 1e-45).unwrap();
    let rect = Rect::new(Vec2::ZERO, Vec2::new(3.0, 0.5)).unwrap();
    // A rotor of other than unit length is not normalised.
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
    // Fields with a default may be missing.
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
    // Fields with a default may be missing.
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
    let snapshot = Snapshot::from(world.save());
    let again: Snapshot = from_str(&to_string(&snapshot).unwrap()).unwrap();
    assert_eq!(again, snapshot);
    let mut other = World::default();
    other.restore(again.as_ref()).unwrap();
    assert_eq!(other.fingerprint(), world.fingerprint());
    assert!(other.restore(Snapshot::from(vec![1, 2, 3]).as_ref()).is_err());
}

/// Writes and reads a value, as text and as bytes without names.
fn again<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
    let bytes = postcard::to_allocvec(value).unwrap();
    [from_str(&to_string(value).unwrap()).unwrap(), postcard::from_bytes(&bytes).unwrap()]
}

#[test]
fn settings_come_back() {
    let settings = Settings {
        strategy: Strategy::UniformGrid,
        cell: Some(CellSize::new(2.5).unwrap()),
        touching: Touching::Open,
        threads: Threads::Serial,
        order: PairOrder::AsFound,
        events: true,
        history: History { ticks: 8, teleport_distance: f32::INFINITY },
        ..Settings::default()
    };
    assert_eq!(again(&settings), [settings.clone(), settings.clone()]);
    let [text, bytes] = again(&Settings { threads: Threads::new(3).unwrap(), ..settings });
    for read in [text, bytes] {
        let Threads::Pool(pool) = read.threads else { panic!("a pool") };
        assert_eq!(pool.current_num_threads(), 3);
    }
    // As in a configuration file: missing fields have their defaults.
    let some: Settings = from_str(r#"{"strategy":"rtree","events":true,"history":{"ticks":4}}"#).unwrap();
    let expected = History { ticks: 4, ..History::default() };
    assert_eq!((some.strategy, some.events, some.history), (Strategy::RTree, true, expected));
    for (text, reason) in [
        (r#"{"cell":0}"#, "cell: must be a finite number above 0, is 0"),
        (r#"{"threads":{"pool":0}}"#, "threads: must be at least 1, is 0"),
        (r#"{"stratgy":"auto"}"#, "unknown field `stratgy`"),
    ] {
        let error = from_str::<Settings>(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn results_come_back() {
    let scene = SceneKind::Mixed.generate(400, 3);
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let report: Report = *world.step();
    // Reading the text of an `f64` may be off by one unit in the last place, so an estimate is compared as bytes.
    let [text, bytes] = again(&report);
    assert_eq!((bytes, text.times), (report, report.times));
    assert!(!world.events().is_empty());
    assert_eq!(again(&world.events().to_vec()), [world.events(), world.events()]);
    let mut contacts = Vec::new();
    world.contacts_into(&mut contacts);
    let two_points = |contact: &Option<Contact>| contact.is_some_and(|contact| contact.points.as_slice().len() == 2);
    assert!(contacts.iter().any(two_points), "rects in the scene");
    assert_eq!(again(&contacts), [contacts.clone(), contacts]);
    let mut swept = SweptPairs::default();
    world.swept_pairs_into(&[(handles[0], Vec2::splat(50.0))], Budget::UNLIMITED, &mut swept).unwrap();
    let swept: Vec<SweptPair> = swept.list().to_vec();
    assert!(!swept.is_empty());
    assert_eq!(again(&swept), [swept.clone(), swept]);

    let queries = world.queries();
    let shapes: Vec<_> = scene.shapes()[..20].iter().map(Query::from).collect();
    let ways: Vec<_> = shapes.iter().map(|query| Query::new(Moving::new(query.what, [9.0, 0.0]).unwrap())).collect();
    let rays = [Query::new(Ray::new([0.0, 0.0], [1.0, 0.1], 500.0).unwrap())];
    let (mut hits, mut ray_hits, mut sweep_hits) = (Hits::default(), RayHits::default(), SweepHits::default());
    for mode in [Mode::All, Mode::First(1), Mode::Count] {
        queries.overlap_batch_into(&shapes, mode, &mut hits).unwrap();
        queries.ray_batch_into(&rays, mode, &mut ray_hits).unwrap();
        queries.sweep_batch_into(&ways, mode, &mut sweep_hits).unwrap();
        assert_eq!(again(&hits), [hits.clone(), hits.clone()]);
        assert_eq!(again(&ray_hits), [ray_hits.clone(), ray_hits.clone()]);
        assert_eq!(again(&sweep_hits), [sweep_hits.clone(), sweep_hits.clone()]);
    }
}

#[test]
fn results_that_do_not_fit_together_are_refused() {
    assert_eq!(from_str::<Hits>(r#"{"counts":[2,1],"hits":[]}"#).unwrap().count(0), 2);
    for text in [
        r#"{"counts":[2,1],"hits":[{"slot":0,"generation":0}]}"#,
        r#"{"counts":[],"hits":[{"slot":0,"generation":0}]}"#,
        r#"{"counts":[18446744073709551615,1],"hits":[]}"#,
    ] {
        assert!(from_str::<Hits>(text).is_err(), "{text}");
    }
    let contact = |points: &str| format!(r#"{{"normal":[1,0],"depth":0,"points":{points}}}"#);
    assert_eq!(from_str::<Contact>(&contact("[[1,2]]")).unwrap().points.as_slice(), [Vec2::new(1.0, 2.0)]);
    for points in ["[]", "[[1,2],[3,4],[5,6]]"] {
        assert!(from_str::<Contact>(&contact(points)).is_err(), "{points}");
    }
}
