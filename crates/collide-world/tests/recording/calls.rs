//! Every question and every call of a world is recorded, and compared by a replay.

use collide2d::error::Phase;
use collide2d::{
    Budget, Entity, Handle, History, Hits, Interest, Layers, Mode, MoveOptions, Movers, Moves, Moving, Nearest,
    Observer, Places, PushRule, Question, Ray, Sector, Segment, SeparateOptions, Separation, Settings, Shape,
    SlideOptions, SweptPairs, Trace, TraceTick, Vec2, World,
};

use crate::{circle, door, recorded, ticks};

/// A question of every kind. A new kind does not compile until it is listed here.
fn questions() -> Vec<Question<'static>> {
    let (shape, all) = (Shape::from(circle(0.5)), Mode::All);
    let (ray, segment) = (Ray::new(Vec2::ZERO, Vec2::X, 9.0).unwrap(), Segment::new(Vec2::ZERO, Vec2::X).unwrap());
    let moving = Moving::new(shape, Vec2::new(3.0, 1.0)).unwrap();
    let sector = Sector::new(Vec2::ZERO, Vec2::X, Vec2::Y, 2.0).unwrap();
    let name = |question: &Question<'_>| match question {
        Question::Overlap(..)
        | Question::Nearest(_)
        | Question::Ray(..)
        | Question::Segment(..)
        | Question::Sweep(..)
        | Question::Blocked(_)
        | Question::Slide(..)
        | Question::Free(..)
        | Question::Turn(_)
        | Question::Sector(..) => question.name(),
    };
    let questions = vec![
        Question::Overlap(vec![shape.into()].into(), all),
        Question::Nearest(vec![Nearest::to(shape).into()].into()),
        Question::Ray(vec![ray.into()].into(), all),
        Question::Segment(vec![segment.into()].into(), all),
        Question::Sweep(vec![moving.into()].into(), all),
        Question::Blocked(vec![segment.into()].into()),
        Question::Slide(
            vec![moving.into()].into(),
            SlideOptions { max_bounces: 3, leave_overlapped: false, pass: None },
        ),
        Question::Free(vec![shape.into()].into(), 5.0),
        Question::Turn(vec![door(Vec2::ZERO).into()].into()),
        Question::Sector(vec![sector.into()].into(), all),
    ];
    let names: Vec<_> = questions.iter().map(name).collect();
    assert_eq!(names, ["overlap", "nearest", "ray", "segment", "sweep", "blocked", "slide", "free", "turn", "sector"]);
    questions
}

/// A limit of candidates changes a free place, of one query and of a batch.
#[test]
fn limits_of_free_places_are_recorded() {
    let mut world: World = [circle(0.0); 40].into_iter().collect();
    world.start_recording();
    for max_candidates_each in [39, 40, u64::MAX] {
        let queries = world.queries().within(Budget { max_candidates_each, ..Budget::UNLIMITED });
        let mut places = Places::default();
        queries.free_batch_into(&[circle(0.0).into()], 9.0, &mut places).unwrap();
        assert_eq!(places.list(), [queries.free(circle(0.0), 9.0)]);
        assert_eq!(places.list()[0].is_some(), max_candidates_each >= 40);
    }
    world.step();
    let mut recorded = Vec::new();
    world.write_recorded(&mut recorded).unwrap();
    let mut again = World::default();
    for tick in Trace::new(recorded.as_slice()) {
        assert_eq!(tick.unwrap().replay(&mut again).unwrap().answered, 6);
    }
}

#[test]
fn every_kind_of_question_is_recorded_and_compared() {
    for (index, question) in questions().iter().enumerate() {
        let mut world = World::default();
        let ball = world.insert(circle(2.0)).unwrap();
        world.start_recording();
        let answer = world.queries().ask(question).unwrap();
        assert_eq!((answer.count(0), answer.count(1)), (1, 0), "{}", question.name());
        world.step();
        _ = world.queries().ask(question).unwrap();
        world.step();
        let recording = ticks(&recorded(&mut world));
        assert_eq!(recording[0].question_count(), 1, "{}", question.name());
        let mut again = World::default();
        assert_eq!(recording[0].replay(&mut again).unwrap().answered, 1, "{index}");
        // Another answer in a world that has changed.
        again.set(ball, circle(1.75)).unwrap();
        let other = again.queries().ask(question).unwrap();
        match recording[1].replay(&mut again) {
            Ok(_) => assert_eq!(answer, other),
            Err(error) => {
                assert!(matches!(error.phase, Phase::Question { number: 0, name, .. } if name == question.name()));
                assert_ne!(answer, other);
            }
        }
    }
}

/// Moves, a crowd and projectiles in the past: a replay makes the same calls and compares their answers.
#[test]
fn calls_of_the_world_are_recorded() {
    let history = History { ticks: 4, teleport_distance: 9.0 };
    let mut world = World::new(Settings { history, ..Settings::default() });
    let crowd: Vec<Handle> = (0..9_u8).map(|x| world.insert(circle(f32::from(x))).unwrap()).collect();
    world.insert(Entity::fixed(circle(12.0))).unwrap();
    world.start_recording();
    let (mut moves, mut separation) = (Moves::default(), Separation::default());
    let moving: Vec<(Handle, Vec2)> = crowd.iter().map(|handle| (*handle, Vec2::new(2.5, 0.25))).collect();
    let rules = [PushRule { max_distance: 0.5, ..PushRule::default() }];
    let separate = SeparateOptions { rounds: 2, rules: &rules, ..SeparateOptions::default() };
    let pass = |_: Handle, _: Vec2| true;
    for tick in 0..4_u8 {
        let movers = [Movers::Ignore, Movers::InOrder][usize::from(tick % 2)];
        let options = MoveOptions { movers, layers: Some(Layers::ALL), ..MoveOptions::default() };
        world.move_batch_into(&moving, &options, &mut moves).unwrap();
        world.separate_into(&crowd, &separate, &mut separation).unwrap();
        let rocket = Moving::new(circle(-9.0), Vec2::new(30.0, 0.0)).unwrap();
        let hit = world.sweep_through(rocket, 1.0, f64::from(tick));
        assert_eq!(hit.is_ok_and(|hit| hit.is_some()), tick > 0);
        // Not recorded: a closure, a stale handle. The changes are.
        let slide = SlideOptions { pass: Some(&pass), ..SlideOptions::default() };
        let through = MoveOptions { slide, ..MoveOptions::default() };
        world.move_batch_into(&moving[..1], &through, &mut moves).unwrap();
        let guest = world.insert(circle(99.0)).unwrap();
        world.remove(guest).unwrap();
        assert!(world.separate_into(&[guest], &separate, &mut separation).is_err());
        world.step();
    }
    let recording = ticks(&recorded(&mut world));
    assert_eq!(recording.iter().map(TraceTick::question_count).collect::<Vec<_>>(), [2, 3, 3, 3]);
    let (mut again, mut followed) = (World::default(), World::default());
    for tick in &recording {
        assert_eq!(tick.replay(&mut again).unwrap().answered, tick.question_count());
        tick.follow(&mut followed).unwrap();
    }
    let entities = |world: &World| world.iter().collect::<Vec<_>>();
    assert_eq!(entities(&again), entities(&world));
    assert_eq!(entities(&followed), entities(&world));
    // In a world with one more wall a call goes another way.
    let mut other = World::default();
    recording[0].replay(&mut other).unwrap();
    other.insert(Entity::fixed(circle(6.0))).unwrap();
    let error = recording[1].replay(&mut other).unwrap_err();
    assert!(matches!(error.phase, Phase::Question { name: "move" | "separate", .. }), "{error}");
    // Without one of the movers it cannot be made.
    let mut other = World::default();
    recording[0].replay(&mut other).unwrap();
    other.remove(crowd[3]).unwrap();
    let error = recording[1].replay(&mut other).unwrap_err().to_string();
    assert!(error.starts_with("tick 2: changes: "), "{error}");
}

/// Calls that look at a world without moving it, each in a tick of its own with a change before it.
#[test]
fn calls_that_look_are_recorded_and_compared() {
    type Look = fn(&mut World, &mut Interest);
    let looks: [(&str, Look); 6] = [
        ("swept_pairs", |world, _| {
            let moving: Vec<_> = world.iter().map(|(handle, _)| (handle, Vec2::new(-0.25, 0.0))).take(2).collect();
            world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut SweptPairs::default()).unwrap();
        }),
        ("contacts", |world, _| world.contacts_into(&mut Vec::new())),
        ("count_pairs", |world, _| _ = world.count_pairs()),
        ("interest", |world, interest| _ = interest.update(world)),
        ("overlap", |world, _| {
            let except = world.iter().map(|(handle, _)| handle).take(1).collect::<Vec<_>>();
            _ = world.queries().except(&except).entering().overlap(circle(0.0));
        }),
        ("overlap", |world, _| {
            let mut hits = Hits::default();
            let near = [circle(0.0), circle(9.0)].map(|shape| Shape::from(shape).into());
            let limited = world.queries().within(Budget { max_candidates_each: 2, ..Budget::UNLIMITED });
            limited.overlap_batch_into(&near, Mode::All, &mut hits).unwrap();
        }),
    ];
    for (name, look) in looks {
        let mut world = World::default();
        let balls = [0.0, 1.5, 9.0].map(|x| world.insert(circle(x)).unwrap());
        let mut interest = Interest::new();
        let gone = interest.insert(Observer::new(balls[0], 1.0, 4.0)).unwrap();
        interest.insert(Observer::new(balls[1], 0.75, 1.0)).unwrap();
        world.step();
        // The recording starts with what was seen before.
        interest.update(&world);
        world.start_recording();
        let mut bytes = vec![];
        for x in [4.25, 5.0, 8.0] {
            world.set(balls[2], circle(x)).unwrap();
            look(&mut world, &mut interest);
            world.step();
            bytes.extend(recorded(&mut world));
            if x == 5.0 {
                interest.remove(gone).unwrap();
            }
        }
        let ticks = ticks(&bytes);
        assert_eq!(ticks.iter().map(TraceTick::question_count).collect::<Vec<_>>(), [1; 3], "{name}");
        let mut again = World::default();
        again.start_recording();
        for tick in &ticks {
            let replayed = tick.replay(&mut again).unwrap();
            assert_eq!((replayed.answered, replayed.skipped), (1, 0), "{name}");
        }
        // The replay makes the same calls, so its own recording has them.
        let second: Vec<TraceTick> = crate::ticks(&recorded(&mut again));
        let mut third = World::default();
        assert!(second.iter().all(|tick| tick.replay(&mut third).unwrap().answered == 1), "{name}");
        // In a world that has changed a call has another answer.
        let mut other = World::default();
        ticks[0].replay(&mut other).unwrap();
        other.set(balls[1], circle(2.5)).unwrap();
        let error = ticks[1].replay(&mut other).unwrap_err();
        assert!(
            matches!(error.phase, Phase::Question { number: 0, name: found, .. } if found == name),
            "{name}: {error}"
        );
    }
}

/// A recording knows a limited number of interests at a time; others begin again.
#[test]
fn many_interests_are_recorded() {
    let mut world = World::default();
    let ball = world.insert(circle(0.0)).unwrap();
    let mut interests: Vec<Interest> = (0..70).map(|_| Interest::new()).collect();
    for interest in &mut interests {
        interest.insert(Observer::new(ball, 1.0, 2.0)).unwrap();
    }
    world.start_recording();
    for _ in 0..3 {
        interests.iter_mut().for_each(|interest| _ = interest.update(&world));
        world.step();
    }
    let mut again = World::default();
    for tick in ticks(&recorded(&mut world)) {
        assert_eq!(tick.replay(&mut again).unwrap().answered, 70);
    }
}

/// A clone of an interest goes on by itself, also in a recording.
#[test]
fn cloned_interests_are_recorded() {
    for clone_first in [false, true] {
        let mut world = World::default();
        let balls = [0.0, 1.5, 9.0].map(|x| world.insert(circle(x)).unwrap());
        let mut interest = Interest::new();
        let first = interest.insert(Observer::new(balls[0], 1.0, 4.0)).unwrap();
        world.start_recording();
        interest.update(&world);
        let mut other = interest.clone();
        other.insert(Observer::new(balls[1], 0.75, 1.0)).unwrap();
        for x in [4.25, 5.0, 8.0] {
            world.set(balls[2], circle(x)).unwrap();
            let both = if clone_first { [&mut other, &mut interest] } else { [&mut interest, &mut other] };
            both.into_iter().for_each(|interest| _ = interest.update(&world));
            world.step();
        }
        assert_eq!((interest.len(), other.len(), interest.visible(first)), (1, 2, other.visible(first)));
        let mut again = World::default();
        let replayed = ticks(&recorded(&mut world)).into_iter().map(|tick| tick.replay(&mut again).unwrap().answered);
        assert_eq!(replayed.collect::<Vec<_>>(), [3, 2, 2]);
    }
}

/// A recording can be stopped and started again, which begins with a snapshot. A clone is not recorded.
#[test]
fn a_recording_is_switched_on_and_off() {
    let mut world = World::default();
    let ball = world.insert(circle(0.0)).unwrap();
    world.step();
    assert!(!world.is_recording() && recorded(&mut world).is_empty());
    world.start_recording();
    world.step();
    assert!(world.is_recording() && !world.clone().is_recording());
    let first = recorded(&mut world);
    world.stop_recording();
    world.set(ball, circle(1.0)).unwrap();
    world.step();
    assert!(!world.is_recording() && recorded(&mut world).is_empty());
    world.start_recording();
    world.step();
    world.step();
    let ticks = ticks(&[first, recorded(&mut world)].concat());
    assert_eq!(ticks.iter().map(TraceTick::tick).collect::<Vec<_>>(), [2, 4, 5]);
    assert_eq!(ticks.iter().map(TraceTick::starts).collect::<Vec<_>>(), [true, true, false]);
    let mut again = World::default();
    ticks.iter().for_each(|tick| _ = tick.replay(&mut again).unwrap());
    assert_eq!(again.iter().collect::<Vec<_>>(), world.iter().collect::<Vec<_>>());
}

/// A move that the server takes back in the same tick. A replay makes the move, so it needs the way back.
#[test]
fn a_move_that_is_taken_back_is_recorded() {
    for separates in [false, true] {
        let mut world = World::default();
        let [ball, other] = [0.0, 0.25].map(|x| world.insert(circle(x)).unwrap());
        let start = world.shape(ball).unwrap();
        world.start_recording();
        if separates {
            let (options, mut out) = (SeparateOptions::default(), Separation::default());
            world.separate_into(&[ball, other], &options, &mut out).unwrap();
        } else {
            let moving = [(ball, Vec2::new(0.0, -5.0))];
            world.move_batch_into(&moving, &MoveOptions::default(), &mut Moves::default()).unwrap();
        }
        assert_ne!(world.shape(ball), Some(start));
        world.set(ball, start).unwrap();
        world.step();
        let mut again = World::default();
        ticks(&recorded(&mut world)).iter().for_each(|tick| _ = tick.replay(&mut again).unwrap());
        assert_eq!(again.shape(ball), Some(start));
    }
}
