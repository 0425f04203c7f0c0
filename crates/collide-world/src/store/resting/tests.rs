use collide_core::{Circle, Rect, Shape, Vec2};

use super::*;
use crate::base::numbers;

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
    index.each_cell(area, |cell| {
        assert!(cell.rows().is_sorted_by_key(|row| row.slot));
        slots.extend(cell.rows().filter(|row| row.bound.intersects(area) && cell.is_home(row)).map(|row| row.slot));
        true
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
    let is_small = |area: &Aabb| index.is_small(area);
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
            table.get_mut(key).push(0);
            let [len, used] = table.len_and_used();
            // A search ends at a slot without a cell.
            assert!(used * 2 <= len, "{used} of {len} slots are used");
            grown += usize::from(used != used_before + 1);
            used_before = used;
            if key >= count {
                table.get_mut(key - count).clear();
            }
        }
        assert!(grown as u64 <= 16 + 20_000 / (count + 1), "{count} cells: {grown} times");
    }
}
