//! Lists that are apart by filter hold the same rows, each once, wherever they come from.

use std::collections::BTreeSet;

use collide_broad::internal::{Join, LevelLists, Serial, joins_between};
use collide_core::Circle;

type Lists = LevelLists<Circle, (), 3>;

/// The position and radius of a circle: few are large.
fn row(id: u32) -> [f32; 3] {
    let part = |step: f64| (f64::from(id) * step).fract() as f32;
    let radius = if id.is_multiple_of(50) { 20.0 } else { 0.5 };
    [part(0.754_877_666_246_692_7) * 200.0, part(0.569_840_290_998_053_2) * 200.0, radius]
}

/// One in ten has another filter than most.
fn filter_of(id: u32) -> u32 {
    if id.is_multiple_of(10) { 3 + id % 4 } else { 7 }
}

fn ids(lists: &Lists) -> Vec<Vec<u32>> {
    lists.lists().iter().map(|list| list.ids().to_vec()).collect()
}

/// Whether no list but that of larger rows has rows of the most common filter and others.
fn is_apart(lists: &Lists) -> bool {
    let kinds = |ids: &Vec<u32>| ids.iter().map(|id| filter_of(*id) == 7).collect::<BTreeSet<_>>().len();
    ids(lists).iter().filter(|ids| ids.iter().any(|id| row(*id)[2] < 1.0)).all(|ids| kinds(ids) < 2)
}

#[test]
fn rows_of_other_filters_have_lists_of_their_own() {
    let mut lists = Lists::default();
    (0..2_000).for_each(|id| _ = lists.push(row(id), filter_of(id), id, ()));
    lists.sort(&Serial, None);
    assert!(!is_apart(&lists));
    // It is too soon to plan again.
    lists.sort_apart(&Serial, None, &filter_of);
    assert!(!is_apart(&lists) && lists.plan_again());
    let before = lists.arrangement();
    lists.sort_apart(&Serial, None, &filter_of);
    assert!(is_apart(&lists) && lists.arrangement() != before && lists.lists().len() <= 8);
    // New rows go to the right list at once.
    (2_000..2_100).for_each(|id| _ = lists.push(row(id), filter_of(id), id, ()));
    assert!(is_apart(&lists));
    lists.sort_apart(&Serial, None, &filter_of);
    let mut all = ids(&lists).concat();
    all.sort_unstable();
    assert!(is_apart(&lists) && all.iter().copied().eq(0..2_100));
    // Each pair of lists that have rows is joined once.
    let used = lists.lists().iter().filter(|list| !list.is_empty()).count();
    let joined: BTreeSet<[usize; 2]> =
        lists.joins().map(|Join { probe, build, .. }| [probe.min(build), probe.max(build)]).collect();
    assert_eq!((lists.joins().count(), joined.len()), (used * (used + 1) / 2, used * (used + 1) / 2));
    assert_eq!(joins_between(&lists, &lists).count(), used * used);
}

/// Rows that grow and shrink stay among those of their filter.
#[test]
fn rows_that_change_their_size_stay_apart() {
    let mut lists = Lists::default();
    (0..2_000).for_each(|id| _ = lists.push(row(id), filter_of(id), id, ()));
    lists.sort_apart(&Serial, None, &filter_of);
    for radius in [25.0, 0.4] {
        for list in lists.lists_mut() {
            for index in (0..list.len()).step_by(3) {
                let [x, y, _] = list.row(index);
                list.set(index, [x, y, radius], ());
            }
        }
        lists.sort_apart(&Serial, None, &filter_of);
        let mut all = ids(&lists).concat();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..2_000));
    }
    let kinds = |ids: &Vec<u32>| ids.iter().map(|id| filter_of(*id) == 7).collect::<BTreeSet<_>>().len();
    assert!(ids(&lists).iter().filter(|ids| kinds(ids) == 2).map(Vec::len).sum::<usize>() < 200);
}

/// A row of another filter that outgrows every level goes to a list before those of its filter.
#[test]
fn all_lists_are_sorted_after_a_row_of_another_filter_outgrows_all_levels() {
    let mut lists = Lists::default();
    (0..2_000).for_each(|id| _ = lists.push([row(id)[0], row(id)[1], 0.5], filter_of(id), id, ()));
    lists.sort_apart(&Serial, None, &filter_of);
    for id in [10, 7, 20] {
        for list in lists.lists_mut() {
            if let Some(index) = list.ids().iter().position(|known| *known == id) {
                list.set(index, [0.0, 0.0, 1e6], ());
            }
        }
        lists.sort_apart(&Serial, None, &filter_of);
        assert!(lists.is_sorted(), "after row {id}");
        assert_eq!(lists.len(), 2_000);
    }
}

/// With few rows of other filters, a list more would cost more than it saves.
#[test]
fn a_few_rows_of_another_filter_stay() {
    let mut lists = Lists::default();
    (0..2_000).for_each(|id| _ = lists.push([row(id)[0], row(id)[1], 0.5], 0, id, ()));
    lists.sort_apart(&Serial, None, &|id| u32::from(id.is_multiple_of(100)));
    assert_eq!(lists.lists().len(), 1);
}
