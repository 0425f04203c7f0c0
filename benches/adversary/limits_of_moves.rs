//! The same as `limits` for movement.

use collide2d::{
    Budget, Handle, MoveOptions, Movers, Moves, Moving, Places, Query, SeparateOptions, Separation, Shape,
    SlideOptions, Slides, SweptPairs, Turning, Turns, Vec2, World,
};

use crate::limits::{LIMIT, hold, scenes, settings};
use collide_bench::spread;

/// All scenes.
pub fn run(count: usize) {
    for (name, entity) in scenes() {
        let mut world = World::new(settings());
        let mut handles: Vec<Handle> =
            (0..count).map(|index| world.insert(entity(index)).expect("there is room")).collect();
        // Few enough that the limit is not exceeded by reading them.
        handles.truncate(count / 10);
        world.step_within(0).ok();
        world.refresh();
        for length in [0.2, 50.0, 1e30] {
            let motion = |index: usize| Vec2::from_angle(spread(index).x * 6.3) * length;
            let moving: Vec<(Handle, Vec2)> =
                (0..).map(motion).zip(&handles).map(|(by, handle)| (*handle, by)).collect();
            for movers in [Movers::Ignore, Movers::InOrder] {
                let options = MoveOptions { movers, budget: Budget::of_work(LIMIT), ..MoveOptions::default() };
                let (mut moves, mut here) = (Moves::default(), world.clone());
                hold(&format!("move by {length:e}, {movers:?}, {name}"), || {
                    here.move_batch_into(&moving, &options, &mut moves).is_err()
                });
            }
            let mut swept = SweptPairs::default();
            hold(&format!("swept pairs by {length:e}, {name}"), || {
                world.swept_pairs_into(&moving, Budget::of_work(LIMIT), &mut swept).is_err()
            });
            let asked = |(handle, by): &(Handle, Vec2)| {
                let shape = world.shape(*handle).expect("it exists");
                Query::new(Moving::new(shape, *by).expect("finite")).except(*handle)
            };
            let queries: Vec<Query<Moving>> = moving.iter().map(asked).collect();
            let mut slides = Slides::default();
            hold(&format!("slide by {length:e}, {name}"), || {
                world
                    .queries()
                    .within(Budget::of_work(LIMIT))
                    .slide_batch_into(&queries, &SlideOptions::default(), &mut slides)
                    .is_err()
            });
        }
        let shapes: Vec<Query<Shape>> =
            handles.iter().map(|handle| Query::new(world.shape(*handle).expect("it exists")).except(*handle)).collect();
        let mut places = Places::default();
        hold(&format!("free, {name}"), || {
            world.queries().within(Budget::of_work(LIMIT)).free_batch_into(&shapes, 5.0, &mut places).is_err()
        });
        let mut separation = Separation::default();
        let mut here = world.clone();
        let options = SeparateOptions { budget: Budget::of_work(LIMIT), ..SeparateOptions::default() };
        hold(&format!("separate, {name}"), || here.separate_into(&handles, &options, &mut separation).is_err());
        let doors: Vec<Query<Turning>> = shapes
            .iter()
            .filter_map(
                |query| if let Shape::OrientedRect(rect) = query.what { Some((rect, query.filter)) } else { None },
            )
            .map(|(rect, filter)| {
                let what = Turning::new(rect, rect.center() + Vec2::X, 1.5).expect("finite");
                Query { what, filter }
            })
            .collect();
        let mut turns = Turns::default();
        hold(&format!("turn, {name}"), || {
            world.queries().within(Budget::of_work(LIMIT)).turn_batch_into(&doors, &mut turns).is_err()
        });
    }
}
