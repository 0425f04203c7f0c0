//! Scenes are what their descriptions say, and the same everywhere.

use collide_core::{Relation, Shape, relation};
use collide_scenes::SceneKind;
use xxhash_rust::xxh3::Xxh3;

/// Every number of a scene, hashed.
fn fingerprint(kind: SceneKind) -> u64 {
    let mut scene = kind.generate(500, 7);
    for _ in 0..30 {
        scene.advance(1.0 / 30.0);
    }
    let mut hash = Xxh3::new();
    for (shape, velocity) in scene.shapes().iter().zip(scene.velocities()) {
        let numbers = match shape {
            Shape::Circle(c) => vec![c.center().x, c.center().y, c.radius()],
            Shape::Rect(r) => vec![r.min().x, r.min().y, r.max().x, r.max().y],
            Shape::OrientedRect(r) => {
                vec![
                    r.center().x,
                    r.center().y,
                    r.half_extents().x,
                    r.half_extents().y,
                    r.rotor().cos(),
                    r.rotor().sin(),
                ]
            }
        };
        for number in numbers.into_iter().chain([velocity.x, velocity.y]) {
            hash.update(&number.to_bits().to_le_bytes());
        }
    }
    hash.digest()
}

#[test]
fn same_numbers_everywhere() {
    let expected = [
        ("uniform", 0x800c_fbcf_d688_7a40),
        ("towns", 0xf02d_6797_d14e_7364),
        ("power-law", 0x9015_8ec3_6ef2_d8dc),
        ("mostly-static", 0x486b_de6d_51ca_b676),
        ("pile", 0xc071_4132_ff81_25a1),
        ("mixed", 0x6872_4561_4478_45af),
        ("all-touching", 0x117b_3293_2009_1f25_u64),
    ];
    let now = SceneKind::ALL.map(|kind| (kind.name(), fingerprint(kind)));
    assert_eq!(now, expected, "{now:#018x?}");
}

/// Touching or overlapping pairs, and those that overlap.
fn pairs(kind: SceneKind, count: usize) -> (usize, usize) {
    let scene = kind.generate(count, 3);
    let (mut closed, mut open) = (0, 0);
    for (index, a) in scene.shapes().iter().enumerate() {
        for b in &scene.shapes()[..index] {
            let relation = relation(a, b);
            closed += usize::from(relation != Relation::Apart);
            open += usize::from(relation == Relation::Interior);
        }
    }
    (closed, open)
}

#[test]
fn pairs_per_entity_are_as_described() {
    let expected = [
        (SceneKind::Uniform, 1.0),
        (SceneKind::Towns, 3.2),
        (SceneKind::PowerLaw, 2.0),
        (SceneKind::MostlyStatic, 1.0),
        (SceneKind::Mixed, 1.0),
    ];
    for (kind, each) in expected {
        let found = pairs(kind, 4_000).0 as f64 / 4_000.0;
        assert!((each * 0.7..each * 1.4).contains(&found), "{kind}: {found} pairs for each entity, not {each}");
    }
    assert!(pairs(SceneKind::Pile, 300).0 > 300 * 100 / 10, "a pile overlaps");
}

#[test]
fn all_touching_touches_and_does_not_overlap() {
    let (closed, open) = pairs(SceneKind::AllTouching, 900);
    assert_eq!(open, 0);
    // 30 rows and 30 columns of neighbours at the least; squares add diagonals.
    assert!(closed >= 2 * 30 * 29, "{closed}");
}

#[test]
fn every_kind_moves_within_its_world_as_described() {
    for kind in SceneKind::ALL {
        let mut scene = kind.generate(2_000, 9);
        let before = scene.shapes().to_vec();
        for _ in 0..300 {
            scene.advance(1.0 / 30.0);
        }
        let moved = before.iter().zip(scene.shapes()).filter(|(a, b)| a != b).count();
        let expected = match kind {
            SceneKind::AllTouching => 0..=0,
            SceneKind::MostlyStatic => 60..=140,
            _ => 1_990..=2_000,
        };
        assert!(expected.contains(&moved), "{kind}: {moved} of 2000 moved");
        for shape in scene.shapes() {
            let bound = shape.aabb();
            let center = (bound.min() + bound.max()) * 0.5;
            let inside = center.cmpge(collide_core::Vec2::splat(-1e-3))
                & center.cmple(collide_core::Vec2::splat(scene.side() + 1e-3));
            assert!(inside.all(), "{kind}: {shape:?} has left the world of {}", scene.side());
        }
        for velocity in scene.velocities().iter().filter(|velocity| velocity.length() > 0.0) {
            assert!((0.49..8.01).contains(&velocity.length()), "{kind}: speed {}", velocity.length());
        }
    }
}

#[test]
fn names_are_read_back() {
    for kind in SceneKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error = "towsn".parse::<SceneKind>().unwrap_err();
    assert!(error.to_string().ends_with("is \"towsn\""), "{error}");
}
