//! The standard traits of a world and of answers: iterators, `extend`, `collect`, indices, `mint`.

use collide2d::{Circle, Entity, Hits, Mobility, OrientedRect, Rect, Rotor, Vec2, World};

fn circle(x: f32) -> Circle {
    Circle::new([x, 0.0], 1.0).unwrap()
}

#[test]
fn worlds_are_collected_extended_and_iterated() {
    let mut world: World = [0.0, 1.5, 9.0].map(circle).into_iter().collect();
    world.extend([Entity::fixed(circle(20.0))]);
    world.extend([circle(30.0)]);
    let handles: Vec<_> = world.iter().map(|(handle, _)| handle).collect();
    world.remove(handles[1]).unwrap();
    let mut seen = Vec::new();
    for (handle, entity) in &world {
        assert_eq!(world.entity(handle), Some(entity));
        seen.push((handle, entity.mobility));
    }
    let dynamic = Mobility::Dynamic;
    assert_eq!(
        seen,
        [(handles[0], dynamic), (handles[2], dynamic), (handles[3], Mobility::Static), (handles[4], dynamic)]
    );
    assert!(format!("{:?}", world.iter()).contains("Static"));
    assert_eq!(World::default().iter().next(), None);
}

#[test]
fn answers_are_indexed_and_iterated() {
    let mut world = World::default();
    let [a, b] = [0.0, 1.5].map(|x| world.insert(circle(x)).unwrap());
    let mut hits = Hits::default();
    hits.push(2, [a, b]);
    hits.push(0, []);
    hits.push(1, [b]);
    assert_eq!((&hits[0], &hits[1], &hits[2]), (&[a, b][..], &[][..], &[b][..]));
    assert_eq!((&hits).into_iter().map(<[_]>::len).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(hits.iter().len(), 3);
}

#[test]
#[should_panic(expected = "query 0 of 0")]
fn an_answer_that_is_not_there_has_no_index() {
    let _ = &Hits::default()[0];
}

#[test]
fn constructors_take_arrays_tuples_and_mint() {
    let center = Vec2::new(1.0, 2.0);
    let expected = Circle::new(center, 3.0);
    assert_eq!(Circle::new([1.0, 2.0], 3.0), expected);
    assert_eq!(Circle::new((1.0, 2.0), 3.0), expected);
    assert_eq!(Circle::new(mint::Point2 { x: 1.0, y: 2.0 }, 3.0), expected);
    assert_eq!(Circle::new(mint::Vector2 { x: 1.0, y: 2.0 }, 3.0), expected);
    let half = mint::Vector2 { x: 0.5, y: 0.25 };
    assert_eq!(Rect::from_center(center, half), Rect::new([0.5, 1.75], (1.5, 2.25)));
    let back: mint::Point2<f32> = OrientedRect::new(center, half, Rotor::IDENTITY).unwrap().center().into();
    assert_eq!((back.x, back.y), (1.0, 2.0));
}
