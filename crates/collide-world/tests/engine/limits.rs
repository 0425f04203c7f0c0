//! Whether a call exceeds its limit of work does not depend on the number of threads, and a call that does changes nothing.

use collide2d::error::{BatchError, IndexedError, OverBudget, WorldError};
use collide2d::{
    Batch, Budget, Circle, Entity, Handle, Hits, Interest, Mode, MoveOptions, Movers, Moves, Moving, Observer,
    OrientedRect, Places, Query, Ray, RayHits, Rect, Rotor, Segment, SeparateOptions, Separation, Settings, Shape,
    Sights, SlideOptions, Slides, Strategy, SweptPairs, Threads, Turning, Turns, Vec2, World,
};

/// Walkers in a crowd among some walls.
fn world(threads: Threads) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings { threads, ..Settings::default() });
    let at = |index: usize| Vec2::new((index * 37 % 100) as f32, (index * 61 % 97) as f32) * 0.3;
    let walker = |index| match index % 3 {
        0 => Shape::from(Circle::new(at(index), 0.5).unwrap()),
        1 => Rect::new(at(index), at(index) + 0.7).unwrap().into(),
        _ => OrientedRect::new(at(index), [0.6, 0.3], Rotor::from_degrees(index as f32).unwrap()).unwrap().into(),
    };
    let handles = (0..600).map(|index| world.insert(walker(index)).unwrap()).collect();
    world.extend((0..50).map(|index| Entity::fixed(Rect::new(at(index * 7), at(index * 7) + 1.0).unwrap())));
    world.step();
    (world, handles)
}

/// The smallest limit within which a call ends.
fn smallest(mut is_within: impl FnMut(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, 1 << 30);
    assert!(!is_within(low) && is_within(high));
    while low < high {
        let middle = (low + high) / 2;
        if is_within(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// The smallest limit of each call.
fn limits(threads: Threads) -> Vec<(&'static str, u64)> {
    let (world, handles) = world(threads);
    let motion = |number: usize| Vec2::from_angle(number as f32) * 3.0;
    let moving: Vec<(Handle, Vec2)> = handles.iter().enumerate().map(|(number, of)| (*of, motion(number))).collect();
    let shapes: Vec<Query<Shape>> =
        handles.iter().map(|handle| Query::new(world.shape(*handle).unwrap()).except(*handle)).collect();
    let sweeps: Vec<Query<Moving>> = shapes
        .iter()
        .zip(&moving)
        .map(|(query, (_, motion))| Query { what: Moving::new(query.what, *motion).unwrap(), filter: query.filter })
        .collect();
    let center = |query: &Query<Shape>| query.what.center();
    let rays: Vec<Query<Ray>> =
        shapes.iter().map(|query| Query::new(Ray::new(center(query), Vec2::ONE, 20.0).unwrap())).collect();
    let sights: Vec<Query<Segment>> =
        shapes.iter().map(|query| Query::new(Segment::new(center(query), center(query) + 9.0).unwrap())).collect();
    let door = OrientedRect::new([5.0, 5.0], [2.0, 0.1], Rotor::IDENTITY).unwrap();
    let doors = [Query::new(Turning::new(door, Vec2::new(3.0, 5.0), 1.5).unwrap()); 300];
    let mut found = Vec::new();
    let mut add = |name, is_within: &mut dyn FnMut(u64) -> bool| found.push((name, smallest(is_within)));
    add("rays", &mut |limit| {
        world.queries().within(Budget::of_work(limit)).ray_batch_into(&rays, Mode::All, &mut RayHits::default()).is_ok()
    });
    add("lines of sight", &mut |limit| {
        world.queries().within(Budget::of_work(limit)).blocked_batch_into(&sights, &mut Sights::default()).is_ok()
    });
    add("slides", &mut |limit| {
        world
            .queries()
            .within(Budget::of_work(limit))
            .slide_batch_into(&sweeps, &SlideOptions::default(), &mut Slides::default())
            .is_ok()
    });
    add("free places", &mut |limit| {
        world.queries().within(Budget::of_work(limit)).free_batch_into(&shapes, 2.0, &mut Places::default()).is_ok()
    });
    add("turns", &mut |limit| {
        world.queries().within(Budget::of_work(limit)).turn_batch_into(&doors, &mut Turns::default()).is_ok()
    });
    for (name, movers) in [("moves", Movers::Ignore), ("ordered moves", Movers::InOrder)] {
        add(name, &mut |limit| {
            let mut world = world.clone();
            let options = MoveOptions { movers, budget: Budget::of_work(limit), ..MoveOptions::default() };
            let result = world.move_batch_into(&moving, &options, &mut Moves::default());
            unchanged(result.map_err(|error| error.error), limit, &world, &moving)
        });
    }
    add("separation", &mut |limit| {
        let mut world = world.clone();
        let options = SeparateOptions { budget: Budget::of_work(limit), ..SeparateOptions::default() };
        let result = world.separate_into(&handles, &options, &mut Separation::default());
        unchanged(result.map_err(|error| error.error), limit, &world, &moving)
    });
    add("swept pairs", &mut |limit| {
        let mut pairs = SweptPairs::default();
        let is_within = world.swept_pairs_into(&moving, Budget::of_work(limit), &mut pairs).is_ok();
        assert!(is_within || pairs.list().is_empty());
        is_within
    });
    add("interest", &mut |limit| {
        let mut interest = Interest::new();
        for handle in &handles {
            interest.insert(Observer::new(*handle, 2.0, 3.0)).unwrap();
        }
        interest.update_within(&world, Budget::of_work(limit)).is_ok()
    });
    add("interest in the nearest", &mut |limit| {
        let mut interest = Interest::new();
        for (number, handle) in handles.iter().enumerate() {
            let max_visible = [2, 5, 20][number % 3];
            interest.insert(Observer::new(*handle, 2.0, 3.0).with_max_visible(max_visible)).unwrap();
        }
        interest.update_within(&world, Budget::of_work(limit)).is_ok()
    });
    found
}

/// Whether a call was within its limit. If not, no entity has moved, and the error has the limit.
fn unchanged(result: Result<(), WorldError>, limit: u64, after: &World, moving: &[(Handle, Vec2)]) -> bool {
    let Err(error) = result else { return true };
    let WorldError::OverBudget(over) = error else { panic!("{error}") };
    assert!(over.what == "work" && over.limit == limit && over.found > limit, "{over}");
    let (before, _) = world(Threads::Serial);
    assert!(moving.iter().all(|(handle, _)| after.shape(*handle) == before.shape(*handle)));
    false
}

/// Others lie in the same rows of cells as a pile, and are looked at with it between two looks at the budget.
#[test]
fn a_step_blames_nobody_beside_a_pile() {
    let pile = Circle::new([3.0, 4.0], 0.5).unwrap();
    for beside in [0_u16, 100, 400, 1_000] {
        for strategy in [Strategy::Auto, Strategy::SweepAndPrune, Strategy::RTree] {
            let mut world = World::new(Settings { strategy, ..Settings::default() });
            world.extend((0..1_600).map(|_| pile));
            let at = |index: u16| [f32::from(index % 60) * 6.0 - 190.0, f32::from(index / 60) * 6.0 - 30.0];
            world.extend((0..beside).map(|index| Circle::new(at(index), 0.5).unwrap()));
            for budget in [Budget::from(50_000), Budget::of_work(4_000_000)] {
                let over = world.step_within(budget).unwrap_err();
                let costliest = over.costliest.unwrap();
                assert!(
                    costliest.index < 1_600 && costliest.at == pile.center(),
                    "{beside} beside, {strategy}: {over}"
                );
            }
        }
    }
}

/// A pile among others, of which some are given twice.
#[test]
fn the_error_names_an_entity_of_the_pile() {
    let pile = Vec2::new(50.0, -20.0);
    let at = |index: usize| if index < 200 { Vec2::new(index as f32 * -5.0, 9.0) } else { pile };
    let circle = |index: usize| Circle::new(at(index), 0.5).unwrap();
    let mut world = World::default();
    let handles: Vec<Handle> = (0..800).map(|index| world.insert(circle(index)).unwrap()).collect();
    world.refresh();
    let moving = || [0, 1, 2].into_iter().chain(0..800).map(|index| (handles[index], Vec2::new(0.5, 0.25)));
    let moving: Vec<(Handle, Vec2)> = moving().collect();
    let given: Vec<Handle> = moving.iter().map(|(handle, _)| *handle).collect();
    let named = |item: &str, is_pile: &dyn Fn(u32) -> bool, over: OverBudget| {
        let costliest = over.costliest.unwrap_or_else(|| panic!("{item}: {over}"));
        assert_eq!((costliest.item, over.what), (item, "work"));
        assert!(is_pile(costliest.index) && costliest.at.distance(pile) < 1.0, "{over}");
    };
    let of_movers = |result: Result<(), IndexedError<WorldError>>| {
        let IndexedError { index, error } = result.unwrap_err();
        let WorldError::OverBudget(over) = error else { panic!("{error}") };
        assert_eq!(over.costliest.unwrap().index as usize, index);
        named("mover", &|index| index >= 203, over);
    };
    let limit = 200_000;
    for movers in [Movers::Ignore, Movers::InOrder] {
        let options = MoveOptions { movers, budget: Budget::of_work(limit * 4), ..MoveOptions::default() };
        let blockers: Vec<(Handle, Vec2)> = moving.iter().copied().filter(|(of, _)| of.slot() % 2 == 0).collect();
        let result = world.move_batch_into(&blockers, &options, &mut Moves::default());
        let IndexedError { index, error } = result.unwrap_err();
        let WorldError::OverBudget(over) = error else { panic!("{error}") };
        named("mover", &|number| number as usize == index && blockers[index].0.slot() >= 200, over);
    }
    let budget = Budget::of_work(limit);
    let options = SeparateOptions { budget, ..SeparateOptions::default() };
    of_movers(world.separate_into(&given, &options, &mut Separation::default()));
    of_movers(world.swept_pairs_into(&moving, budget, &mut SweptPairs::default()));
    named("slot", &|slot| slot >= 200, world.step_within(budget).unwrap_err());
    let shapes: Vec<Shape> = (0..800).map(|index| circle(index).into()).collect();
    let queries: Vec<Query<Shape>> = shapes.iter().map(|shape| Query::new(*shape)).collect();
    let result =
        world.queries().within(Budget::of_work(limit)).overlap_batch_into(&queries, Mode::All, &mut Hits::default());
    named("query", &|number| number >= 200, result.unwrap_err());
    let result = world.queries().within(Budget::of_work(limit)).free_batch_into(&queries, 3.0, &mut Places::default());
    named("query", &|number| number >= 200, result.unwrap_err());
    let result = Batch::default().within(budget).pairs_into(&shapes, &mut Vec::new());
    let BatchError::OverBudget(over) = result.unwrap_err() else { panic!("another error") };
    named("shape", &|number| number >= 200, over);
    let mut interest = Interest::new();
    for handle in &handles {
        interest.insert(Observer::new(*handle, 2.0, 3.0)).unwrap();
    }
    // The search goes from observers to entities, or the other way.
    let over = interest.update_within(&world, budget).unwrap_err();
    let item = if over.to_string().contains("; slot ") { "slot" } else { "observer" };
    named(item, &|number| number >= 200, over);
}

#[test]
fn limits_do_not_depend_on_threads() {
    let expected = limits(Threads::Serial);
    assert_eq!(limits(Threads::new(3).unwrap()), expected);
}

/// The work that a call reports is that which its limit counts: as a limit it is enough, and one unit less is not.
#[test]
fn the_reported_work_is_the_least_limit() {
    let crowd = || {
        let mut world = World::default();
        let bots: Vec<Handle> = (0..200)
            .map(|index| Circle::new(Vec2::new((index % 20) as f32 * 0.7, (index / 20) as f32 * 0.7), 0.5).unwrap())
            .map(|circle| world.insert(circle).unwrap())
            .collect();
        world.step();
        let moving: Vec<_> = bots.iter().map(|bot| (*bot, Vec2::new(3.0, 0.5))).collect();
        (world, bots, moving)
    };
    let walk = |limit| {
        let (mut world, _, moving) = crowd();
        let mut moves = Moves::default();
        let options = MoveOptions { budget: Budget::of_work(limit), ..MoveOptions::default() };
        (world.move_batch_into(&moving, &options, &mut moves).is_ok(), moves.work())
    };
    let separate = |limit| {
        let (mut world, bots, _) = crowd();
        let mut separation = Separation::default();
        let options = SeparateOptions { budget: Budget::of_work(limit), ..SeparateOptions::default() };
        (world.separate_into(&bots, &options, &mut separation).is_ok(), separation.work())
    };
    let sweep = |limit| {
        let (world, _, moving) = crowd();
        let mut swept = SweptPairs::default();
        (world.swept_pairs_into(&moving, Budget::of_work(limit), &mut swept).is_ok(), swept.work())
    };
    let overlap = |limit| {
        let (world, bots, _) = crowd();
        let shapes: Vec<_> = bots.iter().map(|bot| Query::new(world.shape(*bot).unwrap())).collect();
        let mut hits = Hits::default();
        let asked = world.queries().within(Budget::of_work(limit));
        (asked.overlap_batch_into(&shapes, Mode::All, &mut hits).is_ok(), hits.work())
    };
    let slide = |limit| {
        let (world, _, moving) = crowd();
        let slide = |(bot, motion): &(Handle, Vec2)| Moving::new(world.shape(*bot).unwrap(), *motion).unwrap().into();
        let slides: Vec<Query<Moving>> = moving.iter().map(slide).collect();
        let mut found = Slides::default();
        let asked = world.queries().within(Budget::of_work(limit));
        (asked.slide_batch_into(&slides, &SlideOptions::default(), &mut found).is_ok(), found.work())
    };
    for call in [&walk as &dyn Fn(u64) -> (bool, u64), &separate, &sweep, &overlap, &slide] {
        let (ok, work) = call(u64::MAX);
        assert!(ok && work > 200);
        assert_eq!(call(work), (true, work));
        assert!(!call(work - 1).0);
    }
}

#[test]
fn a_batch_that_is_refused_reports_no_work() {
    let mut world = World::default();
    let bot = world.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap();
    world.step();
    let mut moves = Moves::default();
    world.move_batch_into(&[(bot, Vec2::X)], &MoveOptions::default(), &mut moves).unwrap();
    assert!(moves.work() > 0);
    world.move_batch_into(&[(bot, Vec2::NAN)], &MoveOptions::default(), &mut moves).unwrap_err();
    assert_eq!(moves.work(), 0);
}

/// A refused call ends soon, on several threads too: a piece that starts beyond the limit does nothing.
#[test]
fn little_is_done_beyond_a_limit() {
    let mut world = World::new(Settings { threads: Threads::new(4).unwrap(), ..Settings::default() });
    let at = |index: usize| Vec2::new((index % 100) as f32, (index / 100) as f32) * 0.4;
    let handles: Vec<Handle> =
        (0..10_000).map(|index| world.insert(Circle::new(at(index), 0.5).unwrap()).unwrap()).collect();
    world.step();
    let moving: Vec<(Handle, Vec2)> = handles.iter().map(|handle| (*handle, Vec2::new(0.3, 0.2))).collect();
    let queries: Vec<Query<Shape>> = (0..10_000).map(|index| Circle::new(at(index), 2.0).unwrap().into()).collect();
    let slides: Vec<Query<Moving>> =
        queries.iter().map(|query| Query::new(Moving::new(query.what, Vec2::X).unwrap())).collect();
    let work = |error: IndexedError<WorldError>| match error.error {
        WorldError::OverBudget(over) => over.found,
        other => panic!("{other}"),
    };
    // Above what it costs to read and to sort the items.
    let budget = Budget::of_work(12_000_000);
    let view = world.queries().within(budget);
    let separate = SeparateOptions { budget: Budget::of_work(4_000_000), crowd: None, ..Default::default() };
    // Each of four threads ends the item that it is at: of these, a slide costs up to 50,000 units, the others less.
    let found = [
        (
            "overlaps",
            12_000_000,
            100_000,
            view.overlap_batch_into(&queries, Mode::All, &mut Hits::default()).map_err(|over| over.found),
        ),
        (
            "slides",
            12_000_000,
            400_000,
            view.slide_batch_into(&slides, &SlideOptions::default(), &mut Slides::default()).map_err(|over| over.found),
        ),
        (
            "swept",
            12_000_000,
            100_000,
            world.swept_pairs_into(&moving, budget, &mut SweptPairs::default()).map_err(work),
        ),
        (
            "separate",
            4_000_000,
            100_000,
            world.separate_into(&handles, &separate, &mut Separation::default()).map_err(work),
        ),
    ];
    for (name, limit, beyond, result) in found {
        let done = result.expect_err(name);
        assert!(done > limit && done - limit < beyond, "{name}: {done} of {limit}");
    }
}
