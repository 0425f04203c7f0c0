//! Walls, seams and corridors.

use collide2d::{Circle, DVec2, Entity, Moving, OrientedRect, Query, Rotor, Shape, SlideOptions, Vec2};

use super::random::times;
use super::{circle, oriented, position, rect, slide, v, world};

#[test]
fn shapes_slide_along_a_straight_wall_in_every_tick() {
    let (world, handles) = world([rect(-1000.0, -1.0, 4000.0, 1.0)]);
    for mut shape in [circle(0.0, 3.0, 1.0), rect(0.0, 2.0, 0.625, 1.75), oriented(0.0, 3.0, v(1.0, 0.5), 0.0)] {
        for tick in 0..100 {
            let before = position(&shape);
            let slid = slide(&world, shape, v(0.25, -0.75));
            assert_eq!(position(&slid.shape).x, before.x + 0.25, "tick {tick}");
            shape = slid.shape;
            if tick > 5 {
                assert_eq!(slid.hits().len(), 1);
                assert_eq!((slid.hits()[0].handle, slid.hits()[0].normal), (handles[0], Vec2::NEG_Y));
                assert_eq!(position(&shape).y, before.y);
            }
        }
    }
}

/// A corridor exactly as wide as the shape, of tiles, and with the smallest gap that there is.
#[test]
fn corridors_as_wide_as_the_mover_let_it_through() {
    let floor = (0..200).map(|i| rect(i as f32, -1.0, 1.0, 1.0));
    let ceiling = (0..200).map(|i| rect(i as f32, 2.0, 1.0, 1.0));
    let (world, _) = world(floor.chain(ceiling));
    for mut shape in [circle(1.0, 1.0, 1.0), rect(0.0, 0.0, 1.0, 2.0), oriented(1.0, 1.0, v(0.5, 1.0), 0.0)] {
        for (tick, y) in [-0.5, 0.5, 0.0, -4.0].into_iter().cycle().enumerate().take(400) {
            let before = position(&shape);
            shape = slide(&world, shape, v(0.375, y)).shape;
            assert_eq!(position(&shape), v(before.x + 0.375, before.y), "tick {tick}, {shape:?}");
        }
    }
}

#[test]
fn seams_of_tiles_do_not_stop_anything() {
    let (world, _) = world((-50..50).map(|i| rect(i as f32 * 0.5, -0.5, 0.5, 0.5)));
    for mut shape in [circle(-20.0, 0.25, 0.25), rect(-20.0, 0.0, 0.5, 0.5), oriented(-20.0, 0.5, v(0.5, 0.5), 90.0)] {
        for tick in 0..300 {
            let before = position(&shape);
            shape = slide(&world, shape, v(0.125, -0.125)).shape;
            assert_eq!(position(&shape), v(before.x + 0.125, before.y), "tick {tick}, {shape:?}");
        }
    }
}

/// Walls at many angles: the speed along each is that of the ideal, up to a few positions in each tick.
#[test]
fn walls_at_any_angle_do_not_slow_the_slide() {
    for degrees in (0..360).step_by(18) {
        let degrees = degrees as f32 + 3.25;
        let rotor = Rotor::from_degrees(degrees).unwrap();
        let along = DVec2::new(rotor.cos().into(), rotor.sin().into());
        let out = along.perp();
        let wall = OrientedRect::new(v(0.0, 0.0), v(1e6, 1.0), rotor).unwrap();
        let (world, _) = world([wall.into()]);
        // 100,000 in the long run.
        let ticks = 5_000 * times().min(20);
        for shape in [circle(0.0, 0.0, 0.5), rect(-0.25, -0.5, 0.5, 1.0), oriented(0.0, 0.0, v(0.5, 0.25), 20.0)] {
            let mut shape = shape.translated((out * 2.0).as_vec2()).unwrap();
            let motion = (along * 0.05 - out * 0.05).as_vec2();
            shape = slide(&world, shape, (out * -3.0).as_vec2()).shape;
            for tick in 0..ticks {
                let before = position(&shape).as_dvec2();
                let slid = slide(&world, shape, motion);
                let way = position(&slid.shape).as_dvec2() - before;
                let spacing = collide2d::swept::spacing(shape).length();
                let lost = 0.05 - way.dot(along);
                assert!(lost.abs() <= 8.0 * spacing + 1e-8, "{degrees} degrees, tick {tick}: lost {lost}, {slid:?}");
                shape = slid.shape;
            }
        }
    }
}

#[test]
fn what_is_passed_and_what_is_left() {
    let (world, handles) = world([rect(4.0, -9.0, 1.0, 18.0), rect(8.0, -9.0, 1.0, 18.0)]);
    let run = Query::new(Moving::new(circle(0.0, 0.0, 1.0), v(10.0, 0.0)).unwrap());
    let slid = world.queries().slide(run, &SlideOptions::default());
    assert_eq!((slid.shape, slid.left), (circle(3.0, 0.0, 1.0), v(7.0, 0.0)));
    assert_eq!((slid.hits()[0].handle, slid.hits()[0].point), (handles[0], v(4.0, 0.0)));
    assert_eq!((slid.hits()[0].normal, slid.hits()[0].time), (Vec2::X, 0.3));
    let pass = |handle, normal: Vec2| handle == handles[0] && normal == Vec2::X;
    let slid = world.queries().slide(run, &SlideOptions { pass: Some(&pass), ..SlideOptions::default() });
    assert_eq!((slid.shape, slid.hits().len()), (circle(7.0, 0.0, 1.0), 1));
    let slid = world.queries().slide(run.except(handles[0]), &SlideOptions::default());
    assert_eq!(slid.shape, circle(7.0, 0.0, 1.0));
    assert_eq!(world.queries().filtered(&|_| false).slide(run, &SlideOptions::default()).left, Vec2::ZERO);
}

#[test]
fn sensors_do_not_block() {
    let (mut world, _) = world([]);
    world.insert(Entity::fixed(rect(4.0, -9.0, 1.0, 18.0)).as_sensor()).unwrap();
    world.step();
    assert_eq!(slide(&world, circle(0.0, 0.0, 1.0), v(10.0, 0.0)).shape, circle(10.0, 0.0, 1.0));
}

/// Out of a wall is free, into it is not; a thin wall is not left through its other side.
#[test]
fn overlapped_blockers_are_left_and_not_entered() {
    let (world, _) = world([rect(0.0, -9.0, 1.0, 18.0)]);
    let at = |x: f32| circle(x, 0.0, 1.0);
    assert_eq!(slide(&world, at(-0.5), v(-4.0, 1.0)).shape, circle(-4.5, 1.0, 1.0));
    assert_eq!(slide(&world, at(-0.5), v(4.0, 1.0)).shape, circle(-0.5, 1.0, 1.0), "slides along the inside");
    assert_eq!(slide(&world, at(-0.5), v(4.0, 0.0)).shape, at(-0.5));
    let stay = SlideOptions { leave_overlapped: false, ..SlideOptions::default() };
    let out = Query::new(Moving::new(at(-0.5), v(-4.0, 0.0)).unwrap());
    assert_eq!(world.queries().slide(out, &stay).shape, at(-0.5));
}

#[test]
fn extreme_numbers_are_no_exception() {
    for scale in [1.0, 1e30, 2_f32.powi(-140)] {
        let [one, two, half] = [1.0, 2.0, 0.5].map(|number| number * scale);
        let (world, _) = world([rect(-8.0 * scale, -one, 16.0 * scale, one)]);
        let slid = slide(&world, circle(0.0, one, half), v(two, -one));
        assert_eq!(slid.shape, circle(two, half, half), "at {scale}");
        let slid = slide(&world, circle(0.0, one, half), v(0.0, -0.25 * scale));
        assert_eq!(slid.shape, circle(0.0, 0.75 * scale, half), "at {scale}");
    }
    let (world, _) = world([]);
    let ball = |x: f32| Shape::from(Circle::new(v(x, 0.0), 1.0).unwrap());
    assert_eq!(slide(&world, ball(3e38), v(3e38, 0.0)).shape, ball(f32::MAX), "it stays in the range of f32");
    assert_eq!(slide(&world, ball(1.0), Vec2::ZERO).shape, ball(1.0));
}

/// The seams of tiles in a slanted row: each stands out from its neighbour by the rounding of its place.
#[test]
fn slanted_seams_do_not_stop_anything() {
    for degrees in [20.0_f32, 45.0, 110.0, 200.0, 333.0] {
        let along = Vec2::from_angle(degrees.to_radians());
        let row = (-10..120).map(|i| {
            let center = along * (i as f32 * 0.5) - along.perp() * 0.25;
            oriented(center.x, center.y, v(0.25, 0.25), degrees)
        });
        let (world, _) = world(row);
        for shape in [circle(0.0, 0.0, 0.25), oriented(0.0, 0.0, v(0.25, 0.25), degrees), rect(-0.2, -0.2, 0.4, 0.4)] {
            let mut shape = shape.translated(along.perp()).unwrap();
            shape = slide(&world, shape, along.perp() * -1.0).shape;
            let before = position(&shape);
            for _ in 0..400 {
                shape = slide(&world, shape, (along - along.perp()) * 0.125).shape;
            }
            let way = (position(&shape) - before).dot(along);
            assert!((way - 50.0).abs() < 0.01, "{degrees} degrees: {way}, {shape:?}");
        }
    }
}

/// A shape moves up to a wall also if the time of the contact, a fraction of the motion, is rounded to the end or the start.
#[test]
fn a_wall_at_the_end_or_the_start_of_a_motion_is_reached() {
    for power in (0..120).step_by(4) {
        let depth = 0.5_f32.powi(power);
        for (start, motion) in [(-1.0, 1.0), (-2.0 * depth, 1.0), (-1.0 - depth, 1.0 + depth), (-1.0, 1e9)] {
            let (world, _) = world([rect(-depth, -5.0, 20.0, 10.0)]);
            for shape in [circle(start, 0.0, 0.0), rect(start, 0.0, 0.0, 0.0), oriented(start, 0.0, v(0.0, 0.0), 0.0)] {
                let end = position(&slide(&world, shape, v(motion, 0.0)).shape).x;
                assert!((end + depth).abs() <= start.abs() * 1e-6, "{end} before {depth}, from {start}");
            }
        }
    }
}
