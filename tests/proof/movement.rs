//! Bodies that move along walls.

use collide2d::{
    Capsule, Entity, Handle, Moving, Query, Rect, Relation, Settings, Shape, SlideOptions, Vec2, World, relation,
};

use super::{Numbers, advance, capsule, circle, kinds, polygon, rect, scene};

#[test]
fn bump_lua_33_corners_that_meet_exactly() {
    let (mut world, blue) = scene([rect(16.0, 0.0, 32.0, 32.0).into()], rect(0.0, 32.0, 16.0, 16.0));
    let slide = advance(&mut world, blue, [-5.0, -5.0]);
    assert!(slide.hits().is_empty());
    assert_eq!(slide.shape, rect(-5.0, 27.0, 16.0, 16.0).into());
    // Straight up along the side of the red one: it touches, and nothing stops it.
    let (mut world, blue) = scene([rect(16.0, 0.0, 32.0, 32.0).into()], rect(0.0, 32.0, 16.0, 16.0));
    assert_eq!(advance(&mut world, blue, [0.0, -5.0]).shape, rect(0.0, 27.0, 16.0, 16.0).into());
}

#[test]
fn godot_38367_a_body_that_falls_along_an_aligned_side() {
    // The floor ends at 64, where the left side of the body begins.
    for shape in kinds(72.0, 108.0, 8.0) {
        let floor = rect(0.0, 0.0, 64.0, 100.0);
        let Shape::Rect(_) = shape else {
            let (mut world, body) = scene([floor.into()], shape);
            for _ in 0..200 {
                advance(&mut world, body, [0.0, -0.75]);
            }
            assert_eq!(world.shape(body).unwrap().center(), Vec2::new(72.0, -42.0), "{shape:?}");
            continue;
        };
        // A push against the side does not stop it either.
        for push in [0.0, -1.0] {
            let (mut world, body) = scene([floor.into()], shape);
            for tick in 0..200 {
                let push = if tick > 20 { push } else { 0.0 };
                let slide = advance(&mut world, body, [push, -0.75]);
                assert!(slide.hits().iter().all(|hit| hit.normal == Vec2::NEG_X));
            }
            let end = world.shape(body).unwrap().center();
            assert_eq!(end.y, -42.0);
            assert!(push == 0.0 || end.x < 64.0, "below the floor it moves on to the left: {end}");
        }
    }
}

#[test]
fn godot_58664_a_body_at_2783488() {
    // The distance of two neighbouring numbers is a quarter there.
    let far = 2_783_488.0_f32;
    assert_eq!(far.next_up() - far, 0.25);
    let wall = rect(far + 16.0, far - 1000.0, 32.0, 2000.0);
    for shape in kinds(far, far, 16.0) {
        let (mut world, body) = scene([wall.into()], shape);
        for tick in 0..100 {
            advance(&mut world, body, [2.0, 2.0]);
            let now = world.shape(body).unwrap();
            assert_ne!(relation(now, wall), Relation::Interior, "tick {tick}: {now:?}");
        }
        let end = world.shape(body).unwrap();
        assert_eq!(end.center().y, far + 200.0, "{shape:?}");
        let gap = far + 16.0 - end.aabb().max().x;
        assert!((0.0..=0.5).contains(&gap), "{shape:?}: {gap}");
    }
}

#[test]
fn godot_64747_no_jitter_between_two_walls() {
    // The directions that the body of the thread is sent to and fro: its speeds after each slide.
    let (up, down) = (Vec2::new(6.303_683, 7.879_045), Vec2::new(6.299_03, -31.520_666));
    for walls in [[down, up], [Vec2::new(12.0, -9.6), Vec2::new(12.0, 2.4)]] {
        let lines = walls.map(|along| capsule([0.0, 0.0], (along * 4.0).into(), 0.0));
        let middle = (walls[0].normalize() + walls[1].normalize()).normalize() * 12.0;
        for shape in kinds(middle.x, middle.y, 0.8) {
            let (mut world, body) = scene(lines.map(Shape::from), shape);
            assert!(lines.iter().all(|line| relation(*line, shape) == Relation::Apart));
            for _ in 0..60 {
                advance(&mut world, body, [-80.0 / 60.0, 0.0]);
            }
            // At rest it keeps its place, to the bit.
            let rest = world.shape(body).unwrap();
            for tick in 60..300 {
                advance(&mut world, body, [-80.0 / 60.0, 0.0]);
                let now = world.shape(body).unwrap();
                assert!(now == rest, "tick {tick}: {rest:?}, {now:?}");
                assert!(lines.iter().all(|line| relation(*line, now) != Relation::Interior));
            }
        }
    }
}

/// A platform of 3 to 3.5 above a floor, and a player with these feet below it.
fn platform(player: Shape) -> (World, Handle, Handle) {
    let mut world = World::new(Settings::default());
    world.insert(Entity::fixed(rect(-5.0, -1.0, 10.0, 1.0))).unwrap();
    let platform = world.insert(Entity::fixed(rect(-5.0, 3.0, 10.0, 0.5))).unwrap();
    let player = world.insert(player).unwrap();
    world.step();
    (world, platform, player)
}

#[test]
fn character_controller_2d_80_a_jump_that_ends_in_a_platform() {
    let players = [Shape::from(circle(0.0, 0.5, 0.5)), rect(-0.4, 0.0, 0.8, 1.8).into()];
    for player in players {
        for jump in 0..80 {
            let (mut world, platform, handle) = platform(player);
            let gravity = 0.02;
            let mut speed = (2.0 * gravity * (1.5 + jump as f32 * 0.05)).sqrt();
            let mut highest = 0.0_f32;
            for _ in 0..200 {
                let shape = world.shape(handle).unwrap();
                // The rule: it passes if its feet are below the top at the start of the tick.
                let feet = shape.aabb().min().y;
                let pass = |blocker, _: Vec2| blocker == platform && feet < 3.5;
                let options = SlideOptions { pass: Some(&pass), ..SlideOptions::default() };
                let motion = Query::new(Moving::new(shape, [0.0, speed]).unwrap()).except(handle);
                let slide = world.queries().slide(motion, &options);
                world.set(handle, slide.shape).unwrap();
                world.step();
                let landed = slide.hits().iter().any(|hit| hit.normal.y < 0.0);
                speed = if landed { 0.0 } else { (speed - gravity).max(-0.4) };
                highest = highest.max(world.shape(handle).unwrap().aabb().min().y);
            }
            let feet = world.shape(handle).unwrap().aabb().min().y;
            assert!((feet - if highest >= 3.5 { 3.5 } else { 0.0 }).abs() < 1e-3, "up to {highest}, ends at {feet}");
        }
    }
}

#[test]
fn phaser_1699_no_way_into_solid_tiles_through_one_way_tiles() {
    // Tiles of 32: a row with solid and one-way tiles side by side, on a solid floor.
    let mut numbers = Numbers(1699);
    for map in 0..40 {
        let mut world = World::new(Settings::default());
        let mut solid: Vec<Rect> = vec![rect(-32.0, -32.0, 384.0, 32.0), rect(-64.0, -32.0, 32.0, 320.0)];
        solid.push(rect(352.0, -32.0, 32.0, 320.0));
        let mut one_way = Vec::new();
        for tile in 0..20 {
            let tile_rect = rect((tile % 10) as f32 * 32.0, 32.0 + (tile / 10) as f32 * 64.0, 32.0, 32.0);
            match numbers.next() % 3 {
                0 => solid.push(tile_rect),
                1 => one_way.push(world.insert(Entity::fixed(tile_rect)).unwrap()),
                _ => {}
            }
        }
        for wall in &solid {
            world.insert(Entity::fixed(*wall)).unwrap();
        }
        let player = world.insert(rect(-20.0, 4.0, 12.0, 24.0)).unwrap();
        world.step();
        let pass = |blocker: Handle, normal: Vec2| one_way.contains(&blocker) && normal.y > -0.5;
        let options = SlideOptions { pass: Some(&pass), ..SlideOptions::default() };
        let mut velocity = Vec2::ZERO;
        for tick in 0..1500 {
            if numbers.next().is_multiple_of(20) {
                velocity = Vec2::new(numbers.between(-9, 9), numbers.between(-4, 14));
            }
            velocity.y = (velocity.y - 0.5).max(-12.0);
            let motion = Moving::new(world.shape(player).unwrap(), velocity).unwrap();
            let slide = world.queries().slide(Query::new(motion).except(player), &options);
            world.set(player, slide.shape).unwrap();
            world.step();
            let inside = solid.iter().find(|wall| relation(slide.shape, **wall) == Relation::Interior);
            assert!(inside.is_none(), "map {map}, tick {tick}: {:?} in {inside:?}", slide.shape);
        }
    }
}

#[test]
fn bump_lua_37_no_step_against_the_motion() {
    // An arrow that points to the right lets the player in from above, below and the left.
    let arrow_shape = rect(0.0, 0.0, 32.0, 32.0);
    let mut world = World::new(Settings::default());
    let arrow = world.insert(Entity::fixed(arrow_shape)).unwrap();
    let player = world.insert(rect(8.0, -16.0, 16.0, 16.0)).unwrap();
    world.step();
    let against = |blocker: Handle, normal: Vec2| blocker == arrow && normal.x > -0.5;
    let options = SlideOptions { pass: Some(&against), ..SlideOptions::default() };
    for motion in [[0.0, 4.0], [0.0, 4.0], [0.0, 4.0], [-3.0, 0.0], [-3.0, 0.0], [-3.0, 1.0], [3.0, 0.0]] {
        let before = world.shape(player).unwrap();
        let cast = Query::new(Moving::new(before, motion).unwrap()).except(player);
        let end = world.queries().slide(cast, &options).shape;
        let done = end.center() - before.center();
        assert!(done.dot(Vec2::from(motion)) >= 0.0, "by {done}, and not by {motion:?}");
        assert!(done.length() <= Vec2::from(motion).length());
        world.set(player, end).unwrap();
        world.step();
    }
    // From the right, against the arrow, it is blocked.
    let outside = rect(40.0, 8.0, 16.0, 16.0);
    let cast = Query::new(Moving::new(outside, [-20.0, 0.0]).unwrap()).except(player);
    assert_eq!(world.queries().slide(cast, &options).shape, rect(32.0, 8.0, 16.0, 16.0).into());
}

#[test]
fn godot_rapier_physics_616_slopes_that_get_steeper() {
    let heights: Vec<[f32; 2]> = (0..=24).map(|x| [x as f32, 0.015 * (x * x) as f32]).collect();
    let pieces = |radius: f32| -> Vec<Shape> {
        heights.windows(2).map(|ends| Capsule::new(ends[0], ends[1], radius).unwrap().into()).collect()
    };
    let grounds: Vec<Shape> = heights
        .windows(2)
        .map(|ends| polygon(&[ends[0], ends[1], [ends[1][0], -2.0], [ends[0][0], -2.0]]).into())
        .collect();
    for slope in [pieces(0.0), pieces(0.25), grounds] {
        for shape in [kinds(0.6, 1.2, 0.5)[0], kinds(0.6, 1.2, 0.5)[1], kinds(0.6, 1.2, 0.5)[3]] {
            for speed in [0.083, 0.3] {
                let (mut world, body) = scene(slope.clone(), shape);
                let (mut fall, mut still, mut arrived) = (0.0, 0, false);
                for tick in 0..600 {
                    fall -= 0.005;
                    let before = world.shape(body).unwrap().center();
                    let slide = advance(&mut world, body, [speed, fall]);
                    if slide.hits().iter().any(|hit| hit.normal.y < -0.5) {
                        fall = -0.005;
                    }
                    let now = world.shape(body).unwrap().center();
                    still = if now.distance(before) < speed * 0.05 { still + 1 } else { 0 };
                    assert!(still < 2, "tick {tick}: {shape:?} stops at {now}");
                    arrived |= now.x > 20.0;
                    if arrived {
                        break;
                    }
                }
                assert!(arrived, "{shape:?} at {speed}");
            }
        }
    }
}
