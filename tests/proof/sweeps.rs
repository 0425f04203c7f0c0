//! Moving shapes: the time of impact.

use collide2d::{
    Budget, Circle, Entity, Moving, Query, Rect, Relation, Rotor, Settings, Shape, SlideOptions, SweptPairs, Vec2,
    World, relation, sweep,
};

use super::{Numbers, capsule, circle, kinds, rect, scene};

fn moving(shape: impl Into<Shape>, motion: [f32; 2]) -> Moving {
    Moving::new(shape.into(), motion).unwrap()
}

#[test]
fn parry_19_a_ball_and_a_turned_line() {
    let line = capsule([1.0, 1.0], [-1.0, 1.0], 0.0).turned(Rotor::from_degrees(-90.0).unwrap()).unwrap();
    assert_eq!(line.points(), [Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0)]);
    let ball = circle(0.0, 0.0, 0.5);
    let hit = sweep(moving(ball, [1.0, 0.0]), line).unwrap();
    assert_eq!((hit.time, hit.normal), (0.5, Vec2::X));
    assert!(sweep(moving(ball, [0.0, 1.0]), line).is_none(), "it moves along the line");
}

#[test]
fn ncollide_214_boxes_of_different_heights() {
    let mover = Rect::from_center([0.0, 0.0], [1.0, 1.0]).unwrap();
    for height in [1.0, 1.5, 0.25, 1000.0] {
        let target = Rect::from_center([10.0, 0.0], [1.0, height]).unwrap();
        // A gap of 8, at 2 and at 1 a second for 16 seconds.
        for (speed, seconds) in [(2.0, 4.0), (1.0, 8.0)] {
            let hit = sweep(moving(mover, [speed * 16.0, 0.0]), target).unwrap();
            assert_eq!((hit.time * 16.0, hit.normal), (seconds, Vec2::X), "height {height}");
        }
    }
}

#[test]
fn box2d_50_shapes_that_overlap_at_the_start() {
    for a in kinds(0.0, 0.0, 1.0) {
        for b in kinds(0.25, 0.5, 1.0) {
            for motion in [[0.0, 0.0], [9.0, 0.0], [-9.0, -9.0]] {
                let hit = sweep(moving(a, motion), b).unwrap();
                assert_eq!(hit.time, 0.0, "{a:?} and {b:?}");
                assert_eq!(hit.normal.length().round(), 1.0);
            }
        }
    }
}

#[test]
fn box2d_935_the_normal_at_the_seams_of_tiles() {
    for size in [0.7, 1.0, 16.0] {
        let mut world = World::new(Settings::default());
        for tile in 0..40 {
            let [left, right] = [tile, tile + 1].map(|edge| edge as f32 * size);
            world.insert(Entity::fixed(Rect::new([left, -size], [right, 0.0]).unwrap())).unwrap();
        }
        world.step();
        for place in 0..2000 {
            let x = (2.0 + place as f32 * 0.018) * size;
            for shape in kinds(x, 0.75 * size, 0.5 * size) {
                for motion in [[0.3, -0.6], [0.0, -1.0], [-0.9, -0.31]] {
                    let cast = Query::new(moving(shape, motion.map(|v| v * size)));
                    let (_, hit) = world.queries().sweep(cast).unwrap();
                    assert_eq!(hit.normal, Vec2::NEG_Y, "{shape:?} by {motion:?}");
                }
            }
        }
    }
}

#[test]
fn box2d_917_a_cast_along_the_ground_at_a_distance_of_6e_8() {
    let top = -0.1_f32;
    let ground = Rect::new([-100.0, -1.0], [100.0, top]).unwrap();
    let gap = 5.960_464_5e-8; // 2^-24
    let low = top + gap;
    assert_eq!(f64::from(low) - f64::from(top), f64::from(gap));
    let bodies = [
        Shape::from(Rect::new([0.45, low], [0.55, 0.1]).unwrap()),
        capsule([0.45, low], [0.55, low], 0.0).into(),
        Circle::new([0.5, low], 0.0).unwrap().into(),
    ];
    for body in bodies {
        assert_eq!(relation(body, ground), Relation::Apart);
        for along in [-40.0, -1.0, 0.001, 1.0, 40.0] {
            assert!(sweep(moving(body, [along, 0.0]), ground).is_none());
            // Down by more than the gap it hits, and the normal has length one.
            let hit = sweep(moving(body, [along, -1e-6]), ground).unwrap();
            assert_eq!(hit.normal, Vec2::NEG_Y);
            let (world, mover) = scene([ground.into()], body);
            let slide = Query::new(moving(body, [along, 0.0])).except(mover);
            let end = world.queries().slide(slide, &SlideOptions::default());
            assert!(end.hits().is_empty() && end.left == Vec2::ZERO);
        }
    }
}

#[test]
fn box2d_552_no_overlap_at_the_time_of_impact() {
    let mut numbers = Numbers(552);
    let mut hits = 0;
    for _ in 0..10_000 {
        let a = circle(numbers.between(-20, 20), numbers.between(-20, 20), numbers.between(0, 4));
        let b = circle(numbers.between(-20, 20), numbers.between(-20, 20), numbers.between(0, 4));
        let motion = Vec2::new(numbers.between(-40, 40), numbers.between(-40, 40));
        if relation(a, b) != Relation::Apart {
            continue;
        }
        let Some(hit) = sweep(moving(a, motion.into()), b) else { continue };
        // The body that moves there by `slide`, without a bounce, is at the contact and overlaps nothing.
        let (world, mover) = scene([b.into()], a);
        let stop = SlideOptions { max_bounces: 0, ..SlideOptions::default() };
        let cast = Query::new(moving(a, motion.into())).except(mover);
        let end = world.queries().slide(cast, &stop).shape;
        assert_ne!(relation(end, b), Relation::Interior, "{a:?} by {motion} to {b:?}");
        assert!(end.center().distance(a.center() + motion * hit.time) < 1e-3);
        hits += 1;
    }
    assert!(hits > 500, "{hits} hits");
}

#[test]
fn rapier_984_two_fast_bodies_that_fly_at_each_other() {
    let mut world = World::new(Settings::default());
    let left = world.insert(circle(-50.0, 0.0, 0.125)).unwrap();
    let right = world.insert(circle(50.0, 0.0, 0.125)).unwrap();
    world.step();
    let mut swept = SweptPairs::default();
    for speed in [100.0, 1000.0, 1e6] {
        let motions = [(left, Vec2::new(speed, 0.0)), (right, Vec2::new(-speed, 0.0))];
        world.swept_pairs_into(&motions, Budget::UNLIMITED, &mut swept).unwrap();
        let [pair] = swept.list() else { panic!("one pair at {speed}") };
        assert_eq!((pair.a, pair.b, pair.impact.normal), (left, right, Vec2::X));
        // They meet after 99.75, half of it each.
        let traveled = f64::from(pair.impact.time) * f64::from(speed);
        assert!((traveled - 49.875).abs() < 1e-4 * 49.875, "{traveled}");
    }
    // One behind the other at the same speed, they do not meet.
    let motions = [(left, Vec2::new(1e4, 0.0)), (right, Vec2::new(1e4, 0.0))];
    world.swept_pairs_into(&motions, Budget::UNLIMITED, &mut swept).unwrap();
    assert!(swept.list().is_empty());
}

#[test]
fn godot_6664_a_ball_at_1000_in_a_closed_room() {
    // Walls of a 64th around a room of 100. At 60 ticks a second the ball moves 16.7 a tick; then a hundred times that.
    let thin = 1.0 / 64.0;
    let walls = [
        rect(-thin, -thin, 100.0 + 2.0 * thin, thin),
        rect(-thin, 100.0, 100.0 + 2.0 * thin, thin),
        rect(-thin, -thin, thin, 100.0 + 2.0 * thin),
        rect(100.0, -thin, thin, 100.0 + 2.0 * thin),
    ];
    for speed in [1000.0 / 60.0, 100_000.0 / 60.0] {
        let (mut world, ball) = scene(walls.map(Shape::from), circle(50.0, 50.0, 1.0));
        let mut velocity = Rotor::from_degrees(37.0).unwrap().rotate(Vec2::X) * speed;
        let mut bounces = 0;
        for tick in 0..2000 {
            let slide = super::advance(&mut world, ball, velocity);
            for hit in slide.hits() {
                let along = velocity.dot(hit.normal);
                if along > 0.0 {
                    velocity -= hit.normal * along * 2.0;
                    bounces += 1;
                }
            }
            let now = world.shape(ball).unwrap();
            assert!(walls.iter().all(|wall| relation(now, *wall) != Relation::Interior), "tick {tick}: {now:?}");
            assert!(now.center().min_element() > 0.0 && now.center().max_element() < 100.0, "tick {tick}: {now:?}");
        }
        assert!(bounces > 300);
    }
}
