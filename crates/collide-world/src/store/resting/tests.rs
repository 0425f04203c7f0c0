use collide_broad::internal::Path;
use collide_core::{Circle, Rect, Shape, Vec2};

use super::*;
use crate::base::numbers;
use crate::{Entity, Handle, Mobility, World};

/// Shapes of all sizes and places: from points to the whole range, around zero and far from it, long and small.
fn shapes() -> Vec<Shape> {
    let mut next = numbers(7);
    let scales = [1.0, 30.0, 30.0, 30.0, 1e6, 1e-40, 1e30, 3e38];
    let sides = [[1.0, 1.0], [40.0, 0.5], [0.3, 6.0], [0.0, 0.0], [9.0, 9.0], [1e7, 1e7]];
    let of = |index: usize| {
        let at = (Vec2::new(next(), next()) * 2.0 - 1.0) * scales[index % scales.len()];
        let [width, height] = sides[index % sides.len()];
        let size = Vec2::new(next() * width, next() * height);
        if index.is_multiple_of(5) {
            Circle::new(at, size.x).unwrap().into()
        } else {
            Shape::from(Rect::new(at, (at + size).min(Vec2::MAX)).unwrap())
        }
    };
    (0..2_000).map(of).collect()
}

/// The index of some slots, each with its shape.
fn index_of(shapes: &[Shape], smallest: i32) -> RestingCells {
    let mut index = RestingCells { smallest, ..RestingCells::default() };
    (0..).zip(shapes).for_each(|(slot, shape)| index.add(slot, *shape, slot % 2 == 0));
    index
}

/// The slots of the rows that meet a box, as often as they are found.
fn found(index: &RestingCells, area: &Aabb) -> Vec<u32> {
    let mut slots = Vec::new();
    let lookup = index.lookup(&Extent::Box(*area)).expect("small");
    index.each_cell(&lookup, |cell| {
        assert!(cell.rows().is_sorted_by_key(|row| row.slot));
        slots.extend(cell.rows().filter(|row| row.bound.intersects(area) && cell.is_home(row)).map(|row| row.slot));
        0.0
    });
    slots.sort_unstable();
    slots
}

/// Small boxes: around shapes, that touch their corners, and elsewhere.
fn boxes(index: &RestingCells, shapes: &[Shape]) -> Vec<Aabb> {
    let (mut next, side) = (numbers(7), power_of_two(index.smallest) as f32);
    let of = |(number, shape): (usize, &Shape)| {
        let bound = shape.aabb();
        let corner = [bound.min(), bound.max(), shape.center(), Vec2::new(next() * 60.0, next() * 60.0)][number % 4];
        let size = Vec2::new(next(), next()) * side * [0.0, 0.4, 1.5, 3.0][number / 4 % 4];
        let low = if number.is_multiple_of(3) { corner } else { corner - size * 0.5 };
        Aabb::new(low.max(Vec2::MIN), (low + size).min(Vec2::MAX)).ok()
    };
    let is_small = |area: &Aabb| index.lookup(&Extent::Box(*area)).is_some();
    shapes.iter().enumerate().filter_map(of).filter(is_small).collect()
}

#[test]
fn every_row_that_meets_a_small_box_is_found_once() {
    for smallest in [-3, 0, 1, 4, 60, -149] {
        let mut shapes = shapes();
        let mut index = index_of(&shapes, smallest);
        for round in 0..4 {
            let areas = boxes(&index, &shapes);
            assert!(areas.len() > if smallest < -100 { 100 } else { 500 });
            let mut count = 0;
            for area in areas {
                let met = (0..)
                    .zip(&shapes)
                    .filter(|(slot, shape)| index.of_slot(*slot).is_some() && shape.aabb().intersects(&area));
                let expected: Vec<u32> = met.map(|(slot, _)| slot).collect();
                count += expected.len();
                assert_eq!(found(&index, &area), expected, "{area:?}, cells of 2^{smallest}");
            }
            assert!(count > 100, "{count} rows");
            // Some move, others go and come back.
            for (slot, other) in (0..shapes.len()).skip(round).step_by(3).zip((0..shapes.len()).rev()) {
                index.remove(slot as u32);
                if slot % 2 == round % 2 {
                    shapes.swap(slot, other);
                    index.remove(other as u32);
                    index.add(other as u32, shapes[other], true);
                    index.add(slot as u32, shapes[slot], false);
                }
            }
        }
    }
}

/// When a box on a path meets a bound.
fn entry(Path { low, high, motion, until }: &Path, bound: &Aabb) -> Option<f64> {
    let (mut from, mut to) = (0.0_f64, *until);
    for (axis, [lower, upper]) in [[bound.min().x, bound.max().x], [bound.min().y, bound.max().y]].iter().enumerate() {
        let (near, far) = (f64::from(*lower) - high[axis], f64::from(*upper) - low[axis]);
        let speed = motion[axis];
        let [enter, leave] = if speed == 0.0 {
            if near <= 0.0 && far >= 0.0 { [0.0, *until] } else { [1.0, -1.0] }
        } else if speed > 0.0 {
            [near / speed, far / speed]
        } else {
            [far / speed, near / speed]
        };
        (from, to) = (from.max(enter), to.min(leave));
    }
    (from <= to).then_some(from)
}

#[test]
fn every_row_that_a_short_path_meets_is_found_once() {
    for smallest in [-3, 0, 1, 4, 60] {
        let shapes = shapes();
        let index = index_of(&shapes, smallest);
        let (mut next, side) = (numbers(7), power_of_two(smallest));
        let (mut count, mut paths) = (0, 0);
        for number in 0..shapes.len() * 4 {
            let bound = shapes[number / 4].aabb();
            let corner = [bound.min(), bound.max(), Vec2::new(next() * 60.0, next() * 60.0)][number % 3];
            let mut motion =
                [next(), next()].map(|part| (f64::from(part) * 2.0 - 1.0) * [2.0, 11.0, 40.0][number % 11 % 3] * side);
            match number % 7 {
                0 => motion[0] = 0.0,
                1 => motion[1] = 0.0,
                2 => motion[1] = motion[0] * 1e-13,
                3 => motion = motion.map(|part| (part / side).round() * side),
                _ => {}
            }
            let (until, size) = (f64::from(next()), f64::from(next()) * side * [0.0, 0.2, 1.0][number / 3 % 3]);
            // The corner lies somewhere on the path.
            let back = until * f64::from(next());
            let at = corner.to_array().map(f64::from);
            let low = [0, 1].map(|axis| at[axis] - motion[axis] * back - size * f64::from(number.is_multiple_of(2)));
            let path = Path { low, high: low.map(|low| low + size), motion, until };
            let Some(lookup) = index.lookup(&Extent::Path(path)) else { continue };
            // What is of interest ends at a time that the first cell decides.
            let end = if number % 5 < 2 { f64::INFINITY } else { until * f64::from(next()) };
            let mut found = Vec::new();
            index.each_cell(&lookup, |cell| {
                found.extend(cell.rows().filter(|row| cell.is_home(row)).map(|row| row.slot));
                end
            });
            let all = found.len();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), all, "{path:?}, cells of 2^{smallest}");
            let is_met = |shape: &Shape| entry(&path, &shape.aabb()).is_some_and(|entry| entry <= end);
            for (slot, _) in (0..).zip(&shapes).filter(|(_, shape)| is_met(shape)) {
                assert!(found.contains(&slot), "{path:?}, {slot}, cells of 2^{smallest}");
                count += 1;
            }
            paths += 1;
        }
        assert!(paths > 500 && count > 1_000, "{paths} paths, {count} rows, cells of 2^{smallest}");
    }
}

#[test]
fn what_is_removed_leaves_nothing() {
    let shapes = shapes();
    let mut index = index_of(&shapes, 0);
    let memory = index.memory();
    for slot in 0..shapes.len() as u32 {
        assert_eq!(index.of_slot(slot), Some(shapes[slot as usize]));
        index.remove(slot);
        index.remove(slot);
        assert_eq!(index.of_slot(slot), None);
    }
    assert_eq!((index.len(), index.levels.iter().sum::<usize>(), index.has_static()), (0, 0, false));
    (0..).zip(&shapes).for_each(|(slot, shape)| index.add(slot, *shape, slot % 2 == 0));
    assert!(index.memory() < memory * 2 && memory > shapes.len() * size_of::<RestingRow>());
}

#[test]
fn an_index_outlives_a_return_to_an_earlier_state() {
    let wall = |x: f32| Rect::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0)).unwrap();
    let mut world = World::default();
    let walls: Vec<Handle> = (0..100).map(|x| world.insert(Entity::fixed(wall(x as f32))).unwrap()).collect();
    let saved = world.save();
    let known = |world: &World| world.store.resting.known().map(|cells| (cells as *const RestingCells, cells.len()));
    let shape_of = |world: &World, handle: Handle| world.store.resting.known().unwrap().of_slot(handle.slot).unwrap();
    let _ = world.queries().overlap(wall(0.0));
    let (built, count) = known(&world).unwrap();
    assert_eq!(count, 100);

    // One is moved, one goes, one comes, one sleeps, and one differs by the sign of a zero.
    world.set(walls[5], wall(1_000.0)).unwrap();
    world.remove(walls[99]).unwrap();
    world.insert(Entity::fixed(wall(500.0))).unwrap();
    world.insert(Entity::fixed(wall(501.0))).unwrap();
    world.set(walls[7], Entity { mobility: Mobility::Sleeping, ..Entity::new(wall(7.0)) }).unwrap();
    world.set(walls[0], wall(-0.0)).unwrap();
    assert!(shape_of(&world, walls[0]).aabb().min().x.is_sign_negative());
    world.restore(&saved).unwrap();
    world.validate().unwrap();
    assert_eq!(known(&world), Some((built, 100)));
    assert!(shape_of(&world, walls[0]).aabb().min().x.is_sign_positive());
    let is_static = |slot| world.store.resting.known().unwrap().statics.contains(slot);
    assert!(walls.iter().all(|handle| is_static(&handle.slot)));

    // Many are moved: it is built again.
    walls.iter().take(26).for_each(|handle| world.set(*handle, wall(2_000.0)).unwrap());
    assert_eq!(known(&world), Some((built, 100)));
    world.restore(&saved).unwrap();
    assert_eq!(known(&world), None);
    let _ = world.queries().overlap(wall(0.0));
    assert_eq!(known(&world).map(|(_, count)| count), Some(100));
}

#[test]
fn a_shape_is_in_few_cells() {
    let index = index_of(&shapes(), 0);
    let cells = |row: &RestingRow| {
        let (level, range) = index.place_of(&row.bound);
        keys(level, range).count()
    };
    assert!(index.rows.iter().all(|row| cells(row) <= MAX_COPIES as usize));
    assert!(index.levels.len() <= 32, "{} levels", index.levels.len());
}

#[test]
fn a_table_has_room_and_seldom_grows_while_cells_come_and_go() {
    for count in 0..200 {
        let (mut table, mut grown, mut used_before) = (CellTable::default(), 0, 0);
        for key in 0..10_000 {
            table.insert(key, 0, |_| false);
            let [len, used] = table.len_and_used();
            // A search ends at a slot without a cell.
            assert!(used * 2 <= len, "{used} of {len} slots are used");
            grown += usize::from(used != used_before + 1);
            used_before = used;
            if key >= count {
                table.remove(key - count, |_| false);
            }
        }
        assert!(grown as u64 <= 16 + 20_000 / (count + 1), "{count} cells: {grown} times");
    }
}

#[test]
fn a_table_has_the_rows_of_each_cell() {
    for keys in [1, 3, 40] {
        let (mut next, mut table) = (numbers(keys), CellTable::default());
        let mut below = |count: usize| (next() * count as f32) as usize % count.max(1);
        let mut expected: Vec<Vec<u32>> = vec![Vec::new(); keys as usize];
        // Cells fill up, and are emptied.
        for (round, likely) in [9, 5, 1, 8, 2, 0].into_iter().enumerate() {
            for row in 0..3_000 {
                let key = below(expected.len());
                let list = &mut expected[key];
                if below(10) < likely {
                    let new = below(1_000) as u32 * 10_000 + row;
                    list.insert(list.partition_point(|other| *other < new), new);
                    table.insert(key as u64, new, |other| other < new);
                } else if !list.is_empty() {
                    let old = list.remove(below(list.len()));
                    table.remove(key as u64, |other| other < old);
                }
                assert_eq!(table.get(key as u64), *list, "round {round}");
            }
            assert!((0..).zip(&expected).all(|(key, list)| table.get(key) == *list));
        }
    }
}

#[test]
fn a_table_takes_memory_for_what_it_has() {
    let mut table = CellTable::default();
    // All cells have one row, then four, then sixteen, then one again.
    for len in [1, 4, 16, 1, 64, 2] {
        for key in 0..2_000 {
            while table.get(key).len() > len {
                table.remove(key, |_| false);
            }
            (table.get(key).len()..len).for_each(|row| table.insert(key, row as u32, |_| true));
        }
    }
    table.insert(0, 0, |_| true);
    assert!(table.memory() < 300_000, "{} bytes", table.memory());
}

/// Else each change of a pile would cost as much as all cells.
#[test]
fn a_table_is_not_built_again_for_a_list_at_the_limit_of_its_block() {
    for count in [1, 2, 64, 512, 4_096] {
        let mut table = CellTable::default();
        (1..5_000).for_each(|key| table.insert(key, 0, |_| true));
        (0..count).for_each(|row| table.insert(0, row, |_| true));
        let mut change = || {
            table.insert(0, count, |_| true);
            table.remove(0, |row| row < count);
        };
        change();
        let allocated = allocation_counter::measure(|| (0..100).for_each(|_| change()));
        assert_eq!(allocated.count_total, 0, "{count} rows");
    }
}
