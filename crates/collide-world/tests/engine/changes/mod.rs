//! All changes of a world, and a model of their results.

use std::collections::BTreeMap;

use crate::bodies::{capsule, polygon};
use collide2d::error::WorldError;
use collide2d::{Circle, Entity, Handle, Layers, Mobility, OrientedRect, Rect, Rotor, Shape, Vec2, World};
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy as Any, any, prop_oneof};
use proptest::sample::select;

/// A change of a world or a query. Numbers choose among the entities that exist.
#[derive(Clone, Debug)]
pub enum Change {
    Insert(Entity),
    Remove(usize),
    Update(usize, Shape),
    SetEntity(usize, Entity),
    /// New shapes by handle. If true, of the first entities in order of slots.
    ShapeBatch(bool, Vec<(usize, Shape)>),
    /// New centers by handle, some invalid. If true, of the first entities in order of slots.
    CenterBatch(bool, Vec<(usize, Vec2)>),
    /// New centers by slot, some invalid.
    Centers(Vec<Vec2>),
    /// New shapes by slot.
    Shapes(Vec<Shape>),
    /// New entities by slot.
    Entities(Vec<Entity>),
    MoveAll(Vec2),
    /// Moves circles as columns. One in `u32` circles gets invalid numbers.
    ShiftCircles(f32, u32),
    /// One in `u32` entities gets this shape.
    Reshape(u32, Shape),
    /// The overlaps of a shape, now and some ticks ago. The number chooses an entity to exclude.
    Ask(Shape, Layers, usize),
    /// A step with a small pair budget.
    StepWithin(u64),
    Step,
}

/// Coordinates near each other, on borders of cells, and far away.
fn coordinate() -> impl Any<Value = f32> {
    prop_oneof![
        6 => -20.0_f32..20.0,
        6 => (-20_i8..20).prop_map(f32::from),
        1 => select(vec![1e30_f32, -1e30, 3.4e38, -3.4e38, 1e-45, 16_777_216.0, -0.0]),
    ]
}

fn size() -> impl Any<Value = f32> {
    prop_oneof![
        6 => 0.1_f32..2.0,
        3 => select(vec![0.0_f32, 0.5, 1.0]),
        1 => select(vec![1e-40_f32, 50.0, 1e10, 1e38]),
    ]
}

fn shape() -> impl Any<Value = Shape> {
    let center = (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y));
    (center, size(), size(), 0..5_u8, any::<i16>()).prop_filter_map("finite", |(center, a, b, kind, angle)| {
        Some(match kind {
            0 => Circle::new(center, a).ok()?.into(),
            1 => Rect::new(center - Vec2::new(a, b), center + Vec2::new(a, b)).ok()?.into(),
            3 => capsule(center, Vec2::new(a, b), angle.into()),
            4 => polygon(center, Vec2::new(a, b), angle.into()),
            _ => OrientedRect::new(center, Vec2::new(a, b), Rotor::from_angle(angle.into()).ok()?).ok()?.into(),
        })
    })
}

/// Centers, sometimes with some that are not valid for all shapes or for none.
fn centers() -> impl Any<Value = Vec<Vec2>> {
    let center = |coordinate: BoxedStrategy<f32>| {
        vec((coordinate.clone(), coordinate).prop_map(|(x, y)| Vec2::new(x, y)), 0..60)
    };
    let with_invalid = prop_oneof![20 => coordinate(), 1 => Just(f32::NAN)].boxed();
    prop_oneof![2 => center((-20.0_f32..20.0).boxed()), 1 => center(coordinate().boxed()), 1 => center(with_invalid)]
}

fn entity() -> impl Any<Value = Entity> {
    let mobility = select(vec![Mobility::Dynamic, Mobility::Dynamic, Mobility::Static, Mobility::Sleeping]);
    (shape(), any::<u64>(), mobility, layers(), 0..8_u8).prop_map(|(shape, data, mobility, layers, sensor)| Entity {
        shape,
        data,
        mobility,
        layers,
        sensor: sensor == 0,
    })
}

/// Mostly the default layers; also layers that collide with some others only.
fn layers() -> impl Any<Value = Layers> {
    let some = (0..3_u32, 0..8_u64, -1..2_i64);
    prop_oneof![
        3 => Just(Layers::ALL),
        1 => some.prop_map(|(category, mask, group)| Layers { category: 1 << category, mask, group }),
    ]
}

pub fn change() -> impl Any<Value = Change> {
    prop_oneof![
        12 => entity().prop_map(Change::Insert),
        3 => any::<usize>().prop_map(Change::Remove),
        3 => (any::<usize>(), shape()).prop_map(|(who, shape)| Change::Update(who, shape)),
        2 => (any::<usize>(), entity()).prop_map(|(who, entity)| Change::SetEntity(who, entity)),
        1 => (any::<bool>(), vec((any::<usize>(), shape()), 0..60)).prop_map(|(first, all)| Change::ShapeBatch(first, all)),
        1 => (any::<bool>(), vec(any::<usize>(), 60), centers())
            .prop_map(|(first, who, all)| Change::CenterBatch(first, who.into_iter().zip(all).collect())),
        1 => centers().prop_map(Change::Centers),
        1 => vec(shape(), 0..60).prop_map(Change::Shapes),
        1 => vec(entity(), 0..20).prop_map(Change::Entities),
        2 => (-1.0_f32..1.0, -1.0_f32..1.0).prop_map(|(x, y)| Change::MoveAll(Vec2::new(x, y))),
        2 => (-1.0_f32..1.0, 1..9_u32).prop_map(|(by, poisoned)| Change::ShiftCircles(by, poisoned)),
        1 => (2..9_u32, shape()).prop_map(|(every, shape)| Change::Reshape(every, shape)),
        2 => (shape(), layers(), any::<usize>()).prop_map(|(shape, layers, but)| Change::Ask(shape, layers, but)),
        1 => (0..40_u64).prop_map(Change::StepWithin),
        5 => Just(Change::Step),
    ]
}

/// The expected world: the entities by handle.
pub type Model = BTreeMap<Handle, Entity>;

pub fn apply(change: &Change, world: &mut World, model: &mut Model) {
    let chosen = |number: &usize| model.keys().nth(number % model.len().max(1)).copied();
    match change {
        Change::Insert(entity) => {
            let handle = world.insert(*entity).unwrap();
            assert_eq!(model.insert(handle, *entity), None);
        }
        Change::Remove(who) => {
            if let Some(handle) = chosen(who) {
                assert_eq!(world.remove(handle).ok(), model.remove(&handle));
                assert!(world.remove(handle).is_err() && world.shape(handle).is_none());
            }
        }
        Change::Update(who, shape) => {
            if let Some(handle) = chosen(who) {
                world.set(handle, *shape).unwrap();
                model.get_mut(&handle).unwrap().shape = *shape;
            }
        }
        Change::SetEntity(who, entity) => {
            if let Some(handle) = chosen(who) {
                world.set(handle, *entity).unwrap();
                model.insert(handle, *entity);
            }
        }
        Change::ShapeBatch(first, changes) => {
            let changes = by_handle(model, *first, changes);
            world.set_batch(&changes).unwrap();
            changes.iter().for_each(|(handle, shape)| model.get_mut(handle).unwrap().shape = *shape);
        }
        Change::CenterBatch(first, changes) => {
            let changes = by_handle(model, *first, changes);
            let result = world.set_batch(&changes).map_err(|error| error.index);
            let set: Vec<_> =
                changes.iter().map(|(handle, center)| (*handle, at_center(&model[handle], *center))).collect();
            assert_eq!(result.err(), set.iter().position(|(_, shape)| shape.is_none()));
            set_all(model, &set);
        }
        Change::Centers(centers) => {
            let result = world.set_by_slot(centers).map_err(|error| error.index);
            let dynamic = model.iter().filter(|(_, entity)| entity.mobility == Mobility::Dynamic);
            let set = dynamic.filter_map(|(handle, entity)| {
                Some((*handle, at_center(entity, *centers.get(handle.slot() as usize)?)))
            });
            let set: Vec<_> = set.collect();
            let refused = set.iter().find(|(_, shape)| shape.is_none());
            assert_eq!(result.err(), refused.map(|(handle, _)| handle.slot() as usize));
            set_all(model, &set);
        }
        Change::Shapes(shapes) => {
            world.set_by_slot(shapes).unwrap();
            for (handle, entity) in model.iter_mut().filter(|(_, entity)| entity.mobility == Mobility::Dynamic) {
                entity.shape = *shapes.get(handle.slot() as usize).unwrap_or(&entity.shape);
            }
        }
        Change::Entities(entities) => {
            world.set_by_slot(entities).unwrap();
            for (handle, entity) in model.iter_mut().filter(|(_, entity)| entity.mobility == Mobility::Dynamic) {
                *entity = *entities.get(handle.slot() as usize).unwrap_or(entity);
            }
        }
        Change::MoveAll(by) => {
            world.update_each(|entity| _ = entity.translate(*by));
            for entity in model.values_mut().filter(|entity| entity.mobility == Mobility::Dynamic) {
                entity.shape = entity.shape.translated(*by).unwrap_or(entity.shape);
            }
        }
        Change::ShiftCircles(by, poisoned) => {
            let result = world.update_circles(|circles| {
                for (row, slot) in circles.slots.iter().enumerate() {
                    circles.x[row] += *by;
                    circles.data[row] ^= 2;
                    if slot % poisoned == 1 {
                        circles.radius[row] = -1.0;
                    }
                }
            });
            let is_circle =
                |entity: &Entity| entity.mobility == Mobility::Dynamic && matches!(entity.shape, Shape::Circle(_));
            let mut refused = None;
            for (handle, entity) in model.iter_mut().filter(|(_, entity)| is_circle(entity)) {
                entity.data ^= 2;
                match entity.shape.translated(Vec2::new(*by, 0.0)) {
                    Ok(moved) if handle.slot() % poisoned != 1 => entity.shape = moved,
                    _ => refused = refused.or(Some(*handle)),
                }
            }
            match (result, refused) {
                (Err(WorldError::Shape { handle, .. }), Some(expected)) => assert_eq!(handle, expected),
                (result, refused) => assert!(result.is_ok() && refused.is_none(), "{result:?}, {refused:?}"),
            }
        }
        Change::Reshape(every, shape) => {
            world.update_each(|entity| {
                if entity.slot() % every == 0 {
                    entity.set_shape(*shape);
                    entity.set_data(entity.data() ^ 1);
                }
            });
            for (handle, entity) in model.iter_mut().filter(|(_, entity)| entity.mobility == Mobility::Dynamic) {
                if handle.slot() % every == 0 {
                    (entity.shape, entity.data) = (*shape, entity.data ^ 1);
                }
            }
        }
        Change::Ask(..) | Change::StepWithin(..) => {}
        Change::Step => _ = world.step(),
    }
}

/// The entities of a batch: chosen by number, or the first ones.
fn by_handle<T: Copy>(model: &Model, first: bool, changes: &[(usize, T)]) -> Vec<(Handle, T)> {
    let handles: Vec<Handle> = model.keys().copied().collect();
    let chosen = |(index, (who, what)): (usize, &(usize, T))| {
        let index = if first { index } else { who % handles.len().max(1) };
        Some((*handles.get(index)?, *what))
    };
    changes.iter().enumerate().filter_map(chosen).collect()
}

/// Gives entities of the model new shapes, unless one of them is not valid.
fn set_all(model: &mut Model, set: &[(Handle, Option<Shape>)]) {
    if set.iter().all(|(_, shape)| shape.is_some()) {
        set.iter().for_each(|(handle, shape)| model.get_mut(handle).unwrap().shape = shape.unwrap());
    }
}

/// The shape of an entity with another center, if that is valid.
fn at_center(entity: &Entity, center: Vec2) -> Option<Shape> {
    let moved = match entity.shape {
        Shape::Circle(circle) => Circle::new(center, circle.radius()).map(Shape::from),
        Shape::Rect(rect) => rect.translated(center - rect.center()).map(Shape::from),
        Shape::OrientedRect(rect) => OrientedRect::new(center, rect.half_extents(), rect.rotor()).map(Shape::from),
        Shape::Capsule(capsule) => capsule.at(center).map(Shape::from),
        Shape::Polygon(polygon) => polygon.at(center).map(Shape::from),
    };
    moved.ok()
}
