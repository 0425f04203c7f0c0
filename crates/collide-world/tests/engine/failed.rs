//! A loop that ignores errors does not send the same news twice: a failed step or update leaves none.

use collide2d::{Budget, Circle, Event, EventKind, Handle, Interest, Observer, Settings, Strategy, Vec2, World};

fn circle(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

#[test]
fn a_failed_step_leaves_no_events() {
    for strategy in Strategy::ALL {
        let mut world = World::new(Settings { events: true, strategy, ..Settings::default() });
        let handles: Vec<Handle> = (0..200_u8).map(|x| world.insert(circle(f32::from(x) * 1.5)).unwrap()).collect();
        world.step();
        let began = world.events().to_vec();
        assert_eq!(began.len(), 199);
        let places: Vec<_> = handles.iter().map(|handle| (*handle, world.shape(*handle).unwrap().center())).collect();
        let pile: Vec<_> = handles.iter().map(|handle| (*handle, Vec2::ZERO)).collect();
        world.set_batch(&pile).unwrap();
        for budget in [Budget::from(1_000), Budget::of_work(20_000)] {
            for _ in 0..2 {
                assert!(world.step_within(budget).is_err());
                assert!(world.events().is_empty() && world.events_of(handles[0]).next().is_none(), "{strategy}");
                assert_eq!((world.tick(), world.pairs().len()), (1, 199));
            }
        }
        // The next step compares with the last one that did not fail.
        world.set_batch(&places).unwrap();
        world.step_within(1_000).unwrap();
        let stayed = began.iter().map(|event| Event { kind: EventKind::Stayed, ..*event });
        assert!(world.events().iter().copied().eq(stayed), "{strategy}");
    }
}

#[test]
fn a_failed_update_leaves_no_changes() {
    let mut world = World::default();
    let player = world.insert(circle(0.0)).unwrap();
    let neighbour = world.insert(circle(3.0)).unwrap();
    let crowd: Vec<Handle> = (0..50_u8).map(|x| world.insert(circle(1000.0 + f32::from(x) * 50.0)).unwrap()).collect();
    let mut interest = Interest::new();
    let eye = interest.insert(Observer::new(player, 18.0, 20.0)).unwrap();
    let others = crowd.iter().map(|handle| interest.insert(Observer::new(*handle, 18.0, 20.0)).unwrap());
    let others: Vec<_> = others.collect();
    world.step();
    interest.update(&world);
    assert_eq!(interest.entered(eye), [player, neighbour]);
    let places: Vec<_> = crowd.iter().map(|handle| (*handle, world.shape(*handle).unwrap().center())).collect();
    let pile: Vec<_> = crowd.iter().map(|handle| (*handle, Vec2::splat(5000.0))).collect();
    world.set_batch(&pile).unwrap();
    world.set(neighbour, Vec2::new(500.0, 0.0)).unwrap();
    for _ in 0..3 {
        world.step();
        interest.update_within(&world, Budget::of_work(30_000)).unwrap_err();
        assert!(interest.entered(eye).is_empty() && interest.left(eye).is_empty());
        assert!(interest.changes().next().is_none());
        assert_eq!((interest.report().entered_count, interest.report().left_count), (0, 0));
        // The views are those of the last update that did not fail.
        assert_eq!(interest.visible(eye), [player, neighbour]);
        assert_eq!((interest.visible(others[0]), interest.observers_of(neighbour)), (&crowd[..1], &[eye][..]));
        assert_eq!(interest.report().visible_count, 52);
    }
    // The next update compares with that one.
    world.set_batch(&places).unwrap();
    world.step();
    interest.update(&world);
    assert_eq!((interest.left(eye), interest.report().left_count), (&[neighbour][..], 1));
    assert_eq!((interest.visible(eye), interest.report().entered_count), (&[player][..], 0));
}
