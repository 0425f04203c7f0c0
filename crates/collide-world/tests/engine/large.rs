//! Batches that are larger than a cache, which are copied without their handles before the rows look up their changes.

use collide2d::error::WorldError;
use collide2d::{
    Batch, Circle, Handle, OrientedRect, PairOrder, Rect, Rotor, Settable, Settings, Shape, Threads, Vec2, World,
};

/// The number of entities at which lists of each type are copied: the smallest entry, a handle and a center, has 16
/// bytes.
const COUNT: usize = (8 << 20) / 16 + 10;

fn circle(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 1.0), 0.75).unwrap()
}

fn rect(x: f32) -> Rect {
    Rect::new(Vec2::new(x, 0.0), Vec2::new(x + 1.5, 1.0)).unwrap()
}

/// A world of circles whose slots are not in the order of their positions, on one thread or on two.
fn world(threads: &Threads) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings { order: PairOrder::AsFound, threads: threads.clone(), ..Settings::default() });
    let handles = (0..COUNT).map(|slot| world.insert(circle(mixed(slot))).unwrap()).collect();
    assert!(world.step().pair_count > 0);
    (world, handles)
}

/// A position for each slot, in no order.
fn mixed(slot: usize) -> f32 {
    (slot.wrapping_mul(48_271) % COUNT) as f32
}

/// The shapes of all entities, by slot.
fn shapes(world: &World) -> Vec<Shape> {
    world.iter().map(|(_, entity)| entity.shape).collect()
}

fn each_thread_count(test: impl Fn(Threads)) {
    test(Threads::Serial);
    test(Threads::new(2).unwrap());
}

#[test]
fn shapes_of_one_kind_are_those_of_the_batch() {
    fn check<S: Settable + Copy + Into<Shape>>(world: &mut World, handles: &[Handle], make: impl Fn(f32) -> S) {
        let changes: Vec<(Handle, S)> =
            handles.iter().map(|handle| (*handle, make(mixed(handle.slot() as usize)))).collect();
        world.set_batch(&changes).unwrap();
        assert!(shapes(world).into_iter().eq(changes.iter().map(|(_, shape)| (*shape).into())));
        world.step();
    }
    let turn = Rotor::from_angle(0.5).unwrap();
    let oriented = |x: f32| OrientedRect::new(Vec2::new(x, 0.0), Vec2::new(1.0, 0.5), turn).unwrap();
    each_thread_count(|threads| {
        let (mut world, handles) = world(&threads);
        check(&mut world, &handles, |x| circle(x + 0.5));
        check(&mut world, &handles, |x| Shape::from(circle(x + 1.0)));
        // To other kinds, twice: rows of this kind are only there the second time.
        for shift in [0.0, 0.25] {
            check(&mut world, &handles, |x| rect(x + shift));
        }
        for shift in [0.0, 0.25] {
            check(&mut world, &handles, |x| Shape::from(oriented(x + shift)));
        }
        check(&mut world, &handles, oriented);
        let centers: Vec<_> =
            handles.iter().map(|handle| (*handle, Vec2::new(mixed(handle.slot() as usize), 7.0))).collect();
        world.set_batch(&centers).unwrap();
        assert!(world.iter().all(|(handle, entity)| entity.shape.center() == centers[handle.slot() as usize].1));
    });
}

#[test]
fn a_shape_of_another_kind_an_invalid_center_and_a_stale_handle_are_noticed() {
    each_thread_count(|threads| {
        let (mut world, handles) = world(&threads);
        // Not among the first that are looked at.
        let odd = COUNT - 3;
        let mut changes: Vec<(Handle, Shape)> =
            handles.iter().map(|handle| (*handle, circle(mixed(handle.slot() as usize) + 0.5).into())).collect();
        changes[odd].1 = rect(0.0).into();
        world.set_batch(&changes).unwrap();
        assert!(shapes(&world).into_iter().eq(changes.iter().map(|(_, shape)| *shape)));

        let mut centers: Vec<(Handle, Vec2)> = changes.iter().map(|(handle, _)| (*handle, Vec2::ONE)).collect();
        let (before, old) = (shapes(&world), world.shape(handles[odd]));
        centers[odd].1.x = f32::NAN;
        assert_eq!(world.set_batch(&centers).unwrap_err().index, odd);
        assert_eq!(shapes(&world), before);

        let stale = handles[odd];
        world.remove(stale).unwrap();
        let again = world.insert(old.unwrap()).unwrap();
        assert_eq!(again.slot(), stale.slot());
        let error = world.set_batch(&changes).unwrap_err();
        assert_eq!((error.index, error.error), (odd, WorldError::Stale { handle: stale }));
        assert_eq!(shapes(&world), before);

        // Out of order, and the last change of a slot counts.
        changes[odd].0 = again;
        changes.swap(1, COUNT - 2);
        changes.push((again, circle(3.0).into()));
        world.set_batch(&changes).unwrap();
        assert_eq!(world.shape(handles[1]), Some(changes[COUNT - 2].1));
        assert_eq!(world.shape(again), Some(circle(3.0).into()));
    });
}

#[test]
fn a_batch_of_moved_shapes_finds_the_pairs_of_a_new_batch() {
    each_thread_count(|threads| {
        let settings = Settings { threads, ..Settings::default() };
        let (mut batch, mut pairs, mut expected) = (Batch::new(settings.clone()), Vec::new(), Vec::new());
        let mut shapes: Vec<Shape> = (0..COUNT).map(|index| circle(mixed(index)).into()).collect();
        for round in 0..3_u8 {
            if round == 2 {
                shapes[COUNT - 3] = rect(0.0).into();
            }
            batch.pairs_into(&shapes, &mut pairs).unwrap();
            Batch::new(settings.clone()).pairs_into(&shapes, &mut expected).unwrap();
            assert!(!pairs.is_empty());
            assert!(pairs == expected, "round {round}");
            let moved = |(shape, index): (&Shape, usize)| shape.translated(Vec2::new((index % 3) as f32 / 2.0, 0.0));
            shapes = shapes.iter().zip(0..).map(|pair| moved(pair).unwrap()).collect();
        }
    });
}
