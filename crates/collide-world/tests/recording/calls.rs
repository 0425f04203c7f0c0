//! Every question and every call of a world is recorded, and compared by a replay.

use collide2d::error::Phase;
use collide2d::{
    Entity, FreeOptions, Handle, History, Layers, Mode, MoveOptions, Movers, Moves, Moving, Nearest, PushRule,
    Question, Ray, Recorder, Sector, Segment, SeparateOptions, Separation, Settings, Shape, SlideOptions, TraceTick,
    Vec2, World,
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
        Question::Free(vec![shape.into()].into(), 5.0.into()),
        Question::Free(vec![shape.into()].into(), FreeOptions { max_distance: 5.0, max_neighbors: 1 }),
        Question::Turn(vec![door(Vec2::ZERO).into()].into()),
        Question::Sector(vec![sector.into()].into(), all),
    ];
    let names: Vec<_> = questions.iter().map(name).collect();
    assert_eq!(
        names,
        ["overlap", "nearest", "ray", "segment", "sweep", "blocked", "slide", "free", "free", "turn", "sector"]
    );
    questions
}

#[test]
fn every_kind_of_question_is_recorded_and_compared() {
    for (index, question) in questions().iter().enumerate() {
        let mut world = World::default();
        let ball = world.insert(circle(2.0)).unwrap();
        let mut recorder = Recorder::new(&world);
        let answer = recorder.queries(&world).ask(question, u64::MAX).unwrap();
        assert_eq!((answer.count(0), answer.count(1)), (1, 0), "{}", question.name());
        recorder.step(&mut world);
        _ = recorder.queries(&world).ask(question, u64::MAX).unwrap();
        recorder.step(&mut world);
        let recording = ticks(&recorded(&mut recorder));
        assert_eq!(recording[0].question_count(), 1, "{}", question.name());
        let mut again = World::default();
        assert_eq!(recording[0].replay(&mut again).unwrap().answered, 1, "{index}");
        // Another answer in a world that has changed.
        again.set(ball, circle(1.75)).unwrap();
        let other = again.queries().ask(question, u64::MAX).unwrap();
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
    let mut recorder = Recorder::new(&world);
    let (mut moves, mut separation) = (Moves::default(), Separation::default());
    let moving: Vec<(Handle, Vec2)> = crowd.iter().map(|handle| (*handle, Vec2::new(2.5, 0.25))).collect();
    let rules = [PushRule { max_distance: 0.5, ..PushRule::default() }];
    let separate = SeparateOptions { rounds: 2, rules: &rules, ..SeparateOptions::default() };
    let pass = |_: Handle, _: Vec2| true;
    for tick in 0..4_u8 {
        let movers = [Movers::Ignore, Movers::InOrder][usize::from(tick % 2)];
        let options = MoveOptions { movers, layers: Some(Layers::ALL), ..MoveOptions::default() };
        recorder.move_batch_into(&mut world, &moving, &options, &mut moves).unwrap();
        recorder.separate_into(&mut world, &crowd, &separate, &mut separation).unwrap();
        let rocket = Moving::new(circle(-9.0), Vec2::new(30.0, 0.0)).unwrap();
        let hit = recorder.sweep_through(&world, rocket, 1.0, f64::from(tick));
        assert_eq!(hit.is_ok_and(|hit| hit.is_some()), tick > 0);
        // Not recorded: a closure, a stale handle. The changes are.
        let slide = SlideOptions { pass: Some(&pass), ..SlideOptions::default() };
        let through = MoveOptions { slide, ..MoveOptions::default() };
        recorder.move_batch_into(&mut world, &moving[..1], &through, &mut moves).unwrap();
        let guest = world.insert(circle(99.0)).unwrap();
        world.remove(guest).unwrap();
        assert!(recorder.separate_into(&mut world, &[guest], &separate, &mut separation).is_err());
        recorder.step(&mut world);
    }
    let recording = ticks(&recorded(&mut recorder));
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

/// Steps without the recorder, and another world: the recording goes on with a snapshot.
#[test]
fn a_recorder_notices_what_it_has_not_seen() {
    let mut world = World::default();
    let ball = world.insert(circle(0.0)).unwrap();
    let mut recorder = Recorder::default();
    recorder.step(&mut world);
    assert!(!recorder.is_recording() && recorded(&mut recorder).is_empty());
    recorder.start(&world);
    recorder.step(&mut world);
    world.step();
    world.set(ball, circle(1.0)).unwrap();
    recorder.step(&mut world);
    recorder.step(&mut world);
    let mut other = World::default();
    other.insert(circle(5.0)).unwrap();
    recorder.step(&mut other);
    let ticks = ticks(&recorded(&mut recorder));
    assert_eq!(ticks.iter().map(TraceTick::tick).collect::<Vec<_>>(), [2, 4, 5, 1]);
    assert_eq!(ticks.iter().map(TraceTick::starts).collect::<Vec<_>>(), [true, true, false, true]);
    let mut again = World::default();
    ticks.iter().for_each(|tick| _ = tick.replay(&mut again).unwrap());
    assert_eq!(again.iter().collect::<Vec<_>>(), other.iter().collect::<Vec<_>>());
}

/// A move that the server takes back in the same tick. A replay makes the move, so it needs the way back.
#[test]
fn a_move_that_is_taken_back_is_recorded() {
    for separates in [false, true] {
        let mut world = World::default();
        let [ball, other] = [0.0, 0.25].map(|x| world.insert(circle(x)).unwrap());
        let (start, mut recorder) = (world.shape(ball).unwrap(), Recorder::new(&world));
        if separates {
            let (options, mut out) = (SeparateOptions::default(), Separation::default());
            recorder.separate_into(&mut world, &[ball, other], &options, &mut out).unwrap();
        } else {
            let moving = [(ball, Vec2::new(0.0, -5.0))];
            recorder.move_batch_into(&mut world, &moving, &MoveOptions::default(), &mut Moves::default()).unwrap();
        }
        assert_ne!(world.shape(ball), Some(start));
        world.set(ball, start).unwrap();
        recorder.step(&mut world);
        let mut again = World::default();
        ticks(&recorded(&mut recorder)).iter().for_each(|tick| _ = tick.replay(&mut again).unwrap());
        assert_eq!(again.shape(ball), Some(start));
    }
}
