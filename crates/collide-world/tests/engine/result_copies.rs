//! A clone of an object with results has the results, and is used like the first.

use collide2d::{
    Budget, Circle, Handle, Hits, Interest, Mode, MoveOptions, Moves, Moving, Observer, Query, SeparateOptions,
    Separation, Shape, SlideOptions, Slides, SweptPairs, Vec2, World,
};

fn crowd() -> (World, Vec<Handle>) {
    let mut world = World::default();
    let circle = |index: u16| Circle::new([f32::from(index % 10) * 0.75, f32::from(index / 10) * 0.75], 0.5).unwrap();
    let handles = (0..100).map(|index| world.insert(circle(index)).unwrap()).collect();
    world.step();
    (world, handles)
}

#[test]
fn clones_of_movement_have_its_results() {
    let (start, handles) = crowd();
    let motions: Vec<_> = handles.iter().map(|handle| (*handle, Vec2::new(2.0, 0.5))).collect();
    let (mut moves, mut separation, mut swept) = (Moves::default(), Separation::default(), SweptPairs::default());
    let mut world = start.clone();
    world.move_batch_into(&motions, &MoveOptions::default(), &mut moves).unwrap();
    world.separate_into(&handles, &SeparateOptions::default(), &mut separation).unwrap();
    world.swept_pairs_into(&motions, Budget::UNLIMITED, &mut swept).unwrap();
    assert!(moves.work() > 0 && separation.work() > 0 && swept.work() > 0 && !swept.list().is_empty());

    let (mut more_moves, mut more_separation, mut more_swept) = (moves.clone(), separation.clone(), swept.clone());
    for _ in 0..2 {
        assert_eq!((more_moves.handles(), more_moves.work()), (moves.handles(), moves.work()));
        assert!(more_moves.slides().eq(moves.slides()));
        assert_eq!((more_separation.ends(), more_separation.work()), (separation.ends(), separation.work()));
        assert_eq!((more_swept.list(), more_swept.first_hits()), (swept.list(), swept.first_hits()));
        assert_eq!(more_swept.work(), swept.work());
        let mut world = start.clone();
        world.move_batch_into(&motions, &MoveOptions::default(), &mut more_moves).unwrap();
        world.separate_into(&handles, &SeparateOptions::default(), &mut more_separation).unwrap();
        world.swept_pairs_into(&motions, Budget::UNLIMITED, &mut more_swept).unwrap();
    }
}

#[test]
fn clones_of_answers_have_the_answers() {
    let (world, handles) = crowd();
    let shapes: Vec<Query<Shape>> = handles.iter().map(|handle| world.shape(*handle).unwrap().into()).collect();
    let slide = |query: &Query<Shape>| Query::new(Moving::new(query.what, Vec2::X).unwrap());
    let motions: Vec<_> = shapes.iter().map(slide).collect();
    let (mut hits, mut slides) = (Hits::default(), Slides::default());
    let limited = world.queries().within(Budget { max_candidates_each: 4, ..Budget::UNLIMITED });
    limited.overlap_batch_into(&shapes, Mode::All, &mut hits).unwrap();
    limited.slide_batch_into(&motions, &SlideOptions::default(), &mut slides).unwrap();
    assert!(!hits.stopped().is_empty() && hits.total() > 0);
    let (mut more_hits, mut more_slides) = (hits.clone(), slides.clone());
    for _ in 0..2 {
        assert_eq!((&more_hits, more_hits.stopped(), more_hits.work()), (&hits, hits.stopped(), hits.work()));
        assert!(more_slides.iter().eq(slides.iter()) && more_slides.work() == slides.work());
        limited.overlap_batch_into(&shapes, Mode::All, &mut more_hits).unwrap();
        limited.slide_batch_into(&motions, &SlideOptions::default(), &mut more_slides).unwrap();
    }
}

#[test]
fn clones_of_an_interest_go_on_by_themselves() {
    let (mut world, handles) = crowd();
    let mut interest = Interest::new();
    let ids: Vec<_> = handles.iter().map(|handle| interest.insert(Observer::new(*handle, 1.0, 2.0)).unwrap()).collect();
    interest.update(&world);
    let mut other = interest.clone();
    let views =
        |interest: &Interest| interest.views().map(|(id, view)| (id, view.visible.to_vec())).collect::<Vec<_>>();
    assert_eq!((views(&other), other.report()), (views(&interest), interest.report()));
    assert_eq!(other.observers_of(handles[0]), interest.observers_of(handles[0]));
    for handle in &handles[..10] {
        world.translate(*handle, Vec2::new(0.0, -3.0)).unwrap();
    }
    world.step();
    other.remove(ids[99]).unwrap();
    let (report, fewer) = (*interest.update(&world), *other.update(&world));
    assert!(report.left_count > 0 && fewer.observer_count == 99);
    assert_eq!((other.left(ids[5]), other.visible(ids[5])), (interest.left(ids[5]), interest.visible(ids[5])));
}
