//! `World::set`, `set_batch` and `set_by_slot`: an error changes nothing and names the value, whatever the path that the
//! world takes through a batch.

use collide2d::error::WorldError;
use collide2d::{Circle, Entity, Handle, Mobility, Rect, Shape, Vec2, World};

fn circle(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

/// A rect at the end of the range of `f32`: it cannot move to the other end.
fn far() -> Rect {
    Rect::new(Vec2::splat(f32::MAX / 2.0), Vec2::splat(f32::MAX)).unwrap()
}

const FAR_CENTER: Vec2 = Vec2::new(-f32::MAX, 0.0);

/// A world of circles with one more entity in the middle.
fn world(odd: Entity) -> (World, Vec<Handle>) {
    let mut world = World::default();
    let entity = |index: u8| if index == 20 { odd } else { Entity::new(circle(index.into())) };
    let handles = (0..40).map(|index| world.insert(entity(index)).unwrap()).collect();
    (world, handles)
}

fn shapes(world: &World) -> Vec<Shape> {
    world.iter().map(|(_, entity)| entity.shape).collect()
}

/// Batches that set each handle to a center: all and in order, all but one, out of order, only the odd one and another,
/// and with the odd one twice, of which the last one is valid.
fn batches(handles: &[Handle], of: impl Fn(usize) -> Vec2) -> Vec<Vec<(Handle, Vec2)>> {
    let all: Vec<_> = handles.iter().enumerate().map(|(index, handle)| (*handle, of(index))).collect();
    let reversed = all.iter().rev().copied().collect();
    let few = vec![all[3], all[20]];
    let twice = all.iter().copied().chain([(handles[20], Vec2::ONE)]).collect();
    vec![all[1..].to_vec(), all, reversed, few, twice]
}

#[test]
fn an_invalid_center_changes_nothing() {
    for (odd, center) in [
        (Entity::new(circle(20.0)), Vec2::new(f32::NAN, 0.0)),
        (Entity::new(circle(20.0)), Vec2::new(0.0, f32::INFINITY)),
        (Entity::new(far()), FAR_CENTER),
        (Entity::fixed(far()), FAR_CENTER),
        (Entity { mobility: Mobility::Sleeping, ..Entity::new(far()) }, FAR_CENTER),
        (Entity::fixed(circle(20.0)), Vec2::NAN),
    ] {
        let (mut world, handles) = world(odd);
        let before = shapes(&world);
        let error = world.set(handles[20], center).unwrap_err();
        assert!(matches!(error, WorldError::Shape { handle, .. } if handle == handles[20]), "{error}");
        for batch in batches(&handles, |index| if index == 20 { center } else { Vec2::ONE }) {
            let error = world.set_batch(&batch).unwrap_err();
            assert_eq!(batch[error.index].0, handles[20]);
            assert!(matches!(error.error, WorldError::Shape { handle, .. } if handle == handles[20]), "{error}");
            assert_eq!(shapes(&world), before);
        }
    }
}

/// A rect whose center moves to the end of the range of `f32`, where rounding lets it move once, but not twice.
#[test]
fn a_center_is_set_once() {
    let f = f32::from_bits;
    let rect = Rect::new(Vec2::new(f(0x7F7F_FFE5), 0.0), Vec2::new(f(0x7F7F_FFFE), 1.0)).unwrap();
    let center = Vec2::new(f(0x7F7F_FFF3), 0.5);
    let mut world = World::default();
    let a = world.insert(rect).unwrap();
    let b = world.insert(Entity::fixed(circle(3.0))).unwrap();
    let mut expected = world.clone();
    expected.set(a, center).unwrap();
    expected.set(b, Vec2::ZERO).unwrap();
    assert!(expected.set(a, center).is_err(), "the case is one of these");
    world.set_batch(&[(a, center), (b, Vec2::ZERO)]).unwrap();
    assert_eq!(shapes(&world), shapes(&expected));
}

#[test]
fn a_valid_batch_sets_all_that_is_far_out() {
    for odd in [Entity::new(far()), Entity::fixed(far()), Entity::new(circle(f32::MAX))] {
        let (empty, handles) = world(odd);
        for batch in batches(&handles, |index| Vec2::splat(index as f32 * 1e36)) {
            let mut world = empty.clone();
            world.set_batch(&batch).unwrap();
            let mut expected = empty.clone();
            batch.iter().for_each(|(handle, center)| expected.set(*handle, *center).unwrap());
            let is_moved = |handle: &Handle| world.shape(*handle) == expected.shape(*handle);
            // A rect that is set twice moves once, so rounding may differ.
            assert!(handles.iter().all(|handle| is_moved(handle) || (*handle == handles[20] && batch.len() > 40)));
        }
    }
}

#[test]
fn by_slot_an_invalid_center_changes_nothing_and_a_spare_one_is_ignored() {
    for odd in [Entity::new(circle(20.0)), Entity::new(far())] {
        let (mut world, handles) = world(odd);
        let before = shapes(&world);
        let mut centers = vec![Vec2::ONE; 60];
        centers[20] = FAR_CENTER - Vec2::new(f32::MAX, 0.0);
        let error = world.set_by_slot(&centers).unwrap_err();
        assert_eq!(error.index, 20);
        assert_eq!(shapes(&world), before);

        // Nothing dynamic has these slots.
        world.remove(handles[20]).unwrap();
        world.set(handles[3], Entity::fixed(circle(3.0))).unwrap();
        (centers[3], centers[50]) = (Vec2::NAN, Vec2::NAN);
        world.set_by_slot(&centers).unwrap();
        assert_eq!(world.shape(handles[3]), Some(circle(3.0).into()));
        let at_one = world.iter().filter(|(_, entity)| entity.shape.center() == Vec2::ONE).count();
        assert_eq!(at_one, 38);
    }
}

#[test]
fn by_slot_shapes_and_entities_replace_those_of_another_kind() {
    let (mut world, handles) = world(Entity::new(far()));
    let rects = vec![Rect::new(Vec2::ZERO, Vec2::ONE).unwrap(); 30];
    world.set_by_slot(&rects).unwrap();
    let kinds = |world: &World| world.iter().filter(|(_, entity)| matches!(entity.shape, Shape::Rect(_))).count();
    assert_eq!(kinds(&world), 30);
    let entities: Vec<Entity> = (0..35).map(|index| Entity::fixed(circle(0.5)).with_data(index)).collect();
    world.set_by_slot(&entities).unwrap();
    assert_eq!(kinds(&world), 0);
    assert_eq!(world.entity(handles[34]), Some(entities[34]));
    assert_eq!(world.shape(handles[35]), Some(circle(35.0).into()));
    world.validate().unwrap();
}
