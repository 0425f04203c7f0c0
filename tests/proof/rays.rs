//! Raycasts and lines of sight.

use collide2d::{
    Entity, OrientedRect, Ray, Relation, Rotor, Settings, Shape, Touching, Vec2, World, cast_ray, cast_segment,
    overlaps,
};

use super::exact::{relation_of, side};
use super::{capsule, kinds, polygon, rect, segment};

fn ray(origin: [f32; 2], direction: [f32; 2], max_t: f32) -> Ray {
    Ray::new(origin, direction, max_t).unwrap()
}

#[test]
fn godot_38873_a_segment_inside_of_a_polygon() {
    let room = polygon(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 14.0], [0.0, 10.0]]);
    let hit = cast_segment(&segment([2.0, 2.0], [3.0, 3.0]), room).unwrap();
    assert_eq!((hit.entry, hit.exit, hit.point, hit.normal), (0.0, 1.0, Vec2::new(2.0, 2.0), None));
    // Through the border it still has the entry and the side.
    let hit = cast_segment(&segment([-2.0, 2.0], [2.0, 2.0]), room).unwrap();
    assert_eq!((hit.entry, hit.exit, hit.normal), (0.5, 1.0, Some(Vec2::NEG_X)));
}

#[test]
fn godot_38343_rays_that_enter_leave_and_stay_inside() {
    for shape in kinds(0.0, 0.0, 4.0) {
        // The capsule is half as wide.
        let half = shape.aabb().max().x;
        let hit = cast_segment(&segment([-8.0, 0.0], [0.0, 0.0]), shape).unwrap();
        assert_eq!((hit.entry, hit.exit), (1.0 - half / 8.0, 1.0), "{shape:?}");
        assert_eq!((hit.point, hit.normal), (Vec2::new(-half, 0.0), Some(Vec2::NEG_X)), "{shape:?}");
        let hit = cast_segment(&segment([0.0, 0.0], [8.0, 0.0]), shape).unwrap();
        assert_eq!((hit.entry, hit.exit, hit.normal), (0.0, half / 8.0, None), "{shape:?}");
        let hit = cast_segment(&segment([-1.0, 0.0], [1.0, 0.0]), shape).unwrap();
        assert_eq!((hit.entry, hit.exit, hit.normal), (0.0, 1.0, None), "{shape:?}");
    }
}

#[test]
fn box2d_64_a_ray_beside_an_edge_of_two_points() {
    let (from, to) = ([8.0, 4.0], [13.0, 15.0]);
    // Both ends of the edge are on one side of the ray, so there is no point at (11.33, 11.33).
    assert_eq!(side(from, to, [0.0, 0.0]), side(from, to, [10.0, 10.0]));
    for edge in [Shape::from(capsule([0.0, 0.0], [10.0, 10.0], 0.0)), polygon(&[[0.0, 0.0], [10.0, 10.0]]).into()] {
        assert!(cast_segment(&segment(from, to), edge).is_none());
        // The same ray hits an edge that is long enough.
        assert!(cast_segment(&segment(from, to), capsule([0.0, 0.0], [12.0, 12.0], 0.0)).is_some());
        assert_eq!(cast_segment(&segment([8.0, 4.0], [8.0, 12.0]), edge).unwrap().point, Vec2::new(8.0, 8.0));
    }
}

#[test]
fn construct_2824_rays_at_a_corner() {
    let (x, y) = (64.0, 32.0);
    let corners = [[x, y], [x + 100.0, y], [x + 100.0, y + 100.0], [x, y + 100.0]];
    let turned = OrientedRect::new([x + 50.0, y + 50.0], [50.0, 50.0], Rotor::IDENTITY).unwrap();
    for solid in [Shape::from(rect(x, y, 100.0, 100.0)), turned.into(), polygon(&corners).into()] {
        for index in 0..30 * 30 {
            let [a, b] = [index % 30 + 1, index / 30 + 1].map(|v| v as f32);
            // Into the solid through its corner, and past it, where only the corner is hit.
            let through = cast_ray(&ray([x - a, y - b], [a, b], 9.0), solid).unwrap();
            assert_eq!((through.entry, through.point), (1.0, Vec2::new(x, y)));
            assert!(through.exit > 1.0);
            let past = cast_ray(&ray([x - a, y + b], [a, -b], 9.0), solid).unwrap();
            assert_eq!((past.entry, past.exit, past.point), (1.0, 1.0, Vec2::new(x, y)));
            // Beside the corner by a step of a 1024th there is no hit.
            let beside = [x - a - 1.0 / 1024.0, y + b - 1.0 / 1024.0];
            assert!(cast_ray(&ray(beside, [a, -b], 9.0), solid).is_none());
        }
    }
}

#[test]
fn parry_31_a_segment_of_length_zero() {
    let forward = ray([0.0, 0.0], [1.0, 0.0], f32::MAX);
    for at in [[10.0, 10.0], [10.0, f32::MIN_POSITIVE], [-10.0, 0.0]] {
        assert!(cast_ray(&forward, capsule(at, at, 0.0)).is_none(), "{at:?}");
        assert!(cast_ray(&forward, polygon(&[at, at])).is_none(), "{at:?}");
    }
    let hit = cast_ray(&forward, capsule([10.0, 0.0], [10.0, 0.0], 0.0)).unwrap();
    assert_eq!((hit.entry, hit.exit), (10.0, 10.0));
}

#[test]
fn ncollide_178_a_ray_parallel_to_a_segment() {
    let wall = capsule([2.0, 1.0], [2.0, 0.0], 0.0);
    assert!(cast_ray(&ray([3.0, 0.0], [0.0, 1.0], f32::MAX), wall).is_none());
    assert!(cast_ray(&ray([2.0_f32.next_up(), 0.0], [0.0, 1.0], f32::MAX), wall).is_none());
    // On its line it hits from end to end.
    let hit = cast_ray(&ray([2.0, -1.0], [0.0, 1.0], f32::MAX), wall).unwrap();
    assert_eq!((hit.entry, hit.exit), (1.0, 2.0));
}

#[test]
fn cute_headers_143_the_side_of_a_box_that_a_ray_hits() {
    let solid = rect(100.0, -64.0, 10.0, 64.0);
    let starts = (-63..0).map(|y| y as f32).chain([-37.350_197]);
    for y in starts {
        let hit = cast_ray(&ray([99.0, y], [1.0, 0.0], 2.599_599_8), solid).unwrap();
        assert_eq!((hit.entry, hit.point, hit.normal), (1.0, Vec2::new(100.0, y), Some(Vec2::NEG_X)));
    }
}

#[test]
fn kaplay_1122_rays_from_inside_and_beside_a_turned_rectangle() {
    let rotor = Rotor::from_degrees(30.0).unwrap();
    let turned = OrientedRect::new([0.0, 0.0], [2.0, 1.0], rotor).unwrap();
    let (along, across) = (rotor.rotate(Vec2::X), rotor.rotate(Vec2::Y));
    for degrees in 0..360 {
        let direction = Rotor::from_degrees(degrees as f32).unwrap().rotate(Vec2::X);
        let hit = cast_ray(&Ray::new(Vec2::ZERO, direction, 9.0).unwrap(), turned).unwrap();
        assert!(hit.entry == 0.0 && hit.normal.is_none() && hit.exit >= 1.0 - 1e-6 && hit.exit < 5.0_f32.sqrt() + 1e-6);
    }
    // A ray along the long side, inside of the bounds: it hits exactly if it is not beside the rectangle.
    for (offset, is_hit) in [(1.0 - 1e-6, true), (1.0 + 1e-6, false)] {
        let beside = Ray::new(across * offset - along * 5.0, along, 10.0).unwrap();
        assert!(overlaps(rect(-2.3, -1.9, 4.6, 3.8), segment_of(&beside)));
        assert_eq!(cast_ray(&beside, turned).is_some(), is_hit);
    }
}

fn segment_of(ray: &Ray) -> Shape {
    capsule(ray.origin().into(), ray.at(ray.max_t()).into(), 0.0).into()
}

#[test]
fn wasteland_tactics_15_sight_in_both_directions() {
    const SIDE: usize = 5;
    let center = |cell: usize| [(cell % SIDE) as f32, (cell / SIDE) as f32];
    let mut blocked_count = 0;
    for wall in 0..SIDE * SIDE {
        let [x, y] = center(wall);
        let corners = [[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]];
        let mut world = World::new(Settings::default());
        world.insert(Entity::fixed(rect(x - 0.5, y - 0.5, 1.0, 1.0))).unwrap();
        world.step();
        for pair in 0..(SIDE * SIDE).pow(2) {
            let [a, b] = [center(pair % (SIDE * SIDE)), center(pair / (SIDE * SIDE))];
            let blocked = world.queries().blocked(segment(a, b));
            assert_eq!(blocked, relation_of(&[a, b], &corners) != Relation::Apart, "{a:?} to {b:?}, wall at {x}, {y}");
            assert_eq!(blocked, world.queries().blocked(segment(b, a)));
            blocked_count += usize::from(blocked);
        }
    }
    assert!(blocked_count > 1000);
    // The line of the thread, from (0, 0) to (2, 1), goes through both middle cells.
    for wall in [[1.0, 0.0], [1.0, 1.0]] {
        let tile = rect(wall[0] - 0.5, wall[1] - 0.5, 1.0, 1.0);
        for (from, to) in [([0.0, 0.0], [2.0, 1.0]), ([2.0, 1.0], [0.0, 0.0])] {
            assert!(cast_segment(&segment(from, to), tile).is_some());
        }
    }
}

#[test]
fn combat_extended_694_a_shot_through_the_corner_of_two_tiles() {
    for (touching, is_blocked) in [(Touching::Closed, true), (Touching::Open, false)] {
        let mut world = World::new(Settings { touching, ..Settings::default() });
        for at in [0.0, 1.0] {
            world.insert(Entity::fixed(rect(at, at, 1.0, 1.0))).unwrap();
        }
        world.step();
        for index in 0..20 * 20 {
            let [a, b] = [index % 20 + 1, index / 20 + 1].map(|v| v as f32 / 16.0);
            let shot = segment([1.0 - a, 1.0 + b], [1.0 + a, 1.0 - b]);
            assert_eq!(world.queries().blocked(shot), is_blocked, "{shot:?}");
        }
    }
}
