use collide_core::Circle;

use crate::cell_list::{CellList, GroupOf};
use crate::workers::Serial;

type List = CellList<Circle, u64, 3>;

/// A sequence of random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        ((u128::from(self.0) * end as u128) >> 64) as usize
    }

    fn part(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }
}

/// Where rows are.
#[derive(Clone, Copy, Debug)]
enum Scene {
    Spread,
    /// A few places with many rows.
    Piles,
    /// Some rows are far from all others, so that cells share indices.
    Far,
    /// Rows in a line.
    Line,
}

const SCENES: [Scene; 4] = [Scene::Spread, Scene::Piles, Scene::Far, Scene::Line];

fn row(scene: Scene, numbers: &mut Numbers) -> [f32; 3] {
    let [x, y] = [numbers.part() * 100.0, numbers.part() * 100.0];
    let radius = 0.2 + numbers.part() * 0.3;
    match scene {
        Scene::Spread => [x, y, radius],
        Scene::Piles => [(x / 30.0).round() * 30.0, (y / 30.0).round() * 30.0 + numbers.part(), radius],
        Scene::Far if numbers.below(30) == 0 => [x * 1e5 - 3e6, y * 1e4, radius],
        Scene::Far => [x, y, radius],
        Scene::Line => [x * 10.0, -7.5, radius],
    }
}

/// Changes, adds or removes a row.
fn change(list: &mut List, scene: Scene, next: &mut u32, numbers: &mut Numbers) {
    let new = row(scene, numbers);
    if list.is_empty() || numbers.below(4) == 0 {
        list.push(new, *next, u64::from(*next) * 3);
        *next += 1;
        return;
    }
    let at = numbers.below(list.len());
    match numbers.below(4) {
        0 => _ = list.swap_remove(at),
        1 => _ = list.swap_remove(list.len() - 1),
        2 => {
            let [x, y, radius] = list.row(at);
            list.set(at, [x + numbers.part() - 0.5, y + numbers.part() - 0.5, radius], list.payload()[at]);
        }
        _ => list.set(at, new, list.payload()[at] + 1),
    }
}

/// Sorts, and returns whether only the changed rows were.
fn sort(list: &mut List, group_of: Option<GroupOf<'_>>) -> bool {
    let changed = list.patch(f64::INFINITY, group_of);
    // What is patched has nothing left to sort.
    let count = list.sort_within(f64::INFINITY, &Serial, group_of);
    assert_eq!(count, Some(if changed.is_some() { 0 } else { list.len() }));
    changed.is_some()
}

fn assert_same(list: &List, other: &List) {
    assert_eq!(list.columns(), other.columns());
    assert_eq!((list.ids(), list.payload()), (other.ids(), other.payload()));
    assert_eq!((&list.sort.cells, &list.sort.starts), (&other.sort.cells, &other.sort.starts));
    assert_eq!((list.changes, list.cell_side()), (other.changes, other.cell_side()));
    assert!(list.is_sorted() && other.is_sorted());
    list.validate().unwrap();
}

/// All rows are in the cells that are noted as occupied.
fn assert_occupied(list: &List) {
    let Some(occupied) = list.occupied() else { return };
    for row in 0..list.len() {
        assert!(list.is_in(row, occupied.spans), "row {row} of {occupied:?}");
    }
}

#[test]
fn a_sort_of_the_changed_rows_is_a_sort_of_all() {
    let group_of = |id: u32| id % 3;
    for (seed, scene) in (1..).zip(SCENES) {
        for groups in [None, Some(&group_of as GroupOf<'_>)] {
            let mut numbers = Numbers(seed);
            let (mut list, mut next) = (List::default(), 0);
            for _ in 0..1_000 {
                list.push(row(scene, &mut numbers), next, u64::from(next) * 3);
                next += 1;
            }
            list.sort_within(f64::INFINITY, &Serial, groups);
            let mut patched = 0;
            for round in 0..600 {
                list.occupied();
                let count = [0, 1, 2, 5, 40, 70][numbers.below(6)];
                (0..count).for_each(|_| change(&mut list, scene, &mut next, &mut numbers));
                // A clone sorts all rows.
                let mut other = list.clone();
                patched += usize::from(sort(&mut list, groups));
                sort(&mut other, groups);
                assert_same(&list, &other);
                assert_occupied(&list);
                if round % 100 == 99 {
                    list = other;
                }
            }
            // In piles with groups, all rows are sorted.
            let least = if matches!(scene, Scene::Piles) && groups.is_some() { 0 } else { 100 };
            assert!(patched >= least, "{scene:?}: {patched}");
        }
    }
}

#[test]
fn rows_that_do_not_suit_the_cells_are_sorted_with_all_others() {
    let mut numbers = Numbers(9);
    let mut list = List::default();
    (0..1_000).for_each(|id| list.push(row(Scene::Spread, &mut numbers), id, 0));
    sort(&mut list, None);
    assert!(sort(&mut list, None), "nothing has changed");
    list.set(7, [50.0, 50.0, 9.0], 0);
    assert!(!sort(&mut list, None), "a row is larger than a cell");
    list.set(7, [50.0, 50.0, 0.2], 0);
    assert!(list.patch(list.max_extent() * 0.5, None).is_none(), "the rows of the list may be too large");
    assert!(sort(&mut list, None));
    list.note_all_changed();
    assert!(!sort(&mut list, None));
    list.validate().unwrap();
}

/// A sort costs the rows that have changed, and a part of one for each that moves aside.
#[test]
fn the_cost_of_a_sort_counts_the_rows_that_move_aside() {
    let mut list = List::default();
    (0..16_000).for_each(|id| list.push([id as f32, 0.0, 0.4], id, 0));
    assert_eq!(list.to_sort(), 16_000);
    sort(&mut list, None);
    for distance in [0, 1_600, 8_000, 15_999] {
        let at = list.ids().iter().position(|id| *id == 0).unwrap();
        list.set(at, [distance as f32 + 0.5, 0.0, 0.4], 0);
        assert_eq!(list.to_sort(), 1);
        let cost = list.patch(f64::INFINITY, None).unwrap();
        assert!(cost.abs_diff(1 + distance / 16) <= 8, "{distance}: {cost}");
        list.set(list.ids().iter().position(|id| *id == 0).unwrap(), [0.0, 0.0, 0.4], 0);
        assert!(sort(&mut list, None));
    }
}

/// A row that is far away for one sort widens the range of occupied cells for no longer.
#[test]
fn occupied_cells_do_not_remember_a_row_that_was_far_away() {
    let mut list = List::default();
    (0..1_000).for_each(|id| list.push([(id % 40) as f32, (id / 40) as f32, 0.4], id, 0));
    sort(&mut list, None);
    let spans = |list: &List| list.occupied().unwrap().spans;
    let before = spans(&list);
    for far in [100.0, 1e4, 1e6] {
        let at = list.ids().iter().position(|id| *id == 500).unwrap();
        let old = list.row(at);
        list.set(at, [far, far, 0.3], 0);
        assert!(sort(&mut list, None));
        assert_ne!(spans(&list), before);
        let at = list.ids().iter().position(|id| *id == 500).unwrap();
        list.set(at, old, 0);
        assert!(sort(&mut list, None));
        assert_eq!(spans(&list), before, "{far}");
    }
}

/// Cells are fitted again when enough rows have changed, however few each time.
#[test]
fn cells_follow_rows_that_change_one_by_one() {
    let mut numbers = Numbers(5);
    let mut list = List::default();
    (0..1_000).for_each(|id| list.push(row(Scene::Spread, &mut numbers), id, 0));
    sort(&mut list, None);
    let before = list.cell_side();
    let mut sides = vec![before];
    for id in 0..1_000 {
        let at = list.ids().iter().position(|other| *other == id).unwrap();
        let [x, y, radius] = list.row(at);
        list.set(at, [x * 0.1, y * 0.1, radius * 0.1], 0);
        sort(&mut list, None);
        sides.push(list.cell_side());
    }
    sides.dedup();
    assert!(list.cell_side() < before * 0.5, "{} of {before}", list.cell_side());
    assert!((3..=20).contains(&sides.len()), "{sides:?}");
}
