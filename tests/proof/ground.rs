//! Bodies on floors and below ceilings that are made of tiles, and on slopes.

use collide2d::{MoveOptions, Moves, Rect, Relation, Rotor, Shape, SlideOptions, Vec2, World, relation};

use super::{advance, capsule, circle, kinds, scene};

/// Forty tiles side by side, whose edges are multiples of the size, rounded.
fn row(size: f32, low: f32, high: f32) -> Vec<Shape> {
    let tile = |index: i32| Rect::new([index as f32 * size, low], [(index + 1) as f32 * size, high]).unwrap();
    (0..40).map(|index| tile(index).into()).collect()
}

#[test]
fn p2_js_173_a_box_on_a_floor_of_boxes() {
    for size in [0.1, 0.7, 1.0, 16.0, 32.0] {
        let floor = row(size, -size, 0.0);
        for start in [0.0, 0.137] {
            for shape in kinds((1.5 + start) * size, 0.5 * size, 0.5 * size).into_iter().take(4) {
                let (mut world, body) = scene(floor.iter().copied(), shape);
                let step = 0.1 * size;
                // To the right and back over the seams.
                for tick in 0..600 {
                    let to_the_right = tick < 300;
                    let before = world.shape(body).unwrap();
                    let slide = advance(&mut world, body, [if to_the_right { step } else { -step }, -0.05 * size]);
                    let done = world.shape(body).unwrap().center() - before.center();
                    assert!((done.x.abs() - step).abs() < step * 1e-3, "tick {tick}: {shape:?} moves {done}");
                    let hits = slide.hits();
                    assert!(
                        hits.iter().any(|hit| hit.normal == Vec2::NEG_Y),
                        "tick {tick}: {shape:?} leaves the floor"
                    );
                    assert!(hits.iter().all(|hit| hit.normal == Vec2::NEG_Y), "tick {tick}: {slide:?}");
                }
            }
        }
    }
}

#[test]
fn godot_87477_along_a_ceiling_of_tiles() {
    for size in [0.1, 0.3, 1.0, 16.0] {
        let ceiling = row(size, 0.0, size);
        for shape in kinds(1.5 * size, -0.5 * size, 0.5 * size).into_iter().take(4) {
            for lift in [0.01, 0.3, 2.0] {
                let (mut world, body) = scene(ceiling.iter().copied(), shape);
                for tick in 0..300 {
                    let step = if tick < 150 { 0.23 * size } else { -0.23 * size };
                    let before = world.shape(body).unwrap();
                    let slide = advance(&mut world, body, [step, lift * size]);
                    let now = world.shape(body).unwrap();
                    let done = now.center() - before.center();
                    assert!((done.x - step).abs() < size * 1e-3, "tick {tick}: {shape:?} moves {done}");
                    assert!(slide.hits().iter().all(|hit| hit.normal == Vec2::Y), "{tick}: {slide:?}");
                    assert!(ceiling.iter().all(|tile| relation(*tile, now) != Relation::Interior));
                }
            }
        }
    }
}

#[test]
fn godot_17895_a_body_that_stands_on_a_slope() {
    // 300 a second straight down, 60 ticks a second, on slopes of 5 to 60 degrees.
    for degrees in (5..=60).step_by(5) {
        let along = Rotor::from_degrees(degrees as f32).unwrap().rotate(Vec2::X);
        let slope = capsule((along * -400.0).into(), (along * 400.0).into(), 0.0);
        let high = 20.0 / along.x + 1.0;
        for shape in [Shape::from(circle(0.0, high, 20.0)), capsule([0.0, high], [0.0, high + 20.0], 20.0).into()] {
            let (mut world, body) = scene([slope.into()], shape);
            let stop = SlideOptions { max_bounces: 0, ..SlideOptions::default() };
            let options = MoveOptions { slide: stop, ..MoveOptions::default() };
            let fall = |world: &mut World, options: &MoveOptions<'_>| {
                let mut moves = Moves::default();
                world.move_batch_into(&[(body, Vec2::new(0.0, -5.0))], options, &mut moves).unwrap();
                world.step();
                world.shape(body).unwrap().center()
            };
            let landed = fall(&mut world, &options);
            for _ in 0..100 {
                let now = fall(&mut world, &options);
                assert!(now.distance(landed) < 1e-4, "{degrees} degrees: from {landed} to {now}");
            }
            // By default it slides, by design.
            assert!(fall(&mut world, &MoveOptions::default()).x < landed.x - 0.1);
        }
    }
}
